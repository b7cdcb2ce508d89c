// SPDX-License-Identifier: Apache-2.0
// What people ask for that is not modeled: each is refused in one sentence that names the nearest question.
#pragma once

#include "core/files/bad_input.hpp"

#include <string>
#include <string_view>

namespace llmsize {

/// A question about something that is not modeled. Programs exit with 3.
class NotModeled : public BadInput {
 public:
  explicit NotModeled(const std::string& sentence) : BadInput(Kind::data, sentence) {}
};

/// The sentence for a word, an option or an input ("rl", "--sites", "cluster.spot") that stands for something that is
/// not modeled; empty for any other.
std::string_view not_modeled(std::string_view word);

}  // namespace llmsize
