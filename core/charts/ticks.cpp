// SPDX-License-Identifier: Apache-2.0
// Chooses ticks: at 1, 2, 5 of a whole axis' unit, and of times where clocks and calendars have them.
#include "core/charts/axis_unit.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace llmsize {
namespace {

constexpr double minute = 60, hour = 3600, day = 86400, year = 365.25 * day;

/// One, two or five times a power of ten: the smallest that is at least `least`.
double round_step(double least) {
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * decade >= least * (1 - 1e-9)) return digit * decade;
  return 10 * decade;
}

/// A unit of time, how far an axis is marked in it, and the steps that clocks have there.
struct TimeUnit {
  double size;
  double most;
  std::string_view one, many;
  std::array<double, 4> steps{};
};
constexpr std::array time_units{
    TimeUnit{1e-6, 1e-3, "µs", "µs"},
    TimeUnit{1e-3, 1, "ms", "ms"},
    TimeUnit{1, 3 * minute, "s", "s"},
    TimeUnit{minute, 3 * hour, "min", "min", {5, 10, 15, 30}},
    TimeUnit{hour, 3 * day, "h", "h", {2, 3, 6, 12}},
    TimeUnit{day, 3 * year, "day", "days"},
    TimeUnit{year, 1e300, "year", "years"},
};

/// The unit in which a linear axis is marked.
const TimeUnit& time_unit(const Scale& scale) {
  const double largest = std::max(std::abs(scale.low), std::abs(scale.high));
  const auto last = std::prev(time_units.end());  // of what is longer, and of what is no number
  return *std::find_if(time_units.begin(), last, [&](const TimeUnit& unit) { return largest <= unit.most; });
}

/// A step between ticks of times.
double time_step(double least, const TimeUnit& unit) {
  const double wanted = least / unit.size;
  for (const double step : unit.steps)
    if (step >= wanted * (1 - 1e-9) && wanted > 1) return step * unit.size;
  return round_step(wanted) * unit.size;
}

/// Multiples of a step between the ends.
std::vector<double> multiples(double low, double high, double step) {
  std::vector<double> at;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double i = first; i <= last; ++i) at.push_back(i * step);
  return at;
}

/// In what an axis is marked: memory at 20 GiB, not at 20 GB.
double marked_in(const Scale& scale) { return scale.unit == Unit::memory ? axis_unit(scale).size : 1; }

std::vector<double> linear(const Scale& scale, std::size_t wanted) {
  const double least = (scale.high - scale.low) / static_cast<double>(wanted), size = marked_in(scale);
  double step = scale.unit == Unit::seconds ? time_step(least, time_unit(scale)) : round_step(least / size) * size;
  if (scale.unit == Unit::year) step = std::max(step, 1.0);
  return multiples(scale.low, scale.high, step);
}

/// Numbers of some leading digits in every decade between the ends, or in every n-th.
std::vector<double> decades(const Scale& scale, std::initializer_list<double> digits, int every = 1) {
  const double size = marked_in(scale), low = scale.low / size, high = scale.high / size;
  std::vector<double> at;
  for (int power = static_cast<int>(std::floor(std::log10(low) + 1e-9)); std::pow(10, power) <= high * (1 + 1e-9);
       ++power) {
    if (power % every != 0) continue;
    for (const double digit : digits) {
      const double value = digit * std::pow(10, power);
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) at.push_back(value * size);
    }
  }
  return at;
}

std::vector<double> logarithmic(const Scale& scale, std::size_t wanted) {
  std::vector<double> at = decades(scale, {1, 2, 5});
  if (at.size() < 3) return linear(scale, wanted);
  for (int every = 1; at.size() > wanted + 2; ++every) at = decades(scale, {1}, every);
  return at;
}

/// Times that people name, in the order in which they deserve a tick.
std::vector<double> logarithmic_times(const Scale& scale, std::size_t wanted) {
  constexpr std::array first{1e-9, 1e-6,     1e-3,      1.0,       minute,     hour,
                             day,  10 * day, 100 * day, 10 * year, 100 * year, 1000 * year};
  constexpr std::array second{1e-8,       1e-7,        1e-5,     1e-4,     0.01,     0.1, 10.0,
                              5 * minute, 15 * minute, 3 * hour, 6 * hour, 30 * day, year};
  constexpr std::array third{2.0,      5.0,       30.0,      2 * minute, 10 * minute, 30 * minute,
                             2 * hour, 12 * hour, 2 * day,   5 * day,    20 * day,    50 * day,
                             3 * day,  200 * day, 500 * day, 2 * year,   5 * year};
  if (scale.high / scale.low < 4) return linear(scale, wanted);
  std::vector<double> at;
  const double apart = std::log(scale.high / scale.low) / static_cast<double>(wanted + 2);
  const auto take = [&](double value) {
    if (value < scale.low * (1 - 1e-9) || value > scale.high * (1 + 1e-9)) return;
    if (std::all_of(at.begin(), at.end(), [&](double other) { return std::abs(std::log(value / other)) >= apart; }))
      at.push_back(value);
  };
  std::for_each(first.begin(), first.end(), take);
  std::for_each(second.begin(), second.end(), take);
  std::for_each(third.begin(), third.end(), take);
  std::sort(at.begin(), at.end());
  return at.size() < 2 ? linear(scale, wanted) : at;
}

/// "20", "0.5", "−3,000": without a unit.
std::string plain(double value) {
  const double size = std::abs(value) < 1e-300 ? 0 : std::abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-4)) return fmt::format("{:.3g}", value);
  std::string text = fmt::format("{:.4f}", size);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  for (std::size_t end = std::min(text.find('.'), text.size()); end > 3; end -= 3) text.insert(end - 3, 1, ',');
  return (value < 0 && size > 0 ? "\u2212" : "") + text;
}

std::string time_label(double value, const TimeUnit& unit) {
  if (value == 0) return "0";
  const double number = value / unit.size;
  return fmt::format("{} {}", plain(number), std::abs(number - 1) < 1e-9 ? unit.one : unit.many);
}

/// The largest unit of which a time is a whole number, else the smallest.
const TimeUnit& own_unit(double value) {
  const auto whole = [&](const TimeUnit& unit) {
    const double number = std::abs(value) / unit.size;
    return number > 0.5 && std::abs(number - std::round(number)) < 1e-6;
  };
  for (auto unit = time_units.end(); unit != time_units.begin();)
    if (whole(*--unit)) return *unit;
  return time_units.front();
}

std::string label(double value, const Scale& scale, double prefix) {
  switch (scale.unit) {
    case Unit::seconds: return time_label(value, scale.logarithmic ? own_unit(value) : time_unit(scale));
    case Unit::ratio: return plain(100 * value) + "%";
    case Unit::year: return fmt::format("{:.0f}", value);
    case Unit::flag: return pretty(value, Unit::flag);
    case Unit::count:
    case Unit::money:
    case Unit::per_second:
    case Unit::tokens_per_second:
    case Unit::requests_per_second:
    case Unit::samples_per_second:
    case Unit::operations_per_second:
    case Unit::iops: return std::abs(value) >= 1e6 ? pretty(value, Unit::money) : plain(value);
    default: return plain(value / prefix);
  }
}

}  // namespace

Scale with_ticks(Scale scale, std::size_t wanted) {
  const AxisUnit unit = axis_unit(scale);
  if (scale.ticks.empty() || scale.unit_in.empty()) scale.unit_in = unit.name;
  if (!scale.ticks.empty()) return scale;
  if (!(scale.high > scale.low) || !std::isfinite(scale.high - scale.low) || (scale.logarithmic && !(scale.low > 0)))
    return scale;
  wanted = std::max<std::size_t>(wanted, 2);
  const std::vector<double> at = !scale.logarithmic            ? linear(scale, wanted)
                                 : scale.unit == Unit::seconds ? logarithmic_times(scale, wanted)
                                                               : logarithmic(scale, wanted);
  for (const double value : at) scale.ticks.push_back({value, label(value, scale, unit.size)});
  return scale;
}

}  // namespace llmsize
