// SPDX-License-Identifier: Apache-2.0
// Wording helpers for errors.
#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace llmsize {
namespace {

/// Edits between two words: insert, delete, replace, swap of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) edits[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) edits[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = edits[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  return edits[a.size()][b.size()];
}

/// Whether a word is part of a candidate, as "h100" is of "h100-sxm5-80gb".
bool is_part(std::string_view word, std::string_view candidate) {
  return word.size() >= 3 && candidate.size() > word.size() && candidate.find(word) != std::string_view::npos;
}

/// How far a candidate is from a word: edits, then difference in length. A candidate that the word is part of is near.
std::pair<std::size_t, std::size_t> badness(std::string_view word, std::string_view candidate) {
  const std::size_t longer = std::max(word.size(), candidate.size()), shorter = std::min(word.size(), candidate.size());
  return {is_part(word, candidate) ? 1 : distance(word, candidate), longer - shorter};
}

/// Bytes of the UTF-8 character that a text begins with; 0 for control characters and for what is no UTF-8.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first < 0x20 || first == 0x7f ? 0 : 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  // U+0080 to U+009F are control characters, too; some terminals obey them.
  if (first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0) return 0;
  const bool continued = std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  });
  return continued ? length : 0;
}

}  // namespace

void refuse_contents(std::string_view source, std::string_view reason) {
  throw BadInput(BadInput::Kind::data, fmt::format("{}: {}", source, reason));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > 100 || candidates.empty()) return {};
  std::vector<std::string_view> nearest = candidates;
  std::stable_sort(nearest.begin(), nearest.end(), [&](auto a, auto b) { return badness(word, a) < badness(word, b); });
  nearest.erase(std::unique(nearest.begin(), nearest.end()), nearest.end());
  const std::size_t tolerable = std::min(std::max<std::size_t>(2, word.size() / 3), word.size() / 2);
  if (badness(word, nearest.front()).first > tolerable) return {};
  // A beginning such as "h100" may mean several; one letter short is a slip.
  constexpr std::size_t most = 3, slip = 2;
  const bool beginning = is_part(word, nearest[0]) && nearest[0].size() - word.size() > slip;
  std::size_t count = 1;
  while (beginning && count < std::min(most, nearest.size()) && is_part(word, nearest[count])) ++count;
  std::string list = fmt::format("'{}'", nearest.front());
  for (std::size_t i = 1; i < count; ++i) list += fmt::format("{} '{}'", i + 1 == count ? " or" : ",", nearest[i]);
  return fmt::format("; did you mean {}?", list);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t end = std::min(text.size(), longest);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return fmt::format("'{}{}'", printable(text.substr(0, end)), end < text.size() ? "…" : "");
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    shown += length == 0 ? "?" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

}  // namespace llmsize
