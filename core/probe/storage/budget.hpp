// SPDX-License-Identifier: Apache-2.0
// What storage probes may keep on a disk and write to it.
#pragma once

#include "core/probe/storage/file_system.hpp"

namespace llmsize {

struct StorageBudget {
  double kept = 0;     ///< bytes that may lie on the disk at any time
  double written = 0;  ///< bytes that may be written in all
};

/// Kept: at most a quarter of what is available, and a tenth or 20 GiB stay free. Written: at most 1 % of the file
/// system or 256 GiB. Both at most `max_bytes` where that is not 0, and divided by the clients that write at once.
/// Throws ProbeFailure: failed, where too little is left to measure anything.
StorageBudget storage_budget(const FileSystem& files, double max_bytes, int clients);

/// Bytes of a file system that stay free whatever a probe does.
double kept_free(const FileSystem& files);

/// Looks again before `bytes` are written. Throws ProbeFailure: failed, where others have filled the file system
/// meanwhile.
void check_space(int folder, const std::string& path, double bytes);

}  // namespace llmsize
