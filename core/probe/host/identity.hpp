// SPDX-License-Identifier: Apache-2.0
// What this machine is, as the system tells without a driver: CPUs, memory, network interfaces, GPUs on the PCI bus.
#pragma once

#include "core/files/document.hpp"

#include <string>
#include <string_view>

namespace llmsize {

/// A serial number or id as 64 hexadecimal digits that do not tell it: SHA-256 with a salt of ours.
std::string hashed(std::string_view identifier);

/// The `host` of a record: id, os, kernel, cpu, mem_bytes, gpus, nics. The name of the machine only where `with_name`
/// asks for it. `root` stands before /sys, /proc and /etc.
Json identify_host(bool with_name, const std::string& root = {});

}  // namespace llmsize
