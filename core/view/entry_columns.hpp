// SPDX-License-Identifier: Apache-2.0
// What entries of the catalog are compared by where one is picked.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/formula/id.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/unit.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A word of the entry, or an input or result of a scenario that names the entry alone; the number where both are there
/// and the entry has no such word.
struct EntryColumn {
  const char* header;
  std::string_view word{};
  std::optional<NumberId> number{};
};

/// The columns of a kind: none where nothing tells its entries apart at a glance.
const std::vector<EntryColumn>& entry_columns(std::string_view kind);

/// A word, or a number in base units; neither where the entry does not tell it.
struct EntryCell {
  std::string word{};
  double value = absent;
  Unit unit = Unit::count;
};

/// The cells of an entry, one for each column of its kind. What is only assumed is no property of an entry and left
/// out. \throws BadInput where the entry or what it refers to is wrong
std::vector<EntryCell> entry_cells(const Catalog& catalog, std::string_view kind, std::string_view id);

}  // namespace llmsize
