// SPDX-License-Identifier: Apache-2.0
// What fio tells about a run, and whether that can be believed.
#pragma once

#include "core/files/document.hpp"
#include "core/probe/storage/point.hpp"

#include <string>
#include <vector>

namespace llmsize {

struct FioAnswer {
  std::string version{};              ///< "3.33"
  int error = 0;                      ///< errno; 0: none
  double bytes = 0;                   ///< moved while it was measured
  double bandwidth = 0;               ///< B/s, until the last thread was done, or once it was steady
  double operations = 0;              ///< 1/s
  double count = 0;                   ///< of operations
  double seconds = 0;                 ///< measured
  double thread_seconds = 0;          ///< summed over threads
  double latency = 0;                 ///< mean, seconds; 0 where it was not measured
  Json percentiles = Json::object();  ///< of latency in seconds: {"p50": 1e-4, "p99": …}
  double cpu = 0;                     ///< share of a core that each thread used, 0…1
  bool steady = false;                ///< it reached the steady state that was asked for
};

/// From fio's standard output, which may begin with other text. Throws ProbeFailure: failed, where it holds no JSON.
FioAnswer read_fio(const std::string& output, Work work);

/// Why a run cannot be believed or what limits what it says: "invalid", "cpu-bound", "short", "burst", "buffered",
/// "unsteady". `own_files`: the files that were read were written by this machine, whose cache may still hold them.
std::vector<std::string> flags_of(const Point& point, const FioAnswer& answer, const Engine& engine, bool own_files);

/// Operations under way at any time over those that were asked for; by Little's law 1 unless fio was busy with
/// something else.
double busy_share(const FioAnswer& answer);

/// One sentence about a run that failed: a full disk, a quota, else fio's own words.
std::string what_failed(const FioAnswer& answer, const std::string& errors);

}  // namespace llmsize
