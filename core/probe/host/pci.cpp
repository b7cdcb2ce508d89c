// SPDX-License-Identifier: Apache-2.0
#include "core/probe/host/pci.hpp"

#include "core/probe/host/sys_files.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

struct Vendor {
  std::string_view id, name;
};
constexpr std::array vendors{Vendor{"0x10de", "nvidia"}, Vendor{"0x1002", "amd"}, Vendor{"0x8086", "intel"}};
constexpr std::string_view display_class = "0x03", accelerator_class = "0x12";

/// PCI Express generation of a transfer rate in GT/s: 8.0 is 3, 32.0 is 5.
std::optional<int> generation(std::optional<double> rate) {
  constexpr std::array rates{2.5, 5.0, 8.0, 16.0, 32.0, 64.0};
  const auto found = rate ? std::find(rates.begin(), rates.end(), *rate) : rates.end();
  if (found == rates.end()) return {};
  return static_cast<int>(found - rates.begin()) + 1;
}

void put(Json& json, const char* key, std::optional<double> value) {
  if (value && *value >= 0) json[key] = number_json(*value);
}

}  // namespace

Json pcie_link(const fs::path& device) {
  // A GPU at rest slows its link down, hence what it can do is told.
  Json link = Json::object();
  if (const auto gen = generation(leading_number(device / "max_link_speed"))) link["gen"] = *gen;
  put(link, "width", leading_number(device / "current_link_width"));
  return link;
}

Json list_gpus(const fs::path& sys) {
  Json all = Json::array();
  for (const fs::path& device : entries(sys / "bus/pci/devices")) {
    const std::string kind = first_line(device / "class").substr(0, display_class.size()),
                      id = first_line(device / "vendor");
    const auto vendor = std::find_if(vendors.begin(), vendors.end(), [&](const Vendor& each) { return each.id == id; });
    if ((kind != display_class && kind != accelerator_class) || vendor == vendors.end()) continue;
    Json gpu{{"vendor", vendor->name}, {"pci", device.filename().string()}, {"device", first_line(device / "device")}};
    put(gpu, "numa", leading_number(device / "numa_node"));
    if (const Json link = pcie_link(device); !link.empty()) gpu["pcie"] = link;
    all.push_back(gpu);
  }
  return all;
}

Json list_nics(const fs::path& sys) {
  Json all = Json::array();
  std::error_code error;
  for (const fs::path& interface : entries(sys / "class/net")) {
    if (!fs::exists(interface / "device", error)) continue;  // loopback, bridges, tunnels
    Json nic{
        {"name", interface.filename().string()},
        {"kind", first_line(interface / "type") == "32" ? "infiniband" : "ethernet"}};
    const auto megabits = leading_number(interface / "speed");
    if (megabits && *megabits > 0) nic["bits_per_second"] = number_json(*megabits * 1e6);
    put(nic, "numa", leading_number(interface / "device/numa_node"));
    all.push_back(nic);
  }
  for (const fs::path& device : entries(sys / "class/infiniband"))
    for (const fs::path& port : entries(device / "ports")) {
      Json nic{{"name", device.filename().string() + ":" + port.filename().string()}, {"kind", "rdma"}};
      if (const auto gigabits = leading_number(port / "rate")) nic["bits_per_second"] = number_json(*gigabits * 1e9);
      put(nic, "numa", leading_number(device / "device/numa_node"));
      all.push_back(nic);
    }
  return all;
}

}  // namespace llmsize
