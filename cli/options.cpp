// SPDX-License-Identifier: Apache-2.0
// Options shared by the commands; those of the scenario come from the list of inputs.
#include "cli/command.hpp"

#include "core/inputs/list.hpp"
#include "core/inputs/value.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace llmsize::cli {
namespace {

constexpr std::string_view hidden = "";

/// "Layout" of "layout.tensor": the heading in --help. Inputs without a short flag are left out there; `catalog inputs` lists them.
std::string heading(std::string_view key) {
  if (options_of(key).size() == 1 && option_of(key).find('.') != std::string::npos) return std::string(hidden);
  std::string group(key.substr(0, key.find('.')));
  group[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(group[0])));
  return group;
}

std::string names(std::string_view key) {
  std::string joined;
  for (const std::string& option : options_of(key)) joined += (joined.empty() ? "" : ",") + option;
  return joined;
}

std::string words(const Choice& choice) {
  std::string joined;
  for (const Option& option : choice.options) joined += fmt::format("{}{}", joined.empty() ? "" : "|", option.word);
  return joined;
}

std::string help(const InputAbout& about) {
  return about.initial ? fmt::format("{} Default {}.", about.help, pretty(*about.initial, about.unit)) : std::string(about.help);
}

void add_option(CLI::App& app, Common& common, std::string_view key, const std::string& text, const std::string& type) {
  app.add_option_function<std::string>(
         names(key), [&common, key](const std::string& value) { common.said.emplace_back(key, value); }, text)
      ->type_name(type)
      ->group(heading(key));
}

void add_flag(CLI::App& app, Common& common, const InputAbout& about) {
  app.add_flag(names(about.key), common.switches[std::string(about.key)], help(about))->group(heading(about.key));
}

/// Accepts any text but an empty one.
CLI::Validator something() {
  return {[](const std::string& text) { return text.empty() ? std::string("a value is expected") : std::string(); }, ""};
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> items;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    if (comma > start) items.push_back(list.substr(start, comma - start));
    start = comma + 1;
  }
  return items;
}

}  // namespace

void add_output_options(CLI::App& app, Common& common) {
  const std::string group = "Output";
  const auto text = [&](const std::string& name, std::string& value, const std::string& help, const std::string& type) {
    return app.add_option(name, value, help)->type_name(type)->check(something())->group(group);
  };
  const auto flag = [&](const std::string& name, bool& value, const std::string& help) {
    return app.add_flag(name, value, help)->disable_flag_override()->group(group);
  };
  CLI::Option* format = text("--format", common.format, "table, json, csv, tsv, ndjson or md.", "FORMAT")->envname("LLMSIZE_FORMAT");
  CLI::Option* json = flag("--json", common.json, "Same as --format json.");
  CLI::Option* csv = flag("--csv", common.csv, "Same as --format csv.");
  text("-o,--output", common.output_file, "Write to a file; its ending tells the format.", "FILE");
  flag("--force", common.force, "Overwrite the file.");
  text("--color", common.colour, "auto, always or never.", "WHEN");
  flag("--quiet", common.quiet, "No progress and no hints.");
  text("--catalog", common.catalog_folder, "Folder whose entries take precedence over the built-in catalog.", "DIR")
      ->envname("LLMSIZE_CATALOG");
  json->excludes(csv);
  if (std::getenv("LLMSIZE_FORMAT") == nullptr) format->excludes(json)->excludes(csv);
}

void add_scenario_options(CLI::App& app, Common& common) {
  add_output_options(app, common);
  app.add_option("--results", common.results, "all, or ids of results: training.iteration_flop,model.parameters.")
      ->type_name("ID,ID,...")
      ->check(something())
      ->group("Output");
  app.add_flag("--check", common.check, "Exit with 1 when a finding is an error.")->disable_flag_override()->group("Output");
  app.add_flag("--range", common.ranges, "Add P10 and P90.")->disable_flag_override()->group("Output");
  app.add_option("--scenario", common.scenario_file, "A *.llmsize file; options override what it says.")
      ->type_name("FILE")
      ->check(something())
      ->group("Scenario");
  app.add_option("--set", common.settings, "Any input by its key: --set model.layers=96.")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all()
      ->group("Scenario");
  for (const Reference* reference : references()) add_option(app, common, reference->key, std::string(reference->help), "ID");
  for (const Choice* choice : choices()) add_option(app, common, choice->key, std::string(choice->help), words(*choice));
  for (const InputAbout* about : numeric_inputs()) {
    if (about->unit == Unit::flag)
      add_flag(app, common, *about);
    else
      add_option(app, common, about->key, help(*about), about->whole ? "N" : "VALUE");
  }
  app.footer("Every other input is --KEY VALUE or --set KEY=VALUE; `llmsize catalog inputs` lists them.");
}

Catalog load_catalog(const Common& common) { return Catalog(common.catalog_folder); }

Scenario read_scenario(const Common& common) {
  Scenario scenario;
  if (!common.scenario_file.empty()) scenario = llmsize::read_scenario(read_file(common.scenario_file), common.scenario_file);
  std::map<std::string, std::string> givers;
  const auto say = [&](const std::string& key, const std::string& text, const std::string& giver) {
    scenario.set(key, text, {giver});
    if (const auto [first, fresh] = givers.emplace(key, giver); !fresh)
      throw BadInput(BadInput::Kind::usage, fmt::format("{}: {} is given more than once, first by {}", giver, key, first->second));
  };
  for (const auto& [key, text] : common.said) say(key, text, option_of(key));
  for (const auto& [key, text] : common.switches)
    if (!text.empty()) say(key, text, option_of(key));
  for (const std::string& setting : common.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) throw BadInput(BadInput::Kind::usage, fmt::format("--set: {} is not KEY=VALUE", in_quotes(setting)));
    const std::string key = setting.substr(0, equals);
    say(key, setting.substr(equals + 1), "--set " + key);
  }
  return scenario;
}

std::vector<const ResultRow*> chosen_rows(const Common& common, const std::vector<std::string_view>& rooms) {
  if (common.results.empty()) return rows_of_rooms(rooms);
  std::vector<const ResultRow*> rows;
  for (const std::string& id : split(common.results)) {
    if (id == "all")
      for (const ResultRow& row : results()) rows.push_back(&row);
    else if (const ResultRow* row = find_result(id))
      rows.push_back(row);
    else
      throw BadInput(
          BadInput::Kind::unknown_id, fmt::format("--results: there is no result {}{}", in_quotes(id), did_you_mean(id, result_ids())));
  }
  if (rows.empty()) throw BadInput(BadInput::Kind::usage, fmt::format("--results: {} names no result", in_quotes(common.results)));
  return rows;
}

}  // namespace llmsize::cli
