// SPDX-License-Identifier: Apache-2.0
#include "core/view/stated.hpp"

#include "core/inputs/list.hpp"
#include "core/view/state.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr ScenarioKey of_training[] = {
    "workload.global_batch",
    "cluster.nodes",
    "layout.tensor",
    "layout.pipeline",
    "layout.context",
    "layout.data",
    "layout.expert",
    "layout.interleave",
    "layout.micro_batch",
    "layout.recompute",
    "layout.recompute_modules",
    "layout.sequence_parallel",
    "layout.zero",
    "memory.offload_parameters",
    "memory.offload_gradients",
    "memory.offload_optimizer"};
constexpr ScenarioKey of_service[] = {
    "cluster.nodes",
    "layout.tensor",
    "layout.pipeline",
    "layout.expert",
    "layout.attention_data",
    "serving.prefill_tensor",
    "serving.prefill_pipeline",
    "serving.prefill_attention_data",
    "serving.prefill_expert",
    "serving.rate"};

/// "TP" of "Tensor-parallel size (TP)"; a label without a short name in brackets as it is.
std::string short_name(std::string_view key) {
  const Choice* choice = find_choice(key);
  const std::string label(choice ? choice->label : find_input(key)->label);
  const auto open = label.rfind('(');
  return open == std::string::npos || label.back() != ')' ? label : label.substr(open + 1, label.size() - open - 2);
}

/// "+2 nodes", "−1 node"; empty where both have as many.
std::string more_nodes(double nodes, double than) {
  if (is_absent(nodes) || is_absent(than) || nodes == than) return {};
  return (nodes > than ? "+" : "\u2212") + counted_text(std::abs(nodes - than), "node");
}

/// The time that an answer is about, of a training or of a token.
constexpr ResultKey times[] = {"training.calendar_time", "training.step_time", "serving.tpot"};

std::string more_time(const Around& stated, const Around& open) {
  for (const ResultKey id : times) {
    const double time = stated.result(id), than = open.result(id);
    if (is_absent(time) || is_absent(than)) continue;
    constexpr double worth = 1e-3;
    return std::abs(time - than) < worth * than ? std::string{} : signed_time(time - than, than);
  }
  return {};
}

}  // namespace

std::span<const ScenarioKey> planned_keys(Asked asked) {
  if (asked == Asked::training) return of_training;
  return of_service;
}

bool is_left_to_plan(Asked asked, std::string_view key) {
  const std::span<const ScenarioKey> all = planned_keys(asked);
  return std::any_of(all.begin(), all.end(), [&](const ScenarioKey& each) { return each.text() == key; });
}

std::string price_of_statement(
    std::string_view key, const Subject& stated, const Subject& open, const Catalog& catalog) {
  const Scenario::Said* said = stated.said.find(key);
  const Around with = around_of(stated, catalog), without = around_of(open, catalog);
  if (!said || !misfit(open, without).empty()) return {};
  const std::string held = fmt::format("{} {} held", short_name(key), said->text);
  const double planned = without.input("cluster.nodes");
  if (!misfit(stated, with).empty())
    return fmt::format("{}: does not fit; {} by the planner", held, counted_text(planned, "node"));
  const std::string nodes = more_nodes(with.input("cluster.nodes"), planned), time = more_time(with, without);
  if (nodes.empty() && time.empty()) return fmt::format("{}: same nodes and time as planned", held);
  return fmt::format("{}: {}{}{}", held, nodes, nodes.empty() || time.empty() ? "" : ", ", time);
}

}  // namespace llmsize
