// SPDX-License-Identifier: Apache-2.0
#include "core/answer/of_layout.hpp"

#include <algorithm>

namespace llmsize {

const std::vector<InputKey>& layout_inputs() {
  static const std::vector<InputKey> keys{"cluster.nodes",        "cluster.gpus",       "layout.tensor",
                                          "layout.data",          "layout.micro_batch", "layout.shard_optimizer",
                                          "workload.global_batch"};
  return keys;
}

std::vector<InputKey> open_layout_inputs(const Scenario& stated) {
  const bool nodes = stated.find("cluster.nodes") || stated.find("cluster.gpus");
  std::vector<InputKey> open;
  std::ranges::copy_if(layout_inputs(), std::back_inserter(open), [&](InputKey key) {
    return !stated.find(key.text()) && !(nodes && key.text().starts_with("cluster."));
  });
  return open;
}

bool reads_any(const ResultRow& row, const std::vector<InputKey>& inputs) {
  return std::ranges::any_of(inputs, [&](InputKey key) { return dependents()[key.slot()].test(row.key.slot()); });
}

}  // namespace llmsize
