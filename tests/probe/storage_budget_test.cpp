// SPDX-License-Identifier: Apache-2.0
// What storage probes may fill and wear.
#include "core/probe/storage/budget.hpp"
#include "core/probe/storage/sweep.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

#include <numeric>
#include <set>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;

namespace {

constexpr double mib = 0x1p20, gib = 0x1p30, tib = 0x1p40;

FileSystem disk(double total, double available, bool network = false) {
  return {"xfs", network, false, total, available};
}

double written(const Sweep& sweep) {
  return std::accumulate(
      sweep.points.begin(), sweep.points.end(), sweep.set.bytes(),
      [](double sum, const Point& point) { return sum + point.cap; });
}

double seconds(const Sweep& sweep) {
  return std::accumulate(
      sweep.points.begin(), sweep.points.end(), sweep.layout_seconds,
      [](double sum, const Point& point) { return sum + planned_seconds(point); });
}

std::set<int> threads(const Sweep& sweep) {
  std::set<int> all;
  for (const Point& point : sweep.points) all.insert(point.threads);
  return all;
}

}  // namespace

TEST_CASE("a quarter of what is available may be kept, and a tenth or 20 GiB stay free") {
  CHECK(storage_budget(disk(8 * tib, 4 * tib), 0, 1).kept == 1 * tib);
  CHECK(storage_budget(disk(8 * tib, 22 * gib), 0, 1).kept == 2 * gib);
  CHECK(storage_budget(disk(10 * gib, 1.2 * gib), 0, 1).kept == Approx(0.2 * gib));
}

TEST_CASE("one percent of a file system may be written, at most 256 GiB") {
  CHECK(storage_budget(disk(8 * tib, 4 * tib), 0, 1).written == Approx(0.08 * tib));
  CHECK(storage_budget(disk(900 * tib, 400 * tib), 0, 1).written == 256 * gib);
}

TEST_CASE("--max-bytes and the number of clients make less of both") {
  const StorageBudget budget = storage_budget(disk(900 * tib, 400 * tib), 8 * gib, 4);
  CHECK(budget.kept == 2 * gib);
  CHECK(budget.written == 2 * gib);
}

TEST_CASE("too little space is told with its numbers") {
  CHECK_THAT(
      failure_of([] { storage_budget(disk(1 * tib, 20 * gib), 0, 1); }),
      Contains("may store 0 bytes") && Contains("64 MiB"));
  CHECK_THAT(failure_of([] { storage_budget(disk(8 * tib, 4 * tib), 1 * mib, 1); }), Contains("1 MiB"));
}

TEST_CASE("space is looked at again before more is written") {
  const OpenFolder folder;
  CHECK(failure_of([&] { check_space(folder.number, folder.folder.path(), 1 * mib); }).empty());
  CHECK_THAT(
      failure_of([&] { check_space(folder.number, folder.folder.path(), 1e18); }),
      Contains("too little to write") && Contains("free"));
}

TEST_CASE("all points of a sweep together write no more than the budget") {
  for (const Preset preset : {Preset::quick, Preset::standard, Preset::full})
    for (const std::string probe : {"nvme", "fs", "fs-clients", "fs-sustained"})
      for (const double budget : {64 * mib, 1 * gib, 20 * gib, 256 * gib}) {
        const bool network = probe != "nvme";
        const Sweep sweep = plan_sweep(probe, preset, disk(8 * tib, 4 * tib, network), {budget, budget});
        INFO(probe << " " << budget);
        CHECK(written(sweep) <= budget);
        for (const Point& point : sweep.points)
          CHECK(sweep.set.bytes() + (point.work == Work::write ? std::min(point.cap, point.kept) : 0) <= budget);
      }
}

TEST_CASE("presets: how many threads, how often, how long") {
  const StorageBudget plenty{256 * gib, 256 * gib};
  const Sweep quick = plan_sweep("nvme", Preset::quick, disk(8 * tib, 4 * tib), plenty);
  const Sweep standard = plan_sweep("nvme", Preset::standard, disk(8 * tib, 4 * tib), plenty);
  const Sweep full = plan_sweep("nvme", Preset::full, disk(8 * tib, 4 * tib), plenty);
  CHECK(threads(quick) == std::set{1, 8, 64});
  CHECK(threads(standard) == std::set{1, 4, 16, 64, 256});
  CHECK(threads(full) == std::set{1, 2, 4, 8, 16, 32, 64, 128, 256});
  CHECK(quick.points.size() == 3 * 4);
  CHECK(standard.points.size() == 5 * 4 * 3);
  CHECK(full.points.size() == 9 * 4 * 3);
  CHECK(seconds(quick) <= 30);
  CHECK(seconds(standard) <= 8 * 60);
}

TEST_CASE("each pass measures the whole sweep, in an order of its own") {
  const Sweep sweep = plan_sweep("fs", Preset::standard, disk(8 * tib, 4 * tib, true), {256 * gib, 256 * gib});
  std::vector<std::vector<std::pair<Work, int>>> passes(3);
  for (std::size_t at = 0; at < sweep.points.size(); ++at)
    passes[at / 20].emplace_back(sweep.points[at].work, sweep.points[at].threads);
  CHECK(passes[0] != passes[1]);
  CHECK(passes[1] != passes[2]);
  CHECK(std::set(passes[0].begin(), passes[0].end()) == std::set(passes[2].begin(), passes[2].end()));
  CHECK_FALSE(std::is_sorted(passes[0].begin(), passes[0].end()));
  CHECK(sweep.weights.front() > sweep.weights.back());
}

TEST_CASE("small budgets measure writes once and leave out threads that would get less than a block") {
  const Sweep sweep = plan_sweep("nvme", Preset::standard, disk(8 * tib, 4 * tib), {128 * mib, 128 * mib});
  CHECK(threads(sweep) == std::set{1, 4, 16});
  int passes = 0;
  for (const Point& point : sweep.points) passes += point.work == Work::write && point.threads == 1;
  CHECK(passes == 1);
}
