// SPDX-License-Identifier: Apache-2.0
#include "core/order/racks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace llmsize {
namespace {

/// A row of the order that is mounted in some kind of rack, and how many there are.
struct Dealt {
  Mounted one;
  double count;
};

std::vector<Dealt> mounted_in(RackKind kind, const std::vector<OrderRow>& order, const NumberOf& number) {
  std::vector<Dealt> all;
  for (std::size_t row = 0; row < order.size(); ++row) {
    const OrderRow& each = order[row];
    if (!each.mounting || each.mounting->rack != kind || !each.count) continue;
    if (each.mounting->only_with && is_absent(number(*each.mounting->only_with))) continue;
    const double count = number(*each.count);
    if (!(count > 0)) continue;
    double units = each.rack_units ? number(*each.rack_units) : absent;
    if (is_absent(units)) units = each.mounting->usual_units;
    all.push_back({{row, 0, 0, 0, units, each.power ? number(*each.power) : absent}, count});
  }
  return all;
}

/// A run whose racks hold so many of each.
RackRun run_of(RackKind kind, double racks, const std::vector<Dealt>& items, const std::vector<double>& counts) {
  RackRun run{kind, racks, {}, 0, 0};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!(counts[i] > 0)) continue;
    Mounted item = items[i].one;
    item.least = item.most = counts[i];
    item.total = racks * counts[i];
    run.power += item.most * item.power;
    run.items.push_back(item);
  }
  run.total_power = racks * run.power;
  return run;
}

/// Each rack is filled before the next one.
void fill(RackKind kind, double racks, double each, const std::vector<Dealt>& items, std::vector<RackRun>& runs) {
  if (items.empty() || !(racks > 0) || !(each > 0)) return;
  const double count = items.front().count, full = std::floor(count / each), rest = count - full * each;
  if (full > 0) runs.push_back(run_of(kind, full, items, {each}));
  if (rest > 0) runs.push_back(run_of(kind, racks - full, items, {rest}));
}

bool holds_same(const RackRun& one, const RackRun& other) {
  return std::equal(
      one.items.begin(), one.items.end(), other.items.begin(), other.items.end(),
      [](const Mounted& a, const Mounted& b) { return a.row == b.row && a.most == b.most; });
}

/// One after another into the next rack: of `count`, each rack has the whole share, and `count` mod `racks` racks after
/// the last that was dealt to have one more. So contents change only where the extra ones of an item begin or end.
void deal(RackKind kind, double racks, const std::vector<Dealt>& items, std::vector<RackRun>& runs) {
  if (!(racks > 0)) return;
  std::vector<double> begin, extra, cuts{0, racks};
  begin.reserve(items.size());
  extra.reserve(items.size());
  double next = 0;
  for (const Dealt& item : items) {
    begin.push_back(next);
    extra.push_back(std::fmod(item.count, racks));
    cuts.push_back(next);
    next = std::fmod(next + extra.back(), racks);
    cuts.push_back(next);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  const std::size_t first = runs.size();
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    std::vector<double> counts;
    counts.reserve(items.size());
    for (std::size_t k = 0; k < items.size(); ++k) {
      const bool has_extra = std::fmod(cuts[i] - begin[k] + racks, racks) < extra[k];
      counts.push_back(std::floor(items[k].count / racks) + (has_extra ? 1 : 0));
    }
    RackRun run = run_of(kind, cuts[i + 1] - cuts[i], items, counts);
    const auto same = std::find_if(
        runs.begin() + static_cast<std::ptrdiff_t>(first), runs.end(),
        [&](const RackRun& r) { return holds_same(r, run); });
    if (same == runs.end())
      runs.push_back(std::move(run));
    else
      *same = run_of(kind, same->racks + run.racks, items, counts);
  }
}

void add_to(Mounted& item, const Mounted& more) {
  item.least = std::min(item.least, more.least);
  item.most = std::max(item.most, more.most);
  item.total += more.total;
}

void merge(RackRun& run, const RackRun& other) {
  for (const Mounted& item : other.items) {
    const auto same =
        std::find_if(run.items.begin(), run.items.end(), [&](const Mounted& own) { return own.row == item.row; });
    if (same != run.items.end()) {
      add_to(*same, item);
      continue;
    }
    const auto after =
        std::find_if(run.items.begin(), run.items.end(), [&](const Mounted& own) { return own.row > item.row; });
    run.items.insert(after, item)->least = 0;
  }
  for (Mounted& own : run.items)
    if (std::none_of(other.items.begin(), other.items.end(), [&](const Mounted& item) { return item.row == own.row; }))
      own.least = 0;
  run.racks += other.racks;
  run.power = is_absent(run.power) || is_absent(other.power) ? absent : std::max(run.power, other.power);
  run.total_power += other.total_power;
}

}  // namespace

double RackRun::units() const {
  return std::accumulate(
      items.begin(), items.end(), 0.0, [](double sum, const Mounted& item) { return sum + item.most * item.units; });
}

std::vector<RackRun> racks_of(const std::vector<OrderRow>& order, const NumberOf& number) {
  std::vector<RackRun> runs;
  if (is_absent(number("bom.racks"))) return runs;
  fill(
      RackKind::compute, number("bom.compute_racks"), number("bom.nodes_per_rack"),
      mounted_in(RackKind::compute, order, number), runs);
  deal(RackKind::network, number("bom.network_racks"), mounted_in(RackKind::network, order, number), runs);
  deal(RackKind::storage, number("bom.storage_racks"), mounted_in(RackKind::storage, order, number), runs);
  return runs;
}

std::vector<RackRun> folded(const std::vector<RackRun>& runs) {
  std::vector<RackRun> all;
  for (const RackRun& run : runs)
    if (run.kind != RackKind::compute && !all.empty() && all.back().kind == run.kind)
      merge(all.back(), run);
    else
      all.push_back(run);
  return all;
}

double racks_in(const std::vector<RackRun>& runs) {
  return std::accumulate(runs.begin(), runs.end(), 0.0, [](double sum, const RackRun& run) { return sum + run.racks; });
}

}  // namespace llmsize
