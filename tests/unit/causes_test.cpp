// SPDX-License-Identifier: Apache-2.0
// What makes a mixture fast or slow, what a pipeline that does not divide the layers takes, what runs again.
#include "core/answer/answer.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

/// DeepSeek-V3 as its authors trained it: 2,048 H800, 16 stages, experts over 64 GPUs, all-to-all behind computing.
const Said deepseek{
    {"model", "deepseek-v3"},
    {"cluster.system", "hgx-h800-8"},
    {"cluster.gpus", "2048"},
    {"layout.tensor", "1"},
    {"layout.pipeline", "16"},
    {"layout.expert", "64"},
    {"layout.micro_batch", "1"},
    {"layout.zero", "1"},
    {"layout.recompute_modules", "yes"},
    {"workload.global_batch", "15360"},
    {"workload.sequence", "4096"},
    {"workload.tokens", "14.8T"},
    {"workload.precision", "fp8"},
    {"workload.run_overhead", "none"},
    {"software.dispatch", "deepep"},
    {"software.overlapped_dispatch", "yes"}};

double step(const Said& said) { return result(completed(said), "training.step_time"); }

TEST_CASE("DeepSeek-V3 runs and fits as its authors ran it", "[training][mixtures]") {
  const Case plan = completed(deepseek);
  const double published = 2.664e6 * 3600;  // GPU time of pre-training, DeepSeek-V3 technical report, table 1
  CHECK(result(plan, "training.gpu_seconds") == Approx(published).epsilon(0.15));
  const auto ends = range(plan, row_of("training.gpu_seconds"));
  REQUIRE(ends);
  CHECK(ends->first < published);
  CHECK(published < ends->second);
  CHECK(result(plan, "memory.gpu_total") < result(plan, "memory.gpu_capacity"));
  CHECK_FALSE(answer(plan, {rows_of_rooms({"memory", "training", "layout"})}).has_error());
}

TEST_CASE("61 layers on 16 stages leave the last stage one", "[memory][pipeline]") {
  const Case plan = completed(deepseek);
  CHECK(result(plan, "memory.stage_layers") == 4);
  CHECK(result(plan, "memory.last_layers") == 1);
  const Case even = completed(gpt3_on_128_dgx);
  CHECK(result(even, "memory.stage_layers") == 6);
  CHECK(result(even, "memory.last_layers") == 6);
  // Even stages stay even where the last one predicts a further token.
  const Case predicts = completed(
      {{"model.layers", "64"},
       {"layout.pipeline", "8"},
       {"layout.interleave", "4"},
       {"model.further_predictions", "1"}});
  CHECK(result(predicts, "memory.stage_layers") == 8);
  CHECK(result(predicts, "memory.last_layers") == 8);
  // Two on each of 64 stages, but one beside the embedding and one beside the head.
  const Case ends = completed({{"model", "llama-3.1-405b"}, {"layout.pipeline", "64"}});
  CHECK(result(ends, "memory.stage_layers") == 2);
  CHECK(result(ends, "memory.last_layers") == 1);
  CHECK_FALSE(answer(ends, {rows_of_rooms({"memory", "layout"})}).has_error());
  // BLOOM: embedding and head weigh a layer each, 72 over 12.
  const Case bloom = completed({{"model", "bloom-176b"}, {"layout.pipeline", "12"}});
  CHECK(result(bloom, "memory.stage_layers") == 6);
  CHECK(result(bloom, "memory.last_layers") == 5);
}

TEST_CASE("each cause moves a mixture the way it is meant to", "[training][mixtures]") {
  const auto with = [](const char* key, const char* text) { return step(deepseek + Said{{key, text}}); };
  const Said bare(deepseek.begin(), deepseek.end() - 2);
  CHECK(step(bare + Said{{"software.overlapped_dispatch", "yes"}, {"software.graphs", "full"}}) < step(bare));
  CHECK(step(bare + Said{{"software.dispatch", "all-to-all"}}) > step(bare + Said{{"software.dispatch", "deepep"}}));
  CHECK(with("software.graphs", "full") < with("software.graphs", "partial"));
  CHECK(with("software.graphs", "partial") <= with("software.graphs", "none"));
  CHECK(with("software.fused_experts", "yes") < with("software.fused_experts", "no"));
  CHECK(with("software.expert_casts", "4") > with("software.expert_casts", "1"));
  CHECK(with("software.attention_kernel", "fused-fp8") < with("software.attention_kernel", "fused"));
}

TEST_CASE("products of attention in 8 bit take half the time, exponentials do not", "[training][attention]") {
  const Said llama{{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"software.id", "nemo"}};
  const double half = result(completed(llama + Said{{"software.attention_kernel", "fused"}}), "training.core_rate"),
               eighth =
                   result(completed(llama + Said{{"software.attention_kernel", "fused-fp8"}}), "training.core_rate");
  CHECK(eighth > 1.3 * half);
  CHECK(eighth < 2 * half);
}

TEST_CASE("modules that run again keep less and take a little time", "[memory][training]") {
  for (const char* model : {"deepseek-v3", "llama-3-70b", "mixtral-8x7b"}) {
    CAPTURE(model);
    const Said bare{{"model", model}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "16"}};
    const Case kept = completed(bare), again = completed(bare + Said{{"layout.recompute_modules", "yes"}});
    CHECK(result(again, "model.layer_activations") < 0.75 * result(kept, "model.layer_activations"));
    CHECK(result(again, "training.layers_recompute") > 0);
    CHECK(result(again, "training.step_time") < 1.1 * result(kept, "training.step_time"));
  }
}

TEST_CASE("modules that run again keep what goes into them, under adapters and without latent queries", "[memory]") {
  const Said again{{"layout.recompute_modules", "yes"}};
  const Said lora{{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"workload.adapter", "lora"}};
  CHECK(result(completed(lora + again), "model.mlp_activations") > 0);
  CHECK(result(completed(lora + again), "model.mlp_activations") <= result(completed(lora), "model.mlp_activations"));
  // DeepSeek-V2-Lite makes keys and values from a latent, queries from the hidden state: they stay.
  const Said lite{{"model", "deepseek-v2-lite"}, {"cluster.system", "dgx-h100"}};
  const Case of_lite = completed(lite + again);
  const double queries = 2 * of_lite["model.heads"] * of_lite["model.head_dim"];
  CHECK(result(of_lite, "model.attention_activations") > queries);
  CHECK(result(of_lite, "training.modules_time") > 0);
  // What is made from latents again is executed work.
  const Said deep{{"model", "deepseek-v3"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "16"}};
  CHECK(
      result(completed(deep + again), "training.executed_flop") >
      1.01 * result(completed(deep), "training.executed_flop"));
}

TEST_CASE("a short last stage holds fewer experts", "[memory][pipeline]") {
  const Case plan = completed(deepseek);
  CHECK(result(plan, "memory.stage_mixtures") == 4);
  CHECK(result(plan, "memory.last_mixtures") == 1);
  // Without stages both are the whole model: 58 of 61 layers.
  const Case one = completed({{"model", "deepseek-v3"}});
  CHECK(result(one, "memory.stage_mixtures") == 58);
  CHECK(result(one, "memory.last_mixtures") == 58);
}

TEST_CASE("where the fullest experts get more tokens, all wait and their GPU holds more", "[training][mixtures]") {
  const Said uneven{{"software.expert_imbalance", "1.3"}};
  const Case even = completed(deepseek), real = completed(deepseek + uneven);
  CHECK(result(real, "training.expert_exchange") == Approx(1.3 * result(even, "training.expert_exchange")));
  CHECK(result(real, "training.moe_mlp_time") > 1.1 * result(even, "training.moe_mlp_time"));
  CHECK(result(real, "model.expert_activations") > 1.15 * result(even, "model.expert_activations"));
  CHECK(result(real, "memory.model_states") == result(even, "memory.model_states"));
  const Said dense{{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}};
  CHECK(step(dense + uneven) == step(dense));
}

TEST_CASE("weights gathered in 8 bit halve what they send, not what gradients do", "[training][exchange]") {
  const Said sharded{
      {"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "8"}, {"layout.zero", "3"}};
  const Said narrow{{"memory.gather_bytes", "1"}};
  const double wide = result(completed(sharded), "training.gather_exchange"),
               half = result(completed(sharded + narrow), "training.gather_exchange");
  CHECK(half > 0.5 * wide);
  CHECK(half < 0.75 * wide);
  const Case recipe = completed(sharded + Said{{"memory.recipe", "adam-fp8"}});
  CHECK(recipe["memory.gather_bytes"] == 1);
  CHECK(recipe["memory.gradient_bytes"] == 2);
  CHECK(same(result(recipe, "training.gather_exchange"), half));
}

TEST_CASE("attention runs in 8 bit only where the accelerator does", "[training][attention]") {
  const Said a100{{"model", "llama-3-70b"}, {"cluster.system", "dgx-a100-640"}};
  const auto rate = [&](const char* kernel) {
    return result(completed(a100 + Said{{"software.attention_kernel", kernel}}), "training.core_rate");
  };
  CHECK(rate("fused-fp8") == rate("fused"));
}

TEST_CASE("typical software is what is taken where nobody names any", "[scenario]") {
  const Said bare{{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}};
  const Case unnamed = completed(bare), typical = completed(bare + Said{{"software.id", "typical"}});
  CHECK(same(result(unnamed, "training.step_time"), result(typical, "training.step_time")));
  CHECK(unnamed.spread("software.model_error") == typical.spread("software.model_error"));
  CHECK(typical.word("software.id") == "nemo");
}

TEST_CASE("a machine outside the model says so", "[answer][findings]") {
  const auto unmodelled = [](const char* system, const char* precision = "bf16") {
    const Answer told = answer(
        completed(
            {{"model", "llama-3-8b"},
             {"cluster.system", system},
             {"cluster.nodes", "2"},
             {"workload.precision", precision}}),
        {rows_of_rooms({"training"})});
    return std::count_if(told.findings.begin(), told.findings.end(), [](const FoundFinding& each) {
      return each.id == "accelerator.unmodelled";
    });
  };
  CHECK(unmodelled("tpu-v5p-host") == 1);
  CHECK(unmodelled("intel-gaudi2-8") == 1);
  CHECK(unmodelled("dgx-h100") == 0);
  CHECK(unmodelled("amd-mi300x-8") == 0);
  CHECK(unmodelled("dgx-h100", "fp8") == 0);
  CHECK(unmodelled("dgx-h100", "mxfp8") == 1);
  CHECK(unmodelled("dgx-b200", "mxfp8") == 0);
}

TEST_CASE("memory has a range", "[memory][range]") {
  const Case plan = completed(gpt3_on_128_dgx);
  const auto ends = range(plan, row_of("memory.gpu_total"));
  REQUIRE(ends);
  const double total = result(plan, "memory.gpu_total");
  CHECK(ends->first < 0.96 * total);
  CHECK(ends->second > 1.04 * total);
}

}  // namespace
}  // namespace llmsize::test
