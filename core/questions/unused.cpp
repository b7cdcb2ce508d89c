// SPDX-License-Identifier: Apache-2.0
// Takes each option away and looks whether a shown result moves.
#include "core/questions/unused.hpp"

#include "core/inputs/list.hpp"
#include "core/questions/reads.hpp"
#include "core/scenario/given.hpp"
#include "core/scenario/load.hpp"
#include "core/serving/day_curve.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// A case with an option, and the same without it.
struct Pair {
  Case with, without;
  Once with_values{with.values, dependents()}, without_values{without.values, dependents()};

  bool moves(const ResultRow& row) const { return !same(row.value(with_values), row.value(without_values)); }
  /// Whether an input that a rule names moves.
  bool moves_input_of(const FindingRow& rule, const Tracing& tracing) const {
    for (std::size_t slot = 0; slot < input_count; ++slot)
      if (const InputKey input = InputKey::at(slot); moves(input) && names(rule, tracing, input)) return true;
    return false;
  }
  bool moves(NumberId id) const {
    return id.result() ? moves(result_row(*id.result())) : !same(with_values[*id.input()], without_values[*id.input()]);
  }
};

/// A goal, and the number that it is about: where that is shown, the goal tells whether it is met.
struct Judged {
  std::string_view goal;
  ResultKey number;
};
constexpr Judged judged_numbers[] = {
    {"goal.deadline", "training.calendar_time"},
    {"goal.request_rate", "serving.rate_at_limit"},
    {"goal.tokens_per_second", "serving.rate_at_limit"},
    {"serving.ttft_limit", "serving.ttft"},
    {"serving.tpot_limit", "serving.tpot"},
    {"serving.latency_limit", "serving.rate_at_limit"}};
constexpr InputKey attainment_goal = "serving.attainment_goal";

/// Whether a key is a goal of trainings, which a service has none of.
bool is_of_training(const Case& plan, std::string_view key) {
  return plan["workload.trains"] == 0 && key == "goal.deadline";
}

/// Whether a finding that is told comes with it or says its value, or one that would be told goes.
bool is_judged(const Pair& pair, std::string_view key, const Shown& shown) {
  const auto contains = [](const auto& all, const auto& each) {
    return std::find(all.begin(), all.end(), each) != all.end();
  };
  for (const auto& [goal, number] : judged_numbers)
    if (key == goal && !is_of_training(pair.with, key) && contains(shown.numbers, NumberId(number))) return true;
  if (key == attainment_goal && has_latency_slo(pair.with)) return true;
  const Tracing tracing(pair.without.values);
  const auto all = findings();
  return std::any_of(all.begin(), all.end(), [&](const FindingRow& rule) {
    const bool with = rule.margin(pair.with_values) < 0, without = rule.margin(pair.without_values) < 0;
    if (with && without) return contains(shown.findings, rule.about) && pair.moves_input_of(rule, tracing);
    if (with == without) return false;
    if (with) return contains(shown.findings, rule.about);
    if (rule.about->severity != Severity::warning) return rule.about->severity == Severity::error;
    return std::any_of(
        shown.numbers.begin(), shown.numbers.end(), [&](NumberId id) { return names(rule, tracing, id); });
  });
}

/// Whether a rule asks something of it and finds nothing wrong.
bool is_met(const Pair& pair, const Tracing& tracing, std::string_view key) {
  const auto input = InputKey::find(key);
  const auto all = findings();
  return input && std::any_of(all.begin(), all.end(), [&](const FindingRow& rule) {
           return rule.margin(pair.with_values) >= 0 && std::isnan(rule.margin(pair.without_values)) &&
                  names(rule, tracing, *input);
         });
}

/// Nothing where the case cannot be without it.
std::unique_ptr<Pair> pair_of(const Subject& subject, const Catalog& catalog, std::string_view key) {
  Scenario without = subject.scenario;
  without.unset(key);
  try {
    return std::unique_ptr<Pair>(new Pair{case_of(subject, catalog), complete(without, catalog)});
  } catch (const BadInput&) {
    return {};
  }
}

/// Whether the same value is taken without it.
bool restates(const Pair& pair, std::string_view key, const Scenario& scenario) {
  if (!scenario.find(key)) return false;  // a plan that is made of it takes its place
  if (const auto input = InputKey::find(key)) return same(pair.with[*input], pair.without[*input]);
  const WordKey word = WordKey::find(key).value();
  return pair.with.word(word) == pair.without.word(word);
}

/// Whether a key describes a service and its traffic, which a training has none of.
bool is_of_service(const Case& plan, std::string_view key) {
  return plan["workload.trains"] == 1 && (key.starts_with("serving.") || key.starts_with("traffic."));
}

bool acts(const Pair& pair, std::string_view key, const Shown& shown) {
  // The cache of its sequences is shown with a model, and a training keeps none.
  const bool caches = is_of_service(pair.with, key);
  return is_judged(pair, key, shown) || std::any_of(shown.numbers.begin(), shown.numbers.end(), [&](NumberId id) {
           return pair.moves(id) && !(caches && id == NumberId("model.kv_bytes_per_sequence"));
         });
}

/// Whether a number that no formula tells is another one. How much a search tried is no answer.
bool tells_another(const std::vector<ToldResult>& told, const std::vector<ToldResult>& other, const Shown& shown) {
  constexpr ResultKey effort[] = {"planning.considered", "planning.evaluated", "planning.feasible", "planning.seconds"};
  const auto value = [](const std::vector<ToldResult>& all, ResultKey id) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const ToldResult& each) { return each.id == id; });
    return found == all.end() ? absent : found->value;
  };
  return std::any_of(shown.numbers.begin(), shown.numbers.end(), [&](NumberId id) {
    return id.result() && std::find(std::begin(effort), std::end(effort), *id.result()) == std::end(effort) &&
           !same(value(told, *id.result()), value(other, *id.result()));
  });
}

bool is_same(const LayoutPlan& a, const LayoutPlan& b) {
  return a.found() == b.found() && a.met == b.met && a.limit == b.limit && a.nearest == b.nearest &&
         same(a.unlimited_nodes, b.unlimited_nodes) && same(a.fitting_nodes, b.fitting_nodes);
}

bool has_same_layouts(const LayoutPlan& a, const LayoutPlan& b) {
  return std::equal(
      a.search.best.begin(), a.search.best.end(), b.search.best.begin(), b.search.best.end(),
      [](const Candidate& x, const Candidate& y) { return x.layout == y.layout && x.step_time == y.step_time; });
}

/// Whether any target of the offload experiment is answered otherwise without it.
bool moves_targets(
    const Subject& subject, const Catalog& catalog, std::string_view key, const Shown& shown, const Scenario& without) {
  const std::vector<Scenario> others = on_targets(without, catalog);
  for (std::size_t i = 0; i < others.size(); ++i)
    if (acts({complete(subject.offload->targets[i], catalog), complete(others[i], catalog)}, key, shown)) return true;
  return false;
}

/// Whether a planner that does not know of it chooses something else.
bool is_planned_by(
    const Subject& subject, const Catalog& catalog, std::string_view key, const Shown& shown,
    const SearchOptions& options) {
  Scenario without = subject.said;
  without.unset(key);
  try {
    if (subject.offload) return moves_targets(subject, catalog, key, shown, without);
    Subject other = planned(subject.name, without, catalog, options);
    if (shown.certain || subject.certain().sought) find_certain_nodes(other, catalog, options);
    const Pair pair{case_of(subject, catalog), case_of(other, catalog)};
    if (acts(pair, key, shown) || tells_another(shown.told, planning_results(other, pair.without), shown)) return true;
    if (!subject.plan()) return false;
    return !other.plan() || !is_same(*subject.plan(), *other.plan()) ||
           (shown.alternatives && !has_same_layouts(*subject.plan(), *other.plan()));
  } catch (const BadInput&) {
    return true;
  }
}

/// The command that shows a result.
std::string_view command_of(std::string_view id) {
  const std::string_view room = id.substr(0, id.find('.'));
  constexpr std::pair<std::string_view, std::string_view> commands[] = {
      {"model", "memory"},
      {"training", "train"},
      {"memory", "memory"},
      {"offload", "offload"},
      {"serving", "serve"},
      {"service", "serve"},
      {"traffic", "serve"},
      {"wear", "offload"},
      {"checkpoint", "checkpoint"},
      {"restart", "checkpoint"},
      {"reliability", "checkpoint"},
      {"ingest", "data"},
      {"load", "data"},
      {"project", "data"},
      {"latency", "data"},
      {"bom", "bom"},
      {"fabric", "bom"},
      {"power", "bom"},
      {"storage", "bom"},
      {"scaling", "trend"},
      {"trend", "trend"}};
  const auto found =
      std::find_if(std::begin(commands), std::end(commands), [&](const auto& each) { return each.first == room; });
  return found == std::end(commands) ? "size" : found->second;
}

/// The result that it moves elsewhere; those that people ask for first.
const ResultRow* moved_elsewhere(const Pair& pair) {
  if (pair.with["workload.trains"] == 0)
    for (const ResultKey id :
         {ResultKey("serving.rate_at_limit"), ResultKey("serving.tpot"), ResultKey("serving.ttft")})
      if (pair.moves(result_row(id))) return &result_row(id);
  for (const ResultKey id :
       {ResultKey("training.calendar_time"), ResultKey("training.step_time"), ResultKey("memory.gpu_total"),
        ResultKey("economics.power"), ResultKey("economics.capex"), ResultKey("checkpoint.write_time")})
    if (pair.moves(result_row(id))) return &result_row(id);
  const auto all = results();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ResultRow& row) { return pair.moves(row); });
  return found == all.end() ? nullptr : &*found;
}

/// The input that is given and would else be derived from this one; nullptr where there is none.
const InputAbout* stands_in_place(const Case& plan, const Tracing& tracing, InputKey key) {
  for (std::size_t slot = 0; slot < input_count; ++slot) {
    const InputRow& row = input_row(InputKey::at(slot));
    if (!row.derived || !plan.has(row.key) || row.key == key) continue;
    Behind behind;
    behind.add(row.derived(tracing).node);
    if (behind.holds(key)) return row.about;
  }
  return nullptr;
}

/// The input that a choice would set and that was said itself; nullptr where there is none.
const InputAbout* said_instead(const Case& plan, std::string_view key) {
  const Choice* choice = find_choice(key);
  if (!choice) return nullptr;
  for (const Option& option : choice->options)
    for (const Setting& setting : option.settings)
      if (setting.key && option.word == plan.word(WordKey::find(key).value()) &&
          plan.origin(*setting.key).kind == Origin::Kind::user)
        return input_row(*setting.key).about;
  return nullptr;
}

/// Inputs that a day curve alone gives a meaning.
constexpr InputKey of_day[] = {
    "traffic.batch_job", "traffic.batch_deadline", "traffic.batch_yield", "economics.on_demand_ratio"};
bool is_of_day(std::string_view key) {
  return std::find(std::begin(of_day), std::end(of_day), key) != std::end(of_day);
}

std::string reason_of_day(const Case& plan, std::string_view key) {
  const bool has_curve = traffic::find_day_curve(plan.word("traffic.day_curve")).has_value();
  if (has_curve && key == "traffic.batch_deadline")
    return plan.has("traffic.batch_job") ? "it is met as it is" : "no batch job (--batch-job) is set";
  return "only a service with a day curve (--day-curve), a load within its goodput and idle replicas reads it";
}

/// "--nodes" where the user set an input that a plan repeats, else "cluster.nodes (planned: …)".
std::string setter_of(const Pair& pair, std::string_view key, const Scenario& said) {
  const Origin& origin = pair.with.origin(InputKey::find(key).value());
  const Scenario::Said* set = said.find(key);
  return set && origin.kind != Origin::Kind::user ? set->giver : fmt::format("{} ({})", key, text(origin));
}

std::string reason(const Pair& pair, std::string_view key, bool planned, const Scenario& said) {
  const Tracing tracing(pair.with.values);
  if (is_of_service(pair.with, key)) return "this is a training; llmsize serve sizes a service";
  if (is_of_training(pair.with, key)) return "this is a service; llmsize size --mode train sizes a training";
  if (is_met(pair, tracing, key)) return "it is met as it is";
  if (const ResultRow* row = moved_elsewhere(pair))
    return fmt::format(
        "it acts on the {}, which llmsize {} shows", lower_first(std::string(row->about->title)),
        command_of(row->about->id));
  if (is_of_day(key)) return reason_of_day(pair.with, key);
  if (key == attainment_goal) return "no SLO is set (--ttft-limit, --tpot-limit, --e2e-limit)";
  if (is_of_planner(key))
    return planned ? "the plan is the same without it" : "nodes and layout are said, and nothing is left to plan";
  const auto input = InputKey::find(key);
  const InputAbout* other = input ? stands_in_place(pair.with, tracing, *input) : said_instead(pair.with, key);
  if (other) return fmt::format("{} stands in its place", setter_of(pair, other->key, said));
  if (input)
    for (const ResultRow& row : results())
      if (dependents()[input->slot()][row.key.slot()] && std::isfinite(row.value(pair.with_values))) {
        Behind behind;
        behind.add(row.derivation(tracing));
        if (behind.holds(*input))
          return fmt::format(
              "the {} is read from it, and something else decides", lower_first(std::string(row.about->title)));
      }
  return "nothing in this case reads it";
}

/// Whether the page answers an option in words, whatever comes of it: what draft tokens the planner chose.
bool is_answered(const Subject& subject, const Case& plan, std::string_view key) {
  const ServingPlan* service = subject.service();
  return key == "serving.speculation" && service && !is_absent(service->nodes_without_drafts) &&
         plan["serving.output_tokens"] > 1;
}

/// An option that sets several keys changes nothing where none of them does: --disaggregate 1:1 sets workers of both
/// kinds.
void join_siblings(const Scenario& said, SaidOptions& all) {
  const auto is_unused = [unused = all.unused](const std::string& key) {
    return std::find(unused.begin(), unused.end(), key) != unused.end();
  };
  const auto acts = [&](const std::string& key) {
    return std::any_of(said.all().begin(), said.all().end(), [&](const auto& other) {
      return other.second.giver == said.find(key)->giver && !is_unused(other.first);
    });
  };
  std::copy_if(all.unused.begin(), all.unused.end(), std::back_inserter(all.acting), acts);
  std::erase_if(all.unused, acts);
}

}  // namespace

SaidOptions said_options(const Subject& subject, const Catalog& catalog, const Shown& shown) {
  SaidOptions all;
  const SearchOptions options =
      remembering({.keep = shown.alternatives ? SearchOptions().keep : std::size_t{1}, .sample = 0});
  for (const auto& [key, said] : subject.said.all()) {
    if (!is_option(said)) continue;
    const auto pair = pair_of(subject, catalog, key);
    if (!pair || restates(*pair, key, subject.scenario)) continue;
    const bool acting = is_answered(subject, pair->with, key) || acts(*pair, key, shown) ||
                        ((shown.planned || subject.service()) && is_planned_by(subject, catalog, key, shown, options));
    (acting ? all.acting : all.unused).push_back(key);
  }
  join_siblings(subject.said, all);
  return all;
}

std::vector<FoundFinding> unused_findings(
    const Subject& subject, const Catalog& catalog, const std::vector<std::string>& keys) {
  std::vector<FoundFinding> all;
  const bool planned = subject.service() || wants_plan(subject.said, catalog);
  for (const std::string& key : keys) {
    const Scenario::Said* said = subject.said.find(key);
    const auto pair = pair_of(subject, catalog, key);
    if (!said || !pair) continue;
    all.push_back(found(unused_input, {said->giver, reason(*pair, key, planned, subject.said)}));
    all.back().fields = {key};
  }
  return all;
}

}  // namespace llmsize
