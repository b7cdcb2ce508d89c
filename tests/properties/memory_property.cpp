// SPDX-License-Identifier: Apache-2.0
// What must hold for the memory of a GPU whatever the scenario: parts add up, and what is meant to save memory does.
#include "tests/properties/scenarios.hpp"

#include <rapidcheck/catch.h>

namespace llmsize::test {
namespace {

double states(const ResultsOf& all) {
  return all["memory.weights"] + all["memory.gradients"] + all["memory.optimizer"];
}

/// At most as much, but for the rounding of sums in another order.
bool at_most(double less, double more) { return less <= more * (1 + 1e-12); }

TEST_CASE("the parts of a GPU's memory add up", "[property][memory]") {
  rc::prop("parts in printed order give the allocated bytes, with buffers the total, bit for bit", [] {
    const ResultsOf all(random_training());
    const double parts =
        all["memory.weights"] + all["memory.gradients"] + all["memory.optimizer"] + all["memory.activations"];
    RC_ASSERT(parts == all["memory.gpu_allocated"]);
    RC_ASSERT(all["memory.gpu_allocated"] + all["memory.buffers"] == all["memory.gpu_total"]);
    RC_ASSERT(all["memory.gpu_known"] == all["memory.gpu_total"]);
  });
}

TEST_CASE("no part of memory is negative or infinite", "[property][memory]") {
  rc::prop("every result is finite and none is negative", [] {
    const ResultsOf all(
        random_training() + Said{
                                {"data.kind", word_of({"images", "video", "volumes"})},
                                {"data.samples", text_of(*rc::gen::inRange(1000, 1000000000))},
                                {"data.batch", text_of(*rc::gen::inRange(1, 500))},
                                {"node.power", "10kW"},
                                {"node.rack_units", "8"},
                                {"node.weight", "130"},
                                {"fabric.rails", "8"},
                                {"switch.port_count", "64"},
                                {"switch.ports", "64"},
                                {"switch.power_most", "2kW"},
                                {"economics.node_price", "300000"},
                                {"economics.electricity_price", "0.2"},
                                {"economics.grid_carbon", "0.4"},
                                {"economics.rental_price", "2"},
                                {"economics.price_date", "2026.5"},
                                {"serving.input_tokens", "64"},
                                {"serving.output_tokens", "64"},
                                {"traffic.users", "1"},
                                {"traffic.sessions_per_day", "0.01"},
                                {"serving.ttft_limit", "1000000s"},
                                {"serving.tpot_limit", "1000000s"},
                                {"serving.kv_residence", "1min"}});
    const Once once(all.plan().values, dependents());
    for (const ResultRow& row : results()) {
      const std::string_view id = row.about->id;
      // Where switches have too few ports for all leaves, nothing above the leaves is counted.
      const bool above = id.starts_with("fabric.") || id.starts_with("bom.storage_");
      if (above && is_absent(row.value(once))) continue;
      // Where not one sequence fits, a server has no speed.
      const bool serves = id.starts_with("serving.") || id.starts_with("service.") || id.starts_with("traffic.");
      if (serves && !(all["serving.max_batch"] >= 1)) continue;
      if (id == "offload.fastest_fitting_tier") continue;  // absent where no tier is large enough
      if (!row.about->teller.empty()) continue;            // no formula tells it
      RC_ASSERT(std::isfinite(all[id]));
      // The first-order forms turn negative where interruptions are frequent.
      if (id == "reliability.goodput_linear" || id == "reliability.effective_time_ratio") continue;
      RC_ASSERT(all[id] >= 0);
    }
  });
}

TEST_CASE("sharding saves memory", "[property][memory]") {
  rc::prop("a higher ZeRO stage never needs more for weights, gradients and optimizer", [] {
    const Said said = random_training();
    double before = std::numeric_limits<double>::infinity();
    for (const char* stage : {"0", "1", "2", "3"}) {
      const double now = states(ResultsOf(said + Said{{"layout.zero", stage}}));
      RC_ASSERT(at_most(now, before));
      before = now;
    }
  });
  rc::prop(
      "sharding inside the node never saves more than sharding over everything, and never costs more than not sharding",
      [] {
        const Said said = random_training();
        const double everywhere = states(ResultsOf(said + Said{{"layout.zero", "3"}}));
        const double in_node = states(ResultsOf(said + Said{{"layout.zero", "hybrid"}}));
        const double nowhere = states(ResultsOf(said + Said{{"layout.zero", "0"}}));
        RC_ASSERT(at_most(everywhere, in_node));
        RC_ASSERT(at_most(in_node, nowhere));
      });
}

/// The scenario with more tensor parallelism and as many copies of the model.
Said more_tensor(const Said& said) {
  const Case plan = completed(said);
  const int heads = static_cast<int>(given(plan, "model.heads")),
            tensor = static_cast<int>(given(plan, "layout.tensor"));
  return said + Said{{"layout.tensor", text_of(tensor * divisor_of(heads / tensor))}};
}

TEST_CASE("tensor parallelism saves memory", "[property][memory]") {
  // A node that is filled by tensor parallelism has fewer ranks left to share states inside it: hybrid sharding gains
  // nothing.
  rc::prop("more tensor parallelism never needs more weights or states per GPU", [] {
    const Said said = random_training() + Said{{"layout.zero", word_of({"0", "1", "2", "3"})}};
    const ResultsOf before(said), after(more_tensor(said));
    RC_ASSERT(at_most(after["memory.weights"], before["memory.weights"]));
    RC_ASSERT(at_most(states(after), states(before)));
  });
  rc::prop("more tensor parallelism never allocates more on a GPU", [] {
    const Said said = random_training();
    const ResultsOf before(said), after(more_tensor(said));
    RC_ASSERT(at_most(after["memory.gpu_allocated"], before["memory.gpu_allocated"]));
  });
}

TEST_CASE("recomputation saves memory", "[property][memory]") {
  rc::prop("recomputing more never stores more per stage", [] {
    const Said said = random_training();
    double before = std::numeric_limits<double>::infinity();
    for (const char* recompute : {"none", "selective", "full"}) {
      const double now = ResultsOf(said + Said{{"layout.recompute", recompute}})["memory.stored_activations"];
      RC_ASSERT(at_most(now, before));
      before = now;
    }
  });
  // A stage of one layer keeps nothing but the layer that is being computed again, and its input.
  // Linear layers that keep their inputs in fewer bits keep less than the input in 16 bit of a layer that is
  // recomputed.
  rc::prop("in 16 bit, recomputing everything never needs more memory where a stage has two layers or more", [] {
    const Said said = random_training();
    const ResultsOf none(said + Said{{"layout.recompute", "none"}}), full(said + Said{{"layout.recompute", "full"}});
    RC_PRE(none["memory.stage_layers"] >= 2 && none["model.linear_input_bytes"] >= 2);
    RC_ASSERT(at_most(full["memory.gpu_allocated"], none["memory.gpu_allocated"]));
  });
  rc::prop("recomputing everything costs at most one layer's input where a stage has one layer", [] {
    const Said said = random_training();
    const Said one_layer{
        {"layout.pipeline", text_of(static_cast<int>(given(completed(said), "model.layers")))},
        {"layout.interleave", "1"}};
    const ResultsOf none(said + one_layer + Said{{"layout.recompute", "none"}}),
        full(said + one_layer + Said{{"layout.recompute", "full"}});
    const double inputs = full["memory.first_in_flight"] * full["model.layer_activations"];
    RC_ASSERT(at_most(full["memory.gpu_allocated"], none["memory.gpu_allocated"] + inputs));
  });
}

TEST_CASE("offloading saves GPU memory", "[property][memory]") {
  rc::prop("offloading one kind of state or all of them never raises the states on a GPU", [] {
    const Said said = random_training() + Said{{"memory.offload", "gpu"}};
    const double before = states(ResultsOf(said));
    for (const char* kind :
         {"memory.offload", "memory.offload_parameters", "memory.offload_gradients", "memory.offload_optimizer"})
      for (const char* tier : {"cpu", "nvme", "shared"})
        RC_ASSERT(at_most(states(ResultsOf(said + Said{{kind, tier}})), before));
    RC_ASSERT(states(ResultsOf(said + Said{{"memory.offload", "cpu"}})) == 0);
  });
  rc::prop("offloading activations never raises them", [] {
    const Said said = random_training();
    const ResultsOf kept(said + Said{{"memory.offload_activations", "gpu"}}),
        moved(said + Said{{"memory.offload_activations", "nvme"}});
    RC_ASSERT(at_most(moved["memory.gpu_allocated"], kept["memory.gpu_allocated"]));
  });
  rc::prop("what leaves the GPUs is found on the tier it went to", [] {
    const Said said = random_training() + Said{{"memory.offload_activations", "gpu"}};
    for (const auto& [tier, id] : {std::pair{"cpu", "memory.cpu_total"}, std::pair{"nvme", "memory.nvme_total"}}) {
      const ResultsOf all(said + Said{{"memory.offload", tier}});
      RC_ASSERT(at_most(
          std::abs(all[id] * given(all.plan(), "cluster.nodes") - all["memory.model_states"]),
          all["memory.model_states"] * 1e-12));
    }
    const ResultsOf all(said + Said{{"memory.offload", "shared"}});
    RC_ASSERT(all["memory.shared_total"] == all["memory.model_states"]);
  });
}

TEST_CASE("all GPUs together hold every state at least once", "[property][memory]") {
  // The fullest GPU may hold fewer states than another: its activations make it the fullest.
  rc::prop("what the fullest GPU allocates times all GPUs is no less than the states of the job", [] {
    const ResultsOf all(random_training() + Said{{"memory.offload", "gpu"}});
    RC_ASSERT(at_most(all["memory.model_states"], all["memory.gpu_allocated"] * given(all.plan(), "cluster.gpus")));
  });
}

}  // namespace
}  // namespace llmsize::test
