// SPDX-License-Identifier: Apache-2.0
// Lines that first screens share.
#include "core/pages/first_lines.hpp"

#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {

void FirstLines::add(std::string label, const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
  if (!text.empty()) lines_.push_back({std::move(label), std::move(text)});
}

std::string if_known(const Around& around, NumberId id, std::string_view pattern) {
  return is_absent(around.number(id)) ? std::string{} : fmt::format(fmt::runtime(pattern), around.shown(id));
}

std::string ranged(const Around& around, ResultKey id, std::string_view pattern) {
  if (!around.knows(id)) return {};
  const std::string text = ranged_text(around.result(id), around.range(id), result_row(id).about->unit, "P10–P90 ");
  return fmt::format(fmt::runtime(pattern), text);
}

namespace {

std::string degree(const Around& around, std::string_view name, InputKey key, bool always) {
  return always || around.input(key) > 1 ? fmt::format("{} {}", name, around.shown(key)) : std::string{};
}

/// The batch as it is run: that of a recipe is rounded to what the layout divides.
std::string tokens_of_a_step(const Around& around) {
  const double tokens = around.input("workload.global_batch") * around.input("workload.sequence");
  return is_absent(tokens) ? std::string{} : fmt::format(" = {} tokens/step", pretty(tokens, Unit::count));
}

std::string recomputation(const Around& around) {
  const std::string word = recompute_word(around.plan());
  return word == "none" ? "no recomputation" : "recompute " + word;
}

}  // namespace

void add_gpu_memory(const Subject& subject, const Around& around, FirstLines& lines) {
  if (layout_obstacle(subject, around, memory_id(around))) return;
  lines.add(
      "GPU memory", {fmt::format(
                        "{}{}, {}", around.shown(memory_id(around)), if_known(around, "memory.gpu_capacity", " of {}"),
                        is_unplanned(subject) ? "nearest layout" : "most-loaded pipeline stage")});
}

void add_rent(const Around& around, FirstLines& lines) {
  if (!around.knows("economics.rent_3y")) return;
  lines.add(
      "GPU-hour", {if_known(around, "economics.rental_price", "{} on demand"),
                   if_known(around, "economics.rent_hour_1y", "{} for 1 year"),
                   if_known(around, "economics.rent_hour_3y", "{} for 3 years"),
                   if_known(around, "economics.cost_per_calendar_hour", "{} owned")});
  const double open_use = around.result("economics.break_even");
  const auto against = [&](ResultKey id, std::string_view contract) {
    const double share = around.result(id);
    return is_absent(share) ? std::string{} : fmt::format("owned costs {} of a {}", share_text(share), contract);
  };
  if (!is_absent(open_use))
    lines.add(
        "Buy or rent",
        {open_use > 1 ? std::string("renting on demand costs less at any use")
                      : fmt::format("buying costs less above {} use", share_text(open_use)),
         against("economics.break_even_1y", "1-year contract"), against("economics.break_even_3y", "3-year contract")});
}

void add_layout(const Subject& subject, const Around& around, FirstLines& lines) {
  if (layout_obstacle(subject, around, "training.step_time") || is_estimated(around) || is_unplanned(subject)) return;
  std::string pipeline = degree(around, "PP", "layout.pipeline", true);
  if (around.input("layout.interleave") > 1) pipeline += fmt::format(" (VPP {})", around.shown("layout.interleave"));
  lines.add(
      "Parallelism", {degree(around, "TP", "layout.tensor", true), pipeline,
                      degree(around, "CP", "layout.context", false), degree(around, "DP", "layout.data", true),
                      degree(around, "EP", "layout.expert", false), fmt::format("ZeRO-{}", around.word("layout.zero")),
                      around.input("layout.sequence_parallel") == 1 ? "sequence parallel" : "", recomputation(around)});
  lines.add(
      "Batch", {fmt::format(
                    "{} × {} tokens{}", around.shown("workload.global_batch"), around.shown("workload.sequence"),
                    tokens_of_a_step(around)),
                if_known(around, "layout.micro_batch", "micro-batch {}"), around.word("workload.precision")});
}

void add_layout_and_step(const Subject& subject, const Around& around, FirstLines& lines) {
  if (layout_obstacle(subject, around, "training.step_time") || is_estimated(around) || is_unplanned(subject)) return;
  add_layout(subject, around, lines);
  const std::string limit = limit_of(around);
  lines.add(
      "Step time", {ranged(around, "training.step_time"), if_known(around, "training.flop_rate_per_gpu", "{} per GPU"),
                    around.knows("training.mfu") ? "MFU " + share_text(around.result("training.mfu")) : std::string{},
                    limit.empty() ? limit : "bottleneck: " + limit});
  add_gpu_memory(subject, around, lines);
}

}  // namespace llmsize
