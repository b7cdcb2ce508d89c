// SPDX-License-Identifier: Apache-2.0
// Rack units of what the catalog has no height for.
#pragma once

namespace llmsize::bom {

/// A switch of unknown height; in-band switches (NVIDIA SN4600C: 2U), out-of-band switches (SN2201: 1U), servers.
inline constexpr double usual_switch_units = 1, inband_units = 2, oob_units = 1, server_units = 1;

}  // namespace llmsize::bom
