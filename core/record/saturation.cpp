// SPDX-License-Identifier: Apache-2.0
#include "core/record/saturation.hpp"

#include "core/quantity/absent.hpp"
#include "core/quantity/statistics.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace llmsize {
namespace {

constexpr double sharpest = 16;
/// Share of the highest rate from which on one thread is said to saturate.
constexpr double saturated = 0.8;
/// Share of the highest rate below which the most threads are said to be too many.
constexpr double retrograde = 0.9;

double relative_rms(const std::vector<SaturationPoint>& points, const auto& curve) {
  double squares = 0;
  for (const auto& [threads, rate] : points) squares += std::pow(curve.at(threads) / rate - 1, 2);
  return std::sqrt(squares / static_cast<double>(points.size()));
}

double log_squares(const std::vector<SaturationPoint>& points, const SaturationCurve& curve) {
  double squares = 0;
  for (const auto& [threads, rate] : points) squares += std::pow(std::log(curve.at(threads) / rate), 2);
  return squares;
}

/// Least squares over the logarithms of x1 and xmax at one sharpness, by Levenberg and Marquardt; `fixed` keeps xmax
/// where it is.
SaturationCurve fit_at(const std::vector<SaturationPoint>& points, double p, SaturationCurve start, bool fixed) {
  SaturationCurve curve{start.x1, start.xmax, p};
  double damping = 1e-3, squares = log_squares(points, curve);
  for (int turn = 0; turn < 200 && damping < 1e12; ++turn) {
    Eigen::Matrix2d normal = Eigen::Matrix2d::Zero();
    Eigen::Vector2d slope = Eigen::Vector2d::Zero();
    for (const auto& [threads, rate] : points) {
      // Of the logarithm of the curve by those of x1 and xmax: the shares of both terms.
      const double ratio = std::pow(threads * curve.x1 / curve.xmax, p);
      const Eigen::Vector2d row(1 / (1 + ratio), fixed ? 0 : ratio / (1 + ratio));
      normal += row * row.transpose();
      slope -= row * std::log(SaturationCurve{curve.x1, curve.xmax, p}.at(threads) / rate);
    }
    normal.diagonal() *= 1 + damping;
    normal.diagonal().array() += 1e-12;
    const Eigen::Vector2d step = normal.ldlt().solve(slope).cwiseMax(-2).cwiseMin(2);
    const SaturationCurve next{curve.x1 * std::exp(step[0]), curve.xmax * std::exp(step[1]), p};
    const double after = log_squares(points, next);
    if (after <= squares) {
      const bool settled = squares - after <= 1e-14 * (1e-12 + squares) && step.norm() < 1e-9;
      curve = next;
      squares = after;
      damping = std::max(damping / 10, 1e-12);
      if (settled) break;
    } else {
      damping *= 10;
    }
  }
  return curve;
}

SaturationCurve start_of(const std::vector<SaturationPoint>& points) {
  SaturationCurve start{0, 0, 1};
  for (const auto& [threads, rate] : points) {
    start.x1 = std::max(start.x1, rate / threads);
    start.xmax = std::max(start.xmax, rate);
  }
  return start;
}

SaturationCurve fit_free(const std::vector<SaturationPoint>& points, const SaturationCurve& start, bool fixed) {
  const auto at_log = [&](double log_p) { return fit_at(points, std::exp(log_p), start, fixed); };
  const double last = std::log(sharpest);
  constexpr int steps = 24;
  SaturationCurve best = at_log(0);
  double place = 0;
  for (int i = 1; i <= steps; ++i)
    if (const SaturationCurve next = at_log(last * i / steps); log_squares(points, next) < log_squares(points, best)) {
      best = next;
      place = last * i / steps;
    }
  // Between the neighbours of the best by golden sections.
  double low = std::max(0.0, place - last / steps), high = std::min(last, place + last / steps);
  const double golden = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 30; ++i) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    if (log_squares(points, at_log(left)) < log_squares(points, at_log(right)))
      high = right;
    else
      low = left;
  }
  const SaturationCurve last_found = at_log((low + high) / 2);
  return log_squares(points, last_found) < log_squares(points, best) ? last_found : best;
}

/// Akaike's criterion for few points; `parameters` counts the noise, too. Infinite where the points are too few to
/// tell.
double criterion(const std::vector<SaturationPoint>& points, const SaturationCurve& curve, int parameters) {
  const auto count = static_cast<double>(points.size()), k = static_cast<double>(parameters);
  if (count <= k + 1) return std::numeric_limits<double>::infinity();
  // What is below rounding is no better than rounding.
  return count * std::log(std::max(log_squares(points, curve) / count, 1e-24)) + 2 * k +
         2 * k * (k + 1) / (count - k - 1);
}

SaturationCurve fit_by_criterion(const std::vector<SaturationPoint>& points, std::optional<double> ceiling) {
  SaturationCurve start = start_of(points);
  if (ceiling) start.xmax = *ceiling;
  const bool fixed = ceiling.has_value();
  const SaturationCurve gentle = fit_at(points, 1, start, fixed), free = fit_free(points, start, fixed);
  const int parameters = fixed ? 2 : 3;
  return criterion(points, free, parameters + 1) < criterion(points, gentle, parameters) ? free : gentle;
}

/// Medians by number of threads, the fewest first.
std::vector<SaturationPoint> medians(const std::vector<SaturationPoint>& points) {
  std::map<double, std::vector<double>> rates;
  for (const auto& [threads, rate] : points) rates[threads].push_back(rate);
  std::vector<SaturationPoint> all;
  all.reserve(rates.size());
  for (const auto& [threads, raw] : rates) all.push_back({threads, median(raw)});
  return all;
}

/// What all results of a curve share.
std::string setting_of(const ProbeResult& result, const char* axis) {
  Json params = result.params;
  params.erase(axis);
  return result.probe + "\n" + result.metric + "\n" + result.unit + "\n" + params.dump();
}

}  // namespace

double SaturationCurve::at(double threads) const {
  const double asked = threads * x1;
  if (p >= sharpest) return std::min(asked, xmax);
  return xmax * std::pow(std::pow(asked / xmax, -p) + 1, -1 / p);
}

double SaturationFit::at(double threads) const {
  const bool slower_beyond = std::find(flags.begin(), flags.end(), "retrograde") != flags.end();
  return SaturationCurve{x1, xmax, p}.at(slower_beyond ? std::min(threads, best) : threads);
}

double Scalability::at(double threads) const {
  return a * threads / (1 + s * (threads - 1) + k * threads * (threads - 1));
}

double Scalability::best() const {
  return k > 0 ? std::sqrt(std::max(0.0, 1 - s) / k) : std::numeric_limits<double>::infinity();
}

Scalability fit_scalability(const std::vector<SaturationPoint>& points) {
  // n/X = (1 + s (n - 1) + k n (n - 1)) / a is linear; each row over its own n/X weighs relative residuals alike.
  const auto solve = [&](const std::vector<int>& columns) {
    Eigen::MatrixXd rows(points.size(), columns.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto [n, rate] = points[i];
      const double terms[] = {1, n - 1, n * (n - 1)};
      for (std::size_t j = 0; j < columns.size(); ++j)
        rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = terms[columns[j]] * rate / n;
    }
    const Eigen::VectorXd found = rows.colPivHouseholderQr().solve(Eigen::VectorXd::Ones(rows.rows()));
    Eigen::Vector3d all = Eigen::Vector3d::Zero();
    for (std::size_t j = 0; j < columns.size(); ++j) all[columns[j]] = found[static_cast<Eigen::Index>(j)];
    return all;
  };
  // Neither term may be below 0.
  Eigen::Vector3d terms = solve({0, 1, 2});
  if (terms[2] < 0) terms = solve({0, 1});
  if (terms[1] < 0) terms = solve({0, 2});
  if (terms[1] < 0 || terms[2] < 0) terms = solve({0});
  Scalability law{1 / terms[0], terms[1] / terms[0], terms[2] / terms[0]};
  law.rms = relative_rms(points, law);
  return law;
}

std::optional<SaturationFit> fit_saturation(
    std::string probe, std::string unit, const std::vector<SaturationPoint>& points) {
  std::vector<SaturationPoint> usable;
  for (const SaturationPoint& point : points)
    if (point.threads >= 1 && point.rate > 0 && std::isfinite(point.rate)) usable.push_back(point);
  const auto steps = medians(usable);
  if (steps.size() < 2) return {};
  const auto slower = [](const SaturationPoint& a, const SaturationPoint& b) { return a.rate < b.rate; };
  const SaturationPoint top = *std::max_element(steps.begin(), steps.end(), slower);
  SaturationFit fit{std::move(probe), std::move(unit), absent, absent, absent, absent, steps.back().threads};
  const bool too_many = steps.back().rate < retrograde * top.rate;
  if (too_many) {
    fit.flags.emplace_back("retrograde");
    fit.best = top.threads;
    std::erase_if(usable, [&](const SaturationPoint& point) { return point.threads > top.threads; });
    const Scalability law = fit_scalability(steps);
    fit.more["usl"] = {{"a", law.a}, {"s", law.s}, {"k", law.k}, {"rms_rel", law.rms}};
  }
  if (steps.front().rate >= saturated * top.rate) {
    if (steps.front().threads == 1) fit.flags.emplace_back("one-thread-saturates");
    std::vector<double> rates;
    rates.reserve(steps.size());
    for (const SaturationPoint& step : steps) rates.push_back(step.rate);
    fit.xmax = too_many ? top.rate : median(rates);
    fit.x1 = std::max(steps.front().rate, fit.xmax) / steps.front().threads;
    fit.p = sharpest;
  } else {
    const SaturationCurve curve = fit_by_criterion(usable, too_many ? std::optional(top.rate) : std::nullopt);
    fit.x1 = curve.x1;
    fit.xmax = curve.xmax;
    fit.p = curve.p;
  }
  fit.rms = relative_rms(usable, fit);
  return fit;
}

std::vector<SaturationFit> fit_results(const std::vector<ProbeResult>& results) {
  struct Sweep {
    const ProbeResult* first;
    const char* axis;
    std::vector<SaturationPoint> points;
  };
  std::map<std::string, Sweep> sweeps;
  for (const ProbeResult& result : results) {
    const char* axis = result.params.value("aggregate", Json()) == Json(true) ? "clients" : "threads";
    const bool rate = result.unit == "B/s" || result.unit == "1/s";
    if (!rate || !result.valid() || !result.params.contains(axis) || !result.params.at(axis).is_number()) continue;
    Sweep& sweep = sweeps.try_emplace(setting_of(result, axis), Sweep{&result, axis, {}}).first->second;
    for (const double rate_of_pass : result.raw)
      sweep.points.push_back({result.params.at(axis).get<double>(), rate_of_pass});
  }
  std::vector<SaturationFit> fits;
  for (auto& [setting, sweep] : sweeps)
    if (auto fit = fit_saturation(sweep.first->probe, sweep.first->unit, sweep.points)) {
      fit->params = sweep.first->params;
      fit->params.erase(sweep.axis);
      fits.push_back(std::move(*fit));
    }
  return fits;
}

}  // namespace llmsize
