// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/sweep.hpp"
#include "core/probe/storage/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace llmsize {
namespace {

/// How much a preset measures.
struct Amount {
  std::vector<int> threads{};
  int passes = 1;
  double ramp = 0, seconds = 0;
  double set_bytes = 0, layout_seconds = 0;
  double most_written = 0;  ///< bytes of a point
};

Amount amount_of(Preset preset) {
  switch (preset) {
    case Preset::quick: return {{1, 8, 64}, 1, 0.3, 1.2, 1 * gibibyte, 4, 4 * gibibyte};
    case Preset::standard: return {{1, 4, 16, 64, 256}, 3, 1, 5, 8 * gibibyte, 60, 16 * gibibyte};
    case Preset::full: return {{1, 2, 4, 8, 16, 32, 64, 128, 256}, 3, 1, 5, 32 * gibibyte, 240, 32 * gibibyte};
  }
  return {};
}

/// Clients agree on every point, hence no number here may depend on what one of them sees.
Amount amount_of_clients(Preset preset) {
  Amount amount = amount_of(preset);
  amount.threads = preset == Preset::quick      ? std::vector<int>{8}
                   : preset == Preset::standard ? std::vector<int>{1, 16}
                                                : std::vector<int>{1, 4, 16, 64};
  amount.passes = 1;
  amount.ramp = 2;
  amount.seconds = preset == Preset::quick ? 5 : 20;
  amount.most_written = 64 * gibibyte;
  return amount;
}

/// Files of one MiB or more: one per thread on shared storage, one for all on a disk of this machine.
FileSet plan_set(const Amount& amount, bool network, double bytes) {
  if (!network) return {1, std::floor(bytes / mebibyte) * mebibyte};
  int files = 1;
  for (const int threads : amount.threads)
    if (bytes >= threads * mebibyte) files = std::max(files, threads);
  return {files, std::floor(bytes / files / mebibyte) * mebibyte};
}

/// Bytes that one pass of one point may write.
struct Caps {
  double in_order = 0, at_random = 0;
  int passes = 1;
};

Caps caps_of(const Amount& amount, double bytes) {
  const double points = static_cast<double>(amount.threads.size());
  // Fewer passes of a second rather than more that end before the disk has warmed up.
  const int passes = std::clamp(static_cast<int>(0.8 * bytes / (points * gibibyte)), 1, amount.passes);
  const auto cap = [&](double share) {
    return std::floor(std::min(amount.most_written, share * bytes / points / passes) / mebibyte) * mebibyte;
  };
  return {cap(0.8), cap(0.2), passes};
}

/// First passes count most, then what most answers rest on.
int weight_of(Work work, int pass) {
  return 8 - 2 * std::min(pass, 2) - (work == Work::random_read ? 1 : work == Work::random_write ? 2 : 0);
}

struct WeightedPoint {
  Point point;
  int weight;
};

/// What all points of a sweep share.
struct Common {
  Amount amount;
  Caps caps;
  Point point;
};

Point point_of(const Common& common, Work work, int threads) {
  Point point = common.point;
  point.work = work;
  point.threads = threads;
  if (!writes(work)) return point;
  point.cap = work == Work::write ? common.caps.in_order : common.caps.at_random;
  // A cap that is reached within the time that does not count would leave nothing to measure.
  if (point.cap < (work == Work::write ? 2 : 0.5) * gibibyte * (point.ramp + 2)) point.ramp = 0;
  return point;
}

std::vector<WeightedPoint> one_pass(const Common& common, const FileSet& set, int pass, bool clients) {
  std::vector<WeightedPoint> all;
  for (const Work work : {Work::read, Work::write, Work::random_read, Work::random_write}) {
    if (writes(work) && pass >= common.caps.passes) continue;
    if (clients && work == Work::random_write) continue;
    for (const int threads : common.amount.threads)
      if (const Point point = point_of(common, work, threads); clients || enough_for(point, set))
        all.push_back({point, weight_of(work, pass)});
  }
  // In random order, so that neither time nor what ran before goes along with the number of threads. The same on all
  // clients.
  std::mt19937 random(static_cast<unsigned>(pass) + 1);
  std::shuffle(all.begin(), all.end(), random);
  return all;
}

Sweep sustained(Preset preset, const StorageBudget& budget) {
  Point point{"fs-sustained", Work::write, 8};
  point.seconds = preset == Preset::quick ? 60 : 600;
  point.cap = budget.written;
  point.kept = budget.kept;
  point.until_steady = true;
  Sweep sweep;
  sweep.set.files = 0;
  sweep.points = {point};
  sweep.weights = {6};
  return sweep;
}

}  // namespace

Sweep plan_sweep(const std::string& probe, Preset preset, const FileSystem& files, const StorageBudget& budget) {
  const bool clients = probe == "fs-clients";
  Sweep sweep;
  if (probe == "fs-sustained") {
    sweep = sustained(preset, budget);
    sweep.points.front().refill = files.network;
    return sweep;
  }
  const Amount amount = clients ? amount_of_clients(preset) : amount_of(preset);
  sweep.set =
      plan_set(amount, files.network || clients, std::min({amount.set_bytes, budget.written / 4, budget.kept / 2}));
  sweep.layout_seconds = amount.layout_seconds;
  Common common{amount, caps_of(amount, budget.written - sweep.set.bytes()), {probe}};
  common.point.ramp = amount.ramp;
  common.point.seconds = amount.seconds;
  common.point.kept = budget.kept - sweep.set.bytes();
  common.point.refill = files.network;
  for (int pass = 0; pass < amount.passes; ++pass)
    for (const WeightedPoint& one : one_pass(common, sweep.set, pass, clients)) {
      sweep.points.push_back(one.point);
      sweep.weights.push_back(one.weight);
    }
  return sweep;
}

}  // namespace llmsize
