// SPDX-License-Identifier: Apache-2.0
// Whether files hold what was written. Files with holes read an order of magnitude faster than a disk can.
#pragma once

#include "core/probe/storage/point.hpp"

#include <string>

namespace llmsize {

/// Bytes of a file in an open folder; 0 where it is missing.
double size_of(int folder, const std::string& file);

/// Throws ProbeFailure: failed, where fewer bytes lie on the disk than the file is long, where samples hold zeros only,
/// or where they repeat each other. Waits up to `patience` seconds for file systems that tell late what they use.
void check_written(int folder, const std::string& file, int samples, double patience = 0);

/// The set as a disk had time to write it: all files as long as the shortest.
FileSet as_written(int folder, FileSet set);

/// Whether direct reads and writes go past the cache, as far as the system tells; true where it does not.
bool takes_direct(int folder, const std::string& file);

}  // namespace llmsize
