// SPDX-License-Identifier: Apache-2.0
// AMD's driver tells of its GPUs by files: no library, hence no declarations that could differ from the machine's.
// Source: Linux kernel documentation, "drm/amdgpu: GPU Power/Thermal Controls and Monitoring".
#include "core/probe/gpu/amdgpu.hpp"
#include "core/probe/gpu/library.hpp"
#include "core/probe/gpu/vendor.hpp"
#include "core/probe/host/kfd.hpp"
#include "core/probe/host/pci.hpp"
#include "core/probe/host/sys_files.hpp"

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

class AmdGpu : public GpuMonitor {
 public:
  explicit AmdGpu(fs::path sys) : sys_(std::move(sys)) {
    if (const fs::path kfd = kfd_folder(sys_); entries(kfd / "topology/nodes").empty())
      throw NoLibrary(fmt::format("no AMD driver: {} was not found", kfd.string()));
  }

  GpuUse use(const std::string& bus) override {
    const std::vector<KfdGpu> gpus = kfd_gpus(sys_, bus);
    const auto refuse = [&](const std::string& why) {
      throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("the GPU at {} {}", bus, why));
    };
    if (gpus.empty()) refuse("is not listed by the AMD driver; cannot check whether it is in use");
    if (gpus.size() > 1)
      refuse(fmt::format("is partitioned into {} parts; llmsize measures only SPX mode", gpus.size()));
    return {kfd_processes(sys_, gpus), static_cast<int>(leading_number(device(bus) / "gpu_busy_percent").value_or(0))};
  }

  Json identity(const std::string& bus) override {
    Json all = Json::object();
    if (const std::string version = first_line(sys_ / "module/amdgpu/version"); !version.empty())
      all["driver"] = version;
    // The second die of a module tells 0.
    if (const auto cap = sensor(bus, {"power1_cap"}); cap && *cap > 0) all["power_limit_w"] = *cap * 1e-6;
    if (const Json link = pcie_link(device(bus)); !link.empty()) all["pcie"] = link;
    if (const std::string part = first_line(device(bus) / "current_compute_partition"); !part.empty())
      all["partition"] = part;
    return all;
  }

  Json state(const std::string& bus) override {
    Json all = Json::object();
    if (const auto hertz = sensor(bus, {"freq1_input"})) all["sm_clock_mhz"] = *hertz * 1e-6;
    // The edge, which some GPUs do not have, else the hottest spot.
    if (const auto millidegrees = sensor(bus, {"temp1_input", "temp2_input"})) all["temp_c"] = *millidegrees * 1e-3;
    if (const auto microwatts = sensor(bus, {"power1_average", "power1_input"})) all["power_w"] = *microwatts * 1e-6;
    return all;
  }

 private:
  /// The parts of a divided GPU are one device of the bus, its function 0.
  fs::path device(std::string bus) const {
    std::transform(bus.begin(), bus.end(), bus.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return sys_ / "bus/pci/devices" / (bus.substr(0, bus.rfind('.')) + ".0");
  }

  /// The first of these sensors that the GPU has.
  std::optional<double> sensor(const std::string& bus, std::initializer_list<const char*> names) const {
    for (const fs::path& monitor : entries(device(bus) / "hwmon"))
      for (const char* name : names)
        if (const auto value = leading_number(monitor / name)) return value;
    return {};
  }

  fs::path sys_;
};

}  // namespace

fs::path amd_files(const std::string& folder) {
  const fs::path given = fs::path(folder) / "sys";
  std::error_code ignored;
  return !folder.empty() && fs::exists(given, ignored) ? given : fs::path("/sys");
}

std::unique_ptr<GpuMonitor> open_amdgpu(const std::string& folder) {
  return std::make_unique<AmdGpu>(amd_files(folder));
}

}  // namespace llmsize
