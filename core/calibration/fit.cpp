// SPDX-License-Identifier: Apache-2.0
// Common values, deviations of families and deviations of stacks.
#include "core/calibration/fit.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/log_fit.hpp"
#include "core/catalog/entry_words.hpp"
#include "core/catalog/release.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// Noise of a published time: repeated publications of one configuration differ by so much.
constexpr double noise = 0.05;
/// Rows that a series counts for at most.
constexpr double rows_of_a_series = 6;

constexpr FitParameter all_parameters[] = {
    {.key = "software.gemm_efficiency",
     .centre = 0.88,
     .spread = 0.05,
     .family_spread = 0.06,
     .stack_spread = 0.1,
     .release_spread = 0.03},
    {.key = "software.attention_efficiency",
     .centre = 0.40,
     .spread = 0.15,
     .family_spread = 0.3,
     .stack_spread = 0.35,
     .release_spread = 0.1},
    {.key = "software.vector_passes",
     .centre = 1.3,
     .spread = 0.15,
     .family_spread = 0.3,
     .stack_spread = 0.35,
     .release_spread = 0.15},
    {.key = "software.tensor_exposed", .centre = 0.6, .spread = 0.3, .family_spread = 0.5, .stack_spread = 0.6},
    {.key = "software.data_exposed", .centre = 0.3, .spread = 0.4, .family_spread = 0.3, .stack_spread = 0.3},
    {.key = "software.network_share", .centre = 0.7, .spread = 0.2, .family_spread = 0.25, .stack_spread = 0.3},
    {.key = "software.straggling", .centre = 0.0058, .spread = 0.5, .family_spread = 0.3, .stack_spread = 0.2},
    {.key = "software.layer_overhead",
     .centre = 80e-6,
     .spread = 0.5,
     .family_spread = 0.4,
     .stack_spread = 0.4,
     .release_spread = 0.3},
    {.key = "software.gemm_traffic", .centre = 0.5, .spread = 0.5},
    {.key = "software.cast_passes", .centre = 2.2, .spread = 0.4, .stack_spread = 0.4},
    {.key = "software.block_casts", .centre = 1, .spread = 0.3},
    {.key = "software.accumulation_exposed", .centre = 0.4, .spread = 0.5},
    {.key = "software.logit_passes", .centre = 1.24, .spread = 0.3},
    {.key = "software.pipeline_exposed", .centre = 0.155, .spread = 0.6},
    {.key = "software.tensor_message", .centre = 30e6, .spread = 0.7},
    {.key = "software.expert_half_width", .centre = 300, .spread = 0.6, .mixtures_only = true},
    {.key = "software.expert_exposed", .centre = 0.3, .spread = 0.6, .mixtures_only = true},
    {.key = "software.permutation_bytes", .centre = 14, .spread = 0.25, .mixtures_only = true},
    {.key = "software.host_layer_time", .centre = 2e-3, .spread = 0.7, .release_spread = 0.3, .mixtures_only = true},
    {.key = "software.host_expert_time", .centre = 0.1e-3, .spread = 1, .mixtures_only = true},
    {.key = "software.expert_penalty",
     .centre = 1.0,
     .spread = 0.04,
     .stack_spread = 0.06,
     .release_spread = 0.08,
     .mixtures_only = true},
    {.key = "software.partial_graph_time", .centre = 0.8, .spread = 0.3, .mixtures_only = true},
    {.key = "software.whole_graph_time", .centre = 0.1, .spread = 0.7, .mixtures_only = true},
    {.key = "software.fused_permutation", .centre = 0.3, .spread = 0.7, .mixtures_only = true},
    {.key = "software.plain_permutation", .centre = 1.5, .spread = 0.5, .mixtures_only = true},
    {.key = "software.overlapped_exposed", .centre = 0.4, .spread = 0.7, .mixtures_only = true},
    {.key = "software.expert_casts", .centre = 1.0, .spread = 0.2, .stack_spread = 0.8, .mixtures_only = true},
    {.key = "software.overlapped_host", .centre = 1.5, .spread = 0.4, .mixtures_only = true},
    {.key = "software.plain_exposed", .centre = 1.5, .spread = 0.5, .mixtures_only = true},
};

/// Everything at once: how much longer one's own steps take than those that the stack was fitted to. Wide, so that it
/// moves before the efficiencies do: a few runs tell how slow a machine is, not why.
constexpr FitParameter free_factor{.key = "software.model_error", .centre = 1, .spread = 0.5};

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
  std::string scope;  ///< "" for all stacks, "family …", "stack …" or "release …"
  double centre;      ///< of the value before any row is seen
  double spread;
};

double time_with(const Measurement& measurement, const std::vector<Change>& changed) {
  Values values = measurement.plan->values;
  for (const auto& [key, value] : changed) values.value[key.slot()] = value;
  static const ResultRow* const step_time = &result_row("training.step_time");
  return step_time->value(Once(values, dependents()));
}

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

/// The stack that runs dense models by the same software as this one runs mixtures; else the stack itself.
std::string twin_of(const Catalog& catalog, const std::string& software) {
  const std::string twin = word_of(catalog.entry("software", software), "dense");
  return twin.empty() ? std::string(base_of_release(software)) : twin;
}

/// Whose deviations a stack shares, as the unknowns name them.
struct Scopes {
  std::string family, stack, release;  ///< `release` is empty where the stack has none
};
Scopes scopes_of(const Catalog& catalog, const std::string& software) {
  const std::string twin = twin_of(catalog, software);
  const std::string release(release_in_id(software));
  return {
      "family " + family_of(catalog, software), "stack " + twin,
      release.empty() ? release : "release " + twin + "@" + release};
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
      FittedRow fit{
          std::sqrt(std::min(1.0, rows_of_a_series / times)), noise, {}, [row](const std::vector<Change>& changed) {
            return std::log(time_with(*row, changed) / row->step_time);
          }};
      const Scopes scopes = scopes_of(catalog, row->software);
      stage.each([&](const FitParameter& parameter) {
        // What the row says of itself is not fitted.
        if (row->plan->origin(parameter.key).kind == Origin::Kind::user) return;
        const auto unknowns = unknowns_of(parameter, scopes);
        fit.made_of.push_back({parameter.key, std::log(unknowns_[unknowns.front()].centre), unknowns});
      });
      rows_.push_back(std::move(fit));
    }
  }

  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  LogFit solved() const {
    std::vector<double> spreads;
    spreads.reserve(unknowns_.size());
    for (const Unknown& unknown : unknowns_) spreads.push_back(unknown.spread);
    return llmsize::solved({std::move(spreads), rows_});
  }

 private:
  std::size_t unknown(const FitParameter& parameter, const std::string& scope, double spread) {
    const auto key = std::pair{std::string(parameter.key.text()), scope};
    const auto [found, fresh] = places_.emplace(key, unknowns_.size());
    if (fresh) unknowns_.push_back({&parameter, scope, centre_of(parameter, base_), spread});
    return found->second;
  }
  std::vector<std::size_t> unknowns_of(const FitParameter& parameter, const Scopes& scopes) {
    if (base_)
      return {unknown(parameter, "", &parameter == &free_factor ? parameter.spread : spread_of(parameter, base_))};
    std::vector<std::size_t> all{unknown(parameter, "", parameter.spread)};
    if (parameter.family_spread > 0) all.push_back(unknown(parameter, scopes.family, parameter.family_spread));
    if (parameter.stack_spread > 0) all.push_back(unknown(parameter, scopes.stack, parameter.stack_spread));
    if (parameter.release_spread > 0 && !scopes.release.empty())
      all.push_back(unknown(parameter, scopes.release, parameter.release_spread));
    return all;
  }

  const Entry* base_;  ///< where one set of values is fitted for all rows: the stack it starts from
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
  std::vector<Unknown> unknowns_;
  std::vector<FittedRow> rows_;
};

/// A stack that is fitted, with those whose deviations it shares.
struct FittedStack {
  std::string id;
  Scopes scopes;
};
using Stacks = std::vector<FittedStack>;

/// The value of a parameter for a stack. Its spread is how far it may move alone, the others as fitted: what moves
/// together and cancels out widens no prediction.
FittedValue read_off(
    const std::vector<Unknown>& unknowns, const LogFit& fit, const FitParameter& parameter, const Scopes& scopes) {
  double log = std::log(parameter.centre), prior = 0, seen = 0;
  const auto ours = [&](const Unknown& unknown) {
    return unknown.parameter == &parameter && (unknown.scope.empty() || unknown.scope == scopes.family ||
                                               unknown.scope == scopes.stack || unknown.scope == scopes.release);
  };
  for (std::size_t j = 0; j < unknowns.size(); ++j) {
    if (!ours(unknowns[j])) continue;
    if (unknowns[j].scope.empty()) log = std::log(unknowns[j].centre);
    prior += unknowns[j].spread * unknowns[j].spread;
    // The narrowest unknown comes last; its rows are those that tell of this stack.
    seen = fit.seen[j];
  }
  for (std::size_t j = 0; j < unknowns.size(); ++j)
    if (ours(unknowns[j])) log += fit.x[j];
  if (prior == 0) prior = parameter.spread * parameter.spread;
  return {clamped(parameter.key, std::exp(log)), 1 / std::sqrt(seen + 1 / prior)};
}

/// Whether any row tells of a parameter.
bool is_told(const std::vector<Unknown>& unknowns, const LogFit& fit, const FitParameter& parameter) {
  for (std::size_t j = 0; j < unknowns.size(); ++j)
    if (unknowns[j].parameter == &parameter && fit.seen[j] > 0) return true;
  return false;
}

/// Solves a problem and reads the values of each stack off it. What no row tells of stays as the base has it.
void solve(const Setup& setup, const Stacks& stacks, Stage stage, const Entry* base, Fits& fits) {
  const LogFit found = setup.solved();
  for (const FittedStack& each : stacks) {
    StackFit& fit = fits[each.id];
    stage.each([&](const FitParameter& parameter) {
      const bool stays = base && base->find(parameter.key) && !is_told(setup.unknowns(), found, parameter);
      if (!stays) fit[std::string(parameter.key.text())] = read_off(setup.unknowns(), found, parameter, each.scopes);
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
  solve(Setup(dense, catalog, first, base), stacks, first, base, fits);
  const auto on_top = with_values(mixtures, fits);
  std::vector<const Measurement*> pointers;
  pointers.reserve(on_top.size());
  for (const Measurement& row : on_top) pointers.push_back(&row);
  solve(Setup(pointers, catalog, second, base), stacks, second, base, fits);
  return fits;
}

}  // namespace

double FittedValue::p10() const { return value * std::exp(-z90 * spread); }
double FittedValue::p90() const { return value * std::exp(z90 * spread); }

std::span<const FitParameter> fit_parameters() { return all_parameters; }

std::string family_of(const Catalog& catalog, const std::string& software) {
  const std::string family = word_of(catalog.entry("software", software), "family");
  return family.empty() ? software : family;
}

StackFit fit_runs(const std::vector<const Measurement*>& rows, const Catalog& catalog, const Entry& base) {
  return fit_in_two_stages(rows, catalog, {{base.id, {}}}, &base, true).at(base.id);
}

StackFit fit_generic(const std::vector<const Measurement*>& rows, const Catalog& catalog) {
  const Entry nobody{"software", "generic", {}, {}, {}};
  return fit_in_two_stages(rows, catalog, {{nobody.id, {}}}, &nobody).at(nobody.id);
}

Fits fit_stacks(const std::vector<const Measurement*>& rows, const Catalog& catalog) {
  Stacks stacks;
  for (const std::string_view id : catalog.training_stacks())
    if (id != "generic" && id != usual_software)
      stacks.push_back({std::string(id), scopes_of(catalog, std::string(id))});
  Fits fits = fit_in_two_stages(rows, catalog, stacks, nullptr);
  fits["generic"] = fit_generic(rows, catalog);
  return fits;
}

double predicted_time(const Measurement& row, const Fits& fits) {
  const auto found = fits.find(row.software);
  const auto generic = fits.find("generic");
  const StackFit* fit = found != fits.end() ? &found->second : generic != fits.end() ? &generic->second : nullptr;
  std::vector<Change> changed;
  if (fit)
    for (const auto& [name, fitted] : *fit)
      if (const InputKey key = InputKey::find(name).value(); row.plan->origin(key).kind != Origin::Kind::user)
        changed.push_back({key, fitted.value});
  return time_with(row, changed);
}

}  // namespace llmsize
