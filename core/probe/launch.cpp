// SPDX-License-Identifier: Apache-2.0
#include "core/probe/launch.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace llmsize {
namespace {

struct Launcher {
  const char *kind, *rank, *size;
};

// Processes that mpirun starts inside a Slurm job see the variables of both: those of the nearest launcher come first.
constexpr Launcher launchers[] = {
    {"openmpi", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"pmi", "PMI_RANK", "PMI_SIZE"},
    {"slurm", "SLURM_PROCID", "SLURM_NTASKS"},
};

std::optional<int> whole_number(const char* text) {
  if (!text) return {};
  const std::string_view all = text;
  int value = 0;
  const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), value);
  if (error != std::errc() || end != all.data() + all.size()) return {};
  return value;
}

}  // namespace

Launch find_launch(const Environment& environment) {
  for (const Launcher& launcher : launchers) {
    const auto rank = whole_number(environment(launcher.rank)), size = whole_number(environment(launcher.size));
    if (rank && size && *rank >= 0 && *rank < *size) return {launcher.kind, *rank, *size};
  }
  return {};
}

Launch find_launch() {
  return find_launch([](const char* name) -> const char* { return std::getenv(name); });
}

std::string file_of_rank(const std::string& pattern, const Launch& launch) {
  const std::string_view place = "%r";
  std::size_t at = pattern.find(place);
  if (at == std::string::npos && launch.size > 1 && !pattern.empty() && pattern != "-")
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "-o: {} processes would write {}; use %r for the rank (nodes/%r.json)", launch.size, in_quotes(pattern)));
  std::string name = pattern;
  const std::string rank = fmt::format("{}", launch.rank);
  for (; at != std::string::npos; at = name.find(place, at + rank.size())) name.replace(at, place.size(), rank);
  return name;
}

}  // namespace llmsize
