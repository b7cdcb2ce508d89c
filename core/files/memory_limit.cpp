// SPDX-License-Identifier: Apache-2.0
#include "core/files/memory_limit.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>

namespace llmsize {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// The limit of the control group of this process and of those around it; infinite where there is none.
double limit_of_group() {
  std::ifstream groups("/proc/self/cgroup");
  std::string line;
  while (std::getline(groups, line) && !line.starts_with("0::/")) {
  }
  if (!line.starts_with("0::/")) return no_limit;
  namespace fs = std::filesystem;
  double least = no_limit;
  const fs::path root = "/sys/fs/cgroup";
  for (fs::path path = line.substr(std::string_view("0::/").size());; path = path.parent_path()) {
    double most = no_limit;
    // "max" is no number.
    if (std::ifstream file(root / path / "memory.max"); file >> most) least = std::min(least, most);
    if (path.empty()) return least;
  }
}

double default_limit() {
  const double node = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return std::min(node, limit_of_group()) / 2;
}

/// 0: nobody set one.
std::atomic<double> limit_set = 0;

}  // namespace

double memory_limit() {
  static const double otherwise = default_limit();
  const double set = limit_set;
  return set > 0 ? set : otherwise;
}

void set_memory_limit(double bytes) { limit_set = bytes; }

void require_memory(const std::string& what, double bytes, const std::string& instead) {
  if (bytes <= memory_limit()) return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{} would take {} of memory, expected at most {} (--memory-limit)", what, pretty(bytes, Unit::bytes),
          pretty(memory_limit(), Unit::bytes)),
      instead);
}

}  // namespace llmsize
