// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <tuple>
#include <utility>

namespace llmsize {
namespace {

using Parts = std::vector<std::string>;

enum class Sort { none, letter, digit };

Sort sort_of(std::string_view text, std::size_t at) {
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  if (is_digit(at) || (text[at] == '.' && at > 0 && is_digit(at - 1) && is_digit(at + 1))) return Sort::digit;
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte >= 0x80 || std::isalpha(byte) != 0 ? Sort::letter : Sort::none;
}

/// Words and numbers in small letters: "Llama-3.1 70B" is llama, 3.1, 70, b.
Parts parts_of(std::string_view text) {
  Parts parts;
  Sort before = Sort::none;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Sort sort = sort_of(text, i);
    if (sort != Sort::none && sort != before) parts.emplace_back();
    if (sort != Sort::none) parts.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    before = sort;
  }
  return parts;
}

constexpr char slash_sign = '/';

/// "meta-llama/Llama-3.1-70B": of who publishes and what; a path of a file is none.
bool is_published_id(std::string_view typed) {
  return std::count(typed.begin(), typed.end(), slash_sign) == 1 && sort_of(typed, 0) != Sort::none;
}

/// An id of Hugging Face without who publishes it and how it was tuned, which changes no shape.
Parts parts_published(std::string_view typed) {
  constexpr std::array<std::string_view, 5> tunings{"instruct", "chat", "base", "it", "hf"};
  const auto slash = typed.find(slash_sign);
  Parts parts = parts_of(typed.substr(slash + 1));
  while (!parts.empty() && std::find(tunings.begin(), tunings.end(), parts.back()) != tunings.end()) parts.pop_back();
  return parts;
}

/// Whether the words are those, or those behind one more: "Meta-Llama-3-8B" is Llama 3 8B.
bool ends_in(const Parts& words, const Parts& those) {
  return words == those ||
         (words.size() == those.size() + 1 && std::equal(those.begin(), those.end(), words.begin() + 1));
}

bool holds(const Parts& whole, const Parts& some) {
  return std::search(whole.begin(), whole.end(), some.begin(), some.end()) != whole.end();
}

/// A number with the letter behind it that says how many: 760, m is less than 1.3, b. Nothing else has one.
double size_of(Parts::const_iterator part, Parts::const_iterator end) {
  double value = -1;
  std::from_chars(part->data(), part->data() + part->size(), value);
  constexpr std::array<std::pair<std::string_view, double>, 3> scales{{{"m", 1e6}, {"b", 1e9}, {"t", 1e12}}};
  const auto next = std::next(part);
  for (const auto& [letter, scale] : scales)
    if (next != end && *next == letter) return value * scale;
  return value;
}

/// Whether a comes before b: at the first part in which they differ, the larger number.
bool is_larger(std::string_view a, std::string_view b) {
  const Parts left = parts_of(a), right = parts_of(b);
  const auto [one, other] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  if (one == left.end() || other == right.end()) return left.size() < right.size();
  const double first = size_of(one, left.end()), second = size_of(other, right.end());
  return first != second ? first > second : *one < *other;
}

/// Pieces between separators; empty ones are left out.
std::vector<std::string_view> pieces_of(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> pieces;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, start), text.size());
    if (end > start) pieces.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return pieces;
}

bool has_name(const NamedEntry& entry, const Parts& parts) {
  const auto names = pieces_of(entry.known_as, ";");
  return parts_of(entry.name) == parts ||
         std::any_of(names.begin(), names.end(), [&](std::string_view name) { return parts_of(name) == parts; });
}

/// How an entry fits a name, best last.
enum class Fit { none, part_of_name, part_of_id, name, id };

Fit fit_of(const NamedEntry& entry, const Parts& parts, bool published) {
  const Parts by_id = parts_of(entry.id);
  if (by_id == parts) return Fit::id;
  if (has_name(entry, parts)) return Fit::name;
  if (published) return ends_in(parts, by_id) ? Fit::part_of_id : Fit::none;
  if (holds(by_id, parts)) return Fit::part_of_id;
  return holds(parts_of(entry.name), parts) ? Fit::part_of_name : Fit::none;
}

/// An entry that fits: the better fit, the newer, the one with fewer words, the larger comes first.
struct Fitting {
  const NamedEntry* entry;
  Fit fit;

  bool operator<(const Fitting& other) const {
    const auto key = [](const Fitting& each) {
      return std::tuple(-static_cast<int>(each.fit), -each.entry->rank, pieces_of(each.entry->id, "-").size());
    };
    return key(*this) != key(other) ? key(*this) < key(other) : is_larger(entry->id, other.entry->id);
  }
};

/// Ids of what fits as well as the best: a part of an id and one of a name are alike.
std::vector<std::string_view> best_of(std::vector<Fitting> fitting) {
  std::sort(fitting.begin(), fitting.end());
  if (fitting.empty()) return {};
  const Fit best = fitting.front().fit, least = best == Fit::part_of_id ? Fit::part_of_name : best;
  std::vector<std::string_view> ids;
  for (const Fitting& each : fitting)
    if (each.fit >= least) ids.push_back(each.entry->id);
  return ids;
}

}  // namespace

std::vector<std::string_view> ids_meant(std::string_view typed, const std::vector<NamedEntry>& entries) {
  const bool published = is_published_id(typed);
  const bool is_path = !published && typed.find(slash_sign) != std::string_view::npos;
  const Parts parts = published ? parts_published(typed) : parts_of(typed);
  if (is_path || parts.empty()) return {};
  std::vector<Fitting> fitting;
  for (const NamedEntry& entry : entries)
    if (const Fit fit = fit_of(entry, parts, published); fit != Fit::none) fitting.push_back({&entry, fit});
  return best_of(std::move(fitting));
}

std::vector<std::string_view> ids_akin(std::string_view typed, const std::vector<NamedEntry>& entries) {
  const Parts parts = parts_of(typed);
  if (parts.empty() || typed.find(slash_sign) != std::string_view::npos) return {};
  std::vector<Parts> words;
  constexpr std::size_t shortest = 3;  // nearly everything holds an 8
  for (const std::string_view word : pieces_of(typed, " -_"))
    if (word.size() >= shortest) words.push_back(parts_of(word));
  std::vector<Fitting> kin, sharing;
  std::ptrdiff_t most = 1;
  for (const NamedEntry& entry : entries) {
    if (holds(parts_of(entry.kin), parts)) kin.push_back({&entry, Fit::part_of_name});
    const auto shared = std::count_if(words.begin(), words.end(), [&](const Parts& word) {
      return !word.empty() && fit_of(entry, word, false) != Fit::none;
    });
    if (shared > most) sharing.clear();
    if (shared >= most) sharing.push_back({&entry, Fit::part_of_name});
    most = std::max(most, shared);
  }
  return best_of(std::move(kin.empty() ? sharing : kin));
}

}  // namespace llmsize
