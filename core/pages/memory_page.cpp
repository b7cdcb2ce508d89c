// SPDX-License-Identifier: Apache-2.0
// The page of memory: where every byte lives, on the fullest GPU and on slower tiers, and which nodes would hold it.
#include "core/pages/first_lines.hpp"
#include "core/pages/offload_charts.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/numbers.hpp"
#include "core/view/remedies.hpp"
#include "core/view/settled.hpp"
#include "core/view/state.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

Figure fullest_figure(const Subject& subject, const Around& around) {
  const ResultKey id = memory_id(around);
  if (const std::string why = layout_obstacle(subject, around, id).sentence; !why.empty())
    return unknown_figure(
        "Peak GPU memory",
        is_estimated(around) ? std::string("needs a layout") : obstacle(subject, around, "memory.gpu_total").brief);
  const double capacity = around.result("memory.gpu_capacity");
  return figure(
      around, "Peak GPU memory", id,
      is_absent(capacity)
          ? std::string("GPU memory unknown")
          : fmt::format("of {}, {} used", pretty(capacity, Unit::memory), share_text(around.result(id) / capacity)));
}

/// "16 bytes × 174.6B, adam16": what a parameter takes, and in training by which recipe.
std::string states_note(const Around& around) {
  const std::string product =
      fmt::format("{} × {}", around.shown("memory.bytes_per_parameter"), around.shown("model.parameters"));
  return serves(around) ? product : fmt::format("{}, {}", product, around.word("memory.recipe"));
}

/// "GPU memory", "CPU memory": the slowest tier that the states may take.
std::string down_to(const Around& around) {
  const double tier = around.input("memory.target_tier");
  return std::string(tier_looks[is_absent(tier) ? 0 : static_cast<std::size_t>(tier)].title);
}

Figure nodes_for(const Around& around, std::string label, ResultKey id) {
  return figure(around, std::move(label), id, fmt::format("using {}", lower_first(down_to(around))));
}

/// Tiers below GPU memory that hold something.
Chart slower_chart(const Around& around) {
  struct Slower {
    ResultKey used;
    NumberId there;
    std::size_t look;
  };
  constexpr Slower tiers[] = {
      {"memory.cpu_total", "capacity.host_bytes", 1},
      {"memory.nvme_total", "node.nvme_capacity", 2},
      {"memory.shared_total", "capacity.shared_bytes", 3}};
  Chart chart{
      "memory.tiers", "Offload tiers", "Offloaded weights and states per node; shared storage for the whole job",
      Bars{}};
  Bars bars;
  double longest = 0;
  for (const Slower& tier : tiers) {
    const double used = around.result(tier.used), there = around.number(tier.there);
    if (is_absent(used) || used == 0) continue;
    const std::string note = is_absent(there)
                                 ? std::string{}
                                 : fmt::format("of {}, {} used", pretty(there, Unit::bytes), share_text(used / there));
    bars.rows.push_back(
        {std::string(tier_looks[tier.look].title),
         note,
         0,
         used,
         pretty(used, Unit::bytes),
         tier_looks[tier.look].hue,
         used > there,
         {},
         around.source(tier.used)});
    longest = std::max(longest, used);
  }
  bars.scale = with_ticks({"", Unit::bytes, false, 0, 1.05 * longest, {}});
  if (bars.rows.size() == 1) chart.title = fmt::format("{}: {}", bars.rows[0].title, bars.rows[0].shown);
  chart.body = std::move(bars);
  return chart;
}

void add_memory_numbers(const Around& around, Page& page, bool has_layout) {
  Numbers numbers(around);
  numbers.group("Whole job");
  numbers.add("model.parameters");
  if (around.result("model.parameters_active") < around.result("model.parameters"))
    numbers.add("model.parameters_active");
  numbers.add("memory.model_states", states_note(around));
  numbers.add(
      "capacity.nodes_weights",
      fmt::format(
          "{} of weights for inference, in {}", pretty(around.result("memory.served_weights"), Unit::memory),
          lower_first(down_to(around))));
  numbers.add("capacity.nodes_states", "plus activations");
  if (const double tier = around.result("offload.fastest_fitting_tier"); tier >= 0 && tier < 4)
    numbers.say(
        std::string(result_row("offload.fastest_fitting_tier").about->title),
        std::string(tier_looks[static_cast<std::size_t>(tier)].title), "one node, inference",
        around.source("offload.fastest_fitting_tier"));
  if (has_layout) {
    numbers.group("Peak GPU memory");
    numbers.add("memory.gpu_allocated", "PyTorch max_memory_allocated");
    numbers.add("memory.buffers");
    numbers.add("memory.gpu_total");
    numbers.add("memory.gpu_capacity", fmt::format("as {}", around.word("accelerator.memory_basis")));
  }
  std::move(numbers).add_to(page, "memory.numbers", "Details", "Job memory and GPU memory");
}

void judge_memory(const Subject& subject, const Around& around, Page& page) {
  constexpr double mostly_full = 0.9;
  if (is_misfit(subject, around, page)) return;
  if (is_estimated(around)) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Layout not set";
    page.sentence = "GPU memory depends on the layout. Set TP and PP, or let the planner choose.";
    return;
  }
  if (is_open_question(subject, around, memory_id(around), page)) return;
  const double total = around.result("memory.gpu_total"), capacity = around.result("memory.gpu_capacity");
  if (is_absent(capacity)) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Missing inputs";
    page.sentence = fmt::format(
        "Peak GPU memory {}. {}", pretty(total, Unit::memory),
        lower_first(missing_sentence(around.needs("memory.gpu_capacity"))));
    return;
  }
  page.verdict = total > mostly_full * capacity ? Page::Verdict::just : Page::Verdict::good;
  page.verdict_label = total > mostly_full * capacity ? "Fits, little free memory" : "Fits";
  page.sentence = fmt::format(
      "Peak GPU memory {}; {} free.", used_text(total, capacity, Unit::memory), pretty(capacity - total, Unit::memory));
}

FirstScreen memory_first(const Subject& subject, const Around& around) {
  FirstScreen first;
  if (!around.name("model").empty() && !serves(around)) first.assumed = recipe_words(around);
  const ResultKey id = memory_id(around);
  if (layout_obstacle(subject, around, id) || is_estimated(around) || is_unplanned(subject)) return first;
  first.headline = fmt::format(
      "{}: {}{} per GPU", title(around.plan()), around.shown(id), if_known(around, "memory.gpu_capacity", " of {}"));
  FirstLines lines;
  if (!serves(around)) add_layout(subject, around, lines);
  const Stack::Bar bar = memory_bar(around, {});
  std::vector<std::string> parts;
  for (const Stack::Part& part : bar.parts)
    if (part.value > 0) parts.push_back(fmt::format("{} {}", lower_first(part.title), part.shown));
  lines.add("Per GPU", parts);
  lines.add(
      "Whole job",
      {if_known(around, "memory.model_states", "{} model states"), if_known(around, "load.weights", "{} weights")});
  lines.add(
      "Least nodes", {if_known(around, "capacity.nodes_states", "{} for the model states"),
                      if_known(around, "capacity.nodes_weights", "{} for the weights")});
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace

Page memory_page(const Subject& subject, const Catalog& catalog) {
  const Around around = around_of(subject, catalog);
  Page page;
  page.id = "memory";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.figures = {
      fullest_figure(subject, around), figure(around, "Model states", "memory.model_states", states_note(around)),
      figure(around, "Weights", "load.weights", "all layers, compute precision"),
      nodes_for(around, "Nodes for model states", "capacity.nodes_states"),
      nodes_for(around, "Nodes for weights", "capacity.nodes_weights")};
  page.first = memory_first(subject, around);
  page.findings = findings_of(subject, around, {"memory.gpu_total", "memory.model_states"});
  judge_memory(subject, around, page);
  if (page.figures[0].known)
    page.summary =
        fmt::format("{} {} per GPU, {}", page.figures[0].value, page.figures[0].unit, page.figures[0].qualifier);
  Chart gpu = memory_chart(subject, around);
  gpu.id = "memory.gpu";
  page.charts = {std::move(gpu)};
  const bool has_layout = page.charts.front().empty.empty();
  if (Chart slower = slower_chart(around); has_layout && !std::get<Bars>(slower.body).rows.empty())
    page.charts.push_back(std::move(slower));
  add_memory_numbers(around, page, has_layout);
  offer_explanation(page, "memory.gpu_total", subject.scenario);
  settle_verdict(page);
  return page;
}

}  // namespace llmsize
