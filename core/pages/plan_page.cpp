// SPDX-License-Identifier: Apache-2.0
// Composes what a plan says.
#include "core/pages/plan_page.hpp"

#include "core/pages/pages.hpp"
#include "core/pages/reader.hpp"
#include "core/planning/requirements.hpp"

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
    constexpr ResultKey parts[] = {"training.recompute_time", "training.tensor_time",   "training.expert_time",
                                   "training.context_time",   "training.pipeline_time", "training.bubble_time",
                                   "training.data_time",      "training.offload_time",  "training.optimizer_time",
                                   "training.straggler_time"};
    const auto longest = *std::max_element(
        std::begin(parts), std::end(parts), [&](ResultKey a, ResultKey b) { return read.result(a) < read.result(b); });
    const double step = read.result("training.step_time");
    section.lines.push_back(
        {"Limited by", fmt::format("computing {}", percent(read.result("training.compute_time") / step)),
         fmt::format("then {} with {}", result_row(longest).about->title, percent(read.result(longest) / step))});
  }
  if (plan.search.best.size() > 1) {
    const Candidate &first = plan.search.best[0], &second = plan.search.best[1];
    section.lines.push_back(
        {"Runner-up", pretty(second.step_time, Unit::seconds), difference(second.layout, first.layout)});
  }
  for (const auto& [id, count] : plan.search.infeasible)
    section.lines.push_back(
        {"Did not fit", whole(count), id == "memory.gpu_overflow" ? "layouts: GPU memory" : "layouts: " + id});
  return section;
}

/// What the goal itself was about, beside time.
Section goal_section(const LayoutPlan& plan, const Reader& read, double nodes_p90) {
  Section section{"Goal", {}};
  const Scenario::Said* said = plan.scenario.find("goal.kind");
  const std::string goal = said ? said->value.word : std::string{};
  if (goal == "largest-model") {
    section.lines.push_back(read.line(
        "model.parameters", fmt::format(
                                "{} layers × {} wide, {} heads", read.shown("model.layers"), read.shown("model.hidden"),
                                read.shown("model.heads"))));
    section.lines.back().strong = true;
  } else if (goal == "longest-context") {
    section.lines.push_back({"Sequence", read.shown("workload.sequence"), "tokens"});
    section.lines.back().strong = true;
  } else if (!is_absent(nodes_p90)) {
    section.lines.push_back(
        {"Nodes needed", read.shown("cluster.nodes"), fmt::format("P50; {} at P90", pretty(nodes_p90, Unit::count))});
    section.lines.back().strong = true;
  }
  return section;
}

Section requirements_section(const Case& best, const Reader& read) {
  Section section{
      fmt::format("Bandwidth with which a step is {} as fast as it could be", percent(read.input("goal.efficiency"))),
      {}};
  for (const Requirement& each : requirements(best)) {
    const std::string_view label = about_of(each.key).label;
    const std::string given = pretty(each.given, Unit::bandwidth);
    if (each.needed == 0)
      section.lines.push_back({std::string(label), "–", fmt::format("not used; {} are there", given)});
    else
      section.lines.push_back(
          {std::string(label), pretty(each.needed, Unit::bandwidth),
           fmt::format("{} are there, {} times that", given, times(each.given / each.needed))});
  }
  for (const ResultKey id :
       std::initializer_list<ResultKey>{"checkpoint.required_bandwidth", "ingest.required_bandwidth"})
    if (!is_absent(read.result(id))) section.lines.push_back(read.line(id, "of shared storage"));
  return section;
}

/// The inputs that move the time of a step most.
Section sensitivity_section(const Case& best) {
  constexpr std::size_t most = 5;
  Section section{"What moves the time of a step", {}};
  auto all = sensitivities(best, result_row("training.step_time"));
  if (all.size() > most) all.erase(all.begin() + most, all.end());
  for (const Sensitivity& each : all) {
    const InputAbout& about = about_of(each.key);
    section.lines.push_back(
        {std::string(about.label), percent(each.share),
         fmt::format("of the range: {} – {}", pretty(each.low, Unit::seconds), pretty(each.high, Unit::seconds))});
  }
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
  std::string text = fmt::format(
      "{} takes {} per step", llmsize::text(plan.search.best.front().layout), read.shown("training.step_time"));
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
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "training.step_time", "training.mfu", "training.tokens_per_second", "training.time", "memory.gpu_total"})
    rows.push_back(&result_row(id));
  return rows;
}

AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{{std::begin(layout_keys), std::end(layout_keys)}, results, {}};
  for (const Candidate& candidate : plan.search.best)
    table.rows.push_back(answer_row({}, plan.with(candidate), catalog, {results, {"memory", "layout"}, false}));
  return table;
}

Page plan_page(
    const LayoutPlan& plan, const Case& best, const Answer& answer, const AnsweredRows& rows, double nodes_p90) {
  const Reader read(best, answer);
  Section time{"Training", {read.line("training.step_time", read.range("training.step_time"))}};
  if (!is_absent(read.result("training.time"))) {
    time.lines.push_back(read.line("training.time", read.range("training.time")));
    time.lines.back().strong = true;
  }
  time.lines.push_back(read.line("training.tokens_per_second", read.range("training.tokens_per_second")));
  time.lines.push_back(read.line("training.flop_rate_per_gpu", percent(read.result("training.mfu")) + " MFU"));
  time.lines.push_back(
      Line{"Memory per GPU", read.shown("memory.gpu_total"), "of " + read.shown("memory.gpu_capacity")});
  std::vector<Section> sections{why_section(plan, read), search_section(plan.search)};
  if (plan.found()) {
    std::vector<Section> best_first{goal_section(plan, read, nodes_p90), time, layouts_section(plan, rows)};
    const Scenario::Said* goal = plan.scenario.find("goal.kind");
    if (goal && goal->value.word == "required-bandwidth") best_first.push_back(requirements_section(best, read));
    best_first.push_back(std::move(sections.front()));
    best_first.push_back(sensitivity_section(best));
    best_first.push_back(std::move(sections.back()));
    sections = std::move(best_first);
  }
  return {
      title(best),
      fmt::format(
          "{} · global batch {} · {} tokens a sequence · {}", counted(read.shown("cluster.gpus"), "GPU"),
          read.shown("workload.global_batch"), read.shown("workload.sequence"), read.word("workload.precision")),
      verdict(plan, answer, read),
      std::move(sections),
      answer.findings,
      plan.found()
          ? fmt::format("This answer explained: llmsize train {}", as_options(plan.with(plan.search.best.front())))
          : std::string{}};
}

double nodes_at_p90(
    const LayoutPlan& plan, const Answer& answer, const Catalog& catalog, const SearchOptions& options) {
  const Result* time = answer.find("training.time");
  const Scenario::Said* deadline = plan.scenario.find("goal.deadline");
  if (!plan.met || !time || !time->p90 || !deadline) return absent;
  Scenario stricter = plan.scenario;
  stricter.unset("cluster.nodes");
  stricter.set("goal.deadline", fmt::format("{}s", *deadline->value.number * time->value / *time->p90), Giver{"P90"});
  const LayoutPlan safer = plan_fewest_nodes(stricter, catalog, options);
  return safer.met ? safer.nodes : absent;
}

std::vector<ToldResult> planning_results(const LayoutPlan& plan, const Case& best, double nodes_p90) {
  std::vector<ToldResult> told{
      {"planning.considered", static_cast<double>(plan.search.considered)},
      {"planning.evaluated", static_cast<double>(plan.search.evaluated)},
      {"planning.feasible", static_cast<double>(plan.search.feasible)},
      {"planning.seconds", plan.search.seconds}};
  if (!is_absent(nodes_p90)) told.push_back({"planning.nodes_p90", nodes_p90});
  const Scenario::Said* goal = plan.scenario.find("goal.kind");
  if (plan.found() && goal && goal->value.word == "required-bandwidth")
    for (const Requirement& each : requirements(best)) told.push_back({each.id, each.needed});
  return told;
}

Json planning_json(const std::vector<ToldResult>& told) {
  Json json = Json::object();
  for (const auto& [id, value] : told) {
    const About& about = *result_row(id).about;
    const Json number = about.whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
    json[std::string(id)] = {{"value", number}, {"unit", symbol(about.unit)}};
  }
  return json;
}

}  // namespace llmsize
