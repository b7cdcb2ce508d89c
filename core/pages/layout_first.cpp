// SPDX-License-Identifier: Apache-2.0
// The first screen of a plan: the best layouts, then how sure their times are.
#include "core/answer/certainties.hpp"
#include "core/pages/first_lines.hpp"
#include "core/pages/layout_charts.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/headline.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::size_t most_rows = 5;

/// The best layouts of the ranked table, without those that do not fit and without its last column, which says so.
Grid best_rows(const Subject& subject, const Around& around) {
  Chart chart = ranked_chart(subject, around);
  auto* grid = std::get_if<Grid>(&chart.body);
  if (!chart.empty.empty() || !grid) return {};
  std::erase_if(grid->rows, [](const Grid::Row& row) { return row.dull; });
  if (grid->rows.size() > most_rows) grid->rows.erase(grid->rows.begin() + most_rows, grid->rows.end());
  grid->header.pop_back();
  for (Grid::Row& row : grid->rows) row.cells.pop_back();
  return std::move(*grid);
}

/// "GPT-3 175B on 128 × DGX A100 640GB (1,024 GPUs): 19.0 s/step, MFU 56%"; with the time where a deadline is asked
/// for.
std::string plan_headline(const Subject& subject, const Around& around) {
  if (!is_absent(around.input("goal.deadline")) || tells_deadlines(subject)) return short_headline(subject, around);
  std::string text = title(around.plan());
  if (obstacle(subject, around, "training.step_time") || !misfit(subject, around).empty()) return text;
  return text + fmt::format(
                    " ({}): {}/step, MFU {}", counted_text(around.input("cluster.gpus"), "GPU"),
                    around.shown("training.step_time"), share_text(around.result("training.mfu")));
}

/// How near the second best comes.
std::string beside_runner_up(const Subject& subject) {
  constexpr double equal = 0.005;
  if (!subject.plan() || subject.plan()->search.best.size() < 2) return {};
  const double lead = subject.plan()->search.best[1].pace() / subject.plan()->search.best[0].pace() - 1;
  return std::abs(lead) < equal
             ? std::string("rows 1 and 2 are equally fast")
             : fmt::format("row 2 is {} {}", share_text(std::abs(lead)), lead > 0 ? "slower" : "faster");
}

}  // namespace

FirstScreen layout_first(const Subject& subject, const Around& around) {
  FirstScreen first;
  first.headline = plan_headline(subject, around);
  if (!around.name("model").empty() && !serves(around)) first.assumed = recipe_words(around);
  if (serves(around) || obstacle(subject, around, "training.step_time") || !misfit(subject, around).empty())
    return first;
  first.table = best_rows(subject, around);
  FirstLines lines;
  std::vector<std::string> sizes;
  for (const CertainNodes::Sized& each : subject.certain().leading(around.word("goal.certainty")))
    if (!is_absent(each.nodes))
      sizes.push_back(fmt::format("{} at {}", pretty(each.nodes, Unit::count), certainty_of(each.certainty).shown));
  lines.add("Nodes", sizes);
  const std::string limit = limit_of(around);
  if (first.table.rows.empty()) add_layout_and_step(subject, around, lines);
  if (!first.table.rows.empty())
    lines.add("Step time", {ranged(around, "training.step_time"), beside_runner_up(subject)});
  lines.add(
      "Time to train", {ranged(around, "training.calendar_time"), if_known(around, "workload.tokens", "{} tokens")});
  if (!first.table.rows.empty()) {
    lines.add("Bottleneck", {limit, if_known(around, "training.flop_rate_per_gpu", "{} per GPU")});
    add_gpu_memory(subject, around, lines);
  }
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize
