// SPDX-License-Identifier: Apache-2.0
// How a model is served best: the split of a replica and the number of replicas, and how many nodes that takes.
#pragma once

#include "core/scenario/case.hpp"

#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// A split of a replica with what it gives; base units.
struct ServedLayout {
  double tensor = 1, pipeline = 1, copies = 1;  ///< copies of attention
  double nodes = 1, replicas = 1;
  double readers = 0;  ///< replicas that only read prompts, among these
  double rate = 0;     ///< requests per second of all replicas within the limits
  double capacity = 0, tpot = 0, sequences = 0;
  bool met = true;  ///< the wanted rate, where one is said

  /// What makes it a scenario's: keys and texts.
  std::vector<std::pair<std::string, std::string>> changes() const;
};

struct ServingPlan {
  Scenario scenario;                  ///< with what was chosen
  std::vector<ServedLayout> layouts;  ///< those that fit, the best first; empty where the split is said
  std::size_t tried = 0;

  bool searched() const { return tried > 0; }
};

/// Whether a case serves requests, with weights and caches in GPU memory, instead of decoding a batch that is said:
/// then its size is what `plan_serving` says.
bool is_served_from_gpus(const Case& plan);

/// A scenario as it is served: the mode is inference, nothing of a training's layout is kept, and prompts and outputs
/// have the lengths that are said, else half of the sequence each, else 1,024 tokens.
Scenario as_served(const Scenario& said, const Catalog& catalog);

/// Chooses what `as_served` leaves open of split and nodes. On nodes that are said, the split that answers most
/// requests within the limits, or at the rate that is said the fastest for a user; where nodes are open, the fewest
/// that answer the wanted rate, or that hold one replica. What a tenth separates is equal, and the simpler split wins.
/// Replicas that only read prompts are tried where `layout.search` asks for the best. Where no load is said, it is the
/// wanted rate, or the most within limits that are said. Throws BadInput as `complete` does.
ServingPlan plan_serving(const Scenario& said, const Catalog& catalog);

}  // namespace llmsize
