// SPDX-License-Identifier: Apache-2.0
// AMD's driver tells of its GPUs by files: no library, hence no declarations that could differ from the machine's.
// Sources: Linux kernel documentation, "drm/amdgpu: GPU Power/Thermal Controls and Monitoring" (hwmon, gpu_busy_percent); the files of the
// compute driver, drivers/gpu/drm/amd/amdkfd (topology/nodes, proc/PID/queues/QUEUE/gpuid).
#include "core/probe/gpu/library.hpp"
#include "core/probe/gpu/vendor.hpp"
#include "core/probe/host/pci.hpp"
#include "core/probe/host/sys_files.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

/// Where a GPU is on the PCI bus, as the compute driver writes it.
struct Place {
  unsigned domain = 0, location = 0;
  auto operator<=>(const Place&) const = default;
};

/// Throws ProbeFailure: failed.
Place place_of(const std::string& bus) {
  unsigned domain = 0, number = 0, device = 0, function = 0;
  if (std::sscanf(bus.c_str(), "%x:%x:%x.%x", &domain, &number, &device, &function) != 4)
    throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("{} is no place on the PCI bus", bus));
  return {domain, number << 8 | device << 3 | function};
}

Place place_of_node(const fs::path& node) {
  Place place;
  std::ifstream properties(node / "properties");
  unsigned long long value = 0;
  for (std::string key; properties >> key >> value;) {
    if (key == "domain") place.domain = static_cast<unsigned>(value);
    if (key == "location_id") place.location = static_cast<unsigned>(value);
  }
  return place;
}

class AmdGpu : public GpuMonitor {
 public:
  explicit AmdGpu(fs::path sys) : sys_(std::move(sys)) {
    if (entries(kfd() / "topology/nodes").empty()) throw NoLibrary(fmt::format("no AMD driver: {} was not found", kfd().string()));
  }

  GpuUse use(const std::string& bus) override {
    GpuUse use;
    const std::set<std::string> names = names_of(place_of(bus));
    for (const fs::path& process : entries(kfd() / "proc"))
      if (computes_on(process, names)) ++use.processes;
    use.percent = static_cast<int>(leading_number(device(bus) / "gpu_busy_percent").value_or(0));
    return use;
  }

  Json identity(const std::string& bus) override {
    Json all = Json::object();
    if (const std::string version = first_line(sys_ / "module/amdgpu/version"); !version.empty()) all["driver"] = version;
    if (const auto cap = sensor(bus, {"power1_cap"})) all["power_limit_w"] = *cap * 1e-6;
    if (const Json link = pcie_link(device(bus)); !link.empty()) all["pcie"] = link;
    if (const std::string part = first_line(device(bus) / "current_compute_partition"); !part.empty()) all["partition"] = part;
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
  fs::path kfd() const { return sys_ / "class/kfd/kfd"; }

  fs::path device(std::string bus) const {
    std::transform(bus.begin(), bus.end(), bus.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return sys_ / "bus/pci/devices" / bus;
  }

  /// The first of these sensors that the GPU has.
  std::optional<double> sensor(const std::string& bus, std::initializer_list<const char*> names) const {
    for (const fs::path& monitor : entries(device(bus) / "hwmon"))
      for (const char* name : names)
        if (const auto value = leading_number(monitor / name)) return value;
    return {};
  }

  /// What the compute driver calls the GPU at a place: several where it is divided.
  std::set<std::string> names_of(const Place& place) const {
    std::set<std::string> names;
    for (const fs::path& node : entries(kfd() / "topology/nodes"))
      if (place_of_node(node) == place) names.insert(first_line(node / "gpu_id"));
    return names;
  }

  static bool computes_on(const fs::path& process, const std::set<std::string>& gpu) {
    const auto queues = entries(process / "queues");
    return std::any_of(queues.begin(), queues.end(), [&](const fs::path& queue) { return gpu.contains(first_line(queue / "gpuid")); });
  }

  fs::path sys_;
};

}  // namespace

std::unique_ptr<GpuMonitor> open_amdgpu(const std::string& folder) {
  // As with libraries: what lies in the folder comes first.
  const fs::path given = fs::path(folder) / "sys";
  return std::make_unique<AmdGpu>(!folder.empty() && fs::exists(given) ? given : fs::path("/sys"));
}

}  // namespace llmsize
