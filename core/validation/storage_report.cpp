// SPDX-License-Identifier: Apache-2.0
// Groups published numbers of storage and lays their errors out.
#include "core/validation/storage_report.hpp"

#include "core/quantity/absent.hpp"
#include "core/quantity/print.hpp"
#include "core/validation/error_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

namespace llmsize {
namespace {

using PredictedNumbers = std::vector<PredictedNumber>;

PredictedNumbers numbers_that(const StorageReport& report, const std::function<bool(const StorageNumber&)>& keep) {
  PredictedNumbers kept;
  for (const PredictedNumber& each : report.predicted)
    if (keep(*each.row)) kept.push_back(each);
  return kept;
}
PredictedNumbers measured_numbers(const StorageReport& report) {
  return numbers_that(report, [](const StorageNumber& row) { return row.measured_there; });
}
PredictedNumbers worked_out_numbers(const StorageReport& report) {
  return numbers_that(report, [](const StorageNumber& row) { return !row.measured_there; });
}

ErrorSummary errors_of(const PredictedNumbers& numbers) {
  return error_summary(std::vector<Compared>(numbers.begin(), numbers.end()));
}

/// Errors of a simpler prediction, of the numbers that have it.
ErrorSummary errors_of(const PredictedNumbers& numbers, double PredictedNumber::*simpler) {
  std::vector<Compared> all;
  for (const PredictedNumber& each : numbers)
    if (!is_absent(each.*simpler)) all.push_back({each.measured, each.*simpler, {}, {}});
  return error_summary(all);
}

double mean_of(const ErrorSummary& of) { return of.rows == 0 ? absent : of.mean; }

/// Rows of one basis that say a number to compare with.
std::size_t usable_numbers(const StorageReport& report, bool measured_there) {
  return static_cast<std::size_t>(std::count_if(report.rows.begin(), report.rows.end(), [&](const StorageNumber& row) {
    return row.measured > 0 && row.measured_there == measured_there;
  }));
}

/// Errors per group; beside them those of simpler predictions where any row has them.
TitledTable errors_by(
    const PredictedNumbers& numbers, std::string title, std::string what, const std::string StorageNumber::*group) {
  const bool has_simpler = errors_of(numbers, &PredictedNumber::never_waiting).rows > 0;
  std::map<std::string, PredictedNumbers> groups;
  for (const PredictedNumber& each : numbers)
    if (!(each.row->*group).empty()) groups[each.row->*group].push_back(each);
  TitledTable table{std::move(title), {{std::move(what)}, {}}};
  for (std::string& column : error_columns()) table.table.header.push_back(std::move(column));
  if (has_simpler)
    table.table.header.insert(table.table.header.end(), {"no-stall baseline: mean", "rule-of-thumb baseline: mean"});
  table.table.rows.reserve(groups.size());
  for (const auto& [name, all] : groups) {
    std::vector<std::string> cells{name};
    for (std::string& cell : error_cells(errors_of(all))) cells.push_back(std::move(cell));
    if (has_simpler)
      for (const auto simpler : {&PredictedNumber::never_waiting, &PredictedNumber::by_rule})
        cells.push_back(tenth_percent(mean_of(errors_of(all, simpler))));
    table.table.rows.push_back(std::move(cells));
  }
  return table;
}

std::vector<Unused> unused_numbers(const StorageReport& report) {
  std::vector<Unused> all;
  for (const StorageNumber& row : report.rows)
    if (!row.reason.empty()) all.emplace_back(row.id, row.reason);
  return all;
}

std::string basis_word(const StorageNumber& row) { return row.measured_there ? "measured" : "worked out"; }

}  // namespace

Json storage_results(const StorageReport& report) {
  const PredictedNumbers measured = measured_numbers(report);
  Json results = error_results(errors_of(measured), usable_numbers(report, true), "validation.storage.");
  results.update(error_results(
      errors_of(worked_out_numbers(report)), usable_numbers(report, false), "validation.storage.worked_out."));
  const auto add = [&](const std::string& prefix, double PredictedNumber::*simpler) {
    const ErrorSummary of = errors_of(measured, simpler);
    results.update(error_results(of, of.rows, "validation.storage." + prefix));
  };
  add("never_waiting.", &PredictedNumber::never_waiting);
  add("by_rule.", &PredictedNumber::by_rule);
  return results;
}

Json storage_rows(const StorageReport& report) {
  Json rows = Json::array();
  for (const PredictedNumber& each : report.predicted) {
    Json row{
        {"id", each.row->id},
        {"source", each.row->source},
        {"metric", each.row->metric->text()},
        {"group", each.row->group},
        {"by", each.row->by},
        {"basis", basis_word(*each.row)},
        {"measured", number_json(each.measured)},
        {"predicted", number_json(each.predicted)},
        {"error", number_json(each.error())}};
    if (each.p10) row["p10"] = number_json(*each.p10);
    if (each.p90) row["p90"] = number_json(*each.p90);
    rows.push_back(std::move(row));
  }
  for (const StorageNumber& row : report.rows)
    if (!row.reason.empty()) rows.push_back({{"id", row.id}, {"source", row.source}, {"skipped", row.reason}});
  return rows;
}

Table storage_columns(const StorageReport& report) {
  Table table{
      {"id", "source", "group", "by", "basis", "metric", "measured", "predicted", "error_ratio", "p10", "p90",
       "skipped"},
      {}};
  table.rows.reserve(report.rows.size());
  const auto cell = [](const std::optional<double>& value) { return value ? exact(*value) : std::string{}; };
  for (const PredictedNumber& each : report.predicted)
    table.rows.push_back(
        {each.row->id,
         each.row->source,
         each.row->group,
         each.row->by,
         basis_word(*each.row),
         std::string(each.row->metric->text()),
         exact(each.measured),
         exact(each.predicted),
         exact(each.error()),
         cell(each.p10),
         cell(each.p90),
         {}});
  for (const StorageNumber& row : report.rows)
    if (!row.reason.empty())
      table.rows.push_back({row.id, row.source, row.group, row.by, {}, {}, {}, {}, {}, {}, {}, row.reason});
  return table;
}

std::vector<TitledTable> storage_tables(const StorageReport& report) {
  const PredictedNumbers measured = measured_numbers(report), worked_out = worked_out_numbers(report);
  const ErrorSummary of = errors_of(measured);
  const auto ranged =
      std::count_if(measured.begin(), measured.end(), [](const PredictedNumber& each) { return each.p10.has_value(); });
  const std::string in_range = ranged == 0 ? "none has a P10–P90 range"
                                           : fmt::format(
                                                 "{} {} a P10–P90 range, coverage {}", ranged,
                                                 ranged == 1 ? "has" : "have", whole_percent(of.coverage));
  std::vector<TitledTable> tables;
  tables.push_back(
      {fmt::format(
           "{} of {} usable storage measurements predicted: mean absolute error {}, median {}; {}", of.rows,
           usable_numbers(report, true), tenth_percent(mean_of(of)), tenth_percent(of.rows == 0 ? absent : of.median),
           in_range),
       {}});
  const auto add = [&](TitledTable table) {
    if (!table.table.rows.empty()) tables.push_back(std::move(table));
  };
  add(errors_by(measured, "Storage measurements, by metric", "metric", &StorageNumber::group));
  add(errors_by(measured, "Storage measurements, by source", "source", &StorageNumber::by));
  add(errors_by(worked_out, "Storage numbers computed by authors", "metric", &StorageNumber::group));
  add(unused_table("Storage measurements not used", "numbers", unused_numbers(report)));
  return tables;
}

}  // namespace llmsize
