// SPDX-License-Identifier: Apache-2.0
// Writes quantities: picks the prefix in which a number is between 1 and 1000, or the unit of time in which it reads
// well.
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace llmsize {
namespace {

/// What becomes of zeros at the end of a decimal fraction.
enum class Zeros { kept, dropped_if_whole, dropped };

/// One way to show a number: divided by `size`, as long as that stays below `limit`, followed by `name`.
struct Step {
  double size;
  double limit;
  std::string_view name;
  Zeros zeros;
};

constexpr int digits = 3;

/// Steps from small to large; `unit` follows the name of whichever step is taken.
struct Scale {
  std::span<const Step> steps;
  std::string_view unit;
};

/// One step for each prefix, each `ratio` times the one before.
template <std::size_t N>
constexpr std::array<Step, N> ladder(const std::array<std::string_view, N>& prefixes, double ratio, Zeros zeros) {
  std::array<Step, N> steps{};
  double size = 1;
  for (std::size_t i = 0; i < N; ++i, size *= ratio) steps[i] = {size, ratio, prefixes[i], zeros};
  return steps;
}

constexpr std::array<std::string_view, 8> decimal_prefixes{" ", " k", " M", " G", " T", " P", " E", " Z"};
constexpr std::size_t up_to_giga = 4;
constexpr std::size_t up_to_exa = 7;

constexpr auto measured = ladder(decimal_prefixes, 1000, Zeros::kept);

/// Machine rooms are billed in watt hours.
constexpr std::array billed{
    Step{1, 3600, " J", Zeros::dropped},       Step{3600, 1000, " Wh", Zeros::dropped},
    Step{3.6e6, 1000, " kWh", Zeros::dropped}, Step{3.6e9, 1000, " MWh", Zeros::dropped},
    Step{3.6e12, 1e6, " GWh", Zeros::dropped},
};
/// Bytes without a prefix are spelled out: beside counts, B means billion.
constexpr std::array<std::string_view, 7> decimal_sizes{" bytes", " kB", " MB", " GB", " TB", " PB", " EB"};
constexpr std::array<std::string_view, 7> binary_sizes{" bytes", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
constexpr auto stored = ladder(decimal_sizes, 1000, Zeros::dropped_if_whole);
constexpr auto stored_binary = ladder(binary_sizes, 1024, Zeros::dropped_if_whole);

constexpr std::array counted{
    Step{1, 1e6, "", Zeros::dropped_if_whole},
    Step{1e6, 1000, "M", Zeros::dropped},
    Step{1e9, 1000, "B", Zeros::dropped},
    Step{1e12, 1e6, "T", Zeros::dropped},
};

constexpr std::array shared_out{Step{1, 1e6, "", Zeros::dropped}};

constexpr double minute = 60;
constexpr double hour = 3600;
constexpr double day = 86400;
constexpr double year = 365.25 * day;
constexpr std::array lasted{
    Step{1e-9, 1000, " ns", Zeros::dropped_if_whole}, Step{1e-6, 1000, " µs", Zeros::dropped_if_whole},
    Step{1e-3, 1000, " ms", Zeros::dropped_if_whole}, Step{1, 120, " s", Zeros::kept},
    Step{minute, 120, " min", Zeros::kept},           Step{hour, 48, " h", Zeros::kept},
    Step{day, 730.5, " days", Zeros::kept},           Step{year, 1e6, " years", Zeros::dropped},
    Step{1e6 * year, 1e6, "M years", Zeros::dropped},
};

/// The scale of each kind. Flags are shown as words, years as they are written; they need none.
Scale scale_of(Unit unit) {
  const std::span<const Step> decimal = measured;
  switch (unit) {
    case Unit::flag:
    case Unit::year: break;
    case Unit::count:
    case Unit::money: return {counted, ""};
    case Unit::per_second: return {counted, " /s"};
    case Unit::tokens_per_second: return {counted, " tok/s"};
    case Unit::requests_per_second: return {counted, " req/s"};
    case Unit::samples_per_second: return {counted, " samples/s"};
    case Unit::operations_per_second: return {counted, " ops/s"};
    case Unit::iops: return {counted, " IOPS"};
    case Unit::ratio: return {shared_out, ""};
    case Unit::seconds: return {lasted, ""};
    case Unit::bytes: return {stored, ""};
    case Unit::memory: return {stored_binary, ""};
    case Unit::bandwidth: return {decimal.first(up_to_exa), "B/s"};
    case Unit::flop: return {decimal, "FLOP"};
    case Unit::flop_rate: return {decimal, "FLOP/s"};
    case Unit::watts: return {decimal.first(up_to_giga), "W"};
    case Unit::intensity: return {decimal, "FLOP/B"};
    case Unit::joules: return {billed, ""};
  }
  return {};
}

double number_in(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Power of ten of the first digit once the value is rounded: 9.996 shown with three digits is 10.0, hence 1.
int magnitude(double value) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const std::size_t sign = text.find('e') + 1;
  int power = 0;
  std::from_chars(text.data() + sign + 1, text.data() + text.size(), power);
  return text[sign] == '-' ? -power : power;
}

/// Whether a quotient is a whole number, allowing for the rounding of the division: 28e-6 s are whole microseconds.
bool is_whole(double value) {
  return std::abs(value - std::round(value)) <= 4 * std::numeric_limits<double>::epsilon() * value;
}

std::string without_zeros(std::string text) {
  if (text.find('.') == text.npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// Digits before the point in groups of three: "1,536".
std::string grouped(std::string text) {
  for (std::size_t end = static_cast<std::size_t>(std::find(text.begin(), text.end(), '.') - text.begin()); end > 3;
       end -= 3)
    text.insert(end - 3, 1, ',');
  return text;
}

/// The number as one step shows it, or nothing when it is too large for it before or after rounding: 999.9 GB is 1.00
/// TB.
std::optional<std::string> shown(double value, const Step& step) {
  const double quotient = value / step.size;
  if (quotient >= step.limit) return {};
  const int decimals = std::max(0, digits - 1 - magnitude(quotient));
  const std::string text = fmt::format("{:.{}f}", quotient, decimals);
  if (number_in(text) >= step.limit) return {};
  const bool drop = step.zeros == Zeros::dropped || (step.zeros == Zeros::dropped_if_whole && is_whole(quotient));
  return grouped(drop ? without_zeros(text) : text);
}

/// A number as it is shown, and the step that it is shown in.
struct Chosen {
  std::string number;
  Step step;
};

/// With a power of ten, for what lies outside all steps, in the base unit.
Chosen scientific(double value, const Scale& scale) {
  const auto base =
      std::find_if(scale.steps.begin(), scale.steps.end(), [](const Step& step) { return step.size == 1; });
  return {fmt::format("{:.3g}", value), *base};
}

Chosen chosen(double value, const Scale& scale) {
  constexpr double smallest = 1e-3;  // in the smallest unit; below, leading zeros would hide the magnitude
  if (value < smallest * scale.steps.front().size) return scientific(value, scale);
  for (const Step& step : scale.steps)
    if (const auto number = shown(value, step)) return {*number, step};
  return scientific(value, scale);
}

bool has_scale(double value, Unit unit) { return std::isfinite(value) && unit != Unit::flag && unit != Unit::year; }

/// The name of a step and of what is counted in it, as a unit: " G" of "FLOP/s" is "GFLOP/s". "M" is part of the
/// number.
std::string unit_name(const Step& step, const Scale& scale) {
  const std::string_view name = step.name.starts_with(' ') ? step.name : std::string_view{};
  std::string both = fmt::format("{}{}", name, scale.unit);
  if (both.starts_with(' ')) both.erase(0, 1);
  return both;
}

}  // namespace

Pretty pretty_parts(double value, Unit unit) {
  const double size = std::abs(value);
  const std::string_view sign = value < 0 ? "\u2212" : "";
  if (std::isnan(value)) return {"–", ""};
  if (unit == Unit::flag) return {value != 0 ? "yes" : "no", ""};
  if (unit == Unit::year) return {fmt::format("{:.6g}", value), ""};  // two decimals: less than a week
  if (std::isinf(size)) return {fmt::format("{}∞", sign), ""};
  if (base_kind(unit) == Unit::bytes && size == 1) return {fmt::format("{}1", sign), "byte"};
  const Scale scale = scale_of(unit);
  const auto [number, step] = chosen(size, scale);
  const std::string_view letter = step.name.starts_with(' ') ? std::string_view{} : step.name;
  return {fmt::format("{}{}{}", sign, number, letter), unit_name(step, scale)};
}

std::string pretty(double value, Unit unit) {
  const auto [number, name] = pretty_parts(value, unit);
  return name.empty() ? number : fmt::format("{} {}", number, name);
}

ChosenUnit chosen_unit(double value, Unit unit) {
  if (!has_scale(value, unit)) return {"", 0};
  const Scale scale = scale_of(unit);
  const Step step = chosen(std::abs(value), scale).step;
  return {unit_name(step, scale), step.size};
}

std::string exact(double value) {
  constexpr double limit = 0x1p63;
  const bool integer = std::abs(value) < limit && std::trunc(value) == value;
  return integer ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{}", value);
}

std::string base(double value, Unit unit) {
  constexpr double written_in_full = 1e15;
  if (!std::isfinite(value)) return pretty(value, Unit::count);
  const bool full = std::abs(value) < written_in_full && std::trunc(value) == value;
  const std::string number = full ? exact(value) : fmt::format("{:.6g}", value);
  return symbol(unit) == "1" ? number : fmt::format("{} {}", number, symbol(unit));
}

}  // namespace llmsize
