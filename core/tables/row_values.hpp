// SPDX-License-Identifier: Apache-2.0
// What one answered row says of an input or a result.
#pragma once

#include "core/tables/rows.hpp"

namespace llmsize {

/// Base units; absent where the row has none.
double result_value(const AnsweredRow& row, const ResultRow& result);
/// Number of an input: as said, else as completed.
double input_value(const AnsweredRow& row, std::string_view key);
/// Word of a choice or reference: as completed, else as said.
std::string input_word(const AnsweredRow& row, std::string_view key);
/// Either for people: "30.0 days", "dgx-h100".
std::string input_text(const AnsweredRow& row, std::string_view key);

}  // namespace llmsize
