// SPDX-License-Identifier: Apache-2.0
// Nodes, GPUs and degrees agree.
#include "core/scenario/completion.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/given.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace llmsize {
namespace {

std::string whole_text(double value) { return pretty(value, Unit::count); }

/// The key that says how many GPUs there are; nothing where none does.
std::optional<InputKey> size_key(const Scenario& scenario) {
  for (const InputKey key : {InputKey("cluster.gpus"), InputKey("cluster.nodes")})
    if (scenario.find(key)) return key;
  return {};
}

/// "32 GPUs (--nodes 4)".
std::string gpus_as_given(const Filling& filling, double gpus, double prefill) {
  std::string text = fmt::format("{} GPUs", whole_text(gpus));
  if (const auto key = size_key(filling.scenario))
    text += fmt::format(" ({})", as_given(key->text(), *filling.scenario.find(*key)));
  return prefill > 0 ? fmt::format("{} minus {} for prefill workers", text, whole_text(prefill)) : text;
}

/// The next size that the degrees divide; nothing where no machine is that large.
std::string divisible(const Filling& filling, double gpus, double split, double per_node) {
  constexpr double largest = 1e9;
  const InputKey key = size_key(filling.scenario).value_or(InputKey("cluster.gpus"));
  const double unit = key == "cluster.nodes" ? per_node : 1;
  if (!(split * unit <= largest)) return {};
  const auto common = std::gcd(static_cast<std::int64_t>(split), static_cast<std::int64_t>(unit));
  const double step = split / static_cast<double>(common);
  const double count = std::max(1.0, std::ceil(gpus / unit / step)) * step;
  const Scenario::Said* said = filling.scenario.find(key);
  return fmt::format(
      "{} {} gives DP {}", !said || is_option(*said) ? option_of(key.text()) : std::string(key.text()),
      whole_text(count), whole_text(count * unit / split));
}

/// A training is split over all GPUs of the nodes; replicas of a service may leave some of them idle.
void derive_from_nodes(Filling& filling, double gpus, double split, double prefill) {
  const double working = filling.trains() ? gpus : prefill + split * std::floor((gpus - prefill) / split);
  const bool all = working == gpus || !(working > prefill);
  filling.fill(
      "cluster.gpus", all ? gpus : working,
      {Origin::Kind::derived, all ? "nodes × GPUs per node" : "as many of the nodes as the degrees go into"});
}

std::string degrees(const Filling& filling, const std::string& more, double product) {
  std::string text = fmt::format("TP {}", whole_text(filling.given("layout.tensor")));
  if (filling.given("layout.pipeline") != 1)
    text += fmt::format(" × PP {}", whole_text(filling.given("layout.pipeline")));
  if (filling.given("layout.context") != 1)
    text += fmt::format(" × CP {}", whole_text(filling.given("layout.context")));
  text += more;
  return product == filling.given("layout.tensor") && more.empty() ? text
                                                                   : fmt::format("{} = {}", text, whole_text(product));
}

[[noreturn]] void refuse_size(const std::string& contradiction, const std::string& hint = {}) {
  throw BadInput(BadInput::Kind::usage, contradiction, hint);
}

}  // namespace

void settle_cluster(Filling& filling) {
  if (const double decoding = filling.given("serving.decode_workers"); !is_absent(decoding))
    filling.fill(
        "layout.data", decoding * filling.plan["layout.attention_data"],
        {Origin::Kind::derived, "workers that decode, times copies of attention"});
  const double split =
      filling.given("layout.tensor") * filling.given("layout.pipeline") * filling.given("layout.context");
  const double prefill = filling.plan["serving.prefill_gpus"];
  const double copies = filling.given("layout.data");
  const double per_node = filling.plan["node.gpus"];
  const double nodes = filling.given("cluster.nodes");
  const auto derive = [&](double gpus, std::string_view how) {
    filling.fill("cluster.gpus", gpus, {Origin::Kind::derived, how});
  };
  // Workers that are counted leave other GPUs of the nodes idle.
  if (filling.plan.has("serving.decode_workers")) derive(split * copies + prefill, "workers times their degrees");
  if (!is_absent(nodes) && !is_absent(per_node)) derive_from_nodes(filling, nodes * per_node, split, prefill);
  if (!is_absent(copies)) derive(split * copies + prefill, "product of the parallel degrees");
  if (!is_absent(per_node))
    derive(
        prefill + split * std::max(1.0, std::floor((per_node - prefill) / split)),
        "one node, or as many as the degrees need");
  derive(split + prefill, "product of the parallel degrees");

  const double gpus = filling.given("cluster.gpus");
  // One GPU leaves nothing to split.
  const bool open = layout_is_open(filling.scenario) && gpus != 1;
  filling.fill("layout.open", open ? 1 : 0, {Origin::Kind::derived, open ? "no degree is set" : "degrees are set"});
  if (nodes * per_node < gpus)
    refuse_size(fmt::format(
        "{} exceed {} node{} of {} GPUs", gpus_as_given(filling, gpus, 0), whole_text(nodes), nodes == 1 ? "" : "s",
        whole_text(per_node)));
  const double decoding = gpus - prefill;
  if (!is_absent(copies) && split * copies != decoding)
    refuse_size(fmt::format(
        "{} conflict with {}", gpus_as_given(filling, gpus, prefill),
        degrees(filling, fmt::format(" × DP {}", whole_text(copies)), split * copies)));
  if (std::fmod(decoding, split) != 0 || !(decoding > 0))
    refuse_size(
        fmt::format("{} are not divisible by {}", gpus_as_given(filling, gpus, prefill), degrees(filling, "", split)),
        prefill > 0 ? std::string() : divisible(filling, gpus, split, per_node));
}

}  // namespace llmsize
