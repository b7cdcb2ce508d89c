// SPDX-License-Identifier: Apache-2.0
#include "core/study/shape.hpp"

#include "core/inputs/list.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace llmsize {
namespace {

/// How far an axis goes on beyond its first and last value.
constexpr double margin = 0.06;

const std::set<std::string, std::less<>> rooms_with_short_titles{"memory", "serving", "offload", "checkpoint", "load"};

/// What was said comes first: a planner may have chosen otherwise.
std::string text_in(const AnsweredRow& row, const std::string& key) {
  const Scenario::Said* said = row.scenario.find(key);
  return said && !said->value.number ? said->value.word : input_text(row, key);
}

/// "5 min" of "5.00 min": what somebody typed has no more digits than it needs.
std::string as_typed(std::string text) {
  const auto point = text.find('.');
  if (point == std::string::npos) return text;
  const auto end = std::min(text.find_first_not_of("0123456789", point + 1), text.size());
  const auto kept = text.find_last_not_of('0', end - 1);
  return text.erase(kept == point ? point : kept + 1, end - (kept == point ? point : kept + 1));
}

std::size_t count_of_different(const AnsweredRows& table, const std::string& key) {
  std::set<std::string> texts;
  for (const AnsweredRow& row : table.rows) texts.insert(text_in(row, key));
  return texts.size();
}

std::size_t count_of_names(const AnsweredRows& table, const StudyShape& shape) {
  std::set<std::string> names;
  for (const AnsweredRow& row : table.rows) names.insert(row_name(row, shape, false));
  return names.size();
}

}  // namespace

Amount::Amount(const ResultRow& result, const std::vector<AnsweredRow>& rows) : result_(&result) {
  is_share_ = result.about->unit == Unit::ratio && std::all_of(rows.begin(), rows.end(), [&](const AnsweredRow& row) {
                return !(result_value(row, result) > 1 + 1e-9);
              });
}

std::string_view Amount::id() const { return result_ ? result_->about->id : input_->key; }

std::string Amount::title() const {
  if (!result_) return std::string(input_->label.substr(0, input_->label.find(" (set by user)")));
  // A word alone says little without its room: "Checkpoint stall".
  const std::string title(result_->about->title), room(id().substr(0, id().find('.')));
  const bool alone = title.find(' ') == std::string::npos && rooms_with_short_titles.contains(room);
  return alone ? upper_first(room) + ' ' + lower_first(title) : title;
}

std::string Amount::name() const { return lower_first(title()); }

Unit Amount::unit() const {
  const Unit unit = result_ ? result_->about->unit : input_->unit;
  return result_ && unit == Unit::ratio && !is_share_ ? Unit::count : unit;
}

double Amount::of(const AnsweredRow& row) const {
  return result_ ? result_value(row, *result_) : input_value(row, input_->key);
}

std::string Amount::shown(double value) const {
  if (is_share_) {
    const auto [number, unit] = value_and_unit(value, Unit::ratio);
    return with_unit(number, unit);
  }
  return result_ ? pretty(value, *result_->about) : as_typed(pretty(value, *input_));
}

std::string Amount::counted() const {
  const std::string name = this->name();
  return unit() == Unit::count && name.ends_with('s') && name.find(' ') == std::string::npos ? name : std::string();
}

std::string Amount::said(double value) const {
  if (!counted().empty()) return said_again(value);
  // The unit stands behind the value: "request rate 40 req/s", not "request rate (req/s) 40 req/s".
  const std::string name = this->name();
  return fmt::format("{} {}", name.substr(0, name.find(" (")), shown(value));
}

std::string Amount::said_again(double value) const {
  const std::string name = counted();
  if (name.empty()) return shown(value);
  return fmt::format("{} {}", shown(value), value == 1 ? name.substr(0, name.size() - 1) : name);
}

const Result* Amount::range_in(const AnsweredRow& row) const {
  const Result* found = result_ ? row.answer.find(id()) : nullptr;
  return found && found->p10 && found->p90 ? found : nullptr;
}

Scale Amount::scale(const AnsweredRows& table, double decades, const std::vector<double>& more) const {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto take = [&](double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const AnsweredRow& row : table.rows) {
    take(of(row));
    if (const Result* range = range_in(row); range && holds(row)) {
      take(*range->p10);
      take(*range->p90);
    }
  }
  for (const double value : more) take(value);
  Scale scale{.title = name(), .unit = unit()};
  if (!(low <= high)) return scale;
  scale.logarithmic = low > 0 && std::log10(high / low) >= decades;
  if (scale.logarithmic) {
    const double beyond = std::pow(high / low, margin);
    scale.low = low / beyond;
    scale.high = high * beyond;
  } else {
    const double beyond = high > low ? margin * (high - low) : margin * (high == 0 ? 1 : std::abs(high));
    scale.low = low - beyond;
    scale.high = high + beyond;
  }
  return scale;
}

bool repeats(const Amount& result, const StudyShape& shape, const AnsweredRows& table) {
  return std::any_of(shape.numbers.begin(), shape.numbers.end(), [&](const Amount& number) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) {
      return !std::isfinite(result.of(row)) || result.of(row) == number.of(row);
    });
  });
}

std::vector<double> values_of(const Amount& amount, const std::vector<AnsweredRow>& rows) {
  std::vector<double> values;
  for (const AnsweredRow& row : rows)
    if (const double value = amount.of(row);
        std::isfinite(value) && std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(value);
  return values;
}

StudyShape shape_of(const AnsweredRows& table) {
  StudyShape shape;
  std::size_t combinations = 1;
  for (const std::string& key : table.keys) {
    const std::size_t different = count_of_different(table, key);
    if (different < 2) continue;
    combinations *= different;
    if (const InputAbout* about = find_input(key); about && about->unit != Unit::flag && about->words.empty())
      shape.numbers.emplace_back(*about);
    else
      shape.words.push_back(key);
  }
  shape.one_row_each = count_of_names(table, shape) == table.rows.size();
  shape.full = shape.one_row_each && combinations == table.rows.size();
  return shape;
}

namespace {

constexpr std::string_view misses_deadline = "misses the deadline", misses_goal = "misses the goal",
                           meets_deadline = "meets the deadline", barely_meets = "meets it at P50 only";

/// Whether a training has a deadline and a time that is held against it; how far it is late then.
std::optional<double> late_by(const AnsweredRow& row) {
  const Result* time = row.answer.find("training.calendar_time");
  const double deadline = input_value(row, "goal.deadline");
  if (!time || !std::isfinite(time->value) || !std::isfinite(deadline)) return {};
  return time->value - deadline;
}

}  // namespace

std::string_view state_words(const AnsweredRow& row) {
  if (row.status == AnsweredRow::Status::invalid) return "inconsistent inputs";
  const std::optional<double> late = late_by(row);
  switch (row.verdict.state) {
    case State::incomplete: return "cannot be evaluated";
    case State::does_not_fit: return "does not fit";
    case State::misses_goal: return late && *late > 0 ? misses_deadline : misses_goal;
    case State::ok:
    case State::warning: break;
  }
  const auto& because = row.verdict.because;
  if (!late) return "fits";
  return std::find(because.begin(), because.end(), "goal.at_risk") == because.end() ? meets_deadline : barely_meets;
}

std::string bad_words(const std::vector<const AnsweredRow*>& rows) {
  std::vector<std::string_view> words;
  for (const AnsweredRow* row : rows)
    if (const std::string_view each = state_words(*row);
        !holds(*row) && std::find(words.begin(), words.end(), each) == words.end())
      words.push_back(each);
  return fmt::format("{}", fmt::join(words, " or "));
}

std::string holding_words(const std::vector<AnsweredRow>& rows) {
  const auto says = [&](std::string_view words) {
    return std::any_of(rows.begin(), rows.end(), [&](const AnsweredRow& row) { return state_words(row) == words; });
  };
  const bool all_late =
      std::all_of(rows.begin(), rows.end(), [](const AnsweredRow& row) { return !holds(row) || late_by(row); });
  const bool dated = all_late && std::any_of(rows.begin(), rows.end(), [](const AnsweredRow& row) {
                       return late_by(row).has_value();
                     });
  const std::string_view kept = says(misses_goal) ? "meet the goal" : dated ? "meet the deadline" : "fit";
  const auto holding = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), holds));
  std::string text = holding == rows.size() ? fmt::format("All rows {}", kept)
                                            : fmt::format("{} of {} rows {}", holding, rows.size(), kept);
  const auto barely =
      std::count_if(rows.begin(), rows.end(), [](const AnsweredRow& row) { return state_words(row) == barely_meets; });
  if (barely > 0) text += fmt::format(", {} at P50 only", barely);
  return text;
}

std::string row_name(const AnsweredRow& row, const StudyShape& shape, bool own) {
  constexpr std::size_t few = 2;
  const bool tells = shape.one_row_each && shape.words.size() + shape.numbers.size() <= few;
  if (own && !tells && !row.name.empty()) return row.name;
  std::string name;
  const auto add = [&](const std::string& part) { name += (name.empty() ? "" : ", ") + part; };
  for (const std::string& key : shape.words) add(word_in(row, key));
  for (const Amount& amount : shape.numbers) add(amount.said(amount.of(row)));
  return name;
}

StudyShape telling_part(const AnsweredRows& table, const StudyShape& shape) {
  StudyShape part{.numbers = {}, .words = {}, .one_row_each = shape.one_row_each};
  std::size_t told = 1;
  // Another input is taken where it tells more rows apart.
  const auto take = [&](auto& taken, const auto& input) {
    taken.push_back(input);
    const std::size_t now = count_of_names(table, part);
    if (now > told)
      told = now;
    else
      taken.pop_back();
  };
  for (const std::string& key : shape.words) take(part.words, key);
  for (const Amount& amount : shape.numbers) take(part.numbers, amount);
  return part;
}

std::string word_in(const AnsweredRow& row, const std::string& key) {
  if (row.inputs)
    if (const auto found = row.inputs->names.find(key); found != row.inputs->names.end() && !found->second.empty())
      return found->second;
  const std::string text = text_in(row, key);
  return text.empty() ? "–" : text;
}

std::string key_label(const std::string& key) {
  if (const Choice* choice = find_choice(key)) return std::string(choice->label);
  if (const Reference* reference = find_reference(key)) return std::string(reference->label);
  const InputAbout* about = find_input(key);
  return about ? std::string(about->label) : key;
}

std::string shared_words(const AnsweredRows& table) {
  constexpr std::size_t most = 6;
  std::vector<std::string> parts;
  const auto is_shared = [&](const std::string& key) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) {
      return row.scenario.find(key) && text_in(row, key) == text_in(table.rows.front(), key);
    });
  };
  for (const std::string& key : said_keys(table.rows)) {
    if (parts.size() == most || !is_shared(key)) continue;
    const AnsweredRow& row = table.rows.front();
    const InputAbout* about = find_input(key);
    if (about && about->unit != Unit::flag)
      parts.push_back(Amount(*about).said(input_value(row, key)));
    else if (find_reference(key))
      parts.push_back(word_in(row, key));
    else
      parts.push_back(fmt::format("{} {}", lower_first(key_label(key)), word_in(row, key)));
  }
  return fmt::format("{}", fmt::join(parts, " · "));
}

}  // namespace llmsize
