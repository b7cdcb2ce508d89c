// SPDX-License-Identifier: Apache-2.0
// Fits of inputs on a logarithmic scale: Levenberg-Marquardt over predicted over measured, with a robust loss, and a
// prior on every unknown.
#pragma once

#include "core/inputs/worlds.hpp"

#include <Eigen/Core>

#include <functional>
#include <utility>
#include <vector>

namespace llmsize {

/// An input of a row that is fitted: the logarithm that it starts from, and the unknowns that are added to that; none
/// where it is known.
struct FittedInput {
  InputKey key;
  double start;
  std::vector<std::size_t> unknowns;
};

/// A measured number, and how a fit reads it.
struct FittedRow {
  double weight;  ///< of its residual, 0 to 1
  double noise;   ///< standard deviation of the logarithm that the measured number has anyway
  std::vector<FittedInput> made_of;
  /// Of predicted over measured with these values; absent where they predict nothing, as of an overloaded server.
  std::function<double(const std::vector<Change>&)> log_ratio;
};

/// Unknowns with their priors, and the rows that tell of them, as Eigen's solvers want it.
class LogProblem {
 public:
  using Scalar = double;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;

  /// `spreads`: how far each unknown may be from 0, as a standard deviation.
  LogProblem(std::vector<double> spreads, std::vector<FittedRow> rows)
      : spreads_(std::move(spreads)), rows_(std::move(rows)) {}

  int inputs() const { return static_cast<int>(spreads_.size()); }
  int values() const { return static_cast<int>(rows_.size() + spreads_.size()); }

  /// Residuals of rows, then of priors.
  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& residuals) const;
  int df(const Eigen::VectorXd& x, Eigen::MatrixXd& jacobian) const;

 private:
  /// Absent where the row is not predicted there.
  double residual(const FittedRow& row, const Eigen::VectorXd& x) const;

  std::vector<double> spreads_;
  std::vector<FittedRow> rows_;
};

/// What a fit found.
struct LogFit {
  std::vector<double> x;     ///< the unknowns
  std::vector<double> seen;  ///< squares of what all rows tell of each: 0 where none does
};
LogFit solved(const LogProblem& problem);
/// What all rows tell of each unknown where all are 0.
std::vector<double> seen_at_start(const LogProblem& problem);

/// A value within the bounds of its input.
double clamped(InputKey key, double value);

}  // namespace llmsize
