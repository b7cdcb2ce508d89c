// SPDX-License-Identifier: Apache-2.0
// The problem and its solver.
#include "core/calibration/log_fit.hpp"

#include "core/inputs/list.hpp"

#include <tbb/parallel_for.h>
#include <Eigen/Dense>
#include <unsupported/Eigen/NonLinearOptimization>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// A residual that grows like its square root once it is large.
double softened(double residual) {
  const double loss = 2 * (std::sqrt(1 + residual * residual) - 1);
  return std::copysign(std::sqrt(loss), residual);
}

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// The residual of a row that is not predicted: more than any that is, so that no fit ends there.
constexpr double unpredicted = 1e3;

/// Squares of what rows tell of each unknown.
std::vector<double> seen_at(const LogProblem& problem, const Eigen::VectorXd& x) {
  Eigen::MatrixXd jacobian;
  problem.df(x, jacobian);
  const Eigen::Index rows = problem.values() - problem.inputs();
  std::vector<double> seen;
  for (Eigen::Index j = 0; j < x.size(); ++j) seen.push_back(jacobian.col(j).head(rows).squaredNorm());
  return seen;
}

}  // namespace

double clamped(InputKey key, double value) {
  const InputAbout& about = about_of(key);
  return std::clamp(value, about.least, about.most);
}

double LogProblem::residual(const FittedRow& row, const Eigen::VectorXd& x) const {
  std::vector<Change> changed;
  changed.reserve(row.made_of.size());
  for (const FittedInput& input : row.made_of) {
    double log = input.start;
    for (const std::size_t unknown : input.unknowns) log += x[index(unknown)];
    changed.push_back({input.key, clamped(input.key, std::exp(log))});
  }
  return row.weight * softened(row.log_ratio(changed) / row.noise);
}

int LogProblem::operator()(const Eigen::VectorXd& x, Eigen::VectorXd& residuals) const {
  tbb::parallel_for(std::size_t{0}, rows_.size(), [&](std::size_t i) {
    const double found = residual(rows_[i], x);
    residuals[index(i)] = std::isfinite(found) ? found : unpredicted;
  });
  for (std::size_t j = 0; j < spreads_.size(); ++j) residuals[index(rows_.size() + j)] = x[index(j)] / spreads_[j];
  return 0;
}

int LogProblem::df(const Eigen::VectorXd& x, Eigen::MatrixXd& jacobian) const {
  constexpr double step = 1e-5;
  jacobian.setZero(values(), inputs());
  tbb::parallel_for(std::size_t{0}, rows_.size(), [&](std::size_t i) {
    Eigen::VectorXd moved = x;
    const double here = residual(rows_[i], x);
    // A row reads few distinct inputs; unknowns that make up the same input have the same slope.
    for (const FittedInput& input : rows_[i].made_of) {
      if (input.unknowns.empty()) continue;
      const Eigen::Index first = index(input.unknowns.front());
      moved[first] += step;
      const double slope = (residual(rows_[i], moved) - here) / step;
      moved[first] = x[first];
      if (!std::isfinite(slope)) continue;
      for (const std::size_t unknown : input.unknowns) jacobian(index(i), index(unknown)) = slope;
    }
  });
  for (std::size_t j = 0; j < spreads_.size(); ++j) jacobian(index(rows_.size() + j), index(j)) = 1 / spreads_[j];
  return 0;
}

LogFit solved(const LogProblem& problem) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.inputs());
  LogProblem functor = problem;
  Eigen::LevenbergMarquardt<LogProblem> solver(functor);
  solver.parameters.maxfev = 400;
  solver.parameters.ftol = solver.parameters.xtol = 1e-7;
  if (problem.inputs() > 0) solver.minimize(x);
  return {{x.begin(), x.end()}, seen_at(problem, x)};
}

std::vector<double> seen_at_start(const LogProblem& problem) {
  return seen_at(problem, Eigen::VectorXd::Zero(problem.inputs()));
}

}  // namespace llmsize
