// SPDX-License-Identifier: Apache-2.0
// Fits the efficiencies of software stacks to measured step times.
#pragma once

#include "core/calibration/measurement.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// An efficiency that is fitted: on a logarithmic scale, around what is usual. Stacks of a family share a deviation,
/// each has one more, and so has each of its releases.
struct FitParameter {
  InputKey key;
  double centre;               ///< what is usual before any row is seen
  double spread;               ///< how far all stacks together may be from it, as a standard deviation of the logarithm
  double family_spread = 0;    ///< how far a family may be from all; 0: not at all
  double stack_spread = 0;     ///< how far a stack may be from its family
  double release_spread = 0;   ///< how far a release may be from its stack
  bool mixtures_only = false;  ///< fitted to mixtures of experts, after everything else
};
std::span<const FitParameter> fit_parameters();

/// A fitted value and its relative standard deviation.
struct FittedValue {
  double value = 0;
  double spread = 0;

  double p10() const;
  double p90() const;
};
/// Fitted values of one stack by key.
using StackFit = std::map<std::string, FittedValue, std::less<>>;

/// Fitted values of all stacks by id. "generic" is the one set of values that serves all rows best.
using Fits = std::map<std::string, StackFit, std::less<>>;

/// The family of a stack: stacks of one family share what is known of them.
std::string family_of(const Catalog& catalog, const std::string& software);

/// Fits all stacks that the measurements name together: least squares of the logarithm of predicted over measured time,
/// a robust loss, and a prior on every parameter. A series counts as six rows at most. Rows without a time are left
/// out.
Fits fit_stacks(const std::vector<const Measurement*>& rows, const Catalog& catalog);

/// One set of values for all rows, starting from a stack of the catalog: what rows measured with one's own software
/// tell. `software.model_error` is free and moves first: one run tells how slow a machine is, many tell why.
StackFit fit_runs(const std::vector<const Measurement*>& rows, const Catalog& catalog, const Entry& base);

/// The one set of values that serves all rows best, whatever their stack: what to take for software that nobody
/// measured.
StackFit fit_generic(const std::vector<const Measurement*>& rows, const Catalog& catalog);

/// Time of a step with the values of a fit in place of the stack's; a stack that was not fitted is the generic one.
double predicted_time(const Measurement& row, const Fits& fits);

}  // namespace llmsize
