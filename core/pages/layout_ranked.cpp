// SPDX-License-Identifier: Apache-2.0
// The best layouts as a table, a row each, which Enter takes.
#include "core/pages/layout_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

struct Column {
  std::string_view title;
  NumberId name;
};

/// Degrees that are one everywhere are left out.
std::vector<Column> columns_of(const LayoutPlan& plan) {
  const auto any = [&](auto degree) {
    return std::any_of(plan.search.best.begin(), plan.search.best.end(), [&](const Candidate& each) {
      return each.layout.*degree > 1;
    });
  };
  std::vector<Column> columns{{"TP", "layout.tensor"}, {"PP", "layout.pipeline"}};
  if (any(&Layout::context)) columns.push_back({"CP", "layout.context"});
  columns.push_back({"DP", "layout.data"});
  if (any(&Layout::expert)) columns.push_back({"EP", "layout.expert"});
  columns.insert(
      columns.end(), {{"VPP", "layout.interleave"},
                      {"MBS", "layout.micro_batch"},
                      {"ZeRO", "layout.shard_optimizer"},
                      {"Recompute", "layout.recompute_fraction"},
                      {"Step time", "training.step_time"},
                      {"MFU", "training.mfu"},
                      {"GPU memory", "memory.gpu_total"},
                      {"tok/s", "training.tokens_per_second"}});
  return columns;
}

Grid::Cell cell_of(const Around& one, const Column& column) {
  if (column.title == "ZeRO") return {one.word("layout.zero"), false, {}};
  if (column.title == "Recompute") return {recompute_word(one.plan()), false, {}};
  const double number = one.number(column.name);
  const std::string text = column.title == "MFU"     ? value_and_unit(number, Unit::ratio).first + "%"
                           : column.title == "tok/s" ? value_and_unit(number, Unit::tokens_per_second).first
                                                     : one.shown(column.name);
  return sourced_cell(text, one.source(column.name), number);
}

/// A layout that would be fast and does not fit: what it is over by.
Grid::Row too_large_row(
    const Subject& subject, const Around& around, const std::vector<Column>& columns, const Candidate& candidate) {
  const Scenario scenario = subject.plan()->with(candidate);
  const Around one = around.with(changes_to(around.scenario(), scenario));
  Grid::Row row;
  row.cells.push_back({"–", false, {}});
  for (const Column& column : columns) row.cells.push_back(cell_of(one, column));
  const double over = one.result("memory.gpu_total") - one.result("memory.gpu_capacity");
  row.cells.push_back({over > 0 ? fmt::format("{} over", pretty(over, Unit::memory)) : why_not(one.at({})), false, {}});
  row.dull = true;
  return row;
}

Grid::Row row_of(const Subject& subject, const Around& around, const std::vector<Column>& columns, std::size_t index) {
  constexpr double mostly_full = 0.9;
  const Scenario scenario = subject.plan()->with(subject.plan()->search.best[index]);
  const Around one = around.with(changes_to(around.scenario(), scenario));
  Grid::Row row;
  row.cells.push_back({std::to_string(index + 1), true, {}});
  for (const Column& column : columns) row.cells.push_back(cell_of(one, column));
  const double full = one.result("memory.gpu_total") / one.result("memory.gpu_capacity");
  std::string verdict = "fits";
  if (full > mostly_full) verdict = fmt::format("fits, {} full", share_text(full));
  if (index == 0) verdict = "best";
  row.cells.push_back({std::move(verdict), false, {}});
  row.strong = index == 0;
  row.hue = full > mostly_full && index > 0 ? Hue::limit : Hue::gpu;
  row.apply = {{}, changes_to(subject.said, scenario)};
  return row;
}

}  // namespace

std::string unranked(const Subject& subject, const Around& around) {
  if (std::string why = obstacle(subject, around, "training.step_time").sentence; !why.empty()) return why;
  if (subject.plan()) return {};
  if (!is_open(subject.said)) return "The layout is set by you. Use --layout best to rank alternatives.";
  if (wants_plan(subject.said, around.catalog())) return "The search was interrupted. Press F5 to restart it.";
  const bool utilised = subject.said.find("software.utilisation") || subject.said.find("software.at_utilisation");
  return utilised ? "Time comes from the utilization. Clear it to rank layouts."
                  : "Ranking needs the model architecture. Choose a model.";
}

Chart ranked_chart(const Subject& subject, const Around& around) {
  Chart chart{"layout.ranked", "Ranked layouts", "VPP: virtual pipeline size, MBS: micro-batch size", Grid{}};
  chart.wide = true;
  chart.empty = unranked(subject, around);
  if (!chart.empty.empty()) return chart;
  const std::vector<Column> columns = columns_of(*subject.plan());
  Grid grid;
  grid.header.emplace_back("#");
  for (const Column& column : columns) grid.header.emplace_back(column.title);
  grid.header.emplace_back("Verdict");
  for (std::size_t i = 0; i < subject.plan()->search.best.size(); ++i)
    grid.rows.push_back(row_of(subject, around, columns, i));
  for (const Candidate& each : subject.plan()->search.too_large)
    grid.rows.push_back(too_large_row(subject, around, columns, each));
  chart.title = fmt::format("Ranked layouts for {}", counted_text(subject.plan()->nodes, "node"));
  if (!subject.plan()->search.too_large.empty()) chart.subtitle += "; gray: as fast, but exceed GPU memory";
  chart.body = std::move(grid);
  return chart;
}

}  // namespace llmsize
