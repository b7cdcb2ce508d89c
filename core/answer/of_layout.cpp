// SPDX-License-Identifier: Apache-2.0
#include "core/answer/of_layout.hpp"

#include <algorithm>
#include <iterator>

namespace llmsize {

bool is_of_layout(const ResultRow& row) {
  constexpr InputKey chosen[] = {"cluster.nodes",      "cluster.gpus",           "layout.tensor",        "layout.data",
                                 "layout.micro_batch", "layout.shard_optimizer", "workload.global_batch"};
  return std::any_of(std::begin(chosen), std::end(chosen), [&](InputKey key) {
    return dependents()[key.slot()].test(row.key.slot());
  });
}

}  // namespace llmsize
