// SPDX-License-Identifier: Apache-2.0
// Tries all splits of a served model.
#include "core/planning/serving_plan.hpp"

#include "core/planning/goals.hpp"
#include "core/planning/nodes.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace llmsize {
namespace {

constexpr InputKey tensor_key = "layout.tensor", pipeline_key = "layout.pipeline", copies_key = "layout.attention_data",
                   experts_key = "layout.expert", gpus_key = "cluster.gpus", nodes_key = "cluster.nodes",
                   readers_key = "serving.prefill_workers", node_gpus_key = "node.gpus",
                   domain_key = "node.scale_up_domain";
constexpr double most_served_nodes = 100'000, largest_tensor = 72;

bool says(const Scenario& scenario, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return scenario.find(key) != nullptr; });
}

class ServingSearch {
 public:
  ServingSearch(const Case& base, bool apart)
      : base_(base), values_(base.values, dependents()), per_node_(base[node_gpus_key]), apart_(apart) {}

  std::vector<ServedLayout> all(bool sized) {
    const double gpus = base_[gpus_key];
    const double heads = base_["model.heads"], layers = base_["model.layers"];
    const bool mixture = base_["model.moe_layers"] > 0;
    const double domain = std::max(per_node_, is_absent(base_[domain_key]) ? 1 : base_[domain_key]);
    for (double t = 1; t <= std::min({largest_tensor, domain, sized ? gpus : domain}); ++t) {
      if (!is_absent(heads) && std::fmod(heads, t) > 0) continue;
      if (std::fmod(domain, t) > 0) continue;
      for (double p = 1; p <= 16; ++p) {
        if (!is_absent(layers) && std::fmod(layers, p) > 0) continue;
        for (double d = 1; d <= (mixture ? 64 : 1); d *= 2) {
          const double each = t * p * d;
          if (sized && (each > gpus || std::fmod(gpus, each) > 0)) break;
          // A stage more than holds the model only adds hops; whole nodes hold what does not fit one.
          const double larger = std::max(each, per_node_), smaller = std::min(each, per_node_);
          if (!sized && std::fmod(larger, smaller) > 0) continue;
          consider({t, p, d}, sized);
        }
      }
    }
    return std::move(found_);
  }
  std::size_t tried() const { return tried_; }

 private:
  double of(ResultKey id) { return result_row(id).value(values_); }

  void set(const ServedLayout& layout, double gpus) {
    const std::array changes{
        Change{tensor_key, layout.tensor},
        Change{pipeline_key, layout.pipeline},
        Change{copies_key, layout.copies},
        Change{experts_key, layout.copies},
        Change{readers_key, layout.readers},
        Change{gpus_key, gpus},
        Change{nodes_key, std::ceil(gpus / per_node_)}};
    values_.change(changes);
  }

  void consider(ServedLayout layout, bool sized) {
    ++tried_;
    const double each = layout.tensor * layout.pipeline * layout.copies;
    double gpus = sized ? base_[gpus_key] : std::max(each, per_node_);
    layout.readers = base_[readers_key];
    set(layout, gpus);
    if (!(of("serving.max_batch") >= 1)) return;
    if (!sized) {
      const double group = std::max(1.0, each / per_node_);
      const double nodes = fewest_nodes(group, [&](double some) { set(layout, per_node_ * some); });
      if (nodes > most_served_nodes) return;
      if (nodes >= 1) set(layout, gpus = per_node_ * nodes);
    }
    keep(layout, gpus);
    if (apart_) part(layout, gpus, gpus / each);
  }

  /// The fewest nodes, in whole groups, that answer the wanted rate; absent where none is wanted. Replicas behind one
  /// router help each other, so that one alone needs too many.
  template <class SetNodes>
  double fewest_nodes(double group, const SetNodes& set_nodes) {
    double enough = std::ceil(of("serving.nodes_needed") / group);
    if (!(enough >= 1) || enough * group > most_served_nodes) return enough * group;
    for (double too_few = 0; enough - too_few > 1;) {
      const double tried = std::floor((enough + too_few) / 2);
      set_nodes(tried * group);
      (of("serving.nodes_needed") <= tried * group ? enough : too_few) = tried;
    }
    return enough * group;
  }

  /// The same GPUs with some replicas that only read prompts: as many as their share of the work, and one more or less.
  void part(ServedLayout layout, double gpus, double replicas) {
    if (replicas < 2) return;
    layout.readers = 1;
    set(layout, gpus);
    const double reading = 1 / of("serving.prefill_rate");
    const double decoding = of("serving.decode_replicas") / of("serving.capacity");
    const double share = std::round(replicas * reading / (reading + decoding));
    for (const double readers : {share - 1, share, share + 1}) {
      if (!(readers >= 1 && readers < replicas)) continue;
      ++tried_;
      layout.readers = readers;
      set(layout, gpus);
      keep(layout, gpus);
    }
  }

  void keep(ServedLayout layout, double gpus) {
    layout.nodes = std::ceil(gpus / per_node_);
    layout.replicas = of("serving.engine_replicas");
    layout.rate = of("serving.rate_at_limit");
    layout.capacity = of("serving.capacity");
    layout.tpot = of("serving.tpot");
    layout.sequences = of("serving.max_batch");
    if (!(layout.capacity > 0)) return;
    const double wanted = of("serving.wanted_rate");
    layout.met = !std::isfinite(wanted) || layout.rate >= wanted;
    found_.push_back(layout);
  }

  const Case& base_;
  Once values_;
  double per_node_;
  bool apart_;
  std::size_t tried_ = 0;
  std::vector<ServedLayout> found_{};
};

/// What is better of two layouts: that it answers what is asked, on fewer nodes, then faster for a user at a load that
/// is said or where nothing keeps the limits, else with more requests; the simpler one of equals. Among those within a
/// tenth of the most requests, which is less than a prediction tells apart, the one without stages and without further
/// replicas for prompts is better.
struct Better {
  bool at_load;
  double most = 0;  ///< requests per second and node of all

  bool operator()(const ServedLayout& a, const ServedLayout& b) const { return key(a) < key(b); }

  std::tuple<bool, double, int, bool, double, double, double> key(const ServedLayout& layout) const {
    // Steps of a thousandth: what differs by less is equal.
    const auto step = [](double value) { return std::round(1000 * std::log(value)); };
    const bool answers = std::isfinite(layout.tpot), none_kept = !(layout.rate > 0);
    const bool timed = answers && (none_kept || (at_load && layout.met));
    const double slow = timed ? step(layout.tpot) : -step(std::max(1e-12, layout.rate));
    const bool near = !timed && layout.rate / layout.nodes > 0.9 * most;
    const double parts = near ? layout.pipeline + layout.readers : 0;
    return {
        !layout.met,
        layout.nodes,
        none_kept ? 2 - answers : 0,
        !near,
        parts,
        slow,
        layout.tensor * layout.pipeline * layout.copies};
  }
};

}  // namespace

std::vector<std::pair<std::string, std::string>> ServedLayout::changes() const {
  std::vector<std::pair<std::string, std::string>> all{
      {"layout.tensor", fmt::format("{}", tensor)},
      {"layout.pipeline", fmt::format("{}", pipeline)},
      {"layout.attention_data", fmt::format("{}", copies)},
      {"layout.expert", fmt::format("{}", copies)},
      {"cluster.nodes", fmt::format("{}", nodes)}};
  if (readers > 0) all.emplace_back("serving.prefill_workers", fmt::format("{}", readers));
  return all;
}

bool is_served_from_gpus(const Case& plan) {
  return plan["workload.trains"] == 0 && plan["serving.at_batch"] == 0 && plan["memory.parameters_tier"] == 0 &&
         plan["memory.activations_tier"] == 0 && plan.has("accelerator.memory");
}

Scenario as_served(const Scenario& said, const Catalog& catalog) {
  Scenario served = said;
  const bool trains = complete(said, catalog)["workload.trains"] == 1;
  if (trains) {
    std::vector<std::string> of_training;
    for (const auto& [key, value] : said.all())
      if ((key.starts_with("layout.") && key != "layout.search") || key.starts_with("goal.deadline") ||
          key == "workload.global_batch" || key == "memory.recipe")
        of_training.push_back(key);
    for (const std::string& key : of_training) served.unset(key);
    served.set("workload.mode", "infer", Giver{"serve"});
  }
  const Scenario::Said* sequence = said.find("workload.sequence");
  const double half =
      sequence && sequence->value.number ? std::max(1.0, std::floor(*sequence->value.number / 2)) : 1024;
  for (const std::string_view key : {"serving.input_tokens", "serving.output_tokens"})
    if (!served.find(key)) served.set(key, fmt::format("{}", half), Giver{"serve"});
  return served;
}

namespace {

bool says_load(const Scenario& scenario) {
  return says(scenario, {"serving.rate", "serving.concurrency", "serving.batch"});
}

void run_at(Scenario& scenario, ResultKey of, const Catalog& catalog) {
  const Case completed = complete(scenario, catalog);
  const double rate = result_row(of).value(Once(completed.values, dependents()));
  if (std::isfinite(rate) && rate > 0) scenario.set("serving.rate", exact(rate), Giver{"plan"});
}

/// A service that is told no load runs at the rate that is wanted of it.
void take_wanted(Scenario& scenario, const Catalog& catalog) {
  if (says_load(scenario) || !says(scenario, {"goal.request_rate", "goal.tokens_per_second"})) return;
  run_at(scenario, "serving.wanted_rate", catalog);
}

/// One that is told limits alone runs at the most within them.
void take_most(Scenario& scenario, const Catalog& catalog) {
  if (says_load(scenario) || !says(scenario, {"serving.ttft_limit", "serving.tpot_limit"})) return;
  run_at(scenario, "serving.rate_at_limit", catalog);
}

ServingPlan chosen_split(const Scenario& said, const Catalog& catalog) {
  ServingPlan plan{as_served(said, catalog), {}, 0};
  take_wanted(plan.scenario, catalog);
  const bool sized = size_is_said(plan.scenario);
  const bool open = !says(
      plan.scenario, {"layout.tensor", "layout.pipeline", "layout.data", "layout.attention_data", "layout.expert",
                      "serving.decode_workers"});
  const Scenario::Said* search = plan.scenario.find("layout.search");
  if (search && search->value.word == "plain") return plan;
  if (sized && !open) return plan;
  Scenario base = plan.scenario;
  if (!sized) base.set("cluster.nodes", "1", Giver{"plan"});
  const Case completed = complete(base, catalog);
  if (is_absent(completed[node_gpus_key]) || is_absent(completed[gpus_key])) return plan;
  if (!open) {
    // The split is said: as many nodes as the wanted rate takes.
    const double needed = result_row("serving.nodes_needed").value(Once(completed.values, dependents()));
    const double each = completed[tensor_key] * completed[pipeline_key] * completed[copies_key];
    const double least = std::max(1.0, each / completed[node_gpus_key]);
    const double nodes = std::isfinite(needed) && needed >= 1 ? least * std::ceil(needed / least) : std::ceil(least);
    plan.scenario.set("cluster.nodes", fmt::format("{}", nodes), Giver{"plan"});
    return plan;
  }
  const bool best = search && search->value.word == "best";
  ServingSearch found(completed, best && !says(plan.scenario, {"serving.prefill_workers"}));
  plan.layouts = found.all(sized);
  plan.tried = found.tried();
  if (plan.layouts.empty()) {
    if (!sized) plan.scenario.set("cluster.nodes", "1", Giver{"plan"});
    return plan;
  }
  const bool at_load = base.find("serving.rate") || base.find("serving.concurrency");
  Better better{at_load};
  for (const ServedLayout& each : plan.layouts) better.most = std::max(better.most, each.rate / each.nodes);
  std::stable_sort(plan.layouts.begin(), plan.layouts.end(), better);
  for (const auto& [key, text] : plan.layouts.front().changes())
    if (!sized || key != nodes_key.text()) plan.scenario.set(key, text, Giver{"plan"});
  return plan;
}

}  // namespace

ServingPlan plan_serving(const Scenario& said, const Catalog& catalog) {
  ServingPlan plan = chosen_split(said, catalog);
  take_most(plan.scenario, catalog);
  return plan;
}

}  // namespace llmsize
