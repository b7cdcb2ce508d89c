// SPDX-License-Identifier: Apache-2.0
// The time of a step: parts that add up, published runs, and what a change of machine, layout or offload does to it.
#include "tests/unit/measured.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

/// Parts of a step in the order they are printed.
constexpr const char* parts[] = {"training.compute_time",   "training.recompute_time", "training.tensor_time",
                                 "training.expert_time",    "training.context_time",   "training.pipeline_time",
                                 "training.bubble_time",    "training.data_time",      "training.offload_time",
                                 "training.optimizer_time", "training.straggler_time", "training.search_margin_time"};

double step_time(const Said& said) { return result(completed(said), "training.step_time"); }

TEST_CASE("the parts of a step add up to its time bit for bit", "[training]") {
  std::size_t known = 0;
  for (const auto& [name, said] : typical_cases())
    for (const Said& more : {Said{}, Said{{"software.utilisation", "0.4"}}}) {
      CAPTURE(name, more.size());
      const Case plan = completed(said + more);
      double sum = 0;
      for (const char* part : parts) sum += result(plan, part);
      CHECK(same(sum, result(plan, "training.step_time")));
      known += !is_absent(sum);
    }
  CHECK(known >= 7);
}

TEST_CASE(
    "at a stated utilisation a step is its work at that utilisation, and every other part is in it", "[training]") {
  const Case plan = completed(gpt3_on_128_dgx + Said{{"software.utilisation", "0.4"}});
  const double achieved = 1024 * result(plan, "training.gpu_peak") * 0.4;
  CHECK(result(plan, "training.compute_time") == Approx(result(plan, "training.model_flop") / achieved));
  CHECK(result(plan, "training.recompute_time") == Approx(result(plan, "training.recompute_flop") / achieved));
  for (std::size_t i = 2; i < std::size(parts); ++i) {
    CAPTURE(parts[i]);
    CHECK(result(plan, parts[i]) == 0);
  }
  CHECK(result(plan, "training.hfu") == Approx(0.4));
}

TEST_CASE("what the layout tells takes the place of the utilisation only where none is stated", "[training]") {
  const Case told = completed(gpt3_on_128_dgx),
             stated = completed(gpt3_on_128_dgx + Said{{"software.utilisation", "0.4"}});
  CHECK(given(told, "software.at_utilisation") == 0);
  CHECK(given(stated, "software.at_utilisation") == 1);
  CHECK(result(told, "training.hfu") != Approx(given(told, "software.utilisation")));
  const Case both =
      completed(gpt3_on_128_dgx + Said{{"software.utilisation", "0.4"}, {"software.at_utilisation", "no"}});
  CHECK(result(both, "training.step_time") == result(told, "training.step_time"));
}

TEST_CASE("published runs of many stacks and accelerators are predicted", "[training][measured]") {
  struct Row {
    const char* id;
    double tolerance;
  };
  // As small as holds, rounded up to half a percent.
  const Row rows[] = {
      {"M0001", 0.005},  // GPT 1.7B on 32 A100
      {"M0027", 0.025},  // GPT-3 175B on 384 A100, twelve stages
      {"M0456", 0.01},   // BLOOM 181B on 384 A100
      {"M0286", 0.01},   // MPT-70b on 64 A100, FSDP
      {"M0022", 0.015},  // 175B by ZeRO-3 on 768 A100
      {"M0381", 0.025},  // Llama 3 8B by torchtitan on 8 H100 of 500 W
      {"M0719", 0.045},  // GPT-3 175B by NeMo on 128 H100
      {"M0724", 0.045},  // the same in fp8
      {"M0729", 0.02},   // Llama 3.1 8B on 8 H100, two context ranks
      {"M0745", 0.085},  // Llama 3.1 70B in fp8 on 64 H100
      {"M0771", 0.01},   // Nemotron-4 340B on 128 GB200
      {"M0157", 0.025},  // Llama 3 70B in fp8 on 64 GB300, FSDP
  };
  for (const auto& [id, tolerance] : rows) {
    CAPTURE(id, published(id).step_time, error_of(published(id)));
    CHECK(std::abs(error_of(published(id))) < tolerance);
  }
}

TEST_CASE("GPT-3 175B trains on 300 billion tokens in about 34 days on 1024 A100", "[training][measured]") {
  // Narayanan et al. 2021, section 5.1.
  const Case plan = completed(
      {{"model", "gpt3-175b"},
       {"workload.tokens", "300B"},
       {"cluster.system", "dgx-a100-640"},
       {"cluster.gpus", "1024"},
       {"layout.tensor", "8"},
       {"layout.pipeline", "16"},
       {"layout.data", "8"},
       {"layout.micro_batch", "1"},
       {"workload.global_batch", "1536"},
       {"layout.recompute", "full"},
       {"software.id", "megatron-2021"},
       {"workload.sequence", "2048"}});
  CHECK(result(plan, "training.total_step_time") / 86400 == Approx(34).epsilon(0.08));
}

TEST_CASE(
    "the accelerator names the stack, which tells how fast things are; a stack the user names tells what is kept too",
    "[training]") {
  const Case by_accelerator = completed(gpt3_on_128_dgx),
             named = completed(gpt3_on_128_dgx + Said{{"software.id", "nemo"}});
  CHECK(by_accelerator.words.at("software.id").word == "nemo");
  CHECK(by_accelerator.words.at("software.id").origin.kind == Origin::Kind::data_sheet);
  CHECK(origin(by_accelerator, "software.gemm_efficiency").kind == Origin::Kind::stack);
  CHECK(given(by_accelerator, "software.gemm_efficiency") == given(named, "software.gemm_efficiency"));
  CHECK(by_accelerator.words.at("memory.recipe").word != "adam18");
  CHECK(named.words.at("memory.recipe").word == "adam18");
  const Case without = completed({{"model", "gpt3-13b"}});
  CHECK(without.words.at("software.id").word == "generic");
  CHECK(without.words.at("software.id").origin.kind == Origin::Kind::initial);
}

TEST_CASE("a precision of 16 bits casts nothing, one of 8 bits does", "[training]") {
  const auto slower = [](const char* precision) {
    const Said said = gpt3_on_128_dgx + Said{{"workload.precision", precision}};
    return step_time(said + Said{{"software.cast_passes", "10"}}) -
           step_time(said + Said{{"software.cast_passes", "1"}});
  };
  CHECK(slower("bf16") == 0);
  CHECK(slower("fp8") > 0);
}

/// GPT-3 13B on two DGX H100, states shared out over all GPUs.
const Said two_dgx{{"model", "gpt3-13b"},  {"cluster.system", "dgx-h100"},  {"cluster.nodes", "2"},
                   {"layout.tensor", "2"}, {"workload.global_batch", "64"}, {"layout.recompute", "full"},
                   {"layout.zero", "3"},   {"storage.id", "ddn-ai400x2"}};

TEST_CASE("a faster path to a tier never makes a step slower, and the slowest makes it slow", "[training][offload]") {
  const std::pair<const char*, std::vector<const char*>> paths[] = {
      {"cpu", {"node.host_bandwidth", "accelerator.host_link"}},
      {"nvme", {"node.nvme_read", "node.nvme_write", "node.host_bandwidth", "accelerator.host_link"}},
      {"shared", {"storage.read", "storage.write", "node.storage_nic_rate", "node.host_bandwidth"}}};
  for (const auto& [tier, keys] : paths)
    for (const char* key : keys) {
      CAPTURE(tier, key);
      const Said said = two_dgx + Said{{"memory.offload", tier}, {"memory.offload_activations", "cpu"}};
      double before = std::numeric_limits<double>::infinity(), slowest = 0;
      for (const char* rate : {"1GB/s", "4GB/s", "16GB/s", "64GB/s", "256GB/s", "10TB/s"}) {
        const double now = step_time(said + Said{{key, rate}});
        CHECK(now <= before);
        slowest = std::max(slowest, now);
        before = now;
      }
      CHECK(slowest > 1.5 * before);
    }
}

TEST_CASE("an offloaded optimizer adds time, below CPU memory more of it", "[training][offload]") {
  const auto with_optimizer_on = [](const char* tier) {
    return step_time(two_dgx + Said{{"memory.offload_optimizer", tier}});
  };
  CHECK(with_optimizer_on("gpu") < with_optimizer_on("cpu"));
  CHECK(with_optimizer_on("cpu") < with_optimizer_on("nvme"));
  CHECK(with_optimizer_on("cpu") < with_optimizer_on("shared"));
}

TEST_CASE("streams of offloaded weights hide behind computing where the path is fast", "[training][offload]") {
  const Said said = two_dgx + Said{
                                  {"memory.offload_parameters", "cpu"},
                                  {"memory.offload_gradients", "cpu"},
                                  {"memory.offload_optimizer", "cpu"},
                                  {"memory.offload_activations", "cpu"}};
  const auto offload_time = [&](const char* rate) {
    return result(
        completed(said + Said{{"accelerator.host_link", rate}, {"node.host_bandwidth", "100TB/s"}}),
        "training.offload_time");
  };
  CHECK(offload_time("100MB/s") > offload_time("1GB/s"));
  CHECK(offload_time("1GB/s") > 0);
  CHECK(offload_time("1TB/s") == 0);
  // Nothing hides streams that are not overlapped.
  const Case bare = completed(said + Said{{"accelerator.host_link", "1TB/s"}, {"software.offload_overlap", "0"}});
  CHECK(result(bare, "training.offload_time") > 0);
}

TEST_CASE("a compressed exchange of gradients shortens the data-parallel exchange alone", "[training][exchange]") {
  const Said said = two_dgx + Said{{"layout.zero", "1"}, {"node.compute_nics", "1"}};
  const Case plain = completed(said), compressed = completed(said + Said{{"software.exchange_bytes", "0.125B"}});
  CHECK(result(compressed, "training.data_time") < 0.7 * result(plain, "training.data_time"));
  for (const char* part : {"training.compute_time", "training.tensor_time", "training.optimizer_time"})
    CHECK(result(compressed, part) == result(plain, part));
}

TEST_CASE(
    "gathering sharded weights for every micro-batch costs time that sharding the optimizer alone does not",
    "[training][exchange]") {
  const Case optimizer = completed(two_dgx + Said{{"layout.zero", "1"}}),
             everything = completed(two_dgx + Said{{"layout.zero", "3"}});
  CHECK(result(optimizer, "training.gather_exchange") == 0);
  CHECK(result(everything, "training.gather_exchange") > 0);
  CHECK(result(everything, "training.data_time") > result(optimizer, "training.data_time"));
  CHECK(result(everything, "training.compute_time") < 1.05 * result(optimizer, "training.compute_time"));
  // Shards inside a node are gathered by the local fabric.
  const Case in_node = completed(two_dgx + Said{{"layout.zero", "hybrid"}});
  CHECK(result(in_node, "training.gather_exchange") < result(everything, "training.gather_exchange"));
}

TEST_CASE("a step is never slower with more NICs, and faster where the network holds it up", "[training][exchange]") {
  for (const Said& said : {two_dgx, two_dgx + Said{{"layout.zero", "1"}}, gpt3_on_128_dgx}) {
    const auto with_nics = [&](int nics) {
      return step_time(said + Said{{"node.compute_nics", std::to_string(nics)}});
    };
    for (int nics = 1; nics < 4; ++nics) CHECK(with_nics(nics + 1) <= with_nics(nics));
    CHECK(with_nics(4) < with_nics(1));
  }
}

}  // namespace
}  // namespace llmsize::test
