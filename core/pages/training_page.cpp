// SPDX-License-Identifier: Apache-2.0
// The page of a training: where the time of a step goes, which rates that gives, how long it takes in all.
#include "core/economics/scaling.hpp"
#include "core/pages/first_lines.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/calendar_numbers.hpp"
#include "core/view/remedies.hpp"
#include "core/view/settled.hpp"
#include "core/view/state.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

Figure ranged_figure(const Subject& subject, const Around& around, std::string label, ResultKey id) {
  return figure_of(
      subject, around, std::move(label), id,
      if_it_fits(subject, around, range_of(around, id, "no range; all inputs are exact")));
}

Figure rate_figure(const Subject& subject, const Around& around) {
  return figure_of(
      subject, around, "FLOP/s per GPU", "training.flop_rate_per_gpu",
      if_it_fits(
          subject, around,
          fmt::format(
              "{} MFU, {}; {} HFU", share_text(around.result("training.mfu")), attention_counted(around),
              share_text(around.result("training.hfu")))));
}

Figure hours_figure(const Subject& subject, const Around& around) {
  Figure hours = figure_of(
      subject, around, "GPU-hours", "training.gpu_seconds",
      fmt::format(
          "{} × {}", counted_text(around.input("cluster.gpus"), "GPU"), around.shown("training.calendar_time")));
  if (!hours.known) return hours;
  hours.value = pretty(std::round(around.result("training.gpu_seconds") / 3600), Unit::count);
  hours.unit.clear();
  return hours;
}

Figure steps_figure(const Subject& subject, const Around& around) {
  return figure_of(
      subject, around, "Steps", "training.steps",
      fmt::format(
          "{} tokens, global batch size {}", around.shown("workload.tokens"), around.shown("workload.global_batch")));
}

/// The step as data: what its parts are called, the largest first.
std::vector<Stack::Part> parts_by_time(const Around& around) {
  std::vector<Stack::Part> parts = step_bar(around, "One step").parts;
  std::stable_sort(
      parts.begin(), parts.end(), [](const Stack::Part& a, const Stack::Part& b) { return a.value > b.value; });
  return parts;
}

/// "Compute takes 58% of step time, TP communication 14%."
std::string parts_sentence(const Around& around) {
  constexpr double worth_naming = 0.005;
  const double whole = around.result("training.step_time"), computing = around.result("training.compute_time");
  if (around.input("software.at_utilisation") == 1) return "Step time is the FLOPs per step at the given utilization.";
  std::string text = fmt::format("Compute takes {} of step time", share_text(computing / whole));
  for (const Stack::Part& part : parts_by_time(around)) {
    if (part.source.name == "training.compute_time") continue;
    if (part.value >= worth_naming * whole)
      text += fmt::format(", {} {}", lower_first(part.title), share_text(part.value / whole));
    break;
  }
  return text + ".";
}

void judge_training(const Subject& subject, const Around& around, Page& page) {
  if (is_misfit(subject, around, page)) return;
  if (is_open_question(subject, around, "training.step_time", page)) return;
  const double time = around.result("training.calendar_time"), deadline = around.input("goal.deadline");
  const auto range = around.range("training.calendar_time");
  const FoundFinding* error = first_error(page.findings);
  page.sentence = parts_sentence(around);
  if (time > deadline) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = fmt::format("{} late at P50", time_beside(time - deadline, deadline));
  } else if (error) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = error_label(*error);
    page.sentence = error->said();
  } else if (time <= deadline) {
    const bool late = range && range->second > deadline;
    page.verdict = late ? Page::Verdict::just : Page::Verdict::good;
    page.verdict_label = late ? "Meets the deadline at P50 only" : "Meets the deadline";
  } else {
    page.verdict_label = fmt::format("{} per step", around.shown("training.step_time"));
  }
  if (!error && bubble_limits(around)) {
    if (page.verdict == Page::Verdict::good) page.verdict = Page::Verdict::just;
    page.verdict_label += ", pipeline-bubble-bound";
  }
}

/// Which stack the steps are of, and what naming one would do.
std::string software_text(const Around& around) {
  const auto word = around.plan().words.find("software.id");
  if (word == around.plan().words.end() || word->second.origin.kind == Origin::Kind::user)
    return fmt::format("Software profile: {}", around.word("software.id"));
  return fmt::format(
      "Default software profile: typical of measured stacks on this accelerator, with the kernels of {}; set "
      "--software for one stack",
      word->second.word);
}

void add_training_numbers(const Around& around, Page& page) {
  Numbers numbers(around);
  numbers.group("Rates");
  numbers.add_ranged("training.tokens_per_second");
  numbers.add_ranged("training.tokens_per_second_per_gpu");
  numbers.add_ranged("training.flop_rate_per_gpu", "hardware FLOP/s, incl. recomputation");
  numbers.add_ranged("training.aggregate_flop_rate");
  numbers.add("training.mfu", fmt::format("excl. recomputation, {}", attention_counted(around)));
  numbers.add("training.hfu", "incl. recomputation");
  numbers.group("Step");
  numbers.add_ranged("training.step_time");
  numbers.add(
      "memory.gpu_total",
      around.knows("memory.gpu_capacity") ? fmt::format("of {}", around.shown("memory.gpu_capacity")) : std::string{});
  numbers.group("Training");
  add_calendar(around, numbers);
  numbers.add("training.steps", fmt::format("{} tokens", around.shown("workload.tokens")));
  if (const double seconds = around.result("training.gpu_seconds"); !is_absent(seconds))
    numbers.say(
        "GPU-hours", fmt::format("{} GPU-hours", pretty(std::round(seconds / 3600), Unit::count)), {},
        around.source("training.gpu_seconds"));
  if (const double work = around.result("training.work"); !is_absent(work))
    numbers.add("training.work", fmt::format("{} PF-days", pretty(work / raw(scaling::pf_day), Unit::count)));
  std::move(numbers).add_to(page, "training.numbers", "Details", software_text(around));
}

FirstScreen training_first(const Subject& subject, const Around& around) {
  FirstScreen first;
  if (!around.name("model").empty()) first.assumed = recipe_words(around);
  if (obstacle(subject, around, "training.step_time") || is_unplanned(subject)) return first;
  first.headline = fmt::format(
      "{} ({}): {}/step, MFU {}", title(around.plan()), counted_text(around.input("cluster.gpus"), "GPU"),
      around.shown("training.step_time"), share_text(around.result("training.mfu")));
  FirstLines lines;
  add_layout_and_step(subject, around, lines);
  lines.add("Throughput", {ranged(around, "training.tokens_per_second")});
  lines.add(
      "Training",
      {ranged(around, "training.total_step_time", "{} of steps"),
       ranged(around, "training.calendar_time", "{} wall clock"), if_known(around, "workload.tokens", "{} tokens")});
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace

Page training_page(const Subject& subject, const Catalog& catalog) {
  const Around around = around_of(subject, catalog);
  Page page;
  page.id = "training";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.first = training_first(subject, around);
  page.figures = {
      ranged_figure(subject, around, "Step time", "training.step_time"),
      ranged_figure(subject, around, "Throughput", "training.tokens_per_second"),
      rate_figure(subject, around),
      ranged_figure(subject, around, "Total step time", "training.total_step_time"),
      hours_figure(subject, around),
      steps_figure(subject, around)};
  page.findings = findings_of(subject, around, {"training.step_time", "training.total_step_time", "memory.gpu_total"});
  judge_training(subject, around, page);
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{3}})
    if (const Figure& each = page.figures[i]; each.known)
      page.summary += fmt::format(
          "{}{} {}", page.summary.empty() ? "" : " · ", lower_first(each.label), with_unit(each.value, each.unit));
  page.charts = {step_chart(subject, around), doubling_chart(subject, around), movers_chart(subject, around)};
  constexpr std::string_view ids[] = {"training.step", "training.doubling", "training.movers"};
  for (std::size_t i = 0; i < page.charts.size(); ++i) page.charts[i].id = ids[i];
  say_once(page.charts);
  if (!obstacle(subject, around, "training.step_time")) add_training_numbers(around, page);
  offer_explanation(page, "training.step_time", subject.scenario);
  settle_verdict(page);
  return page;
}

}  // namespace llmsize
