// SPDX-License-Identifier: Apache-2.0
#include "cli/import_load_test.hpp"

#include "core/calibration/load_tests/rows.hpp"
#include "core/files/json_field.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

namespace llmsize::cli {
namespace {

std::string load_of(const LoadTestRun& run) {
  if (run.has_clients()) return fmt::format("concurrency {}", pretty(run.concurrency, Unit::count));
  return run.is_burst() ? "all at once" : pretty(run.rate, Unit::requests_per_second);
}

Table runs_table(const std::vector<LoadTestRun>& runs) {
  Table table{{"run", "load", "ISL", "OSL", "requests", "TTFT", "TTFT P99", "TPOT", "TPOT P99", "throughput"}, {}};
  const auto time = [](double seconds) { return pretty(seconds, Unit::seconds); };
  const auto count = [](double number) { return pretty(number, Unit::count); };
  for (const LoadTestRun& run : runs)
    table.rows.push_back(
        {fmt::format("{}", table.rows.size() + 1), load_of(run), count(run.input.mean), count(run.output.mean),
         count(run.completed), time(run.ttft.mean), time(run.ttft.p99), time(run.tpot.mean), time(run.tpot.p99),
         pretty(run.output_throughput, Unit::tokens_per_second)});
  return table;
}

std::vector<TitledTable> tables_of(const LoadTestRows& found, const LoadTestTool& tool) {
  const std::size_t runs = found.runs.size(), rows = found.table.rows.size();
  std::vector<TitledTable> tables{
      {fmt::format("{} row{} from {} run{} of {}", rows, rows == 1 ? "" : "s", runs, runs == 1 ? "" : "s", tool.tool),
       runs_table(found.runs)}};
  Table notes{{"run", "note"}, {}};
  for (std::size_t run = 0; run < runs; ++run)
    for (const std::string& note : found.notes[run]) notes.rows.push_back({fmt::format("{}", run + 1), note});
  if (!notes.rows.empty()) tables.push_back({"Notes", std::move(notes)});
  return tables;
}

Json rows_json(const PublishedRows& table) {
  Json rows = Json::array();
  for (const std::vector<std::string>& cells : table.rows) {
    Json& row = rows.emplace_back(Json::object());
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (table.header[i] == "value")
        row["value"] = number_of(cells[i]).value();
      else if (!cells[i].empty())
        row[table.header[i]] = cells[i];
  }
  return rows;
}

/// Of an answer that goes to a file, people would not see the notes.
void tell_notes(const LoadTestRows& found) {
  for (std::size_t run = 0; run < found.notes.size(); ++run)
    for (const std::string& note : found.notes[run]) tell(fmt::format("run {}: {}", run + 1, note));
}

/// The first option that states an input; empty where none does.
std::string stated_option(const Common& options) {
  if (!options.said.empty()) return option_of(options.said.front().first);
  for (const auto& [key, text] : options.switches)
    if (!text.empty()) return option_of(key);
  if (!options.settings.empty()) return "--set";
  return options.scenario_file.empty() ? "" : "--scenario";
}

}  // namespace

std::string load_test_names() {
  std::string names;
  for (const LoadTestTool* each : load_test_tools())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", each->tool);
  return names;
}

int run_load_test(const Common& options, const LoadTestTool& tool, const std::string& text, const std::string& file) {
  const LoadTestRows found = load_test_rows(tool, text, file, read_scenario(options), load_catalog(options));
  const auto tables = tables_of(found, tool);
  const std::string hint =
      options.quiet ? "" : "\nUse them: -o rows.csv, then --measurements rows.csv of llmsize validate or calibrate\n";
  write(
      options,
      {[&](bool colour) { return drawn(tables, [&](const Table& each) { return as_text(each, colour); }) + hint; },
       [&] { return drawn(tables, [](const Table& each) { return as_markdown(each); }); },
       [&] { return document("import", nullptr, {}, rows_json(found.table)); },
       [&] {
         return Table{found.table.header, found.table.rows};
       }});
  if (goes_to_file(options) && !options.quiet) tell_notes(found);
  return 0;
}

void refuse_scenario(const Common& options, const std::string& file) {
  if (const std::string option = stated_option(options); !option.empty())
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("{}: {} is not the result of a load test ({})", option, file, load_test_names()));
}

}  // namespace llmsize::cli
