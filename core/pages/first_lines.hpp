// SPDX-License-Identifier: Apache-2.0
// Lines that first screens share.
#pragma once

#include "core/view/state.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Collects lines of a first screen; what is not known has none.
class FirstLines {
 public:
  /// A line of the parts that are not empty, with dots between them.
  void add(std::string label, const std::vector<std::string>& parts);
  std::vector<FirstScreen::Line> take() && { return std::move(lines_); }

 private:
  std::vector<FirstScreen::Line> lines_;
};

/// A number with a text around it, such as "{} storage"; empty where the number is not known.
std::string if_known(const Around& around, NumberId id, std::string_view pattern = "{}");
/// The same of a result with P10 and P90.
std::string ranged(const Around& around, ResultKey id, std::string_view pattern = "{}");

/// A GPU-hour on demand and under contracts, of owned nodes, and the use from which owning costs less.
void add_rent(const Around& around, FirstLines& lines);

/// Parallelism and batch of a training.
void add_layout(const Subject& subject, const Around& around, FirstLines& lines);
/// The same, with its step and its memory.
void add_layout_and_step(const Subject& subject, const Around& around, FirstLines& lines);
/// "71.3 of 79.6 GB, most-loaded pipeline stage".
void add_gpu_memory(const Subject& subject, const Around& around, FirstLines& lines);

}  // namespace llmsize
