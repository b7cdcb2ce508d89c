// SPDX-License-Identifier: Apache-2.0
// Traffic classes on the same replicas: what each of them gets, and whether that is within its SLOs.
#include "core/pages/serve.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/served_classes.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::vector<ServedClass> classes_of(const Around& around) { return served_classes(around.at({})); }

/// "TTFT P95 420 ms, SLO 1 s", without an SLO "TTFT P95 420 ms".
std::string against_slo(std::string_view name, const std::string& percentile, double value, double slo) {
  if (is_absent(value)) return {};
  std::string text = fmt::format("{} {} {}", name, percentile, pretty(value, Unit::seconds));
  if (!is_absent(slo)) text += fmt::format(", SLO {}", pretty(slo, Unit::seconds));
  return text;
}

bool has_limits(const ServedClass& served) {
  return !is_absent(served.ttft_limit) || !is_absent(served.tpot_limit) || !is_absent(served.latency_limit);
}

/// "within SLO", "TTFT SLO missed", of a share of the requests that is wanted "97% within SLO"; empty where nothing is
/// judged.
std::string verdict_on(const ServedClass& served, bool by_share) {
  if (is_absent(served.ttft) || !has_limits(served)) return {};
  if (by_share) return fmt::format("{} within SLO{}", share_text(served.within), served.missed ? ": missed" : "");
  std::vector<std::string> missed;
  if (served.ttft_missed) missed.emplace_back("TTFT");
  if (served.tpot_missed) missed.emplace_back("TPOT");
  if (served.latency_missed) missed.emplace_back("E2EL");
  return missed.empty() ? "within SLO" : fmt::format("{} SLO missed", listed(missed));
}

}  // namespace

bool has_classes(const Around& around) { return !around.plan().values.classes().empty(); }

std::vector<ClassLine> class_lines(const Around& around) {
  const std::string percentile = slo_percentile(around);
  const bool by_share = around.input("serving.attainment_goal") > 0;
  std::vector<ClassLine> lines;
  for (const ServedClass& each : classes_of(around))
    lines.push_back(
        {fmt::format("{} {}", each.traffic.id, share_text(each.traffic.share)),
         {against_slo("TTFT", percentile, each.ttft, each.ttft_limit),
          generates(around) ? against_slo("TPOT", percentile, each.tpot, each.tpot_limit) : std::string{},
          is_absent(each.latency_limit) ? std::string{}
                                        : against_slo("E2EL", percentile, each.latency, each.latency_limit),
          verdict_on(each, by_share)}});
  return lines;
}

Chart classes_chart(const Around& around) {
  Chart chart{
      "serve.classes",
      {},
      fmt::format("Classes on the same replicas, in one queue; SLOs at {}", slo_basis(around)),
      Grid{}};
  Grid grid;
  grid.header = {"Class", "Share", "req/s", "ISL", "OSL", "TTFT", "SLO", "TPOT", "SLO", "E2EL", "SLO", "Within SLO"};
  const auto cell = [](double value, Unit unit) {
    return Grid::Cell{is_absent(value) ? std::string("–") : pretty(value, unit), true, {}};
  };
  const std::vector<ServedClass> all = classes_of(around);
  for (const ServedClass& each : all) {
    Grid::Row row;
    row.cells = {
        {each.traffic.name},
        {share_text(each.traffic.share), true},
        cell(each.rate, Unit::ratio),
        cell(each.input_tokens, Unit::count),
        cell(each.output_tokens, Unit::count),
        cell(each.ttft, Unit::seconds),
        cell(each.ttft_limit, Unit::seconds),
        cell(each.tpot, Unit::seconds),
        cell(each.tpot_limit, Unit::seconds),
        cell(each.latency, Unit::seconds),
        cell(each.latency_limit, Unit::seconds),
        {is_absent(each.within) ? std::string("–") : share_text(each.within), true}};
    row.strong = each.missed;
    grid.rows.push_back(std::move(row));
  }
  const auto missed = std::count_if(all.begin(), all.end(), [](const ServedClass& each) { return each.missed; });
  chart.title = missed == 0 ? fmt::format("{} traffic classes on the same replicas", all.size())
                            : fmt::format("{} of {} traffic classes miss an SLO", missed, all.size());
  chart.body = std::move(grid);
  return chart;
}

}  // namespace llmsize
