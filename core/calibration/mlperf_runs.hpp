// SPDX-License-Identifier: Apache-2.0
// Folders of MLPerf Training results as they are published, read as rows of measured runs: SUBMITTER/results/SYSTEM/
// BENCHMARK/result_0.txt with lines of MLLOG, and SUBMITTER/systems/SYSTEM.json.
#pragma once

#include "core/calibration/published_rows.hpp"
#include "core/catalog/catalog.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// What a log tells of its run; absent where it does not.
struct MlperfRun {
  std::string benchmark, organization, platform, status;
  double global_batch, sequence, accumulation;
  double step_time;                ///< seconds, of the last block
  std::size_t steps = 0;           ///< of which that is the mean
  std::string of;                  ///< what it was read from: "train_step_time", "samples of a block", "throughput"
  double started;                  ///< seconds since 1970
  std::string configuration;       ///< "config_GB300_64x4x240xtp1pp4ep32cp1_mxfp8.sh", where the log names one
  std::size_t lines = 0, bad = 0;  ///< of MLLOG, and how many of them cannot be read
};

/// Reads a log, piece by piece. `tell` hears the first lines that cannot be read, by their number. Throws BadInput:
/// file.
MlperfRun read_mlperf_log(const std::string& path, const std::function<void(const std::string&)>& tell);

/// What the name of a configuration says: nodes × GPUs × accumulation, degrees. Nothing where it has not that form.
struct MlperfLayout {
  double nodes, gpus, accumulation;                      ///< GPUs of a node
  double tensor, pipeline, context, expert, interleave;  ///< absent where the name has no degrees
};
std::optional<MlperfLayout> layout_of_configuration(std::string_view name);

/// A row for each result_*.txt in a folder, in the columns of published measurements (docs/measurements.md). Symbolic
/// links are not followed. `tell` hears what cannot be read. Throws BadInput: data, where there is none; file, where
/// the folder cannot be read.
PublishedRows mlperf_rows(
    const std::string& folder, const Catalog& catalog, const std::function<void(const std::string&)>& tell);

}  // namespace llmsize
