// SPDX-License-Identifier: Apache-2.0
// The one exception for what a user can get wrong: a flag, a file, a name. Programs turn it into one sentence and an
// exit code in one place.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

class BadInput : public std::runtime_error {
 public:
  /// Exit codes follow the kind.
  enum class Kind {
    usage = 2,       ///< a flag or value on the command line
    data = 3,        ///< the contents of a file
    unknown_id = 4,  ///< a model, machine or result that does not exist
    file = 5,        ///< a file that cannot be read or written
  };

  BadInput(Kind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
  Kind kind() const { return kind_; }
  int exit_code() const { return static_cast<int>(kind_); }

 private:
  Kind kind_;
};

/// Refuses what a file says: "SOURCE: REASON". Throws BadInput: data.
[[noreturn]] void refuse_contents(std::string_view source, std::string_view reason);

/// "; did you mean 'X'?" for the candidate nearest to a misspelt word, for up to three that the word is a part of, or
/// nothing when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);
/// "; did you mean 'X', 'Y' or 'Z'?"
std::string offered(const std::vector<std::string_view>& candidates);

/// The text in quotes, shortened to a length that fits a sentence, control characters as question marks.
std::string in_quotes(std::string_view text);

/// The text with control characters as question marks, so that it stays on one line and cannot speak to the terminal.
std::string printable(std::string_view text);

}  // namespace llmsize
