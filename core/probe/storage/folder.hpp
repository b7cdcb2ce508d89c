// SPDX-License-Identifier: Apache-2.0
// The folder that somebody gave to storage probes.
#pragma once

#include "core/probe/storage/descriptor.hpp"

#include <string>

namespace llmsize {

struct ProbeFolder {
  std::string path;  ///< links resolved
  Descriptor open;
};

/// Opens an existing folder, its links resolved once. Throws BadInput: usage or file, where none is given or there is
/// none, and for devices, for what lies under /dev, /proc and /sys, and for what is not writable.
ProbeFolder open_probe_folder(const std::string& directory);

}  // namespace llmsize
