// SPDX-License-Identifier: Apache-2.0
// Why this number of nodes: the sizes around them, and what is wrong with fewer and gained by more.
#include "core/answer/certain_time.hpp"
#include "core/answer/certainties.hpp"
#include "core/inputs/list.hpp"
#include "core/pages/size_charts.hpp"
#include "core/planning/held.hpp"
#include "core/quantity/print.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr ResultKey calendar = "training.calendar_time";

/// "P50": the confidence that is asked for.
std::string asked_words(const Around& around) {
  const std::string asked = around.word("goal.certainty");
  return std::string(certainty_of(asked.empty() ? "p50" : asked).shown);
}

/// The scenario's own size, the goal, and what those around it are compared with.
struct LadderBase {
  const Subject& subject;
  const Around& around;
  double time = is_unplanned(subject) ? absent : around.result(calendar), deadline = around.input("goal.deadline");

  bool is_stated() const { return nodes_are_said(subject.said); }
  double late(const PlannedSize& size) const { return certain_time(size.planned->plan()) - deadline; }
};

/// "exceeds power limit" where a limit on the size is broken.
std::string broken_limit(const Around& planned) {
  for (const SizeLimit& limit : size_limits)
    if (planned.result(limit.result) > planned.input(limit.key))
      return fmt::format("exceeds {}", lower_first(std::string(about_of(limit.key).label)));
  return {};
}

/// Why the scenario has its own size.
std::string why_chosen(const LadderBase& own) {
  const LayoutPlan& plan = *own.subject.plan();
  if (own.is_stated()) return "set by you";
  if (plan.limit) return fmt::format("most within {}", lower_first(std::string(about_of(*plan.limit).label)));
  if (!plan.met) return "soonest; no size meets the goal";
  if (!is_absent(own.deadline))
    return fmt::format("fewest that meet {} at {}", own.around.shown("goal.deadline"), asked_words(own.around));
  return plan.sized ? "fewest that meet the goal" : "fewest on which a layout fits";
}

/// What a size is against the scenario's own: "0.3 days late at P50", "9.7 days sooner", "not sooner, 1 node idle".
std::string why_size(const PlannedSize& size, const LadderBase& own) {
  if (!size.planned) return "no layout fits";
  if (size.chosen) return why_chosen(own);
  if (std::string broken = broken_limit(*size.planned); !broken.empty()) return broken;
  if (const double late = own.late(size); late > 0)
    return fmt::format("{} late at {}", time_beside(late, own.deadline), asked_words(own.around));
  const double saved = own.time - size.planned->result(calendar);
  std::string text;
  if (size.kind == PlannedSize::Kind::of_certainty) text = fmt::format("fewest for {}, ", size.name);
  if (size.kind == PlannedSize::Kind::of_deadline) text = fmt::format("fewest {}, ", size.name);
  const double idle = size.nodes - size.planned->input("cluster.nodes") - own.around.input("cluster.spare_nodes");
  if (is_absent(saved)) return text + (is_absent(own.deadline) ? "fits" : "meets " + own.around.shown("goal.deadline"));
  if (saved > 1e-3 * own.time) return text + time_beside(saved, own.time) + " sooner";
  if (saved < -1e-3 * own.time) return text + time_beside(saved, own.time) + " later";
  return text + (idle > 0 ? fmt::format("not sooner, {} idle", counted_text(idle, "node")) : "not sooner");
}

Grid::Cell ladder_cell(const PlannedSize& size, ResultKey id) {
  return size.planned && size.planned->knows(id) ? number_cell(*size.planned, id) : Grid::Cell{"–", true};
}

Grid::Cell ladder_number(double value, Unit unit) { return {is_absent(value) ? "–" : pretty(value, unit), true}; }

Grid::Row ladder_row(const PlannedSize& size, const LadderBase& own, bool priced) {
  Grid::Row row;
  row.strong = size.chosen;
  row.dull = !size.planned || (own.late(size) > 0 && !size.chosen);
  const double sure = size.planned ? chance(size.planned->plan()) : absent;
  row.cells = {
      {pretty(size.nodes, Unit::count), true},
      ladder_number(size.planned ? size.planned->input("cluster.gpus") : absent, Unit::count),
      ladder_cell(size, calendar),
      ladder_number(size.planned ? time_at(size.planned->plan(), "p80") : absent, Unit::seconds),
      {is_absent(sure) ? "–" : share_text(sure), true},
      ladder_cell(size, "power.it")};
  if (priced) row.cells.push_back(ladder_cell(size, "economics.capex"));
  row.cells.push_back({why_size(size, own)});
  if (!size.chosen && size.planned) row.apply.changes = size.use;
  return row;
}

/// The last size below the scenario's own; nullptr where there is none.
const PlannedSize* next_smaller(const std::vector<PlannedSize>& sizes) {
  const auto chosen = std::find_if(sizes.begin(), sizes.end(), [](const PlannedSize& each) { return each.chosen; });
  return chosen == sizes.begin() ? nullptr : &*(chosen - 1);
}

/// The first size that meets the goal; nullptr where none does.
const PlannedSize* first_that_meets(const std::vector<PlannedSize>& sizes, const LadderBase& own) {
  const auto found = std::find_if(sizes.begin(), sizes.end(), [&](const PlannedSize& each) {
    return each.planned && !(own.late(each) > 0) && broken_limit(*each.planned).empty();
  });
  return found == sizes.end() ? nullptr : &*found;
}

std::string ladder_title(const std::vector<PlannedSize>& sizes, const LadderBase& own) {
  const double nodes = own.around.result("planning.nodes");
  const std::string counted = counted_text(nodes, "node");
  const PlannedSize *smaller = next_smaller(sizes), *meets = first_that_meets(sizes, own);
  if (is_unplanned(own.subject)) {
    std::string text = fmt::format("{} {} not fit", counted, nodes == 1 ? "does" : "do");
    const auto fits =
        std::find_if(sizes.begin(), sizes.end(), [](const auto& each) { return each.planned.has_value(); });
    if (fits != sizes.end())
      text += fmt::format("; {} {}", pretty(fits->nodes, Unit::count), fits->nodes == 1 ? "does" : "do");
    if (meets && !is_absent(own.deadline))
      text += fmt::format(", {} meet {}", pretty(meets->nodes, Unit::count), own.around.shown("goal.deadline"));
    return text;
  }
  if (own.is_stated()) {
    if (is_absent(own.deadline) || !meets || meets->chosen) return fmt::format("Sizes around {}", counted);
    return fmt::format(
        "{} set; {} meet {}", counted, pretty(meets->nodes, Unit::count), own.around.shown("goal.deadline"));
  }
  if (!smaller) return fmt::format("Why {}: {}", counted, why_chosen(own));
  const char* verb = smaller->nodes == 1 ? "is" : "are";
  if (!smaller->planned)
    return fmt::format("Why {}: {} {} too few for any layout", counted, pretty(smaller->nodes, Unit::count), verb);
  if (const double late = own.late(*smaller); late > 0)
    return fmt::format(
        "Why {}: {} {} {} late", counted, pretty(smaller->nodes, Unit::count), verb, time_beside(late, own.deadline));
  return fmt::format("Why {}: {}", counted, why_chosen(own));
}

/// What decides: the goal, the bottleneck, and how few nodes hold the model states.
std::string bounds_of(const LadderBase& own) {
  std::string text = "Planned layout per size";
  if (!is_absent(own.deadline))
    text += fmt::format("; deadline {} at {}", own.around.shown("goal.deadline"), asked_words(own.around));
  if (const std::string limit = limit_of(own.around); !limit.empty()) text += fmt::format("; bottleneck: {}", limit);
  if (const double states = own.around.result("capacity.nodes_states"); !is_absent(states))
    text += fmt::format("; model states need {}", counted_text(states, "node"));
  return text;
}

}  // namespace

std::string ladder_question(const Subject& subject, const Around& around) {
  if (is_unplanned(subject)) return "Sizes that fit";
  if (nodes_are_said(subject.said)) return "Other sizes";
  return fmt::format("Why {}?", counted_text(around.result("planning.nodes"), "node"));
}

Chart ladder_chart(const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes) {
  Chart chart{"size.ladder", "Sizes around the plan", {}, Grid{}};
  chart.wide = true;
  const LadderBase own{subject, around};
  const bool priced = around.knows("economics.capex");
  Grid grid;
  grid.header = {"Nodes", "GPUs", "Time at P50", "Time at P80", "On time", "IT power"};
  if (priced) grid.header.emplace_back("CapEx");
  grid.header.emplace_back("Why");
  for (const PlannedSize& size : sizes) grid.rows.push_back(ladder_row(size, own, priced));
  grid.use = "Use";
  chart.title = ladder_title(sizes, own);
  chart.subtitle = bounds_of(own);
  chart.body = std::move(grid);
  return chart;
}

}  // namespace llmsize
