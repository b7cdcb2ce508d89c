// SPDX-License-Identifier: Apache-2.0
// The small files in which the kernel tells of devices.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// First line of a file without blanks at its end; empty where it cannot be read.
std::string first_line(const std::filesystem::path& file);

/// The number that a file begins with.
std::optional<double> leading_number(const std::filesystem::path& file);

/// Entries of a folder by name; none where there is no such folder.
std::vector<std::filesystem::path> entries(const std::filesystem::path& folder);

}  // namespace llmsize
