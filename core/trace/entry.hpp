// SPDX-License-Identifier: Apache-2.0
// A trace as a class of traffic: an entry of the catalog, with what a reader has to know about it.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/trace/summary.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// What limits the use of a trace, a sentence each: few requests, a short span, failures, a limit on lengths.
std::vector<std::string> trace_remarks(const TraceSummary& trace);

/// The entry "traffic" of a trace: what it has of lengths, bursts, sessions and prefixes. Habits of users and SLOs are
/// in no trace. Its id is the name of the file, without folder and ending.
Entry trace_entry(const TraceSummary& trace);

}  // namespace llmsize
