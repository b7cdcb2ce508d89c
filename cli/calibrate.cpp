// SPDX-License-Identifier: Apache-2.0
// llmsize calibrate: efficiencies from measured step times.
#include "cli/command.hpp"

#include "core/calibration/calibration.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::string measurements, stacks;
};

Table table_of(const Calibration& calibration, const Catalog& catalog, bool for_people) {
  const Entry& base = catalog.entry("software", calibration.software);
  Table table{{"key", "median", "p10", "p90", "n", for_people ? "stack " + base.id : "stack"}, {}};
  for (const auto& [key, fitted] : calibration.values) {
    const Unit unit = find_input(key)->unit;
    const auto shown = [&](double value) { return for_people ? pretty(value, unit) : exact(value); };
    const Fact* before = base.find(key);
    table.rows.push_back(
        {key, shown(fitted.value), shown(fitted.p10()), shown(fitted.p90()), fmt::format("{}", calibration.rows),
         before && before->number ? shown(*before->number) : std::string{}});
  }
  return table;
}

/// The stack that most rows name, unless one is said.
std::string base_of(const std::vector<Measurement>& rows) {
  std::map<std::string, std::size_t> counts;
  for (const Measurement& row : rows)
    if (row.status == Measurement::Status::usable) ++counts[row.software];
  const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? "generic" : most->first;
}

int write_stacks(const Options& options, const std::vector<Measurement>& rows, const Catalog& catalog) {
  const std::string source = std::filesystem::path(options.measurements).filename().string();
  for (const Calibration& calibration : calibrate_stacks(rows, catalog, source, progress(options, calibration_steps))) {
    Entry stack = as_stack(catalog.entry("software", calibration.software), calibration);
    write_text(options, fmt::format("{}/{}.json", options.stacks, stack.id), write_entry(stack).dump(2) + "\n");
  }
  return 0;
}

int run(const Options& options) {
  const Catalog catalog = load_catalog(options);
  const auto rows = read_measurements(read_file(options.measurements), options.measurements, catalog, read_scenario(options));
  if (!options.stacks.empty()) return write_stacks(options, rows, catalog);
  const std::string source = std::filesystem::path(options.measurements).filename().string();
  const Calibration calibration = calibrate(rows, catalog, base_of(rows), source);
  const auto as_file = [&] { return write_calibration(calibration); };
  const std::string title = fmt::format("{} rows of {}, starting from stack {}", calibration.rows, source, calibration.software);
  const bool hint = !options.quiet;
  write(
      options, {[&](bool colour) {
                  return title + "\n\n" + as_text(table_of(calibration, catalog, true), colour) +
                         (hint ? "\nUse it: llmsize calibrate … -o cal.json, then --calibration cal.json on any command\n" : "");
                },
                [&] { return title + "\n\n" + as_markdown(table_of(calibration, catalog, true)); }, as_file,
                [&] { return table_of(calibration, catalog, false); }});
  return 0;
}

}  // namespace

Command calibrate_command() {
  return {
      "calibrate", "Which efficiencies do measured step times imply?",
      "  llmsize calibrate --measurements my-runs.csv\n"
      "  llmsize calibrate --measurements my-runs.csv --software nemo -o cal.json\n"
      "  llmsize train --model llama-3-70b --system dgx-h100 --nodes 8 --tp 8 --calibration cal.json\n",
      [](CLI::App& app) {
        auto options = std::make_shared<Options>();
        const std::string group = "Calibration";
        add_text(app, "--measurements", options->measurements, "CSV of measured training steps: one row per run.", {"FILE", group, true});
        add_text(
            app, "--stacks", options->stacks, "Fit all stacks of the catalog together and write their files to a folder.", {"DIR", group});
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
