// SPDX-License-Identifier: Apache-2.0
// Collects what numbers are computed from, deepest first.
#include "core/workbook/numbers.hpp"

#include "core/formula/render.hpp"

namespace llmsize {
namespace {

/// Inputs and results that a formula names on any branch.
std::vector<NodePtr> leaves_with_itself(const NodePtr& body) {
  const bool is_leaf = body->kind == Node::Kind::input || body->kind == Node::Kind::result;
  return is_leaf ? std::vector{body} : leaves_of(*body);
}

}  // namespace

void LiveNumbers::add(const NodePtr& leaf) {
  if (leaf->input) return add_input(leaf);
  const ResultKey key = ResultKey::find(leaf->about->id).value();
  if (has_result_[key.slot()]) return;
  has_result_.set(key.slot());
  const NodePtr& body = leaf->parts.front();
  for (const NodePtr& part : leaves_with_itself(body)) add(part);
  for (NamedFormula& cell : sheet_formulas(cell_name(*leaf), body)) {
    const bool whole = cell.name == key.text();
    if (whole) cell.unit = leaf->unit;
    results_.push_back({std::move(cell), whole ? leaf->about : nullptr});
  }
}

void LiveNumbers::add_input(const NodePtr& leaf) {
  const InputKey key = InputKey::find(leaf->input->key).value();
  if (has_input_[key.slot()]) return;
  has_input_.set(key.slot());
  InputNumber number{key, leaf->input, leaf->value, !leaf->parts.empty(), {}};
  if (number.derived) {
    const NodePtr& body = leaf->parts.front();
    for (const NodePtr& part : leaves_with_itself(body)) add(part);
    std::vector<NamedFormula> cells = sheet_formulas(cell_name(*leaf), body);
    number.formula = std::move(cells.back().formula);
    cells.pop_back();
    for (NamedFormula& step : cells) results_.push_back({std::move(step), nullptr});
  }
  inputs_.push_back(std::move(number));
}

void LiveNumbers::add(const std::string& name, const NodePtr& body) {
  for (const NodePtr& part : leaves_with_itself(body)) add(part);
  for (NamedFormula& cell : sheet_formulas(name, body)) results_.push_back({std::move(cell), nullptr});
}

}  // namespace llmsize
