// SPDX-License-Identifier: Apache-2.0
// Formulas step by step, sources by number, and what made the report.
#include "core/files/version.hpp"
#include "core/report/catalog_digest.hpp"
#include "core/report/sections.hpp"

#include "core/quantity/absent.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

Document::Row part_row(const Part& part, Links& links) {
  const std::string value = !part.word.empty() ? std::string(part.word) : pretty(part.value, part.unit);
  Document::Cell from{part.origin};
  if (!part.source.empty()) {
    from.text += " " + links.number_of(part.source);
    from.to = links.to_source(part.source);
  }
  return {{{part.symbol, {}, true}, {value}, {part.label, links.to({part.name, {}})}, std::move(from)}};
}

/// Longer formulas, such as steps of Newton's method written out, are for machines: their parts tell people more.
constexpr std::size_t longest_formula = 900;

Document::Derivation derivation_of(const Explanation& explanation, Links& links) {
  Document::Derivation made{explanation, explanation.id, {{}, {}, {{}, {{}, true}, {}, {}}}};
  if (explanation.applied.size() > longest_formula)
    made.instead = fmt::format("Formula too long for a report; see llmsize explain {}. Inputs:", explanation.id);
  // What nobody knows stands in a branch that does not apply.
  for (const Part& part : explanation.parts)
    if (!is_absent(part.value)) made.parts.rows.push_back(part_row(part, links));
  return made;
}

/// So many digits tell two catalogs apart.
constexpr std::size_t short_digest = 12;

}  // namespace

Document::Section derivations_section(Links& links) {
  Document::Section section{"derivations", "Derivations"};
  section.blocks.emplace_back(
      Document::Paragraph{"Each formula in symbols, then in base units (bytes, FLOP, seconds, watts), then its symbols "
                          "with their sources."});
  for (const Explanation& each : links.derivations()) section.blocks.emplace_back(derivation_of(each, links));
  return section;
}

Document::Section sources_section(const Links& links) {
  Document::Section section{"sources", "Sources"};
  Document::Table table{{}, {}, {{{}, true}, {}}};
  std::size_t number = 0;
  for (const std::string& source : links.sources())
    table.rows.push_back({{{fmt::format("[{}]", ++number)}, {source}}, false, false, fmt::format("source-{}", number)});
  section.blocks.emplace_back(std::move(table));
  return section;
}

std::string made_by(const Catalog& catalog) {
  return fmt::format("llmsize {} · catalog {}", version(), catalog_digest(catalog).substr(0, short_digest));
}

Document::Section origin_section(const Catalog& catalog, const std::string& command, const std::string& hint) {
  Document::Section section{"origin", "Reproduce this report"};
  section.blocks.emplace_back(Document::Table{
      {},
      {},
      {{}, {}},
      {{{{"Program"}, {fmt::format("llmsize {}", version())}}},
       {{{"Catalog, SHA-256"}, {catalog_digest(catalog)}}},
       {{{"Calibration"},
         {catalog.calibration().empty() ? std::string("none")
                                        : fmt::format("{} values", catalog.calibration().size())}}}}});
  section.blocks.emplace_back(Document::Paragraph{"Command:"});
  section.blocks.emplace_back(Document::Paragraph{"llmsize " + command, true});
  if (!hint.empty()) section.blocks.emplace_back(Document::Paragraph{hint});
  return section;
}

}  // namespace llmsize
