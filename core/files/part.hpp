// SPDX-License-Identifier: Apache-2.0
// Parts of files that are too large to be read whole, and are no text.
#pragma once

#include <cstdint>
#include <string>

namespace llmsize {

/// So many bytes of a file from a place on; fewer where it ends. Throws BadInput: file, when it is missing, no regular
/// file, or cannot be read.
std::string read_part(const std::string& path, std::uint64_t from, std::size_t size);

}  // namespace llmsize
