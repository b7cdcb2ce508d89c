// SPDX-License-Identifier: Apache-2.0
// What the rest of the program sees of an input, a formula and a finding: a row of functions, no templates.
#pragma once

#include "core/registry/sloping.hpp"
#include "core/registry/tracing.hpp"

#include <span>

namespace llmsize {

/// One result: its words and its value in each world. `body` and `slope_body` compute it, the members remember it in
/// the case.
struct ResultRow {
  const About* about;
  ResultKey key;
  double (*value)(const Once&);
  Traced<double> (*body)(const Tracing&);
  Sloped<double> (*slope_body)(const Sloping&);

  const NodePtr& derivation(const Tracing& x) const { return x.result(key); }
  const Sloped<double>& slope(const Sloping& x) const { return x.result(key); }
};

/// One function: its words and, at arguments in base units, its body in each world that rows compile.
struct FunctionRow {
  const About* about;
  FunctionKey key;
  Traced<double> (*body)(const Tracing&, const std::vector<Traced<double>>&);
  Sloped<double> (*slope_body)(const Sloping&, const std::vector<Sloped<double>>&);
};

/// One finding rule: its words and its margin, which is negative where the finding applies.
struct FindingRow {
  const FindingAbout* about;
  double (*margin)(const Once&);
  NodePtr (*derivation)(const Tracing&);
};

/// One numeric input: its words and, where it is derived unless given, its formula; else null.
struct InputRow {
  const InputAbout* about;
  InputKey key;
  Traced<double> (*derived)(const Tracing&);
  Sloped<double> (*derived_slope)(const Sloping&);

  const NodePtr& derivation(const Tracing& x) const { return x.input(key); }
};

/// What one room contributes.
struct Room {
  std::span<const ResultRow> results;
  std::span<const FindingRow> findings;
  std::span<const FunctionRow> functions{};
};

}  // namespace llmsize
