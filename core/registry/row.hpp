// SPDX-License-Identifier: Apache-2.0
// What the rest of the program sees of an input, a formula and a finding: a row of functions, no templates.
#pragma once

#include "core/inputs/worlds.hpp"

#include <span>

namespace llmsize {

/// One result: its words and its value in each world.
struct ResultRow {
  const About* about;
  const std::size_t* slot;  ///< memo slot, handed out before main
  double (*value)(const Once&);
  NodePtr (*derivation)(const Tracing&);
  Sloped<double> (*slope)(const Sloping&);
};

/// One finding rule: its words and its margin, which is negative where the finding applies.
struct FindingRow {
  const FindingAbout* about;
  double (*margin)(const Once&);
  NodePtr (*derivation)(const Tracing&);
};

/// One numeric input: its words and, where it is not given, how it is derived.
struct InputRow {
  const InputAbout* about;
  NodePtr (*derivation)(const Tracing&);
};

/// What one room contributes.
struct Room {
  std::span<const ResultRow> results;
  std::span<const FindingRow> findings;
};

}  // namespace llmsize
