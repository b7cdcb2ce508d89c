// SPDX-License-Identifier: Apache-2.0
// The Size page: how many nodes, how long, what limits.
#include "core/answer/certain_time.hpp"
#include "core/answer/certainties.hpp"
#include "core/answer/limits.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serving.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/headline.hpp"
#include "core/view/settled.hpp"
#include "core/view/title.hpp"
#include "core/view/what_ifs.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

Figure nodes_figure(const Subject& subject, const Around& around) {
  if (const Obstacle why = obstacle(subject, around, "training.step_time"); why)
    return unknown_figure("Nodes", why.brief);
  Figure nodes = figure(around, "Nodes", "planning.nodes");
  if (!nodes.known) return nodes;
  const std::string system = around.name("cluster.system");
  nodes.unit = system.empty() ? std::string{} : "× " + system;
  nodes.qualifier = counted_text(around.input("cluster.gpus"), "GPU");
  if (const double copies = around.input("layout.data"); copies > 1 && !is_estimated(around))
    nodes.qualifier += fmt::format(", {} replicas", pretty(copies, Unit::count));
  if (const double spares = around.input("cluster.spare_nodes"); spares > 0)
    nodes.qualifier += fmt::format(", {} spare", pretty(spares, Unit::count));
  return nodes;
}

/// "P80 36.4 days, P10–P90 16.1–51.4 days"
std::string p80_and_range(const Around& around) {
  const std::string range = range_of(around, "training.calendar_time");
  if (range.empty()) return "no range; all inputs are exact";
  return fmt::format("P80 {}, {}", pretty(time_at(around.plan(), "p80"), Unit::seconds), range);
}

Figure time_figure(const Subject& subject, const Around& around) {
  return figure_of(
      subject, around, "Time to train", "training.calendar_time", if_it_fits(subject, around, p80_and_range(around)));
}

Figure storage_figure(const Around& around) {
  return figure(
      around, "Checkpoint storage", "checkpoint.purchased_capacity",
      fmt::format("{} per checkpoint", around.shown("checkpoint.size")));
}

Figure power_figure(const Subject& subject, const Around& around) {
  const Obstacle why = obstacle(subject, around, "power.it");
  return why ? unknown_figure("IT power", why.brief) : it_power_figure(around);
}

Figure size_limit_figure(const Subject& subject, const Around& around) {
  if (const Obstacle why = obstacle(subject, around, "training.step_time"); why)
    return unknown_figure("Bottleneck", why.brief);
  const std::string limit = limit_of(around);
  if (const double over = around.result("memory.gpu_known") - around.result("memory.gpu_capacity");
      over > 0 && !is_estimated(around))
    return worded(
        "Bottleneck", upper_first(limit), fmt::format("{} over", pretty(over, Unit::memory)),
        around.source(memory_id(around)));
  if (is_estimated(around))
    return worded(
        "Bottleneck", "No single bottleneck",
        fmt::format("{} utilization expected", share_text(around.input("software.utilisation"))),
        around.source("software.utilisation"));
  // What takes the time is the subject of the charts; memory decides only how many nodes there are.
  const std::string mfu = fmt::format(
      "{}{} MFU", limit == "GPU memory" ? "sets the nodes; " : "", share_text(around.result("training.mfu")));
  return worded(
      "Bottleneck", limit.empty() ? std::string("No single bottleneck") : upper_first(limit), mfu,
      around.source("training.mfu"));
}

/// "P50 1.1 days early, P80 0.5 days late: 61% probability of meeting the deadline. P80: 32 nodes."
std::string reserve(const Subject& subject, const Around& around, double p80) {
  const double time = around.result("training.calendar_time"), deadline = around.input("goal.deadline");
  const auto apart = [&](double other) { return time_beside(other - deadline, deadline); };
  if (time > deadline) return fmt::format("P50 {} late.", apart(time));
  if (p80 == time) return fmt::format("{} early.", apart(time));
  if (p80 <= deadline) return fmt::format("P50 {} early, P80 {} early.", apart(time), apart(p80));
  std::string text = fmt::format(
      "P50 {} early, P80 {} late: {} probability of meeting the deadline.", apart(time), apart(p80),
      share_text(chance(around.plan())));
  const double nodes = around.result("planning.nodes");
  for (const CertainNodes::Sized& each : subject.certain().leading(around.word("goal.certainty")))
    if (each.nodes > nodes)
      text += fmt::format(" {}: {}.", certainty_of(each.certainty).shown, counted_text(each.nodes, "node"));
  return text;
}

/// Warnings of the page stand against a plain yes.
void weigh_warnings(Page& page) {
  const auto warns = [](const auto& found) { return found.first.severity == Severity::warning; };
  if (page.verdict != Page::Verdict::good || std::none_of(page.findings.begin(), page.findings.end(), warns)) return;
  page.verdict = Page::Verdict::just;
  page.verdict_label += ", with warnings";
}

/// "Model states 253 GiB: at least 4 GPUs of 79.6 GiB; 1 node has 637 GiB."
std::string states_against_memory(const Around& around) {
  const double states = around.result("memory.model_states"), gpu = around.result("memory.gpu_capacity");
  const double nodes = around.input("cluster.nodes");
  return fmt::format(
      "Model states {}: at least {} of {}; {} {} {}.", pretty(states, Unit::memory),
      counted_text(std::ceil(states / gpu), "GPU"), pretty(gpu, Unit::memory), counted_text(nodes, "node"),
      nodes == 1 ? "has" : "have", pretty(gpu * around.input("cluster.gpus"), Unit::memory));
}

/// What stands behind the number of nodes, where it is not far below them: the chart shows what is said.
std::string catch_of(const Around& around) {
  if (is_estimated(around) && around.knows("memory.gpu_capacity")) return " " + states_against_memory(around);
  const double states = around.result("capacity.nodes_states");
  if (!(states >= around.result("planning.nodes") / 4)) return {};
  return fmt::format(" Model states need {}.", counted_text(states, "node"));
}

/// Whether training tokens are all that is missing, and nothing that is asked needs them.
bool wants_tokens(const Subject& subject, const Around& around) {
  return is_absent(around.input("workload.tokens")) && is_absent(around.input("goal.deadline")) &&
         around.knows("training.step_time") && !is_pending(subject, around);
}

/// What holds the model is an answer without them.
void judge_without_tokens(const Around& around, Page& page) {
  page.verdict_label = "Fits";
  if (!is_estimated(around)) {
    page.sentence = fmt::format(
        "Fits on {}. Set --tokens to get the time to train.", counted_text(around.input("cluster.nodes"), "node"));
    return;
  }
  page.sentence = states_against_memory(around) + " Set --model for a layout and --tokens for the time to train.";
}

void judge_size(const Subject& subject, const Around& around, Page& page) {
  if (is_misfit(subject, around, page)) {
    if (is_unplanned(subject) && is_absent(subject.plan()->fitting_nodes)) page.sentence += catch_of(around);
    return;
  }
  if (wants_tokens(subject, around)) return judge_without_tokens(around, page);
  if (is_open_question(subject, around, "training.calendar_time", page)) return;
  const double time = around.result("training.calendar_time"), deadline = around.input("goal.deadline");
  const double p80 = time_at(around.plan(), "p80");
  const FoundFinding* error = first_error(page.findings);
  if (time > deadline) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = "Misses the deadline";
    page.sentence = reserve(subject, around, p80);
  } else if (error) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = error_label(*error);
    page.sentence = error->said();
  } else if (is_absent(deadline)) {
    page.verdict_label = "Fits";
    page.sentence = fmt::format(
        "{} on {}; no deadline set.{}", pretty(time, Unit::seconds),
        counted_text(around.result("planning.nodes"), "node"), catch_of(around));
  } else {
    page.verdict = p80 > deadline ? Page::Verdict::just : Page::Verdict::good;
    page.verdict_label = p80 > deadline ? "Meets the deadline at P50 only" : "Meets the deadline";
    page.sentence = reserve(subject, around, p80) + catch_of(around);
  }
  weigh_warnings(page);
}

/// "48 × DGX H100 · 24.6 days, P80 26.1 days · 56 TB · 490 kW · bottleneck compute"
std::string size_summary(const Subject& subject, const Around& around, const std::vector<Figure>& figures) {
  std::vector<std::string> parts;
  if (const std::string why = misfit(subject, around); !why.empty()) return why.substr(0, why.size() - 1);
  const auto add = [&](const Figure& each, const std::string& text) {
    if (each.known) parts.push_back(text);
  };
  add(figures[0], fmt::format(
                      "{} {}", figures[0].value,
                      !figures[0].unit.empty()  ? figures[0].unit
                      : figures[0].value == "1" ? "node"
                                                : "nodes"));
  std::string ends;
  if (figures[1].known && around.range("training.calendar_time"))
    ends = fmt::format(", P80 {}", pretty(time_at(around.plan(), "p80"), Unit::seconds));
  add(figures[1], with_unit(figures[1].value, figures[1].unit) + ends);
  for (const std::size_t i : {std::size_t{2}, std::size_t{3}})
    add(figures[i], with_unit(figures[i].value, figures[i].unit));
  add(figures[4], "bottleneck " + lower_first(figures[4].value));
  return fmt::format("{}", fmt::join(parts, " · "));
}

/// What being surer takes, beside the finding that says how sure the plan is.
void offer_confidence(const Subject& subject, const Around& around, Page& page) {
  for (auto& [finding, remedies] : page.findings) {
    if (finding.about != &late_at_p80) continue;
    for (const CertainNodes::Sized& each : subject.certain().leading(around.word("goal.certainty"))) {
      if (each.certainty == "p50" || is_absent(each.nodes)) continue;
      Remedy remedy{
          fmt::format("Use {} for {}", counted_text(each.nodes, "node"), certainty_of(each.certainty).shown), {}};
      remedy.apply.changes = {{"goal.certainty", std::string(each.certainty)}};
      remedies.push_back(std::move(remedy));
    }
  }
}

Page trained_size_page(const Subject& subject, const Around& around) {
  Page page;
  page.id = "size";
  page.title = headline(subject, around);
  page.subtitle = subtitle_of(subject, around);
  page.first = size_first(subject, around);
  page.figures = {
      nodes_figure(subject, around), time_figure(subject, around), storage_figure(around),
      power_figure(subject, around), size_limit_figure(subject, around)};
  page.findings = findings_of(
      subject, around,
      {"training.calendar_time", "training.step_time", "memory.gpu_total", "memory.model_states", "power.it"});
  offer_confidence(subject, around, page);
  judge_size(subject, around, page);
  page.summary = size_summary(subject, around, page.figures);
  page.chips = what_if_chips(subject, around);
  const std::vector<PlannedSize> sizes = planned_sizes(subject, around);
  page.charts = {
      time_chart(subject, around, sizes), memory_chart(subject, around), step_chart(subject, around),
      doubling_chart(subject, around), movers_chart(subject, around)};
  if (!sizes.empty()) {
    page.charts.insert(page.charts.begin() + 2, ladder_chart(subject, around, sizes));
    page.asked = {ladder_question(subject, around), page.charts[2].id};
  }
  add_size_numbers(subject, around, page);
  offer_explanation(page, "training.calendar_time", subject.scenario);
  settle_verdict(page);
  return page;
}

}  // namespace

Page size_page(const Subject& subject, const Catalog& catalog) {
  return by_mode<trained_size_page, serving_size_page>(subject, catalog);
}

const PageKind size_page_kind{
    .id = "size",
    .title = "Size",
    .group = "Train",
    .summary = "Nodes, time to train and bottleneck",
    .place = 10,
    .make = of_first<size_page>,
    .decisions = {.service = {}},
    .icon = R"(<rect x="3" y="3" width="14" height="4" rx="1"/><rect x="3" y="8" width="14" height="4" rx="1"/>
            <rect x="3" y="13" width="14" height="4" rx="1"/><path d="M6 5h.01M6 10h.01M6 15h.01"/>)"};

}  // namespace llmsize
