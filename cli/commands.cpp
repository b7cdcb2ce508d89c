// SPDX-License-Identifier: Apache-2.0
// The list of commands, made from the files of this folder.
#include "cli/command.hpp"
#include "cli/command_list.hpp"

#include <algorithm>

namespace llmsize::cli {
namespace {

/// What most people ask comes first in --help; commands that are not named here follow by name.
constexpr std::string_view asked_first[] = {"size",       "memory",    "train",     "plan",    "serve",   "offload",
                                            "checkpoint", "data",      "bom",       "trend",   "sweep",   "compare",
                                            "options",    "portfolio", "run",       "report",  "explain", "audit",
                                            "validate",   "probe",     "calibrate", "catalog", "import"};

struct Habit {
  std::string_view typed, meant;
};

constexpr Habit habits[] = {
    {"list", "catalog"},
    {"ls", "catalog"},
    {"show", "catalog"},
    {"models", "catalog models"},
    {"systems", "catalog systems"},
    {"accelerators", "catalog accelerators"},
    {"gpus", "catalog accelerators"},
    {"networks", "catalog networks"},
    {"scenarios", "catalog scenarios"},
    {"order", "bom"},
    {"offers", "options"},
    {"parts", "bom"},
    {"switches", "catalog switches"},
    {"fabrics", "catalog fabrics"},
    {"cost", "size --node-price 400000"},
    {"price", "size --node-price 400000"},
    {"tco", "size --node-price 400000"},
    {"load", "data"},
    {"infer", "serve"},
    {"inference", "serve"},
    {"finetune", "train --mode finetune"}};

}  // namespace

std::string_view familiar_command(std::string_view typed) {
  const auto found =
      std::find_if(std::begin(habits), std::end(habits), [&](const Habit& each) { return each.typed == typed; });
  return found == std::end(habits) ? std::string_view{} : found->meant;
}

std::vector<Command> commands() {
  std::vector<Command> all;
  for (Command (*command)() : command_list) all.push_back(command());
  std::stable_sort(all.begin(), all.end(), [](const Command& one, const Command& other) {
    const auto place = [](const Command& each) {
      return std::find(std::begin(asked_first), std::end(asked_first), each.name);
    };
    return place(one) < place(other);
  });
  return all;
}

}  // namespace llmsize::cli
