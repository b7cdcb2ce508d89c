// SPDX-License-Identifier: Apache-2.0
// Explanations: a number, its formula in symbols and in values, what it is made of, and where every part comes from.
#pragma once

#include "core/answer/answer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// One symbol of a formula.
struct Part {
  std::string symbol;
  std::string name;  ///< key or id
  std::string label;
  double value;  ///< base units; NaN is absent
  Unit unit;
  std::string origin;  ///< of an input: "user", "preset gpt3-175b", …; of a result: empty, it can be opened
  std::string source;
  bool opens;               ///< a result or derived input: it has an explanation of its own
  std::string_view word{};  ///< what the value stands for; empty where it is a number
};

struct Explanation {
  std::string id, symbol, title, why, source, assumes;
  double value;
  Unit unit;
  std::string formula;  ///< complete, in symbols; empty for an input that was given
  std::string applied;  ///< the branch that applies here, in symbols
  std::string filled;   ///< the same in values
  std::string html;     ///< `applied` as rich text
  std::vector<Part> parts;
  std::optional<std::pair<double, double>> range;
  std::string_view word{};  ///< what the value stands for; empty where it is a number
};

/// Explains a result, an input, or a function of formulas as `root` asks for it. Throws BadInput: unknown_id with the
/// nearest name.
Explanation explain(const Case& plan, std::string_view name, std::string_view root = {});

/// The explanation of a name and of what it is made of, `depth` levels down, each once, in the order of reading.
std::vector<Explanation> explain_deep(const Case& plan, std::string_view name, int depth);

std::string as_text(const Explanation& explanation, bool colour);
std::string as_markdown(const Explanation& explanation);
Json as_json(const Explanation& explanation);

/// The reference of all formulas, generated from the registry: docs/formulas.md.
std::string formula_reference();

}  // namespace llmsize
