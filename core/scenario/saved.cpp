// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/saved.hpp"

#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace llmsize {
namespace {

constexpr std::string_view saved_by = "Saved by llmsize ";

/// "planning.nodes=48"; nothing where it is no such thing.
std::optional<std::pair<std::string, double>> number_named(std::string_view word) {
  const auto equals = word.find('=');
  double value = 0;
  if (equals == std::string_view::npos) return {};
  const std::string_view digits = word.substr(equals + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  return std::pair(std::string(word.substr(0, equals)), value);
}

}  // namespace

std::string with_saved(const std::string& notes, const Saved& saved) {
  std::string text = notes + (notes.empty() ? "" : "\n") + std::string(saved_by) + saved.version;
  for (std::size_t i = 0; i < saved.answer.size(); ++i)
    text += fmt::format("{} {}={}", i == 0 ? ":" : "", saved.answer[i].first, exact(saved.answer[i].second));
  return text;
}

std::optional<Saved> take_saved(std::string& notes) {
  const auto line = notes.rfind('\n') == std::string::npos ? 0 : notes.rfind('\n') + 1;
  std::string_view last = std::string_view(notes).substr(line);
  if (!last.starts_with(saved_by)) return {};
  last.remove_prefix(saved_by.size());
  const auto colon = last.find(": ");
  Saved saved{std::string(last.substr(0, colon))};
  // A sentence of the user's own has blanks where a version has none.
  if (saved.version.empty() || saved.version.find(' ') != std::string::npos) return {};
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : last.substr(colon + 2);
  while (!rest.empty()) {
    const auto blank = std::min(rest.find(' '), rest.size());
    const auto number = number_named(rest.substr(0, blank));
    if (!number) return {};
    saved.answer.push_back(*number);
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  notes.erase(line == 0 ? 0 : line - 1);
  return saved;
}

}  // namespace llmsize
