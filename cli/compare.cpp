// SPDX-License-Identifier: Apache-2.0
// llmsize compare: scenarios side by side.
#include "cli/command.hpp"
#include "cli/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::vector<std::string> files;
};

/// Each is a column.
constexpr std::size_t most_compared = 1000;

/// Scenarios with their names: each file, and each value of what has several.
std::vector<std::pair<std::string, Scenario>> named_scenarios(const Options& options, const Catalog& catalog) {
  std::vector<std::pair<std::string, Scenario>> all;
  const auto take = [&](const std::string& file, const Study& study) {
    if (all.size() + study.points() > most_compared)
      throw BadInput(
          BadInput::Kind::usage, fmt::format("expected at most {} scenarios", most_compared),
          "'llmsize sweep' and 'llmsize run' take more");
    for (const Scenario& scenario : study.scenarios()) {
      const std::string name = difference_of(study, scenario);
      all.emplace_back(file.empty() || name.empty() ? file + name : fmt::format("{}: {}", file, name), scenario);
    }
  };
  if (options.files.empty())
    take({}, read_study(options));
  else
    refuse_second_scenario(options);
  for (const std::string& file : options.files) take(name_of(file), override_study(load_study(catalog, file), options));
  return all;
}

constexpr std::string_view uncalibrated = "none";

/// The options once for every file of --calibration.
std::vector<Options> with_each_calibration(const Options& options) {
  std::vector<Options> all;
  for (std::size_t start = 0; start <= options.calibration_file.size();) {
    const std::size_t comma = std::min(options.calibration_file.find(',', start), options.calibration_file.size());
    all.push_back(options);
    all.back().calibration_file = options.calibration_file.substr(start, comma - start);
    start = comma + 1;
  }
  return all;
}

Catalog catalog_of(Options options) {
  if (options.calibration_file == uncalibrated) options.calibration_file.clear();
  return load_catalog(options);
}

/// Adds the answers that one calibration gives, named by it where there are several.
void add_answers(const Options& options, bool named, AnsweredRows& table) {
  const std::string calibration =
      options.calibration_file == uncalibrated ? "not calibrated" : options.calibration_file;
  const Catalog catalog = catalog_of(options);
  auto scenarios = named_scenarios(options, catalog);
  for (auto& [name, scenario] : scenarios)
    if (named) name = name.empty() ? calibration : fmt::format("{}, {}", name, calibration);
  for (AnsweredRow& row :
       planned_rows(scenarios, catalog, {table.results, options.ranges}, progress(options, scenarios.size())))
    table.rows.push_back(std::move(row));
}

int run(const Options& options) {
  const std::vector<Options> calibrations = with_each_calibration(options);
  const auto scenarios = named_scenarios(options, catalog_of(calibrations.front()));
  const bool serve = std::all_of(
      scenarios.begin(), scenarios.end(), [](const auto& each) { return asked_of(each.second) == Asked::service; });
  if (calibrations.size() == 1) require_drawable(options, scenarios);
  const Asked asked = serve && !scenarios.empty() ? Asked::service : Asked::training;
  AnsweredRows table{{}, chosen_rows(options, view(asked, {Use::compared})), {}};
  for (const Options& each : calibrations) add_answers(each, calibrations.size() > 1, table);
  if (table.rows.size() < 2)
    throw BadInput(
        BadInput::Kind::usage,
        "expected two scenarios or more: files, an input with several values, or --calibration none,FILE");
  table.keys = said_keys(table.rows);
  const Catalog catalog = catalog_of(calibrations.front());
  return finish(options, "compare", table, catalog, [&] {
    return std::vector<TitledTable>{{{}, side_by_side(table)}};
  });
}

}  // namespace

Command compare_command() {
  return {
      .name = "compare",
      .summary = "Compare scenarios side by side",
      .usage = "SCENARIO… [OPTIONS]",
      .examples =
          {"llmsize compare hpe-18.4b hpe-39.1b hpe-1008b",
           "llmsize compare --model llama-3-70b --tokens 2T --deadline 60d --system dgx-h100,dgx-b200",
           "llmsize compare my-cluster.llmsize --calibration none,measured.json"},
      .topics =
          {{"Scenarios", {"SCENARIO", "--calibration", "--results", "--findings"}},
           {"Inputs often compared",
            {"--model", "--system", "--nodes", "--tokens", "--deadline", "--tp", "--pp", "--precision", "--software",
             "--storage"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        add_texts(app, "SCENARIO", options->files, "Scenario files or IDs of the catalog; the first is the base");
        add_scenario_options(app, *options);
        add_picture_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
