// SPDX-License-Identifier: Apache-2.0
// The one exception for what a user can get wrong: a flag, a file, a name. Programs turn it into a message, a hint and
// an exit code in one place.
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

  /// `message` says what is wrong, `hint` what to type instead. `what` is both, "MESSAGE; HINT", for places of one
  /// line.
  BadInput(Kind kind, const std::string& message, const std::string& hint = {});
  Kind kind() const { return kind_; }
  int exit_code() const { return static_cast<int>(kind_); }
  std::string_view message() const { return std::string_view(what()).substr(0, message_size_); }
  /// Empty where there is none.
  std::string_view hint() const;

 private:
  Kind kind_;
  std::size_t message_size_;
};

/// Refuses what a file says: "SOURCE: REASON". Throws BadInput: data.
[[noreturn]] void refuse_contents(std::string_view source, std::string_view reason, const std::string& hint = {});
/// Refuses a value of an option: "invalid value 'TEXT' for OPTION: expected EXPECTED". Throws BadInput: usage.
[[noreturn]] void refuse_value(
    std::string_view option, std::string_view text, std::string_view expected, const std::string& hint = {});
/// Refuses a word that is none of an option's: "…: expected a4 or letter". Throws BadInput: usage, with the nearest.
[[noreturn]] void refuse_word(
    std::string_view option, std::string_view text, const std::vector<std::string_view>& words);

/// The candidate nearest to a misspelt word, several that are as near or that the word is a part of, or none.
std::vector<std::string_view> nearest(std::string_view word, const std::vector<std::string_view>& candidates);
/// "did you mean 'X'?" for the candidate nearest ones, or nothing when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);
/// "did you mean 'X', 'Y' or 'Z'?", nothing without candidates.
std::string offered(const std::vector<std::string_view>& candidates);
/// "a4 or letter", "auto, always or never".
std::string any_of(const std::vector<std::string_view>& words);

/// The text in quotes, shortened to a length that fits a sentence, control characters as question marks.
std::string in_quotes(std::string_view text);

/// The text with control characters as question marks, so that it stays on one line and cannot speak to the terminal.
std::string printable(std::string_view text);

}  // namespace llmsize
