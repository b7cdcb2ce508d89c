// SPDX-License-Identifier: Apache-2.0
// What the abbreviations of a proposal mean, as docs/glossary.csv has them.
#include "core/files/csv.hpp"
#include "core/report/sections.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

struct Term {
  std::string name, abbreviation, meaning;
};

std::vector<Term> terms_of(const Catalog& catalog) {
  std::vector<Term> terms;
  constexpr std::size_t name = 1, abbreviation = 2, meaning = 3;
  const Csv csv = parse_csv(catalog.text("docs", "glossary"), "docs/glossary.csv");
  for (const CsvRow& row : csv.rows)
    if (row.cells.size() > meaning && row.number > 1)
      terms.push_back({row.cells[name], row.cells[abbreviation], row.cells[meaning]});
  return terms;
}

/// Whether a text has a word, with what joins words of its own around it: "ZeRO" of "ZeRO-1", "NIC" of "NICs", not "TP"
/// of "TPOT".
bool has_word(std::string_view text, std::string_view word) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size() + (text.substr(at + word.size()).starts_with('s') ? 1 : 0);
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

/// Whether one of "P50, P80" is in a text.
bool has_any(std::string_view text, std::string_view abbreviations) {
  while (!abbreviations.empty()) {
    const auto comma = std::min(abbreviations.find(", "), abbreviations.size());
    const std::string_view one = abbreviations.substr(0, comma);
    if (!one.empty() && has_word(text, one)) return true;
    abbreviations.remove_prefix(std::min(comma + 2, abbreviations.size()));
  }
  return false;
}

}  // namespace

Document::Section glossary_section(const Document& document, const Catalog& catalog) {
  Document::Section section{"glossary", "Glossary"};
  Document::Table table{{}, {}, {{"Term"}, {"Meaning"}}};
  const std::string text = as_markdown(document);
  for (const Term& term : terms_of(catalog))
    if (has_any(text, term.abbreviation))
      table.rows.push_back({{{fmt::format("{} ({})", term.name, term.abbreviation)}, {term.meaning}}});
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace llmsize
