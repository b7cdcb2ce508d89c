// SPDX-License-Identifier: Apache-2.0
// UTF-8, and what of it is shown rather than obeyed: a terminal takes control characters for orders, and so a file
// could clear the screen or hide a finding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace llmsize {

/// Bytes of the UTF-8 character that a text begins with; 0 where it begins with none. Overlong forms and surrogates are
/// none.
std::size_t character_length(std::string_view text);

/// Bytes up to where a text stops being UTF-8; its size where it does not.
std::size_t utf8_length(std::string_view text);

/// The character of a number; a question mark where it is of none.
std::string utf8_of(unsigned code);

/// Whether a character is an order to the terminal: controls, C1 among them, marks that turn the direction of text or
/// end a line, those that nobody sees, and codes that are no characters.
bool is_control(std::string_view character);

/// What may stay in a text beside characters that are shown, line ends and tabs.
enum class Keep {
  nothing,
  colour,  ///< the sequences that change bold, faint and colour, as painters write them
};

/// The text with a question mark for each control character and each byte that is no UTF-8.
std::string cleaned(std::string_view text, Keep keep = Keep::nothing);

/// The text up to so many bytes, without half a character at its end.
std::string_view beginning(std::string_view text, std::size_t most);

/// JSON with control characters that a writer leaves as they are (DEL, C1, marks of direction) as \uXXXX: the same
/// document.
std::string cleaned_json(std::string_view json);

}  // namespace llmsize
