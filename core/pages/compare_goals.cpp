// SPDX-License-Identifier: Apache-2.0
// Judges trainings at equal goals: by what they need where a deadline sizes them, else by time and size.
#include "core/pages/compare_goals.hpp"

#include "core/answer/certain_time.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace llmsize {
namespace {

constexpr ResultKey whole_calendar = "training.calendar_time";

bool is_same(double a, double b) {
  constexpr double alike = 1e-3;
  return is_absent(a) ? is_absent(b) : std::abs(a - b) <= alike * std::abs(b);
}

/// A number that less of is better.
struct Criterion {
  std::string_view least;  ///< "fewest GPUs"
  std::function<double(const Around&)> value;
  std::function<std::string(double, const Around&)> text;
};

Criterion of_result(std::string_view least, ResultKey id) {
  const Unit unit = result_row(id).about->unit;
  return {
      least, [id](const Around& around) { return around.result(id); },
      [unit](double value, const Around& around) {
        return with_unit(pretty(value, unit), unit == Unit::money ? around.plan().currency : std::string{});
      }};
}

const Criterion& by_time() {
  static const Criterion criterion = of_result("fastest", whole_calendar);
  return criterion;
}

const std::vector<Criterion>& by_need() {
  static const std::vector<Criterion> all{
      {"fewest GPUs", [](const Around& around) { return around.input("cluster.gpus"); },
       [](double value, const Around&) { return counted_text(value, "GPU"); }},
      of_result("lowest IT power", "power.it"),
      of_result("lowest CapEx", "economics.capex"),
      of_result("lowest training cost", "economics.run_cost")};
  return all;
}

/// Scenarios that are as sure as each was asked to be differ in it.
const Criterion& by_chance() {
  static const Criterion criterion{
      "most likely on time", [](const Around& around) { return 1 - around.result("goal.chance"); },
      [](double value, const Around&) { return share_text(1 - value) + " on time"; }};
  return criterion;
}

bool keeps_deadline(const ComparedScenario& each) {
  return !(certain_time(each.around.plan()) > each.around.input("goal.deadline"));
}

/// Whether all have the same deadline, and keep it.
bool on_time(const std::vector<const ComparedScenario*>& all) {
  return std::all_of(all.begin(), all.end(), [](const ComparedScenario* each) {
    return !is_absent(each->around.input("goal.deadline")) && keeps_deadline(*each);
  });
}

/// Those that ask the same as the first and run.
std::vector<const ComparedScenario*> comparable(const std::vector<ComparedScenario>& all) {
  std::vector<const ComparedScenario*> same;
  for (const ComparedScenario& each : all)
    if (other_question(all.front(), each).empty() && !cannot_run(each.subject, each.around) &&
        each.around.knows(whole_calendar))
      same.push_back(&each);
  return same;
}

/// Whether a criterion is known of all and tells them apart.
bool tells(const Criterion& criterion, const std::vector<const ComparedScenario*>& all) {
  const double first = criterion.value(all.front()->around);
  return std::none_of(
             all.begin(), all.end(),
             [&](const ComparedScenario* each) { return is_absent(criterion.value(each->around)); }) &&
         std::any_of(all.begin(), all.end(), [&](const ComparedScenario* each) {
           return !is_same(criterion.value(each->around), first);
         });
}

std::vector<const Criterion*> criteria(const std::vector<const ComparedScenario*>& all) {
  std::vector<const Criterion*> telling;
  const auto take = [&](const Criterion& each) {
    if (tells(each, all)) telling.push_back(&each);
  };
  // On as many GPUs, all of which meet the deadline, sooner is better.
  if (!on_time(all) || !tells(by_need().front(), all)) take(by_time());
  for (const Criterion& each : by_need()) take(each);
  if (std::any_of(all.begin(), all.end(), [&](const ComparedScenario* each) {
        return each->around.word("goal.certainty") != all.front()->around.word("goal.certainty");
      }))
    take(by_chance());
  if (telling.empty()) take(by_time());
  return telling;
}

const ComparedScenario& best_of(const Criterion& criterion, const std::vector<const ComparedScenario*>& all) {
  return **std::min_element(all.begin(), all.end(), [&](const ComparedScenario* a, const ComparedScenario* b) {
    return criterion.value(a->around) < criterion.value(b->around);
  });
}

/// What the best is set against: the first, or where that is the best, the next.
const ComparedScenario& rival_of(const Criterion& criterion, const std::vector<const ComparedScenario*>& all) {
  if (const ComparedScenario& best = best_of(criterion, all); &best != all.front()) return *all.front();
  return best_of(criterion, {all.begin() + 1, all.end()});
}

/// "200 GPUs vs. 392 GPUs"
std::string beside(const Criterion& criterion, const std::vector<const ComparedScenario*>& all) {
  const Around &best = best_of(criterion, all).around, &other = rival_of(criterion, all).around;
  return fmt::format(
      "{} vs. {}", criterion.text(criterion.value(best), best), criterion.text(criterion.value(other), other));
}

std::string best_words(const std::vector<const ComparedScenario*>& all) {
  const std::vector<const Criterion*> telling = criteria(all);
  const Around& first = all.front()->around;
  if (telling.empty())
    return fmt::format(
        "{} take {} on {}", all.size() == 2 ? "Both" : "All", first.shown(whole_calendar),
        counted_text(first.input("cluster.gpus"), "GPU"));
  const ComparedScenario& winner = best_of(*telling.front(), all);
  const bool one = std::all_of(
      telling.begin(), telling.end(), [&](const Criterion* each) { return &best_of(*each, all) == &winner; });
  if (telling.size() == 1 && telling.front() == &by_time())
    return fmt::format("{} is {}: {}", winner.name, all.size() == 2 ? "faster" : "fastest", beside(by_time(), all));
  std::vector<std::string> parts;
  parts.reserve(telling.size());
  for (const Criterion* each : telling)
    parts.push_back(
        one ? beside(*each, all)
            : fmt::format("{}: {} ({})", each->least, best_of(*each, all).name, beside(*each, all)));
  if (!one) return upper_first(fmt::format("{}", fmt::join(parts, "; ")));
  if (on_time(all))
    return fmt::format("{} needs least for {}: {}", winner.name, first.shown("goal.deadline"), fmt::join(parts, ", "));
  return fmt::format("{} needs least: {}", winner.name, fmt::join(parts, ", "));
}

/// "; small does not fit", "; 2 do not fit", or nothing where all do.
std::string misfits(const std::vector<ComparedScenario>& all) {
  std::vector<std::string> names;
  for (const ComparedScenario& each : all)
    if (cannot_run(each.subject, each.around)) names.push_back(each.name);
  if (names.empty()) return {};
  return names.size() == 1 ? fmt::format("; {} does not fit", names.front())
                           : fmt::format("; {} do not fit", names.size());
}

std::string late(const std::vector<const ComparedScenario*>& all) {
  std::vector<std::string> names;
  for (const ComparedScenario* each : all)
    if (!keeps_deadline(*each)) names.push_back(each->name);
  return names.empty() ? std::string{}
                       : fmt::format("; {} {} the deadline", listed(names), names.size() == 1 ? "misses" : "miss");
}

}  // namespace

bool cannot_run(const Subject& subject, const Around& around) {
  return !serves(around) && !misfit(subject, around).empty();
}

std::string other_question(const ComparedScenario& first, const ComparedScenario& other) {
  if (&first == &other) return {};
  if (serves(first.around) != serves(other.around))
    return serves(other.around) ? "a service, not a training" : "a training, not a service";
  std::vector<std::string> parts;
  if (!is_same(other.around.result("model.parameters"), first.around.result("model.parameters")))
    parts.emplace_back("other model");
  if (!serves(first.around)) {
    if (!is_same(other.around.input("workload.tokens"), first.around.input("workload.tokens")))
      parts.emplace_back("other training tokens");
    if (!is_same(other.around.input("goal.deadline"), first.around.input("goal.deadline")))
      parts.emplace_back("other deadline");
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string not_compared(const std::vector<ComparedScenario>& all) {
  std::vector<std::string> parts;
  for (const ComparedScenario& each : all)
    if (const std::string why = other_question(all.front(), each); !why.empty())
      parts.push_back(fmt::format("{} ({})", each.name, why));
  return parts.empty() ? std::string{} : "not comparable with " + all.front().name + ": " + listed(parts);
}

bool judged_by_gpus(const std::vector<ComparedScenario>& all) {
  const std::vector<const ComparedScenario*> same = comparable(all);
  return same.size() > 1 && on_time(same) && tells(by_need().front(), same);
}

std::string judgement(const std::vector<ComparedScenario>& all) {
  const std::vector<const ComparedScenario*> same = comparable(all);
  const std::string apart = not_compared(all), rest = misfits(all);
  std::string text;
  if (same.size() > 1) text = best_words(same) + late(same);
  if (same.size() == 1 && apart.empty())
    text = fmt::format("{} takes {}", same.front()->name, same.front()->around.shown(whole_calendar));
  text += text.empty() && !rest.empty() ? upper_first(rest.substr(2)) : rest;
  if (apart.empty()) return text;
  return text.empty() ? upper_first(apart) : fmt::format("{}; {}", text, apart);
}

}  // namespace llmsize
