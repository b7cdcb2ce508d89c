// SPDX-License-Identifier: Apache-2.0
// Tells why there is no answer.
#include "core/view/state.hpp"

#include "core/answer/of_layout.hpp"
#include "core/planning/nodes.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// Rooms of results that only a training has.
constexpr std::string_view training_rooms[] = {"training.", "reliability.", "checkpoint.", "restart.", "ingest."};
template <std::size_t Count>
bool starts_with_any(ResultKey id, const std::string_view (&starts)[Count]) {
  return std::any_of(
      std::begin(starts), std::end(starts), [&](std::string_view start) { return id.starts_with(start); });
}

/// "No layout fits 1 node. Model states need 5 nodes, 6 with activations."
std::string no_layout_fits(const LayoutPlan& plan, const Around& around) {
  std::string text = plan.nodes > 0 ? fmt::format("No layout fits {}", counted_text(plan.nodes, "node"))
                                    : std::string("No layout fits");
  if (is_absent(plan.fitting_nodes)) return text + ".";
  const double states = around.result("capacity.nodes_states");
  if (states > plan.nodes && states < plan.fitting_nodes)
    return fmt::format(
        "{}. {} need {}, {} with {}.", text, serves(around) ? "Weights" : "Model states", counted_text(states, "node"),
        pretty(plan.fitting_nodes, Unit::count), serves(around) ? "the KV cache" : "activations");
  return fmt::format("{}; at least {} needed.", text, counted_text(plan.fitting_nodes, "node"));
}

/// Whether a rule is about what a machine can hold or how a model can be split, not about goals or storage.
bool is_about_fitting(const FindingAbout& about) {
  return about.id.starts_with("memory.") || about.id.starts_with("layout.");
}

/// What is full, in words, where a layout is known: the first sentence of the finding, or by how much the most-loaded
/// GPU overflows.
std::string overflow(const Around& around) {
  const double used = around.result("memory.gpu_known"), there = around.result("memory.gpu_capacity");
  if (used > there)
    return fmt::format(
        "GPU memory exceeded: {}{} needed, {} available, {} over.", around.knows("memory.gpu_total") ? "" : "at least ",
        pretty(used, Unit::memory), pretty(there, Unit::memory), pretty(used - there, Unit::memory));
  const Once values = around.at({});
  if (const FindingAbout* rule = broken_fit(values)) return found(*rule, values).said();
  return {};
}

}  // namespace

Around around_of(const Subject& subject, const Catalog& catalog) {
  Around around(subject.scenario, catalog);
  if (!is_unplanned(subject) || !subject.plan()->nearest) return around;
  const LayoutPlan& plan = *subject.plan();
  return around.with(changes_to(subject.scenario, plan.with(*plan.nearest)));
}

ResultKey memory_id(const Around& around) {
  const bool full = around.result("memory.gpu_known") > around.result("memory.gpu_capacity");
  return around.knows("memory.gpu_total") || !full ? ResultKey("memory.gpu_total") : ResultKey("memory.gpu_known");
}

bool serves(const Around& around) { return around.input("workload.trains") == 0; }

std::string misfit(const Subject& subject, const Around& around) {
  if (is_pending(subject, around)) return {};
  if (is_unplanned(subject))
    return subject.plan()->search.untimed ? std::string{} : no_layout_fits(*subject.plan(), around);
  if (!is_estimated(around)) return overflow(around);
  const double needed = around.result("capacity.nodes_states"), there = around.input("cluster.nodes");
  if (!(needed > there)) return {};
  return fmt::format(
      "{} need {}; the cluster has {}.", serves(around) ? "Weights" : "Model states", counted_text(needed, "node"),
      pretty(there, Unit::count));
}

bool is_misfit(const Subject& subject, const Around& around, Page& page) {
  std::string why = misfit(subject, around);
  if (why.empty()) return false;
  page.verdict = Page::Verdict::bad;
  const FindingAbout* rule = broken_fit(around.at({}));
  const bool split = rule && rule->id == FindingId("layout.indivisible").text() && !is_unplanned(subject);
  page.verdict_label = split ? "Model not divisible" : "Does not fit";
  page.sentence = std::move(why);
  return true;
}

std::string if_it_fits(const Subject& subject, const Around& around, std::string qualifier) {
  return misfit(subject, around).empty() ? std::move(qualifier) : std::string("ignoring the memory limit");
}

std::string once_it_fits(const Subject& subject, const Around& around, std::string_view what) {
  return misfit(subject, around).empty() ? std::string{} : fmt::format("Once the model fits, {}.", what);
}

bool is_pending(const Subject& subject, const Around& around) {
  return subject.is_pending() && around.knows("training.step_time");
}

bool is_estimated(const Around& around) {
  return around.input("software.at_utilisation") == 1 && around.input("layout.open") == 1;
}

Obstacle obstacle(const Subject& subject, const Around& around, ResultKey id) {
  using Kind = Obstacle::Kind;
  if (serves(around) && starts_with_any(id, training_rooms))
    return {Kind::serving, {}, "Not available for inference. Set the mode to training.", std::string(no_training)};
  if (std::vector<std::string_view> keys = around.missing(id); !keys.empty()) {
    const std::string needs = named(keys, around.has_accelerator());
    return {Kind::missing, std::move(keys), missing_sentence(needs), fmt::format("needs {}", needs)};
  }
  if (!around.knows(id))
    return {Kind::impossible, {}, "The inputs are inconsistent; no value can be computed.", "inconsistent inputs"};
  if (is_pending(subject, around)) return {Kind::planning, {}, "The planner is choosing nodes and layout.", "planning"};
  if (!is_unplanned(subject) || !reads_any(result_row(id), open_layout_inputs(subject.said))) return {};
  if (subject.plan()->search.untimed && is_absent(around.input("model.layers"))) {
    const std::string needs = named({"model.layers"}, around.has_accelerator());
    return {Kind::missing, {"model.layers"}, missing_sentence(needs), fmt::format("needs {}", needs)};
  }
  const std::string machine =
      subject.plan()->nodes > 0 ? " " + counted_text(subject.plan()->nodes, "node") : std::string();
  return {Kind::no_layout, {}, no_layout_fits(*subject.plan(), around), fmt::format("no layout fits{}", machine)};
}

Obstacle layout_obstacle(const Subject& subject, const Around& around, ResultKey id) {
  const bool nearest = is_unplanned(subject) && subject.plan()->nearest && around.knows(id);
  if (Obstacle why = obstacle(subject, around, id); why && !nearest) return why;
  if (!is_estimated(around)) return {};
  return {
      Obstacle::Kind::open_layout,
      {},
      "The layout is not set. Set TP and PP, or let the planner choose.",
      "needs a layout"};
}

const FindingAbout* broken_fit(const Once& values) {
  for (const FindingRow* rule : broken_errors(values))
    if (is_about_fitting(*rule->about)) return rule->about;
  return nullptr;
}

std::string why_not(const Once& values) {
  const FindingAbout* rule = broken_fit(values);
  return rule ? std::string(rule->brief) : std::string{};
}

bool is_open_question(const Subject& subject, const Around& around, ResultKey id, Page& page) {
  const Obstacle why = obstacle(subject, around, id);
  if (!why) return false;
  constexpr std::pair<Obstacle::Kind, std::string_view> labels[] = {
      {Obstacle::Kind::serving, "Inference only"},
      {Obstacle::Kind::missing, "Missing inputs"},
      {Obstacle::Kind::impossible, "Inconsistent inputs"},
      {Obstacle::Kind::planning, "Planning"},
      {Obstacle::Kind::no_layout, "Does not fit"}};
  page.sentence = why.sentence;
  page.verdict = why.kind == Obstacle::Kind::no_layout ? Page::Verdict::bad : Page::Verdict::incomplete;
  page.verdict_label = std::ranges::find(labels, why.kind, &std::pair<Obstacle::Kind, std::string_view>::first)->second;
  return true;
}

Figure figure_of(const Subject& subject, const Around& around, std::string label, ResultKey id, std::string qualifier) {
  const Obstacle why = obstacle(subject, around, id);
  return why ? unknown_figure(std::move(label), why.brief) : figure(around, std::move(label), id, std::move(qualifier));
}

}  // namespace llmsize
