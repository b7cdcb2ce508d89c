// SPDX-License-Identifier: Apache-2.0
// Derivations and slopes of inputs and results, each made once per case by its row.
#include "core/registry/registry.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace llmsize {

Tracing::Tracing(const Tracing& decoding, Values prefilling)
    : decoding_(&decoding),
      own_(std::move(prefilling)),
      values_(&own_),
      bodies_(decoding.bodies_),
      inputs_(input_count),
      results_(most_formulas) {
  for (const auto& [degree, own] : prefill_degrees) inputs_[degree.slot()] = decoding.input(own);
}

const Tracing& Tracing::prefilling() const {
  if (decoding_ || !(bodies_ == Bodies::once || values_->prefill_is_own())) return *this;
  return prefilling_ ? *prefilling_ : prefilling_.make(*this, values_->prefill_values());
}

std::vector<NodePtr> Tracing::own_degrees() const {
  std::vector<NodePtr> degrees;
  // Whoever asks what a body reads finds them in it, where it reads them.
  if (!decoding_ || bodies_ == Bodies::once) return degrees;
  for (const auto& [degree, own] : prefill_degrees)
    if (degree != InputKey("cluster.gpus")) degrees.push_back(inputs_[degree.slot()]);
  return degrees;
}

bool Tracing::rests_on_degrees(ResultKey key) const {
  // What results rest on is what is asked for here.
  if (bodies_ == Bodies::once) return true;
  return std::any_of(std::begin(prefill_degrees), std::end(prefill_degrees), [&](const PrefillDegree& each) {
    return dependents()[each.degree.slot()].test(key.slot());
  });
}

const NodePtr& Tracing::input(InputKey key) const {
  NodePtr& node = inputs_[key.slot()];
  if (node) return node;
  if (decoding_ && (*values_)[key] == (*decoding_->values_)[key]) return node = decoding_->input(key);
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
  if (decoding_ && !rests_on_degrees(key)) return node = decoding_->result(key);
  const ResultRow& row = result_row(key);
  const Traced<double> body = row.body(*this);
  node = decoding_ ? called_node(*row.about, {}, body) : named(*row.about, body);
  return node;
}

namespace {

/// Nothing changes in a case that only reads.
const Dependents nothing_changes{};

}  // namespace

const Once& Tracing::plain() const {
  if (!plain_) plain_.emplace(*values_, nothing_changes);
  return *plain_;
}

std::vector<Traced<double>> inside(const About& about, const std::vector<Traced<double>>& arguments) {
  std::vector<Traced<double>> named = arguments;
  std::string_view rest = about.of;
  for (Traced<double>& each : named) {
    const std::string_view symbol = rest.substr(0, rest.find(','));
    each.node =
        std::make_shared<Node>(Node{Node::Kind::argument, each.value, each.node->unit, {}, {}, {each.node}, symbol});
    rest.remove_prefix(std::min(rest.size(), symbol.size() + 2));
  }
  return named;
}

const Node* Tracing::first_like(const NodePtr& node) const {
  using Kind = Node::Kind;
  if (node->kind == Kind::input || node->kind == Kind::result || node->kind == Kind::call) return node.get();
  const bool argument = node->kind == Kind::argument, number = node->kind == Kind::literal;
  if (argument && node->parts.empty()) return node.get();  // what is solved for: one in its equation
  if (argument && node->parts.front()->kind == Kind::argument && node->parts.front()->symbol == node->symbol)
    return first_like(node->parts.front());
  double literal = number ? node->value : 0.0;
  if (is_absent(literal)) literal = std::numeric_limits<double>::max();  // like itself, as no absent number is
  Alike alike{node->kind, literal, node->symbol, {}};
  for (const NodePtr& part : node->parts) alike.parts.push_back(first_like(part));
  return firsts_.try_emplace(std::move(alike), node).first->second.get();
}

Tracing::Called Tracing::called(const About& about, const Arguments& arguments) const {
  Called key{&about, {}};
  for (const Traced<double>& each : arguments) key.second.push_back(first_like(each.node));
  return key;
}

NodePtr Tracing::called_node(const About& about, const Arguments& arguments, const Traced<double>& body) const {
  std::vector<NodePtr> parts{body.node};
  for (const Traced<double>& each : arguments) parts.push_back(each.node);
  for (NodePtr& each : own_degrees()) parts.push_back(std::move(each));
  return std::make_shared<Node>(Node{Node::Kind::call, body.value, about.unit, &about, {}, std::move(parts)});
}

NodePtr Tracing::called_again(const NodePtr& call, const Arguments& arguments) {
  std::vector<NodePtr> parts{call->parts.front()};
  for (const Traced<double>& each : arguments) parts.push_back(each.node);
  return std::make_shared<Node>(Node{Node::Kind::call, call->value, call->unit, call->about, {}, std::move(parts)});
}

NodePtr Tracing::listed_call(FunctionKey key, const Arguments& arguments) const {
  const FunctionRow& row = function_row(key);
  return called_node(*row.about, arguments, row.body(*this, arguments));
}

const Once& Sloping::plain() const {
  if (!plain_) plain_.emplace(*values_, nothing_changes);
  return *plain_;
}

const Sloping& Sloping::prefilling() const {
  if (!values_->prefill_is_own()) return *this;
  return prefilling_ ? *prefilling_ : prefilling_.make(*this, values_->prefill_values());
}

Sloping::Sloping(const Sloping& decoding, Values prefilling)
    : own_(std::move(prefilling)),
      values_(&own_),
      lane_of_(decoding.lane_of_),
      deviation_(decoding.deviation_),
      remembered_(result_count),
      derived_(input_count),
      called_(function_count) {}

Sloped<double> Sloping::listed_call(FunctionKey key, const Arguments& arguments) const {
  const auto alike = [](const Sloped<double>& a, const Sloped<double>& b) {
    return a.value == b.value && a.slope == b.slope;
  };
  for (const Called& each : called_[key.slot()].calls)
    if (std::equal(arguments.begin(), arguments.end(), each.at.begin(), each.at.end(), alike) && !each.at.empty())
      return each.value;
  const Sloped<double> value = function_row(key).slope_body(*this, arguments);
  LastCalls& last = called_[key.slot()];
  last.calls[last.next] = {arguments, value};
  last.next = (last.next + 1) % LastCalls::most;
  return value;
}

Sloping::Sloping(const Values& values, const std::vector<Lane>& uncertain)
    : values_(&values), remembered_(result_count), derived_(input_count), called_(function_count) {
  lane_of_.fill(lanes);
  for (std::size_t lane = 0; lane < uncertain.size(); ++lane) {
    lane_of_[uncertain[lane].key.slot()] = lane;
    deviation_[lane] = uncertain[lane].deviation;
  }
}

const Sloped<double>& Sloping::derived(InputKey key) const {
  std::optional<Sloped<double>>& number = derived_[key.slot()];
  if (!number) number = input_row(key).derived_slope(*this);
  return *number;
}

const Sloped<double>& Sloping::result(ResultKey key) const {
  Sloped<double>& number = remembered_[key.slot()];
  if (!known_[key.slot()]) {
    number = result_row(key).slope_body(*this);
    known_.set(key.slot());
  }
  return number;
}

}  // namespace llmsize
