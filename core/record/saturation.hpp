// SPDX-License-Identifier: Apache-2.0
// Fits how a rate grows with threads or clients until something is full.
#pragma once

#include "core/record/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// What so many threads reach together.
struct SaturationPoint {
  double threads, rate;
};

/// X(n) = [(n x1)^-p + xmax^-p]^(-1/p), from p = 16 on the smaller of n x1 and xmax.
struct SaturationCurve {
  double x1, xmax, p;

  double at(double threads) const;
};

/// X(n) = a n / (1 + s (n - 1) + k n (n - 1)), the universal scalability law: for diagnosis only.
struct Scalability {
  double a, s, k;
  double rms = 0;  ///< root of the mean square of relative residuals

  double at(double threads) const;
  double best() const;  ///< threads of the highest rate; infinite where more threads are never slower
};
Scalability fit_scalability(const std::vector<SaturationPoint>& points);

/// The fit by the rules of the record. A sharpness other than 1 is kept only where it lowers AICc. Where one thread
/// reaches four fifths of all, the ceiling is the median ("one-thread-saturates"); where the most threads are a tenth
/// slower than the best number of them, the ceiling is what that number reached and nothing is said beyond
/// ("retrograde"). Nothing where fewer than two numbers of threads are known.
std::optional<SaturationFit> fit_saturation(
    std::string probe, std::string unit, const std::vector<SaturationPoint>& points);

/// The fits of a record: results of one probe, unit and setting that differ in "threads", or in "clients" where they
/// are the aggregate of several. Invalid results and latencies are left out.
std::vector<SaturationFit> fit_results(const std::vector<ProbeResult>& results);

}  // namespace llmsize
