// SPDX-License-Identifier: Apache-2.0
// The flags of engines, as data: which value goes to which flag, by the documentation of a named release.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A flag of an engine: a row of core/launch/flags/*.csv.
struct LaunchFlag {
  enum class Kind {
    count,      ///< a whole number
    above_one,  ///< the same, left out at 1: the default of every engine
    share,      ///< three digits of a share, rounded down
    on,         ///< without a value, where the number is 1
    word,       ///< a word of a choice, as the engine writes it
    text,       ///< one argument
    list,       ///< several arguments
    node,       ///< differs by node: written by the function of the engine
  };

  std::string engine, release;  ///< "vLLM", "commit 002f10e of 2026"
  std::string flag;             ///< "--tensor-parallel-size"
  std::string value, times;     ///< ids of inputs, or names of LaunchFacts; `times` may be empty
  Kind kind = Kind::count;
  std::map<std::string, std::string, std::less<>> words{};  ///< of a choice, as the engine writes them
  std::string source;
};

/// The flags of "vllm", "sglang" or "megatron", in the order in which they are written.
const std::vector<LaunchFlag>& launch_flags(std::string_view engine);

/// The flag that takes a value. Throws std::out_of_range where the table has none.
const LaunchFlag& launch_flag(std::string_view engine, std::string_view value);

/// The flag that takes a value, with an argument that is quoted already; without one where it is empty.
std::string written_flag(std::string_view engine, std::string_view value, std::string_view argument = {});

}  // namespace llmsize
