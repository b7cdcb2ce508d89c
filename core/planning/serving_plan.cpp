// SPDX-License-Identifier: Apache-2.0
// Plans a service whose load or hit rate rests on the plan itself: what its memory keeps of sessions, and how long its
// users wait.
#include "core/planning/serving_plan.hpp"

#include "core/planning/draft_plan.hpp"
#include "core/planning/kept_prefixes.hpp"
#include "core/planning/served_split.hpp"
#include "core/planning/sized_search.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace llmsize {

std::vector<std::pair<std::string, std::string>> ServedLayout::changes() const {
  std::vector<std::pair<std::string, std::string>> all{
      {"layout.tensor", fmt::format("{}", tensor)},         {"layout.pipeline", fmt::format("{}", pipeline)},
      {"layout.attention_data", fmt::format("{}", copies)}, {"layout.expert", fmt::format("{}", experts)},
      {"cluster.nodes", fmt::format("{}", nodes)},          {"cluster.gpus", fmt::format("{}", gpus)}};
  all.emplace_back("serving.prefill_workers", fmt::format("{}", prefill_workers));
  if (prefill_workers > 0)
    for (const auto& [key, value] : std::initializer_list<std::pair<const char*, double>>{
             {"serving.prefill_tensor", prefill.tensor},
             {"serving.prefill_pipeline", prefill.pipeline},
             {"serving.prefill_attention_data", prefill.copies},
             {"serving.prefill_expert", prefill.experts}})
      all.emplace_back(key, fmt::format("{}", value));
  return all;
}

bool is_served_from_gpus(const Case& plan) {
  const bool shapeless = plan.has("model.parameters_given") && !plan.has("model.layers");
  return plan["workload.trains"] == 0 && !shapeless && plan["serving.at_batch"] == 0 &&
         plan["memory.parameters_tier"] == 0 && plan["memory.activations_tier"] == 0 && plan.has("accelerator.memory");
}

Asked asked_of(const Case& plan) {
  if (is_served_from_gpus(plan)) return Asked::service;
  return plan["workload.trains"] == 0 ? Asked::slower_tiers : Asked::training;
}

Scenario as_served(const Scenario& said, const Catalog& catalog) {
  Scenario served = said;
  const Case completed = complete(said, catalog);
  if (completed["workload.trains"] == 1) {
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
  // A model may tell its own: an encoder puts out no more than one.
  for (const InputKey key : {InputKey("serving.input_tokens"), InputKey("serving.output_tokens")})
    if (!completed.has(key)) served.set(key.text(), fmt::format("{}", half), Giver{"serve"});
  return served;
}

namespace {

constexpr InputKey hit_key = "serving.prefix_hit", gpu_hit_key = "serving.prefix_hit_gpu",
                   hit_rate_key = "traffic.reuse_rate";

double result_of(const Scenario& scenario, ResultKey id, const Catalog& catalog) {
  const Case completed = complete(scenario, catalog);
  return result_row(id).value(Once(completed.values, dependents()));
}

double said_number(const Scenario& said, InputKey key) {
  const Scenario::Said* found = said.find(key.text());
  return found ? found->value.number.value_or(absent) : absent;
}

/// A scenario whose split is that of a layout; where replicas and prefill workers are apart, their numbers follow the
/// nodes and stay open.
Scenario with_split(Scenario said, const ServedLayout& layout) {
  if (layout.prefill_workers > 0) return said;
  for (const auto& [key, text] : layout.changes())
    if (key.starts_with("layout.") && !said.find(key)) said.set(key, text, Giver{"plan"});
  return said;
}

/// Splits that are worth a search of their own: the best, the next, and the one with most room for caches.
std::vector<ServedLayout> worthy_splits(const std::vector<ServedLayout>& layouts) {
  std::vector<ServedLayout> worthy(layouts.begin(), layouts.begin() + std::min<std::ptrdiff_t>(2, std::ssize(layouts)));
  const auto room = [](const ServedLayout& each) { return each.sequences * each.replicas; };
  const auto largest = std::max_element(
      layouts.begin(), layouts.end(),
      [&](const ServedLayout& one, const ServedLayout& other) { return room(one) < room(other); });
  if (largest != layouts.end() && largest - layouts.begin() >= std::ssize(worthy)) worthy.push_back(*largest);
  return worthy;
}

/// A service with one split, sized for what its own memory keeps.
struct Reusing {
  ServingPlan plan;
  bool carries;  ///< what is wanted, with what it hits then

  double nodes(const Catalog& catalog) const { return complete(plan.scenario, catalog)["cluster.nodes"]; }
};

class ReusePlanner {
 public:
  ReusePlanner(const Scenario& said, double ceiling, const Catalog& catalog)
      : said_(said),
        stated_{said_number(said, hit_key), said_number(said, gpu_hit_key)},
        endless_{
            is_absent(stated_.all) ? ceiling : stated_.all, is_absent(stated_.on_gpus) ? ceiling : stated_.on_gpus},
        catalog_(catalog) {
    wanted_ = result_of(as_served(said, catalog), "serving.wanted_rate", catalog);
    most_ = std::fmin(most_served_nodes, allowed_nodes(said, catalog));
  }

  /// On the nodes that are said, or the fewest that carry the load: with the hit rate at the goodput, so that what is
  /// promised holds up to there.
  ServingPlan plan() {
    ServingPlan endless = plan_at_load(with(said_, endless_), catalog_, Sought::best);
    if (endless.layouts.empty()) return plan_at_load(with(said_, {}), catalog_);
    // Where loading what GPU memory does not hold is too slow on any number of nodes, that is left out.
    const bool may_load_less = is_absent(stated_.all) && !is_absent(stated_.on_gpus) && !says_size(said_);
    if (may_load_less && !endless.layouts.front().met)
      endless = plan_at_load(with(said_, {stated_.on_gpus, stated_.on_gpus}), catalog_, Sought::best);
    std::optional<Reusing> best;
    for (const ServedLayout& split : worthy_splits(endless.layouts)) {
      if (best && split.prefill_workers > 0) break;
      const Scenario held = with_split(said_, split);
      Reusing sized = says_size(said_) ? on(held) : split.met ? fewest(held, split.nodes) : on_nodes_of(held, split);
      const auto rank = [&](const Reusing& each) { return std::pair(!each.carries, each.nodes(catalog_)); };
      if (!best || rank(sized) < rank(*best)) best = std::move(sized);
    }
    if (best->carries && !says_size(said_)) {
      take_fewer_nodes(*best);
      if (rents()) rent_fewer(*best);
    }
    return with_all_splits(at_goodput(std::move(best->plan)));
  }

 private:
  KeptPrefixes kept(const ServingPlan& plan) const {
    return {complete(plan.scenario, catalog_), endless_.all, stated_};
  }

  /// With the hits that nobody says; of GPU memory alone all are found there.
  Scenario with(Scenario scenario, const PrefixHits& hits) const {
    const bool tiered = said_.find("serving.kv_tier") || said_.find("serving.store_tier");
    if (is_absent(stated_.all)) scenario.set(hit_key.text(), exact(hits.all), Giver{"plan"});
    if (tiered && is_absent(stated_.on_gpus)) scenario.set(gpu_hit_key.text(), exact(hits.on_gpus), Giver{"plan"});
    return scenario;
  }

  Reusing on(const Scenario& held) const {
    ServingPlan plan = plan_at_load(with(held, endless_), catalog_, Sought::best);
    const bool carries = is_absent(wanted_) || kept(plan).carries(wanted_);
    return {std::move(plan), carries};
  }

  Reusing on_nodes_of(const Scenario& held, const ServedLayout& split) const { return on(on_nodes(held, split.nodes)); }

  /// Twice as many nodes each time from those that would do with endless memory, then between; all that are allowed
  /// where they are too few.
  Reusing fewest(const Scenario& held, double least) const {
    double few = least - 1, many = least;
    const auto at = [&](double nodes) { return on(on_nodes(held, nodes)); };
    Reusing enough = at(many);
    while (!enough.carries && many < most_) {
      few = std::exchange(many, std::min(most_, 2 * many));
      enough = at(many);
    }
    if (!enough.carries) return most_ < most_served_nodes ? std::move(enough) : at(least);
    while (many - few > 1) {
      const double between = std::floor((few + many) / 2);
      Reusing some = at(between);
      (some.carries ? many : few) = between;
      if (some.carries) enough = std::move(some);
    }
    return enough;
  }

  /// What other splits carry on fewer nodes: those that were worth a search are the best with endless memory.
  /// One node less, two, four, as long as that carries, then between.
  void take_fewer_nodes(Reusing& enough) const {
    double few = 0, many = enough.nodes(catalog_);
    const auto carried = [&](double nodes) {
      Reusing fewer = on(on_nodes(said_, nodes));
      const bool carries = fewer.carries;
      (carries ? many : few) = nodes;
      if (carries) enough = std::move(fewer);
      return carries;
    };
    for (double step = 1; many - step > few && carried(many - step);) step *= 2;
    while (many - few > 1) carried(std::floor((few + many) / 2));
  }

  /// Whether parts of the last node are rented; prefill and decode workers come in whole splits.
  bool rents() const { return rents_gpus(said_) && !said_.find("serving.prefill_workers"); }

  /// GPUs of a replica as far as somebody says.
  double held_split() const {
    double product = 1;
    for (const InputKey key :
         {InputKey("layout.tensor"), InputKey("layout.pipeline"), InputKey("layout.attention_data")})
      if (const double degree = said_number(said_, key); !is_absent(degree)) product *= degree;
    return product;
  }

  /// The fewest GPUs of the last node that carry the load, too.
  void rent_fewer(Reusing& enough) const {
    const double split = held_split();
    const Case whole = complete(enough.plan.scenario, catalog_);
    for (const double some : parts_of_node(whole["node.gpus"])) {
      const double gpus = (whole["cluster.nodes"] - 1) * whole["node.gpus"] + some;
      if (std::fmod(gpus, split) != 0) continue;
      Scenario fewer = said_;
      fewer.set("cluster.gpus", exact(gpus), Giver{"plan"});
      Reusing rented = on(fewer);
      if (!rented.carries || rented.plan.layouts.empty() || !rented.plan.layouts.front().met) continue;
      enough = std::move(rented);
      return;
    }
  }

  /// With the hit rate at the highest rate that the limits allow, or at the load where there is none such.
  ServingPlan at_goodput(ServingPlan plan) const {
    KeptPrefixes prefixes = kept(plan);
    const bool has_rate = !is_absent(complete(plan.scenario, catalog_)["serving.rate"]);
    const bool carried = wanted_ > 0 && prefixes.carries(wanted_);
    const double most = has_rate ? prefixes.goodput(carried ? wanted_ : 0) : absent;
    if (is_absent(wanted_) && most > 0) plan.scenario.set("serving.rate", exact(most), Giver{"plan"});
    plan.scenario = with(std::move(plan.scenario), prefixes.hits_at(most > 0 ? most : absent));
    // Where a few hits less break a limit, more than is kept would be within it.
    constexpr double close = 1.01;
    const bool promises_more = result_of(plan.scenario, "serving.rate_at_limit", catalog_) > close * most;
    if (most > 0 && (promises_more || wanted_ > most) && !said_.find(hit_rate_key.text()))
      plan.scenario.set(hit_rate_key.text(), exact(most), Giver{"plan"});
    return plan;
  }

  /// The plan with the other splits behind its own.
  ServingPlan with_all_splits(ServingPlan plan) const {
    Scenario open = said_;
    const Case planned = complete(plan.scenario, catalog_);
    if (!says_size(open)) {
      open = on_nodes(std::move(open), planned["cluster.nodes"]);
      if (rents()) open.set("cluster.gpus", exact(planned["cluster.gpus"]), Giver{"plan"});
    }
    open = with(std::move(open), {planned[hit_key], planned[gpu_hit_key]});
    ServingPlan all = plan_at_load(open, catalog_);
    if (plan.layouts.empty()) return all;
    const ReplicaSplit& own = plan.layouts.front();
    const auto same = std::find_if(all.layouts.begin(), all.layouts.end(), [&](const ServedLayout& each) {
      return static_cast<const ReplicaSplit&>(each) == own;
    });
    if (same == all.layouts.end()) return all;
    std::rotate(all.layouts.begin(), same, same + 1);
    all.scenario = std::move(plan.scenario);
    return all;
  }

  const Scenario& said_;
  PrefixHits stated_;   ///< absent where nobody says
  PrefixHits endless_;  ///< with endless memory
  double wanted_, most_;
  const Catalog& catalog_;
};

/// Whether memory tells something of the hits: all of them, or how many GPU memory serves of what is said.
bool has_open_hits(const Scenario& said, const Case& served) {
  if (!(served["traffic.turns"] > 1) || !is_served_from_gpus(served)) return false;
  return !said.find(hit_key.text()) || (served["serving.store_tier"] > 0 && !said.find(gpu_hit_key.text()));
}

/// A plan whose load is known: with the hit rate of sessions where they have several turns.
ServingPlan plan_loaded(const Scenario& said, const Catalog& catalog) {
  const Scenario served = as_served(said, catalog);
  const Case completed = complete(served, catalog);
  if (has_open_hits(said, completed))
    if (const double ceiling = result_of(served, "serving.prefix_hit_ceiling", catalog); ceiling > 0)
      return ReusePlanner(said, ceiling, catalog).plan();
  return plan_at_load(said, catalog);
}

/// Active users wait for answers as long as these take under the load that they are. Whole nodes make that time jump:
/// it is the longest that the plan for it takes in fact.
ServingPlan plan_active(Scenario said, const Catalog& catalog) {
  constexpr int tries = 8;
  constexpr double close = 0.005;
  const double think = complete(said, catalog)["traffic.think_time"];
  ServingPlan best = plan_loaded(said, catalog);
  double least = 0, most = absent, next = result_of(best.scenario, "serving.request_latency", catalog);
  // What matters is the time of a turn: thinking and waiting.
  const auto differs = [&](double longer) { return longer - least > close * (think + least); };
  for (int i = 0; i < tries && differs(next); ++i) {
    said.set("traffic.answer_time", exact(next), Giver{"plan"});
    ServingPlan plan = plan_loaded(said, catalog);
    const double takes = result_of(plan.scenario, "serving.request_latency", catalog);
    const bool as_long = takes >= next;
    (as_long ? least : most) = next;
    if (as_long) best = std::move(plan);
    next = is_absent(most) ? takes : (least + most) / 2;
  }
  return best;
}

/// A plan with the draft tokens that are said.
ServingPlan plan_drafted(const Scenario& said, const Catalog& catalog) {
  const bool waits = !said.find("traffic.answer_time") && is_load_of_active_users(complete(said, catalog));
  return waits ? plan_active(said, catalog) : plan_loaded(said, catalog);
}

}  // namespace

ServingPlan plan_serving(const Scenario& said, const Catalog& catalog) {
  if (!plans_drafts(said)) return plan_drafted(said, catalog);
  return plan_with_drafts(said, catalog, [&](const Scenario& drafted) { return plan_drafted(drafted, catalog); });
}

}  // namespace llmsize
