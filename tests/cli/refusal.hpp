// SPDX-License-Identifier: Apache-2.0
// How a command refuses bad input: by its exit code, one sentence and a hint, and without leaving anything behind.
#pragma once

#include <string>
#include <vector>

namespace llmsize::tests {

/// Exit codes that users rely on.
enum Exit { done = 0, check_failed = 1, usage = 2, data = 3, unknown_id = 4, file = 5, nothing_measured = 6 };

/// Checks that a command ends with an exit code and, on standard error, an error and a hint that together have all
/// phrases; standard output stays empty.
void check_refused(const std::vector<std::string>& arguments, Exit exit, const std::vector<std::string>& phrases);

/// The same for a command line without quotes, also with -o: then no file may be left.
void check_line_refused(const std::string& line, Exit exit, const std::vector<std::string>& phrases);

/// Whether a text is an error in one line, and at most a hint in a second one.
bool is_refusal(const std::string& text);
/// Whether a text is one line without control characters, in UTF-8.
bool is_one_sentence(const std::string& text);

}  // namespace llmsize::tests
