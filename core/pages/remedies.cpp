// SPDX-License-Identifier: Apache-2.0
// Tries changes of a scenario and keeps those after which a finding is gone and no other error has come.
#include "core/pages/remedies.hpp"

#include "core/inputs/list.hpp"
#include "core/pages/plan_page.hpp"
#include "core/pages/size_charts.hpp"
#include "core/pages/words.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace llmsize {
namespace {

constexpr std::size_t most_remedies = 2;

Remedy remedy(std::string label, Changes changes) { return {std::move(label), {{}, std::move(changes)}}; }
Remedy number(std::string label, InputKey key, double value) {
  return remedy(std::move(label), {{std::string(key), text_of(key, value)}});
}
Remedy word(std::string label, std::string key, std::string text) {
  return remedy(std::move(label), {{std::move(key), std::move(text)}});
}

/// The rules of severity error that are broken.
std::set<std::string_view> errors(const Once& values) {
  std::set<std::string_view> broken;
  for (const FindingRow& rule : findings())
    if (rule.about->severity == Severity::error && rule.margin(values) < 0) broken.insert(rule.about->id);
  return broken;
}

/// Whether a memory of any tier is full.
bool is_overflow(std::string_view id) { return id.starts_with("memory.") && id.ends_with("_overflow"); }

bool is_broken(std::string_view id, const Once& values) {
  const auto rules = findings();
  return std::any_of(rules.begin(), rules.end(), [&](const FindingRow& rule) {
    return rule.about->id == id && rule.margin(values) < 0;
  });
}

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
bool mends(const Around& around, std::string_view id, const Changes& changes) {
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
  if (subject.said.find("cluster.gpus") && !subject.said.find("cluster.nodes"))
    return number(std::move(label), "cluster.gpus", nodes * around.input("node.gpus"));
  return number(std::move(label), "cluster.nodes", nodes);
}

/// "28 nodes hold it", "1 node meets the deadline of 30.0 days".
std::string nodes_do(double nodes, std::string_view verb, std::string_view what) {
  return fmt::format("{} {}{} {}", counted_text(nodes, "node"), verb, nodes == 1 ? "s" : "", what);
}

/// Nodes of the smallest plan of the front that keeps every rule.
double nodes_that_fit(const Subject& subject, const Catalog& catalog) {
  for (const LayoutPlan& plan : subject.front)
    if (plan.found() && errors(Around(plan.with(plan.search.best.front()), catalog).at({})).empty()) return plan.nodes;
  return absent;
}

void memory_remedies(const Subject& subject, const Around& around, std::vector<Remedy>& tried) {
  const double fewest = subject.plan ? subject.plan->fitting_nodes : absent,
               states = around.result("capacity.nodes_states");
  if (!is_absent(fewest)) tried.push_back(on_nodes(subject, around, nodes_do(fewest, "hold", "it"), fewest));
  if (const double fitting = nodes_that_fit(subject, around.catalog()); !is_absent(fitting))
    tried.push_back(on_nodes(subject, around, nodes_do(fitting, "meet", "the goal"), fitting));
  if (is_estimated(around) && states > around.input("cluster.nodes"))
    tried.push_back(
        on_nodes(subject, around, nodes_do(states, "hold", serves(around) ? "the weights" : "the states"), states));
  tried.push_back(word("Recompute activations", "layout.recompute", "full"));
  tried.push_back(word("Share states out (ZeRO 3)", "layout.zero", "3"));
  tried.push_back(number("Try micro-batch 1", "layout.micro_batch", 1));
  for (const auto& [name, tier] :
       {std::pair{"CPU memory", "cpu"}, std::pair{"local NVMe", "nvme"}, std::pair{"shared storage", "shared"}})
    tried.push_back(word(fmt::format("Offload to {}", name), "memory.offload", tier));
  if (const double nodes = around.result("capacity.nodes");
      nodes > around.input("cluster.nodes") && !is_open(subject.said))
    tried.push_back(on_nodes(subject, around, nodes_do(nodes, "hold", "it"), nodes));
}

/// The smallest batch, doubled from the one that is said, with which little of a step is bubble.
void bubble_remedies(const Around& around, std::vector<Remedy>& tried) {
  constexpr double little = 0.2, most = 1024;
  const double batch = around.input("workload.global_batch");
  for (double times = 2; times <= most; times *= 2) {
    const Moves moves{{"workload.global_batch", times * batch}};
    if (!(around.result("training.bubble_time", moves) < little * around.result("training.step_time", moves))) continue;
    tried.push_back(number(
        fmt::format("Try batch {}", pretty(times * batch, Unit::count)), "workload.global_batch", times * batch));
    return;
  }
}

void saving_remedies(const Around& around, std::vector<Remedy>& tried) {
  tried.push_back(word("Save asynchronously", "checkpoint.mode", "async"));
  tried.push_back(word("Save to local NVMe first", "checkpoint.mode", "hierarchical"));
  for (double times = 2; times <= 16; times *= 2) {
    const double interval = round_up(times * around.result("checkpoint.interval"));
    tried.push_back(
        number(fmt::format("Save every {}", pretty(interval, Unit::seconds)), "checkpoint.interval_given", interval));
  }
}

void storage_remedies(const Around& around, std::vector<Remedy>& tried) {
  for (double times = 2; times <= 16; times *= 2) {
    const double count = times * around.input("storage.count");
    tried.push_back(number(fmt::format("Try {}", counted_text(count, "appliance")), "storage.count", count));
  }
}

/// Batches near the one that is said which the copies divide.
void batch_remedies(const Around& around, std::vector<Remedy>& tried) {
  const double batch = around.input("workload.global_batch");
  const double unit = around.input("layout.data") * around.input("layout.micro_batch");
  for (const double near : {std::round(batch / unit), std::floor(batch / unit), std::ceil(batch / unit)})
    if (near >= 1)
      tried.push_back(
          number(fmt::format("Try batch {}", pretty(near * unit, Unit::count)), "workload.global_batch", near * unit));
}

void goal_remedies(
    const Subject& subject, const Around& around, const FoundFinding& finding, std::vector<Remedy>& tried) {
  const double fitting = nodes_that_fit(subject, around.catalog()), deadline = around.input("goal.deadline");
  const std::string goal = is_absent(deadline) ? std::string("the goal") : pretty(deadline, Unit::seconds);
  if (!is_absent(fitting)) tried.push_back(on_nodes(subject, around, nodes_do(fitting, "meet", goal), fitting));
  const auto allows = [&](InputKey key, double value) {
    const Unit unit = about_of(key).unit;
    const std::string shown = unit == Unit::seconds ? time_beside(value, value) : pretty(value, unit);
    tried.push_back(number(
        fmt::format("Allow {}{}", shown, key == "goal.racks" ? value == 1 ? " rack" : " racks" : ""), key, value));
  };
  const auto speaks_of = [&](InputKey key) {
    return std::find(finding.fields.begin(), finding.fields.end(), key) != finding.fields.end();
  };
  if (speaks_of("goal.deadline")) allows("goal.deadline", round_up(around.result("training.time")));
  if (speaks_of("goal.power")) allows("goal.power", std::ceil(around.result("economics.power") / 1e3) * 1e3);
  if (speaks_of("goal.racks")) allows("goal.racks", around.result("economics.racks"));
  if (speaks_of("goal.budget")) allows("goal.budget", std::ceil(around.result("economics.capex")));
}

/// What might mend a finding, likeliest first.
std::vector<Remedy> candidates(const Subject& subject, const Around& around, const FoundFinding& finding) {
  std::vector<Remedy> tried;
  const std::string& id = finding.id;
  if (id == "memory.gpu_overflow") memory_remedies(subject, around, tried);
  if (id == "memory.cpu_overflow") tried.push_back(word("Offload to local NVMe", "memory.offload", "nvme"));
  if (id == "memory.cpu_overflow" || id == "memory.nvme_overflow")
    tried.push_back(word("Offload to shared storage", "memory.offload", "shared"));
  if (id == "layout.indivisible") batch_remedies(around, tried);
  if (id == "layout.bubble") bubble_remedies(around, tried);
  if (id == "workload.long_sequence") tried.push_back(number("Train on 4,096 tokens", "workload.sequence", 4096));
  if (id == "goal.missed") goal_remedies(subject, around, finding, tried);
  if (id == "checkpoint.drain_too_slow" || id == "checkpoint.storage_too_slow") saving_remedies(around, tried);
  if (id == "checkpoint.host_memory_full")
    tried.push_back(word("Save to local NVMe first", "checkpoint.mode", "hierarchical"));
  if (id == "checkpoint.nvme_full") tried.push_back(word("Save asynchronously", "checkpoint.mode", "async"));
  if (id == "restart.shards_read_often") tried.push_back(word("Read shards once", "checkpoint.restart", "sharded"));
  if (id == "memory.shared_overflow" || id == "checkpoint.shared_full" || id == "checkpoint.storage_too_slow" ||
      id == "ingest.storage_too_slow" || id == "project.storage_oversubscribed")
    storage_remedies(around, tried);
  if (id == "offload.efficiency_missed" && around.knows("offload.goal_batch")) {
    const InputKey key =
        around.input("workload.trains") == 1 ? InputKey("workload.global_batch") : InputKey("serving.batch");
    const double batch = around.result("offload.goal_batch");
    tried.push_back(number(fmt::format("Try batch {}", pretty(batch, Unit::count)), key, batch));
  }
  return tried;
}

/// What a change does for a finding: ": 61 of 85.5 GB"; nothing where it is plain.
std::string effect(const Around& around, const std::string& id, const Changes& changes) {
  struct Shown {
    std::string_view start;
    ResultKey result;
    std::string_view before, after;
  };
  constexpr Shown all[] = {
      {"memory.gpu_overflow", "memory.gpu_total", "", " per GPU"},
      {"layout.bubble", "training.mfu", "", " MFU"},
      {"checkpoint.drain", "checkpoint.stall", "stall ", ""},
      {"checkpoint.storage_too_slow", "checkpoint.stall", "stall ", ""},
      {"restart.", "restart.read_time", "read in ", ""},
      {"ingest.", "ingest.supply", "", ""},
      {"offload.efficiency", "offload.gpu_efficiency", "GPUs ", " busy"}};
  const auto shown =
      std::find_if(std::begin(all), std::end(all), [&](const Shown& each) { return id.starts_with(each.start); });
  if (shown == std::end(all)) return {};
  try {
    const Around after = around.with(changes);
    if (!after.knows(shown->result)) return {};
    const bool share = result_row(shown->result).about->unit == Unit::ratio;
    return fmt::format(
        ": {}{}{}", shown->before, share ? share_text(after.result(shown->result)) : after.shown(shown->result),
        shown->after);
  } catch (const BadInput&) {
    return {};  // the change is planned for, not tried
  }
}

/// Those that work. What the planner said is mended by another plan, so that the front alone can tell.
std::vector<Remedy> remedies(const Subject& subject, const Around& around, const FoundFinding& finding) {
  std::vector<Remedy> found;
  for (Remedy& each : candidates(subject, around, finding)) {
    const Changes& changes = each.apply.changes;
    const std::string& first = changes.front().first;
    const bool size = first == "cluster.nodes" || first == "cluster.gpus";
    const bool replans = (size && (is_open(subject.said) || is_estimated(around))) || first == "workload.sequence";
    const bool twice = !found.empty() && first == found.front().apply.changes.front().first;
    if (twice || (!replans && !mends(around, finding.id, changes))) continue;
    if (!size) each.label += effect(around, finding.id, changes);
    found.push_back(std::move(each));
    if (found.size() == most_remedies) break;
  }
  return found;
}

/// Model states that overflow the machine however they are split; nothing where a layout tells more.
std::optional<FoundFinding> too_many_states(const Around& around) {
  const double needed = around.result("capacity.nodes_states"), there = around.input("cluster.nodes");
  if (!is_estimated(around) || !(needed > there)) return {};
  return FoundFinding{
      Severity::error,
      "memory.gpu_overflow",
      fmt::format(
          "{} are there, the {} take {}.", upper_first(counted_text(there, "node")),
          serves(around) ? "weights" : "model states", pretty(needed, Unit::count)),
      {"cluster.nodes", "capacity.nodes_states"}};
}

/// A pipeline that mostly waits.
std::optional<FoundFinding> mostly_bubble(const Around& around) {
  if (!bubble_limits(around)) return {};
  const double micro_batches = around.result("training.micro_batches");
  return FoundFinding{
      Severity::warning,
      "layout.bubble",
      fmt::format(
          "{} of a step is pipeline bubble: {} share {} micro-batch{} a step.", share_text(bubble_share(around)),
          counted_text(around.input("layout.pipeline"), "stage"), pretty(micro_batches, Unit::count),
          micro_batches == 1 ? "" : "es"),
      {"workload.global_batch", "layout.pipeline", "training.bubble_time"}};
}

/// A training whose memory counts weights alone.
std::optional<FoundFinding> weights_alone(const Around& around, const std::vector<std::string_view>& rooms) {
  const bool asked = std::find(rooms.begin(), rooms.end(), "goal") != rooms.end();
  const bool adapters = around.input("workload.adapter_share") < 1;
  if (!asked || adapters || serves(around) || !around.word("memory.recipe").starts_with("weights")) return {};
  return FoundFinding{
      Severity::warning,
      "memory.weights_alone",
      "The recipe counts weights alone, yet the mode is training: memory has no gradients and no optimizer states.",
      {"memory.recipe", "workload.mode"}};
}
std::vector<Remedy> weights_remedies() {
  return {word("Serve it", "workload.mode", "infer"), word("Count Adam's states", "memory.recipe", "adam16")};
}

/// Whether states alone fill a GPU, however small the activations are.
bool states_overflow(const Around& around) {
  double states = 0;
  for (const ResultKey part :
       std::initializer_list<ResultKey>{"memory.weights", "memory.gradients", "memory.optimizer"})
    states += around.result(part);
  return states > around.result("memory.gpu_capacity");
}

/// What may still be done where GPU memory is full: of one GPU nothing can be split, and of states alone nothing is
/// recomputed.
std::string room_for_more(const Around& around) {
  std::vector<std::string> ways;
  const bool alone = around.input("cluster.gpus") == 1;
  ways.emplace_back(alone ? "more GPUs" : "more tensor or pipeline parallelism");
  if (!alone && around.word("layout.zero") != "3") ways.emplace_back("a higher ZeRO stage");
  const bool activations = !states_overflow(around);
  if (activations && !serves(around) && around.word("layout.recompute") != "full") ways.emplace_back("recomputation");
  if (activations && around.input("layout.micro_batch") > 1) ways.emplace_back("a smaller micro-batch");
  ways.emplace_back("offloading");
  const std::string last = std::move(ways.back());
  ways.pop_back();
  return upper_first(fmt::format("{} or {} would help.", fmt::join(ways, ", "), last));
}

/// The first sentence of a message.
std::string first_sentence(const std::string& message) { return message.substr(0, message.find(". ") + 1); }

/// The app has no options: "offloading (--offload) may help" loses the bracket.
std::string without_options(std::string message) {
  for (std::size_t at; (at = message.find(" (--")) != std::string::npos;) {
    const std::size_t end = message.find(')', at);
    if (end == std::string::npos) break;
    message.erase(at, end + 1 - at);
  }
  return message;
}

}  // namespace

Findings findings_with_remedies(
    const Subject& subject, const Around& around, const std::vector<ResultKey>& ids,
    const std::vector<std::string_view>& rooms) {
  Question question{{}, rooms, false};
  for (const ResultKey id : ids) question.rows.push_back(&result_row(id));
  const Answer found = answer(around.plan(), question);
  Findings all;
  const auto add = [&](FoundFinding finding) {
    finding.message = without_options(std::move(finding.message));
    if (finding.id == "memory.gpu_overflow" && is_broken(finding.id, around.at({})) && !is_unplanned(subject))
      finding.message = fmt::format("{} {}", first_sentence(finding.message), room_for_more(around));
    const bool twice = std::any_of(all.begin(), all.end(), [&](const auto& other) {
      return other.first.id == finding.id && (other.first.message == finding.message || finding.id == "goal.missed");
    });
    if (!twice) all.emplace_back(finding, remedies(subject, around, finding));
  };
  if (subject.plan)
    for (const FoundFinding& finding : plan_findings(*subject.plan, found)) add(finding);
  for (const FoundFinding& finding : found.findings) add(finding);
  if (std::optional<FoundFinding> states = too_many_states(around)) add(*states);
  if (std::optional<FoundFinding> bubble = mostly_bubble(around); bubble && std::ranges::count(rooms, "layout") > 0)
    add(*bubble);
  if (std::optional<FoundFinding> weights = weights_alone(around, rooms)) {
    all.emplace_back(*weights, weights_remedies());
  }
  std::stable_sort(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first.severity > b.first.severity; });
  return all;
}

Findings planned_findings(
    const Subject& subject, const Around& around, const std::vector<ResultKey>& ids,
    std::vector<std::string_view> rooms) {
  if (is_unplanned(subject)) return findings_with_remedies(subject, around, {}, {});
  if (is_pending(subject, around) ||
      (misfit(subject, around).empty() &&
       !around.knows(serves(around) ? ResultKey("memory.gpu_total") : ResultKey("training.step_time"))))
    return {};
  if (!is_estimated(around)) rooms.insert(rooms.end(), {"memory", "layout"});
  return findings_with_remedies(subject, around, ids, rooms);
}

const FoundFinding* first_error(const Findings& findings) {
  return findings.empty() || findings.front().first.severity != Severity::error ? nullptr : &findings.front().first;
}

}  // namespace llmsize
