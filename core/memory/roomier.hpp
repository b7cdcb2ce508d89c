// SPDX-License-Identifier: Apache-2.0
// Where states may go that GPU memory does not hold: what findings about full memory try.
#pragma once

#include "core/formula/formula.hpp"

namespace llmsize::memory {

inline constexpr Try to_cpu{"Offload to CPU memory", "memory.offload", Try::How::said, "cpu"};
inline constexpr Try to_nvme{"Offload to local NVMe", "memory.offload", Try::How::said, "nvme"};
inline constexpr Try to_shared{"Offload to shared storage", "memory.offload", Try::How::said, "shared"};

}  // namespace llmsize::memory
