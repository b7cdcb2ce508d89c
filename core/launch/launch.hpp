// SPDX-License-Identifier: Apache-2.0
// The command line that starts an engine with the layout of an answer.
#pragma once

#include "core/answer/findings.hpp"
#include "core/catalog/catalog.hpp"
#include "core/document/page.hpp"
#include "core/view/subject.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A command in the words of a shell, quoted.
struct LaunchCommand {
  std::string place{};             ///< where it runs: "Node 1 of each replica"; empty where there is one place
  std::vector<std::string> parts;  ///< a line each: the program, then a flag with its value
};

/// What starts an engine: sentences about it, and commands; none where the engine cannot run the layout.
struct EngineLaunch {
  std::vector<std::string> header;
  std::vector<LaunchCommand> commands{};

  bool runs() const { return !commands.empty(); }
};

/// Engines by the words of --launch, of services and of training runs.
std::span<const std::string_view> serving_engines();
std::span<const std::string_view> training_engines();

/// The errors of an answer that a launch has to name. A goal that is missed is no reason not to start, so they are
/// warnings of the script.
std::vector<FoundFinding> launch_problems(const Page& page);

/// What starts an engine with the layout of a subject; `problems` are the errors of its answer. Throws
/// BadInput as `complete` does.
EngineLaunch launch_of(
    std::string_view engine, const Subject& subject, const Catalog& catalog, const std::vector<FoundFinding>& problems);

/// The launch as a script: comments, then a command with a flag per line.
std::string as_script(const EngineLaunch& launch);

}  // namespace llmsize
