// SPDX-License-Identifier: Apache-2.0
// A layout: everything a planner chooses to run a model on given GPUs.
#pragma once

#include "core/scenario/case.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace llmsize {

/// What is computed again: nothing; norms, activation functions and up-projections; attention; whole layers.
enum class Recompute : std::uint8_t { none, modules, selective, full };
inline constexpr std::size_t recompute_kinds = 4;

/// How model, batch and states are split. Counts are degrees; `offload` has a bit per kind of state that goes to the
/// allowed tier.
struct Layout {
  static constexpr std::uint8_t offloads_parameters = 1, offloads_gradients = 2, offloads_optimizer = 4;

  std::uint32_t tensor = 1, pipeline = 1, context = 1, data = 1, expert = 1, interleave = 1, micro_batch = 1;
  std::uint32_t batch = 1;  ///< sequences of a step
  Recompute recompute = Recompute::none;
  bool sequence_parallel = false;
  std::uint8_t zero = 0;     ///< 0 to 3
  std::uint8_t offload = 0;  ///< bits of kinds

  bool operator==(const Layout&) const = default;
};

/// Who gives a global batch that a plan moved so that it divides.
inline constexpr std::string_view moved_batch = "plan: adjusted to divide evenly";

/// The stated rule for ties: what keeps more on the GPU, computes less again, shards less and splits less comes first.
bool simpler(const Layout& a, const Layout& b);

/// Whether two layouts are of one kind: split alike, and alike in whether layers are computed again, in whether weights
/// are sharded, and in what is offloaded.
bool alike(const Layout& a, const Layout& b);
/// Whether one splits the model as often as the other, in another order: tensor 4 × pipeline 8 and tensor 8 × pipeline
/// 4.
bool permuted(const Layout& a, const Layout& b);

/// Whether published recipes of trainings split such a model like this: degrees and micro-batches are powers of two,
/// tensor parallel stays among eight GPUs, stages hold equally many layers, the pieces of a sequence are not small.
/// Source: the layouts of 1,409 recipes of Megatron Bridge and of 20 published trainings; beside powers of two there
/// are pipelines of 12 and 35 stages, which divide the layers.
bool is_usual(const Layout& layout, double layers, double sequence);

/// Inputs that a layout sets.
inline constexpr std::size_t layout_changes = 19;
/// What a layout sets in a case; `tier` is the one that offloaded states go to: 1 CPU memory, 2 local NVMe, 3 shared
/// storage.
std::array<Change, layout_changes> changes_of(const Layout& layout, double tier);

/// The layout as a scenario says it: "--tp 8 --pp 16 …", and how many it was searched among. What it leaves at its
/// default is unset.
Scenario with_layout(Scenario scenario, const Layout& layout, double tier, std::uint64_t searched);

/// What the other layout does differently: "micro-batch 1 instead of 3, ZeRO 2 instead of 1"; empty where they are one
/// and the same.
std::string difference(const Layout& other, const Layout& than);

/// "TP 8 · PP 16 · DP 8 · VPP 2 · micro-batch 1 · recompute full · ZeRO-1".
std::string text(const Layout& layout);

}  // namespace llmsize
