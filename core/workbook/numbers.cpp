// SPDX-License-Identifier: Apache-2.0
// Collects what numbers are computed from, deepest first.
#include "core/workbook/numbers.hpp"

#include "core/formula/render.hpp"

#include <algorithm>
#include <set>

namespace llmsize {
namespace {

/// Inputs and results that a formula of a sheet names on any branch, through the functions that it calls; of what was
/// searched for the inputs that it rests on.
class NamedBySheet {
 public:
  explicit NamedBySheet(const Tracing& tracing) : tracing_(tracing) {}

  std::vector<NodePtr> of(const NodePtr& body) {
    collect(body);
    return std::move(leaves_);
  }

 private:
  void collect(const NodePtr& node) {
    if (!seen_.insert(node.get()).second) return;
    if (node->kind == Node::Kind::input || node->kind == Node::Kind::result) {
      leaves_.push_back(node);
    } else if (is_searched(*node)) {
      for (const InputAbout* input : inputs_behind(node)) collect(tracing_.input(InputKey::find(input->key).value()));
    } else {
      const std::size_t named = node->kind == Node::Kind::call ? 1 : node->parts.size();
      for (std::size_t i = 0; i < named; ++i) collect(node->parts[i]);
    }
  }

  const Tracing& tracing_;
  std::vector<NodePtr> leaves_{};
  std::set<const Node*> seen_{};
};

}  // namespace

/// Whether a number of this case can be another than in the base: an input that is, or what is made of one.
bool LiveNumbers::differs(const Node& node) const {
  if (!base_) return false;
  if (const auto known = differs_.find(&node); known != differs_.end()) return known->second;
  bool other = std::any_of(node.parts.begin(), node.parts.end(), [&](const NodePtr& part) { return differs(*part); });
  if (node.input) {
    const Node& there = *base_->tracing_.input(InputKey::find(node.input->key).value());
    const bool same = there.value == node.value || (is_absent(there.value) && is_absent(node.value));
    other = other || !same || there.parts.empty() != node.parts.empty();
  }
  return differs_[&node] = other;
}

std::string LiveNumbers::name_of(const Node& leaf) const {
  return differs(leaf) ? cell_name(leaf) + suffix_ : cell_name(leaf);
}

void LiveNumbers::add(const NodePtr& leaf) {
  if (base_ && !differs(*leaf)) {
    if (leaf->input) return base_->add(InputKey::find(leaf->input->key).value());
    return base_->add(ResultKey::find(leaf->about->id).value());
  }
  if (leaf->input) return add_input(leaf);
  const ResultKey key = ResultKey::find(leaf->about->id).value();
  if (has_result_[key.slot()]) return;
  has_result_.set(key.slot());
  const NodePtr& body = leaf->parts.front();
  for (const NodePtr& part : NamedBySheet(tracing_).of(body)) add(part);
  for (NamedFormula& cell : sheet_formulas(name_of(*leaf), body, namer())) {
    const bool whole = cell.name == name_of(*leaf);
    if (cell.name.ends_with(stale_suffix)) searched_[leaf->about->id].push_back(cell.name);
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
  NodePtr formula;  // of what was said, never of what follows from GPUs itself
  if (plan_->has("cluster.nodes")) formula = product({"cluster.nodes", "node.gpus"});
  if (!formula && plan_->has("layout.data"))
    formula = product({"layout.tensor", "layout.pipeline", "layout.context", "layout.data"});
  return formula;
}

void LiveNumbers::add_input(const NodePtr& leaf) {
  const InputKey key = InputKey::find(leaf->input->key).value();
  if (has_input_[key.slot()]) return;
  has_input_.set(key.slot());
  const NodePtr body = formula_of(leaf);
  InputNumber number{key, leaf->input, leaf->value, body != nullptr, {}};
  if (number.derived) {
    for (const NodePtr& part : NamedBySheet(tracing_).of(body)) add(part);
    std::vector<NamedFormula> cells = sheet_formulas(name_of(*leaf), body, namer());
    number.formula = std::move(cells.back().formula);
    cells.pop_back();
    for (NamedFormula& step : cells) results_.push_back({std::move(step), nullptr});
  }
  inputs_.push_back(std::move(number));
}

std::vector<std::string> LiveNumbers::searched_behind(ResultKey key) const {
  std::set<std::string> behind;
  const auto take = [&](const About& about) {
    if (const auto found = searched_.find(about.id); found != searched_.end())
      behind.insert(found->second.begin(), found->second.end());
  };
  visit_behind(tracing_.result(key), [&](const Node& each) {
    if (each.kind == Node::Kind::result) take(*each.about);
  });
  return {behind.begin(), behind.end()};
}

void LiveNumbers::add(const std::string& name, const NodePtr& body) {
  for (const NodePtr& part : NamedBySheet(tracing_).of(body)) add(part);
  for (NamedFormula& cell : sheet_formulas(name, body, namer())) results_.push_back({std::move(cell), nullptr});
}

}  // namespace llmsize
