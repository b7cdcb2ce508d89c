// SPDX-License-Identifier: Apache-2.0
// AMD's GPUs as the compute driver of the kernel shows them.
// Source: Linux kernel, drivers/gpu/drm/amd/amdkfd: kfd_topology.c (nodes, io_links), kfd_process.c (proc), kfd_crat.h
// (kinds of links).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace llmsize {

/// A GPU, or one part of a GPU that is divided.
struct KfdGpu {
  std::string id;            ///< what its processes call it
  std::string architecture;  ///< "gfx942"
  bool xgmi = false;         ///< linked to a processor by Infinity Fabric instead of PCI Express
};

/// Where the driver shows them: below /sys, or another root.
std::filesystem::path kfd_folder(const std::filesystem::path& sys);

/// What is at a place on the PCI bus ("0000:1b:00.0"), whatever its function: several parts where the GPU is divided.
std::vector<KfdGpu> kfd_gpus(const std::filesystem::path& sys, const std::string& bus);

/// Processes that have queues on one of these.
int kfd_processes(const std::filesystem::path& sys, const std::vector<KfdGpu>& gpus);

}  // namespace llmsize
