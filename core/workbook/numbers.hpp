// SPDX-License-Identifier: Apache-2.0
// The numbers of a workbook: what is shown, and all that it is computed from on any branch.
#pragma once

#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"
#include "core/workbook/sheet_formula.hpp"

#include <bitset>
#include <map>
#include <string>
#include <vector>

namespace llmsize {

/// One input, with the formula that stands for it where nobody gives it.
struct InputNumber {
  InputKey key;
  const InputAbout* about;
  double value;         ///< base units; NaN is absent
  bool derived;         ///< its value comes from its formula
  std::string formula;  ///< empty where it has none
};

/// A formula of a result, or of a step on the way to one.
struct ResultNumber {
  NamedFormula cell;
  const About* about;  ///< of a step: null
};

/// Numbers that build on each other, each once.
class LiveNumbers {
 public:
  explicit LiveNumbers(const Case& plan) : plan_(&plan), tracing_(plan.values) {}
  /// Those of another case beside a base: what is the same there is the base's, the rest has names that end in
  /// `suffix`.
  LiveNumbers(const Case& plan, LiveNumbers& base, std::string suffix)
      : plan_(&plan), tracing_(plan.values), base_(&base), suffix_(std::move(suffix)) {}

  /// Adds a result or an input and everything that its formula names.
  void add(ResultKey key) { add(tracing_.result(key)); }
  void add(InputKey key) { add(tracing_.input(key)); }
  void add(NumberId number) { number.result() ? add(*number.result()) : add(*number.input()); }
  /// Adds a formula that is no result, such as a margin; `name` is its cell.
  void add(const std::string& name, const NodePtr& body);

  const std::vector<InputNumber>& inputs() const { return inputs_; }
  /// In the order in which they build on each other.
  const std::vector<ResultNumber>& results() const { return results_; }
  const Tracing& tracing() const { return tracing_; }
  /// The cell of an input or result.
  std::string name_of(const Node& leaf) const;
  /// The cells that count changed inputs of what was searched for and a result rests on.
  std::vector<std::string> searched_behind(ResultKey key) const;
  bool holds(InputKey key) const { return has_input_[key.slot()]; }
  bool holds(ResultKey key) const { return has_result_[key.slot()]; }

 private:
  void add(const NodePtr& leaf);
  void add_input(const NodePtr& leaf);
  NodePtr formula_of(const NodePtr& input) const;
  bool differs(const Node& node) const;
  std::function<std::string(const Node&)> namer() const {
    return [this](const Node& leaf) { return name_of(leaf); };
  }

  const Case* plan_;
  Tracing tracing_;
  LiveNumbers* base_ = nullptr;
  std::string suffix_;
  mutable std::map<const Node*, bool> differs_;
  std::bitset<input_count> has_input_;
  std::bitset<result_count> has_result_;
  std::map<std::string_view, std::vector<std::string>> searched_;  ///< by the result whose formula holds them
  std::vector<InputNumber> inputs_;
  std::vector<ResultNumber> results_;
};

}  // namespace llmsize
