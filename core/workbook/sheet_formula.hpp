// SPDX-License-Identifier: Apache-2.0
// Derivations as formulas of a spreadsheet over named cells.
//
// A cell that holds nothing, or the empty text that a formula gives where something is missing, is absent. Arithmetic
// with it is an error, which every formula turns into the empty text again: so it spreads as it does in the library,
// and no cell shows an error.
#pragma once

#include "core/formula/node.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// The cell beside a number that was searched for, which counts the inputs that it rests on and that were changed
/// since: `name + stale_suffix`. Where any was, the number is absent. Ranges of the sheet Inputs that it reads.
inline constexpr std::string_view stale_suffix = ".changed", keys_range = "workbook.keys",
                                  changes_range = "workbook.changes";

/// Whether a spreadsheet does not find a number again: where an equation holds, a mean over a spread.
bool is_searched(const Node& node);

/// The name of the cell of an input or result: its id. Ids hold a point, so that none looks like the place of a cell.
std::string cell_name(const Node& leaf);

/// A named cell and its formula, without the sign of equality.
struct NamedFormula {
  std::string name;
  std::string formula;
  double value;  ///< base units; NaN is absent
  Unit unit;
};

/// The formulas of a derivation, in the order in which they build on each other; the last one has the name and is the
/// whole. What occurs twice, and what would make a formula long or deep, comes before it in a cell of its own, named
/// "training.step_time.1". `name_of` names the cells of inputs and results.
std::vector<NamedFormula> sheet_formulas(
    std::string_view name, const NodePtr& body, const std::function<std::string(const Node&)>& name_of = cell_name);

}  // namespace llmsize
