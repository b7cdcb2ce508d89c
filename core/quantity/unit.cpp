// SPDX-License-Identifier: Apache-2.0
// The names of the kinds of quantity: one row for each.
#include "core/quantity/unit.hpp"

#include <array>
#include <cstddef>

namespace llmsize {
namespace {

struct Names {
  Unit unit;
  std::string_view symbol;
  std::string_view column_suffix;
};

constexpr std::array names{
    Names{Unit::count, "1", "count"},
    Names{Unit::ratio, "1", "ratio"},
    Names{Unit::flag, "1", "count"},
    Names{Unit::year, "1", "count"},
    Names{Unit::bytes, "B", "bytes"},
    Names{Unit::memory, "B", "bytes"},
    Names{Unit::flop, "FLOP", "flop"},
    Names{Unit::seconds, "s", "s"},
    Names{Unit::bandwidth, "B/s", "bytes_per_s"},
    Names{Unit::flop_rate, "FLOP/s", "flop_per_s"},
    Names{Unit::watts, "W", "w"},
    Names{Unit::joules, "J", "j"},
    Names{Unit::money, "money", "money"},
    Names{Unit::per_second, "1/s", "per_s"},
    Names{Unit::tokens_per_second, "1/s", "per_s"},
    Names{Unit::requests_per_second, "1/s", "per_s"},
    Names{Unit::samples_per_second, "1/s", "per_s"},
    Names{Unit::operations_per_second, "1/s", "per_s"},
    Names{Unit::iops, "1/s", "per_s"},
    Names{Unit::intensity, "FLOP/B", "flop_per_byte"},
};

/// Rows are found by position, so each must stand at the position of its kind.
constexpr bool in_order() {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].unit != static_cast<Unit>(i)) return false;
  return names.back().unit == Unit::intensity;
}
static_assert(in_order());

constexpr const Names& names_of(Unit unit) { return names[static_cast<std::size_t>(unit)]; }

}  // namespace

std::string_view symbol(Unit unit) { return names_of(unit).symbol; }

std::string_view column_suffix(Unit unit) { return names_of(unit).column_suffix; }

}  // namespace llmsize
