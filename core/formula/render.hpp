// SPDX-License-Identifier: Apache-2.0
// Derivations as text: symbols or numbers, plain or rich.
#pragma once

#include "core/formula/node.hpp"

#include <functional>
#include <string>

namespace llmsize {

/// Leaves as symbols, as numbers in base units that can be computed with, or rounded for people in units of their size.
enum class Leaves { symbols, numbers, rounded };
enum class Markup { text, html };

/// An expression in its own symbols or values: "3 · B · F_fwd", or with <sub>, <sup> and fractions in HTML. An input or
/// result is one leaf; to see how a result comes about, render its part, which is the body of its formula.
std::string render(const Node& node, Leaves leaves, Markup markup = Markup::text);

/// The same expression without the branches that were not taken, nor the zeros that stand in their place in a sum;
/// inputs and results stay leaves.
NodePtr taken(const NodePtr& node);

/// The leaves of one formula, each once, in the order of reading.
std::vector<NodePtr> leaves_of(const Node& node);

/// Inputs whose absence makes a derivation absent, each once: keys in the order of reading. Empty when the value is
/// there.
std::vector<std::string_view> missing_inputs(const NodePtr& node);

/// Visits what a value rests on, each node once: through results, along the branches taken.
void visit_behind(const NodePtr& node, const std::function<void(const Node&)>& visit);

/// Inputs that a value rests on: through results, along the branches taken.
std::vector<const InputAbout*> inputs_behind(const NodePtr& node);

/// A symbol as HTML: what follows the first underscore is a subscript.
std::string symbol_html(std::string_view symbol);

}  // namespace llmsize
