// SPDX-License-Identifier: Apache-2.0
// How many of the GPUs that are there a job uses: what does not divide may stay idle.
#pragma once

#include "core/scenario/case.hpp"

#include <cstdint>
#include <vector>

namespace llmsize {

/// So many nodes, and so many GPUs of each.
struct JobSize {
  double nodes, gpus;
};

/// How many GPUs of each node a job may use, most first: all, the next lower power of two, as 64 of the 72 of an NVL72,
/// and as many as groups of `held` GPUs fill; only those of which so many nodes hold whole groups.
std::vector<double> uses_of_node(double gpus, double nodes, double held);

/// Whether no prime factor of a whole number is above another: degrees that it splits into are found.
bool divides_by(double number, std::uint64_t largest_prime);

/// The scenario with a job of that size; of nodes that are there, the others are spares beside those that are asked
/// for.
Scenario with_use(Scenario scenario, const Case& base, const JobSize& use, double there);

}  // namespace llmsize
