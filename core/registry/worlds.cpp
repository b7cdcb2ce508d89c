// SPDX-License-Identifier: Apache-2.0
// Derivations and slopes of inputs and results, each made once per case by its row.
#include "core/registry/registry.hpp"

namespace llmsize {

const NodePtr& Tracing::input(InputKey key) const {
  NodePtr& node = inputs_[key.slot()];
  if (node) return node;
  const InputRow& row = input_row(key);
  double value = (*values_)[key];
  std::vector<NodePtr> parts;
  if (row.derived && !values_->has(key)) {
    Traced<double> derived = row.derived(*this);
    value = derived.value;
    parts.push_back(std::move(derived.node));
  }
  node = std::make_shared<Node>(Node{Node::Kind::input, value, row.about->unit, {}, row.about, std::move(parts)});
  return node;
}

const NodePtr& Tracing::result(ResultKey key) const {
  NodePtr& node = results_[key.slot()];
  if (node) return node;
  const ResultRow& row = result_row(key);
  node = named(*row.about, row.body(*this));
  return node;
}

Sloping::Sloping(const Values& values, const std::vector<Lane>& uncertain)
    : values_(&values), remembered_(result_count) {
  lane_of_.fill(lanes);
  for (std::size_t lane = 0; lane < uncertain.size(); ++lane) {
    lane_of_[uncertain[lane].key.slot()] = lane;
    deviation_[lane] = uncertain[lane].deviation;
  }
}

Sloped<double> Sloping::derived(InputKey key) const { return input_row(key).derived_slope(*this); }

const Sloped<double>& Sloping::result(ResultKey key) const {
  Sloped<double>& number = remembered_[key.slot()];
  if (!known_[key.slot()]) {
    number = result_row(key).slope_body(*this);
    known_.set(key.slot());
  }
  return number;
}

}  // namespace llmsize
