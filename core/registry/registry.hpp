// SPDX-License-Identifier: Apache-2.0
// The one list of everything that can be given, computed or found.
#pragma once

#include "core/files/bad_input.hpp"
#include "core/registry/row.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// All numeric inputs in the order in which they are declared.
std::span<const InputRow> inputs();

/// All results in the order of rooms, and all finding rules.
std::span<const ResultRow> results();
std::span<const FindingRow> findings();

/// All functions that formulas call.
std::span<const FunctionRow> functions();
const FunctionRow& function_row(FunctionKey key);

/// The row of an id.
const InputRow& input_row(InputKey key);
const ResultRow& result_row(ResultKey key);
/// The kind of a number.
Unit unit_of(NumberId name);
/// A result or input as people read it: "43.7 GB", "nvme".
std::string pretty(double value, NumberId name);
/// The word that its value stands for; empty where it is a number.
std::string_view word(NumberId name, double value);
/// Rows of several results.
std::vector<const ResultRow*> rows_of(std::initializer_list<ResultKey> keys);
/// The row of an id that comes at run time, or nullptr.
const ResultRow* find_result(std::string_view id);

/// Refuses an id that comes at run time and names no result: with the nearest, or what took the place of one that was
/// there once. `place` stands before the message where it is not empty. Throws BadInput.
[[noreturn]] void refuse_result(
    std::string_view id, std::string_view place = {}, BadInput::Kind kind = BadInput::Kind::unknown_id);
/// Whether an id named a result of an earlier version.
bool is_gone(std::string_view id);

/// For each input, the results that read it on any branch: read off the traces of an empty case.
const Dependents& dependents();

/// The id of every result.
std::vector<std::string_view> result_ids();

}  // namespace llmsize
