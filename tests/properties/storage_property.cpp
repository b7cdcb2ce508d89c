// SPDX-License-Identifier: Apache-2.0
// What must hold for checkpoints, restarts, goodput and offload whatever the scenario.
#include "tests/properties/scenarios.hpp"

#include "core/answer/answer.hpp"

#include <rapidcheck/catch.h>

#include <algorithm>

namespace llmsize::test {
namespace {

/// No larger, but for the rounding of sums in another order.
bool at_most(double value, double limit) { return value <= limit * (1 + 1e-9); }

Said random_saving() {
  return random_training() + Said{
                                 {"storage.count", text_of(*rc::gen::inRange(1, 40))},
                                 {"storage.read_sharpness", text_of(*rc::gen::inRange(1, 17))},
                                 {"storage.write_sharpness", text_of(*rc::gen::inRange(1, 17))},
                                 {"checkpoint.mode", word_of({"direct", "async", "hierarchical"})},
                                 {"checkpoint.restart", word_of({"all", "broadcast", "sharded"})},
                                 {"checkpoint.sequential", word_of({"yes", "no"})},
                                 {"checkpoint.shared_every", text_of(*rc::gen::inRange(1, 10))},
                                 {"checkpoint.nvme_every", text_of(*rc::gen::inRange(0, 3))},
                                 {"checkpoint.host_copies", text_of(*rc::gen::inRange(1, 4))},
                                 {"reliability.gpu_mtbf", text_of(*rc::gen::inRange(100, 200000)) + "h"}};
}

/// A result where some inputs are so many times what they are in the scenario.
double with_factor(const Case& plan, std::string_view id, const std::vector<const char*>& keys, double factor) {
  Values values = plan.values;
  for (const char* key : keys) {
    const InputKey slot = key_named(key);
    if (!is_absent(values[slot])) values.give(slot, values[slot] * factor);
  }
  values.settle();
  return row_of(id).value(Once(values, dependents()));
}

TEST_CASE("more bandwidth never makes anything longer", "[property][storage]") {
  const std::vector<const char*> faster{"accelerator.host_link", "node.nvme_read",     "node.nvme_write",
                                        "node.storage_nic_rate", "storage.read",       "storage.write",
                                        "node.nic_rate",         "node.host_bandwidth"};
  for (const char* id :
       {"checkpoint.stall", "checkpoint.write_time", "checkpoint.durable_time", "restart.read_time", "load.time_direct",
        "load.time_staged", "load.time_peer"})
    rc::prop(id, [&] {
      const ResultsOf result(random_saving());
      // One of them, or all.
      const std::size_t chosen = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(faster.size()) + 1));
      const auto keys = chosen < faster.size() ? std::vector<const char*>{faster[chosen]} : faster;
      const double factor = 1 + *rc::gen::inRange(1, 1000) / 100.0;
      RC_ASSERT(at_most(with_factor(result.plan(), id, keys, factor), result[id]));
    });
}

TEST_CASE("an asynchronous save never stalls longer than the direct one", "[property][storage]") {
  rc::prop("in any scenario", [] {
    const Said said = random_saving();
    const ResultsOf async(said + Said{{"checkpoint.mode", "async"}}),
        direct(said + Said{{"checkpoint.mode", "direct"}});
    RC_ASSERT(at_most(async["checkpoint.stall"], direct["checkpoint.stall"]));
  });
  rc::prop("with a given time of a save", [] {
    const Said said =
        random_saving() + Said{{"checkpoint.write_time_given", text_of(*rc::gen::inRange(1, 1000)) + "ms"}};
    const ResultsOf async(said + Said{{"checkpoint.mode", "async"}}),
        direct(said + Said{{"checkpoint.mode", "direct"}});
    RC_ASSERT(at_most(async["checkpoint.stall"], direct["checkpoint.stall"]));
  });
}

TEST_CASE("what a checkpoint holds does not depend on how it is split", "[property][storage]") {
  rc::prop("size follows the model alone", [] {
    const Said said = random_saving();
    const ResultsOf result(said),
        one(said +
            Said{
                {"layout.data", "1"},
                {"layout.expert", "1"},
                {"layout.context", "1"},
                {"workload.global_batch", text_of(static_cast<int>(given(completed(said), "layout.micro_batch")))}});
    RC_ASSERT(result["checkpoint.size"] == one["checkpoint.size"]);
  });
  rc::prop("the largest rank writes its share at least, and never more than everything", [] {
    const ResultsOf result(random_saving());
    RC_ASSERT(at_most(
        result["checkpoint.size"] / result["checkpoint.writers"], result["checkpoint.largest_rank_bytes"] * 1.01));
    RC_ASSERT(at_most(result["checkpoint.largest_rank_bytes"], result["checkpoint.size"] * 1.01));
  });
  rc::prop("a restart reads everything once at least, and once per copy at most", [] {
    const ResultsOf result(random_saving());
    RC_ASSERT(at_most(result["checkpoint.size"], result["restart.read_volume"]));
    RC_ASSERT(at_most(result["restart.read_volume"], result["checkpoint.size"] * result["checkpoint.copies"]));
  });
}

TEST_CASE("goodput is a share", "[property][storage]") {
  rc::prop("between nothing and all", [] {
    const ResultsOf result(random_saving());
    const double goodput = result["reliability.goodput"];
    RC_ASSERT(goodput >= 0);
    RC_ASSERT(goodput <= 1);
    RC_ASSERT(result["checkpoint.overhead"] >= 0);
    RC_ASSERT(result["checkpoint.overhead"] <= 1);
  });
  rc::prop("rare interruptions cost what the first-order form says", [] {
    const ResultsOf result(
        random_saving() + Said{{"checkpoint.mode", "direct"}, {"reliability.gpu_mtbf", "500000000h"}});
    RC_PRE(result["reliability.goodput_linear"] > 0.97);
    RC_ASSERT(std::abs(result["reliability.goodput"] - result["reliability.goodput_linear"]) < 0.002);
  });
}

TEST_CASE("the best interval beats its neighbours", "[property][storage]") {
  // Daly's form leaves out terms that matter where a save takes about as long as the time between interruptions, and it
  // knows of a drain only how long it has to be waited for.
  rc::prop("where saves are shorter than half the time between interruptions", [] {
    const Said said = random_saving() + Said{{"checkpoint.shared_every", "1"}, {"checkpoint.nvme_every", "0"}};
    const ResultsOf result(said);
    const double best = result["checkpoint.optimal_interval"], between = result["reliability.job_mtbf"];
    RC_PRE(result["checkpoint.durable_time"] < between / 2);
    const auto goodput_at = [&](double interval) {
      Values values = result.plan().values;
      values.give(key_named("checkpoint.interval_given"), interval);
      values.settle();
      return row_of("reliability.goodput").value(Once(values, dependents()));
    };
    const double factor = 1.25 + *rc::gen::inRange(0, 400) / 100.0;
    RC_LOG() << "best " << best << " times " << factor << '\n';
    RC_ASSERT(goodput_at(best) >= goodput_at(best * factor));
    // Shorter than the drain allows is no interval.
    const bool drains = best > result["checkpoint.daly_interval"];
    if (!drains) RC_ASSERT(goodput_at(best) >= goodput_at(best / factor));
  });
  rc::prop("and leaves every drain its time", [] {
    const ResultsOf result(random_saving());
    const double next =
        given(result.plan(), "checkpoint.shared_every") * (result["checkpoint.interval"] + result["checkpoint.stall"]);
    RC_ASSERT(given(result.plan(), "checkpoint.first_tier") == 3 || at_most(result["checkpoint.durable_time"], next));
  });
}

bool found(const Said& said, std::string_view id) {
  const Case plan = completed(said);
  const Answer found = answer(plan, {rows_of_rooms({"checkpoint", "memory"})});
  return std::any_of(
      found.findings.begin(), found.findings.end(), [&](const FoundFinding& each) { return each.id == id; });
}

TEST_CASE("no tier holds more than its capacity without a finding", "[property][storage]") {
  rc::prop("CPU memory, local NVMe and shared storage with saves and offloaded states", [] {
    const Said said = random_saving() + Said{
                                            {"node.host_memory", text_of(*rc::gen::inRange(1, 2000)) + "GB"},
                                            {"node.nvme_capacity", text_of(*rc::gen::inRange(10, 30000)) + "GB"},
                                            {"storage.capacity", text_of(*rc::gen::inRange(100, 1000000)) + "GB"}};
    const ResultsOf result(said);
    if (result["checkpoint.host_memory"] > 0 &&
        result["checkpoint.host_memory"] + result["memory.cpu_total"] > result["capacity.host_bytes"])
      RC_ASSERT(found(said, "checkpoint.host_memory_full"));
    if (result["checkpoint.local_bytes"] > 0 &&
        result["checkpoint.local_bytes"] + result["memory.nvme_total"] > given(result.plan(), "node.nvme_capacity"))
      RC_ASSERT(found(said, "checkpoint.nvme_full"));
    if (result["checkpoint.purchased_capacity"] + result["memory.shared_total"] > result["capacity.shared_bytes"])
      RC_ASSERT(found(said, "checkpoint.shared_full"));
    if (result["memory.cpu_total"] > result["capacity.host_bytes"]) RC_ASSERT(found(said, "memory.cpu_overflow"));
    if (result["memory.shared_total"] > result["capacity.shared_bytes"])
      RC_ASSERT(found(said, "memory.shared_overflow"));
  });
}

TEST_CASE("offloading costs time, never gives any", "[property][offload]") {
  rc::prop("a slower target is no faster, and efficiency is a share", [] {
    const Said said = random_training() + Said{{"workload.mode", word_of({"train", "infer"})}};
    const ResultsOf result(said);
    RC_ASSERT(result["offload.gpu_efficiency"] > 0);
    RC_ASSERT(result["offload.gpu_efficiency"] <= 1);
    RC_ASSERT(result["offload.waiting_time"] >= 0);
    RC_ASSERT(at_most(result["offload.own_time"], result["offload.step_time"]));
  });
  rc::prop("inference reads, training reads and writes", [] {
    const Said said = random_training() + Said{
                                              {"memory.offload", word_of({"cpu", "nvme", "shared"})},
                                              {"memory.offload_activations", "gpu"},
                                              {"workload.adapter", "none"}};
    const ResultsOf infer(said + Said{{"workload.mode", "infer"}}), train(said);
    RC_ASSERT(infer["offload.write_bytes"] == 0);
    RC_ASSERT(infer["offload.read_bytes"] > 0);
    RC_ASSERT(train["offload.write_bytes"] > 0);
  });
  rc::prop("at the bandwidth for the wanted efficiency it is reached", [] {
    const Said said = random_training() + Said{
                                              {"memory.offload", "cpu"},
                                              {"memory.offload_activations", "gpu"},
                                              {"workload.mode", word_of({"train", "infer"})},
                                              {"goal.efficiency", text_of(*rc::gen::inRange(10, 96)) + "%"},
                                              {"path.efficiency", "1"},
                                              {"node.host_uplinks", "10000"},
                                              {"node.host_bandwidth", "9000TB/s"}};
    const ResultsOf result(said);
    // Handing weights on takes longer than the wanted efficiency leaves: no bandwidth helps.
    RC_PRE(result["offload.goal_bandwidth"] < 1e15);
    const double per_gpu = result["offload.goal_bandwidth"] / result["tier.gpus_in_node"];
    Values values = result.plan().values;
    values.give(key_named("accelerator.host_link"), per_gpu * given(result.plan(), "accelerator.devices"));
    values.settle();
    const double efficiency = row_of("offload.gpu_efficiency").value(Once(values, dependents()));
    RC_LOG() << "efficiency " << efficiency << '\n';
    RC_ASSERT(efficiency > given(result.plan(), "goal.efficiency") - 0.03);
  });
}

TEST_CASE("a saturation curve stays below both its ends", "[property][storage]") {
  rc::prop("clients against a ceiling", [] {
    const ResultsOf result(random_saving());
    const double asked = result["tier.client_read_rate"] * given(result.plan(), "cluster.nodes");
    const double rate = result["tier.store_read_rate"];
    RC_ASSERT(at_most(rate, asked));
    RC_ASSERT(at_most(rate, result["tier.supply_read"]));
    RC_ASSERT(rate >= std::min(asked, result["tier.supply_read"]) / 2 * (1 - 1e-9));
  });
}

}  // namespace
}  // namespace llmsize::test
