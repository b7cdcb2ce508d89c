// SPDX-License-Identifier: Apache-2.0
// Published component tables beside what is counted for the same nodes: switches, cables, transceivers, racks.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/tables/data.hpp"
#include "core/tables/rows.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// One number of a component table.
struct CountedPart {
  std::string id;     ///< of the table
  std::string field;  ///< its column: "spine"
  double printed = absent;
  double computed = absent;  ///< absent where it is skipped
  std::string skipped{};     ///< why nothing is computed; empty where something is
  bool is_exact() const { return skipped.empty() && printed == computed; }
};

struct BomReport {
  std::vector<CountedPart> parts;
};

/// Reads component tables of a CSV, one cluster per row: `in_…` columns say inputs of the fabric, the others what is
/// printed. A number is skipped where the row lacks an input that it rests on. Throws BadInput: data, where the text is
/// no such CSV or a cell no number.
BomReport read_bom(std::string_view text, const std::string& source, const Catalog& catalog);

inline constexpr std::string_view about_bom =
    "# Bill of materials\n\n"
    "Published component tables beside the counts of `llmsize bom`: switches, cables, transceivers, racks. Nothing is "
    "fitted to them.\n\n";

/// `validation.bom.values` and `.exact`.
Json bom_results(const BomReport& report);
Json bom_rows(const BomReport& report);
Table bom_columns(const BomReport& report);
std::vector<TitledTable> bom_tables(const BomReport& report);

}  // namespace llmsize
