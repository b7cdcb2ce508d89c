// SPDX-License-Identifier: Apache-2.0
// What an answer has for the flags of an engine, and what no flag takes.
#pragma once

#include "core/launch/flags.hpp"
#include "core/launch/launch.hpp"
#include "core/view/around.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// An argument as a shell reads it: in quotes unless every letter is harmless.
std::string quoted_argument(std::string_view text);

struct LaunchFacts {
  const Around* around;
  std::string model;  ///< the argument that names the model: "meta-llama/Llama-3.1-70B", "\"$MODEL\""
  std::map<std::string, double, std::less<>> numbers{};     ///< that are no input: "context"
  std::map<std::string, std::string, std::less<>> words{};  ///< "fp8_format"; an empty one leaves its flag out
  std::vector<std::string> notes{};                         ///< a sentence each: what is left out, what else to set
  std::vector<std::string> reasons{};                       ///< a sentence each: why the engine cannot run the layout

  double input(InputKey key) const { return around->input(key); }
  /// A number by its name here or as an input; absent where it is not known.
  double number(std::string_view name) const;
  std::string word(std::string_view name) const;
};

/// The flags of an engine with their values, each as the words of a shell: "--tensor-parallel-size 4". What has no
/// value becomes a note, and a word that the engine does not have a reason.
std::vector<std::string> flags_with_values(std::string_view engine, LaunchFacts& facts);

/// The facts of a service, alike for all engines.
LaunchFacts served_facts(const Subject& subject, const Around& around);

/// GPUs that one operating system sees: of a rack-scale system those of a compute tray; absent where not known.
double host_gpus(const LaunchFacts& facts);
/// GPUs of a replica, and how many of these hosts it takes: 0 where it does not fill them evenly.
double replica_gpus(const LaunchFacts& facts);
double replica_nodes(const LaunchFacts& facts);

/// What starts a replica, by engine: no command where there is a reason.
std::vector<LaunchCommand> vllm_commands(LaunchFacts& facts);
std::vector<LaunchCommand> sglang_commands(LaunchFacts& facts);
/// What starts a training run.
std::vector<LaunchCommand> megatron_commands(LaunchFacts& facts);

}  // namespace llmsize
