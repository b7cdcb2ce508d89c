// SPDX-License-Identifier: Apache-2.0
// What people type by habit that takes several words here. A name that stands for one of ours is in
// core/formula/former_names.csv; what is not modeled is in core/inputs/not_modeled.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// What to type for an option ("--lora") or for a word of a choice ("workload.mode=lora"); empty where nothing is
/// known.
std::string_view familiar(std::string_view typed);

/// What a word says that people write in place of a number: a key, and a text for it.
struct Spoken {
  std::string_view key;
  std::string text;
};
/// "auto" draft tokens, "N+1" spare nodes; nothing for every other text.
std::optional<Spoken> spoken(std::string_view key, std::string_view text);
/// " or auto": the words that a key takes in place of a number, as error sentences end; empty where it takes none.
std::string_view spoken_words(std::string_view key);

}  // namespace llmsize
