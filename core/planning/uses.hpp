// SPDX-License-Identifier: Apache-2.0
// How many of the GPUs that are there a job uses: what does not divide may stay idle.
#pragma once

#include "core/scenario/case.hpp"

#include <vector>

namespace llmsize {

/// So many nodes, and so many GPUs of each.
struct Use {
  double nodes, gpus;
};

/// Ways to use a number of nodes: all of their GPUs and, where those are no power of two, the next lower power of two
/// of each, as 64 of the 72 of an NVL72.
std::vector<Use> uses_of(double nodes, double gpus_of_a_node);

/// Numbers of nodes, fewer than those that are there, on which a job may run better than on all: the next eight; none
/// where what is there divides well.
std::vector<double> fewer_nodes(double there);

/// Who says how many nodes and GPUs a plan uses.
inline constexpr std::string_view planned_use = "plan";

/// The scenario with a job of that size; of nodes that are there, the others are spares beside those that are asked
/// for.
Scenario with_use(Scenario scenario, const Case& base, const Use& use, double there);

}  // namespace llmsize
