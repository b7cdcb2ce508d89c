// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/vendor.hpp"

#include "core/probe/gpu/library.hpp"

#include <exception>
#include <filesystem>

namespace llmsize {
namespace {

constexpr GpuVendor known[] = {
    {"/dev/nvidiactl", open_cuda, open_nvml, open_cublaslt, open_nccl},
    {"/dev/kfd", open_hip, open_amdgpu, open_hipblaslt, open_rccl},
};

bool has_driver(const GpuVendor& vendor) {
  std::error_code ignored;
  return std::filesystem::exists(vendor.device, ignored);
}

}  // namespace

std::span<const GpuVendor> gpu_vendors() { return known; }

std::pair<const GpuVendor*, std::unique_ptr<GpuRuntime>> open_gpus(const std::string& folder) {
  // Of several reasons the one that tells most: a library that does not work, one that shows no GPU, one that lacks
  // though its driver is there, else the first.
  std::exception_ptr why;
  int best = -1;
  const auto caught = [&](int weight) {
    if (weight <= best) return;
    best = weight;
    why = std::current_exception();
  };
  for (const GpuVendor& vendor : known) try {
      return {&vendor, vendor.runtime(folder)};
    } catch (const NoLibrary&) {
      caught(has_driver(vendor) ? 1 : 0);
    } catch (const ProbeFailure& failure) {
      caught(failure.kind() == ProbeFailure::Kind::missing ? 2 : 3);
    }
  std::rethrow_exception(why);
}

}  // namespace llmsize
