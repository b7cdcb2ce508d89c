// SPDX-License-Identifier: Apache-2.0
// What the vendor's management library, or the kernel's driver, tells of a GPU. It only reads.
#pragma once

#include "core/files/document.hpp"

#include <memory>
#include <string>

namespace llmsize {

struct GpuUse {
  int processes = 0;  ///< that compute on it, this one among them once it does
  int percent = 0;    ///< of the last second
};

class GpuMonitor {
 public:
  virtual ~GpuMonitor() = default;
  /// GPUs are named by their place on the PCI bus.
  virtual GpuUse use(const std::string& bus) = 0;
  /// {"driver", "power_limit_w", "pcie": {"gen", "width"}, "mig", "partition"}, each where it is known.
  virtual Json identity(const std::string& bus) = 0;
  /// {"sm_clock_mhz", "temp_c", "power_w", "throttle": […]}, each where it is known.
  virtual Json state(const std::string& bus) = 0;
};

}  // namespace llmsize
