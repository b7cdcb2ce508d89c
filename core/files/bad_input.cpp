// SPDX-License-Identifier: Apache-2.0
// Wording helpers for errors.
#include "core/files/bad_input.hpp"

#include "core/files/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <tuple>

namespace llmsize {
namespace {

constexpr std::string_view between = "; ";

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

/// Letters, digits and dots as somebody may type them: "DGX H100" and "dgx_h100" are "dgxh100".
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '.') letters += static_cast<char>(std::tolower(byte));
  }
  return letters;
}

/// Where a word is part of a candidate, as "h100" is of "h100-sxm5-80gb".
std::size_t part_at(std::string_view word, std::string_view candidate) {
  return word.size() >= 3 && candidate.size() > word.size() ? candidate.find(word) : std::string_view::npos;
}

/// A candidate and how far it is from a word: those that it is the beginning of first, then those that it is part of,
/// then by edits; then those that only have letters more, the most usual slip, then by the difference in length.
struct Near {
  std::string_view candidate;
  std::size_t rank, longer;
  bool completes = false;

  bool is_of_family() const { return rank <= 1; }
};

/// Candidates within so many edits of a word, nearest first.
std::vector<Near> near(std::string_view word, const std::vector<std::string_view>& candidates, std::size_t tolerable) {
  std::vector<Near> all;
  for (const std::string_view candidate : candidates) {
    const std::string letters = letters_of(candidate);
    const auto [shorter, longer] = std::minmax({word.size(), letters.size()});
    if (const std::size_t at = part_at(word, letters); at != std::string::npos) {
      all.push_back({candidate, at == 0 ? std::size_t{0} : std::size_t{1}, longer - shorter});
      continue;
    }
    // Each character more is an edit, so that most candidates need not be compared.
    if (longer - shorter > tolerable) continue;
    if (const std::size_t edits = distance(word, letters); edits <= tolerable)
      all.push_back(
          {candidate, edits == 0 ? edits : edits + 1, longer - shorter, word.size() + edits == letters.size()});
  }
  std::stable_sort(all.begin(), all.end(), [](const Near& a, const Near& b) {
    return std::tuple(a.rank, !a.completes, a.longer) < std::tuple(b.rank, !b.completes, b.longer);
  });
  const auto same = [](const Near& a, const Near& b) { return a.candidate == b.candidate; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

}  // namespace

BadInput::BadInput(Kind kind, const std::string& message, const std::string& hint)
    : std::runtime_error(hint.empty() ? message : message + std::string(between) + hint),
      kind_(kind),
      message_size_(message.size()) {}

std::string_view BadInput::hint() const {
  const std::string_view whole = what();
  return whole.substr(std::min(whole.size(), message_size_ + between.size()));
}

void refuse_contents(std::string_view source, std::string_view reason, const std::string& hint) {
  throw BadInput(BadInput::Kind::data, fmt::format("{}: {}", source, reason), hint);
}

void refuse_value(std::string_view option, std::string_view text, std::string_view expected, const std::string& hint) {
  throw BadInput(
      BadInput::Kind::usage, fmt::format("invalid value {} for {}: expected {}", in_quotes(text), option, expected),
      hint);
}

void refuse_word(std::string_view option, std::string_view text, const std::vector<std::string_view>& words) {
  refuse_value(option, text, any_of(words), did_you_mean(text, words));
}

std::vector<std::string_view> nearest(std::string_view typed, const std::vector<std::string_view>& candidates) {
  if (typed.size() > 100) return {};
  const std::string word = letters_of(typed);
  const std::size_t tolerable = std::min(std::max<std::size_t>(2, word.size() / 3), word.size() / 2);
  const std::vector<Near> all = near(word, candidates, tolerable);
  if (all.empty()) return {};
  // A beginning such as "gpt3" may mean all of a family; one letter short is a slip, which may be one of several.
  constexpr std::size_t whole_family = 8, slips = 3, slip = 2;
  const Near& first = all.front();
  const bool family = first.is_of_family() && first.longer > slip;
  const std::size_t most = family ? whole_family : first.is_of_family() ? 1 : slips;
  std::size_t count = 1;
  while (count < std::min(most, all.size()) && all[count].rank == first.rank) ++count;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(all[i].candidate);
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  return offered(nearest(word, candidates));
}

std::string any_of(const std::vector<std::string_view>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return list;
}

std::string offered(const std::vector<std::string_view>& candidates) {
  if (candidates.empty()) return {};
  std::vector<std::string> quoted;
  quoted.reserve(candidates.size());
  for (const std::string_view candidate : candidates) quoted.push_back(fmt::format("'{}'", candidate));
  return fmt::format("did you mean {}?", any_of({quoted.begin(), quoted.end()}));
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::string_view shown = beginning(text, longest);
  return fmt::format("'{}{}'", printable(shown), shown.size() < text.size() ? "…" : "");
}

std::string printable(std::string_view text) {
  std::string shown = cleaned(text);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c == '\n' || c == '\t'; }, '?');
  return shown;
}

}  // namespace llmsize
