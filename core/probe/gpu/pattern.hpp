// SPDX-License-Identifier: Apache-2.0
// Words whose value follows from their place: the host and our kernels compute the same ones.
#pragma once

#include <cstdint>

namespace llmsize {

/// Which bits of the hash stay and which are set.
struct PatternBits {
  std::uint32_t keep = 0xffffffff, set = 0;
};
inline constexpr PatternBits all_bits{};
/// Floats from 1 to 2.
inline constexpr PatternBits float_bits{0x007fffff, 0x3f800000};

constexpr std::uint32_t pattern(std::uint64_t index, std::uint32_t seed, PatternBits bits = all_bits) {
  std::uint32_t hash = static_cast<std::uint32_t>(index) + static_cast<std::uint32_t>(index >> 32) * 0x9e3779b9u + seed;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  hash ^= hash >> 16;
  return (hash & bits.keep) | bits.set;
}

}  // namespace llmsize
