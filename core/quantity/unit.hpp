// SPDX-License-Identifier: Apache-2.0
// The kinds of quantity as run-time values: what parsing, printing and file formats need to know of a number.
#pragma once

#include "core/quantity/units.hpp"

#include <string_view>

namespace llmsize {

/// Kind of a number. Values are always in the base unit named by `symbol`.
enum class Unit {
  count,
  ratio,
  flag,
  year,
  bytes,
  memory,  ///< bytes of memory, for people in GiB, as drivers and frameworks print them
  flop,
  seconds,
  bandwidth,
  flop_rate,
  watts,
  joules,
  money,
  per_second,
  tokens_per_second,
  requests_per_second,
  samples_per_second,
  operations_per_second,
  iops,
  intensity
};

/// The kind that a number is apart from how people write it: bytes of memory are bytes, tokens per second a rate.
constexpr Unit base_kind(Unit unit) {
  switch (unit) {
    case Unit::memory: return Unit::bytes;
    case Unit::tokens_per_second:
    case Unit::requests_per_second:
    case Unit::samples_per_second:
    case Unit::operations_per_second:
    case Unit::iops: return Unit::per_second;
    default: return unit;
  }
}

/// Base unit as shown in JSON and derivations: "1", "B", "FLOP", "s", "B/s", "FLOP/s", "W", "J", "money", "1/s",
/// "FLOP/B".
std::string_view symbol(Unit unit);

/// Ending of a CSV column that holds this kind: "count", "ratio", "bytes", "flop", "s", "bytes_per_s", …
std::string_view column_suffix(Unit unit);

/// The kind that a quantity type has unless its declaration says otherwise (Count: Unit::count).
template <class Q>
constexpr Unit unit_of() {
  if constexpr (std::is_same_v<Q, Bytes>)
    return Unit::bytes;
  else if constexpr (std::is_same_v<Q, Flop>)
    return Unit::flop;
  else if constexpr (std::is_same_v<Q, Seconds>)
    return Unit::seconds;
  else if constexpr (std::is_same_v<Q, Bandwidth>)
    return Unit::bandwidth;
  else if constexpr (std::is_same_v<Q, FlopRate>)
    return Unit::flop_rate;
  else if constexpr (std::is_same_v<Q, Watts>)
    return Unit::watts;
  else if constexpr (std::is_same_v<Q, Joules>)
    return Unit::joules;
  else if constexpr (std::is_same_v<Q, Money>)
    return Unit::money;
  else if constexpr (std::is_same_v<Q, PerSecond>)
    return Unit::per_second;
  else if constexpr (std::is_same_v<Q, Intensity>)
    return Unit::intensity;
  else
    return Unit::count;
}

}  // namespace llmsize
