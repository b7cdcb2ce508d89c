// SPDX-License-Identifier: Apache-2.0
// The Calibration page: what was measured, what it changes, and whether it is usable.
#include "core/pages/pages.hpp"
#include "core/quantity/print.hpp"
#include "core/validation/calibration.hpp"
#include "core/validation/calibration_findings.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr ResultKey answer_id = "training.calendar_time";

Figure records_figure(const Comparison& all) {
  if (const auto& merged = all.measured().merged) {
    const std::size_t nodes = merged->nodes.size();
    return {"Records", fmt::format("{}", nodes), nodes == 1 ? "node" : "nodes", some_of(merged->nodes)};
  }
  if (!all.measured().records.empty()) return unknown_figure("Records", "no usable inputs");
  if (!all.applied()) return unknown_figure("Records", "none measured");
  std::size_t inputs = 0;
  for (const auto* readings : {&all.efficiencies(), &all.rates()})
    inputs += static_cast<std::size_t>(std::count_if(
        readings->begin(), readings->end(), [](const Reading& each) { return each.measured.has_value(); }));
  return {"Measured", fmt::format("{}", inputs), inputs == 1 ? "input" : "inputs", all.origin()};
}

/// An input: what was measured with what stood there before, or that with the doubt stated.
Figure reading_figure(const Comparison& all, std::string label, InputKey key, std::string_view of = {}) {
  const Reading* reading = all.find(key);
  const double value = reading->measured ? reading->measured->value : reading->before;
  if (is_absent(value)) return unknown_figure(std::move(label), "not measured");
  const std::string shown = shown_value(key, value);
  const auto space = std::min(shown.find(' '), shown.size());
  std::string number = shown.substr(0, space),
              unit = of.empty() ? shown.substr(std::min(space + 1, shown.size())) : std::string(of);
  std::string qualifier = "default, not measured";
  if (reading->measured)
    qualifier =
        is_absent(reading->before) ? reading->how : fmt::format("default was {}", shown_value(key, reading->before));
  if (qualifier.empty()) qualifier = "measured here";
  Figure made{std::move(label), std::move(number), std::move(unit), std::move(qualifier), all.source(*reading)};
  if (!made.source.name.empty()) made.number = value;
  return made;
}

/// Half of P10 to P90 as a share of the answer.
double width_of(const Around& around) {
  const auto range = around.range(answer_id);
  return range ? (range->second - range->first) / 2 / around.result(answer_id) : absent;
}

Figure range_figure(const Comparison& all) {
  const double before = width_of(all.before()), after = width_of(all.after());
  const std::string label = "Uncertainty";
  if (is_absent(after)) {
    const std::string needs = all.after().needs(answer_id);
    return unknown_figure(label, needs.empty() ? "no time to train" : fmt::format("needs {}", needs));
  }
  const bool calibrated = all.applied() || all.measured().merged;
  return {
      label,
      share_text(after),
      {},
      calibrated ? fmt::format("half P10–P90 width of time to train, was {}", share_text(before))
                 : "half P10–P90 width of time to train",
      all.applied() && !all.measured().merged ? Source{std::string(answer_id), {}} : Source{}};
}

/// "a", "a and b", "a, b and c".
std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

/// What stayed as it was, in a sentence; empty where everything was measured.
std::string kept_sentence(const Comparison& all) {
  std::vector<std::string> kept;
  for (const Reading& each : all.efficiencies())
    if (!each.measured) kept.push_back(lower_first(std::string(each.label)));
  constexpr std::size_t most = 2;
  if (kept.empty()) return {};
  const bool one = kept.size() == 1;
  if (kept.size() > most) {
    const std::size_t more = kept.size() - most;
    kept.resize(most);
    kept.push_back(fmt::format("{} more", more));
  }
  return fmt::format(
      " {} {} not measured; llmsize uses the default{}.", upper_first(list_of(kept)), one ? "was" : "were",
      one ? "" : "s");
}

std::string agreement_sentence(const std::vector<NodeReading>& nodes) {
  if (nodes.empty()) return "Only one node was measured; node-to-node variation is unknown.";
  double worst = 0;
  for (const NodeReading& node : nodes) worst = std::max(worst, node.behind);
  return fmt::format("{} nodes agree within {}.", nodes.size(), share_text(worst));
}

void judge_records(
    const Comparison& all, const std::vector<NodeReading>& nodes, const OtherMachine& other, Page& page) {
  const Measured& measured = all.measured();
  page.verdict = Page::Verdict::just;
  if (measured.records.empty() && !all.applied()) {
    page.verdict_label = "Uncalibrated";
    page.sentence =
        "Rates and efficiencies come from data sheets and defaults. Run llmsize probe and calibrate to use your own.";
  } else if (!measured.trouble.empty()) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = "No usable records";
    page.sentence = upper_first(measured.trouble) + (measured.trouble.ends_with(".") ? "" : ".");
  } else if (!measured.merged) {
    page.verdict = Page::Verdict::good;
    page.verdict_label = "In use";
    page.sentence = fmt::format(
        "The scenario uses values {}.{}", all.origin().empty() ? "measured here" : all.origin(), kept_sentence(all));
  } else if (!other.why.empty()) {
    page.verdict_label = other.label;
    page.sentence = other.why;
  } else if (const auto slow = measured.merged->slow_nodes(); !slow.empty()) {
    page.verdict_label = slow.size() == 1 ? "1 slow node" : fmt::format("{} slow nodes", slow.size());
    page.sentence = fmt::format(
        "{} up to {} slower than the median of {} nodes; every step waits for the slowest.",
        slow.size() == 1 ? slow.front() + " is" : list_of(slow) + " are", share_text(nodes.front().behind),
        nodes.size());
  } else {
    page.verdict = Page::Verdict::good;
    page.verdict_label = all.is_current() ? "In use" : "Ready to use";
    page.sentence = agreement_sentence(nodes) + kept_sentence(all);
  }
}

}  // namespace

Page calibration_page(const Subject& subject, const Catalog& catalog, const Measured& measured) {
  const Comparison all(subject, catalog, measured);
  const std::vector<NodeReading> nodes = node_readings(measured, catalog, subject.said);
  Page page;
  page.id = "calibration";
  page.title = title(all.before().plan());
  page.figures = {
      records_figure(all), reading_figure(all, "GEMM", "accelerator.sustained_16", "of peak"),
      reading_figure(all, "Shared read", "storage.client_read"), reading_figure(all, "Local read", "node.nvme_read"),
      range_figure(all)};
  judge_records(all, nodes, other_machine(all), page);
  page.summary = summary_of(page.figures);
  if (page.summary.empty()) page.summary = page.sentence;
  page.findings = calibration_findings(all, nodes);
  page.charts = saturation_charts(measured);
  if (Chart latencies = latencies_chart(measured); latencies.empty.empty() && !page.charts.empty())
    page.charts.front().views.push_back(std::move(latencies));
  page.charts.push_back(efficiencies_chart(all));
  if (!nodes.empty()) page.charts.push_back(nodes_compared_chart(nodes, measured));
  page.charts.push_back(rates_chart(all));
  page.charts.push_back(parity_chart(catalog));
  return page;
}

namespace {

Page unmeasured(const Subject& subject, const Catalog& catalog) { return calibration_page(subject, catalog, {}); }

}  // namespace

const PageKind calibration_page_kind{
    .id = "calibration",
    .title = "Calibration",
    .group = "Evidence",
    .summary = "Calibrate with your own measurements",
    .place = 90,
    .make = of_first<unmeasured>,
    .inputs = "cluster storage software",
    .decisions = Decisions::alike({"cluster.system", "accelerator.id", "network.id", "storage.id", "software.id"}),
    .icon = R"(<path d="M4.500 15.500a7.500 7.500 0 1 1 11 0M10 11l3.500-4M8.500 15.500h3"/>)"};

}  // namespace llmsize
