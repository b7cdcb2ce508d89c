// SPDX-License-Identifier: Apache-2.0
// Why this layout: its rates, what limits it, the runner-up, what did not fit, and how much was searched.
#include "core/inputs/list.hpp"
#include "core/pages/layout_charts.hpp"
#include "core/pages/size_charts.hpp"
#include "core/planning/requirements.hpp"
#include "core/quantity/print.hpp"
#include "core/view/calendar_numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::string whole_text(std::uint64_t number) { return pretty(static_cast<double>(number), Unit::count); }

/// What the goal is about, beside time.
void add_goal(const Subject& subject, const Around& around, Numbers& numbers) {
  const std::string goal = around.word("goal.kind");
  numbers.group("Goal");
  if (goal == "largest-model")
    numbers.add(
        "model.parameters", fmt::format(
                                "{} layers × hidden size {}, {} heads", around.shown("model.layers"),
                                around.shown("model.hidden"), around.shown("model.heads")));
  if (goal == "longest-context") numbers.add("workload.sequence", "tokens");
  add_certain_nodes(subject, around, numbers);
}

void add_rates(const Around& around, Numbers& numbers) {
  numbers.group("Training");
  numbers.add("layout.micro_batch");
  numbers.add_ranged("training.step_time");
  add_calendar(around, numbers);
  numbers.add_ranged("training.tokens_per_second");
  numbers.add(
      "training.flop_rate_per_gpu",
      fmt::format("{} MFU, {}", share_text(around.result("training.mfu")), attention_counted(around)));
  numbers.add("memory.gpu_total", fmt::format("of {}", around.shown("memory.gpu_capacity")));
}

void add_limit(const Around& around, Numbers& numbers) {
  std::vector<Stack::Part> parts = step_bar(around, "One step").parts;
  std::erase_if(parts, [](const Stack::Part& part) { return part.source.name == "training.compute_time"; });
  const auto longest = std::max_element(
      parts.begin(), parts.end(), [](const Stack::Part& a, const Stack::Part& b) { return a.value < b.value; });
  const double computing = around.result("training.compute_time") / around.result("training.step_time");
  numbers.say(
      "Bottleneck", fmt::format("compute, {}", share_text(computing)),
      longest == parts.end() ? std::string{} : fmt::format("then {}: {}", lower_first(longest->title), longest->note),
      around.source("training.compute_time"));
}

/// The runner-up and the layouts that did not fit.
void add_search(const LayoutPlan& plan, Numbers& numbers) {
  const SearchResult& search = plan.search;
  if (search.best.size() > 1)
    numbers.say(
        "Runner-up", pretty(search.best[1].step_time, Unit::seconds),
        difference(search.best[1].layout, search.best[0].layout));
  for (const auto& [id, count] : search.infeasible)
    numbers.say(
        "Did not fit", whole_text(count),
        id == "memory.gpu_overflow" ? std::string("layouts: GPU memory") : "layouts: " + id);
  numbers.group("Search");
  numbers.say("Layouts considered", whole_text(search.considered), "evaluated or pruned (worse or infeasible)");
  numbers.say("Layouts evaluated", whole_text(search.evaluated));
}

/// Bandwidths with which a step is nearly as fast as it could be, where the goal asks for them.
void add_requirements(const Around& around, Numbers& numbers) {
  if (around.word("goal.kind") != "required-bandwidth") return;
  numbers.group(fmt::format("Bandwidth for {} of the maximum step rate", share_text(around.input("goal.efficiency"))));
  for (const Requirement& each : requirements(around.plan())) {
    const std::string given = pretty(each.given, Unit::bandwidth);
    numbers.say(
        std::string(about_of(each.key).label), each.needed == 0 ? "–" : pretty(each.needed, Unit::bandwidth),
        each.needed == 0 ? fmt::format("not used; {} available", given)
                         : fmt::format("{} available, {}× headroom", given, factor_text(each.given / each.needed)));
  }
  numbers.add("checkpoint.required_bandwidth", "of shared storage");
  numbers.add("ingest.required_bandwidth", "of shared storage");
}

/// The inputs that move the time of a step most.
void add_movers(const Around& around, Numbers& numbers) {
  constexpr std::size_t most = 5;
  numbers.group("Largest effects on step time");
  auto all = sensitivities(around.plan(), result_row("training.step_time"));
  const std::size_t count = all.size();
  if (count > most) all.erase(all.begin() + most, all.end());
  for (const Sensitivity& each : all)
    numbers.say(
        std::string(about_of(each.key).label), share_text(each.share),
        fmt::format(
            "of the range, {}",
            range_text(std::min(each.low, each.high), std::max(each.low, each.high), Unit::seconds)),
        around.source(each.key));
  if (count > most) numbers.say(fmt::format("… and {} more", count - most), {});
}

}  // namespace

void add_layout_numbers(const Subject& subject, const Around& around, Page& page) {
  if (is_estimated(around) || obstacle(subject, around, "training.step_time")) {
    // A search that found nothing has its counts to tell.
    if (!is_unplanned(subject)) return;
    Numbers numbers(around);
    add_search(*subject.plan(), numbers);
    return std::move(numbers).add_to(page, "layout.numbers", "Rejected layouts", "Search statistics");
  }
  Numbers numbers(around);
  add_goal(subject, around, numbers);
  add_rates(around, numbers);
  add_requirements(around, numbers);
  numbers.group("Comparison");
  add_limit(around, numbers);
  const bool is_best = subject.plan() != nullptr && subject.plan()->found();
  if (is_best) add_search(*subject.plan(), numbers);
  add_movers(around, numbers);
  std::move(numbers).add_to(
      page, "layout.numbers", is_best ? "Why this layout" : "Details",
      "Rates with P10–P90, bottlenecks, largest effects");
}

}  // namespace llmsize
