// SPDX-License-Identifier: Apache-2.0
// What llmsize says of itself: first steps, the list of commands, the help of a command.
#pragma once

#include "cli/command.hpp"
#include "cli/parser.hpp"

namespace llmsize::cli {

/// What to type first, for who types nothing.
std::string first_steps(const std::vector<Command>& all);
/// All commands, a line each.
std::string overview(const std::vector<Command>& all);

/// How much of the options of a command is shown: those of its topics, or all that move its answer.
enum class Extent { topics, all };
/// What a command does, how it is called, examples, its options by topic. `app` holds all of its options.
std::string help_of(const Command& command, const CLI::App& app, Extent extent);

/// Names of an option that people are shown, shortest first: no former ones, and those of keys only without others.
std::vector<std::string> shown_names(const CLI::Option& option);

}  // namespace llmsize::cli
