// SPDX-License-Identifier: Apache-2.0
// Reads the sizes that were planned.
#include "core/pages/planned_sizes.hpp"

#include "core/answer/certainties.hpp"
#include "core/planning/held.hpp"
#include "core/quantity/print.hpp"
#include "core/view/remedies.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// A size that answers speak of, and what a user says to have it instead of its nodes.
struct Named {
  PlannedSize::Kind kind = PlannedSize::Kind::between;
  std::string name{};
  Changes use{};
};

Named named_size(const Subject& subject, double used) {
  Named named;
  for (const CertainNodes::Sized& each : subject.certain().sizes) {
    if (each.used != used) continue;
    if (named.use.empty()) named.use = {{"goal.certainty", std::string(each.certainty)}};
    named.kind = PlannedSize::Kind::of_certainty;
    named.name += fmt::format("{}{}", named.name.empty() ? "" : ", ", certainty_of(each.certainty).shown);
  }
  for (const CertainNodes::For& each : subject.certain().by_deadline) {
    if (each.used != used || !named.name.empty()) continue;
    named.kind = PlannedSize::Kind::of_deadline;
    named.name = fmt::format("for {}", pretty(each.deadline, Unit::seconds));
    named.use = {{"goal.deadline", text_of("goal.deadline", each.deadline)}};
  }
  return named;
}

/// The callout of the chosen mark: "49 nodes\n29.4 days (19.9–55.0 days)".
std::string callout_of(const PlannedSize& size, const Plot::Point& point, Unit unit) {
  const std::string ends =
      point.high > point.low ? fmt::format(" ({})", range_text(point.low, point.high, unit)) : std::string{};
  return fmt::format("{}\n{}{}", counted_text(size.nodes, "node"), pretty(point.y, unit), ends);
}

}  // namespace

std::vector<PlannedSize> planned_sizes(const Subject& subject, const Around& around) {
  std::vector<PlannedSize> sizes;
  if (subject.sizes().empty()) return sizes;
  for (const auto& [nodes, plan] : subject.sizes()) {
    Named named = named_size(subject, nodes);
    PlannedSize size{nodes, named.kind, std::move(named.name)};
    size.use = named.use.empty() || nodes_are_said(subject.said) ? nodes_said(subject, around, nodes) : named.use;
    if (plan->found()) {
      size.planned = around.with(changes_to(around.scenario(), plan->with(plan->search.best.front())));
      size.nodes = size.planned->result("planning.nodes");
    }
    sizes.push_back(std::move(size));
  }
  PlannedSize own{around.result("planning.nodes")};
  Named named = named_size(subject, around.input("cluster.nodes"));
  own.kind = named.kind;
  own.name = std::move(named.name);
  own.chosen = true;
  if (!is_unplanned(subject)) own.planned = around;
  sizes.push_back(std::move(own));
  std::stable_sort(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.nodes < b.nodes; });
  // Of those too small for any layout the largest says it.
  const auto fits = std::find_if(sizes.begin(), sizes.end(), [](const auto& each) { return each.planned.has_value(); });
  if (fits - sizes.begin() > 1)
    sizes.erase(
        std::remove_if(sizes.begin(), fits - 1, [](const PlannedSize& each) { return !each.chosen; }), fits - 1);
  return sizes;
}

Plot::Series planned_line(const std::vector<PlannedSize>& sizes, ResultKey id, Hue hue) {
  const Unit unit = result_row(id).about->unit;
  Plot::Series line{"planned layout per size", hue, Plot::Stroke::solid, false, false, {}};
  for (const PlannedSize& size : sizes) {
    if (!size.planned || !size.planned->knows(id)) continue;
    Plot::Point point{size.nodes, size.planned->result(id)};
    if (const auto range = size.planned->range(id)) std::tie(point.low, point.high) = *range;
    point.mark = size.chosen ? Plot::Mark::filled : Plot::Mark::open;
    if (size.chosen)
      point.callout = callout_of(size, point, unit);
    else
      point.label = size.name;
    point.source = size.planned->source(id);
    point.apply.changes = size.use;
    line.points.push_back(std::move(point));
  }
  return line;
}

}  // namespace llmsize
