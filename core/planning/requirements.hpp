// SPDX-License-Identifier: Apache-2.0
// How fast network, links and storage have to be so that they are not the limit.
#pragma once

#include "core/scenario/case.hpp"

#include <vector>

namespace llmsize {

/// A bandwidth beside what is needed of it.
struct Requirement {
  ResultKey id;   ///< "planning.required_network"
  InputKey key;   ///< the input that is the bandwidth: "node.nic_rate"
  double given;   ///< B/s; absent where nobody knows it
  double needed;  ///< B/s: at this rate a step takes 1/`goal.efficiency` of what it takes at an infinite one; 0 where
                  ///< it is not used
};

/// The requirements of a step of a case with a layout, each with everything else as it is. Nothing where the time of a
/// step is not known.
std::vector<Requirement> requirements(const Case& plan);

}  // namespace llmsize
