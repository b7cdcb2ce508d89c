// SPDX-License-Identifier: Apache-2.0
// What can be judged of a case whose layout is open.
#pragma once

#include "core/inputs/layout.hpp"
#include "core/inputs/software.hpp"

namespace llmsize::memory {

/// A margin that depends on how the model is split; nothing is held against a case in which nobody said that and a
/// utilisation tells the time.
template <class Case, class Margin>
auto judged(const Case& x, const Margin& margin) {
  return choose(layout::open(x) * software::at_utilisation(x), 0.0 * margin, margin);
}

}  // namespace llmsize::memory
