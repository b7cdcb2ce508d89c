// SPDX-License-Identifier: Apache-2.0
// llmsize compare: scenarios side by side.
#include "cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::vector<std::string> files;
};

/// What tells the scenarios of one study apart: "dgx-h100", "tensor 8, pipeline 2".
std::string difference_of(const Study& study, const Scenario& scenario) {
  std::string name;
  for (const Axis& axis : study.axes) {
    const Scenario::Said& said = *scenario.find(axis.key);
    const std::string field = axis.key.substr(axis.key.find('.') + 1);
    name += fmt::format("{}{}", name.empty() ? "" : ", ", said.value.number ? fmt::format("{} {}", field, said.text) : said.text);
  }
  return name;
}

/// Scenarios with their names: each file, and each value of what has several.
std::vector<std::pair<std::string, Scenario>> named_scenarios(const Options& options, const Catalog& catalog) {
  std::vector<std::pair<std::string, Scenario>> all;
  const auto take = [&](const std::string& file, const Study& study) {
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

int run(const Options& options) {
  const Catalog catalog = load_catalog(options);
  const auto scenarios = named_scenarios(options, catalog);
  if (scenarios.size() < 2)
    throw BadInput(BadInput::Kind::usage, "two scenarios at least are expected: files, or an input with several values");
  AnsweredRows table{{}, chosen_rows(options, headline_rows()), {}};
  for (const auto& [name, scenario] : scenarios)
    table.rows.push_back(answer_row(name, scenario, catalog, {table.results, finding_rooms(table.results), options.ranges}));
  table.keys = said_keys(table.rows);
  return finish(options, "compare", table, [&] { return std::vector<TitledTable>{{{}, side_by_side(table)}}; });
}

}  // namespace

Command compare_command() {
  return {
      "compare", "How do several scenarios differ?",
      "  llmsize compare hpe-18.4b hpe-39.1b hpe-1008b\n"
      "  llmsize compare --model gpt3-175b --tokens 300B --nodes 64 --tp 8 --pp 8 --system dgx-a100-640,dgx-h100,dgx-b200\n"
      "  llmsize compare my-cluster.llmsize gpt3-on-1024-a100 --tokens 1T\n",
      [](CLI::App& app) {
        auto options = std::make_shared<Options>();
        add_texts(app, "SCENARIO", options->files, "Files or scenarios of the catalog; the first is the base.");
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
