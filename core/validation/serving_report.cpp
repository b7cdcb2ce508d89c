// SPDX-License-Identifier: Apache-2.0
// Groups measured numbers of served models and lays their errors out.
#include "core/validation/serving_report.hpp"

#include "core/quantity/absent.hpp"
#include "core/quantity/print.hpp"
#include "core/validation/error_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>

namespace llmsize {
namespace {

using Groups = std::map<std::string, std::vector<Compared>>;

template <class Name>
Groups groups_by(const std::vector<PredictedServing>& predicted, Name name) {
  Groups groups;
  for (const PredictedServing& each : predicted) groups[name(*each.row)].push_back(each);
  return groups;
}

/// Errors of the simpler prediction, of the rows that have it.
Groups null_groups(const ServingReport& report) {
  Groups groups;
  for (const PredictedServing& each : report.predicted)
    if (!is_absent(each.null)) groups[each.row->group].push_back({each.measured, each.null, {}, {}});
  return groups;
}

/// The fewest rows that a group is told from.
constexpr std::size_t least_rows = 8;

/// Errors by group, of groups of at least so many rows, and beside them those of the same rows left out of the fit.
TitledTable errors_by(
    std::string title, std::string what, const Groups& groups, const Groups& left_out = {}, std::size_t least = 1) {
  TitledTable table{std::move(title), {{std::move(what)}, {}}};
  for (std::string& column : error_columns()) table.table.header.push_back(std::move(column));
  if (!left_out.empty())
    table.table.header.insert(
        table.table.header.end(), {"leave-one-out: mean", "median", "P90", "bias", "P10–P90 coverage"});
  for (const auto& [name, all] : groups) {
    if (all.size() < least) continue;
    std::vector<std::string> cells{name.empty() ? "not stated" : name};
    for (std::string& cell : error_cells(error_summary(all))) cells.push_back(std::move(cell));
    if (const auto found = left_out.find(name); found != left_out.end()) {
      const ErrorSummary of = error_summary(found->second);
      cells.insert(
          cells.end(), {tenth_percent(of.mean), tenth_percent(of.median), tenth_percent(of.p90), tenth_percent(of.bias),
                        whole_percent(of.coverage)});
    }
    table.table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Errors by metric and one more label: "dense, TPOT, fp8".
TitledTable errors_by(
    const ServingReport& report, std::string_view by, const std::function<std::string(const ServedLabels&)>& label) {
  const auto name = [&](const ServedRow& row) {
    const std::string of = label(row.labels);
    return fmt::format("{}, {}", row.group, of.empty() ? "not stated" : of);
  };
  return errors_by(
      fmt::format("By {} (groups of at least {} rows)", by, least_rows), std::string(by),
      groups_by(report.predicted, name), groups_by(report.left_out, name), least_rows);
}

std::vector<Unused> unused_rows(const ServingReport& report) {
  std::vector<Unused> all;
  for (const ServedRow& row : report.rows)
    if (!row.reason.empty()) all.emplace_back(row.id, row.reason);
  return all;
}

/// A group as a part of an id: "dense_mean_ttft".
std::string id_of(const std::string& group) {
  std::string id;
  for (const char letter : group)
    if (letter == ' ')
      id += '_';
    else if (letter != ',')
      id += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return id;
}

}  // namespace

Json serving_results(const ServingReport& report) {
  std::vector<Compared> all(report.predicted.begin(), report.predicted.end());
  Json results = error_results(error_summary(all), all.size(), "validation.serving.");
  const auto add = [&](const std::vector<PredictedServing>& predicted, std::string_view prefix) {
    for (const auto& [group, rows] : groups_by(predicted, [](const ServedRow& row) { return row.group; }))
      results.update(error_results(error_summary(rows), rows.size(), fmt::format("{}{}.", prefix, id_of(group))));
  };
  add(report.predicted, "validation.serving.");
  add(report.left_out, "validation.serving.left_out.");
  return results;
}

Json serving_rows(const ServingReport& report) {
  std::map<const ServedRow*, const PredictedServing*> found;
  for (const PredictedServing& each : report.predicted) found[each.row] = &each;
  Json rows = Json::array();
  for (const ServedRow& row : report.rows) {
    Json json{{"id", row.id}, {"metric", row.metric}, {"measured", row.measured}};
    if (const auto at = found.find(&row); at != found.end()) {
      const PredictedServing& of = *at->second;
      json["group"] = row.group;
      json["predicted"] = of.predicted;
      json["error"] = of.error();
      if (of.p10) json["p10"] = *of.p10;
      if (of.p90) json["p90"] = *of.p90;
      if (!is_absent(of.null)) json["null"] = of.null;
    } else {
      json["skipped"] = row.reason;
    }
    rows.push_back(std::move(json));
  }
  return rows;
}

Table serving_columns(const ServingReport& report) {
  Table table{
      {"id", "source", "series", "stack", "hardware", "model", "metric", "group", "measured", "predicted",
       "error_ratio", "p10", "p90", "skipped"},
      {}};
  std::map<const ServedRow*, const PredictedServing*> found;
  for (const PredictedServing& each : report.predicted) found[each.row] = &each;
  const auto cell = [](const std::optional<double>& value) { return value ? exact(*value) : std::string{}; };
  table.rows.reserve(report.rows.size());
  for (const ServedRow& row : report.rows) {
    const auto at = found.find(&row);
    const PredictedServing* of = at == found.end() ? nullptr : at->second;
    table.rows.push_back(
        {row.id, row.source, row.series, row.stack, row.hardware, row.model, row.metric, of ? row.group : std::string{},
         exact(row.measured), of ? exact(of->predicted) : std::string{}, of ? exact(of->error()) : std::string{},
         of ? cell(of->p10) : std::string{}, of ? cell(of->p90) : std::string{}, row.reason});
  }
  return table;
}

std::vector<TitledTable> serving_tables(const ServingReport& report) {
  const ErrorSummary of = error_summary({report.predicted.begin(), report.predicted.end()});
  std::vector<TitledTable> tables;
  tables.push_back(
      {fmt::format(
           "{} of {} serving measurements predicted: median absolute error {}, P10–P90 coverage {}", of.rows,
           report.rows.size(), tenth_percent(of.rows == 0 ? absent : of.median), whole_percent(of.coverage)),
       {}});
  const auto group = [](const ServedRow& row) { return row.group; };
  tables.push_back(errors_by("By metric", "metric", groups_by(report.predicted, group)));
  if (!report.left_out.empty())
    tables.push_back(errors_by("Leave-one-series-out", "metric", groups_by(report.left_out, group)));
  tables.push_back(errors_by("Baseline: roofline with one efficiency", "metric", null_groups(report)));
  tables.push_back(errors_by(report, "attention parallelism and sequence lengths", [](const ServedLabels& row) {
    return fmt::format("{}, {}", row.copies, row.lengths);
  }));
  tables.push_back(errors_by(report, "weight format", [](const ServedLabels& row) { return row.weights; }));
  tables.push_back(errors_by(report, "engine", [](const ServedLabels& row) { return row.engine; }));
  tables.push_back(errors_by(report, "engine release", [](const ServedLabels& row) { return row.release; }));
  tables.push_back(errors_by(report, "accelerator", [](const ServedLabels& row) { return row.chip; }));
  if (TitledTable unused = unused_table("Serving measurements not used", "rows", unused_rows(report));
      !unused.table.rows.empty())
    tables.push_back(std::move(unused));
  return tables;
}

}  // namespace llmsize
