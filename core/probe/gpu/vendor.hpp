// SPDX-License-Identifier: Apache-2.0
// The vendors whose GPUs are measured, and how the libraries of each are opened.
#pragma once

#include "core/probe/gpu/collectives.hpp"
#include "core/probe/gpu/matmul.hpp"
#include "core/probe/gpu/monitor.hpp"
#include "core/probe/gpu/runtime.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>

namespace llmsize {

/// Each function throws ProbeFailure: missing, where the library is not on this machine. `folder`: where to look first.
struct GpuVendor {
  const char* device;  ///< what the vendor's driver in the kernel makes
  std::unique_ptr<GpuRuntime> (*runtime)(const std::string& folder);
  std::unique_ptr<GpuMonitor> (*monitor)(const std::string& folder);
  /// Works on the GPU that is in use.
  std::unique_ptr<MatmulLibrary> (*matmul)(GpuRuntime& gpu, const std::string& folder);
  std::unique_ptr<CollectiveLibrary> (*collectives)(int gpus, const std::string& folder);
};

/// In the order in which they are tried.
std::span<const GpuVendor> gpu_vendors();

/// The first vendor whose library shows a GPU. Throws ProbeFailure: missing, where none does.
std::pair<const GpuVendor*, std::unique_ptr<GpuRuntime>> open_gpus(const std::string& folder);

std::unique_ptr<GpuRuntime> open_cuda(const std::string& folder);
std::unique_ptr<GpuMonitor> open_nvml(const std::string& folder);
std::unique_ptr<MatmulLibrary> open_cublaslt(GpuRuntime& gpu, const std::string& folder);
std::unique_ptr<CollectiveLibrary> open_nccl(int gpus, const std::string& folder);

std::unique_ptr<GpuRuntime> open_hip(const std::string& folder);
std::unique_ptr<GpuMonitor> open_amdgpu(const std::string& folder);
std::unique_ptr<MatmulLibrary> open_hipblaslt(GpuRuntime& gpu, const std::string& folder);
std::unique_ptr<CollectiveLibrary> open_rccl(int gpus, const std::string& folder);

}  // namespace llmsize
