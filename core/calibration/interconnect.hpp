// SPDX-License-Identifier: Apache-2.0
// Network ports of a node, as publications write them.
#pragma once

#include <optional>
#include <string_view>

namespace llmsize {

struct Ports {
  double count;  ///< per node
  double rate;   ///< bytes per second of one
  bool operator==(const Ports&) const = default;
};

/// Ports that a text tells of: "8x200 Gb/s", "400 Gb/s RDMA per GPU", "1600 Gb/s RoCE per node", "8x50 GB/s
/// InfiniBand". A rate beside the name of a generation ("NDR InfiniBand 400 Gb/s") is that of each port a node has; any
/// other without a number of ports is the node's, split into ports of 400 Gb/s at most. Of several parts the one on
/// compute counts, none on storage, host links or NVLink. Nothing where no rate is told.
std::optional<Ports> ports_of(std::string_view text, double accelerators_per_node, double ports_per_node);

}  // namespace llmsize
