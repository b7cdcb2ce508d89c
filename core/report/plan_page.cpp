// SPDX-License-Identifier: Apache-2.0
// Composes what a plan says.
#include "core/report/plan_page.hpp"

#include "core/report/pages.hpp"
#include "core/report/reader.hpp"

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

constexpr std::string_view layout_keys[] = {
    "cluster.system",
    "cluster.nodes",
    "layout.tensor",
    "layout.pipeline",
    "layout.context",
    "layout.data",
    "layout.expert",
    "layout.interleave",
    "layout.micro_batch",
    "layout.recompute",
    "layout.sequence_parallel",
    "layout.zero",
    "memory.offload_parameters",
    "memory.offload_gradients",
    "memory.offload_optimizer"};

std::string whole(std::uint64_t number) { return pretty(static_cast<double>(number), Unit::count); }

Section layouts_section(const LayoutPlan& plan, const AnsweredRows& rows) {
  Section section{"Best layouts", {}};
  for (std::size_t i = 0; i < plan.search.best.size(); ++i) {
    const Candidate& candidate = plan.search.best[i];
    const AnsweredRow& row = rows.rows[i];
    Line line{
        fmt::format("{:>2}", i + 1), pretty(candidate.step_time, Unit::seconds),
        fmt::format(
            "{} · {} MFU · {} per GPU", text(candidate.layout), percent(value_of(row, "training.mfu")),
            pretty(value_of(row, "memory.gpu_total"), Unit::bytes))};
    line.strong = i == 0;
    section.lines.push_back(std::move(line));
  }
  return section;
}

/// Why not the others, and what limits the best.
Section why_section(const LayoutPlan& plan, const Reader& read) {
  Section section{"Why", {}};
  if (plan.found()) {
    constexpr std::string_view parts[] = {
        "training.recompute_time", "training.tensor_time", "training.expert_time",  "training.context_time",   "training.pipeline_time",
        "training.bubble_time",    "training.data_time",   "training.offload_time", "training.optimizer_time", "training.straggler_time"};
    const auto longest = *std::max_element(
        std::begin(parts), std::end(parts), [&](std::string_view a, std::string_view b) { return read.result(a) < read.result(b); });
    const double step = read.result("training.step_time");
    section.lines.push_back(
        {"Limited by", fmt::format("computing {}", percent(read.result("training.compute_time") / step)),
         fmt::format("then {} with {}", find_result(longest)->about->title, percent(read.result(longest) / step))});
  }
  if (plan.search.best.size() > 1) {
    const Candidate &first = plan.search.best[0], &second = plan.search.best[1];
    section.lines.push_back({"Runner-up", pretty(second.step_time, Unit::seconds), difference(second.layout, first.layout)});
  }
  for (const auto& [id, count] : plan.search.infeasible)
    section.lines.push_back({"Did not fit", whole(count), id == "memory.gpu_overflow" ? "layouts: GPU memory" : "layouts: " + id});
  return section;
}

Section search_section(const SearchResult& search) {
  return {
      "Search",
      {{"Layouts considered", whole(search.considered), "evaluated, or in branches proven worse or infeasible"},
       {"Steps evaluated", whole(search.evaluated)}}};
}

std::string verdict(const LayoutPlan& plan, const Answer& answer, const Reader& read) {
  if (!plan.found()) return answer.findings.front().message;
  std::string text = fmt::format("{} takes {} per step", llmsize::text(plan.search.best.front().layout), read.shown("training.step_time"));
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (plan.search.best.size() > 1) {
    const double lead = plan.search.best[1].step_time / plan.search.best[0].step_time - 1;
    text += lead < 5e-4 ? "; the next is as fast" : fmt::format("; the next is {} slower", percent(lead));
  }
  return text + ".";
}

}  // namespace

std::vector<const ResultRow*> plan_results() {
  std::vector<const ResultRow*> rows;
  for (const std::string_view id :
       {"training.step_time", "training.mfu", "training.tokens_per_second", "training.time", "memory.gpu_total"})
    rows.push_back(find_result(id));
  return rows;
}

AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{{std::begin(layout_keys), std::end(layout_keys)}, results, {}};
  for (const Candidate& candidate : plan.search.best)
    table.rows.push_back(answer_row({}, plan.with(candidate), catalog, {results, {"memory", "layout"}, false}));
  return table;
}

Page plan_page(const LayoutPlan& plan, const Case& best, const Answer& answer, const AnsweredRows& rows) {
  const Reader read(best, answer);
  Section time{"Training", {read.line("training.step_time", read.range("training.step_time"))}};
  if (!is_absent(read.result("training.time"))) {
    time.lines.push_back(read.line("training.time", read.range("training.time")));
    time.lines.back().strong = true;
  }
  time.lines.push_back(read.line("training.tokens_per_second", read.range("training.tokens_per_second")));
  time.lines.push_back(read.line("training.flop_rate_per_gpu", percent(read.result("training.mfu")) + " MFU"));
  time.lines.push_back(read.line("memory.gpu_total", "of " + read.shown("memory.gpu_capacity")));
  if (!plan.found()) time.lines.clear();
  return {
      title(best),
      fmt::format(
          "{} · global batch {} · {} tokens a sequence · {}", counted(read.shown("cluster.gpus"), "GPU"),
          read.shown("workload.global_batch"), read.shown("workload.sequence"), read.word("workload.precision")),
      verdict(plan, answer, read),
      {time, layouts_section(plan, rows), why_section(plan, read), search_section(plan.search)},
      answer.findings,
      plan.found() ? fmt::format("This answer explained: llmsize train {}", as_options(plan.with(plan.search.best.front())))
                   : std::string{}};
}

double nodes_at_p90(const LayoutPlan& plan, const Answer& answer, const Catalog& catalog) {
  const Result* time = answer.find("training.time");
  const Scenario::Said* deadline = plan.scenario.find("goal.deadline");
  if (!plan.met || !time || !time->p90 || !deadline) return absent;
  Scenario stricter = plan.scenario;
  stricter.unset("cluster.nodes");
  stricter.set("goal.deadline", fmt::format("{}s", *deadline->value.number * time->value / *time->p90), Giver{"P90"});
  const LayoutPlan safer = plan_fewest_nodes(stricter, catalog);
  return safer.met ? safer.nodes : absent;
}

Json planning_json(const SearchResult& search) {
  const auto count = [](std::uint64_t number) { return Json{{"value", number}, {"unit", "1"}}; };
  return {
      {"planning.considered", count(search.considered)},
      {"planning.evaluated", count(search.evaluated)},
      {"planning.feasible", count(search.feasible)},
      {"planning.seconds", {{"value", search.seconds}, {"unit", "s"}}}};
}

namespace {

/// "300 nodes · 60kW": the text of what is said of a limit or goal.
std::string said(const Scenario& scenario, std::string_view key) {
  const Scenario::Said* found = scenario.find(key);
  return found ? found->text : std::string{};
}

/// "finishes in 30d", "reaches 1M tokens per second within 60kW": what was asked for.
std::string asked(const Scenario& scenario) {
  std::string text;
  const auto add = [&](std::string_view key, std::string_view before, std::string_view after) {
    if (scenario.find(key)) text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", before, said(scenario, key), after);
  };
  add("goal.deadline", "finishes in ", "");
  add("goal.tokens_per_second", "reaches ", " tokens per second");
  add("goal.power", "within ", "");
  add("goal.racks", "within ", " racks");
  add("goal.budget", "within a budget of ", "");
  return text;
}

/// Why no layout was found at all.
FoundFinding nothing_found(const LayoutPlan& plan, const Answer& answer) {
  if (plan.search.untimed) {
    const Result* time = answer.find("training.step_time");
    std::string keys;
    for (const std::string_view key : time ? time->missing : std::vector<std::string_view>{})
      keys += fmt::format("{}{}", keys.empty() ? "" : ", ", key);
    return {
        Severity::error,
        "planning.untimed",
        fmt::format("The time of a step is not known{}{}.", keys.empty() ? "" : ": it needs ", keys),
        {"training.step_time"}};
  }
  if (plan.limited)
    return {
        Severity::error, "goal.missed", fmt::format("No number of nodes {}; the model states alone need more.", asked(plan.scenario)), {}};
  if (plan.space.branches.empty())
    return {
        Severity::error,
        "layout.indivisible",
        "No layout divides model, batch and GPUs; another global batch or number of nodes may.",
        {"workload.global_batch", "cluster.nodes"}};
  return {
      Severity::error,
      "memory.gpu_overflow",
      "No layout fits into the memory of these GPUs; more nodes or --offload may help.",
      {"cluster.nodes"}};
}

}  // namespace

std::vector<FoundFinding> plan_findings(const LayoutPlan& plan, const Answer& answer) {
  std::vector<FoundFinding> found;
  if (!plan.found()) found.push_back(nothing_found(plan, answer));
  if (const Scenario::Said* batch = plan.scenario.find("workload.global_batch"); batch && batch->giver == assumed_batch)
    found.push_back(
        {Severity::info,
         "input.assumed",
         fmt::format("Global batch is {}: {}.", pretty(*batch->value.number, Unit::count), assumed_batch),
         {"workload.global_batch"}});
  if (plan.search.unchecked)
    found.push_back({Severity::warning, "planning.unchecked", "A limit of memory is not known and was not checked.", {}});
  if (!plan.met && plan.found()) {
    const Result* time = answer.find("training.time");
    const std::string nearest = time && !is_absent(time->value) ? pretty(time->value, Unit::seconds) : "the fastest";
    found.push_back(
        {Severity::error,
         "goal.missed",
         fmt::format(
             "No number of nodes that was tried {}; the nearest is {} on {}. {}", asked(plan.scenario), nearest,
             counted(pretty(plan.nodes, Unit::count), "node"),
             plan.limited ? "More nodes do not keep the limits; a later deadline or higher limits would be reached."
                          : "A later deadline, fewer tokens or a larger global batch would be reached."),
         {"goal.deadline", "training.time", "cluster.nodes"}});
  }
  return found;
}

}  // namespace llmsize
