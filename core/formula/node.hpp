// SPDX-License-Identifier: Apache-2.0
// A derivation: the expression tree behind a number, shared by everything that shows, explains or rewrites it.
#pragma once

#include "core/formula/about.hpp"

#include <memory>
#include <vector>

namespace llmsize {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct Node {
  enum class Kind {
    literal,
    input,
    result,  // leaves of one formula; a result can be opened
    add,
    subtract,
    multiply,
    divide,
    power,  // arithmetic
    larger,
    smaller,
    smooth_larger,
    ceil,
    floor,
    remainder,
    log2,  // functions
    less,
    equal,
    choose,
    otherwise,
    known,  // branches
  };
  Kind kind{};
  double value{};                ///< base units; NaN is absent
  Unit unit = Unit::count;       ///< of literals, inputs and results
  const About* about{};          ///< result: its formula
  const InputAbout* input{};     ///< input: its declaration
  std::vector<NodePtr> parts{};  ///< result: its body. Input that is derived: its formula. Else the operands
};

}  // namespace llmsize
