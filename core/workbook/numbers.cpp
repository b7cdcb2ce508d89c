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

/// What an input that nobody gave follows from; nothing where it was given. How many GPUs there are is told by nodes or
/// by degrees, whichever somebody said.
NodePtr LiveNumbers::formula_of(const NodePtr& input) const {
  if (!input->parts.empty()) return input->parts.front();
  const InputKey key = InputKey::find(input->input->key).value();
  if (key != InputKey("cluster.gpus") || plan_->origin(key).kind != Origin::Kind::derived) return {};
  const auto product = [&](std::initializer_list<InputKey> factors) {
    NodePtr whole;
    for (const InputKey factor : factors) {
      const NodePtr& next = tracing_.input(factor);
      whole = whole ? std::make_shared<Node>(
                          Node{Node::Kind::multiply, whole->value * next->value, Unit::count, {}, {}, {whole, next}})
                    : next;
    }
    return whole->value == input->value ? whole : NodePtr();
  };
  if (const NodePtr of_nodes = product({"cluster.nodes", "node.gpus"})) return of_nodes;
  if (!plan_->has("layout.data")) return {};
  return product({"layout.tensor", "layout.pipeline", "layout.context", "layout.data"});
}

void LiveNumbers::add_input(const NodePtr& leaf) {
  const InputKey key = InputKey::find(leaf->input->key).value();
  if (has_input_[key.slot()]) return;
  has_input_.set(key.slot());
  const NodePtr body = formula_of(leaf);
  InputNumber number{key, leaf->input, leaf->value, body != nullptr, {}};
  if (number.derived) {
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
