// SPDX-License-Identifier: Apache-2.0
// Groups of rows dealt out, so that each is predicted from the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace llmsize {

/// The fold of each group, dealt at random. The shuffle is our own: libraries differ in theirs.
std::map<std::string, std::size_t> dealt(const std::set<std::string>& groups, std::size_t folds, std::uint32_t seed);

}  // namespace llmsize
