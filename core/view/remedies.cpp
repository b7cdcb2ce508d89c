// SPDX-License-Identifier: Apache-2.0
// Tries changes of a scenario and keeps those after which a finding is gone and no other error has come.
#include "core/view/remedies.hpp"

#include "core/view/routine.hpp"

#include "core/inputs/list.hpp"
#include "core/planning/plan_findings.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/broken.hpp"
#include "core/view/state.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace llmsize {
namespace {

constexpr std::size_t most_remedies = 2;

/// Ids of the rules of severity error that are broken.
std::set<std::string_view> errors(const Once& values) {
  std::set<std::string_view> broken;
  for (const FindingRow* rule : broken_errors(values)) broken.insert(rule->about->id);
  return broken;
}

/// Whether a memory of any tier is full.
bool is_overflow(std::string_view id) { return id.starts_with("memory.") && id.ends_with("_overflow"); }

/// Whether it is known how much the memory holds that a change moves something to.
bool is_room_known(const Once& values, const Changes& changes) {
  return std::all_of(changes.begin(), changes.end(), [&](const auto& change) {
    if (change.first != "memory.offload") return true;
    const std::string id = fmt::format("memory.{}_overflow", change.second);
    const auto rules = findings();
    return std::any_of(rules.begin(), rules.end(), [&](const FindingRow& rule) {
      return rule.about->id == id && rule.margin(values) >= 0;
    });
  });
}

/// Whether a finding is gone after some changes, and nothing else broken by them. What is full has to fit: moved from
/// one full memory to another it is not mended.
bool mends(const Around& around, FindingId id, const Changes& changes) {
  try {
    const Once values = around.with(changes).at({});
    const std::set<std::string_view> before = errors(around.at({})), after = errors(values);
    if (is_overflow(id) && (std::any_of(after.begin(), after.end(), is_overflow) || !is_room_known(values, changes)))
      return false;
    return !is_broken(id, values) && std::includes(before.begin(), before.end(), after.begin(), after.end());
  } catch (const BadInput&) {
    return false;  // it contradicts what else is said
  }
}

/// The next time that one would type: whole hours below two days, whole days above.
double round_up(double seconds) {
  const double unit = seconds > 2 * 86400 ? 86400 : seconds > 7200 ? 3600 : 60;
  return std::ceil(seconds / unit) * unit;
}

/// So many nodes, said as the scenario says its size.
Remedy on_nodes(const Subject& subject, const Around& around, std::string label, double nodes) {
  return {std::move(label), {{}, nodes_said(subject, around, nodes)}};
}

/// "Use 28 nodes to fit", "Use 1 node to meet 30.0 days".
std::string use_nodes(double nodes, std::string_view purpose) {
  return fmt::format("Use {} to {}", counted_text(nodes, "node"), purpose);
}

/// Nodes of the smallest size around the plan that keeps every rule.
double nodes_that_fit(const Subject& subject, const Catalog& catalog) {
  for (const auto& [nodes, plan] : subject.sizes())
    if (plan->found() && errors(Around(plan->with(plan->search.best.front()), catalog).at({})).empty()) return nodes;
  return absent;
}

/// What the planner knows of other sizes: it tried them with layouts of their own.
std::vector<Remedy> other_sizes(const Subject& subject, const Around& around, const FoundFinding& finding) {
  std::vector<Remedy> tried;
  const double fitting = nodes_that_fit(subject, around.catalog());
  if (finding.id == "memory.gpu_overflow" || finding.id == "layout.indivisible") {
    const double fewest = subject.plan() ? subject.plan()->fitting_nodes : absent;
    if (!is_absent(fewest)) tried.push_back(on_nodes(subject, around, use_nodes(fewest, "fit"), fewest));
    if (!is_absent(fitting)) tried.push_back(on_nodes(subject, around, use_nodes(fitting, "meet the goal"), fitting));
  }
  if (finding.id == "goal.missed" && !is_absent(fitting)) {
    const double deadline = around.input("goal.deadline");
    const std::string goal = is_absent(deadline) ? std::string("the goal") : pretty(deadline, Unit::seconds);
    tried.push_back(on_nodes(subject, around, use_nodes(fitting, "meet " + goal), fitting));
  }
  return tried;
}

/// A value as one would type it: whole hours and days, whole kilowatts, whole counts.
double typed(double value, Unit unit) {
  if (unit == Unit::seconds) return round_up(value);
  return unit == Unit::watts ? std::ceil(value / 1e3) * 1e3 : std::ceil(value);
}

/// The values that a declared change stands for, likeliest first; none where they are not known.
std::vector<double> values_of(const Try& change, InputKey key, const Around& around) {
  const double own = around.input(key), from = change.from ? around.number(*change.from) : own;
  const Unit unit = about_of(key).unit;
  std::vector<double> all;
  if (change.how == Try::How::reached) all = {typed(from, unit)};
  if (change.how == Try::How::doubled)
    for (double times = 2; times <= change.times; times *= 2)
      all.push_back(unit == Unit::seconds ? round_up(times * from) : times * from);
  if (change.how == Try::How::multiple)
    all = {std::round(own / from) * from, std::floor(own / from) * from, std::ceil(own / from) * from};
  std::erase_if(all, [](double value) { return !(value > 0) || !std::isfinite(value); });
  return all;
}

/// A declared change as what a user would type, for each of its values.
std::vector<Remedy> changes_of(const Try& change, const Around& around) {
  const std::string key(change.key.text());
  if (change.how == Try::How::said) return {{std::string(change.label), {{}, {{key, std::string(change.text)}}}}};
  const InputKey input = InputKey::find(key).value();
  std::vector<Remedy> all;
  for (const double value : values_of(change, input, around))
    all.push_back(
        {fmt::format(fmt::runtime(change.label), pretty(value, about_of(input).unit)),
         {{}, {{key, text_of(input, value)}}}});
  return all;
}

/// What might mend a finding, likeliest first.
std::vector<Remedy> candidates(const Subject& subject, const Around& around, const FoundFinding& finding) {
  std::vector<Remedy> tried = other_sizes(subject, around, finding);
  if (!finding.about) return tried;
  for (const Try& change : finding.about->tries)
    for (Remedy& each : changes_of(change, around)) tried.push_back(std::move(each));
  return tried;
}

/// What a change does for a finding: ": 61 of 85.5 GB"; nothing where it is plain.
std::string effect(const Around& around, const FoundFinding& finding, const Changes& changes) {
  if (!finding.about || !finding.about->effect) return {};
  const ResultKey judged_by = *finding.about->effect;
  try {
    const Around after = around.with(changes);
    if (!after.knows(judged_by)) return {};
    const bool share = result_row(judged_by).about->unit == Unit::ratio;
    return ": " + fmt::format(
                      fmt::runtime(finding.about->effect_words),
                      share ? share_text(after.result(judged_by)) : after.shown(judged_by));
  } catch (const BadInput&) {
    return {};  // the change is planned for, not tried
  }
}

/// Those that work. What the planner said is mended by another plan, so that the front alone can tell.
std::vector<Remedy> remedies(const Subject& subject, const Around& around, const FoundFinding& finding) {
  std::vector<Remedy> found;
  std::set<std::string> offered;
  for (Remedy& each : candidates(subject, around, finding)) {
    const Changes& changes = each.apply.changes;
    const std::string& first = changes.front().first;
    const bool size = first == "cluster.nodes" || first == "cluster.gpus";
    const bool replans = (size && (is_open(subject.said) || is_estimated(around) || is_unplanned(subject))) ||
                         first == "workload.sequence";
    if (offered.contains(first) || (!replans && !mends(around, finding.id, changes))) continue;
    if (!size) each.label += effect(around, finding, changes);
    offered.insert(first);
    found.push_back(std::move(each));
    if (found.size() == most_remedies) break;
  }
  return found;
}

/// The rule whose advice depends on what is still open.
const FindingAbout& gpu_overflow_rule() {
  static const auto rules = findings();
  static const auto found = std::find_if(rules.begin(), rules.end(), [](const FindingRow& rule) {
    return rule.about->id == FindingId("memory.gpu_overflow").text() && rule.about->effect;
  });
  return *found->about;
}

/// Whether states alone fill a GPU, however small the activations are.
bool states_overflow(const Around& around) {
  double states = 0;
  for (const ResultKey part :
       std::initializer_list<ResultKey>{"memory.weights", "memory.gradients", "memory.optimizer"})
    states += around.result(part);
  return states > around.result("memory.gpu_capacity");
}

/// What may still be done where GPU memory is full: one GPU has no parallelism to raise, and recomputation does not
/// shrink model states.
std::string room_for_more(const Around& around) {
  std::vector<std::string> ways;
  const bool alone = around.input("cluster.gpus") == 1;
  ways.emplace_back(alone ? "add GPUs" : "increase TP or PP");
  if (!alone && around.word("layout.zero") != "3") ways.emplace_back("raise the ZeRO stage");
  const bool activations = !states_overflow(around);
  if (activations && !serves(around) && around.word("layout.recompute") != "full")
    ways.emplace_back("enable recomputation");
  if (activations && around.input("layout.micro_batch") > 1) ways.emplace_back("reduce the micro-batch size");
  ways.emplace_back("offload");
  const std::string last = std::move(ways.back());
  ways.pop_back();
  return upper_first(fmt::format("{} or {}.", fmt::join(ways, ", "), last));
}

/// A file of a time when nothing was planned beside what it states.
std::optional<FoundFinding> held_of_file(const Subject& subject) {
  if (!subject.plan() || subject.said.find("layout.search")) return {};
  for (const auto& [key, said] : subject.said.all())
    if (key.starts_with("layout."))
      if (const std::size_t end = said.giver.find(": " + key); end != std::string::npos) {
        FoundFinding finding = found(partly_stated, {said.giver.substr(0, end)});
        finding.fields = {key};
        return finding;
      }
  return {};
}

}  // namespace

Findings findings_of(const Subject& subject, const Around& around, const std::vector<ResultKey>& shown) {
  if (is_pending(subject, around)) return {};
  Query query{{}, false, shown, !is_unplanned(subject)};
  for (const ResultKey id :
       {ResultKey("training.step_time"), ResultKey("training.calendar_time"), ResultKey("training.tokens_per_second")})
    query.rows.push_back(&result_row(id));
  const Answer answered = answer(around.plan(), query);
  Findings all;
  const auto add = [&](FoundFinding finding) {
    if (finding.about == &gpu_overflow_rule())
      finding.message = fmt::format("{} {}", finding.said(), room_for_more(around));
    const bool twice = std::any_of(all.begin(), all.end(), [&](const auto& other) {
      return other.first.id == finding.id && (other.first.message == finding.message || finding.id == "goal.missed");
    });
    if (!twice) all.emplace_back(finding, remedies(subject, around, finding));
  };
  if (subject.plan())
    for (const FoundFinding& finding : plan_findings(*subject.plan(), answered)) add(finding);
  for (const FoundFinding& finding : answered.findings) add(finding);
  if (const auto held = held_of_file(subject)) add(*held);
  return in_order(std::move(all), around.plan());
}

Changes nodes_said(const Subject& subject, const Around& around, double nodes) {
  const bool by_gpus = subject.said.find("cluster.gpus") && !subject.said.find("cluster.nodes");
  const InputKey key = by_gpus ? InputKey("cluster.gpus") : InputKey("cluster.nodes");
  return {{std::string(key.text()), text_of(key, by_gpus ? nodes * around.input("node.gpus") : nodes)}};
}

const FoundFinding* first_error(const Findings& findings) {
  return findings.empty() || findings.front().first.severity != Severity::error ? nullptr : &findings.front().first;
}

}  // namespace llmsize
