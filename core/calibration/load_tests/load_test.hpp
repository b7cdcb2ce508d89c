// SPDX-License-Identifier: Apache-2.0
// Results of load generators: what one run sent to a server, and the times it measured.
#pragma once

#include "core/calibration/load_tests/load_test_list.hpp"
#include "core/quantity/absent.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A measured time in seconds; absent where the file has none.
struct LoadTestTime {
  double mean = absent, median = absent, p99 = absent;
};

/// Tokens of a prompt or answer.
struct LoadTestLength {
  double mean = absent;
  double cv2 = absent;    ///< squared coefficient of variation
  double asked = absent;  ///< mean length that the generator was set to
};

/// One run. Numbers that the file does not have are absent.
struct LoadTestRun {
  std::string place;                  ///< "guidellm.json: benchmarks[0]"
  std::vector<std::string> models{};  ///< as the file names them
  std::string engine{};               ///< id of the software, where the generator names it
  std::string date{};                 ///< "2026-11-26"
  double rate = absent;               ///< requests per second; infinite: all at once
  double concurrency = absent;        ///< most requests at a time
  double arrival_cv2 = absent;        ///< squared coefficient of variation of the time between requests
  double mean_concurrency = absent;   ///< measured
  double completed = absent, failed = absent;
  double seconds = absent;  ///< duration of the run
  double request_throughput = absent, output_throughput = absent;
  LoadTestLength input{}, output{};
  LoadTestTime ttft{}, tpot{}, itl{}, latency{};
  double accepted = absent;  ///< tokens per step of speculative decoding
  bool stopped = false;      ///< before its end

  /// Requests present on average: measured, or by Little's law; absent where neither is known.
  double present() const;
  /// A fixed number of clients is the load, not a rate.
  bool has_clients() const;
  /// All requests come at once, without a limit.
  bool is_burst() const;
};

/// A load generator: `const LoadTestTool NAME_load_test{…}` in a file of this folder is all it takes. `read` throws
/// BadInput: data, in one sentence that names the field.
struct LoadTestTool {
  std::string_view tool;    ///< "guidellm"
  std::string_view output;  ///< what is read: "benchmarks.json of GuideLLM"
  bool (*recognizes)(std::string_view text);
  std::vector<LoadTestRun> (*read)(std::string_view text, const std::string& source);
};

/// All of them by name. No text is recognized by two.
std::vector<const LoadTestTool*> load_test_tools();

/// The tool of this name; without a name the one that wrote the text. Nothing where there is none.
const LoadTestTool* load_test_tool(std::string_view name, std::string_view text);

/// The runs of a text. Throws BadInput: data.
std::vector<LoadTestRun> read_load_test(const LoadTestTool& tool, std::string_view text, const std::string& source);

}  // namespace llmsize
