// SPDX-License-Identifier: Apache-2.0
// Leaves idle what does not divide.
#include "core/planning/uses.hpp"

#include "core/quantity/print.hpp"

#include <cmath>

namespace llmsize {

bool divides_by(double number, std::uint64_t largest_prime) {
  auto rest = static_cast<std::uint64_t>(number);
  for (std::uint64_t prime = 2; prime <= largest_prime; ++prime)
    while (rest > 1 && rest % prime == 0) rest /= prime;
  return rest <= 1;
}

double fewer_gpus(double gpus_of_a_node) {
  const double power = std::exp2(std::floor(std::log2(gpus_of_a_node)));
  return power < gpus_of_a_node ? power : absent;
}

std::vector<double> fewer_nodes(double there) {
  constexpr int tries = 8;
  std::vector<double> fewer;
  if (divides_by(there, 5)) return fewer;
  for (int less = 1; less <= tries && there - less >= 1; ++less) fewer.push_back(there - less);
  return fewer;
}

Scenario with_use(Scenario scenario, const Case& base, const Use& use, double there) {
  const Giver giver{"plan"};
  const double asked = base["cluster.spare_nodes"];
  scenario.set("cluster.nodes", exact(use.nodes), giver);
  if (use.gpus < base["node.gpus"]) scenario.set("cluster.gpus", exact(use.nodes * use.gpus), giver);
  if (use.nodes < there) scenario.set("cluster.spare_nodes", exact(asked + there - use.nodes), giver);
  return scenario;
}

}  // namespace llmsize
