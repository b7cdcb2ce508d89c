// SPDX-License-Identifier: Apache-2.0
// Picks the prefix in which an axis reads well.
#include "core/charts/axis_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::array<std::string_view, 8> prefixes{"", "k", "M", "G", "T", "P", "E", "Z"};
constexpr std::array<std::string_view, 8> binary_prefixes{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi"};

/// Whether numbers of this kind are shown with a prefix.
bool is_prefixed(Unit unit) {
  switch (unit) {
    case Unit::bytes:
    case Unit::memory:
    case Unit::bandwidth:
    case Unit::flop:
    case Unit::flop_rate:
    case Unit::watts:
    case Unit::joules:
    case Unit::intensity: return true;
    default: return false;
  }
}

/// What prefixes stand before. Energy is billed in watt hours.
std::pair<std::string_view, double> base_of(Unit unit) {
  if (unit == Unit::joules) return {"Wh", 3600};
  return {symbol(unit), 1};
}

}  // namespace

AxisUnit axis_unit(const Scale& scale) {
  if (!is_prefixed(scale.unit)) return {};
  const auto [name, size] = base_of(scale.unit);
  const double largest = std::max(std::abs(scale.low), std::abs(scale.high));
  const double typical = scale.logarithmic && scale.low > 0 ? std::sqrt(scale.low * scale.high) / size : largest / size;
  const bool binary = scale.unit == Unit::memory;
  const double thousand = binary ? 1024 : 1000;
  const double power =
      typical > 0 && std::isfinite(typical) ? std::floor(std::log(typical) / std::log(thousand) + 1e-9) : 0;
  const double index = std::clamp(power, 0.0, double(prefixes.size() - 1));
  const auto& names = binary ? binary_prefixes : prefixes;
  return {fmt::format("{}{}", names[static_cast<std::size_t>(index)], name), size * std::pow(thousand, index)};
}

}  // namespace llmsize
