// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
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

}  // namespace

std::vector<std::string_view> ids_meant(std::string_view typed, const std::vector<NamedEntry>& entries) {
  const bool published = is_published_id(typed);
  const bool is_path = !published && typed.find(slash_sign) != std::string_view::npos;
  const Parts parts = published ? parts_published(typed) : parts_of(typed);
  if (is_path || parts.empty()) return {};
  std::vector<std::string_view> same, of_name, part;
  for (const auto& [id, name] : entries) {
    const Parts by_id = parts_of(id), by_name = parts_of(name);
    if (by_id == parts)
      same.push_back(id);
    else if (by_name == parts)
      of_name.push_back(id);
    else if (published ? ends_in(parts, by_id) : holds(by_id, parts) || holds(by_name, parts))
      part.push_back(id);
  }
  std::vector<std::string_view>& meant = !same.empty() ? same : !of_name.empty() ? of_name : part;
  std::sort(meant.begin(), meant.end(), is_larger);
  return meant;
}

}  // namespace llmsize
