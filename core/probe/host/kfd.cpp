// SPDX-License-Identifier: Apache-2.0
#include "core/probe/host/kfd.hpp"

#include "core/probe/host/sys_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>

namespace llmsize {
namespace {

namespace fs = std::filesystem;
using Properties = std::map<std::string, unsigned long long>;

constexpr unsigned long long xgmi_link = 11;

/// Domain, bus and device; the function is left out, since the driver writes the part of a divided GPU there.
struct Slot {
  unsigned domain = 0, number = 0;
  auto operator<=>(const Slot&) const = default;
};

std::optional<Slot> slot_of(const std::string& bus) {
  unsigned domain = 0, number = 0, device = 0, function = 0;
  if (std::sscanf(bus.c_str(), "%x:%x:%x.%x", &domain, &number, &device, &function) != 4) return {};
  return Slot{domain, number << 5 | device};
}

/// "key value" in each line.
Properties properties_of(const fs::path& folder) {
  Properties all;
  std::ifstream file(folder / "properties");
  unsigned long long value = 0;
  for (std::string key; file >> key >> value;) all[key] = value;
  return all;
}

Slot slot_of(const Properties& node) {
  const auto told = [&](const char* key) {
    const auto found = node.find(key);
    return found == node.end() ? 0 : static_cast<unsigned>(found->second);
  };
  return {told("domain"), (told("location_id") & 0xffff) >> 3};
}

/// 90402 is gfx942, 90010 is gfx90a: major, minor and stepping of two decimal digits each.
std::string architecture_of(const Properties& node) {
  const auto found = node.find("gfx_target_version");
  if (found == node.end() || found->second == 0) return {};
  return fmt::format("gfx{}{}{:x}", found->second / 10000, found->second / 100 % 100, found->second % 100);
}

bool has_processors(const fs::path& nodes, unsigned long long node) {
  const Properties all = properties_of(nodes / std::to_string(node));
  const auto cores = all.find("cpu_cores_count");
  return cores != all.end() && cores->second > 0;
}

bool is_on_fabric(const fs::path& nodes, const fs::path& node) {
  const auto links = entries(node / "io_links");
  return std::any_of(links.begin(), links.end(), [&](const fs::path& each) {
    const Properties link = properties_of(each);
    const auto kind = link.find("type"), to = link.find("node_to");
    return kind != link.end() && kind->second == xgmi_link && to != link.end() && has_processors(nodes, to->second);
  });
}

}  // namespace

fs::path kfd_folder(const fs::path& sys) { return sys / "class/kfd/kfd"; }

std::vector<KfdGpu> kfd_gpus(const fs::path& sys, const std::string& bus) {
  std::vector<KfdGpu> gpus;
  const std::optional<Slot> slot = slot_of(bus);
  const fs::path nodes = kfd_folder(sys) / "topology/nodes";
  for (const fs::path& node : entries(nodes)) {
    const std::string id = first_line(node / "gpu_id");
    const Properties properties = properties_of(node);
    if (id.empty() || id == "0" || !slot || slot_of(properties) != *slot) continue;
    gpus.push_back({id, architecture_of(properties), is_on_fabric(nodes, node)});
  }
  return gpus;
}

int kfd_processes(const fs::path& sys, const std::vector<KfdGpu>& gpus) {
  const auto computes = [&](const fs::path& process) {
    const auto queues = entries(process / "queues");
    return std::any_of(queues.begin(), queues.end(), [&](const fs::path& queue) {
      const std::string id = first_line(queue / "gpuid");
      return std::any_of(gpus.begin(), gpus.end(), [&](const KfdGpu& gpu) { return gpu.id == id; });
    });
  };
  const auto processes = entries(kfd_folder(sys) / "proc");
  return static_cast<int>(std::count_if(processes.begin(), processes.end(), computes));
}

}  // namespace llmsize
