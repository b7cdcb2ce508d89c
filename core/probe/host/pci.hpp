// SPDX-License-Identifier: Apache-2.0
// GPUs and network interfaces as /sys shows them.
#pragma once

#include "core/files/document.hpp"

#include <filesystem>

namespace llmsize {

/// {"vendor", "pci", "device", "numa", "pcie": {"gen", "width"}} of each GPU; gen and width of what the slot and the
/// GPU can do.
Json list_gpus(const std::filesystem::path& sys);
/// {"gen", "width"} of the link of a device, a folder below /sys, each where it is known.
Json pcie_link(const std::filesystem::path& device);
/// {"name", "kind", "bits_per_second", "numa"} of each network interface that is a device.
Json list_nics(const std::filesystem::path& sys);

}  // namespace llmsize
