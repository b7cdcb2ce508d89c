// SPDX-License-Identifier: Apache-2.0
// How certain several results of a case are.
#pragma once

#include "core/answer/answer.hpp"

#include <memory>

namespace llmsize {

class RangePasses;

/// Ranges of a case's results, asked for one by one: what they have in common is computed once.
class Ranges {
 public:
  /// The case has to outlive it, as it is.
  explicit Ranges(const Case& plan);
  ~Ranges();

  /// P10 and P90 of a result, as `range` tells them; nothing where no uncertain input moves it.
  std::optional<std::pair<double, double>> of(const ResultRow& row) const;

 private:
  const Case& plan_;
  mutable std::unique_ptr<const RangePasses> passes_{};  ///< once a range is computed
};

}  // namespace llmsize
