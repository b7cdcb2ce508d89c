// SPDX-License-Identifier: Apache-2.0
// Runs fio inside an open folder.
#pragma once

#include "core/probe/step.hpp"
#include "core/probe/storage/fio_answer.hpp"

#include <optional>

namespace llmsize {

/// Path of fio. Throws ProbeFailure: missing, where it is not installed.
std::string fio_program();

/// Nothing where the run was stopped. It is ended after twice the planned seconds and half a minute. Throws
/// ProbeFailure: failed.
std::optional<FioAnswer> run_fio(
    std::vector<std::string> command, int folder, double seconds, Work work, const Running& running);

/// The first engine of io_uring, libaio and psync that can write here past the cache, else psync through the cache.
Engine choose_engine(int folder, const Running& running);

}  // namespace llmsize
