// SPDX-License-Identifier: Apache-2.0
// Our kernels for AMD GPUs, as text that the vendor's runtime compiler takes: there is no portable machine text as for
// NVIDIA's.
#pragma once

#include <string_view>

namespace llmsize {

/// HIP C++ without includes. LLMSIZE_KILOHERTZ has to be the rate of wall_clock64.
std::string_view hip_text();

}  // namespace llmsize
