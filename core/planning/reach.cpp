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
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("--goal {}: how many nodes there are is missing; --nodes or --gpus tells", goal));
}

/// The nearest whole number of groups of `each`, one at least.
double grouped(double number, double each) { return each * std::max(1.0, std::round(number / each)); }

/// The last of a growing series that some layout reaches; the first one where none does.
LayoutPlan last_reached(
    const std::vector<double>& sizes, const std::function<Scenario(double)>& sized, const Catalog& catalog,
    const SearchOptions& options) {
  LayoutPlan plan;
  for (std::size_t left = sizes.size(); left-- > 0;) {
    plan = plan_within_goal(with_batch(sized(sizes[left]), catalog), catalog, options);
    if (options.progress) options.progress(sizes.size() - left, sizes.size());
    if (plan.found() || plan.search.untimed || (options.cancelled && options.cancelled())) return plan;
  }
  plan.met = false;
  return plan;
}

}  // namespace

const std::vector<double>& layer_counts() {
  static const std::vector<double> counts = [] {
    std::vector<double> all;
    for (double layers = 4; layers <= 1024; layers += layers < 64 ? 4 : std::exp2(std::floor(std::log2(layers)) - 4))
      all.push_back(layers);
    return all;
  }();
  return counts;
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

Scenario with_layers(const Scenario& scenario, const Catalog& catalog, double layers) {
  const Case base = complete(scenario, catalog);
  const auto at = [&](InputKey key) { return base[key]; };
  const double was = at("model.layers"), heads = at("model.heads"), hidden = at("model.hidden");
  if (is_absent(was * heads * hidden) || base.has("model.parameters_given"))
    throw BadInput(
        BadInput::Kind::usage,
        "--goal largest-model: the model has no shape that could grow; --model gives layers, heads and width");
  Scenario grown = scenario;
  const auto set = [&](InputKey key, double value) { grown.set(key, exact(value), Giver{"plan"}); };
  const double by = layers / was, more_heads = grouped(heads * by, 8), wider = more_heads / heads;
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
           "model.windowed_layers", "model.indexers", "model.sparse_layers", "model.layers_without_mlp",
           "model.layers_without_mixer"})
    share(key);
  std::apply([&](const auto&... kind) { (share(InputKey::find(kind.layers.about.key).value()), ...); }, model::Kinds());
  return grown;
}

LayoutPlan plan_largest_model(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  require_nodes(scenario, "largest-model");
  return last_reached(
      layer_counts(), [&](double layers) { return with_layers(scenario, catalog, layers); }, catalog, options);
}

LayoutPlan plan_longest_context(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  require_nodes(scenario, "longest-context");
  const auto sized = [&](double tokens) {
    Scenario longer = scenario;
    longer.set("workload.sequence", exact(tokens), Giver{"plan"});
    return longer;
  };
  return last_reached(sequence_lengths(), sized, catalog, options);
}

}  // namespace llmsize
