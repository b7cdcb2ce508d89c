// SPDX-License-Identifier: Apache-2.0
// Sentences that name numbers: "{bom.racks} racks".
#pragma once

#include <string_view>

namespace llmsize {

/// Hands the names in braces of a sentence to `name`, and the text between them to `text`.
template <class Name, class Text>
void read_sentence(std::string_view sentence, Name name, Text text) {
  while (!sentence.empty()) {
    const auto open = sentence.find('{');
    text(sentence.substr(0, open));
    if (open == std::string_view::npos) return;
    const auto close = sentence.find('}', open);
    name(sentence.substr(open + 1, close - open - 1));
    sentence.remove_prefix(close + 1);
  }
}

}  // namespace llmsize
