// SPDX-License-Identifier: Apache-2.0
// A layout as inputs of a case, as a scenario, as words.
#include "core/planning/layout.hpp"

#include "core/inputs/tier.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace llmsize {
namespace {

constexpr std::string_view recompute_words[] = {"none", "modules", "selective", "full"};
/// The word of `layout.recompute`, beside which modules are a flag.
std::string_view layers_again(Recompute recompute) {
  return recompute == Recompute::modules ? "none" : recompute_words[static_cast<std::size_t>(recompute)];
}

double bit(std::uint8_t bits, std::uint8_t kind) { return (bits & kind) != 0 ? 1 : 0; }

}  // namespace

bool alike(const Layout& a, const Layout& b) {
  const auto kind = [](const Layout& x) {
    return std::tuple(
        x.tensor, x.pipeline, x.context, x.expert, x.recompute == Recompute::full, x.zero == 3, x.offload);
  };
  return kind(a) == kind(b);
}

bool permuted(const Layout& a, const Layout& b) {
  const auto kind = [](const Layout& x) {
    std::array degrees{x.tensor, x.pipeline, x.context};
    std::sort(degrees.begin(), degrees.end());
    return std::tuple(degrees, x.expert, x.recompute == Recompute::full, x.zero == 3, x.offload);
  };
  return kind(a) == kind(b);
}

bool simpler(const Layout& a, const Layout& b) {
  const auto rank = [](const Layout& each) {
    return std::tuple(
        each.offload, each.recompute, each.zero, each.sequence_parallel, each.context, each.expert, each.pipeline,
        each.tensor, each.interleave, each.micro_batch, each.batch);
  };
  return rank(a) < rank(b);
}

bool is_usual(const Layout& layout, double layers, double sequence) {
  constexpr std::uint32_t most_tensor = 8, most_micro_batch = 8;
  constexpr double least_piece = 4096;
  const auto is_power = [](std::uint32_t degree) { return (degree & (degree - 1)) == 0; };
  const bool even = is_power(layout.pipeline) || std::fmod(layers, layout.pipeline) == 0 ||
                    std::fmod(layers + 2, layout.pipeline) == 0;
  return is_power(layout.tensor) && layout.tensor <= most_tensor && even && is_power(layout.expert) &&
         is_power(layout.context) && (layout.context == 1 || sequence / layout.context >= least_piece) &&
         is_power(layout.micro_batch) && layout.micro_batch <= most_micro_batch;
}

std::array<Change, layout_changes> changes_of(const Layout& layout, double tier) {
  static constexpr InputKey tensor("layout.tensor"), pipeline("layout.pipeline"), context("layout.context"),
      data("layout.data"), expert("layout.expert"), interleave("layout.interleave"), micro_batch("layout.micro_batch"),
      batch("workload.global_batch"), fraction("layout.recompute_fraction"), core("layout.recompute_core"),
      modules("layout.recompute_modules"), sequence_parallel("layout.sequence_parallel"),
      optimizer("layout.shard_optimizer"), gradients("layout.shard_gradients"), parameters("layout.shard_parameters"),
      parameters_tier("memory.parameters_tier"), gradients_tier("memory.gradients_tier"),
      optimizer_tier("memory.optimizer_tier"), target_tier("memory.target_tier");
  return {{
      {tensor, double(layout.tensor)},
      {pipeline, double(layout.pipeline)},
      {context, double(layout.context)},
      {data, double(layout.data)},
      {expert, double(layout.expert)},
      {interleave, double(layout.interleave)},
      {micro_batch, double(layout.micro_batch)},
      {batch, double(layout.batch)},
      {fraction, layout.recompute == Recompute::full ? 1.0 : 0.0},
      {core, layout.recompute == Recompute::selective ? 1.0 : 0.0},
      {modules, layout.recompute == Recompute::modules ? 1.0 : 0.0},
      {sequence_parallel, layout.sequence_parallel ? 1.0 : 0.0},
      {optimizer, layout.zero >= 1 ? 1.0 : 0.0},
      {gradients, layout.zero >= 2 ? 1.0 : 0.0},
      {parameters, layout.zero >= 3 ? 1.0 : 0.0},
      {parameters_tier, tier * bit(layout.offload, Layout::offloads_parameters)},
      {gradients_tier, tier * bit(layout.offload, Layout::offloads_gradients)},
      {optimizer_tier, tier * bit(layout.offload, Layout::offloads_optimizer)},
      {target_tier, tier},
  }};
}

Scenario with_layout(Scenario scenario, const Layout& layout, double tier, std::uint64_t searched) {
  const Giver giver{"plan"};
  // What is said and held stays as it was said.
  const auto number = [&](std::string_view key, std::uint32_t value) {
    const Scenario::Said* said = scenario.find(key);
    if (!said || !said->value.number || *said->value.number != value)
      scenario.set(key, fmt::format("{}", value), giver);
  };
  const auto word = [&](std::string_view key, std::string_view value) {
    const Scenario::Said* said = scenario.find(key);
    if (!said || said->value.word != value) scenario.set(key, std::string(value), giver);
  };
  if (searched > 1 && !scenario.find("layout.searched"))
    scenario.set("layout.searched", fmt::format("{}", searched), giver);
  number("layout.tensor", layout.tensor);
  number("layout.pipeline", layout.pipeline);
  number("layout.data", layout.data);
  number("layout.context", layout.context);
  number("layout.expert", layout.expert);
  number("layout.interleave", layout.interleave);
  number("layout.micro_batch", layout.micro_batch);
  // Who gave the batch keeps it where the layout did not have to move it.
  if (const Scenario::Said* batch = scenario.find("workload.global_batch");
      batch && *batch->value.number != layout.batch)
    scenario.set("workload.global_batch", fmt::format("{}", layout.batch), Giver{std::string(moved_batch)});
  // What is said one by one is held, and no word says it.
  const auto says = [&](std::initializer_list<std::string_view> keys) {
    return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return scenario.find(key) != nullptr; });
  };
  if (!says({"layout.recompute_fraction", "layout.recompute_core"}))
    word("layout.recompute", layers_again(layout.recompute));
  if (layout.recompute == Recompute::modules && !says({"layout.recompute_modules"}))
    scenario.set("layout.recompute_modules", "yes", giver);
  if (layout.sequence_parallel && !says({"layout.sequence_parallel"}))
    scenario.set("layout.sequence_parallel", "yes", giver);
  // Shards that stay inside the node are said, never chosen.
  if (const Scenario::Said* zero = scenario.find("layout.zero");
      (!zero || zero->value.word != "hybrid") &&
      !says({"layout.shard_optimizer", "layout.shard_gradients", "layout.shard_parameters"}))
    word("layout.zero", fmt::format("{}", layout.zero));
  const std::string_view target = tier_words[static_cast<std::size_t>(tier)];
  struct Kind {
    std::uint8_t bit;
    std::string_view word, tier;
  };
  constexpr Kind kinds[] = {
      {Layout::offloads_parameters, "memory.offload_parameters", "memory.parameters_tier"},
      {Layout::offloads_gradients, "memory.offload_gradients", "memory.gradients_tier"},
      {Layout::offloads_optimizer, "memory.offload_optimizer", "memory.optimizer_tier"}};
  for (const Kind& kind : kinds)
    if (tier > 0 && !says({kind.word, kind.tier}))
      scenario.set(kind.word, (layout.offload & kind.bit) != 0 ? target : "gpu", giver);
  return scenario;
}

std::string difference(const Layout& other, const Layout& than) {
  std::string text;
  const auto compare = [&](std::string_view name, const auto& a, const auto& b) {
    if (a != b) text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : ", ", name, a, b);
  };
  compare("TP", other.tensor, than.tensor);
  compare("PP", other.pipeline, than.pipeline);
  compare("CP", other.context, than.context);
  compare("DP", other.data, than.data);
  compare("EP", other.expert, than.expert);
  compare("VPP", other.interleave, than.interleave);
  compare("micro-batch", other.micro_batch, than.micro_batch);
  compare("batch size", other.batch, than.batch);
  compare(
      "recompute", recompute_words[static_cast<std::size_t>(other.recompute)],
      recompute_words[static_cast<std::size_t>(than.recompute)]);
  compare("ZeRO", other.zero, than.zero);
  const auto switched = [](bool on) { return on ? std::string_view("on") : std::string_view("off"); };
  compare("sequence parallel", switched(other.sequence_parallel), switched(than.sequence_parallel));
  const auto lives = [&](std::string_view name, std::uint8_t kind) {
    const auto where = [&](const Layout& each) {
      return (each.offload & kind) != 0 ? std::string_view("offloaded") : std::string_view("in GPU memory");
    };
    compare(name, where(other), where(than));
  };
  lives("weights", Layout::offloads_parameters);
  lives("gradients", Layout::offloads_gradients);
  lives("optimizer states", Layout::offloads_optimizer);
  return text;
}

std::string text(const Layout& layout) {
  std::string text = fmt::format("TP {} · PP {}", layout.tensor, layout.pipeline);
  if (layout.context > 1) text += fmt::format(" · CP {}", layout.context);
  text += fmt::format(" · DP {}", layout.data);
  if (layout.expert > 1) text += fmt::format(" · EP {}", layout.expert);
  if (layout.interleave > 1) text += fmt::format(" · VPP {}", layout.interleave);
  text += fmt::format(
      " · micro-batch {} · recompute {} · ZeRO-{}", layout.micro_batch,
      recompute_words[static_cast<std::size_t>(layout.recompute)], layout.zero);
  if (layout.sequence_parallel) text += " · sequence parallel";
  std::string kinds;
  if ((layout.offload & Layout::offloads_parameters) != 0) kinds += " weights";
  if ((layout.offload & Layout::offloads_gradients) != 0) kinds += " gradients";
  if ((layout.offload & Layout::offloads_optimizer) != 0) kinds += " optimizer states";
  return kinds.empty() ? text : text + " · offload" + kinds;
}

}  // namespace llmsize
