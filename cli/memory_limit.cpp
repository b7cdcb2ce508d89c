// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_limit.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/memory_limit.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

namespace llmsize::cli {
namespace {

/// The catalog, the lists of inputs and a few answers at once take about a third of it.
constexpr double least = 100e6;
bool holds = false;

/// Bytes of data and stacks that the process has mapped.
double mapped() {
  std::ifstream file("/proc/self/statm");
  double size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  file >> size >> resident >> shared >> text >> library >> data;
  return data * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// The kernel counts what is mapped, so stacks of threads count in full though they are hardly used.
double stacks() {
  constexpr double of_a_thread = 8 << 20;
  return of_a_thread * std::max(1U, std::thread::hardware_concurrency());
}

void bound_allocations(double bytes) {
  rlimit bound{};
  if (getrlimit(RLIMIT_DATA, &bound) != 0) return;
  bound.rlim_cur = std::min(bound.rlim_max, static_cast<rlim_t>(bytes + mapped() + stacks()));
  setrlimit(RLIMIT_DATA, &bound);
}

}  // namespace

void hold_memory_limit(const std::string& text) {
  const auto bytes = parse(text, Unit::bytes);
  if (!bytes || *bytes < least) refuse_value("--memory-limit", text, "a size from 100MB on (8GB)");
  set_memory_limit(*bytes);
  bound_allocations(*bytes);
  holds = true;
}

std::string out_of_memory() {
  return holds ? fmt::format(
                     "not enough memory: expected at most {} (--memory-limit)", pretty(memory_limit(), Unit::bytes))
               : "not enough memory";
}

}  // namespace llmsize::cli
