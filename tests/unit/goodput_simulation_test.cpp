// SPDX-License-Identifier: Apache-2.0
// The closed form for goodput against a simulated job that fails at random moments, saves, loses work and restarts.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

namespace llmsize::test {
namespace {

/// A job as the formula sees it; all times in seconds.
struct Job {
  double between;          ///< mean time between interruptions
  double interval, stall;  ///< training between saves, and how long it stops for one
  double drain = 0;        ///< from the end of the stall until shared storage has the save
  int durable_every = 1;   ///< every how many saves go on to shared storage
  double survival = 1;     ///< share of interruptions that the first tier survives
  double restart;
};

/// Share of the wall time that ends in the trained state, over so many intervals of work.
double simulated(const Job& job, int intervals, unsigned seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> until_next(1 / job.between);
  std::uniform_real_distribution<double> any(0, 1);
  double wall = 0, next = until_next(random);
  // Saves that are done, in the first tier and on shared storage with the moment it has them.
  int saved = 0, durable = 0, draining = 0;
  double drained_at = 0;
  while (saved < intervals) {
    const double end = wall + job.interval + job.stall;
    if (draining > durable && drained_at <= std::min(end, next)) durable = draining;
    if (next >= end) {
      wall = end;
      ++saved;
      if (saved % job.durable_every == 0) {
        if (job.drain == 0) durable = saved;
        draining = saved;
        drained_at = wall + job.drain;
      }
      continue;
    }
    wall = next;
    if (any(random) >= job.survival) saved = durable;
    draining = durable;
    // A restart that is interrupted begins again.
    for (double done = 0; done < job.restart;) {
      next = wall + until_next(random);
      const double left = job.restart - done;
      if (next >= wall + left) {
        wall += left;
        done = job.restart;
      } else {
        wall = next;
      }
    }
  }
  return intervals * job.interval / wall;
}

/// What the program says of the same job.
double predicted(const Job& job) {
  const auto seconds = [](double value) { return std::to_string(value) + "s"; };
  Said said{
      {"checkpoint.size_given", "1TB"},
      {"cluster.gpus", "1"},
      {"cluster.nodes", "1"},
      {"node.gpus", "1"},
      {"node.accelerators", "1"},
      {"checkpoint.interval_given", seconds(job.interval)},
      {"reliability.job_mtbf_given", seconds(job.between)},
      {"reliability.restart_time_given", seconds(job.restart)}};
  if (job.drain == 0)
    said = said + Said{{"checkpoint.write_time_given", seconds(job.stall)}};
  else
    said = said + Said{
                      {"checkpoint.mode", "async"},
                      {"checkpoint.shared_every", std::to_string(job.durable_every)},
                      {"accelerator.host_link", std::to_string(1e12 / job.stall)},
                      {"storage.write", std::to_string(1e12 / job.drain)},
                      {"reliability.cpu_survival", std::to_string(job.survival)}};
  return row_of("reliability.goodput").value(Once(completed(said).values, dependents()));
}

constexpr int intervals = 40000;

TEST_CASE("goodput of direct saves is what a simulated job reaches", "[storage]") {
  const Job jobs[] = {
      {.between = 86400, .interval = 3600, .stall = 60, .restart = 600},
      {.between = 11136, .interval = 1200, .stall = 50.5, .restart = 300},
      {.between = 3600, .interval = 600, .stall = 120, .restart = 300},
      {.between = 1200, .interval = 900, .stall = 60, .restart = 200},
  };
  for (const Job& job : jobs) {
    CAPTURE(job.between, job.interval);
    CHECK(predicted(job) == Approx(simulated(job, intervals, 1)).epsilon(0.02));
  }
}

TEST_CASE("goodput of staged saves is what a simulated job reaches", "[storage]") {
  const Job jobs[] = {
      {.between = 40000, .interval = 1200, .stall = 2, .drain = 300, .survival = 0.22, .restart = 300},
      {.between = 20000, .interval = 600, .stall = 2, .drain = 400, .survival = 0, .restart = 300},
      {.between = 40000,
       .interval = 300,
       .stall = 2,
       .drain = 400,
       .durable_every = 4,
       .survival = 0.5,
       .restart = 300},
  };
  for (const Job& job : jobs) {
    CAPTURE(job.between, job.interval, job.durable_every);
    CHECK(predicted(job) == Approx(simulated(job, intervals, 2)).epsilon(0.03));
  }
}

}  // namespace
}  // namespace llmsize::test
