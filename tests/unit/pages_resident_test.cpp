// SPDX-License-Identifier: Apache-2.0
// Weights that stay in GPU memory though they live on a slower tier, and a KV cache that is too large beside them.
#include "tests/unit/subjects.hpp"

#include "core/planning/targets.hpp"
#include "core/view/words.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const Said deck_640{{"cluster.system", "dgx-a100-640"}, {"storage.id", "ddn-ai400x2"}, {"workload.mode", "infer"}};
const Said one_node{{"cluster.nodes", "1"}};
const Said bloom_176b = deck_640 + one_node + Said{{"model", "bloom-176b"}};
const Said largest = deck_640 + Said{{"model", "bloom-mod-2"}};

bool tells(const Page& page, std::string_view id) {
  return std::any_of(page.findings.begin(), page.findings.end(), [&](const auto& each) { return each.first.id == id; });
}

TEST_CASE("weights that all stay in GPU memory are not transferred, and streaming them is told beside", "[offload]") {
  const Page page = shown_page("offload", given_subject(bloom_176b));
  CHECK(speaks_of(page.sentence, "All weights fit in GPU memory on 1 node; no transfers."));
  CHECK(speaks_of(page.sentence, "With all weights streamed: CPU memory 3.9"));
  for (std::size_t tier = 1; tier < page.figures.size(); ++tier) {
    CHECK(page.figures[tier].value == page.figures[0].value);
    CHECK(speaks_of(page.figures[tier].qualifier, "no transfers; "));
  }
  const auto& rows = std::get<Dots>(chart_of(page, "offload.throughput").body).rows;
  CHECK(rows[1].title == "All weights streamed");
  CHECK(rows[1].dots[0].value > 50 * rows[1].dots[1].value);
  CHECK(rows[1].dots[1].value > 2 * rows[1].dots[3].value);
}

TEST_CASE("the streamed throughput is what nothing pinned gives", "[offload]") {
  for (const Said& more : {Said{}, Said{{"serving.input_tokens", "64"}, {"serving.output_tokens", "64"}}})
    for (const Scenario& target : on_targets(scenario_of(bloom_176b + more), built_in())) {
      Scenario bare = target;
      bare.set("memory.resident_share", "0", Giver{"test"});
      CHECK(
          result(complete(target, built_in()), "offload.streamed_throughput") ==
          Approx(result(complete(bare, built_in()), "offload.throughput")));
    }
}

TEST_CASE("CPU memory holds what GPU memory does not: as many nodes as the weights say", "[offload]") {
  const Said said = deck_640 + one_node + Said{{"model", "bloom-mod-1"}, {"workload.sequence", "32"}};
  const Page page = shown_page("offload", given_subject(said + Said{{"serving.batch", "8"}}));
  CHECK(speaks_of(page.sentence, "CPU memory is the fastest tier that fits on 1 node"));
  const Case on_cpu = complete(on_targets(scenario_of(said), built_in())[1], built_in());
  CHECK(result(on_cpu, "capacity.nodes_weights") == 1);
  CHECK(result(on_cpu, "memory.cpu_total") <= result(on_cpu, "capacity.host_bytes"));
  const double resident = given(on_cpu, "memory.resident_share");
  CHECK(resident > 0);
  CHECK(result(on_cpu, "memory.cpu_total") == Approx((1 - resident) * result(on_cpu, "memory.model_states")));
}

TEST_CASE("a model of 24T parameters takes the nodes on which the tier holds it and a layout fits", "[offload]") {
  struct Row {
    const char* tier;
    double nodes;
  };
  for (const Said& load :
       {Said{{"serving.batch", "2"}, {"workload.sequence", "32"}},
        Said{{"serving.batch", "32"}, {"workload.sequence", "32"}}})
    for (const auto& [tier, nodes] : {Row{"gpu", 75}, Row{"cpu", 24}, Row{"nvme", 2}, Row{"shared", 1}}) {
      CAPTURE(tier, as_options(scenario_of(load)));
      const Subject subject = unsearched({}, scenario_of(largest + load + Said{{"memory.offload", tier}}), built_in());
      const Case plan = case_of(subject, built_in());
      CHECK(given(plan, "cluster.nodes") == nodes);
      CHECK(nodes >= result(plan, "capacity.nodes_weights"));
      CHECK_FALSE(answer(plan, {rows_of_rooms({"memory"})}).has_error());
      const Page page = shown_page("size", subject);
      CHECK(page.figures.front().value == exact(nodes));
      CHECK(page.settled.state < State::misses_goal);
    }
}

TEST_CASE("a KV cache that is too large is named, with sequences that fit and where it may live", "[offload]") {
  const Said two = largest + one_node + Said{{"serving.batch", "2"}};
  const Page page = shown_page("offload", given_subject(two));
  CHECK(page.figures[3].qualifier == "KV cache 1.46 TiB too large");
  CHECK(speaks_of(page.sentence, "Weights fit in shared storage on 1 node; the KV cache of 1.46 TiB"));
  CHECK(tells(page, "memory.cache_overflow"));
  const auto fits =
      result(complete(on_targets(scenario_of(two), built_in())[3], built_in()), "memory.fitting_sequence");
  CHECK(fits > 100);
  for (const Said& mended : {Said{{"workload.sequence", exact(fits)}}, Said{{"memory.offload_activations", "cpu"}}}) {
    const Page runs = shown_page("offload", given_subject(two + mended));
    CHECK(runs.figures[3].known);
    CHECK(speaks_of(runs.sentence, "Shared storage is the fastest tier that fits"));
  }
}

TEST_CASE("parameters alone tell weights against memory and nodes", "[pages]") {
  const Said alone{{"model.parameters_given", "24T"}, {"workload.mode", "infer"}};
  const Page page =
      shown_page("size", unsearched({}, scenario_of(alone + Said{{"cluster.system", "dgx-a100-640"}}), built_in()));
  CHECK(page.settled.state == State::ok);
  CHECK(speaks_of(page.sentence, "Weights 43.7 TiB: at least 559 GPUs of 80 GiB; 70 nodes have 43.8 TiB."));
  CHECK(speaks_of(shown_page("size", given_subject(alone)).sentence, "Weights: 43.7 TiB. Choose a system"));
}

TEST_CASE("storage NICs that limit shared storage are named, and how many do not", "[offload]") {
  const Page page = shown_page("offload", given_subject(bloom));
  const auto limit = std::find_if(page.findings.begin(), page.findings.end(), [](const auto& each) {
    return each.first.id == "offload.storage_nics_limit";
  });
  REQUIRE(limit != page.findings.end());
  REQUIRE_FALSE(limit->second.empty());
  CHECK(speaks_of(limit->second.front().label, "storage NICs: "));
  CHECK_FALSE(tells(
      shown_page("offload", given_subject(bloom + Said{{"node.storage_nics", "8"}})), "offload.storage_nics_limit"));
}

TEST_CASE("fine-tuning in the offload experiment keeps the stated batch", "[offload]") {
  const Said tuned{{"model", "bloom-7b1"},        {"cluster.system", "dgx-a100-640"}, {"cluster.nodes", "1"},
                   {"workload.mode", "finetune"}, {"workload.sequence", "32"},        {"serving.batch", "16"},
                   {"storage.id", "ddn-ai400x2"}};
  for (const Scenario& target : on_targets(scenario_of(tuned), built_in()))
    CHECK(given(complete(target, built_in()), "workload.global_batch") == 16);
}

}  // namespace
}  // namespace llmsize::test
