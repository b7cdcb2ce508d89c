// SPDX-License-Identifier: Apache-2.0
// Rates of local drives and of shared storage: what one thread, one node and all together reach.
#include "core/calibration/samples.hpp"

#include "core/quantity/statistics.hpp"
#include "core/record/saturation.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::merging {
namespace {

constexpr double least_block = 128 * 1024.0;

/// The keys of one direction.
struct Direction {
  std::string word, nvme, client, thread, sharpness, all, operations;
};
const Direction directions[] = {
    {"read", "node.nvme_read", "storage.client_read", "storage.thread_read", "storage.read_sharpness", "storage.read",
     "storage.iops_read"},
    {"write", "node.nvme_write", "storage.client_write", "storage.thread_write", "storage.write_sharpness",
     "storage.write", "storage.iops_write"},
};

bool is_large(const Json& params) {
  const auto block = params.find("block_bytes");
  return block == params.end() || !block->is_number() || block->get<double>() >= least_block;
}

/// The results of one probe in one record: points of a sweep over threads.
std::vector<const ProbeResult*> sweep_of(const ProbeRecord& record, const std::string& probe) {
  std::vector<const ProbeResult*> points;
  for (const ProbeResult& result : record.results)
    if (result.probe == probe && result.valid() && result.unit == "B/s" && is_large(result.params))
      points.push_back(&result);
  return points;
}

double median_spread(const std::vector<const ProbeResult*>& points) {
  std::vector<double> spreads;
  spreads.reserve(points.size());
  for (const ProbeResult* point : points) spreads.push_back(spread_of(point->raw));
  return median(spreads);
}

double best_rate(const std::vector<const ProbeResult*>& points) {
  double best = 0;
  for (const ProbeResult* point : points) best = std::max(best, median(point->raw));
  return best;
}

std::optional<SaturationFit> curve_of(const std::vector<const ProbeResult*>& points, const std::string& probe) {
  std::vector<SaturationPoint> all;
  for (const ProbeResult* point : points)
    for (const double rate : point->raw) all.push_back({parameter(*point, "threads", 0), rate});
  return fit_saturation(probe, "B/s", all);
}

constexpr std::string_view in_memory = "the folder is in main memory (tmpfs)", cached = "short writes may be cached";

/// Why a sweep sets nothing; empty where it does.
std::optional<Note> refused(
    const std::vector<const ProbeResult*>& points, const std::string& probe, const Direction& direction) {
  for (const ProbeResult* point : points)
    if (const std::string_view why = not_taken(*point, direction.word == "write"); !why.empty())
      return Note(
          fmt::format(
              "{}{}", why, why == cached ? ", so they set no write bandwidth; run llmsize probe fs-sustained" : ""),
          probe);
  return {};
}

void collect_drives(Collection& collection, const NodeRecord& from, const Direction& direction) {
  const std::string probe = "nvme." + direction.word;
  const auto points = sweep_of(*from.record, probe);
  if (points.empty()) return;
  if (const auto why = refused(points, probe, direction)) return collection.note(*why);
  Sample sample{from.node, best_rate(points), median_spread(points)};
  if (const auto curve = curve_of(points, probe)) {
    // One thread per GPU reads or writes, unless the plan says how many.
    const double threads = collection.known("storage.threads");
    sample.value = curve->at(threads > 0 ? threads : curve->best);
    sample.spread = std::hypot(sample.spread, curve->rms);
    sample.flags.insert(curve->flags.begin(), curve->flags.end());
  }
  collection.add(direction.nvme, Rule::median, std::move(sample));
}

/// What one node gets of shared storage, and one of its threads.
void collect_client(Collection& collection, const NodeRecord& from, const Direction& direction) {
  const std::string probe = "fs." + direction.word;
  const auto points = sweep_of(*from.record, probe);
  if (points.empty()) return;
  if (const auto why = refused(points, probe, direction)) return collection.note(*why);
  const double spread = median_spread(points);
  const auto curve = curve_of(points, probe);
  if (!curve) return collection.add(direction.client, Rule::median, {from.node, best_rate(points), spread});
  const double all = std::hypot(spread, curve->rms);
  const std::set<std::string> flags(curve->flags.begin(), curve->flags.end());
  collection.add(direction.client, Rule::median, {from.node, curve->xmax, all, {}, flags});
  collection.add(direction.thread, Rule::median, {from.node, curve->x1, all, {}, flags});
  collection.add(direction.sharpness, Rule::median, {from.node, curve->p, 0, {}, flags});
}

/// Long writes, the slowest node for all, as a checkpoint waits for it.
void collect_sustained(Collection& collection, const NodeRecord& from) {
  for (const ProbeResult& result : from.record->results) {
    const bool drive = result.probe == "nvme-sustained.write";
    if (!drive && result.probe != "fs-sustained.write") continue;
    if (!result.valid() || result.unit != "B/s" || is_flagged(result.flags, "burst") ||
        is_flagged(result.flags, "memory"))
      continue;
    const bool network = result.state.value("network", Json(!drive)) != Json(false);
    Sample sample{from.node, median(result.raw), spread_of(result.raw)};
    if (is_flagged(result.flags, "unsteady")) sample.flags.insert("unsteady");
    collection.add(network ? "storage.client_write" : "node.nvme_write", Rule::slowest, std::move(sample));
  }
}

/// What N clients reached together, by N: told as a whole, or the sum of what each told.
struct Together {
  std::map<double, std::vector<double>> rates{};  ///< repeats of the sum
  std::vector<std::string> nodes{};
  double spread = 0;
  bool burst = false;
};

Together clients_together(
    Collection& collection, const std::vector<NodeRecord>& records, const std::string& probe, const char* unit) {
  Together all;
  // By clients and setting: each node's own rate.
  std::map<std::pair<double, std::string>, std::map<std::string, std::vector<double>>> shares;
  std::set<std::string> nodes;
  std::vector<double> spreads;
  for (const NodeRecord& from : records)
    for (const ProbeResult& result : from.record->results) {
      const double clients = parameter(result, "clients", 0);
      if (result.probe != probe || !result.valid() || result.unit != unit || !(clients >= 1)) continue;
      all.burst = all.burst || is_flagged(result.flags, "burst");
      nodes.insert(from.node);
      spreads.push_back(spread_of(result.raw));
      if (result.params.value("aggregate", Json(false)) == Json(true))
        all.rates[clients].push_back(median(result.raw));
      else
        shares[{clients, result.params.dump()}][from.node] = result.raw;
    }
  std::map<double, std::vector<double>> best;
  for (const auto& [setting, by_node] : shares) {
    const double clients = setting.first;
    if (static_cast<double>(by_node.size()) != clients) {
      collection.note(
          {fmt::format("{} of {} clients reported; a total needs all of them", by_node.size(), clients), probe});
      continue;
    }
    std::vector<double> sums = by_node.begin()->second;
    for (auto share = std::next(by_node.begin()); share != by_node.end(); ++share) {
      sums.resize(std::min(sums.size(), share->second.size()));
      for (std::size_t pass = 0; pass < sums.size(); ++pass) sums[pass] += share->second[pass];
    }
    if (best[clients].empty() || median(sums) > median(best[clients])) best[clients] = sums;
  }
  for (const auto& [clients, sums] : best)
    all.rates[clients].insert(all.rates[clients].end(), sums.begin(), sums.end());
  all.nodes.assign(nodes.begin(), nodes.end());
  if (!spreads.empty()) all.spread = median(spreads);
  return all;
}

/// The ceiling of shared storage: only where more clients stopped to bring more.
void collect_ceiling(
    Collection& collection, const std::vector<NodeRecord>& records, const Direction& direction, bool small) {
  const std::string probe = fmt::format("fs-clients.{}{}", small ? "random_" : "", direction.word);
  Together all = clients_together(collection, records, probe, small ? "1/s" : "B/s");
  if (all.rates.empty()) return;
  if (direction.word == "write" && all.burst && !small)
    return collection.note({fmt::format("{}, so they set no write bandwidth", cached), probe});
  // One client alone belongs to the curve, too.
  if (!all.rates.contains(1) && !small)
    for (const NodeRecord& from : records)
      if (const auto points = sweep_of(*from.record, "fs." + direction.word); !points.empty())
        all.rates[1].push_back(best_rate(points));
  std::vector<SaturationPoint> points, passes;
  for (const auto& [clients, rates] : all.rates) {
    points.push_back({clients, median(rates)});
    for (const double rate : rates) passes.push_back({clients, rate});
  }
  const double most = points.back().threads, last = points.back().rate,
               first = points.front().rate / points.front().threads;
  if (points.size() < 2 || last > 0.9 * most * first)
    return collection.note({fmt::format("{} clients do not saturate the storage; run with more clients", most), probe});
  const auto curve = fit_saturation(probe, small ? "1/s" : "B/s", passes);
  double ceiling = curve->xmax;
  std::set<std::string> flags(curve->flags.begin(), curve->flags.end());
  // Two points do not bend: what was reached is certain, what lies beyond is not.
  if (points.size() < 3 || ceiling > 1.25 * last) {
    ceiling = last;
    flags.insert("at-least");
  }
  const double appliances = collection.known("storage.count");
  const double each = ceiling / (appliances > 0 ? appliances : 1);
  const double spread = std::hypot(all.spread, curve->rms);
  const std::string node = all.nodes.front();
  collection.add(small ? direction.operations : direction.all, Rule::aggregate, {node, each, spread, {}, flags});
  if (!small && points.size() >= 3)
    collection.inputs[direction.sharpness] = {Rule::aggregate, {{node, curve->p, 0, {}, flags}}};
}

}  // namespace

void collect_storage(Collection& collection, const std::vector<NodeRecord>& records) {
  for (const NodeRecord& from : records) collect_sustained(collection, from);
  for (const Direction& direction : directions) {
    for (const NodeRecord& from : records) {
      collect_drives(collection, from, direction);
      collect_client(collection, from, direction);
    }
    collect_ceiling(collection, records, direction, false);
    collect_ceiling(collection, records, direction, true);
  }
}

}  // namespace llmsize::merging

namespace llmsize {

std::string_view not_taken(const ProbeResult& result, bool writes) {
  if (merging::is_flagged(result.flags, "memory")) return merging::in_memory;
  return writes && merging::is_flagged(result.flags, "burst") ? merging::cached : std::string_view();
}

}  // namespace llmsize
