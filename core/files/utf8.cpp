// SPDX-License-Identifier: Apache-2.0
#include "core/files/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

unsigned octet(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

/// The number of a character that is UTF-8.
unsigned code_point(std::string_view character) {
  if (character.size() == 1) return octet(character, 0);
  unsigned code = octet(character, 0) & (0x7Fu >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (octet(character, i) & 0x3F);
  return code;
}

/// The smallest number that needs so many bytes; a smaller one in as many bytes hides what it is.
constexpr unsigned least_of_length[] = {0, 0, 0x80, 0x800, 0x10000};

/// Bytes of an order of a painter that a text begins with, such as "\033[31;1m"; 0 where it begins with none. Codes up
/// to 2 are plain, bold and faint, those from 30 to 37 colours: none hides or moves anything.
std::size_t colour_length(std::string_view text) {
  if (text.size() < 4 || text.substr(0, 2) != "\033[") return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  if (end == std::string_view::npos || text[end] != 'm') return 0;
  for (std::string_view codes = text.substr(2, end - 2); !codes.empty();) {
    const std::string_view code = codes.substr(0, codes.find(';'));
    const bool weight = code == "0" || code == "1" || code == "2";
    const bool colour = code.size() == 2 && code[0] == '3' && code[1] <= '7';
    if (!weight && !colour) return 0;
    codes.remove_prefix(std::min(codes.size(), code.size() + 1));
  }
  return end + 1;
}

/// Bytes at the beginning of a text that are ASCII and shown, line ends or tabs: nearly all of most texts.
std::size_t plain_length(std::string_view text) {
  const auto end = std::find_if_not(
      text.begin(), text.end(), [](char c) { return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t'; });
  return static_cast<std::size_t>(end - text.begin());
}

/// The text with what `instead` gives for each character that is not plain, bytes that are no UTF-8 one by one.
template <class Instead>
std::string replaced(std::string_view text, Instead instead) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = plain_length(text);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    std::size_t taken = std::max<std::size_t>(character_length(text), 1);
    out += instead(text, taken);
    text.remove_prefix(taken);
  }
  return out;
}

/// "\u200b"; beyond 16 bits as two surrogates.
std::string in_json(unsigned code) {
  if (code < 0x10000) return fmt::format("\\u{:04x}", code);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD7C0 + (code >> 10U), 0xDC00 + (code & 0x3FFU));
}

}  // namespace

std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = octet(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((octet(text, i) & 0xC0) != 0x80) return 0;
  const unsigned code = code_point(text.substr(0, length));
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least_of_length[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

std::size_t utf8_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_length(text.substr(at, 4));
    if (length == 0) break;
    at += length;
  }
  return at;
}

bool is_control(std::string_view character) {
  const unsigned code = code_point(character);
  const bool turns = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                     (code >= 0x2066 && code <= 0x2069);
  const bool ends_lines = code == 0x2028 || code == 0x2029;
  const bool is_none = code == 0xFFFE || code == 0xFFFF;  // no XML may hold it
  // Nobody sees them: a name with one looks like another. Joiners are left out, as scripts are written with them.
  const bool is_hidden =
      code == 0x200B || (code >= 0x2060 && code <= 0x2064) || code == 0xFEFF || (code >= 0xE0000 && code <= 0xE007F);
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || turns || ends_lines || is_none || is_hidden;
}

std::string utf8_of(unsigned code) {
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (surrogate || code > 0x10FFFF) return "?";
  if (code < 0x80) return std::string(1, static_cast<char>(code));
  std::string text;
  unsigned lead = 0x3F;  // bits of the number that the first byte has room for
  do {
    text.insert(text.begin(), static_cast<char>(0x80U | (code & 0x3FU)));
    code >>= 6U;
    lead >>= 1U;
  } while (code > lead);
  return static_cast<char>(~(2 * lead + 1) | code) + text;
}

std::string cleaned(std::string_view text, Keep keep) {
  return replaced(text, [&](std::string_view rest, std::size_t& taken) -> std::string_view {
    if (const std::size_t colour = keep == Keep::colour ? colour_length(rest) : 0; colour > 0)
      taken = colour;
    else if (character_length(rest) == 0 || is_control(rest.substr(0, taken)))
      return "?";
    return rest.substr(0, taken);
  });
}

std::string_view beginning(std::string_view text, std::size_t most) {
  std::size_t end = std::min(text.size(), most);
  while (end < text.size() && end > 0 && (octet(text, end) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string cleaned_json(std::string_view json) {
  return replaced(json, [](std::string_view rest, std::size_t taken) {
    if (character_length(rest) == 0) return std::string("?");
    const std::string_view character = rest.substr(0, taken);
    return is_control(character) ? in_json(code_point(character)) : std::string(character);
  });
}

}  // namespace llmsize
