// SPDX-License-Identifier: Apache-2.0
// Words for severities and for numbers that stand for words.
#include "core/formula/about.hpp"

#include "core/quantity/print.hpp"

namespace llmsize {

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return {};
}

std::string_view word(std::span<const std::string_view> words, double value) {
  // Compared this way round so that an absent value has no word.
  return value >= 0 && value < static_cast<double>(words.size()) ? words[static_cast<std::size_t>(value)]
                                                                 : std::string_view{};
}

namespace {
template <class Words>
std::string pretty_of(double value, const Words& about) {
  const std::string_view word = llmsize::word(about.words, value);
  return word.empty() ? pretty(value, about.unit) : std::string(word);
}
}  // namespace

std::string pretty(double value, const About& about) { return pretty_of(value, about); }
std::string pretty(double value, const InputAbout& about) { return pretty_of(value, about); }

}  // namespace llmsize
