// SPDX-License-Identifier: Apache-2.0
// The process that loads vendor libraries in place of the program, which a crash in them must not take down.
#pragma once

#include <string>

namespace llmsize::cli {

/// Does a job, a JSON text, and writes what it says as JSON lines to standard output. Gives the exit code.
int work_for_probe(const std::string& job);

}  // namespace llmsize::cli
