// SPDX-License-Identifier: Apache-2.0
// Reads numbers of a case and of its neighbours.
#include "core/view/around.hpp"

#include "core/answer/answer.hpp"
#include "core/answer/ranges.hpp"
#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/one_load.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {

double finite_or_absent(double value) { return std::isfinite(value) ? value : absent; }

Scenario changed(Scenario scenario, const Changes& changes) {
  for (const auto& [key, text] : changes) {
    if (text.empty()) {
      scenario.unset(key);
      continue;
    }
    make_way(scenario, key);
    scenario.set(key, text, Giver{key});
  }
  return scenario;
}

Changes changes_to(const Scenario& from, const Scenario& to) {
  Changes changes;
  for (const auto& [key, said] : to.all()) {
    const Scenario::Said* other = from.find(key);
    if (!other || other->text != said.text) changes.emplace_back(key, said.text);
  }
  for (const auto& [key, said] : from.all())
    if (!to.find(key)) changes.emplace_back(key, std::string{});
  return changes;
}

std::string text_of(InputKey key, double value) {
  const Unit unit = about_of(key).unit;
  constexpr std::pair<std::string_view, double> times[] = {{"d", 86400}, {"h", 3600}, {"min", 60}};
  for (const auto& [name, size] : times)
    if (unit == Unit::seconds && value >= size && std::fmod(value, size) == 0)
      return exact(value / size) + std::string(name);
  const bool bare = symbol(unit) == "1" || unit == Unit::money || base_kind(unit) == Unit::per_second;
  return exact(value) + std::string(bare ? std::string_view{} : symbol(unit));
}

std::string text_near(InputKey key, double value) {
  if (!(value > 0)) return text_of(key, 0);
  double step = std::pow(10, std::floor(std::log10(value)) - 1);
  if (about_of(key).unit == Unit::seconds)
    for (const double unit : {60.0, 3600.0, 86400.0})
      if (value > 2 * unit) step = unit;
  return text_of(key, std::round(value / step) * step);
}

Around::Around(const Scenario& scenario, const Catalog& catalog, Changes changes)
    : scenario_(changed(scenario, changes)),
      catalog_(&catalog),
      changes_(std::move(changes)),
      plan_(complete(scenario_, catalog)),
      once_(plan_.values, dependents()) {}

Around Around::with(const Changes& changes) const {
  Around other(scenario_, *catalog_, changes);
  other.changes_.insert(other.changes_.begin(), changes_.begin(), changes_.end());
  return other;
}

double Around::result(ResultKey id) const { return result_value(plan(), once_, result_row(id)); }

double Around::result(ResultKey id, const Moves& moves) const {
  return finite_or_absent(result_row(id).value(at(moves)));
}

Once Around::at(const Moves& moves) const {
  Once once(once_);
  std::vector<Change> changes;
  changes.reserve(moves.size());
  for (const Move& move : moves) changes.push_back({move.key, move.value});
  once.change(changes);
  return once;
}

std::string Around::shown(NumberId name) const { return pretty(number(name), name, plan_); }

std::string Around::name(WordKey key) const {
  std::string whole = plan_.name(key);
  if (whole.empty()) return {};
  for (const auto& [word, text] : catalog_->entry(find_reference(key)->kind, this->word(key)).words)
    if (word == "vendor" && whole.starts_with(text + " ")) return whole.substr(text.size() + 1);
  return whole;
}

struct Around::Ranged {
  explicit Ranged(const Case& of) : plan(of) {}
  Case plan;
  Ranges ranges{plan};
};

std::optional<std::pair<double, double>> Around::range(ResultKey id, const Moves& moves) const {
  const ResultRow& row = result_row(id);
  if (moves.empty()) {
    if (!ranged_) ranged_ = std::make_shared<const Ranged>(plan_);
    return ranged_->ranges.of(row);
  }
  if (!moved_) moved_ = plan_;
  moved_->values = at(moves).values();
  return llmsize::range(*moved_, row);
}

Source Around::source(NumberId name, const Moves& moves) const {
  Source source{std::string(name.text()), changes_};
  for (const Move& move : moves) source.changes.emplace_back(move.key.text(), text_of(move.key, move.value));
  return source;
}

std::vector<std::string_view> Around::missing(ResultKey id) const {
  if (knows(id)) return {};
  const Tracing tracing(plan_.values);
  return missing_inputs(result_row(id).derivation(tracing));
}

std::string Around::needs(ResultKey id) const {
  const std::vector<std::string_view> keys = missing(id);
  return keys.empty() ? std::string{} : named(keys, has_accelerator());
}

}  // namespace llmsize
