// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and sentences as the window shows them.
#include "gui/models/text.hpp"

#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "gui/models/typed_number.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {
namespace {

/// Where the number ends: before its unit or the name of its multiple.
std::size_t end_of_number(std::string_view text) {
  std::size_t end = text.find_first_not_of("+-0123456789.,");
  if (text.starts_with("\u2212")) end = text.find_first_not_of("0123456789.,", std::string_view("\u2212").size());
  const bool exponent =
      end != text.npos && text[end] == 'e' && end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-');
  if (exponent) end = text.find_first_not_of("0123456789", end + 2);
  return std::min(end, text.size());
}

std::string without_zeros(std::string number) {
  if (number.find('.') == number.npos || number.find('e') != number.npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  return number;
}

bool means(const std::string& text, Unit unit, double value) {
  const auto read = parse(text, unit);
  return read && std::abs(*read - value) <= 1e-12 * std::abs(value);
}

}  // namespace

QString Shown::together() const {
  if (unit.isEmpty()) return number;
  return unit.size() == 1 && unit[0].isLetter() && unit[0].isUpper() && unit != QLatin1String("W")
             ? number + unit
             : number + QChar(0x00a0) + unit;
}

Shown shown(double value, Unit unit, std::string_view word) {
  if (!word.empty()) return {to_qt(word), {}};
  const std::string text = pretty(value, unit);
  const std::size_t end = end_of_number(text);
  if (end == 0) return {to_qt(text), {}};
  return {legible(to_qt(std::string_view(text).substr(0, end))), to_qt(std::string_view(text).substr(end)).trimmed()};
}

QString editable(double value, Unit unit) {
  if (std::isnan(value)) return {};
  if (unit == Unit::flag) return to_qt(pretty(value, unit));
  const std::string text = pretty(value, unit);
  const std::size_t end = end_of_number(text);
  const std::string name = text.substr(end);
  std::string number = text.substr(0, end);
  number.erase(std::remove(number.begin(), number.end(), ','), number.end());
  number = without_zeros(std::move(number));
  if (means(number + name, unit, value)) return to_qt(number + name);
  if (const auto one = parse("1" + name, unit))
    if (const std::string more = exact(value / *one) + name; means(more, unit, value)) return to_qt(more);
  return to_qt(exact(value));
}

QString usual_unit(Unit unit, double most) {
  constexpr std::pair<Unit, std::string_view> larger[] = {{Unit::bytes, "GB"},       {Unit::memory, "GiB"},
                                                          {Unit::bandwidth, "GB/s"}, {Unit::flop_rate, "TFLOP/s"},
                                                          {Unit::watts, "kW"},       {Unit::joules, "kWh"}};
  for (const auto& [kind, name] : larger)
    if (kind == unit && parse("1 " + std::string(name), unit).value_or(most) < most) return to_qt(name);
  // Of all others the base unit is usual; a count has none.
  const Shown one = shown(1, unit);
  return means(to_core(one.number + one.unit), unit, 1) ? one.unit : QString();
}

QString without_giver(std::string_view message) {
  QString text = legible(to_qt(message));
  if (const auto colon = text.indexOf(QLatin1String(": ")); colon >= 0) text = text.mid(colon + 2);
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

}  // namespace llmsize::gui
