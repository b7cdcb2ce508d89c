// SPDX-License-Identifier: Apache-2.0
// Tries numbers of nodes with the split of the model as it is: more nodes are more copies.
#include "core/pages/sizes.hpp"

#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace llmsize {
namespace {

constexpr std::size_t most_marks = 9, most_crosses = 4;

/// GPUs of each node that the job uses: 64 of the 72 of an NVL72 where more do not divide.
double gpus_of_node(const Around& around) { return around.input("cluster.gpus") / around.input("cluster.nodes"); }

/// So many nodes with the split of the model as it is. Every input that says the number takes its new value.
Moves cluster_of(const Around& around, double nodes) {
  const double gpus = nodes * gpus_of_node(around);
  const double split = around.input("layout.tensor") * around.input("layout.pipeline") * around.input("layout.context");
  Moves moves{{"cluster.nodes", nodes}, {"cluster.gpus", gpus}, {"layout.data", gpus / split}};
  return moves;
}

/// Numbers of nodes worth a mark: those of a halved or doubled machine and their steps, and of whole copies.
std::set<double> sizes_to_try(const Around& around, double chosen) {
  std::set<double> sizes{chosen};
  for (const double factor : {0.25, 0.375, 0.5, 0.75, 1.5, 2.0, 3.0, 4.0})
    if (std::floor(chosen * factor) == chosen * factor) sizes.insert(chosen * factor);
  for (const double usual :
       {1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 40.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0, 384.0, 512.0, 1024.0})
    if (usual >= chosen / 4 && usual <= chosen * 4) sizes.insert(usual);
  const double split = around.input("layout.tensor") * around.input("layout.pipeline") * around.input("layout.context");
  const double copies = chosen * gpus_of_node(around) / split;
  for (double more = std::max(1.0, std::ceil(copies / 4)); more <= copies * 4; more *= 2) {
    const double nodes = more * split / gpus_of_node(around);
    if (std::floor(nodes) == nodes) sizes.insert(nodes);
  }
  return sizes;
}

/// Keeps the marks that say most: the chosen one, then the nearest to it that lie apart.
std::vector<Size> thinned(std::vector<Size> sizes, double chosen, std::size_t most, double apart) {
  std::sort(sizes.begin(), sizes.end(), [&](const Size& a, const Size& b) {
    return std::abs(std::log(a.nodes / chosen)) < std::abs(std::log(b.nodes / chosen));
  });
  std::vector<Size> kept;
  for (Size& size : sizes) {
    const bool free = std::all_of(kept.begin(), kept.end(), [&](const Size& other) {
      return std::abs(std::log(size.nodes / other.nodes)) >= apart;
    });
    if (free && kept.size() < most) kept.push_back(std::move(size));
  }
  std::sort(kept.begin(), kept.end(), [](const Size& a, const Size& b) { return a.nodes < b.nodes; });
  return kept;
}

/// Whether a size that this split cannot use is out of the question: memory is full, and no other split would need
/// less. Where the planner splits, that is known of sizes alone that do not hold the states. What cannot be divided has
/// no time to draw.
bool is_ruled_out(const Subject& subject, const Around& around, const Size& size) {
  if (!size.full) return false;
  return !subject.plan() || around.result("capacity.nodes_states") > size.nodes;
}

}  // namespace

std::string why_not_here(const Around& around, const Once& values) {
  const double data = values["layout.data"];
  if (std::floor(data) != data || data < 1) return "not divisible by this parallelism";
  return is_estimated(around) ? std::string{} : why_not(values);
}

Sizes sizes_of(const Subject& subject, const Around& around, ResultKey id) {
  const double chosen = around.input("cluster.nodes");
  Sizes sizes;
  double soonest = absent;
  for (const double nodes : sizes_to_try(around, chosen)) {
    const Moves moves = cluster_of(around, nodes);
    const Once values = around.at(moves);
    Size size{nodes, moves, finite_or_absent(result_row(id).value(values)), {}};
    if (is_absent(size.value)) continue;
    size.why = why_not_here(around, values);
    if (size.why.empty() || nodes == chosen) {
      const double time = result_row("training.calendar_time").value(values);
      // More nodes that are no sooner done only wait for work.
      if (nodes > chosen && time >= soonest) break;
      if (!(soonest <= time)) soonest = time;
    }
    const FindingAbout* rule = broken_fit(values);
    size.full = !is_estimated(around) && rule && rule->id != FindingId("layout.indivisible").text();
    if (nodes != chosen && !size.why.empty() && !is_ruled_out(subject, around, size)) continue;
    (size.why.empty() || nodes == chosen ? sizes.possible : sizes.impossible).push_back(std::move(size));
  }
  sizes.possible = thinned(std::move(sizes.possible), chosen, most_marks, 0.15);
  // A cross says something only where a mark would be expected.
  std::erase_if(sizes.impossible, [&](const Size& size) {
    const auto is_near = [&](const Size& other) { return std::abs(std::log(size.nodes / other.nodes)) < 0.12; };
    return size.nodes < chosen / 2.5 || size.nodes > chosen * 2.5 ||
           std::any_of(sizes.possible.begin(), sizes.possible.end(), is_near);
  });
  sizes.impossible = thinned(std::move(sizes.impossible), chosen, most_crosses, 0.3);
  return sizes;
}

Plot::Series sizes_line(const Around& around, const std::vector<Size>& possible, ResultKey id, Hue hue) {
  const Unit unit = result_row(id).about->unit;
  Plot::Series line{"same parallelism", hue, Plot::Stroke::solid, false, false, {}};
  for (const Size& size : possible) {
    Plot::Point point{size.nodes, size.value};
    const bool is_chosen = size.nodes == around.input("cluster.nodes");
    const Moves moves = is_chosen ? Moves{} : size.moves;
    const auto range = around.range(id, moves);
    if (range) std::tie(point.low, point.high) = *range;
    point.mark = !size.why.empty() ? Plot::Mark::cross : is_chosen ? Plot::Mark::filled : Plot::Mark::open;
    if (!size.why.empty()) point.label = fmt::format("{}: {}", pretty(size.nodes, Unit::count), size.why);
    if (is_chosen && size.why.empty()) {
      const std::string ends =
          range ? fmt::format(" ({})", range_text(range->first, range->second, unit)) : std::string{};
      point.callout = fmt::format("{}\n{}{}", counted_text(size.nodes, "node"), pretty(size.value, unit), ends);
    }
    point.source = around.source(id, moves);
    line.points.push_back(std::move(point));
  }
  return line;
}

Plot::Series crosses_of(const std::vector<Size>& impossible) {
  Plot::Series crosses{{}, Hue::error, Plot::Stroke::none, false, false, {}};
  for (const Size& size : impossible) {
    Plot::Point point{size.nodes, size.value};
    point.mark = Plot::Mark::cross;
    point.label = fmt::format("{}: {}", pretty(size.nodes, Unit::count), size.why);
    crosses.points.push_back(std::move(point));
  }
  return crosses;
}

std::vector<Tick> node_ticks(std::vector<double> sizes, double chosen) {
  sizes.push_back(chosen);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  constexpr double words = 9;  // that have room side by side on a small chart
  const double room = std::log(sizes.back() / sizes.front()) / words;
  std::vector<Tick> ticks;  // words are laid from the left, and the later one of two gives way
  for (const double size : sizes)
    if (size >= chosen || std::log(chosen / size) >= room) ticks.push_back({size, pretty(size, Unit::count)});
  return ticks;
}

}  // namespace llmsize
