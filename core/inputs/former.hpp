// SPDX-License-Identifier: Apache-2.0
// Names that inputs had in earlier versions, and those that they have in other tools: what is written so means the same
// today. core/formula/former_names.csv lists them; former ids are found by `current_id`.
#pragma once

#include "core/formula/former_ids.hpp"

#include <span>
#include <string_view>

namespace llmsize {

/// Options that keys had before: "--pinned", and the key.
std::span<const FormerName> former_options();
/// Labels that headers of sheets may hold, and the key.
std::span<const FormerName> former_labels();
/// Words that choices had before, and what stands for them: "every", "checkpoint.restart=all".
std::span<const FormerName> former_words();

/// Whether an option is a former name: it is taken and not shown.
bool is_former_option(std::string_view option);
/// What a word of a choice is called today; every other word as it is.
std::string_view current_word(std::string_view key, std::string_view word);

}  // namespace llmsize
