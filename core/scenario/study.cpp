// SPDX-License-Identifier: Apache-2.0
// Lists, ranges and files of scenarios.
#include "core/scenario/study.hpp"

#include "core/files/memory_limit.hpp"
#include "core/inputs/familiar.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/read_value.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/saved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace llmsize {
namespace {

constexpr std::string_view range_sign = "..";

/// The parts of "8..64+8": a sign of 0 means that no step is given.
struct Range {
  std::string_view from, to, step;
  char sign = 0;
};

/// Only numbers have ranges: two dots in a word are part of a path.
bool is_range(std::string_view key, std::string_view text) {
  return find_input(key) && text.find(range_sign) != std::string_view::npos;
}

/// A step follows the last '+' or 'x' that is not part of a number such as 1e+12.
Range split_range(std::string_view text) {
  const auto dots = text.find(range_sign);
  Range range{text.substr(0, dots), text.substr(dots + range_sign.size()), {}, 0};
  for (std::size_t i = range.to.size(); i-- > 1;) {
    const bool exponent = range.to[i] == '+' && (range.to[i - 1] == 'e' || range.to[i - 1] == 'E');
    if ((range.to[i] != '+' && range.to[i] != 'x') || exponent) continue;
    range.sign = range.to[i];
    range.step = range.to.substr(i + 1);
    range.to = range.to.substr(0, i);
    break;
  }
  return range;
}

/// A step is no value of the input: it may be smaller than the least of them.
double step_of(const Range& range, std::string_view key, std::string_view text, const Giver& giver) {
  const InputAbout& about = *find_input(key);
  if (range.sign == 0 && about.whole) return 1;
  if (range.sign == 0) refuse_value(giver, text, "a range with a step (8..64+8, 1..1024x2)");
  const auto step = parse(range.step, range.sign == 'x' ? Unit::count : about.unit);
  const double least = range.sign == 'x' ? 1 : 0;
  if (!step || *step <= least)
    refuse_value(
        giver, text, range.sign == 'x' ? "a range whose factor is more than 1" : "a range whose step is more than 0");
  return *step;
}

/// Without the noise of adding steps: 15 significant digits.
double rounded(double value) {
  const std::string text = fmt::format("{:.15g}", value);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Whether each value is whole where both ends are.
bool keeps_whole(const AxisValues::Range& range) { return range.step == std::floor(range.step); }

AxisValues::Range values_of_range(std::string_view key, std::string_view text, const Giver& giver) {
  const Range range = split_range(text);
  const double from = *value_of(key, range.from, giver).number, to = *value_of(key, range.to, giver).number;
  const double step = step_of(range, key, text, giver);
  const bool factors = range.sign == 'x';
  if (to < from) refuse_value(giver, text, "a range that ends above its start");
  if (factors && from <= 0) refuse_value(giver, text, "a range of factors that starts above 0");
  const double steps = factors ? std::log(to / from) / std::log(step) : (to - from) / step;
  if (steps >= static_cast<double>(most_points))
    refuse_value(giver, text, fmt::format("a range of at most {} values", most_points));
  constexpr double rounding = 1e-9;
  AxisValues::Range values{from, step, factors, static_cast<std::size_t>(steps + rounding) + 1, giver.name};
  value_of(key, values.at(values.count - 1), giver);
  if (find_input(key)->whole && !keeps_whole(values))
    for (std::size_t i = 0; i < values.count; ++i) value_of(key, values.at(i), giver);
  return values;
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

Axis axis_of_list(const std::string& key, const Json& list, const std::string& source) {
  if (list.empty())
    throw BadInput(BadInput::Kind::data, fmt::format("{}: {}: expected a list of one value at least", source, key));
  if (list.size() > most_kept)
    throw BadInput(
        BadInput::Kind::data, fmt::format("{}: {}: expected a list of at most {} values", source, key, most_kept));
  Axis axis{key, {}};
  const std::string giver = fmt::format("{}: {}", source, key);
  for (const Json& value : list) axis.values.add({read_value(key, value, source), text_of(value), giver});
  return axis;
}

void read_version(const Json& version, const std::string& source) {
  if (!version.is_number_integer() || version != scenario_version)
    throw BadInput(
        BadInput::Kind::data, fmt::format(
                                  "{}: schema_version {} is not supported, expected {}", source,
                                  in_quotes(version.dump()), scenario_version));
}

/// Reads one file: words about it, then inputs by group.
class Reader {
 public:
  explicit Reader(const std::string& source) : source_(source) {}

  Study read(const Json& json) {
    if (!json.is_object()) refuse_file("expected an object");
    for (const auto& [group, fields] : json.items()) {
      if (group == "schema_version")
        read_version(fields, source_);
      else if (group == "name" || group == "notes")
        (group == "name" ? study_.name : study_.notes) = words(group, fields);
      else if (group == "results")
        read_texts("results", fields, study_.results);
      else if (group == "claims")
        read_texts("claims", fields, study_.claims);
      else if (group == "hidden")
        read_texts("hidden", fields, study_.hidden);
      else if (!fields.is_object())
        take(group, fields);
      else
        for (const auto& [field, value] : fields.items())
          take(field == "id" && find_reference(group) ? group : fmt::format("{}.{}", group, field), value);
    }
    take_saved(study_.notes);
    return std::move(study_);
  }

 private:
  [[noreturn]] void refuse_file(const std::string& reason) const {
    throw BadInput(BadInput::Kind::data, fmt::format("{}: {}", source_, reason));
  }

  std::string words(const std::string& key, const Json& value) const {
    if (!value.is_string()) refuse_file(fmt::format("{}: expected a text", key));
    return value.get<std::string>();
  }

  void read_texts(const std::string& key, const Json& list, std::vector<std::string>& texts) {
    if (!list.is_array())
      refuse_file(fmt::format("{}: expected a list of {}", key, key == "results" ? "ids" : "texts"));
    for (const Json& each : list) texts.push_back(words(key, each));
  }

  void take(const std::string& name, const Json& value) {
    const std::string key(current_id(name));
    require_key(key, {source_, BadInput::Kind::data});
    const bool listed =
        std::any_of(study_.axes.begin(), study_.axes.end(), [&](const Axis& axis) { return axis.key == key; });
    if (listed || study_.base.find(key)) refuse_file(fmt::format("{} is said twice", key));
    if (value.is_array()) {
      study_.axes.push_back(axis_of_list(key, value, source_));
      study_.points();
    } else if (value.is_string() && spoken(key, value.get_ref<const std::string&>())) {
      study_.base.set(
          key, value.get_ref<const std::string&>(), {fmt::format("{}: {}", source_, key), BadInput::Kind::data});
    } else
      study_.base.set(key, read_value(key, value, source_), text_of(value), source_ + ": " + key);
  }

  const std::string& source_;
  Study study_;
};

}  // namespace

double AxisValues::Range::at(std::size_t place) const {
  const auto steps = static_cast<double>(place);
  return rounded(factors ? from * std::pow(step, steps) : from + steps * step);
}

void AxisValues::add(Scenario::Said value) {
  ends_.push_back(size() + 1);
  parts_.emplace_back(std::move(value));
}

void AxisValues::add(Range range) {
  ends_.push_back(size() + range.count);
  parts_.emplace_back(std::move(range));
}

Scenario::Said AxisValues::operator[](std::size_t place) const {
  const auto part = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), place) - ends_.begin());
  if (const auto* said = std::get_if<Scenario::Said>(&parts_[part])) return *said;
  const Range& range = std::get<Range>(parts_[part]);
  const double value = range.at(place - (part == 0 ? 0 : ends_[part - 1]));
  return {{value, {}}, exact(value), range.giver};
}

char list_sign(std::string_view key) { return key == "traffic.id" ? ';' : ','; }

bool is_several(std::string_view key, std::string_view text) {
  return text.find(list_sign(key)) != std::string_view::npos || is_range(key, text);
}

std::string without_separators(std::string_view text) {
  constexpr std::size_t group = 3;
  if (text.find(',') == std::string_view::npos || text.starts_with('0')) return {};
  std::string number;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string_view digits = text.substr(start, comma - start);
    const bool fits = start == 0 ? 1 <= digits.size() && digits.size() <= group : digits.size() == group;
    if (!fits || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
    number += digits;
    start = comma + 1;
  }
  return number;
}

Axis read_axis(std::string_view key, std::string_view text, const Giver& giver) {
  require_key(key, giver);
  // No value of a list begins with a 0 that a group of digits may begin with: "1,024", "300,000".
  if (const std::string number = without_separators(text);
      !number.empty() && find_input(key) && text.find(",0") != std::string_view::npos)
    refuse_value(giver, text, "a number without thousands separators", fmt::format("write {}", number));
  Axis axis{std::string(current_id(key)), {}};
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(list_sign(axis.key), start), text.size());
    const std::string_view item = text.substr(start, comma - start);
    if (is_range(key, item))
      axis.values.add(values_of_range(key, item, giver));
    else
      axis.values.add({value_of(key, item, giver), std::string(item), giver.name});
    if (axis.values.size() > most_points)
      refuse_value(giver, text, fmt::format("a list of at most {} values", most_points));
    start = comma + 1;
  }
  return axis;
}

Study read_study(std::string_view text, const std::string& source) {
  return Reader(source).read(parse_json(text, source));
}

bool Study::says(std::string_view key) const {
  return base.find(key) || std::any_of(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.key == key; });
}

std::size_t Study::points() const {
  std::size_t points = 1;
  for (const Axis& axis : axes) {
    points *= axis.values.size();
    if (points > most_points)
      throw BadInput(
          BadInput::Kind::usage, fmt::format("{}: more than {} combinations", axis.values.front().giver, most_points));
  }
  return points;
}

Scenario Study::scenario(std::size_t point) const {
  Scenario scenario = base;
  for (std::size_t i = axes.size(); i-- > 0;) {
    const AxisValues& values = axes[i].values;
    const Scenario::Said said = values[point % values.size()];
    scenario.set(axes[i].key, said.value, said.text, said.giver);
    point /= values.size();
  }
  return scenario;
}

std::vector<Scenario> Study::scenarios() const {
  require_few(*this);
  const std::size_t count = points();
  std::vector<Scenario> all;
  all.reserve(count);
  for (std::size_t i = 0; i < count; ++i) all.push_back(scenario(i));
  return all;
}

double kept_bytes(std::size_t rows, std::size_t cells) {
  // Measured: 12 KB to 17 KB a row with up to 12 results, 22 KB in a sheet of 7 columns with 8 results. Most of it are
  // the inputs of the completed case.
  constexpr double of_row = 14e3, of_cell = 400;
  return static_cast<double>(rows) * (of_row + of_cell * static_cast<double>(cells));
}

void require_few(const Study& study, std::size_t results) {
  if (study.points() > most_kept)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{}: more than {} combinations; `llmsize sweep --csv` and `llmsize run --csv` answer up to {}",
            study.axes.back().values.front().giver, most_kept, most_points));
  require_memory(
      fmt::format("{} combinations", study.points()), kept_bytes(study.points(), results),
      "sweep and run take any number with --csv");
}

}  // namespace llmsize
