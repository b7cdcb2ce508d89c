// SPDX-License-Identifier: Apache-2.0
// A probe of GPUs: what its workers do, and the steps of a plan that start them.
#pragma once

#include "core/probe/gpu/probe_list.hpp"
#include "core/probe/gpu/work.hpp"

#include <string_view>
#include <vector>

namespace llmsize {

/// How workers are started.
enum class Start {
  each,      ///< one GPU after the other
  together,  ///< all GPUs at once
  once,      ///< one worker for all GPUs
};

/// One step of the plan.
struct GpuStep {
  Start start;
  Preset least;    ///< smallest preset that has it
  double seconds;  ///< per worker, with the sizes of `standard`
  int weight;      ///< the highest runs first and is left out last
  std::string_view what;
};

/// `const GpuProbe NAME_probe{…}` in a file of this folder is all it takes.
struct GpuProbe {
  std::string_view name;                                                ///< "hbm"
  void (*run)(GpuWork& work);                                           ///< in the worker
  std::vector<GpuStep> steps;                                           ///< none: it is never planned
  void (*prepare)(GpuJob& job, const ProbeOptions& options) = nullptr;  ///< what workers have to know
  bool grows = true;                                                    ///< larger presets measure more
  double (*seconds)(const ProbeOptions& options) = nullptr;             ///< of a worker, where its steps do not tell
};

/// All of them, in the order of their files.
std::vector<const GpuProbe*> gpu_probes();

inline constexpr double KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

}  // namespace llmsize
