// SPDX-License-Identifier: Apache-2.0
// The Layout page: which split, how much better than others.
#include "core/pages/layout_charts.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serving.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/headline.hpp"
#include "core/view/settled.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

Figure split_figure(const Around& around) {
  Figure split = worded("Layout", {}, {}, around.source("layout.tensor"));
  const auto add = [&](InputKey key, std::string_view unit, bool always) {
    if (!always && !(around.input(key) > 1)) return;
    split.value += fmt::format("{}{}", split.value.empty() ? "" : " · ", around.shown(key));
    split.unit += fmt::format("{}{}", split.unit.empty() ? "" : " · ", unit);
  };
  add("layout.tensor", "TP", true);
  add("layout.pipeline", "PP", true);
  add("layout.context", "CP", false);
  add("layout.data", "DP", true);
  add("layout.expert", "EP", false);
  if (around.input("layout.interleave") > 1)
    split.qualifier = fmt::format("VPP {}, ", around.shown("layout.interleave"));
  split.qualifier +=
      fmt::format("micro-batch {}, ZeRO-{}", around.shown("layout.micro_batch"), around.word("layout.zero"));
  return split;
}

Figure layout_figure(const Subject& subject, const Around& around) {
  if (const Obstacle why = obstacle(subject, around, "training.step_time"); why)
    return unknown_figure("Layout", why.brief);
  return is_estimated(around) ? unknown_figure("Layout", "not set, time from utilization") : split_figure(around);
}

Figure memory_figure(const Subject& subject, const Around& around) {
  if (const std::string why = layout_obstacle(subject, around, memory_id(around)).sentence; !why.empty())
    return unknown_figure(
        "GPU memory",
        is_estimated(around) ? std::string("needs a layout") : obstacle(subject, around, "memory.gpu_total").brief);
  return figure(
      around, "GPU memory", memory_id(around),
      around.knows("memory.gpu_capacity") ? fmt::format(
                                                "of {}, {}", around.shown("memory.gpu_capacity"),
                                                is_unplanned(subject) ? "nearest layout" : "most-loaded GPU")
                                          : std::string("most-loaded GPU"));
}

Figure layout_limit_figure(const Subject& subject, const Around& around) {
  if (const Obstacle why = obstacle(subject, around, "training.step_time"); why)
    return unknown_figure("Bottleneck", why.brief);
  const std::vector<Lever> all = levers(around);
  const std::string limit = limit_of(around);
  const auto other =
      std::find_if(all.begin(), all.end(), [&](const Lever& lever) { return lever.limit != limit && lever.saved > 0; });
  std::string next = other != all.end() ? fmt::format("next: {}", other->limit) : std::string{};
  if (bubble_limits(around)) next = fmt::format("{} of step time", share_text(bubble_share(around)));
  if (const double over = around.result("memory.gpu_known") - around.result("memory.gpu_capacity"); over > 0)
    next = fmt::format("{} over", pretty(over, Unit::memory));
  return worded(
      "Bottleneck", limit.empty() ? std::string("–") : upper_first(limit),
      limit.empty() ? obstacle(subject, around, "training.total_step_time").brief : next,
      around.source("training.step_time"));
}

std::string search_sentence(const LayoutPlan& plan) {
  const auto whole = [](std::uint64_t number) { return pretty(static_cast<double>(number), Unit::count); };
  std::string text = fmt::format(
      "{1} of {0} memory-checked layouts fit",
      whole(
          plan.search.feasible +
          [&] {
            std::uint64_t sum = 0;
            for (const auto& [id, count] : plan.search.infeasible) sum += count;
            return sum;
          }()),
      whole(plan.search.feasible));
  if (plan.search.best.size() > 1) {
    const double lead = plan.search.best[1].pace() / plan.search.best[0].pace() - 1;
    if (lead >= -5e-4)
      text += lead < 5e-4 ? std::string("; runner-up equally fast")
                          : fmt::format("; runner-up {} slower", share_text(lead));
  }
  if (const double gain = 1 - plan.cleverest / plan.search.best[0].pace(); gain > 5e-4)
    text += fmt::format("; a layout or batch size further from published recipes would be {} faster", share_text(gain));
  return text + ".";
}

/// What a misfit lacks, and the layout nearest to fitting.
void add_nearest(const Subject& subject, const Around& around, Page& page) {
  if (!is_unplanned(subject) || !around.knows("memory.gpu_total")) return;
  const double over = around.result("memory.gpu_total") - around.result("memory.gpu_capacity");
  if (over > 0)
    page.sentence += fmt::format(" Nearest layout: {}, {} over.", split_text(around), pretty(over, Unit::memory));
}

void judge_layout(const Subject& subject, const Around& around, Page& page) {
  if (is_misfit(subject, around, page)) return add_nearest(subject, around, page);
  if (is_open_question(subject, around, "training.step_time", page)) return;
  const FoundFinding* error = first_error(page.findings);
  if (error) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = error_label(*error);
    page.sentence = error->said();
  } else if (subject.plan()) {
    page.verdict_label =
        fmt::format("Best of {} layouts", pretty(static_cast<double>(subject.plan()->search.considered), Unit::count));
    page.sentence = search_sentence(*subject.plan());
  } else if (is_estimated(around)) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Layout not set";
    page.sentence = "Time comes from the utilization. Clear it to let the planner choose a layout.";
  } else {
    page.verdict_label = "Layout set by you";
    page.sentence = "The layout is set by you. Clear its degrees to let the planner search.";
  }
  if (!error && bubble_limits(around)) {
    page.verdict = Page::Verdict::just;
    page.verdict_label += ", pipeline-bubble-bound";
    page.sentence += fmt::format(" The pipeline bubble takes {} of step time.", share_text(bubble_share(around)));
  }
}

void judge_served_layout(const Subject& subject, const Around& around, Page& page) {
  if (is_misfit(subject, around, page)) return add_nearest(subject, around, page);
  if (!around.knows("memory.gpu_total")) {
    is_open_question(subject, around, "training.step_time", page);
    return;
  }
  page.verdict_label = "Fits";
  page.sentence = "Inference: the layout with the highest decode throughput of those that fit.";
}

/// The split, its pace where there is one, and its memory.
std::string layout_summary(const Around& around, const std::string& pace) {
  if (around.result("memory.gpu_known") > around.result("memory.gpu_capacity"))
    return fmt::format(
        "{} · {} per GPU of {}", split_text(around), around.shown("memory.gpu_known"),
        around.shown("memory.gpu_capacity"));
  return fmt::format("{}{} · {} per GPU", split_text(around), pace, around.shown("memory.gpu_total"));
}

Page begun_layout_page(const Subject& subject, const Around& around) {
  Page page;
  page.id = "layout";
  page.title = headline(subject, around);
  page.subtitle = subtitle_of(subject, around);
  page.first = layout_first(subject, around);
  page.findings = findings_of(subject, around, {"training.step_time", "memory.gpu_total"});
  offer_explanation(page, "training.step_time", subject.scenario);
  return page;
}

Page trained_layout_page(const Subject& subject, const Around& around) {
  Page page = begun_layout_page(subject, around);
  page.figures = {
      layout_figure(subject, around),
      figure_of(
          subject, around, "Step time", "training.step_time",
          if_it_fits(subject, around, range_of(around, "training.step_time", "no range; all inputs are exact"))),
      figure_of(
          subject, around, "MFU", "training.mfu",
          if_it_fits(subject, around, fmt::format("{} per GPU", around.shown("training.flop_rate_per_gpu")))),
      memory_figure(subject, around), layout_limit_figure(subject, around)};
  judge_layout(subject, around, page);
  if (page.figures.front().known)
    page.summary = layout_summary(
        around,
        fmt::format(
            " · step {} · {} MFU", around.shown("training.step_time"), share_text(around.result("training.mfu"))));
  page.charts = {front_chart(subject, around), layouts_memory_chart(subject, around), ranked_chart(subject, around)};
  add_layout_numbers(subject, around, page);
  settle_verdict(page);
  return page;
}

Page serving_layout_page(const Subject& subject, const Around& around) {
  Page page = begun_layout_page(subject, around);
  if (!layout_obstacle(subject, around, "memory.gpu_total") && !is_unplanned(subject))
    page.figures.push_back(split_figure(around));
  page.figures.push_back(memory_figure(subject, around));
  page.findings.push_back(serving_finding(around, "Step-time rankings are not shown."));
  judge_served_layout(subject, around, page);
  if (page.figures.front().known) page.summary = layout_summary(around, {});
  page.charts = {layouts_memory_chart(subject, around)};
  add_layout_numbers(subject, around, page);
  settle_verdict(page);
  return page;
}

}  // namespace

Page layout_page(const Subject& subject, const Catalog& catalog) {
  return by_mode<trained_layout_page, serving_layout_page>(subject, catalog);
}

const PageKind layout_page_kind{
    .id = "layout",
    .title = "Layout",
    .group = "Train",
    .summary = "Best parallelism for the model",
    .place = 20,
    .make = of_first<layout_page>,
    .inputs = "model goal cluster layout",
    .decisions =
        {.training =
             {"model", "cluster.system", "cluster.nodes", "workload.global_batch", "layout.tensor", "layout.pipeline",
              "layout.recompute"},
         .service = {}},
    .icon = R"(<rect x="3" y="3" width="6" height="6" rx="1"/><rect x="11" y="3" width="6" height="6" rx="1"/>
            <rect x="3" y="11" width="6" height="6" rx="1"/><rect x="11" y="11" width="6" height="6" rx="1"/>)"};

}  // namespace llmsize
