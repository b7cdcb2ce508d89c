// SPDX-License-Identifier: Apache-2.0
// What must hold for nodes, work and parameters whatever the scenario.
#include "tests/properties/scenarios.hpp"

#include "core/planning/nodes.hpp"

#include <fmt/format.h>
#include <rapidcheck/catch.h>

namespace llmsize::test {
namespace {

TEST_CASE("nodes follow what they hold", "[property][capacity]") {
  rc::prop("nodes for the states never fall when layers grow", [] {
    const Said said = random_training() + Said{{"layout.pipeline", "1"}, {"layout.interleave", "1"}};
    const int layers = static_cast<int>(given(completed(said), "model.layers")),
              more = layers + *rc::gen::inRange(1, 1000);
    RC_ASSERT(
        ResultsOf(said)["capacity.nodes_states"] <=
        ResultsOf(said + Said{{"model.layers", text_of(more)}})["capacity.nodes_states"]);
  });
  rc::prop("nodes for the weights are never more than for the states in training", [] {
    const ResultsOf all(random_training());
    RC_ASSERT(all["memory.bytes_per_parameter"] >= 2);
    RC_ASSERT(all["capacity.nodes_weights"] <= all["capacity.nodes_states"]);
  });
  rc::prop("a slower target tier never needs more nodes", [] {
    const Said said = random_training();
    double before = std::numeric_limits<double>::infinity();
    for (const char* tier : {"gpu", "cpu", "nvme", "shared"}) {
      const double now = ResultsOf(said + Said{{"memory.offload", tier}})["capacity.nodes_states"];
      RC_ASSERT(now <= before);
      before = now;
    }
  });
  rc::prop("the nodes that are needed hold the states, and one fewer does not", [] {
    const ResultsOf all(random_training());
    const double nodes = all["capacity.nodes_states"], holds = all["capacity.node_bytes"],
                 common = all["capacity.common_bytes"];
    RC_ASSERT(nodes * holds + common >= all["memory.model_states"]);
    RC_ASSERT(nodes == 1 || (nodes - 1) * holds + common < all["memory.model_states"]);
  });
}

TEST_CASE("a plan does what it was made for", "[property][planning]") {
  rc::prop("nodes planned at a utilisation hold the states and meet a deadline that more of them would meet", [] {
    Said said{{"software.at_utilisation", "yes"}};
    for (const auto& [key, text] : random_training())
      if (key != "layout.data" && key != "layout.expert" && key != "workload.global_batch")
        said.emplace_back(key, text);
    const Plan plan = plan_nodes(scenario_of(said), built_in());
    RC_LOG() << as_options(plan.scenario) << '\n';
    const Case& found = plan.completed;
    RC_ASSERT(result(found, "capacity.nodes_states") <= given(found, "cluster.nodes"));
    const auto meets = [](const Case& each) {
      return result(each, "training.calendar_time") <= given(each, "goal.deadline") * (1 + 1e-12);
    };
    if (meets(found)) return;
    // More nodes than the batch can be dealt to are interrupted more often, and no sooner done.
    for (const double times : {2, 4, 16}) {
      Scenario more = plan.scenario;
      more.set("cluster.nodes", fmt::format("{}", times * given(found, "cluster.nodes")), Giver{"more"});
      RC_ASSERT(!meets(complete(more, built_in())));
    }
  });
}

TEST_CASE("work follows what is computed", "[property][training]") {
  rc::prop("recomputation adds at most a forward pass to two, or to one and the gradients of frozen weights", [] {
    const ResultsOf all(random_training());
    const double passes = all.plan()["workload.adapter_share"] < 1 ? 2 : 3;
    RC_ASSERT(all["training.iteration_flop"] >= all["training.model_flop"]);
    RC_ASSERT(all["training.iteration_flop"] <= all["training.model_flop"] * (passes + 1) / passes);
  });
  rc::prop("kernels execute no less than what counts without what a causal mask hides", [] {
    const ResultsOf all(random_training() + Said{{"software.attention_count", "causal"}});
    RC_ASSERT(all["training.executed_flop"] >= all["training.iteration_flop"] * (1 - 1e-12));
  });
  rc::prop("adapters execute less than training of all weights, by a third at most", [] {
    const Said said = random_training();
    const double all = ResultsOf(said + Said{{"workload.adapter", "none"}})["training.executed_flop"];
    const double adapters = ResultsOf(said + Said{{"workload.adapter", "lora"}})["training.executed_flop"];
    RC_ASSERT(adapters < all);
    RC_ASSERT(adapters > all * 2 / 3);
  });
  rc::prop("twice the batch is twice the work", [] {
    const Said said = random_training();
    const double batch = given(completed(said), "workload.global_batch");
    const Said twice = said + Said{{"workload.global_batch", text_of(2 * static_cast<int>(batch))}};
    RC_ASSERT(ResultsOf(twice)["training.iteration_flop"] == 2 * ResultsOf(said)["training.iteration_flop"]);
  });
}

TEST_CASE("parameters are counted once", "[property][model]") {
  rc::prop("active parameters are never more than all", [] {
    const ResultsOf all(random_training());
    RC_ASSERT(all["model.parameters_active"] <= all["model.parameters"]);
    RC_ASSERT(all["model.parameters_active"] > 0);
  });
  rc::prop("with every expert at work all parameters are active", [] {
    const Said said = random_training();
    const int experts = static_cast<int>(given(completed(said), "model.experts"));
    const ResultsOf all(said + Said{{"model.experts_per_token", text_of(experts)}});
    RC_ASSERT(all["model.parameters_active"] == all["model.parameters"]);
  });
  rc::prop("the weights of the stages are the weights of the model and one copy of a shared embedding", [] {
    const ResultsOf all(random_training());
    const Case& plan = all.plan();
    const double stages = given(plan, "layout.pipeline"), tensor = given(plan, "layout.tensor");
    const double run = all["memory.run_parameters"] * tensor, first = all["memory.first_parameters"] * tensor;
    const double last = all["memory.last_parameters"] * tensor;
    const double of_stages = stages == 1 ? first : first + last + (stages - 2) * run;
    const double copy = stages == 1 ? 0
                                    : given(plan, "model.tied_embeddings") * given(plan, "model.vocabulary") *
                                          given(plan, "model.hidden");
    const double expected = all["model.parameters"] - all["model.routed_parameters"] + copy;
    RC_ASSERT(std::abs(of_stages - expected) <= 1e-12 * expected);
  });
}

}  // namespace
}  // namespace llmsize::test
