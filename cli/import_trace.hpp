// SPDX-License-Identifier: Apache-2.0
// A request trace as a class of traffic, for people and for programs.
#pragma once

#include "cli/command.hpp"
#include "core/trace/format.hpp"

namespace llmsize::cli {

/// "azure-trace, burstgpt, …".
std::string trace_names();

/// Imports a trace of a form.
int run_trace(const Common& options, const TraceFormat& format, const std::string& file);

}  // namespace llmsize::cli
