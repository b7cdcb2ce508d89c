// SPDX-License-Identifier: Apache-2.0
// Parameters, work, KV cache and activations of models against published counts and the papers' closed forms.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <random>

namespace llmsize::test {
namespace {

std::string text(double whole) { return std::to_string(static_cast<std::uint64_t>(whole)); }

TEST_CASE("models of the catalog have the published number of parameters", "[model][parameters]") {
  struct Row {
    const char* id;
    double parameters;
    const char* source;
  };
  const char* megatron = "Narayanan et al. 2021, Table 1, with V = 51200, s = 2048 and the final norm";
  const char* ddn = "DDN talk prints 1.213T and 24.17T; untied output head";
  const Row rows[] = {
      {"gpt3-175b", 174604259328, "Brown et al. 2020, Table 2.1: 175B"},
      {"bloom-7b1", 7069016064, "BLOOM model card"},
      {"bloom-176b", 176247271424, "BLOOM model card"},
      {"bloom-mod-1", 1213225410560, ddn},
      {"bloom-mod-2", 24170745118720, ddn},
      {"megatron-1.7b", 1652230656, megatron},
      {"megatron-3.6b", 3562168320, megatron},
      {"megatron-7.5b", 7467786240, megatron},
      {"megatron-18.4b", 18449756160, megatron},
      {"megatron-39.1b", 39096041472, megatron},
      {"megatron-76.1b", 76050739200, megatron},
      {"megatron-145.6b", 145622261760, megatron},
      {"megatron-310.1b", 310130540544, megatron},
      {"megatron-529.6b", 529600819200, megatron},
      {"megatron-1008b", 1008038758400, megatron},
      {"megatron-162.2b", 162160353280, "Narayanan et al. 2021, Fig. 13: 162.2B"},
  };
  for (const auto& [id, parameters, source] : rows) {
    CAPTURE(id, source);
    const Case plan = completed({{"model", id}});
    CHECK(result(plan, "model.parameters") == parameters);
    CHECK(result(plan, "model.parameters_active") == parameters);
  }
}

const Said llama_3_70b{{"model.layers", "80"},  {"model.hidden", "8192"},      {"model.heads", "64"},
                       {"model.kv_heads", "8"}, {"model.ffn_hidden", "28672"}, {"model.vocabulary", "128256"},
                       {"model.mlp", "gated"},  {"model.norm", "rmsnorm"}};
const Said qwen25_7b{{"model.layers", "28"},  {"model.hidden", "3584"},      {"model.heads", "28"},
                     {"model.kv_heads", "4"}, {"model.ffn_hidden", "18944"}, {"model.vocabulary", "152064"},
                     {"model.mlp", "gated"},  {"model.norm", "rmsnorm"},     {"model.qkv_bias", "yes"}};
const Said qwen3_8b{{"model.layers", "36"},  {"model.hidden", "4096"},      {"model.heads", "32"},
                    {"model.kv_heads", "8"}, {"model.ffn_hidden", "12288"}, {"model.vocabulary", "151936"},
                    {"model.mlp", "gated"},  {"model.norm", "rmsnorm"},     {"model.qk_norm", "yes"}};
const Said gpt_oss_20b{
    {"model.layers", "24"},
    {"model.hidden", "2880"},
    {"model.heads", "64"},
    {"model.kv_heads", "8"},
    {"model.head_dim", "64"},
    {"model.vocabulary", "201088"},
    {"model.mlp", "gated"},
    {"model.norm", "rmsnorm"},
    {"model.qkv_bias", "yes"},
    {"model.experts", "32"},
    {"model.experts_per_token", "4"},
    {"model.expert_hidden", "2880"},
    {"model.expert_bias", "yes"},
    {"model.router_bias", "yes"},
    {"model.attention_sinks", "yes"},
    {"model.attention_output_bias", "yes"}};

TEST_CASE(
    "architectures given by hand have the published number of parameters, all and active", "[model][parameters]") {
  struct Row {
    const char* name;
    Said said;
    double parameters, active;
  };
  const Row rows[] = {
      {"Llama 3 70B: gated, grouped KV heads, untied", llama_3_70b, 70553706496, 70553706496},
      {"Mixtral 8x7B: mixture of experts", mixtral, 46702792704, 12879925248},
      {"Qwen2.5 7B: bias on Q, K, V", qwen25_7b, 7615616512, 7615616512},
      {"Qwen3 8B: norms on Q and K, own head dimension", qwen3_8b, 8190735360, 8190735360},
      {"gpt-oss 20B: sinks and biases everywhere", gpt_oss_20b, 20914757184, 4187440704},
  };
  for (const auto& [name, said, parameters, active] : rows) {
    CAPTURE(name);
    const Case plan = completed(said);
    CHECK(result(plan, "model.parameters") == parameters);
    CHECK(result(plan, "model.parameters_active") == active);
  }
}

TEST_CASE("changing one dimension changes the parameters by what it stands for", "[model][parameters]") {
  struct Row {
    Said model;
    Said change;
    double difference;
  };
  const double h = 12288, l = 96, V = 50257, d = 128, h_llama = 8192, f_llama = 28672, h_moe = 4096, f_moe = 14336;
  const Said gpt3{{"model", "gpt3-175b"}};
  const Row rows[] = {
      {gpt3, {{"model.layers", "97"}}, 12 * h * h + 13 * h},
      {gpt3, {{"model.vocabulary", "50258"}}, h},
      {gpt3, {{"model.positions", "2049"}}, h},
      {gpt3, {{"model.ffn_hidden", "49153"}}, l * (2 * h + 1)},
      {gpt3, {{"model.kv_heads", "95"}}, -l * 2 * (h * d + d)},
      {gpt3, {{"model.mlp", "gated"}}, l * (h * 4 * h + 4 * h)},
      {gpt3, {{"model.norm", "rmsnorm"}}, -(2 * l + 1) * h},
      {gpt3, {{"model.norms_per_layer", "1"}}, -l * 2 * h},
      {gpt3, {{"model.tied_embeddings", "no"}}, V * h},
      {gpt3, {{"model.head_bias", "yes"}}, V},
      {gpt3, {{"model.final_norms", "0"}}, -2 * h},
      {gpt3, {{"model.embedding_norms", "1"}}, 2 * h},
      {gpt3, {{"model.qkv_bias", "no"}}, -l * 3 * h},
      {gpt3, {{"model.attention_output_bias", "no"}}, -l * h},
      {gpt3, {{"model.mlp_bias", "no"}}, -l * 5 * h},
      {gpt3, {{"model.qk_norm", "yes"}}, l * 2 * d},
      {gpt3, {{"model.qk_norm_wide", "yes"}}, l * 2 * h},
      {gpt3, {{"model.attention_sinks", "yes"}}, l * 96},
      {llama_3_70b,
       {{"model.layers", "81"}},
       2 * h_llama * h_llama + 2 * h_llama * 1024 + 3 * h_llama * f_llama + 2 * h_llama},
      {llama_3_70b, {{"model.kv_heads", "9"}}, 80 * 2 * h_llama * 128},
      {mixtral, {{"model.experts", "9"}}, 32 * (3 * h_moe * f_moe + h_moe)},
      {mixtral, {{"model.router_bias", "yes"}}, 32 * 8},
      {mixtral, {{"model.expert_bias", "yes"}}, 32 * 8 * (2 * f_moe + h_moe)},
      {mixtral, {{"model.shared_hidden", "1000"}}, 32 * 3 * h_moe * 1000},
      {mixtral, {{"model.shared_gate", "yes"}}, 32 * h_moe},
      {mixtral,
       {{"model.moe_layers", "31"}, {"model.ffn_hidden", "10000"}},
       -(8 * 3 * h_moe * f_moe + 8 * h_moe) + 3 * h_moe * 10000},
  };
  for (const auto& [model, change, difference] : rows) {
    CAPTURE(as_options(scenario_of(change)));
    CHECK(
        result(completed(model + change), "model.parameters") - result(completed(model), "model.parameters") ==
        difference);
  }
}

TEST_CASE("a model can be counted by the rule 12·l·h² or by a number alone", "[model][parameters]") {
  CHECK(
      result(
          completed({{"model.layers", "100"}, {"model.hidden", "1000"}, {"model.count", "12lh2"}}),
          "model.parameters") == 1.2e9);
  CHECK(result(completed({{"model.parameters_given", "17B"}}), "model.parameters") == 17e9);
  CHECK(result(completed({{"model", "gpt3-175b"}, {"model.parameters_given", "175B"}}), "model.parameters") == 175e9);
}

TEST_CASE("the KV cache of a token is what is published", "[model]") {
  CHECK(result(completed({{"model", "gpt3-175b"}}), "model.kv_bytes_per_token") == 4718592);
  CHECK(result(completed({{"model", "bloom-176b"}}), "model.kv_bytes_per_token") == 4014080);
  CHECK(result(completed(llama_3_70b), "model.kv_bytes_per_token") == 327680);
  CHECK(result(completed(llama_3_70b + Said{{"serving.kv_value_bytes", "1"}}), "model.kv_bytes_per_token") == 163840);
}

/// A GPT of random shape with the batch and sequence of a step.
struct Gpt {
  double l, h, a, s, V, B;

  explicit Gpt(std::mt19937& random) {
    const auto up_to = [&](unsigned most) { return 1.0 + static_cast<double>(random() % most); };
    l = up_to(200), a = up_to(128), h = a * 8 * up_to(32), s = up_to(8192), V = up_to(300000), B = up_to(4096);
  }
  Said said() const {
    return {{"model.layers", text(l)},     {"model.hidden", text(h)},      {"model.heads", text(a)},
            {"model.vocabulary", text(V)}, {"workload.sequence", text(s)}, {"workload.global_batch", text(B)}};
  }
};

TEST_CASE("the work of a step is what the papers print, whatever the shape of the GPT", "[model][flop]") {
  std::mt19937 random(96);
  for (int round = 0; round < 200; ++round) {
    const Gpt gpt(random);
    const auto& [l, h, a, s, V, B] = gpt;
    const auto work = [&](const char* recompute) {
      return result(completed(gpt.said() + Said{{"layout.recompute", recompute}}), "training.iteration_flop");
    };
    CAPTURE(l, h, a, s, V, B);
    CHECK(work("full") == Approx(96 * B * s * l * h * h * (1 + s / (6 * h) + V / (16 * l * h))).epsilon(1e-12));
    CHECK(work("none") == Approx(72 * B * s * l * h * h * (1 + s / (6 * h) + V / (12 * l * h))).epsilon(1e-12));
    CHECK(
        work("selective") == Approx(72 * B * s * l * h * h * (1 + 2 * s / (9 * h) + V / (12 * l * h))).epsilon(1e-12));
  }
}

TEST_CASE("the work of a step is what the HPE talk works out", "[model][flop]") {
  struct Row {
    const char* model;
    const char* batch;
    double flop;
  };
  for (const auto& [model, batch, flop] :
       {Row{"megatron-18.4b", "1024", 3.2484e17}, Row{"megatron-39.1b", "1536", 1.02123e18},
        Row{"megatron-1008b", "3072", 5.13905e19}}) {
    CAPTURE(model);
    const Case plan = completed({{"model", model}, {"workload.global_batch", batch}, {"layout.recompute", "full"}});
    CHECK(result(plan, "training.iteration_flop") == Approx(flop).epsilon(1e-5));
  }
}

TEST_CASE("causal counting halves the core of attention and nothing else", "[model][flop]") {
  const Said gpt3{{"model", "gpt3-175b"}};
  const Case full = completed(gpt3), causal = completed(gpt3 + Said{{"software.attention_count", "causal"}});
  CHECK(result(causal, "model.cores_flop") == result(full, "model.cores_flop") / 2);
  CHECK(result(full, "model.cores_flop") == 96 * 4.0 * 2048 * 2048 * 12288);
  CHECK(
      result(full, "model.forward_flop") - result(causal, "model.forward_flop") == result(causal, "model.cores_flop"));
  CHECK(result(causal, "model.mlp_flop") == result(full, "model.mlp_flop"));
}

TEST_CASE("the work of a mixture grows with the experts that work, not with those that exist", "[model][flop]") {
  const auto work = [](const Said& change) { return result(completed(mixtral + change), "model.forward_flop"); };
  const double s = 4096, h = 4096, f = 14336, l = 32;
  CHECK(work({{"model.experts", "16"}}) - work({}) == l * 2 * s * h * 8);
  CHECK(work({{"model.experts_per_token", "3"}}) - work({}) == l * 2 * s * 3 * h * f);
  CHECK(work({{"model.shared_hidden", "14336"}}) == work({{"model.experts_per_token", "3"}}));
}

TEST_CASE(
    "where only a parameter count is known a token costs six FLOP per parameter, eight when all is recomputed",
    "[model][flop]") {
  const Said said{{"model.parameters_given", "17B"}, {"workload.global_batch", "8"}, {"workload.sequence", "1000"}};
  CHECK(result(completed(said), "training.iteration_flop") == 6 * 17e9 * 8000);
  CHECK(result(completed(said + Said{{"layout.recompute", "full"}}), "training.iteration_flop") == 8 * 17e9 * 8000);
}

TEST_CASE("the activations of a layer are those of Korthikanti et al. 2022, Table 2", "[model][activations]") {
  struct Row {
    const char* tensor;
    const char* sequence_parallel;
    const char* recompute;
    double bytes_per_token_and_width;
  };
  const double t = 8, scores = 5.0 * 96 * 2048 / 12288;
  const Row rows[] = {
      {"1", "no", "none", 34 + scores},          {"8", "no", "none", 10 + 24 / t + scores / t},
      {"8", "yes", "none", 34 / t + scores / t}, {"8", "no", "selective", 10 + 24 / t},
      {"8", "yes", "selective", 34 / t},         {"8", "no", "full", 2},
  };
  for (const auto& [tensor, sequence_parallel, recompute, factor] : rows) {
    CAPTURE(tensor, sequence_parallel, recompute);
    const Case plan = completed(
        {{"model", "gpt3-175b"},
         {"layout.tensor", tensor},
         {"layout.sequence_parallel", sequence_parallel},
         {"layout.recompute", recompute}});
    CHECK(result(plan, "model.layer_activations") == Approx(2048.0 * 12288 * factor).epsilon(1e-14));
  }
}

}  // namespace
}  // namespace llmsize::test
