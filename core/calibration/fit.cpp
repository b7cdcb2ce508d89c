// SPDX-License-Identifier: Apache-2.0
// Levenberg-Marquardt over common values, deviations of families and deviations of stacks, all on a logarithmic scale.
#include "core/calibration/fit.hpp"

#include "core/answer/answer.hpp"
#include "core/inputs/list.hpp"
#include "core/registry/registry.hpp"

#include <Eigen/Dense>
#include <unsupported/Eigen/NonLinearOptimization>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// Noise of a published time: repeated publications of one configuration differ by so much.
constexpr double noise = 0.05;
/// Rows that a series counts for at most.
constexpr double rows_of_a_series = 6;

constexpr FitParameter all_parameters[] = {
    {"software.gemm_efficiency", 0.88, 0.05, 0.06, 0.1},
    {"software.attention_efficiency", 0.40, 0.15, 0.3, 0.35},
    {"software.vector_passes", 1.3, 0.15, 0.3, 0.35},
    {"software.tensor_exposed", 0.6, 0.3, 0.5, 0.6},
    {"software.data_exposed", 0.3, 0.4, 0.3, 0.3},
    {"software.network_share", 0.7, 0.2, 0.25, 0.3},
    {"software.straggling", 0.0058, 0.5, 0.3, 0.2},
    {"software.layer_overhead", 80e-6, 0.5, 0.4, 0.4},
    {"software.gemm_traffic", 0.5, 0.5, 0, 0},
    {"software.cast_passes", 2.2, 0.4, 0, 0.4},
    {"software.accumulation_exposed", 0.4, 0.5, 0, 0},
    {"software.logit_passes", 1.24, 0.3, 0, 0},
    {"software.pipeline_exposed", 0.155, 0.6, 0, 0},
    {"software.tensor_message", 30e6, 0.7, 0, 0},
    {"software.expert_half_width", 300, 0.6, 0, 0, true},
    {"software.expert_exposed", 0.3, 0.6, 0, 0, true},
    {"software.permutation_bytes", 14, 0.25, 0, 0, true},
    {"software.host_layer_time", 2e-3, 0.7, 0, 0, true},
    {"software.host_expert_time", 0.1e-3, 1, 0, 0, true},
    {"software.expert_penalty", 1.0, 0.04, 0, 0.06, true},
    {"software.partial_graph_time", 0.8, 0.3, 0, 0, true},
    {"software.whole_graph_time", 0.1, 0.7, 0, 0, true},
    {"software.fused_permutation", 0.3, 0.7, 0, 0, true},
    {"software.plain_permutation", 1.5, 0.5, 0, 0, true},
    {"software.overlapped_exposed", 0.4, 0.7, 0, 0, true},
    {"software.expert_casts", 1.0, 0.2, 0, 0.8, true},
    {"software.overlapped_host", 1.5, 0.4, 0, 0, true},
    {"software.plain_exposed", 1.5, 0.5, 0, 0, true},
};

/// Everything at once: how much longer one's own steps take than those that the stack was fitted to. Wide, so that it
/// moves before the efficiencies do: a few runs tell how slow a machine is, not why.
constexpr FitParameter free_factor{"software.model_error", 1, 0.5, 0, 0};

/// Which parameters a stage of a fit moves.
struct Stage {
  bool mixtures = false;
  bool factor = false;  ///< the free factor, too

  template <typename Visit>
  void each(const Visit& visit) const {
    if (factor) visit(free_factor);
    for (const FitParameter& parameter : all_parameters)
      if (parameter.mixtures_only == mixtures) visit(parameter);
  }
};

/// One number that is fitted: the logarithm of a value, or of a deviation from it.
struct Unknown {
  const FitParameter* parameter;
  std::string scope;  ///< "" for all stacks, "family …" or "stack …"
  double centre;      ///< of the value before any row is seen
  double spread;
};

/// A measured row and the unknowns that make up each of its parameters.
struct FitRow {
  const Measurement* measurement;
  double weight;
  std::vector<std::pair<InputKey, std::vector<std::size_t>>> made_of;  ///< an input, its unknowns
};

/// A residual that grows like its square root once it is large.
double softened(double residual) {
  const double loss = 2 * (std::sqrt(1 + residual * residual) - 1);
  return std::copysign(std::sqrt(loss), residual);
}

double clamped(InputKey key, double value) {
  const InputAbout& about = about_of(key);
  return std::clamp(value, about.least, about.most);
}

double time_with(const Measurement& measurement, const std::vector<std::pair<InputKey, double>>& changed) {
  Values values = measurement.plan->values;
  for (const auto& [key, value] : changed) values.value[key.slot()] = value;
  static const ResultRow* const step_time = &result_row("training.step_time");
  return step_time->value(Once(values, dependents()));
}

/// The problem as Eigen's solver wants it.
class Problem {
 public:
  using Scalar = double;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;

  Problem(std::vector<Unknown> unknowns, std::vector<FitRow> rows)
      : unknowns_(std::move(unknowns)), rows_(std::move(rows)) {}

  int inputs() const { return static_cast<int>(unknowns_.size()); }
  int values() const { return static_cast<int>(rows_.size() + unknowns_.size()); }

  /// Residuals of rows, then of priors.
  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& residuals) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) residuals[index(i)] = residual(rows_[i], x);
    for (std::size_t j = 0; j < unknowns_.size(); ++j)
      residuals[index(rows_.size() + j)] = x[index(j)] / unknowns_[j].spread;
    return 0;
  }
  int df(const Eigen::VectorXd& x, Eigen::MatrixXd& jacobian) const {
    constexpr double step = 1e-5;
    jacobian.setZero(values(), inputs());
    Eigen::VectorXd moved = x;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double here = residual(rows_[i], x);
      // A row reads few distinct inputs; unknowns that make up the same input have the same slope.
      for (const auto& [slot, unknowns] : rows_[i].made_of) {
        moved[index(unknowns.front())] += step;
        const double slope = (residual(rows_[i], moved) - here) / step;
        moved[index(unknowns.front())] = x[index(unknowns.front())];
        for (const std::size_t unknown : unknowns) jacobian(index(i), index(unknown)) = slope;
      }
    }
    for (std::size_t j = 0; j < unknowns_.size(); ++j)
      jacobian(index(rows_.size() + j), index(j)) = 1 / unknowns_[j].spread;
    return 0;
  }

  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  Eigen::Index row_count() const { return index(rows_.size()); }

 private:
  static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  double residual(const FitRow& row, const Eigen::VectorXd& x) const {
    std::vector<std::pair<InputKey, double>> changed;
    changed.reserve(row.made_of.size());
    for (const auto& [key, unknowns] : row.made_of) {
      double log = std::log(unknowns_[unknowns.front()].centre);
      for (const std::size_t unknown : unknowns) log += x[index(unknown)];
      changed.emplace_back(key, clamped(key, std::exp(log)));
    }
    const double ratio = time_with(*row.measurement, changed) / row.measurement->step_time;
    return row.weight * softened(std::log(ratio) / noise);
  }

  std::vector<Unknown> unknowns_;
  std::vector<FitRow> rows_;
};

/// What a value is before any row is seen: the base's where there is one.
double centre_of(const FitParameter& parameter, const Entry* base) {
  const Fact* fact = base ? base->find(parameter.key) : nullptr;
  return fact && fact->number && *fact->number > 0 ? *fact->number : parameter.centre;
}

/// How far a value may be from the centre before any row is seen: four times as far as what the base rests on leaves
/// open, where there is one, as one's own machine is not those that it was fitted to.
double spread_of(const FitParameter& parameter, const Entry* base) {
  const Fact* fact = base ? base->find(parameter.key) : nullptr;
  if (!fact || fact->spread <= 0) return parameter.spread;
  return std::min(parameter.spread, 4 * fact->spread);
}

/// The stack that runs dense models by the same software as this one runs mixtures, of its own family where there are
/// several; else the stack itself.
std::string twin_of(const Catalog& catalog, const std::string& software) {
  std::string twin;
  for (const std::string_view each : catalog.ids("software")) {
    const std::string id(each);
    for (const auto& [word, text] : catalog.entry("software", id).words)
      if (word == "mixtures" && text == software)
        if (twin.empty() || family_of(catalog, id) == family_of(catalog, software)) twin = id;
  }
  return twin.empty() ? software : twin;
}

/// Collects the unknowns of all rows.
class Setup {
 public:
  Setup(const std::vector<const Measurement*>& rows, const Catalog& catalog, Stage stage, const Entry* base)
      : base_(base) {
    std::map<std::string, double> of_series;
    for (const Measurement* row : rows) of_series[row->series] += 1;
    for (const Measurement* row : rows) {
      const double times = of_series[row->series];
      FitRow fit{row, std::sqrt(std::min(1.0, rows_of_a_series / times)), {}};
      const std::string family = family_of(catalog, row->software), stack = twin_of(catalog, row->software);
      stage.each([&](const FitParameter& parameter) {
        // What the row says of itself is not fitted.
        if (row->plan->origin(parameter.key).kind != Origin::Kind::user)
          fit.made_of.emplace_back(parameter.key, unknowns_of(parameter, family, stack));
      });
      rows_.push_back(std::move(fit));
    }
  }

  Problem problem() && { return {std::move(unknowns_), std::move(rows_)}; }

 private:
  std::size_t unknown(const FitParameter& parameter, const std::string& scope, double spread) {
    const auto key = std::pair{std::string(parameter.key.text()), scope};
    const auto [found, fresh] = places_.emplace(key, unknowns_.size());
    if (fresh) unknowns_.push_back({&parameter, scope, centre_of(parameter, base_), spread});
    return found->second;
  }
  std::vector<std::size_t> unknowns_of(
      const FitParameter& parameter, const std::string& family, const std::string& stack) {
    if (base_)
      return {unknown(parameter, "", &parameter == &free_factor ? parameter.spread : spread_of(parameter, base_))};
    std::vector<std::size_t> all{unknown(parameter, "", parameter.spread)};
    if (parameter.family_spread > 0) all.push_back(unknown(parameter, "family " + family, parameter.family_spread));
    if (parameter.stack_spread > 0) all.push_back(unknown(parameter, "stack " + stack, parameter.stack_spread));
    return all;
  }

  const Entry* base_;  ///< where one set of values is fitted for all rows: the stack it starts from
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
  std::vector<Unknown> unknowns_;
  std::vector<FitRow> rows_;
};

/// A stack that is fitted, with those whose deviations it shares.
struct FittedStack {
  std::string id, family, twin;
};
using Stacks = std::vector<FittedStack>;

/// The value of a parameter for a stack. Its spread is how far it may move alone, the others as fitted: what moves
/// together and cancels out widens no prediction.
FittedValue read_off(
    const Problem& problem, const Eigen::VectorXd& x, const Eigen::MatrixXd& jacobian, const FitParameter& parameter,
    const std::string& family, const std::string& stack) {
  double log = std::log(parameter.centre), prior = 0, seen = 0;
  for (std::size_t j = 0; j < problem.unknowns().size(); ++j) {
    const Unknown& unknown = problem.unknowns()[j];
    const bool ours = unknown.scope.empty() || unknown.scope == "family " + family || unknown.scope == "stack " + stack;
    if (unknown.parameter != &parameter || !ours) continue;
    const auto column = static_cast<Eigen::Index>(j);
    if (unknown.scope.empty()) log = std::log(unknown.centre);
    prior += unknown.spread * unknown.spread;
    // The narrowest unknown comes last; its rows are those that tell of this stack.
    seen = jacobian.col(column).head(problem.row_count()).squaredNorm();
  }
  for (std::size_t j = 0; j < problem.unknowns().size(); ++j) {
    const Unknown& unknown = problem.unknowns()[j];
    const bool ours = unknown.scope.empty() || unknown.scope == "family " + family || unknown.scope == "stack " + stack;
    if (unknown.parameter == &parameter && ours) log += x[static_cast<Eigen::Index>(j)];
  }
  if (prior == 0) prior = parameter.spread * parameter.spread;
  return {clamped(parameter.key, std::exp(log)), 1 / std::sqrt(seen + 1 / prior)};
}

/// Whether any row tells of a parameter.
bool is_told(const Problem& problem, const Eigen::MatrixXd& jacobian, const FitParameter& parameter) {
  for (std::size_t j = 0; j < problem.unknowns().size(); ++j)
    if (problem.unknowns()[j].parameter == &parameter &&
        jacobian.col(static_cast<Eigen::Index>(j)).head(problem.row_count()).squaredNorm() > 0)
      return true;
  return false;
}

/// Solves a problem and reads the values of each stack off it. What no row tells of stays as the base has it.
void solve(const Problem& problem, const Stacks& stacks, Stage stage, const Entry* base, Fits& fits) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.inputs());
  Problem functor = problem;
  Eigen::LevenbergMarquardt<Problem> solver(functor);
  solver.parameters.maxfev = 60;
  solver.parameters.ftol = solver.parameters.xtol = 1e-5;
  if (problem.inputs() > 0) solver.minimize(x);
  Eigen::MatrixXd jacobian;
  problem.df(x, jacobian);
  for (const FittedStack& each : stacks) {
    StackFit& fit = fits[each.id];
    stage.each([&](const FitParameter& parameter) {
      const bool stays = base && base->find(parameter.key) && !is_told(problem, jacobian, parameter);
      if (!stays)
        fit[std::string(parameter.key.text())] = read_off(problem, x, jacobian, parameter, each.family, each.twin);
    });
  }
}

/// Rows with the values of a fit in place of their stack's.
std::vector<Measurement> with_values(const std::vector<const Measurement*>& rows, const Fits& fits) {
  std::vector<Measurement> all;
  for (const Measurement* row : rows) {
    all.push_back(*row);
    const auto own = fits.find(row->software);
    for (const auto& [name, fitted] : own == fits.end() ? fits.begin()->second : own->second)
      if (const InputKey key = InputKey::find(name).value(); row->plan->origin(key).kind != Origin::Kind::user)
        all.back().plan->values.value[key.slot()] = fitted.value;
  }
  return all;
}

/// Dense rows first, mixtures on top of what they tell: else mixtures would bend attention and matrix products to
/// impossible values. A free factor is found by whichever come first.
Fits fit_in_two_stages(
    const std::vector<const Measurement*>& rows, const Catalog& catalog, const Stacks& stacks, const Entry* base,
    bool factor = false) {
  std::vector<const Measurement*> dense, mixtures;
  for (const Measurement* row : rows)
    if (row->has_time()) (row->mixture() ? mixtures : dense).push_back(row);
  Fits fits;
  const Stage first{false, factor && !dense.empty()}, second{true, factor && dense.empty()};
  solve(Setup(dense, catalog, first, base).problem(), stacks, first, base, fits);
  const auto on_top = with_values(mixtures, fits);
  std::vector<const Measurement*> pointers;
  pointers.reserve(on_top.size());
  for (const Measurement& row : on_top) pointers.push_back(&row);
  solve(Setup(pointers, catalog, second, base).problem(), stacks, second, base, fits);
  return fits;
}

}  // namespace

double FittedValue::p10() const { return value * std::exp(-z90 * spread); }
double FittedValue::p90() const { return value * std::exp(z90 * spread); }

std::span<const FitParameter> fit_parameters() { return all_parameters; }

std::string family_of(const Catalog& catalog, const std::string& software) {
  for (const auto& [word, text] : catalog.entry("software", software).words)
    if (word == "family") return text;
  return software;
}

StackFit fit_runs(const std::vector<const Measurement*>& rows, const Catalog& catalog, const Entry& base) {
  return fit_in_two_stages(rows, catalog, {{base.id, "", ""}}, &base, true).at(base.id);
}

StackFit fit_generic(const std::vector<const Measurement*>& rows, const Catalog& catalog) {
  const Entry nobody{"software", "generic", {}, {}, {}};
  return fit_in_two_stages(rows, catalog, {{nobody.id, "", ""}}, &nobody).at(nobody.id);
}

Fits fit_stacks(const std::vector<const Measurement*>& rows, const Catalog& catalog) {
  Stacks stacks;
  for (const std::string_view id : catalog.training_stacks())
    if (id != "generic" && id != usual_software)
      stacks.push_back({std::string(id), family_of(catalog, std::string(id)), twin_of(catalog, std::string(id))});
  Fits fits = fit_in_two_stages(rows, catalog, stacks, nullptr);
  fits["generic"] = fit_generic(rows, catalog);
  return fits;
}

double predicted_time(const Measurement& row, const Fits& fits) {
  const auto found = fits.find(row.software);
  const auto generic = fits.find("generic");
  const StackFit* fit = found != fits.end() ? &found->second : generic != fits.end() ? &generic->second : nullptr;
  std::vector<std::pair<InputKey, double>> changed;
  if (fit)
    for (const auto& [name, fitted] : *fit)
      if (const InputKey key = InputKey::find(name).value(); row.plan->origin(key).kind != Origin::Kind::user)
        changed.emplace_back(key, fitted.value);
  return time_with(row, changed);
}

}  // namespace llmsize
