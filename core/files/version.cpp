// SPDX-License-Identifier: Apache-2.0
// The version comes from the build, so that it is written once.
#include "core/files/version.hpp"

namespace llmsize {

std::string_view version() { return LLMSIZE_VERSION; }

}  // namespace llmsize
