// SPDX-License-Identifier: Apache-2.0
// How a model is served best: the split of a replica and the number of replicas, and how many nodes that takes.
#pragma once

#include "core/answer/views.hpp"
#include "core/scenario/case.hpp"

#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// How a replica is split.
struct ReplicaSplit {
  double tensor = 1, pipeline = 1, copies = 1;  ///< copies of attention
  double experts = 1;                           ///< expert parallel

  bool operator==(const ReplicaSplit&) const = default;
};

/// A split of the replicas that decode with what it gives; base units.
struct ServedLayout : ReplicaSplit {
  double nodes = 1, gpus = 1;  ///< GPUs that work, of these nodes
  double replicas = 1;         ///< that decode
  double prefill_workers = 0;  ///< that only read prompts, beside these
  ReplicaSplit prefill{};      ///< how each of them is split
  double rate = 0;             ///< requests per second of all replicas within the limits
  double answered = 0;  ///< requests per second: of those in flight where so many are said, else within the limits
  double capacity = 0, tpot = 0, sequences = 0;
  double alone = absent;  ///< time of a request that is alone, where no rate keeps the limits
  bool met = true;        ///< what is asked: the wanted rate, requests in flight, limits

  /// What makes it a scenario's: keys and texts.
  std::vector<std::pair<std::string, std::string>> changes() const;
};

struct ServingPlan {
  Scenario scenario;                  ///< with what was chosen
  std::vector<ServedLayout> layouts;  ///< those that fit, the best first; empty where none does or nothing is planned
  std::size_t tried = 0;
  double holding_nodes = absent;         ///< where nothing fits the nodes that are said: the fewest that hold a replica
  double nodes_without_drafts = absent;  ///< where the number of draft tokens was chosen: nodes of the plan without

  bool searched() const { return tried > 1; }
};

/// Whether a case serves requests, with weights and caches in GPU memory, instead of decoding a batch that is said, of
/// a model whose shape is known: then its size is what `plan_serving` says.
bool is_served_from_gpus(const Case& plan);

/// What a case asks: a service, inference from slower tiers, or a training.
Asked asked_of(const Case& plan);

/// A scenario as it is served: the mode is inference, nothing of a training's layout is kept, and prompts and outputs
/// have the lengths that are said, else half of the sequence each, else 1,024 tokens.
Scenario as_served(const Scenario& said, const Catalog& catalog);

/// Holds what is said of split, replicas and nodes, and chooses the rest. A replica may be of any size that the layout
/// rules allow; GPUs that are left over stay idle. On nodes that are said, the split that answers most requests within
/// the limits, or at a load that is said the fastest for a user. Where nodes are open, the fewest that answer the
/// wanted rate, hold the requests in flight within the limits, or hold one replica; budget, power and racks are limits
/// of the nodes, which are all taken where nothing else is asked. Prefill workers are tried where
/// `serving.disaggregation` asks for the best; how they are split is planned where they are said, too. The number of
/// draft tokens is chosen where `serving.speculation` asks for it. Nothing else is planned where `layout.search` asks
/// for plain. Where no load is said, it is the wanted rate, or the most within limits that are said. Throws BadInput as
/// `complete` does, and where a limit of the nodes cannot be judged.
ServingPlan plan_serving(const Scenario& said, const Catalog& catalog);

}  // namespace llmsize
