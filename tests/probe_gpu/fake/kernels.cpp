// SPDX-License-Identifier: Apache-2.0
// The kernels by name, as loops of the host; written apart from the program's own, so that a slip in either shows.
#include "fake.hpp"

#include <cmath>
#include <cstring>

namespace {

std::uint32_t hash(std::uint64_t index, std::uint32_t seed) {
  auto h = static_cast<std::uint32_t>(index + (index >> 32) * 0x9e3779b9u + seed);
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

template <class Type>
Type get(void** arguments, int at) {
  Type value;
  std::memcpy(&value, arguments[at], sizeof value);
  return value;
}

template <class Type>
Type* pointer(void** arguments, int at) {
  return reinterpret_cast<Type*>(get<std::uint64_t>(arguments, at));
}

std::uint64_t count(void** arguments, int at) { return get<std::uint64_t>(arguments, at); }

void pattern(void** a, bool compare) {
  auto* words = pointer<std::uint32_t>(a, 0);
  const auto seed = get<std::uint32_t>(a, 2), keep = get<std::uint32_t>(a, 3), set = get<std::uint32_t>(a, 4);
  for (std::uint64_t at = 0; at < count(a, 1); ++at) {
    const std::uint32_t want = (hash(at, seed) & keep) | set;
    if (!compare)
      words[at] = want;
    else if (words[at] != want)
      ++*pointer<std::uint32_t>(a, 5);
  }
}

void triad(void** a) {
  const auto floats = 4 * count(a, 3);
  const float s = get<float>(a, 4);
  for (std::uint64_t at = 0; at < floats; ++at)
    pointer<float>(a, 0)[at] = std::fma(s, pointer<float>(a, 2)[at], pointer<float>(a, 1)[at]);
  if (fake_wrong("kernel")) pointer<float>(a, 0)[floats - 1] = 0;
  fake_pass(48.0 * static_cast<double>(count(a, 3)) / 2e12);
}

void copy(void** a) {
  std::memcpy(pointer<char>(a, 0), pointer<char>(a, 1), 16 * count(a, 2));
  if (fake_wrong("kernel")) pointer<float>(a, 0)[0] = 0;
  fake_pass(32.0 * static_cast<double>(count(a, 2)) / 2e12);
}

void normal(void** a) {
  const auto seed = get<std::uint32_t>(a, 2), half = get<std::uint32_t>(a, 3);
  for (std::uint64_t at = 0; at < count(a, 1); ++at) {
    const double u = (hash(at, seed) + 0.5) / 4294967296.0, v = hash(at, seed ^ 0x5bd1e995u) / 4294967296.0;
    pointer<std::uint16_t>(a, 0)[at] =
        fake::to_16(static_cast<float>(std::sqrt(-2 * std::log(u)) * std::cos(2 * M_PI * v)), half != 0);
  }
}

void sums(void** a, bool of_rows) {
  const auto rows = count(a, 3), columns = count(a, 4);
  const bool half = get<std::uint32_t>(a, 5) != 0;
  for (std::uint64_t at = 0; at < (of_rows ? rows : columns); ++at) {
    double sum = 0;
    for (std::uint64_t term = 0; term < (of_rows ? columns : rows); ++term)
      sum += static_cast<double>(fake::from_16(
                 pointer<std::uint16_t>(a, 1)[of_rows ? at * columns + term : term * columns + at], half)) *
             static_cast<double>(pointer<float>(a, 2)[term]);
    pointer<float>(a, 0)[at] = static_cast<float>(sum);
  }
}

}  // namespace

extern "C" int fake_kernel(const char* name, void** arguments) {
  const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("llmsize_pattern")) pattern(arguments, false);
  if (is("llmsize_differences")) pattern(arguments, true);
  if (is("llmsize_triad")) triad(arguments);
  if (is("llmsize_copy")) copy(arguments);
  if (is("llmsize_normal")) normal(arguments);
  if (is("llmsize_rows")) sums(arguments, true);
  if (is("llmsize_columns")) sums(arguments, false);
  if (is("llmsize_spin") && fake_wrong("hold")) pointer<std::uint32_t>(arguments, 0)[1] = 1;
  return 0;
}
