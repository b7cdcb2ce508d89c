// SPDX-License-Identifier: Apache-2.0
#include "core/validation/distance_report.hpp"

#include "core/calibration/distance_fit.hpp"
#include "core/inputs/list.hpp"
#include "core/validation/error_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace llmsize {
namespace {

using Predictions = std::vector<Prediction>;
using Keep = std::function<bool(const Prediction&)>;

constexpr const char* later_releases = "later releases";

Predictions kept_of(const Predictions& all, const Keep& keep) {
  Predictions kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), keep);
  return kept;
}

/// A group of left-out rows with its coverage, by ranges that grow with distance and by others.
struct DistanceGroup {
  std::string what, kind;
  ErrorSummary by_distance, near;
};

void add_groups(std::vector<DistanceGroup>& groups, const LeftOut& each, const std::string& what, const Keep& keep) {
  for (const bool mixtures : {false, true}) {
    const Keep both = [&](const Prediction& one) { return one.row->mixture() == mixtures && keep(one); };
    const Predictions wide = kept_of(each.by_distance, both);
    if (!wide.empty())
      groups.push_back(
          {what, mixtures ? "MoE models" : "dense models", summary(wide), summary(kept_of(each.near, both))});
  }
}

std::vector<DistanceGroup> groups_by_distance(const std::vector<LeftOut>& experiments) {
  std::vector<DistanceGroup> groups;
  for (const LeftOut& each : experiments)
    if (each.what != later_releases) add_groups(groups, each, each.what, [](const Prediction&) { return true; });
  return groups;
}

/// Years between a run and the newest release that was seen.
double years_of(const Prediction& each) {
  for (const FarPart& part : each.far.parts)
    if (part.years > 0) return part.years;
  return 0;
}

std::vector<DistanceGroup> groups_by_age(const std::vector<LeftOut>& experiments) {
  std::vector<DistanceGroup> groups;
  constexpr std::pair<double, double> classes[] = {{0, 0.2}, {0.2, 0.4}, {0.4, 0.6}, {0.6, 9}};
  for (const LeftOut& each : experiments)
    if (each.what == later_releases)
      for (const auto& [from, to] : classes)
        add_groups(
            groups, each,
            to > 1 ? fmt::format("{:.0f} months and more", 12 * from)
                   : fmt::format("{:.0f} to {:.0f} months", 12 * from, 12 * to),
            [&, from = from, to = to](const Prediction& one) { return years_of(one) >= from && years_of(one) < to; });
  return groups;
}

TitledTable table_of(std::string title, std::string what, const std::vector<DistanceGroup>& groups) {
  TitledTable table{
      std::move(title),
      {{std::move(what), "kind", "rows", "mean absolute error", "median", "bias", "P10–P90 coverage",
        "coverage without distance"},
       {}}};
  for (const DistanceGroup& each : groups)
    table.table.rows.push_back(
        {each.what, each.kind, fmt::format("{}", each.by_distance.rows), tenth_percent(each.by_distance.mean),
         tenth_percent(each.by_distance.median), tenth_percent(each.by_distance.bias),
         whole_percent(each.by_distance.coverage), whole_percent(each.near.coverage)});
  return table;
}

/// What the catalog says of a spread.
double spread_in_catalog(const std::vector<LeftOut>& experiments, const std::string& input) {
  for (const LeftOut& each : experiments)
    for (const Prediction& one : each.near)
      for (const FarPart& part : one.far.parts)
        if (part.by.text() == input) return part.spread / part.times;
  return absent;
}

/// What left-out rows of all kinds say about the spreads.
TitledTable spreads_table(const std::vector<LeftOut>& experiments) {
  constexpr std::uint32_t halves = 1;
  std::vector<DistantRow> rows;
  for (const LeftOut& each : experiments)
    for (DistantRow& row : distant_rows(each.near)) {
      // In other experiments rows and stacks differ in their dates, not in what has changed since.
      if (each.what != later_releases)
        std::erase_if(row.parts, [](const auto& part) { return part.first.ends_with("ageing"); });
      rows.push_back(std::move(row));
    }
  TitledTable table{
      "Spreads by distance, fitted to left-out rows",
      {{"spread", "input", "rows", "sources", "in the catalog", "fitted", "P10–P90 coverage without it",
        "with it, fitted to the other half of the sources"},
       {}}};
  for (const FittedSpread& each : fitted_spreads(rows, halves)) {
    const InputKey input = InputKey::find(each.input).value();
    table.table.rows.push_back(
        {std::string(about_of(input).label), fmt::format("`{}`", each.input), fmt::format("{}", each.rows),
         fmt::format("{}", each.sources), fmt::format("{:.3f}", spread_in_catalog(experiments, each.input)),
         fmt::format("{:.3f}", each.fitted), whole_percent(each.inside), whole_percent(each.apart)});
  }
  return table;
}

}  // namespace

std::vector<LeftOut> left_out_by_distance(
    const std::vector<Measurement>& rows, const Predictions& printed, const Catalog& catalog, std::size_t folds,
    std::uint32_t seed) {
  std::vector<LeftOut> all;
  const auto add = [&](std::string what, Predictions times) {
    LeftOut each{std::move(what), times, std::move(times)};
    borrow_ranges(each.by_distance, printed);
    borrow_ranges(each.near, printed, false);
    all.push_back(std::move(each));
  };
  add("other models or precisions", left_out_times(rows, catalog, Together::model_and_precision, 2 * folds, seed));
  add("other sources", left_out_times(rows, catalog, Together::source, folds, seed));
  add("unmeasured precision", left_out_times(rows, catalog, Together::precision, folds, seed));
  add("unmeasured accelerator", left_out_times(rows, catalog, Together::accelerator, folds, seed));
  constexpr double long_sequence = 8192, many_gpus = 256;
  add("sequences over 8,192 tokens", beyond_times(rows, catalog, "workload.sequence", long_sequence));
  add("more than 256 GPUs", beyond_times(rows, catalog, "cluster.gpus", many_gpus));
  add(later_releases, aged_times(rows, catalog));
  return all;
}

std::vector<TitledTable> distance_tables(const std::vector<LeftOut>& experiments) {
  return {
      table_of("Coverage by distance from measured runs", "left out", groups_by_distance(experiments)),
      table_of("Coverage by age of the measured runs", "age", groups_by_age(experiments)), spreads_table(experiments)};
}

Drawing distance_drawing(const std::vector<LeftOut>& experiments, double width) {
  constexpr double left = 320, right = 40, line = 26, top = 56;
  std::vector<DistanceGroup> groups = groups_by_distance(experiments);
  for (DistanceGroup& each : groups_by_age(experiments)) {
    each.what = "age " + each.what;
    groups.push_back(std::move(each));
  }
  const double bottom = top + line * static_cast<double>(groups.size());
  const auto across = [&](double share) { return left + share * (width - left - right); };
  Drawing drawing{{}, bottom + 50};
  const auto draw = [&](const std::string& mark) { drawing.marks += mark + "\n"; };
  draw("<text x=\"16\" y=\"24\" font-size=\"15\">Measured step times within the predicted P10–P90 range</text>");
  draw(fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#dcfce7\"/>", across(0.75), top - 12,
      across(0.87) - across(0.75), bottom - top + 8));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const DistanceGroup& each = groups[i];
    const double y = top + line * static_cast<double>(i);
    draw(fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#444444\">{}, {} ({})</text>", left - 10, y + 9,
        each.what, each.kind, each.by_distance.rows));
    draw(fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"14\" fill=\"{}\"/>", across(0), y - 3,
        across(each.by_distance.coverage) - across(0), each.kind == "MoE models" ? "#c2410c" : "#1d4ed8"));
    draw(fmt::format(
        "<path d=\"M{:.1f} {:.1f}v18\" stroke=\"#111111\" stroke-width=\"2\"/>", across(each.near.coverage), y - 5));
  }
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
    draw(fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#444444\">{:.0f}%</text>", across(share),
        bottom + 14, 100 * share));
  draw(fmt::format(
      "<text x=\"16\" y=\"{:.1f}\" fill=\"#444444\">Green: 75–87%. Black mark: the same range without distance.</text>",
      bottom + 36));
  return drawing;
}

}  // namespace llmsize
