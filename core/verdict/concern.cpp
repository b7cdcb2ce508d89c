// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/concern.hpp"

#include "core/registry/registry.hpp"

#include <algorithm>
#include <iterator>

namespace llmsize {

bool rests_on_layout(const std::vector<const ResultRow*>& rows) {
  constexpr InputKey chosen[] = {"cluster.nodes",      "cluster.gpus",           "layout.tensor",        "layout.data",
                                 "layout.micro_batch", "layout.shard_optimizer", "workload.global_batch"};
  return std::any_of(rows.begin(), rows.end(), [&](const ResultRow* row) {
    const bool told = !row->about->teller.empty();
    return told || std::any_of(std::begin(chosen), std::end(chosen), [&](InputKey key) {
             return dependents()[key.slot()].test(row->key.slot());
           });
  });
}

bool concerns(const FindingId& finding, bool rests_on_layout) {
  return rests_on_layout || finding.text().starts_with("model.");
}

}  // namespace llmsize
