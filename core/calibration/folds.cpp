// SPDX-License-Identifier: Apache-2.0
// Shuffles groups and deals them out.
#include "core/calibration/folds.hpp"

#include <random>
#include <utility>
#include <vector>

namespace llmsize {

std::map<std::string, std::size_t> dealt(const std::set<std::string>& groups, std::size_t folds, std::uint32_t seed) {
  std::vector<std::string> shuffled(groups.begin(), groups.end());
  std::mt19937 random(seed);
  for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[random() % i]);
  std::map<std::string, std::size_t> fold;
  for (std::size_t i = 0; i < shuffled.size(); ++i) fold[shuffled[i]] = i % folds;
  return fold;
}

}  // namespace llmsize
