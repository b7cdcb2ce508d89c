// SPDX-License-Identifier: Apache-2.0
// What may stand in place of a word that is half typed; cli/llmsize.bash asks.
#pragma once

#include "cli/parser.hpp"

namespace llmsize::cli {

/// Everything that completes the last of these words, which follow the name of the program: commands, options, ids of
/// the catalog, words of choices, results. Nothing where a file is expected.
std::vector<std::string> completions(const Words& words);

}  // namespace llmsize::cli
