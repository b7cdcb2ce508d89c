// SPDX-License-Identifier: Apache-2.0
// Tries growing models and sequences, the largest first.
#include "core/planning/reach.hpp"
#include "core/layers/kinds.hpp"

#include "core/planning/held.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace llmsize {
namespace {

void require_nodes(const Scenario& scenario, std::string_view goal) {
  if (!nodes_are_said(scenario))
    throw BadInput(BadInput::Kind::usage, fmt::format("--goal {} needs a cluster size: set --nodes or --gpus", goal));
}

/// The nearest whole number of groups of `each`, one at least.
double grouped(double number, double each) { return each * std::max(1.0, std::round(number / each)); }

struct Reached {
  LayoutPlan plan{};
  std::size_t at = 0;  ///< of the series
};

/// The last of a growing series that some layout reaches; the first one where none does.
Reached last_reached(
    const std::vector<double>& sizes, const std::function<Scenario(double)>& sized, const Catalog& catalog,
    const SearchOptions& options) {
  Reached reached;
  for (std::size_t left = sizes.size(); left-- > 0;) {
    reached = {plan_within_goal(with_batch(sized(sizes[left]), catalog), catalog, options), left};
    if (options.progress) options.progress(sizes.size() - left, sizes.size());
    if (reached.plan.found() || reached.plan.search.untimed || (options.cancelled && options.cancelled()))
      return reached;
  }
  reached.plan.met = false;
  return reached;
}

}  // namespace

const std::vector<double>& model_scales() {
  static const std::vector<double> scales = [] {
    constexpr double step = 1.05, least = 1e-4, most = 1e4;
    std::vector<double> all;
    for (double scale = least; scale <= most; scale *= step) all.push_back(scale);
    return all;
  }();
  return scales;
}

const std::vector<double>& sequence_lengths() {
  static const std::vector<double> lengths = [] {
    std::vector<double> all;
    for (double power = 1024; power <= std::exp2(26); power *= 2) {
      all.push_back(power);
      all.push_back(1.5 * power);
    }
    return all;
  }();
  return lengths;
}

Scenario with_scale(const Scenario& scenario, const Catalog& catalog, double scale) {
  const Case base = complete(scenario, catalog);
  const auto at = [&](InputKey key) { return base[key]; };
  const double was = at("model.layers"), heads = at("model.heads"), hidden = at("model.hidden");
  if (is_absent(was * heads * hidden) || base.has("model.parameters_given"))
    throw BadInput(
        BadInput::Kind::usage, "--goal largest-model needs a model with layers, heads and hidden size: set --model");
  Scenario grown = scenario;
  const auto set = [&](InputKey key, double value) { grown.set(key, exact(value), Giver{"plan"}); };
  // Heads come eight at a time; layers take what that leaves, in pairs.
  const double more_heads = grouped(heads * std::cbrt(scale), 8), wider = more_heads / heads;
  const double layers = scale == 1 ? was : grouped(was * scale / (wider * wider), 2), by = layers / was;
  const auto widen = [&](InputKey key, double each) {
    if (base.has(key) && at(key) > 0) set(key, grouped(at(key) * wider, each));
  };
  set("model.layers", layers);
  set("model.heads", more_heads);
  // The size of a head is held, whoever said it.
  if (!is_absent(at("model.head_dim"))) set("model.head_dim", at("model.head_dim"));
  set("model.hidden", grouped(hidden * wider, 8));
  for (const InputKey key : std::initializer_list<InputKey>{
           "model.ffn_hidden", "model.expert_hidden", "model.shared_hidden", "model.residual_hidden"})
    widen(key, 64);
  if (at("model.kv_heads") == heads) set("model.kv_heads", more_heads);
  // Layers of one kind keep their share, rounded down so that there are never more of all kinds than layers; those
  // before the mixtures stay as many.
  const auto share = [&](InputKey key) {
    if (base.has(key) && at(key) > 0) set(key, std::floor(at(key) * by));
  };
  if (at("model.layers_without_mlp") > 0)
    share("model.moe_layers");
  else if (base.has("model.moe_layers") && at("model.moe_layers") > 0)
    set("model.moe_layers", std::max(1.0, layers - (was - at("model.moe_layers"))));
  for (const InputKey key : std::initializer_list<InputKey>{
           "model.windowed_layers", "model.indexers", "model.sparse_layers", "model.compressed_layers",
           "model.layers_without_mlp", "model.layers_without_mixer"})
    share(key);
  std::apply([&](const auto&... kind) { (share(InputKey::find(kind.layers.about.key).value()), ...); }, model::Kinds());
  return grown;
}

LayoutPlan plan_largest_model(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  require_nodes(scenario, "largest-model");
  constexpr std::size_t stride = 8;
  const std::vector<double>& scales = model_scales();
  const auto sized = [&](double scale) { return with_scale(scenario, catalog, scale); };
  std::vector<double> coarse;
  for (std::size_t i = 0; i < scales.size(); i += stride) coarse.push_back(scales[i]);
  Reached reached = last_reached(coarse, sized, catalog, options);
  if (!reached.plan.found() || (options.cancelled && options.cancelled())) return std::move(reached.plan);
  // Then those between it and the next, which was too large.
  const auto at = scales.begin() + static_cast<std::ptrdiff_t>(stride * reached.at);
  const std::vector<double> fine(at + 1, at + std::min<std::ptrdiff_t>(stride, scales.end() - at));
  Reached larger = last_reached(fine, sized, catalog, options);
  return std::move(larger.plan.found() ? larger.plan : reached.plan);
}

LayoutPlan plan_longest_context(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  require_nodes(scenario, "longest-context");
  const auto sized = [&](double tokens) {
    Scenario longer = scenario;
    longer.set("workload.sequence", exact(tokens), Giver{"plan"});
    return longer;
  };
  return last_reached(sequence_lengths(), sized, catalog, options).plan;
}

}  // namespace llmsize
