// SPDX-License-Identifier: Apache-2.0
// The charts of the Offload page.
#pragma once

#include "core/view/state.hpp"

#include <array>

namespace llmsize {

/// A memory tier and how it is drawn on every chart.
struct TierLook {
  std::string_view word;   ///< option of `memory.offload`
  std::string_view title;  ///< "Local NVMe"
  std::string_view brief;  ///< "NVMe"
  Hue hue;
  Plot::Stroke stroke;
};
inline constexpr std::array<TierLook, 4> tier_looks{
    TierLook{"gpu", "GPU memory", "GPU", Hue::gpu, Plot::Stroke::solid},
    TierLook{"cpu", "CPU memory", "CPU", Hue::cpu, Plot::Stroke::dashed},
    TierLook{"nvme", "Local NVMe", "NVMe", Hue::nvme, Plot::Stroke::dash_dot},
    TierLook{"shared", "Shared storage", "shared", Hue::shared, Plot::Stroke::solid}};

/// What of each tier reaches a GPU; GPU memory is not read from, so that its place is never asked for.
inline constexpr ResultKey read_rates[] = {
    "tier.cpu_rate", "tier.cpu_rate", "tier.nvme_read_rate", "tier.shared_read_rate"};

/// The scenario with its model on every tier, fastest first: all states in training, weights in inference.
std::vector<Around> on_tiers(const Around& around);
/// The same as the planner chose it for a subject, reached from where its reader stands.
std::vector<Around> planned_tiers(const Subject& subject, const Around& from);

/// Share of the weights of a served model that stay in GPU memory though they live on a slower tier.
double resident_share(const Around& on);
/// The tiers where nothing would travel because all weights stay in GPU memory: with all of them streamed. The others
/// as they are.
std::vector<Around> streamed_tiers(const std::vector<Around>& tiers);
/// Why a tier does not run the model, in a few words: "CPU memory full", "KV cache of 1.61 TB too large". Empty where
/// it does.
std::string why_not_on(const Around& on);

Chart nodes_chart(const Around& around, bool training);
Chart throughput_chart(const Subject& subject, const std::vector<Around>& tiers);
Chart efficiency_chart(const Subject& subject, const std::vector<Around>& tiers);
/// A row per tier: nodes, rate, traffic, the bandwidth that hides it.
Chart tiers_chart(const std::vector<Around>& tiers);
/// The hops from every tier that holds the model to a GPU, with the rate of each.
void add_path(const std::vector<Around>& tiers, Page& page);
/// How many appliances keep the GPUs busy, how many nodes may share them, how fast drives wear out.
void add_sharing(const std::vector<Around>& tiers, Page& page);
/// What as many nodes as hold the model in GPU memory would do instead, and what both draw, take and cost.
void add_alternative(const Subject& subject, const Around& around, const std::vector<Around>& tiers, Page& page);
/// A row per tier, then traffic and what goes without offload.
FirstScreen offload_first(const Subject& subject, const Around& around, const std::vector<Around>& tiers);
/// A row per tier that holds the model: its layout as the planner chose it.
void add_target_layouts(const std::vector<Around>& tiers, Page& page);

}  // namespace llmsize
