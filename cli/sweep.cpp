// SPDX-License-Identifier: Apache-2.0
// llmsize sweep: any input over a list or range.
#include "cli/study_rows.hpp"
#include "core/inputs/list.hpp"
#include "core/pages/study_page.hpp"

#include <fmt/format.h>

namespace llmsize::cli {
namespace {

constexpr std::size_t most_axes = 2;

/// A heat map that these inputs cannot have is refused before a row is computed.
void require_heat_axes(const Common& common, const Study& study) {
  if (common.drawing.as != "heat") return;
  std::vector<std::string> numeric;
  for (const Axis& axis : study.axes)
    if (find_input(axis.key)) numeric.push_back(axis.key);
  if (numeric.size() != most_axes)
    throw BadInput(
        BadInput::Kind::usage, fmt::format(
                                   "--picture-as heat: expected two numeric inputs with several values, found {}",
                                   numeric.empty() ? "none" : fmt::format("{}", fmt::join(numeric, ", "))));
}

int run(const Common& common) {
  const Study study = read_study(common);
  if (study.axes.empty())
    throw BadInput(BadInput::Kind::usage, "expected one input with several values (--tp 1,2,4,8 or --nodes 1..64x2)");
  if (study.axes.size() > most_axes)
    throw BadInput(
        BadInput::Kind::usage, fmt::format(
                                   "{}: {} inputs have several values, expected at most two",
                                   study.axes.back().values.front().giver, study.axes.size()));
  require_heat_axes(common, study);
  const Catalog catalog = load_catalog(common);
  const std::vector<const ResultRow*> results = chosen_rows(common, view(asked_of(study.base), {Use::headline}));
  // What no value mends is a mistake of the whole sweep.
  require_any(study, catalog);
  if (shows_rows_alone(common)) {
    std::vector<std::string> keys;
    keys.reserve(study.axes.size());
    for (const Axis& axis : study.axes) keys.push_back(axis.key);
    return write_points(common, {{"", study}}, std::move(keys), results, catalog);
  }
  require_few(study, results.size());
  const Query query{results, common.ranges};
  const AnsweredRows table = answered_study(study, query, catalog, progress(common, study.points()));
  return finish(common, "sweep", table, catalog, [&] { return rows_text(table, study.axes); });
}

}  // namespace

Command sweep_command() {
  return {
      .name = "sweep",
      .summary = "Sweep one or two inputs and show how results change",
      .usage = "--INPUT VALUES [--INPUT VALUES] [OPTIONS]",
      .examples =
          {"llmsize sweep --model gpt3-175b --system dgx-h100 --tokens 300B --nodes 16,32,64,128 --csv",
           "llmsize sweep --model llama-3-8b --system dgx-h100 --nodes 1 --sequence 8192..131072x2",
           "llmsize sweep --model gpt3-175b --system dgx-h100 --nodes 16..128x2 --range --picture mfu.png"},
      .note = "VALUES: a list (1,2,4), whole numbers (1..8), steps (8..64+8) or factors (1..1024x2).",
      .topics =
          {{"Inputs often swept",
            {"--model", "--system", "--nodes", "--gpus", "--tp", "--pp", "--micro-batch", "--sequence", "--recompute",
             "--precision"}},
           {"Study", {"--scenario", "--results", "--picture-as", "--picture-marks"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
