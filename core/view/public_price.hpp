// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/view/around.hpp"

#include <string>

namespace llmsize {

/// "CapEx about $31.2–34.6M all in (public prices of 2024-10)": the nodes at the public prices of their system, and
/// what usual clusters add for network, storage and installation. Empty where the CapEx is known or no price is public.
std::string public_capex_text(const Around& around);

}  // namespace llmsize
