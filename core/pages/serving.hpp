// SPDX-License-Identifier: Apache-2.0
// Pages of a scenario that serves: what holds the weights and the KV cache, how fast tokens come, what loads.
// A page that tells of a training and of a service otherwise is two functions, and `by_mode` picks.
#pragma once

#include "core/view/remedies.hpp"
#include "core/view/state.hpp"

namespace llmsize {

/// A page of a scenario, by whether it trains or serves.
template <Page (*of_training)(const Subject&, const Around&), Page (*of_service)(const Subject&, const Around&)>
Page by_mode(const Subject& subject, const Catalog& catalog) {
  const Around around = around_of(subject, catalog);
  return serves(around) ? of_service(subject, around) : of_training(subject, around);
}

/// The Size page of such a scenario: the Serve page where it is served from GPU memory, else nodes that hold the
/// weights, memory with the KV cache, tokens per second by batch.
Page serving_size_page(const Subject& subject, const Around& around);

/// The Checkpoint page of inference: no checkpoints; shared storage loads the model.
Page serving_checkpoint_page(const Subject& subject, const Around& around);

inline constexpr auto serves_now =
    told_finding<"workload.serves">({.severity = Severity::info, .sentence = "The mode is inference. {}"});
/// Says that the mode is inference and what a page leaves out for it ("Step times are not shown."), with the change
/// to training.
std::pair<FoundFinding, std::vector<Remedy>> serving_finding(const Around& around, std::string_view left_out);

/// Time until the model is loaded, by the way that it takes.
Chart load_chart(const Subject& subject, const Around& around);

}  // namespace llmsize
