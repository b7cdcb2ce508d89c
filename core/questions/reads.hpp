// SPDX-License-Identifier: Apache-2.0
// Which inputs a question reads: help leaves out the others.
#pragma once

#include "core/questions/question.hpp"

namespace llmsize {

/// Keys of the inputs, choices and references that may move the answer of a question: those that its results read in
/// some case, or a planner for it.
std::vector<std::string_view> keys_read(const QuestionKind& kind);

/// Whether nothing but a search for nodes and layout reads a key.
bool is_of_planner(std::string_view key);

}  // namespace llmsize
