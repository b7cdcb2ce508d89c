// SPDX-License-Identifier: Apache-2.0
// llmsize serve: how many users a machine serves, how fast, at what cost; of a sheet, services that share a cluster.
#include "cli/launch.hpp"
#include "cli/shared_sheet.hpp"

#include "core/portfolio/fleet_page.hpp"
#include "core/quantity/parse.hpp"
#include "core/questions/row_options.hpp"
#include "core/questions/served.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::cli {
namespace {

struct Options : SharedSheetOptions {
  std::string disaggregate, goodput;
};

/// "2:6": replicas that only read prompts, and replicas that decode; "best" leaves both to the planner.
void take_apart(Scenario& scenario, const std::string& text) {
  if (text == "best") return scenario.set("serving.disaggregation", text, Giver{"--disaggregate"});
  const auto colon = text.find(':');
  const auto count = [&](const std::string& part) {
    const auto value = parse(part, Unit::count);
    if (colon == std::string::npos || !value || *value < 1 || *value != std::floor(*value))
      refuse_value("--disaggregate", text, "PREFILL:DECODE, two numbers of workers (2:6), or best");
    return *value;
  };
  const double reading = count(text.substr(0, colon)),
               decoding = count(colon == std::string::npos ? "" : text.substr(colon + 1));
  scenario.set("serving.prefill_workers", fmt::format("{}", reading), Giver{"--disaggregate"});
  scenario.set("serving.decode_workers", fmt::format("{}", decoding), Giver{"--disaggregate"});
}

/// What options of this command alone say of one service, or of each in a sheet.
void take_own(Scenario& scenario, const Options& options) {
  if (!options.disaggregate.empty()) take_apart(scenario, options.disaggregate);
  if (!options.goodput.empty()) scenario.set("serving.attainment_goal", options.goodput, Giver{"--goodput"});
}

/// What only one service has: a launch line, a page, a picture.
void refuse_page_options(const Options& options) {
  for (const auto& [option, is_given] :
       {std::pair{"--launch", !options.launch.empty()}, std::pair{"--detail", options.detail},
        std::pair{"--assumptions", options.assumptions}, std::pair{"--picture", !options.drawing.file.empty()}})
    if (is_given)
      throw BadInput(
          BadInput::Kind::usage, fmt::format("{}: expected one service, not a sheet", option),
          "set the inputs of one row as options");
}

int run_fleet(const Options& options) {
  require_sheet(options.file, "service", fmt::format("llmsize serve --model {} --system SYSTEM", options.file));
  refuse_page_options(options);
  const Catalog catalog = load_catalog(options);
  SharedSheet shared = read_shared_sheet(options);
  take_own(shared.over, options);
  const std::vector<FleetService> services = read_fleet(std::move(shared.sheet), shared.over);
  const std::vector<const ResultRow*> more = chosen_rows(options);
  const Fleet fleet = shared_fleet(
      planned_services(services, catalog, more, options.ranges, progress(options, services.size())), shared.limits,
      catalog);
  const AnsweredRows rows = fleet_rows(fleet, more);
  std::vector<FoundFinding> unused = unused_of_all(rows, catalog);
  // It moves the hours, whatever results do.
  std::erase_if(unused, [](const FoundFinding& each) { return each.fields.front() == "traffic.day_curve"; });
  write_shared(
      options,
      {"serve", "fleet", fleet_tables(fleet), fleet_rows_json(fleet, rows), fleet_json(fleet),
       fleet_table(fleet, rows)},
      unused);
  return options.check && (!fleet.fits() || rows.has_error()) ? 1 : 0;
}

int run(const Options& common) {
  if (!common.file.empty()) return run_fleet(common);
  if (!common.worksheet.empty()) throw BadInput(BadInput::Kind::usage, "--worksheet: expected a sheet (*.xlsx)");
  Study study = read_study(common);
  study.base = as_service(std::move(study.base));
  take_own(study.base, common);
  const Catalog catalog = load_catalog(common);
  if (study.axes.empty()) {
    AnsweredQuestion answered = question_of_name("serve").ask(study.base, catalog, asking_of(common));
    return common.launch.empty() ? finish(common, std::move(answered)) : finish_launch(common, answered, catalog);
  }
  if (!common.launch.empty())
    throw BadInput(BadInput::Kind::usage, "--launch: expected one scenario", "give every input one value");
  AnsweredRows table{{}, chosen_rows(common, view(Asked::service, {Use::candidates})), {}};
  for (const Axis& axis : study.axes) table.keys.push_back(axis.key);
  for (const char* key : {"cluster.nodes", "layout.tensor", "layout.pipeline", "layout.attention_data"})
    if (std::find(table.keys.begin(), table.keys.end(), key) == table.keys.end()) table.keys.emplace_back(key);
  for (const Scenario& scenario : study.scenarios())
    table.rows.push_back(answer_row({}, plan_serving(scenario, catalog).scenario, catalog, {table.results}));
  return finish(common, "serve", table, catalog, [&] { return rows_text(table); });
}

}  // namespace

Command serve_command() {
  return {
      .name = "serve",
      .summary = "Size a serving cluster: throughput, TTFT, TPOT, cost",
      .usage = "--model MODEL --system SYSTEM | FILE [OPTIONS]",
      .examples =
          {"llmsize serve --model llama-3.1-70b --system dgx-h200 --target-rate 40 --tpot-limit 40ms",
           "llmsize serve --model llama-3.1-70b --system dgx-h200 --users 20k --traffic chat",
           "llmsize serve fleet.csv --nodes 40"},
      .note = "FILE has a row per service: columns of llmsize run, name, utc_offset. --nodes is for all of them.",
      .topics =
          {{"Workload",
            {"FILE", "--users", "--traffic", "--input-tokens", "--output-tokens", "--rate", "--concurrency",
             "--target-rate", "--prefix-hit"}},
           {"SLO", {"--ttft-limit", "--tpot-limit", "--e2e-limit", "--percentile", "--goodput"}},
           {"Deployment",
            {"--nodes", "--tp", "--disaggregate", "--software", "--weights", "--kv", "--kv-tier", "--draft-tokens",
             "--launch"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Options>();
        add_text(
            app, "FILE", common->file,
            "Sheet with a row per service (*.csv, *.tsv, *.xlsx), or - for CSV on standard input");
        add_worksheet_option(app, common->worksheet);
        add_text(
            app, "--disaggregate", common->disaggregate,
            "Prefill and decode workers, e.g. 2:6. best: prefill workers if they serve more requests.",
            {"P:D", "Serving"});
        add_text(
            app, "--goodput", common->goodput,
            "Fraction of requests to serve within all SLOs together, e.g. 99%. It replaces --percentile.",
            {"F", "Serving"});
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        add_launch_option(app, *common, false);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
