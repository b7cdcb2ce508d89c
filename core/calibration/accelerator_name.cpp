// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/accelerator_name.hpp"

#include "core/formula/functions.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace llmsize {
namespace {

/// Words of letters and digits in lower case.
std::vector<std::string> name_words(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char letter : text) {
    const auto c = static_cast<unsigned char>(letter);
    if (std::isalnum(c))
      words.back() += static_cast<char>(std::tolower(c));
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "sxm" of "sxm5"; "pcie", "nvl"; empty for other words.
std::string form_word(std::string_view word) {
  if (word.rfind("sxm", 0) == 0) return "sxm";
  return word == "pcie" || word == "nvl" ? std::string(word) : std::string{};
}

std::string form_among(const std::vector<std::string>& words) {
  // An NVL is a PCIe card, too.
  if (has_word(words, "nvl")) return "nvl";
  for (const std::string& word : words)
    if (std::string form = form_word(word); !form.empty()) return form;
  return {};
}

/// 80 of "80gb".
std::optional<double> gigabytes(std::string_view word) {
  double value = 0;
  const auto end = std::from_chars(word.data(), word.data() + word.size(), value).ptr;
  if (end == word.data() || std::string_view(end, static_cast<std::size_t>(word.data() + word.size() - end)) != "gb")
    return {};
  return value;
}

double label_of(const Entry& entry) {
  const Fact* fact = entry.find("accelerator.memory_label");
  return fact && fact->number ? *fact->number : absent;
}

/// How well an entry fits; nothing where it does not.
std::optional<int> fit_of_name(const Entry& entry, const std::vector<std::string>& name, double memory) {
  int score = 0;
  const auto id = name_words(entry.id);
  bool named = false;
  for (const std::string& word : id) {
    if (!form_word(word).empty() || gigabytes(word)) continue;
    if (!has_word(name, word)) return {};
    named = true;
    score += 4;
  }
  if (!named) return {};
  const std::string form = form_among(name), own = form_among(id);
  if (!form.empty() && !own.empty()) {
    if (form != own) return {};
    score += 4;
  } else if (form.empty()) {
    // The bare name of a model that comes in several forms is that of the module.
    score += own == "sxm" ? 1 : own.empty() ? 0 : -1;
  }
  const double label = label_of(entry);
  if (memory > 0 && !is_absent(label)) {
    const Fact* devices = entry.find("accelerator.devices");
    const double each = label / (devices && devices->number ? *devices->number : 1);
    if (std::abs(memory / each - 1) > 0.15) return {};
    score += 3;
  } else {
    for (const std::string& word : name)
      if (const auto size = gigabytes(word); size && std::abs(*size * 1e9 / label - 1) < 0.01) score += 3;
  }
  return score;
}

}  // namespace

std::string accelerator_named(const Catalog& catalog, std::string_view name, double memory) {
  const auto words = name_words(name);
  std::string best;
  int highest = 0, ties = 0;
  for (const std::string_view id : catalog.ids("accelerators")) {
    if (id == name) return std::string(id);
    const auto score = fit_of_name(catalog.entry("accelerators", id), words, memory);
    if (!score) continue;
    if (*score == highest) ++ties;
    if (*score <= highest) continue;
    highest = *score;
    best = id;
    ties = 0;
  }
  return ties == 0 ? best : std::string{};
}

}  // namespace llmsize
