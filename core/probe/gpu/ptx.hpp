// SPDX-License-Identifier: Apache-2.0
// Our kernels for NVIDIA GPUs, as text that the driver compiles: no toolkit is needed to build or to run.
#pragma once

#include <string>

namespace llmsize {

/// PTX 7.0 for sm_80 and later: drivers of CUDA 11.0 and later take it.
std::string ptx_text();

}  // namespace llmsize
