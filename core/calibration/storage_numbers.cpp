// SPDX-License-Identifier: Apache-2.0
// Reads published numbers of storage and predicts them.
#include "core/calibration/storage_numbers.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/measured_sheet.hpp"
#include "core/calibration/published_forms.hpp"
#include "core/calibration/reading_rules.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

namespace llmsize {
namespace {

constexpr ResultKey reads = "ingest.demand", rule_of_thumb = "ingest.rule_bandwidth";
constexpr ScenarioKey gpu_utilisation = "data.utilisation";

/// Columns that are no inputs, even where an option is called like them.
constexpr std::string_view own_columns[] = {"id",    "source", "group",   "by",       "metric",
                                            "basis", "unused", "options", "measured", "tolerance"};

/// Name of a column and the input that it says.
using InputColumns = std::map<std::string, std::string>;

InputColumns input_columns(const std::vector<std::string>& header) {
  InputColumns columns;
  for (const std::string& name : header) {
    if (std::find(std::begin(own_columns), std::end(own_columns), name) != std::end(own_columns)) continue;
    if (std::string key = key_of_column(name); !key.empty()) columns.emplace(name, std::move(key));
  }
  return columns;
}

void take_inputs(
    const NamedRow& row, const InputColumns& columns, char separator, const std::string& place, StorageNumber& number) {
  number.scenario = from_options(row["options"], place);
  for (const auto& [name, key] : columns) {
    if (row[name].empty()) continue;
    const Giver giver{fmt::format("{}, column {}", place, in_quotes(name)), BadInput::Kind::data};
    const bool decimal_comma = separator == ';' && find_input(key);
    number.scenario.set(key, decimal_comma ? with_point(row[name], giver.name) : row[name], giver);
  }
}

void take_metric(const NamedRow& row, char separator, const std::string& place, StorageNumber& number) {
  const auto cell = [&](const char* column) { return separator == ';' ? with_point(row[column], place) : row[column]; };
  const std::string id = row["metric"], text = cell("measured"), tolerance = cell("tolerance");
  number.metric = ResultKey::find(id);
  if (!number.metric) refuse_result(id, "metric", BadInput::Kind::data);
  const Unit unit = result_row(*number.metric).about->unit;
  const auto value = parse(text, unit);
  if (!value)
    refuse_contents("measured", fmt::format("invalid value {}: expected {}", in_quotes(text), accepted(unit)));
  if (!(*value > 0)) refuse_contents("measured", "an error needs a number above zero");
  number.measured = *value;
  if (tolerance.empty()) return;
  number.tolerance = parse(tolerance, Unit::ratio);
  if (!number.tolerance) refuse_contents("tolerance", fmt::format("{} is not a fraction", in_quotes(tolerance)));
}

/// A file without columns of its own says a result and its value.
void require_metric(const std::vector<std::string>& header, const std::string& source) {
  for (const std::string_view column : {"metric", "measured"})
    if (std::find(header.begin(), header.end(), column) == header.end())
      refuse_contents(source, fmt::format("no column '{}': expected a result ID and its value", column));
}

StorageNumber number_of(const NamedRow& row, const InputColumns& columns, char separator, const std::string& place) {
  StorageNumber number;
  number.id = row["id"];
  number.source = row["source"];
  number.group = row["group"];
  number.by = row["by"];
  number.measured_there = row["basis"] != "worked out";
  number.reason = row["unused"];
  if (number.reason.empty()) try {
      take_metric(row, separator, place, number);
      take_inputs(row, columns, separator, place, number);
    } catch (const BadInput& error) {
      number.reason = error.what();
    }
  return number;
}

PredictedNumber predicted_number(const StorageNumber& row, const Catalog& catalog) {
  Case plan = complete(row.scenario, catalog);
  for (const auto& [key, spread] : row.spreads) plan.spreads[key.slot()] = spread;
  const Once values(plan.values, dependents());
  const ResultRow& result = result_row(*row.metric);
  PredictedNumber of{{row.measured, result.value(values), {}, {}}, &row, absent, absent};
  if (const auto ends = range(plan, result)) std::tie(of.p10, of.p90) = *ends;
  if (*row.metric == reads && row.scenario.find(gpu_utilisation)) {
    Scenario never_waiting = row.scenario;
    never_waiting.unset(gpu_utilisation);
    of.never_waiting = result.value(Once(complete(never_waiting, catalog).values, dependents()));
    of.by_rule = result_row(rule_of_thumb).value(values);
  }
  return of;
}

}  // namespace

std::vector<StorageNumber> read_storage_numbers(
    std::string_view text, const std::string& source, const Catalog& catalog, const Scenario& over) {
  const std::vector<PublishedForm> forms = published_forms(catalog);
  std::vector<std::string_view> known(std::begin(own_columns), std::end(own_columns));
  for (const PublishedForm& each : forms) known.insert(known.end(), each.columns.begin(), each.columns.end());
  const WholeSheet sheet = measured_sheet(text, source, known);
  const std::vector<CsvRow>& rows = sheet.rows;
  if (rows.empty()) refuse_contents(source, "expected a header");
  const std::vector<std::string>& header = rows.front().cells;
  const PublishedForm* form = form_of(header, forms);
  if (!form) require_metric(header, source);
  const InputColumns columns = input_columns(header);
  std::vector<StorageNumber> numbers;
  numbers.reserve(rows.size());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string place = fmt::format("{}: row {}", source, rows[i].number);
    const NamedRow row(header, rows[i].cells);
    std::vector<StorageNumber> of_row =
        form ? numbers_of(row, *form, place) : std::vector{number_of(row, columns, sheet.separator, place)};
    for (StorageNumber& number : of_row) {
      if (number.id.empty()) number.id = fmt::format("row {}", rows[i].number);
      if (number.source.empty()) number.source = std::filesystem::path(source).filename().string();
      for (const auto& [key, said] : over.all()) number.scenario.set(key, said.value, said.text, said.giver);
      numbers.push_back(std::move(number));
    }
  }
  return numbers;
}

std::vector<PredictedNumber> predict_storage(
    std::vector<StorageNumber>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress) {
  std::vector<PredictedNumber> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    StorageNumber& row = rows[i];
    if (row.reason.empty()) try {
        const PredictedNumber found = predicted_number(row, catalog);
        if (std::isfinite(found.predicted))
          all.push_back(found);
        else
          row.reason = fmt::format("its inputs do not compute {}", row.metric->text());
      } catch (const BadInput& error) {
        row.reason = error.what();
      }
    if (progress) progress(i + 1);
  }
  return all;
}

}  // namespace llmsize
