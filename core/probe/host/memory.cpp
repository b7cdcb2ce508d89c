// SPDX-License-Identifier: Apache-2.0
#include "core/probe/host/memory.hpp"

#include "core/probe/host/sys_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

std::optional<double> number(const fs::path& file) {
  double value = 0;
  if (std::istringstream(first_line(file)) >> value) return value;
  return {};  // "max" is no limit
}

/// What the system could give.
double system_memory(const fs::path& root) {
  std::ifstream stream(root / "proc/meminfo");
  for (std::string key, line; stream >> key && std::getline(stream, line);)
    if (double kibibytes = 0; key == "MemAvailable:" && std::istringstream(line) >> kibibytes) return kibibytes * 1024;
  return 0;
}

/// Folder of this process among control groups: the last field of "0::/system.slice/x".
fs::path group_of_process(const fs::path& root) {
  std::ifstream stream(root / "proc/self/cgroup");
  for (std::string line; std::getline(stream, line);)
    if (line.rfind("0::/", 0) == 0) return line.substr(4);
  return {};
}

}  // namespace

double available_memory(const std::string& root_path) {
  const fs::path root = root_path.empty() ? "/" : root_path;
  double bytes = system_memory(root);
  fs::path group = group_of_process(root);
  for (bool more = true; more; group = group.parent_path()) {
    const fs::path folder = root / "sys/fs/cgroup" / group;
    const auto limit = number(folder / "memory.max"), used = number(folder / "memory.current");
    if (limit && used) bytes = std::min(bytes, std::max(0.0, *limit - *used));
    more = !group.empty() && group != group.parent_path();
  }
  return bytes;
}

}  // namespace llmsize
