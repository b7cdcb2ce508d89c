// SPDX-License-Identifier: Apache-2.0
// What of an order stands in which rack. Counts are those of the order and of `bom.*`; here they are only dealt out.
#pragma once

#include "core/order/order.hpp"

#include <cstddef>
#include <vector>

namespace llmsize {

/// Equal things in a rack.
struct Mounted {
  std::size_t row;     ///< of the order
  double least, most;  ///< in one rack; alike where the racks are
  double total;        ///< in all racks of the run
  double units;        ///< rack units of one; absent where its height is not known
  double power;        ///< of one, watts; absent where it is not known
};

/// Racks beside each other that hold the same.
struct RackRun {
  RackKind kind;
  double racks;
  std::vector<Mounted> items;
  double power;  ///< watts of one, of the one that draws most; absent where that of an item is not known
  double total_power;

  /// Rack units of a rack as it is drawn: with the most of each item; absent where a height is not known.
  double units() const;
};

/// The racks of an order: nodes fill one rack after another; switches and servers are dealt out in turn over the
/// network racks, appliances over the storage racks, so that racks of a kind hold nearly the same. Racks with equal
/// contents are one run. Empty where `bom.racks` is not known.
std::vector<RackRun> racks_of(const std::vector<OrderRow>& order, const NumberOf& number);

/// The same with the network racks as one run, and so the storage racks: they differ by one of each item at most.
std::vector<RackRun> folded(const std::vector<RackRun>& runs);

/// All racks of the runs.
double racks_in(const std::vector<RackRun>& runs);

}  // namespace llmsize
