// SPDX-License-Identifier: Apache-2.0
// llmsize explain: the derivation of any result.
#include "cli/command.hpp"
#include "cli/last.hpp"
#include "cli/parser.hpp"

#include "core/answer/explanation.hpp"
#include "core/quantity/print.hpp"
#include "core/questions/parts.hpp"
#include "core/questions/unused.hpp"
#include "core/scenario/sheet_columns.hpp"
#include "core/verdict/concern.hpp"
#include "core/view/title.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::vector<std::string> names;
  int depth = 0;
  bool last = false;
};

Table parts_table(const std::vector<Explanation>& explanations) {
  Table table{{"id", "symbol", "name", "label", "value", "unit", "origin", "source"}, {}};
  for (const Explanation& e : explanations)
    for (const Part& part : e.parts)
      table.rows.push_back(
          {e.id, part.symbol, part.name, part.label, is_absent(part.value) ? "" : exact(part.value),
           std::string(symbol(part.unit)), part.origin, part.source});
  return table;
}

/// An id, or an option or label in its place ("tp", "--tp"). Throws BadInput for an entry of the catalog, which is
/// shown by another command.
std::string id_meant(const std::string& name, const Catalog& catalog) {
  if (NumberId::find(name) || FunctionKey::find(name)) return name;
  if (std::string key = key_of_column(name); !key.empty()) return key;
  for (const std::string_view kind : Catalog::kinds())
    if (const auto ids = catalog.ids(kind); std::find(ids.begin(), ids.end(), name) != ids.end())
      throw BadInput(
          BadInput::Kind::unknown_id, fmt::format("{} is an entry of the catalog, not a number", in_quotes(name)),
          fmt::format("llmsize catalog {}", name));
  return name;
}

/// The scenario of the options; with --last what they say of the last answer.
Scenario asked_scenario(const Options& options) {
  if (!options.last) return read_scenario(options);
  if (!options.scenario_file.empty())
    throw BadInput(BadInput::Kind::usage, "--last: --scenario is given too; use one of them");
  // What is asked otherwise is planned anew.
  const bool switched = std::any_of(
      options.switches.begin(), options.switches.end(), [](const auto& each) { return !each.second.empty(); });
  const bool otherwise = switched || !options.said.empty() || !options.settings.empty();
  Study study;
  study.base = otherwise ? last_answer().said : last_answer().answered;
  return only_scenario(override_study(std::move(study), options), {});
}

/// The catalog of the options, or of the last answer where they name none.
Catalog asked_catalog(Options options) {
  if (options.last) {
    const Last last = last_answer();
    if (options.catalog_folder.empty()) options.catalog_folder = last.catalog_folder;
    if (options.calibration_file.empty()) options.calibration_file = last.calibration_file;
  }
  return load_catalog(options);
}

/// Who asks how something is served does not train it.
Scenario scenario_of(const Options& options) {
  Scenario scenario = asked_scenario(options);
  const bool served = std::all_of(options.names.begin(), options.names.end(), [](const std::string& name) {
    return name.starts_with("serving.") || name.starts_with("service.");
  });
  if (served && !scenario.find("workload.mode")) scenario.set("workload.mode", "infer", Giver{"explain"});
  return scenario;
}

/// Model and system are what the number is of, and nothing moves a number that is not known.
void drop_unexplained(
    std::vector<std::string>& idle, const std::vector<const ResultRow*>& explained, const Case& plan) {
  const Once values(plan.values, dependents());
  const auto is_known = [&](const ResultRow* row) { return std::isfinite(row->value(values)); };
  if (!explained.empty() && std::none_of(explained.begin(), explained.end(), is_known)) idle.clear();
  for (const char* key : {"model", "cluster.system"}) std::erase(idle, key);
}

int run(Options options) {
  const Catalog catalog = asked_catalog(options);
  for (std::string& name : options.names) name = id_meant(name, catalog);
  std::vector<const ResultRow*> explained;
  for (const std::string& name : options.names)
    if (const ResultRow* row = find_result(name)) explained.push_back(row);
  // What the planner chooses is as much an input as a result.
  const bool chosen = std::any_of(options.names.begin(), options.names.end(), [](const std::string& name) {
    return name.starts_with("layout.") || name.starts_with("cluster.") || name == "workload.global_batch";
  });
  if (chosen) explained.push_back(&result_row("planning.nodes"));
  const Subject subject = subject_for({}, scenario_of(options), catalog, explained, told(options));
  if (chosen) explained.pop_back();
  const Case plan = case_of(subject, catalog);
  std::vector<Explanation> all;
  for (const std::string& name : options.names)
    for (Explanation& e : explain_deep(plan, name, options.depth)) all.push_back(std::move(e));
  std::vector<NumberId> shown;
  for (const std::string& name : options.names)
    if (const auto id = NumberId::find(name)) shown.push_back(*id);
  std::vector<std::string> idle =
      said_options(subject, catalog, {shown, {}, planning_results(subject, plan), rests_on_layout(explained)}).unused;
  drop_unexplained(idle, explained, plan);
  const std::vector<FoundFinding> unused = unused_findings(subject, catalog, idle);
  const auto text = [&](bool colour) {
    std::string joined = title(plan) + "\n";
    for (const Explanation& e : all) joined += "\n" + as_text(e, colour);
    return joined + lines_of(unused);
  };
  const auto markdown = [&] {
    std::string joined = "# " + title(plan) + "\n";
    for (const Explanation& e : all) joined += "\n" + as_markdown(e);
    return joined + lines_of(unused);
  };
  const auto json = [&] {
    Json rows = Json::array();
    for (const Explanation& e : all) rows.push_back(as_json(e));
    Answer answered = answer(plan, {explained, true, {}, false});
    answered.add(unused);
    return document("explain", &plan, answered, std::move(rows));
  };
  write(options, {text, markdown, json, [&] { return parts_table(all); }});
  return 0;
}

}  // namespace

Command explain_command() {
  return {
      .name = "explain",
      .summary = "Show how a result is computed",
      .usage = "ID… [OPTIONS]",
      .examples =
          {"llmsize explain memory.gpu_total --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16",
           "llmsize explain capacity.nodes_states --model bloom-mod-2 --system dgx-a100-640 --depth 3",
           "llmsize explain layout.data --system dgx-h100 --nodes 16 --tp 8"},
      .topics =
          {{"Derivation", {"ID", "--last", "--depth"}},
           {"Scenario",
            {"--scenario", "--model", "--system", "--nodes", "--tokens", "--deadline", "--tp", "--pp", "--mode",
             "--set"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        app.add_option("ID", options->names, "Results or inputs, e.g. training.total_step_time")
            ->required()
            ->delimiter(',');
        app.add_option("--depth", options->depth, "Levels of the derivation to show [default: 0]")
            ->type_name("N")
            ->check([](const std::string& text) {
              if (!CLI::Range(0, 20)(text).empty()) refuse_value("--depth", text, "a whole number from 0 to 20");
              return std::string();
            });
        add_flag(app, "--last", options->last, "Explain the last answer of this terminal", "Scenario");
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
