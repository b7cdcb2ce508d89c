// SPDX-License-Identifier: Apache-2.0
// The Network page: how many interfaces, which fabric.
#include "core/catalog/entry_words.hpp"
#include "core/pages/network_published.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serving.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/settled.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {
namespace {

constexpr ResultKey rate_id = "training.flop_rate_per_gpu";
constexpr InputKey nics_key = "node.compute_nics";
/// Above these shares of a step the network costs time, and limits.
constexpr double noticed = 0.03, limiting = 0.1;
constexpr std::string_view one_node = "One node communicates over its GPU links. Add nodes to compare networks.";

struct Fabric {
  std::string id, title;
  Around around;
};

double rate_of(const Entry& entry) {
  const Fact* fact = entry.find("network.rate");
  return fact && fact->number ? *fact->number : absent;
}

std::string family_of(const Entry& entry) { return word_of(entry, "family"); }

/// Families of which some network is compared with any other, and the own one, by the ids of their networks.
std::vector<std::string> compared_families(const Catalog& catalog, const std::string& own) {
  std::vector<std::string> families;
  for (const std::string_view id : catalog.ids("networks")) {
    const Entry& entry = catalog.entry("networks", id);
    const std::string family = family_of(entry);
    if (word_of(entry, "compared").empty() && (family.empty() || family != own)) continue;
    if (std::find(families.begin(), families.end(), family) == families.end()) families.push_back(family);
  }
  return families;
}

/// The scenario on another fabric: its interfaces run at the rate of the fabric.
Fabric on_fabric(const Around& around, const Entry& entry) {
  return {
      entry.id, entry.name,
      around.with({{"network.id", entry.id}, {"node.nic_rate", text_of("node.nic_rate", rate_of(entry))}})};
}

/// Fabrics between nodes that one would compare: the next slower and faster of the own family, the nearest of the
/// others.
std::vector<Fabric> fabrics(const Around& around) {
  const double own_rate = around.input("node.nic_rate");
  const std::string own = around.word("network.id");
  std::vector<Fabric> found;
  if (!is_absent(own_rate))
    found.push_back({own, own.empty() ? std::string("this network") : around.plan().names.at("network.id"), around});
  const std::string own_family = own.empty() ? std::string{} : family_of(around.catalog().entry("networks", own));
  for (const std::string& family : compared_families(around.catalog(), own_family)) {
    const Entry *slower = nullptr, *faster = nullptr;
    for (const std::string_view id : around.catalog().ids("networks")) {
      const Entry& entry = around.catalog().entry("networks", id);
      const double rate = rate_of(entry);
      if (id == own || family_of(entry) != family || is_absent(rate)) continue;
      if (!(rate > own_rate) && (!slower || rate > rate_of(*slower))) slower = &entry;
      if (rate > own_rate && (!faster || rate < rate_of(*faster))) faster = &entry;
    }
    if (slower) found.push_back(on_fabric(around, *slower));
    if (faster && (family == own_family || !slower)) found.push_back(on_fabric(around, *faster));
  }
  return found;
}

/// Numbers of interfaces that a node is built with: the same in each of its trays, shared evenly by the GPUs of a tray.
std::vector<double> built_counts(const Around& around, double most) {
  const double trays = around.input("node.trays"), gpus = around.input("node.gpus") / trays;
  const auto even = [&](double each) { return std::fmod(gpus, each) == 0 || std::fmod(each, gpus) == 0; };
  std::vector<double> counts;
  for (double each = 1; trays * each <= most; ++each)
    if (is_absent(gpus) || even(each)) counts.push_back(trays * each);
  return counts;
}

bool has_trays(const Around& around) { return around.input("node.trays") > 1; }

/// Numbers of interfaces that are drawn.
std::vector<double> interface_counts(const Around& around) {
  std::vector<double> counts;
  const double own = around.input(nics_key);
  if (has_trays(around)) {
    counts = built_counts(around, 2 * own);
  } else {
    for (double count = 1; count <= 8; ++count) counts.push_back(count);
    for (double count = 16; count < 2 * own; count *= 2) counts.push_back(count);
  }
  if (own > 0 && std::find(counts.begin(), counts.end(), own) == counts.end()) counts.push_back(own);
  std::sort(counts.begin(), counts.end());
  return counts;
}

/// Share of a step that a network without limits would save.
double cost_of_network(const Around& around) {
  constexpr double unlimited = 1000;
  const double step = around.result("training.step_time");
  return 1 - around.result("training.step_time", {{"node.nic_rate", unlimited * around.input("node.nic_rate")}}) / step;
}

std::string interfaces_title(const Around& around) {
  const double own = around.input(nics_key), rate = around.result(rate_id);
  if (around.input("cluster.nodes") == 1) return "One node does not use the network";
  if (is_absent(own)) return "Achieved FLOP/s per GPU vs. NICs per node";
  const auto at = [&](double count) { return around.result(rate_id, {{nics_key, count}}); };
  const double more = at(2 * own) / rate - 1;
  if (more > noticed && own == 1) return fmt::format("A second NIC adds {}", share_text(more));
  if (more > noticed) return fmt::format("Doubling the {} adds {}", counted_text(own, "NIC"), share_text(more));
  std::vector<double> fewer = built_counts(around, own);
  std::erase_if(fewer, [&](double count) { return count >= own; });
  for (const double count : fewer)
    if (at(count) > 0.99 * rate)
      return fmt::format(
          "{} suffice{}: {} of the rate with {}", counted_text(count, "NIC"), count == 1 ? "s" : "",
          share_text(at(count) / rate), pretty(own, Unit::count));
  if (own == 1) return "1 NIC suffices";
  if (fewer.empty()) return fmt::format("{} suffice", counted_text(own, "NIC"));
  return fmt::format(
      "{} instead of {} lose{} {}", counted_text(fewer.back(), "NIC"), pretty(own, Unit::count),
      fewer.back() == 1 ? "s" : "", share_text(1 - at(fewer.back()) / rate));
}

/// Why no time of the layout can be shown: of the nearest one there is memory, but no time.
Obstacle timed_obstacle(const Subject& subject, const Around& around, ResultKey id) {
  Obstacle why = obstacle(subject, around, id);
  return why ? why : layout_obstacle(subject, around, id);
}

Chart interfaces_chart(const Subject& subject, const Around& around, const std::vector<Fabric>& all) {
  Chart chart{
      "network.interfaces", "Achieved FLOP/s per GPU vs. NICs per node",
      "Achieved FLOP/s per GPU vs. compute NICs per node, one line per fabric", Plot{}};
  chart.wide = true;
  chart.empty = timed_obstacle(subject, around, rate_id).sentence;
  if (chart.empty.empty() && all.empty()) chart.empty = missing_sentence("a network");
  if (around.input("cluster.nodes") == 1 && chart.empty.empty()) {
    chart.title = interfaces_title(around);
    chart.empty = one_node;
  }
  if (!chart.empty.empty()) return chart;
  const std::vector<double> counts = interface_counts(around);
  Plot plot;
  const bool wide = counts.back() > 16;
  plot.x = {
      "compute NICs per node",
      Unit::count,
      wide,
      wide ? 0.9 * counts.front() : 0.5,
      counts.back() * (wide ? 1.1 : 1) + (wide ? 0 : 0.5),
      {}};
  for (const double count : counts) plot.x.ticks.push_back({count, pretty(count, Unit::count)});
  plot.y = {"achieved FLOP/s per GPU", Unit::flop_rate, false, 0, 0, {}};
  // A hue for each; the own one alone is drawn through and marked.
  constexpr std::array strokes{
      Plot::Stroke::solid, Plot::Stroke::dashed, Plot::Stroke::dash_dot, Plot::Stroke::dashed, Plot::Stroke::dash_dot};
  constexpr std::array hues{Hue::gpu, Hue::network, Hue::cpu, Hue::shared, Hue::waiting};
  double low = absent;
  for (std::size_t i = 0; i < all.size() && i < hues.size(); ++i) {
    Plot::Series series{all[i].title, hues[i], strokes[i], false, false, {}};
    for (const double count : counts) {
      const Moves moves{{nics_key, count}};
      Plot::Point point{count, all[i].around.result(rate_id, moves)};
      if (is_absent(point.y)) continue;
      const bool own = i == 0 && count == around.input(nics_key);
      point.mark = own ? Plot::Mark::filled : i == 0 ? Plot::Mark::open : Plot::Mark::none;
      if (own)
        point.callout = fmt::format("{}\n{} per GPU", counted_text(count, "NIC"), pretty(point.y, Unit::flop_rate));
      point.source = all[i].around.source(rate_id, moves);
      low = low <= point.y ? low : point.y;
      plot.y.high = std::max(plot.y.high, point.y);
      series.points.push_back(std::move(point));
    }
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  if (Plot::Series published = published_rates(around); !published.points.empty()) {
    for (const Plot::Point& point : published.points)
      low = std::min(low, point.y), plot.y.high = std::max(plot.y.high, point.y);
    plot.series.push_back(std::move(published));
    chart.subtitle += "; gray: published results";
  }
  // Lines that lie close to each other are shown in their own range.
  if (low > 0.7 * plot.y.high) plot.y.low = low - 0.3 * std::max(plot.y.high - low, 0.01 * low);
  plot.y.high += 0.05 * (plot.y.high - plot.y.low);
  plot.y = with_ticks(std::move(plot.y));
  chart.title = interfaces_title(around);
  chart.body = std::move(plot);
  return chart;
}

Chart network_step_chart(const Subject& subject, const Around& around) {
  Chart chart{"network.step", "Step time vs. NICs", "Step-time breakdown (exposed) by NICs per node", Stack{}};
  chart.empty = timed_obstacle(subject, around, "training.step_time").sentence;
  if (chart.empty.empty() && around.input("cluster.nodes") == 1) chart.empty = one_node;
  if (chart.empty.empty() && is_absent(around.input("node.nic_rate"))) chart.empty = missing_sentence("a network");
  if (!chart.empty.empty()) return chart;
  Stack stack;
  double longest = 0;
  const double own = around.input(nics_key);
  std::vector<double> counts = has_trays(around) ? built_counts(around, own) : std::vector<double>{1, 2, 4, 8};
  if (own > 0 && std::find(counts.begin(), counts.end(), own) == counts.end()) counts.push_back(own);
  std::sort(counts.begin(), counts.end());
  for (const double count : counts) {
    const Moves moves{{nics_key, count}};
    stack.bars.push_back(step_bar(around, counted_text(count, "NIC"), moves));
    stack.bars.back().strong = count == own;
    longest = std::max(longest, around.result("training.step_time", moves));
  }
  stack.scale = with_ticks({"", Unit::seconds, false, 0, 1.02 * longest, {}});
  const double first = around.result("training.step_time", {{nics_key, counts.front()}}),
               last = around.result("training.step_time", {{nics_key, counts.back()}});
  const std::string from = pretty(first, Unit::seconds), to = pretty(last, Unit::seconds);
  chart.title = from == to ? fmt::format("Step time {} with any number of NICs", from)
                           : fmt::format(
                                 "Step time {} with {}, {} with {}", from, counted_text(counts.front(), "NIC"), to,
                                 pretty(counts.back(), Unit::count));
  chart.body = std::move(stack);
  return chart;
}

Figure interfaces_figure(const Around& around) {
  Figure interfaces = figure(around, "Compute NICs", nics_key, around.name("network.id"));
  if (interfaces.known)
    interfaces.unit = fmt::format("× {} Gb/s", pretty(around.input("node.nic_rate") * 8 / 1e9, Unit::ratio));
  return interfaces;
}

Figure dp_communication_figure(const Subject& subject, const Around& around) {
  const double share = around.result("training.data_time") / around.result("training.step_time");
  if (is_absent(share)) return figure_of(subject, around, "DP communication", "training.step_time");
  return figure_of(
      subject, around, "DP communication", "training.data_time",
      if_it_fits(subject, around, fmt::format("{} of step time", share_text(share))));
}

Figure network_limit_figure(const Subject& subject, const Around& around) {
  if (const Obstacle why = obstacle(subject, around, "training.step_time"); why)
    return unknown_figure("Bottleneck", why.brief);
  const std::string limit = limit_of(around);
  std::string note = "doubling it saves most";
  if (const double over = around.result("memory.gpu_known") - around.result("memory.gpu_capacity"); over > 0)
    note = fmt::format("{} over", pretty(over, Unit::memory));
  else if (bubble_limits(around))
    note = fmt::format("{} of step time", share_text(bubble_share(around)));
  else if (limit.empty())
    note = "no doubling saves time";
  return worded(
      "Bottleneck", limit.empty() ? std::string("No single bottleneck") : upper_first(limit), std::move(note),
      around.source("training.mfu"));
}

void judge_network(const Subject& subject, const Around& around, Page& page) {
  if (is_misfit(subject, around, page)) {
    page.sentence += " Network results need a model that fits.";
    return;
  }
  if (is_open_question(subject, around, rate_id, page)) return;
  if (around.input("cluster.nodes") == 1) {
    page.verdict_label = "No network needed";
    page.sentence = "One node communicates over its GPU links.";
    return;
  }
  const double cost = cost_of_network(around);
  if (is_absent(cost)) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Missing inputs";
    page.sentence = missing_sentence("a network");
    return;
  }
  // What stages wait for each other is more than what they wait for the network.
  const bool limits = cost > limiting && !bubble_limits(around);
  page.verdict = cost <= noticed ? Page::Verdict::good : limits ? Page::Verdict::bad : Page::Verdict::just;
  page.verdict_label = cost <= noticed ? "Network sufficient" : limits ? "Network-bound" : "Network slows steps";
  page.sentence = fmt::format("An infinitely fast network shortens step time by {}", share_text(cost));
  if (bubble_limits(around))
    page.sentence += fmt::format("; the pipeline bubble takes {}", share_text(bubble_share(around)));
  page.sentence += ".";
}

Page trained_network_page(const Subject& subject, const Around& around) {
  Page page;
  page.id = "network";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.figures = {
      interfaces_figure(around),
      figure_of(
          subject, around, "FLOP/s per GPU", rate_id,
          if_it_fits(
              subject, around,
              fmt::format(
                  "step {}, {} MFU", around.shown("training.step_time"), share_text(around.result("training.mfu"))))),
      figure(
          around, "Network per GPU", "training.network_rate",
          fmt::format("GPU links {}", around.shown("training.scale_up_rate"))),
      dp_communication_figure(subject, around), network_limit_figure(subject, around)};
  page.findings = findings_of(subject, around, {rate_id});
  judge_network(subject, around, page);
  page.summary = summary_of(page.figures);
  page.charts = {interfaces_chart(subject, around, fabrics(around)), network_step_chart(subject, around)};
  offer_explanation(page, rate_id, subject.scenario);
  settle_verdict(page);
  return page;
}

/// Nothing of it is known, and the page says so.
Page serving_network_page(const Subject& subject, const Around& around) {
  Page page = trained_network_page(subject, around);
  page.findings.push_back(serving_finding(around, "Serving network traffic is not modeled."));
  return page;
}

}  // namespace

Page network_page(const Subject& subject, const Catalog& catalog) {
  return by_mode<trained_network_page, serving_network_page>(subject, catalog);
}

const PageKind network_page_kind{
    .id = "network",
    .title = "Network",
    .group = "Train",
    .summary = "NICs per node and fabric",
    .place = 40,
    .make = of_first<network_page>,
    .inputs = "model cluster layout",
    .decisions =
        {.training =
             {"model", "cluster.system", "cluster.nodes", "network.id", "node.compute_nics", "node.nic_rate",
              "fabric.id"},
         .service = {}},
    .keys = "network.",
    .icon = R"(<circle cx="10" cy="4.500" r="2"/><circle cx="4.500" cy="15" r="2"/><circle cx="15.500" cy="15" r="2"/>
            <path d="M9 6.300 5.500 13.200M11 6.300l3.500 6.900M6.500 15h7"/>)"};

}  // namespace llmsize
