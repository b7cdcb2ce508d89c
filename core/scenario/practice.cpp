// SPDX-License-Identifier: Apache-2.0
// What teams do since a year.
#include "core/scenario/completion.hpp"

#include "core/inputs/list.hpp"

#include <algorithm>
#include <iterator>

namespace llmsize {
namespace {

/// The year that a file of the catalog names; absent where it names none.
double year_of(const Entry& entry) {
  for (const auto& [word, text] : entry.words)
    if (word == "year") return std::stod(text);
  return absent;
}

/// Whether states of the model leave the GPUs: they take the CPU memory that a save behind training is copied to.
bool offloads_states(const Filling& filling) {
  constexpr std::string_view choices[] = {
      "memory.offload", "memory.offload_parameters", "memory.offload_gradients", "memory.offload_optimizer"};
  constexpr InputKey tiers[] = {"memory.parameters_tier", "memory.gradients_tier", "memory.optimizer_tier"};
  const auto leaves = [&](std::string_view choice) {
    const std::string_view word = filling.word_of(*find_choice(choice));
    return !word.empty() && word != "gpu";
  };
  return std::any_of(std::begin(choices), std::end(choices), leaves) ||
         std::any_of(std::begin(tiers), std::end(tiers), [&](InputKey tier) { return filling.given(tier) > 0; });
}

}  // namespace

void take_practice(Filling& filling) {
  constexpr double fused_since = 2022, sharded_since = 2024;
  const auto take = [&](std::string_view key, std::string_view word, const From& from) {
    filling.plan.words.try_emplace(std::string(key), Case::Word{std::string(word), filling.told(from)});
  };
  if (const std::string chip = filling.accelerator(); !chip.empty())
    if (const Entry& entry = *filling.known.entry("accelerators", chip).entry; year_of(entry) >= fused_since)
      take("software.attention_kernel", "fused", {Origin::Kind::assumed, {}, "FlashAttention (Dao et al. 2022)"});
  const auto stack = filling.plan.words.find("software.id");
  if (stack == filling.plan.words.end() || stack->second.origin.kind == Origin::Kind::initial || !filling.trains())
    return;
  const Entry& entry = *filling.known.entry("software", stack->second.word).entry;
  if (!(year_of(entry) >= sharded_since)) return;
  const From from{
      Origin::Kind::stack, entry.id,
      "distributed checkpoints of PyTorch and Megatron-Core, saved asynchronously since 2024"};
  if (!offloads_states(filling)) take("checkpoint.mode", "async", from);
  take("checkpoint.restart", "sharded", from);
}

}  // namespace llmsize
