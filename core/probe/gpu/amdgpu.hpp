// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace llmsize {

/// Where the files of AMD's driver are: "sys" in the folder where vendor libraries are looked for first, else /sys.
std::filesystem::path amd_files(const std::string& folder);

}  // namespace llmsize
