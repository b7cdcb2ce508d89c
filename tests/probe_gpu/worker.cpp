// SPDX-License-Identifier: Apache-2.0
#include "worker.hpp"

#include "core/probe/child.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace llmsize {

const ProbeResult& Said::with(const std::string& key, const Json& value) const {
  for (const ProbeResult& result : results)
    if (result.params.contains(key) && result.params.at(key) == value) return result;
  throw std::runtime_error("no result with " + key + " " + value.dump() + "; failed: " + failed);
}

std::string fakes(const std::string& name) { return std::string(LLMSIZE_FAKES) + "/" + name; }

void write_amd_files(const std::string& folder) {
  const auto write = [&](const std::string& path, const std::string& text) {
    const std::filesystem::path file = folder + "/sys/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << "\n";
  };
  write("module/amdgpu/version", "6.10.5");
  for (const int gpu : {0, 1}) {
    const std::string device = fmt::format("bus/pci/devices/0000:{:02x}:00.0/", 0x1b + gpu);
    write(device + "gpu_busy_percent", "0");
    write(device + "max_link_speed", "32.0 GT/s PCIe");
    write(device + "current_link_width", "16");
    write(device + "current_compute_partition", "SPX");
    write(device + "hwmon/hwmon4/freq1_input", "2100000000");
    write(device + "hwmon/hwmon4/temp2_input", "57000");
    write(device + "hwmon/hwmon4/power1_input", "742000000");
    write(device + "hwmon/hwmon4/power1_cap", "750000000");
    const std::string node = fmt::format("class/kfd/kfd/topology/nodes/{}/", gpu + 2);
    write(node + "gpu_id", std::to_string(51545 + gpu));
    write(
        node + "properties",
        fmt::format("simd_count 1216\nlocation_id {}\ndomain 0\ngfx_target_version 90402", (0x1b + gpu) << 8));
    write(node + "io_links/0/properties", "type 2\nnode_from 2\nnode_to 0");
  }
  write("class/kfd/kfd/topology/nodes/0/gpu_id", "0");
  write("class/kfd/kfd/topology/nodes/0/properties", "cpu_cores_count 96\nlocation_id 0\ndomain 0");
}

GpuJob small_job(const std::string& probe, const std::string& libraries) {
  if (libraries == "amd") write_amd_files(fakes(libraries));
  GpuJob job;
  job.probe = probe;
  job.library_folder = fakes(libraries);
  job.shapes = {{"square", 64, 64, 64}, {"mlp_up", 32, 96, 64}};
  job.sizes = {1 << 20, 64 << 10};
  job.seconds = 2;
  return job;
}

Said run_fake(const GpuJob& job, const std::vector<std::string>& environment) {
  Child child;
  child.command = {LLMSIZE_GPU_WORKER, "probe-worker", write_job(job).dump()};
  child.environment = environment;
  const ChildEnd end = run_child(child);
  Said said;
  said.exit_code = end.exit_code;
  std::size_t at = 0;
  for (std::size_t line_end; (line_end = end.output.find('\n', at)) != std::string::npos; at = line_end + 1) {
    const Json line = Json::parse(end.output.substr(at, line_end - at));
    if (line.contains("result")) said.results.push_back(read_result(line.at("result")));
    if (line.contains("host")) said.host.update(line.at("host"), true);
    if (line.contains("done")) said.done = true;
    if (line.contains("failed")) {
      said.failed = line.at("failed").get<std::string>();
      said.missing = line.at("missing").get<bool>();
    }
  }
  return said;
}

std::string fresh_file(const std::string& name) {
  const std::string path = fakes(name + "." + std::to_string(getpid()));
  std::filesystem::remove(path);
  return path;
}

}  // namespace llmsize
