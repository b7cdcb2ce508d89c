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
    least_divisor,
    log2,
    exp,
    gamma_share,  // functions
    less,
    equal,
    choose,
    otherwise,
    known,     // branches
    call,      // a function at its arguments: its body, then the arguments
    argument,  // what a function is asked at, inside its body: the argument. What is solved for, inside its equation:
               // none
    solve,     // where an equation holds: what has to be nothing there, least, most
    average,   // of a function over a spread: the function at the mean, the mean, the squared spread, further arguments
  };
  Kind kind{};
  double value{};                ///< base units; NaN is absent
  Unit unit = Unit::count;       ///< of literals, inputs and results
  const About* about{};          ///< result: its formula
  const InputAbout* input{};     ///< input: its declaration
  std::vector<NodePtr> parts{};  ///< result: its body. Input that is derived: its formula. Else the operands
  std::string_view symbol{};     ///< argument: as its function calls it
};

}  // namespace llmsize
