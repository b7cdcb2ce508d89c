// SPDX-License-Identifier: Apache-2.0
// Names that inputs had in earlier versions, and those that they have in other tools: what is written so means the same
// today. core/formula/former_names.csv lists them; former ids are found by `current_id`.
#pragma once

#include "core/formula/former_ids.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// Options that keys had before: "--pinned", and the key.
std::span<const FormerName> former_options();
/// Labels that headers of sheets may hold, and the key.
std::span<const FormerName> former_labels();
/// Words that choices had before, and what stands for them: "every", "checkpoint.restart=all".
std::span<const FormerName> former_words();

/// Whether an option is a former name: it is taken and not shown.
bool is_former_option(std::string_view option);
/// "did you mean 'X'?" for the id nearest to a misspelt one; who misspells a former name is told that of today.
std::string nearest_id(std::string_view word, std::vector<std::string_view> ids);
/// What a word of a choice is called today; every other word as it is.
std::string_view current_word(std::string_view key, std::string_view word);

}  // namespace llmsize
