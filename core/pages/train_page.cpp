// SPDX-License-Identifier: Apache-2.0
// The page of a training step.
#include "core/economics/scaling.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/reader.hpp"

#include <cmath>

namespace llmsize {
namespace {

/// Parts of a step in the order they are summed, with the name of each on the page.
constexpr ResultKey parts[] = {
    "training.compute_time", "training.recompute_time", "training.tensor_time",    "training.expert_time",
    "training.context_time", "training.pipeline_time",  "training.bubble_time",    "training.data_time",
    "training.offload_time", "training.optimizer_time", "training.straggler_time",
};

/// Where the time goes; parts that take none are left out.
Section step_section(const Reader& read) {
  const double whole = read.result("training.step_time");
  Section section{"Time of a step", {}};
  for (const ResultKey id : parts) {
    const double time = read.result(id);
    if (time == 0) continue;
    Line line = read.line(id);
    if (whole > 0 && !is_absent(time)) {
      line.bar = time / whole;
      line.note = fmt::format("{:.1f} %", 100 * time / whole);
    }
    section.lines.push_back(std::move(line));
  }
  Line sum = read.line("training.step_time", read.range("training.step_time"));
  sum.strong = true;
  section.lines.push_back(std::move(sum));
  return section;
}

Section rates_section(const Reader& read) {
  Section section{"Rates", {}};
  const auto ranged = [&](ResultKey id) { section.lines.push_back(read.line(id, read.range(id))); };
  ranged("training.tokens_per_second");
  ranged("training.tokens_per_second_per_gpu");
  ranged("training.flop_rate_per_gpu");
  section.lines.back().note = read.note("training.flop_rate_per_gpu", "as run, recomputation included");
  ranged("training.aggregate_flop_rate");
  section.lines.push_back(read.line("training.mfu", "without recomputation"));
  section.lines.push_back(read.line("training.hfu", "with recomputation"));
  return section;
}

/// Steps, time and GPU-hours of the whole training, where its tokens are known.
Section training_section(const Reader& read) {
  Section section{"Training", {}};
  Line time = read.line("training.time", read.range("training.time"));
  time.strong = true;
  section.lines.push_back(std::move(time));
  const double work = read.result("training.work"), hours = read.result("training.gpu_seconds") / 3600;
  if (is_absent(work) || is_absent(hours)) return section;
  section.lines.push_back(read.line("training.steps", fmt::format("{} tokens", read.shown("workload.tokens"))));
  section.lines.push_back({"GPU time", fmt::format("{} GPU-hours", pretty(std::round(hours), Unit::count))});
  section.lines.push_back(
      read.line("training.work", fmt::format("{} PF-days", pretty(work / raw(scaling::pf_day), Unit::count))));
  return section;
}

/// What takes the most of the step, beside computing.
std::string verdict(const Reader& read) {
  const double whole = read.result("training.step_time");
  if (is_absent(whole))
    return fmt::format(
        "The time of a step is open: it {}; a stated utilisation, such as --utilisation 0.5, takes the work alone.",
        read.note("training.step_time"));
  if (read.input("software.at_utilisation") == 1) return "The time of a step is its work at the stated utilisation.";
  ResultKey longest = parts[1];
  for (const ResultKey id : parts)
    if (id != parts[0] && read.result(id) > read.result(longest)) longest = id;
  const double computing = read.result("training.compute_time") / whole, share = read.result(longest) / whole;
  const std::string rest =
      share < 0.005
          ? std::string{}
          : fmt::format("; the largest other part is {} with {:.0f} %", result_row(longest).about->title, 100 * share);
  return fmt::format("Computing takes {:.0f} % of a step{}.", 100 * computing, rest);
}

}  // namespace

Page train_page(const Scenario& scenario, const Case& plan, const Answer& answer) {
  const Reader read(plan, answer);
  Section memory{
      "Memory of the fullest GPU",
      {read.line("memory.gpu_total", fmt::format("of {}", read.shown("memory.gpu_capacity")))}};
  return {
      title(plan),
      fmt::format(
          "{} · {} · software {}", layout_line(plan), read.word("workload.precision"), read.word("software.id")),
      verdict(read),
      {step_section(read), rates_section(read), training_section(read), memory},
      answer.findings,
      explain_line("training.step_time", scenario)};
}

}  // namespace llmsize
