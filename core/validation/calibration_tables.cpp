// SPDX-License-Identifier: Apache-2.0
// Defaults beside what was measured, nodes beside each other, latencies.
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/validation/calibration.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace llmsize {
namespace {

std::string number_word(std::size_t number) {
  constexpr std::array words{"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"};
  return number < words.size() ? words[number] : fmt::format("{}", number);
}

Grid::Row reading_row(const Comparison& comparison, const Reading& reading) {
  const auto shown = [&](double value) { return shown_value(reading.key, value); };
  Grid::Row row;
  row.cells.push_back({std::string(reading.label)});
  row.cells.push_back(
      {shown(reading.before), true, is_absent(reading.before) ? Source{} : Source{std::string(reading.key), {}}});
  if (!reading.measured) {
    row.dull = true;
    row.cells.insert(row.cells.end(), {{"–", true}, {"–", true}});
    return row;
  }
  const FittedValue& value = *reading.measured;
  row.cells.push_back({shown(value.value), true, comparison.source(reading)});
  std::string low = shown(value.p10()), high = shown(value.p90());
  // The unit once.
  const auto from = low.find(' '), to = high.find(' ');
  if (from != low.npos && to != high.npos && low.substr(from) == high.substr(to)) low.resize(from);
  row.cells.push_back({fmt::format("{}–{}", low, high), true});
  // Before it is in use, a value without calibration is only explained without one.
  if (comparison.applied()) row.cells[1].source = {};
  return row;
}

Chart readings_chart(
    const Comparison& comparison, const std::vector<Reading>& readings, std::string id, std::string_view thing) {
  Grid grid;
  grid.header = {thing == "efficiencies" ? "Efficiency" : "Rate", "Default", "Measured", "P10–P90"};
  std::size_t measured = 0;
  for (const Reading& each : readings) {
    grid.rows.push_back(reading_row(comparison, each));
    measured += each.measured ? 1 : 0;
  }
  std::string title =
      fmt::format("{} of {} {} are measured", number_word(measured), lower_first(number_word(readings.size())), thing);
  if (measured == 1) title = fmt::format("One of {} {} is measured", lower_first(number_word(readings.size())), thing);
  if (measured == 0) title = fmt::format("No {} is measured", thing == "efficiencies" ? "efficiency" : "storage rate");
  if (measured == readings.size())
    title = fmt::format("All {} {} are measured", lower_first(number_word(measured)), thing);
  const std::string subtitle = measured == 0          ? "Default efficiencies (no measurements)"
                               : comparison.applied() ? "Default vs. measured efficiencies (calibrated)"
                                                      : "Efficiencies in use vs. measured";
  return {std::move(id), std::move(title), subtitle, std::move(grid)};
}

}  // namespace

Chart efficiencies_chart(const Comparison& comparison) {
  return readings_chart(comparison, comparison.efficiencies(), "calibration.efficiencies", "efficiencies");
}

Chart rates_chart(const Comparison& comparison) {
  return readings_chart(comparison, comparison.rates(), "calibration.rates", "storage rates");
}

Chart nodes_compared_chart(const std::vector<NodeReading>& nodes, const Measured& measured) {
  constexpr std::size_t most = 24, columns = 3;
  Chart chart{"calibration.nodes", {}, "Node measurements and deviation from the median", Grid{}};
  Grid grid;
  grid.header = {"Node", "Below median"};
  std::vector<std::string> keys;
  const auto take = [&](const std::string& key) {
    if (keys.size() < columns && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  };
  // What a node is slow at comes first.
  for (const Straggler& slow : measured.merged->stragglers) take(slow.key);
  for (const MeasuredInput& input : nodes.front().inputs) take(input.key);
  for (const std::string& key : keys) grid.header.push_back(measured_label(key));
  double worst = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeReading& node = nodes[i];
    worst = std::max(worst, node.behind);
    if (i >= most) continue;
    Grid::Row row;
    row.cells = {
        {node.node}, {node.slow ? fmt::format("{}, slow", share_text(node.behind)) : share_text(node.behind), true}};
    for (const std::string& key : keys) {
      const auto found = std::find_if(
          node.inputs.begin(), node.inputs.end(), [&](const MeasuredInput& each) { return each.key == key; });
      row.cells.push_back({found == node.inputs.end() ? "–" : shown_value(key, found->fitted.value), true});
    }
    row.strong = node.slow;
    grid.rows.push_back(std::move(row));
  }
  const std::vector<std::string> slow = measured.merged->slow_nodes();
  if (slow.size() == 1)
    chart.title = fmt::format(
        "{} is {} slower than the other {}", slow.front(), share_text(nodes.front().behind), nodes.size() - 1);
  else if (!slow.empty())
    chart.title = fmt::format("{} of {} nodes are slow", slow.size(), nodes.size());
  else
    chart.title = fmt::format("{} nodes agree within {}", number_word(nodes.size()), share_text(worst));
  if (nodes.size() > most) chart.subtitle += fmt::format("; {} of {}, slow ones first", most, nodes.size());
  chart.body = std::move(grid);
  return chart;
}

namespace {

constexpr std::array percentiles{"p50", "p95", "p99", "p99.9"};

/// Latencies of one kind of access by so many threads, over all records.
struct Latencies {
  std::string probe;
  double threads;
  std::array<std::vector<double>, percentiles.size()> values;
};

std::vector<Latencies> latencies_of(const Measured& measured) {
  std::vector<Latencies> rows;
  for (const ProbeRecord& record : measured.records)
    for (const ProbeResult& result : record.results) {
      const auto threads = result.params.find("threads");
      if (storage_label(result.probe).empty() || !result.valid() || threads == result.params.end() ||
          !threads->is_number())
        continue;
      if (!result.details.contains("p99") || !result.details.at("p99").is_number()) continue;
      const double count = threads->get<double>();
      auto found = std::find_if(rows.begin(), rows.end(), [&](const Latencies& row) {
        return row.probe == result.probe && row.threads == count;
      });
      if (found == rows.end()) found = rows.insert(rows.end(), Latencies{result.probe, count, {}});
      for (std::size_t i = 0; i < percentiles.size(); ++i)
        if (result.details.contains(percentiles[i]) && result.details.at(percentiles[i]).is_number())
          found->values[i].push_back(result.details.at(percentiles[i]).get<double>());
    }
  return rows;
}

}  // namespace

Chart latencies_chart(const Measured& measured) {
  std::vector<Latencies> rows = latencies_of(measured);
  Chart chart{
      "calibration.saturation", "Read and write latency", "I/O latency, one thread and maximum threads", Grid{}};
  chart.wide = true;
  chart.view = "Latency";
  // Small accesses tell it; where there were none, large ones do.
  const auto is_random = [](const Latencies& row) { return row.probe.find("random") != row.probe.npos; };
  if (std::any_of(rows.begin(), rows.end(), is_random))
    std::erase_if(rows, [&](const Latencies& row) { return !is_random(row); });
  // One thread, and as many as there were: between them lies nothing new.
  std::sort(rows.begin(), rows.end(), [](const Latencies& a, const Latencies& b) {
    return std::tie(a.probe, a.threads) < std::tie(b.probe, b.threads);
  });
  Grid grid;
  grid.header = {"Work", "Threads", "P50", "P95", "P99", "P99.9"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool first = i == 0 || rows[i - 1].probe != rows[i].probe,
               last = i + 1 == rows.size() || rows[i + 1].probe != rows[i].probe;
    if (!first && !last) continue;
    Grid::Row row;
    row.cells = {
        {first ? upper_first(storage_label(rows[i].probe)) : std::string{}},
        {fmt::format("{:.0f}", rows[i].threads), true}};
    for (const std::vector<double>& values : rows[i].values)
      row.cells.push_back({values.empty() ? "–" : pretty(median(values), Unit::seconds), true});
    grid.rows.push_back(std::move(row));
  }
  if (grid.rows.empty()) chart.empty = "The records have no latencies. Measure storage with --dir.";
  for (const std::string_view probe : {"fs.random_read", "nvme.random_read", "fs.read", "nvme.read"}) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Latencies& row) { return row.probe == probe; });
    if (found == rows.end() || found->values[2].empty()) continue;
    chart.title = fmt::format(
        "99% of {}s complete within {}", storage_label(probe), pretty(median(found->values[2]), Unit::seconds));
    chart.subtitle += fmt::format("; above, {}", counted_text(found->threads, "thread"));
    break;
  }
  chart.body = std::move(grid);
  return chart;
}

}  // namespace llmsize
