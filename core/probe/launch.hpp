// SPDX-License-Identifier: Apache-2.0
// Who started this process among how many, as mpirun and srun tell by environment variables. No MPI is linked.
#pragma once

#include "core/record/record.hpp"

#include <functional>
#include <string>

namespace llmsize {

/// Text of an environment variable, or nullptr.
using Environment = std::function<const char*(const char* name)>;

/// Rank and number of processes; "single" where no launcher tells both.
Launch find_launch(const Environment& environment);
/// The same from the environment of this process.
Launch find_launch();

/// The name of a file for this process: %r becomes the rank. Throws BadInput: usage, where several processes would
/// write the same file.
std::string file_of_rank(const std::string& pattern, const Launch& launch);

}  // namespace llmsize
