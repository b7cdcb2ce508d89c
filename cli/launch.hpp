// SPDX-License-Identifier: Apache-2.0
// --launch of commands that answer with a layout.
#pragma once

#include "cli/command.hpp"

namespace llmsize::cli {

/// Adds --launch with the engines that train, or those that serve.
void add_launch_option(Parser& app, Common& common, bool trains);
/// Throws BadInput: usage, where a format or a picture is asked for that a script does not have.
void require_launch(const Common& common);
/// Writes the launch lines of an answer. Gives the exit code that --check asks for.
int finish_launch(const Common& common, const AnsweredQuestion& answered, const Catalog& catalog);

}  // namespace llmsize::cli
