// SPDX-License-Identifier: Apache-2.0
// A probe as steps: what each will measure, how long it takes, what it writes. Planned first, shown, then run.
#pragma once

#include "core/record/record.hpp"

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace llmsize {

/// Why a probe cannot go on. Becomes an error of the record; the other probes go on.
class ProbeFailure : public std::runtime_error {
 public:
  enum class Kind {
    missing,  ///< a driver, library or program is not on this machine: exit code 6 where nothing else was asked for
    failed,   ///< it is there, but what it did cannot be used
  };
  ProbeFailure(Kind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

/// How much to measure. quick: at most a minute in all, half of it storage; standard: at most ten; full: every power of
/// two.
enum class Preset { quick, standard, full };

/// A matrix product C[m×n] = A[m×k] B[k×n].
struct GemmShape {
  std::string name;  ///< "qkv", "mlp_up", "square"
  double m, n, k;
};

/// What to measure and what it may cost.
struct ProbeOptions {
  std::vector<std::string> probes{};  ///< names of probes or of rooms: "gpu", "gemm", "storage", "fs", "host"
  Preset preset = Preset::standard;
  std::string directory{};          ///< existing folder for storage probes
  double max_bytes = 0;             ///< most that storage probes may keep and write; 0: what safety allows
  double max_time = 0;              ///< seconds; steps of the lowest weight are left out; 0: no limit
  std::string library_folder{};     ///< where to look for vendor libraries first
  bool force = false;               ///< measure GPUs although others use them
  std::vector<GemmShape> shapes{};  ///< of the user's model; squares are measured besides
  Launch launch{};
};

/// What a running step gets.
struct Running {
  ProbeRecord& record;                       ///< results are appended
  const std::atomic<int>& stop;              ///< number of the signal that asks to stop, negative: at once; 0: go on
  std::function<void(double share)> told{};  ///< hears how much of the step is done, 0…1
};

/// One thing to measure.
struct ProbeStep {
  std::string probe;                   ///< "fs.write"
  std::string what;                    ///< for people: "write 1 MiB blocks by 8 threads"
  double seconds = 0;                  ///< planned
  double bytes_kept = 0;               ///< that lie on the disk while it runs
  double bytes_written = 0;            ///< at most
  std::vector<std::string> command{};  ///< the program it starts, word by word; empty: none
  int weight = 1;                      ///< steps of the lowest weight are left out first
  bool measures =
      true;  ///< false: it prepares or clears up for others of its probe, and is left out with the last of them
  std::function<void(const Running&)> run;  ///< throws ProbeFailure
};

}  // namespace llmsize
