// SPDX-License-Identifier: Apache-2.0
// How many of the GPUs that are there a job uses: what does not divide may stay idle.
#pragma once

#include "core/scenario/case.hpp"

#include <cstdint>
#include <vector>

namespace llmsize {

/// So many nodes, and so many GPUs of each.
struct Use {
  double nodes, gpus;
};

/// GPUs of each node that a job may run better on than on all: the next lower power of two, as 64 of the 72 of an
/// NVL72; absent where all are one.
double fewer_gpus(double gpus_of_a_node);

/// Whether no prime factor of a whole number is above another: degrees that it splits into are found.
bool divides_by(double number, std::uint64_t largest_prime);

/// Numbers of nodes, fewer than those that are there, on which a job may run better than on all: the next eight; none
/// where what is there divides well.
std::vector<double> fewer_nodes(double there);

/// The scenario with a job of that size; of nodes that are there, the others are spares beside those that are asked
/// for.
Scenario with_use(Scenario scenario, const Case& base, const Use& use, double there);

}  // namespace llmsize
