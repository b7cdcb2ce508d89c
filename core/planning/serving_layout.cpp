// SPDX-License-Identifier: Apache-2.0
// Tries all layouts of a served model: there are few.
#include "core/planning/serving_layout.hpp"

#include "core/planning/goals.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/broken.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace llmsize {
namespace {

constexpr InputKey tensor = "layout.tensor", pipeline = "layout.pipeline", pinned = "memory.resident_share",
                   batch = "serving.batch", gpus = "cluster.gpus", node_gpus = "node.gpus", layers = "model.layers",
                   heads = "model.heads", trains = "workload.trains", margin = "memory.margin";
constexpr double largest_batch = 1024;  ///< of a copy

/// A layout with what it puts out and needs.
struct Served {
  std::string zero;
  double tensor = 1, pipeline = 1, batch = 1, pinned = 0;
  double rate = absent, memory = absent;
  int room = 0;        ///< how many of two hold it: GPU memory with its margin, then the slower tiers
  bool holds = false;  ///< all of the GPU memory does, and the slower tiers

  /// What fits comes first, then more tokens per second: of equal ones the first that was tried.
  bool beats(const Served& other) const {
    if (room != other.room) return room > other.room;
    if (room == 0) return memory < other.memory;
    return rate > 1.001 * other.rate;
  }
};

std::vector<double> divisors(double whole, double most) {
  std::vector<double> all;
  for (double each = 1; each <= std::min(whole, most); ++each)
    if (std::fmod(whole, each) == 0) all.push_back(each);
  return all;
}

class Search {
 public:
  Search(const Scenario& said, const Catalog& catalog) : said_(said), catalog_(catalog) {}

  std::optional<Served> best() {
    const std::string zero = said_.find("layout.zero") ? said_.find("layout.zero")->value.word : "";
    for (const char* each : {"0", "3"})
      if (zero.empty() || zero == each) try_sharding(each);
    if (!best_ && !zero.empty()) try_sharding(zero);
    return best_;
  }

 private:
  bool open(InputKey key) const { return !said_.find(key.text()); }

  void try_sharding(const std::string& zero) {
    Scenario with = said_;
    with.set("layout.zero", zero, Giver{"plan"});
    const Case plan = complete(with, catalog_);
    const double all = plan[gpus], most = std::min(plan[node_gpus], all);
    if (!(all >= 1) || !(most >= 1)) return;
    std::vector<double> degrees = open(tensor) ? divisors(all, most) : std::vector<double>{plan[tensor]};
    std::reverse(degrees.begin(), degrees.end());
    for (const double t : degrees) {
      if (open(tensor) && std::fmod(plan[heads], t) > 0) continue;
      const double stages = is_absent(plan[layers]) ? 1 : plan[layers];
      for (const double p : open(pipeline) ? divisors(all / t, stages) : std::vector<double>{plan[pipeline]}) {
        if (open(pipeline) && std::fmod(stages, p) > 0) continue;
        if (!open(batch)) {
          consider(plan, {zero, t, p, plan[batch], open(pinned) ? 0 : plan[pinned]});
          continue;
        }
        // Every copy decodes some sequences.
        for (double each = 1; each <= largest_batch; each *= 2)
          consider(plan, {zero, t, p, each * all / (t * p), open(pinned) ? 0 : plan[pinned]});
      }
    }
  }

  /// With as much pinned as fits, where that is open.
  void consider(const Case& plan, Served tried) {
    static const ResultRow *const rate = &result_row("offload.throughput"),
                                  *const total = &result_row("memory.gpu_total"),
                                  *const capacity = &result_row("memory.gpu_capacity");
    Once values(plan.values, dependents());
    values.change(tensor, tried.tensor);
    values.change(pipeline, tried.pipeline);
    values.change(batch, tried.batch);
    values.change(pinned, tried.pinned);
    const double room = capacity->value(values) * (1 - plan[margin]);
    tried.memory = total->value(values);
    if (open(pinned)) {
      values.change(pinned, 1);
      const double whole = total->value(values);
      const double share = (room - tried.memory) / (whole - tried.memory);
      tried.pinned = std::isfinite(share) ? std::floor(100 * std::clamp(share, 0.0, 1.0)) / 100 : 0;
      values.change(pinned, tried.pinned);
      tried.memory = total->value(values);
    }
    tried.rate = rate->value(values);
    if (is_absent(tried.memory)) return;
    const bool runs = tried.rate > 0, tiers = runs && tiers_hold(values);
    tried.holds = tiers && tried.memory <= capacity->value(values);
    if (runs && tried.memory <= room) tried.room = tiers ? 2 : 1;
    if (!best_ || tried.beats(*best_)) best_ = tried;
  }

  const Scenario& said_;
  const Catalog& catalog_;
  std::optional<Served> best_{};
};

}  // namespace

bool tiers_hold(const Once& values) {
  return !is_broken("memory.cpu_overflow", values) && !is_broken("memory.nvme_overflow", values) &&
         !is_broken("memory.shared_overflow", values);
}

bool only_cache_too_large(const Once& values) {
  return is_broken("memory.cache_overflow", values) && tiers_hold(values);
}

bool serving_is_open(const Scenario& scenario, const Catalog& catalog) {
  if (scenario.find(tensor.text()) || scenario.find(pipeline.text()) || scenario.find("layout.data")) return false;
  if (const Scenario::Said* search = scenario.find("layout.search"); search && search->value.word == "plain")
    return false;
  return complete(scenario, catalog)[trains] == 0;
}

Scenario smallest_serving(const Scenario& scenario, const Catalog& catalog) {
  constexpr InputKey nodes_key = "cluster.nodes";
  constexpr double further = 256;
  const Case here = complete(scenario, catalog);
  const double least = result_row("capacity.nodes_weights").value(Once(here.values, dependents()));
  if (is_absent(least)) return fastest_serving(scenario, catalog);
  // Weights that a tier has no room for could be pinned, but then it would not be that tier that holds them.
  Scenario whole = scenario;
  if (!whole.find(pinned.text())) whole.set(pinned.text(), "0", Giver{"plan"});
  for (double nodes = least; nodes <= 2 * least + further; ++nodes) {
    const auto on_nodes = [&](Scenario on) {
      on.set(nodes_key.text(), Value{nodes, {}}, exact(nodes), "planned nodes");
      return on;
    };
    const std::optional<Served> best = Search(on_nodes(whole), catalog).best();
    if (!best) break;
    if (best->holds) return fastest_serving(on_nodes(scenario), catalog);
  }
  return fastest_serving(scenario, catalog);
}

Scenario fastest_serving(const Scenario& scenario, const Catalog& catalog) {
  const std::optional<Served> best = Search(scenario, catalog).best();
  Scenario with = scenario;
  if (!best) {
    if (!with.find("layout.zero")) with.set("layout.zero", "3", Giver{"plan"});
    return with;
  }
  const auto take = [&](std::string_view key, const std::string& text) {
    if (!scenario.find(key)) with.set(key, text, Giver{"plan"});
  };
  take("layout.zero", best->zero);
  take("layout.tensor", fmt::format("{}", best->tensor));
  take("layout.pipeline", fmt::format("{}", best->pipeline));
  take("serving.batch", fmt::format("{}", best->batch));
  take("memory.resident_share", fmt::format("{}", best->pinned));
  return with;
}

}  // namespace llmsize
