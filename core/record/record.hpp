// SPDX-License-Identifier: Apache-2.0
// What probes of one node measured: one record, one file, schema llmsize.probe/1. Values are in base units: bytes,
// FLOP, seconds.
#pragma once

#include "core/files/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// Version of the files that `probe` writes. Files of another version are refused; unknown keys are kept.
inline constexpr std::string_view probe_schema = "llmsize.probe/1";

/// Repeats in short: all fields NaN and n 0 where there are none.
struct Repeats {
  std::size_t n = 0;
  double median, p10, p90, min, max;
};
Repeats repeats(const std::vector<double>& raw);

/// One thing that was measured at one setting.
struct ProbeResult {
  std::string probe;                 ///< "gemm", "fs.write"
  Json params = Json::object();      ///< the setting: {"threads": 8, "block_bytes": 1048576}
  std::string metric;                ///< "rate", "bandwidth", "operations", "latency", "time"
  std::string unit;                  ///< "FLOP/s", "B/s", "1/s", "s"
  std::vector<double> raw{};         ///< every repeat, in the order in which they were measured
  bool verified = false;             ///< what was moved or computed was compared with what it had to be
  std::vector<std::string> flags{};  ///< "burst", "cpu-bound", "invalid", "noisy", "short"
  Json state = Json::object();       ///< clocks, temperature, power before and after
  Json details = Json::object();     ///< what else the tool told: percentiles of latency in seconds by name ("p99")
  double wall = 0;                   ///< seconds that measuring took
  Json more = Json::object();        ///< keys that this version does not know; kept

  bool valid() const;  ///< no flag says "invalid", and there are repeats
};

/// X(n) = [(n x1)^-p + xmax^-p]^(-1/p): the rate of n threads or clients. p = 1 is Hockney's form, large p the smaller
/// of n x1 and xmax.
struct SaturationFit {
  std::string probe;   ///< "fs.read"
  std::string unit;    ///< of x1 and xmax: "B/s", "1/s"
  double x1, xmax, p;  ///< rate of one thread, ceiling, sharpness 1…16
  double rms;          ///< root of the mean square of relative residuals
  double best;         ///< threads of the highest rate where more threads are slower, else the most that were measured
  std::vector<std::string> flags{};  ///< "one-thread-saturates", "retrograde"
  Json params = Json::object();      ///< what its points share: {"block_bytes": 1048576}
  Json more = Json::object();        ///< keys that this version does not know, and "usl"; kept

  double at(double threads) const;
};

/// What a probe could not do, in one sentence.
struct ProbeError {
  std::string probe, message;
  bool missing = false;  ///< a driver, library or program is not on this machine
};

/// Who started the probe: one of `size` processes, counted from 0.
struct Launch {
  std::string kind = "single";  ///< "single", "slurm", "openmpi", "pmi"
  int rank = 0, size = 1;
  Json more = Json::object();  ///< keys that this version does not know; kept
};

struct ProbeRecord {
  std::string created;         ///< UTC: "2026-01-31T12:00:00Z"
  std::string version;         ///< of the program
  Json host = Json::object();  ///< identity: hashed id, cpu, mem_bytes, gpus, nics, libs
  Launch launch;
  std::string preset;
  std::vector<std::string> args{};
  std::vector<ProbeResult> results{};
  std::vector<SaturationFit> fits{};
  std::vector<ProbeError> errors{};
  bool truncated = false;      ///< stopped before its end
  Json more = Json::object();  ///< keys that this version does not know; kept

  std::string node() const;  ///< what to call the node: its name where told, else the beginning of its id
};

/// JSON Schema (draft-07) of a record.
Json record_schema();

Json write_record(const ProbeRecord& record);
/// Throws BadInput: data, naming `source`, what is wrong and where.
ProbeRecord read_record(const Json& json, const std::string& source);

}  // namespace llmsize
