// SPDX-License-Identifier: Apache-2.0
// A request trace, reduced to what sizing needs of it.
#pragma once

#include "core/trace/arrivals.hpp"
#include "core/trace/conversations.hpp"
#include "core/trace/format.hpp"
#include "core/trace/lengths.hpp"

#include <string>

namespace llmsize {

/// What the requests of a trace have in common. Numbers that it does not have are absent.
struct TraceSummary {
  const TraceFormat* format = nullptr;
  std::string file;                     ///< path
  double requests = 0;                  ///< those that are counted below
  double failed = 0;                    ///< dropped: without an answer
  double duplicates = 0;                ///< that equal another one in time and lengths; counted as requests
  double span = absent, rate = absent;  ///< seconds, requests per second
  TraceLengths input{}, output{};
  double dispersion_1s = absent, dispersion_10s = absent, dispersion_60s = absent;
  double peak = absent;     ///< busiest hour over mean hour
  bool has_blocks = false;  ///< ids of blocks, of whatever size
  Conversations conversations{};
};

/// Reads a trace to its end, in any order of its rows. Memory stays below 2 GB whatever its size. Throws BadInput:
/// data, where a row is malformed, there is no request, or there are more than can be held.
TraceSummary read_trace(const TraceFormat& format, const std::string& path);

}  // namespace llmsize
