// SPDX-License-Identifier: Apache-2.0
// The library's face for C++ programs.
#include "llmsize/llmsize.hpp"

#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/questions/question.hpp"
#include "core/questions/said.hpp"
#include "core/questions/sheet.hpp"
#include "core/view/words.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {

/// An answered question beside the catalog that it was asked of.
struct ReplyState {
  Catalog catalog;
  AnsweredQuestion answered;
};

namespace {

/// Says a value as the option of its key does, so that it is told of in the same words.
void say(Study& study, const QuestionSettings::Value& value) {
  std::string key = key_of_column(value.name);
  if (key.empty()) {
    require_key(value.name, Giver{"set"});
    key = value.name;
  }
  const Giver giver{option_of(key)};
  if (!value.number) return say_one(study, key, value.text, giver);
  std::erase_if(study.axes, [&](const Axis& axis) { return axis.key == key; });
  study.base.set(key, value_of(key, *value.number, giver), exact(*value.number), giver.name);
}

Scenario scenario_of(const QuestionSettings& settings, const Catalog& catalog) {
  Study study = settings.scenario.empty() ? Study{} : load_study(catalog, settings.scenario);
  for (const QuestionSettings::Value& value : settings.values) say(study, value);
  return only_scenario(study, settings.scenario);
}

double value_in(const AnsweredQuestion& answered, NumberId id) {
  const Case& completed = answered.completed;
  if (id.input()) return completed[*id.input()];
  const auto told = std::find_if(
      answered.told.begin(), answered.told.end(), [&](const ToldResult& each) { return each.id == *id.result(); });
  if (told != answered.told.end()) return told->value;
  const double value = result_row(*id.result()).value(Once(completed.values, dependents()));
  return std::isfinite(value) ? value : absent;
}

/// Whether a number of one kind is held by the type of another: counts, shares, years and flags are plain numbers.
bool is_held(Unit unit, Unit by) {
  const bool plain = unit == Unit::ratio || unit == Unit::flag || unit == Unit::year;
  return unit == by || (by == Unit::count && plain);
}

}  // namespace

Question::Question(std::string_view name) : name_(question_of_name(name).name) {}

Reply Question::ask() const {
  const auto state =
      std::make_shared<ReplyState>(ReplyState{user_catalog(settings_.catalog, settings_.calibration), {}});
  const Asking asking{named_results(settings_.results, "results"), settings_.ranges, {}};
  state->answered = question_of_name(name_).ask(scenario_of(settings_, state->catalog), state->catalog, asking);
  return Reply(state);
}

bool Reply::Number::is_known() const { return !is_absent(value_in(state_->answered, id_)); }

double Reply::Number::value() const {
  const double value = value_in(state_->answered, id_);
  if (!is_absent(value)) return value;
  std::vector<std::string_view> missing;
  if (id_.result())
    missing = missing_inputs(result_row(*id_.result()).derivation(Tracing(state_->answered.completed.values)));
  throw BadInput(
      BadInput::Kind::data, missing.empty()
                                ? fmt::format("{} is not known.", id_.text())
                                : fmt::format("{} is not known. {}", id_.text(), missing_sentence(named(missing))));
}

double Reply::Number::checked(Unit wanted) const {
  if (is_held(unit(), wanted)) return value();
  throw BadInput(
      BadInput::Kind::usage, fmt::format("{} is in {}, not in {}.", id_.text(), symbol(unit()), symbol(wanted)));
}

Unit Reply::Number::unit() const {
  return base_kind(id_.result() ? result_row(*id_.result()).about->unit : about_of(*id_.input()).unit);
}

std::optional<std::pair<double, double>> Reply::Number::range() const {
  if (!id_.result() || !is_known()) return std::nullopt;
  return llmsize::range(state_->answered.completed, result_row(*id_.result()));
}

std::string Reply::Number::text() const {
  const double value = value_in(state_->answered, id_);
  return id_.result() ? pretty(value, *result_row(*id_.result()).about) : pretty(value, about_of(*id_.input()));
}

Reply::Number Reply::at(std::string_view id) const {
  const auto found = NumberId::find(id);
  if (!found) refuse_result(id);
  return (*this)[*found];
}

const Verdict& Reply::verdict() const { return state_->answered.page.settled; }

std::vector<FoundFinding> Reply::findings() const {
  std::vector<FoundFinding> all;
  for (const auto& [finding, remedies] : state_->answered.page.findings) all.push_back(finding);
  return all;
}

std::string Reply::json() const { return dumped(document(state_->answered), 2); }

std::string Reply::text() const { return as_text(state_->answered.page, false); }

Rows::Answers Rows::answer(const Table& scenarios) const {
  const Catalog catalog = user_catalog(settings_.catalog, settings_.calibration);
  AnsweredTable made = answered_table(
      scenarios, "table",
      {scenario_of(settings_, catalog), named_results(settings_.results, "results"), settings_.ranges}, catalog);
  return {std::move(made.answers), std::move(made.warnings)};
}

}  // namespace llmsize
