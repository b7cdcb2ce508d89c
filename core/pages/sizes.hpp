// SPDX-License-Identifier: Apache-2.0
// A scenario on more and fewer nodes with its layout as it is: what the charts of the Size page draw where no layout is
// planned.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// So many nodes and what a result is on them, base units.
struct Size {
  double nodes;
  Moves moves;
  double value;
  std::string why;    ///< it cannot be; empty where it can
  bool full = false;  ///< since a memory is full
};

/// Sizes that can be, the scenario's own among them even where it cannot, and some near it that cannot whatever the
/// split.
struct Sizes {
  std::vector<Size> possible, impossible;
};
Sizes sizes_of(const Subject& subject, const Around& around, ResultKey id);

/// Why so many nodes cannot be used with this split, in a few words: "batch cannot be split"; nothing where they can.
std::string why_not_here(const Around& around, const Once& values);

/// Sizes that can be as a line with its band, the scenario's own marked and called out.
Plot::Series sizes_line(const Around& around, const std::vector<Size>& possible, ResultKey id, Hue hue);

/// Sizes that cannot be as crosses, each with its reason.
Plot::Series crosses_of(const std::vector<Size>& impossible);

/// Ticks at some numbers of nodes; those just below the chosen one make way for its own.
std::vector<Tick> node_ticks(std::vector<double> sizes, double chosen);

}  // namespace llmsize
