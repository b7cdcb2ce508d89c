// SPDX-License-Identifier: Apache-2.0
#include "core/quantity/ranges.hpp"

#include "core/quantity/absent.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {

std::pair<std::string, std::string> value_and_unit(double value, Unit unit) {
  if (is_absent(value)) return {"–", ""};
  if (unit == Unit::ratio) {
    const double percent = 100 * value;
    const int decimals = std::abs(percent) >= 99.95 ? 0 : std::abs(percent) >= 0.995 ? 1 : 2;
    return {fmt::format("{:.{}f}", percent, decimals), "%"};
  }
  auto [number, name] = pretty_parts(value, unit);
  return {std::move(number), std::move(name)};
}

std::string with_unit(std::string_view number, std::string_view unit) {
  return fmt::format("{}{}{}", number, unit.empty() || unit == "%" ? "" : " ", unit);
}

std::string range_text(double low, double high, Unit unit) {
  const auto [first, first_unit] = value_and_unit(low, unit);
  const auto [last, last_unit] = value_and_unit(high, unit);
  if (first_unit == last_unit) return fmt::format("{}–{}", first, with_unit(last, last_unit));
  return fmt::format("{}–{}", with_unit(first, first_unit), with_unit(last, last_unit));
}

std::string ranged_text(
    double value, const std::optional<std::pair<double, double>>& range, Unit unit, std::string_view ends) {
  const auto [middle, middle_unit] = value_and_unit(value, unit);
  std::string shown = with_unit(middle, middle_unit);
  if (!range) return shown;
  const auto [low, low_unit] = value_and_unit(range->first, unit);
  const auto [high, high_unit] = value_and_unit(range->second, unit);
  if (low_unit == middle_unit && high_unit == middle_unit) return fmt::format("{} ({}{}–{})", shown, ends, low, high);
  return fmt::format("{} ({}{})", shown, ends, range_text(range->first, range->second, unit));
}

std::string promised(double rate) {
  if (!(rate > 0)) return pretty(rate, Unit::ratio);
  const double digit = std::pow(10, std::floor(std::log10(rate)) - 2);
  return pretty(digit * std::floor(rate / digit * (1 + 1e-12)), Unit::ratio);
}

std::string share_text(double share) {
  if (is_absent(share)) return "–";
  const double percent = 100 * share;
  if (std::abs(percent) >= 9.95) return fmt::format("{:.0f}%", percent);
  if (percent != 0 && std::abs(percent) < 0.1) return fmt::format("{}<0.1%", percent < 0 ? "\u2212" : "");
  return fmt::format("{}{:.1f}%", percent < 0 ? "\u2212" : "", std::abs(percent));
}

SpreadText spread_parts(double median, double spread, Unit unit) {
  // Factors and efficiencies stay as they are; small shares have a percent sign.
  const bool percent = unit == Unit::ratio && median < 0.1;
  SpreadText parts{percent ? share_text(median) : pretty(median, unit), {}};
  if (!(spread > 0) || is_absent(median)) return parts;
  const double low = median * std::exp(-z90 * spread), high = median * std::exp(z90 * spread);
  const bool factor = unit == Unit::ratio && !percent;
  const std::string ends =
      factor ? fmt::format("{}–{}", pretty(low, unit), pretty(high, unit)) : range_text(low, high, unit);
  parts.ends = "P10–P90 " + ends;
  return parts;
}

std::string spread_text(double median, double spread, Unit unit) {
  const auto [shown, ends] = spread_parts(median, spread, unit);
  return ends.empty() ? shown : fmt::format("{} ({})", shown, ends);
}

}  // namespace llmsize
