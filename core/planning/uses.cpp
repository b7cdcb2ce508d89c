// SPDX-License-Identifier: Apache-2.0
// Leaves idle what does not divide.
#include "core/planning/uses.hpp"

#include "core/quantity/print.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace llmsize {

bool divides_by(double number, std::uint64_t largest_prime) {
  auto rest = static_cast<std::uint64_t>(number);
  for (std::uint64_t prime = 2; prime <= largest_prime; ++prime)
    while (rest > 1 && rest % prime == 0) rest /= prime;
  return rest <= 1;
}

std::vector<double> uses_of_node(double gpus, double nodes, double held) {
  const double power = std::exp2(std::floor(std::log2(gpus)));
  const double filled = held <= gpus ? held * std::floor(gpus / held) : gpus;
  std::vector<double> uses{gpus, power, filled};
  std::sort(uses.begin(), uses.end(), std::greater<>());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  std::erase_if(uses, [&](double each) { return !(each >= 1) || std::fmod(nodes * each, held) != 0; });
  return uses;
}

Scenario with_use(Scenario scenario, const Case& base, const JobSize& use, double there) {
  const Giver giver{"plan"};
  const double asked = base["cluster.spare_nodes"];
  scenario.set("cluster.nodes", exact(use.nodes), giver);
  if (use.gpus < base["node.gpus"] || scenario.find("cluster.gpus"))
    scenario.set("cluster.gpus", exact(use.nodes * use.gpus), giver);
  if (use.nodes < there) scenario.set("cluster.spare_nodes", exact(asked + there - use.nodes), giver);
  return scenario;
}

}  // namespace llmsize
