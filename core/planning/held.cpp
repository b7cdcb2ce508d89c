// SPDX-License-Identifier: Apache-2.0
#include "core/planning/held.hpp"

#include "core/quantity/print.hpp"
#include "core/scenario/given.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view degrees[] = {"layout.tensor", "layout.pipeline", "layout.context", "layout.data"};

/// An input that a layout sets, and what else may say it: the word of a choice.
struct OneByOne {
  InputKey input;
  std::string_view word;
};
constexpr OneByOne one_by_one[] = {
    {"layout.recompute_fraction", {}},
    {"layout.recompute_core", {}},
    {"layout.recompute_modules", {}},
    {"layout.shard_optimizer", {}},
    {"layout.shard_gradients", {}},
    {"layout.shard_parameters", {}},
    {"memory.parameters_tier", "memory.offload_parameters"},
    {"memory.gradients_tier", "memory.offload_gradients"},
    {"memory.optimizer_tier", "memory.offload_optimizer"}};

double said_number(const Scenario& scenario, std::string_view key) {
  const Scenario::Said* said = scenario.find(key);
  return said && said->value.number ? *said->value.number : absent;
}

/// The whole number nearest to `wanted` that passes; absent where none is near.
template <class Passes>
double nearest(double wanted, Passes passes) {
  for (double off = 1; off <= 4096; ++off)
    for (const double tried : {wanted - off, wanted + off})
      if (tried >= 1 && passes(tried)) return tried;
  return absent;
}

[[noreturn]] void refuse(
    const Scenario& scenario, std::string_view one, std::string_view other, std::string_view why, double instead) {
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{} conflicts with {}: {}", as_given(one, *scenario.find(one)), as_given(other, *scenario.find(other)), why),
      is_absent(instead) ? std::string() : fmt::format("use {}", pretty(instead, Unit::count)));
}

}  // namespace

bool nodes_are_said(const Scenario& scenario) {
  return scenario.find("cluster.nodes") || scenario.find("cluster.gpus");
}

double held_gpus(const Scenario& scenario) {
  double product = 1;
  for (const std::string_view key : degrees)
    if (const double degree = said_number(scenario, key); degree >= 1) product *= degree;
  return product;
}

bool holds_layout(const Scenario& scenario) {
  constexpr std::string_view settings[] = {"layout.expert",    "layout.interleave", "layout.micro_batch",
                                           "layout.recompute", "layout.zero",       "layout.sequence_parallel"};
  const auto says = [&](std::string_view key) { return !key.empty() && scenario.find(key) != nullptr; };
  return std::any_of(std::begin(degrees), std::end(degrees), says) ||
         std::any_of(std::begin(settings), std::end(settings), says) ||
         std::any_of(std::begin(one_by_one), std::end(one_by_one), [&](const OneByOne& each) {
           return says(each.input.text()) || says(each.word);
         });
}

Scenario without_degrees(Scenario scenario) {
  for (const std::string_view key : degrees) scenario.unset(key);
  scenario.unset("layout.expert");
  return scenario;
}

Scenario divided(const Scenario& scenario, const Catalog& catalog) {
  Scenario bare = without_degrees(scenario);
  const double gpus = complete(bare, catalog)["cluster.gpus"];
  const double held = held_gpus(scenario);
  // Copies that are said fill the GPUs with the other degrees as they are said, or one.
  const bool divides = scenario.find("layout.data") ? gpus == held : std::fmod(gpus, held) == 0;
  return !nodes_are_said(scenario) || divides ? scenario : bare;
}

std::vector<Change> held_values(const Scenario& scenario, const Case& base) {
  std::vector<Change> held;
  for (const OneByOne& each : one_by_one)
    if (scenario.find(each.input.text()) || (!each.word.empty() && scenario.find(each.word)))
      held.push_back({each.input, base[each.input]});
  return held;
}

void refuse_clash(const Scenario& scenario, const Case& base) {
  const auto number = [&](std::string_view key) { return said_number(scenario, key); };
  const auto divides = [](double part, double whole) { return std::fmod(whole, part) == 0; };
  const double batch = number("workload.global_batch"), data = number("layout.data"),
               micro = number("layout.micro_batch"), sequence = base["workload.sequence"],
               context = number("layout.context"), layers = base["model.layers"], pipeline = number("layout.pipeline"),
               interleave = number("layout.interleave");
  const bool free_batch = base["workload.batch_flex"] > 0 && scenario.find("workload.batch_flex");
  if (!free_batch && scenario.find("workload.global_batch")) {
    if (data >= 1 && !divides(data, batch))
      refuse(
          scenario, "workload.global_batch", "layout.data", "the global batch size must be a multiple of DP",
          nearest(batch, [&](double tried) { return divides(data, tried); }));
    if (micro >= 1 && !divides(micro, batch))
      refuse(
          scenario, "workload.global_batch", "layout.micro_batch",
          "the global batch size must be a multiple of the micro-batch size",
          nearest(batch, [&](double tried) { return divides(micro, tried); }));
  }
  if (scenario.find("workload.sequence") && context >= 1 && !divides(context, sequence))
    refuse(
        scenario, "layout.context", "workload.sequence", "the sequence length must be a multiple of CP",
        nearest(context, [&](double tried) { return divides(tried, sequence); }));
  // Stages that layers do not fill evenly have a shorter last one: 126 layers in 12 stages are 11 runs of one layer.
  const double dealt = std::max(layers + 2, std::ceil(layers / pipeline) * pipeline);
  if (pipeline > 1 && interleave > 1 && pipeline * interleave > dealt)
    refuse(
        scenario, "layout.interleave", "layout.pipeline",
        fmt::format("{} layers are fewer than PP × VPP", pretty(layers, Unit::count)),
        std::max(1.0, std::floor(layers / pipeline)));
  if (!nodes_are_said(scenario)) return;
  const double there = base["cluster.gpus"];
  const std::string_view machine = scenario.find("cluster.gpus") ? "cluster.gpus" : "cluster.nodes";
  double product = 1;
  for (const std::string_view key : degrees) {
    if (!(number(key) >= 1)) continue;
    product *= number(key);
    if (product <= there) continue;
    const double each = machine == "cluster.gpus" ? 1 : base["node.gpus"];
    refuse(
        scenario, key, machine,
        fmt::format(
            "the layout needs {} GPUs, {} {} available", pretty(held_gpus(scenario), Unit::count),
            pretty(there, Unit::count), there == 1 ? "is" : "are"),
        std::ceil(held_gpus(scenario) / each));
  }
}

}  // namespace llmsize
