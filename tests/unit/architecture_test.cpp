// SPDX-License-Identifier: Apache-2.0
// Parameters, KV cache and work follow from the architecture: one dimension of a catalog model is changed, and the
// difference is the closed form that the model's paper implies, worked out here by hand.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

Said model(const std::string& id, const Said& more = {}) { return Said{{"model", id}} + more; }
double of(const Said& said, const char* id) { return result(completed(said), id); }

struct Change {
  Said said;
  double difference;  ///< of the parameters
};

void check_changes(const std::string& id, const std::vector<Change>& changes) {
  const double before = of(model(id), "model.parameters");
  for (const auto& [said, difference] : changes) {
    CAPTURE(id, as_options(scenario_of(said)));
    CHECK(of(model(id, said), "model.parameters") - before == difference);
  }
}

TEST_CASE(
    "DeepSeek-V3: latents for keys, values and queries, one shared expert beside 256", "[architecture][parameters]") {
  const double l = 61, h = 7168, a = 128, d = 192, r = 64, d_v = 128, c = 512, q = 1536, expert = 3 * h * 2048;
  const double latents = h * q + q + q * a * d + h * (c + r) + c + c * a * (d - r + d_v) + a * d_v * h;
  check_changes(
      "deepseek-v3", {{{{"model.layers", "62"}}, latents + 3 * h * 18432 + 2 * h},
                      {{{"model.kv_rank", "576"}}, l * 64 * (h + 1 + a * (d - r + d_v))},
                      {{{"model.query_rank", "1600"}}, l * 64 * (h + 1 + a * d)},
                      {{{"model.query_rank", "0"}}, l * (h * a * d - (h * q + q + q * a * d))},
                      {{{"model.rope_head_dim", "128"}}, l * 64 * (h - c * a)},
                      {{{"model.experts", "257"}}, 58 * (expert + h + 1)},
                      {{{"model.shared_hidden", "4096"}}, 58 * expert},
                      {{{"model.moe_layers", "57"}}, 3 * h * 18432 - (256 * (expert + h + 1) + expert)}});
}

TEST_CASE(
    "T5-11B: an encoder, a decoder that attends to it, and a bias per bucket and head", "[architecture][parameters]") {
  const double h = 1024, wide = 128 * 128, attention = 4 * h * wide;
  check_changes(
      "t5-11b", {{{{"model.layers", "49"}}, 2 * attention + 2 * h * 65536 + 3 * h},
                 {{{"model.layers", "49"}, {"model.encoder_layers", "25"}}, attention + 2 * h * 65536 + 2 * h},
                 {{{"model.encoder_layers", "25"}}, -(attention + h)},
                 {{{"model.relative_buckets", "33"}}, 2 * 128},
                 {{{"model.vocabulary", "32129"}}, h}});
}

TEST_CASE("BERT-large: an encoder alone with token types and a pooler", "[architecture][parameters]") {
  const double h = 1024, attention = 4 * h * h + 4 * h, norm = 2 * h;
  check_changes(
      "bert-large", {{{{"model.layers", "25"}, {"model.encoder_layers", "25"}}, 12 * h * h + 13 * h},
                     {{{"model.encoder_layers", "23"}}, attention + norm},
                     {{{"model.token_types", "3"}}, h},
                     {{{"model.embedding_norms", "0"}}, -norm},
                     {{{"model.pooler", "no"}}, -(h * h + h)}});
}

TEST_CASE("MiniMax-Text-01: seven of eight layers attend linearly", "[architecture][parameters]") {
  const double h = 6144, wide = 64 * 128, grouped = 8 * 128, expert = 3 * h * 9216;
  const double full = 2 * h * wide + 2 * h * grouped, linear = 5 * h * wide + wide;
  check_changes(
      "minimax-text-01", {{{{"model.linear_layers", "69"}}, full - linear},
                          {{{"model.layers", "81"}, {"model.moe_layers", "81"}}, full + 32 * (expert + h) + 2 * h},
                          {{{"model.experts", "33"}}, 80 * (expert + h)}});
}

TEST_CASE("Snowflake Arctic: a residual MLP with a norm of its own beside the experts", "[architecture][parameters]") {
  const double l = 35, h = 7168;
  check_changes(
      "snowflake-arctic", {{{{"model.residual_hidden", "7169"}}, l * 3 * h},
                           {{{"model.residual_hidden", "0"}}, -l * 3 * h * h},
                           {{{"model.norms_per_layer", "2"}}, -l * h},
                           {{{"model.experts", "129"}}, l * (3 * h * 4864 + h)}});
}

TEST_CASE("OPT-350M: an embedding narrower than the layers, projected in and out", "[architecture][parameters]") {
  const double h = 1024, V = 50272;
  check_changes(
      "opt-350m", {{{{"model.embedding_width", "513"}}, V + 2 * h},
                   {{{"model.embedding_width", "1024"}}, 512 * V - 2 * 512 * h},
                   {{{"model.positions", "2051"}}, h},
                   {{{"model.final_norms", "1"}}, 2 * h},
                   {{{"model.layers", "25"}}, 12 * h * h + 13 * h}});
}

TEST_CASE("Llama 4 Maverick: every other layer is a mixture, windows hold no weights", "[architecture][parameters]") {
  const double h = 5120, dense = 3 * h * 16384, expert = 3 * h * 8192;
  check_changes(
      "llama-4-maverick", {{{{"model.layers", "49"}}, 2 * h * 5120 + 2 * h * 1024 + dense + 2 * h},
                           {{{"model.moe_layers", "25"}}, 128 * (expert + h) + expert - dense},
                           {{{"model.windowed_layers", "35"}, {"model.window", "4096"}}, 0},
                           {{{"model.vocabulary", "202049"}}, 2 * h}});
}

TEST_CASE("Gopher: every layer projects relative positions by a square matrix", "[architecture][parameters]") {
  const double l = 80, h = 16384;
  check_changes(
      "gopher-280b", {{{{"model.layers", "81"}}, 13 * h * h + 11 * h},
                      {{{"model.relative_projection", "no"}}, -l * h * h},
                      {{{"model.norm", "layernorm"}}, (2 * l + 1) * h}});
}

TEST_CASE("gpt-oss 20B: biases in experts and router, a sink per head", "[architecture][parameters]") {
  const double l = 24, h = 2880, a = 64, d = 64;
  check_changes(
      "gpt-oss-20b", {{{{"model.experts", "33"}}, l * (3 * h * h + 3 * h + h + 1)},
                      {{{"model.attention_sinks", "no"}}, -l * a},
                      {{{"model.kv_heads", "16"}}, l * 2 * 8 * d * (h + 1)},
                      {{{"model.attention_output_bias", "no"}}, -l * h}});
}

TEST_CASE("GLaM: gated dense layers, plain experts", "[architecture][parameters]") {
  const double h = 8192, f = 32768;
  check_changes(
      "glam-64b-64e", {{{{"model.experts", "65"}}, 32 * (2 * h * f + h)},
                       {{{"model.expert_matrices", "3"}}, 32 * 64 * h * f},
                       {{{"model.moe_layers", "31"}}, 3 * h * f - 64 * (2 * h * f + h)}});
}

TEST_CASE("Falcon-7B: one KV head, one norm for attention and MLP in parallel", "[architecture][parameters]") {
  const double l = 32, h = 4544, d = 64;
  check_changes(
      "falcon-7b", {{{{"model.layers", "33"}}, 2 * h * h + 2 * h * d + 8 * h * h + 2 * h},
                    {{{"model.kv_heads", "71"}}, l * 2 * 70 * d * h},
                    {{{"model.norms_per_layer", "2"}}, l * 2 * h}});
}

TEST_CASE(
    "Gemma 3 4B: four norms, normalised queries and keys, heads wider than the hidden size over them",
    "[architecture][parameters]") {
  const double l = 34, h = 2560, a = 8, k = 4, d = 256;
  check_changes(
      "gemma-3-4b", {{{{"model.layers", "35"}}, 2 * h * a * d + 2 * h * k * d + 2 * d + 3 * h * 10240 + 4 * h},
                     {{{"model.qk_norm", "no"}}, -l * 2 * d},
                     {{{"model.head_dim", "128"}}, -l * 128 * (2 * h * a + 2 * h * k + 2)},
                     {{{"model.vocabulary", "262145"}}, h}});
}

TEST_CASE("a windowed layer keeps no more keys and values than its window", "[architecture][kv]") {
  const auto cache = [](const char* id, const char* sequence) {
    return of(model(id, {{"workload.sequence", sequence}}), "model.kv_bytes_per_sequence");
  };
  const double mistral = 32 * 2 * 8 * 128 * 2, gemma = 2 * 4 * 256 * 2;
  CHECK(cache("mistral-7b", "1000") == 1000 * mistral);
  CHECK(cache("mistral-7b", "4096") == 4096 * mistral);
  CHECK(cache("mistral-7b", "32768") == 4096 * mistral);
  CHECK(cache("gemma-3-4b", "131072") == (5.0 * 131072 + 29.0 * 1024) * gemma);
}

TEST_CASE("a linear layer keeps one state of constant size, an encoder keeps nothing", "[architecture][kv]") {
  const double states = 70.0 * 64 * 128 * 128 * 4, token = 10.0 * 2 * 8 * 128 * 2;
  for (const double s : {1.0, 4096.0, 1048576.0}) {
    const Said minimax = model("minimax-text-01", {{"workload.sequence", std::to_string(int(s))}});
    CHECK(of(minimax, "model.kv_bytes_per_sequence") == s * token + states);
  }
  CHECK(of(model("bert-large"), "model.kv_bytes_per_token") == 0);
  CHECK(of(model("bert-large"), "model.kv_bytes_per_sequence") == 0);
  CHECK(of(model("t5-11b"), "model.kv_bytes_per_token") == 24.0 * 2 * 128 * 128 * 2);
}

TEST_CASE(
    "the KV cache of a token is that of DeepSeek-AI 2025, Insights into DeepSeek-V3, Table 1", "[architecture][kv]") {
  CHECK(of(model("deepseek-v3"), "model.kv_bytes_per_token") == 70272);
  CHECK(of(model("qwen2.5-72b"), "model.kv_bytes_per_token") == 327680);
  CHECK(of(model("llama-3.1-405b"), "model.kv_bytes_per_token") == 516096);
}

TEST_CASE("windows save work only beyond their length", "[architecture][flop]") {
  for (const char* count : {"full", "causal"})
    for (const char* id : {"mistral-7b", "gemma-3-4b", "gpt-oss-20b", "llama-4-maverick"}) {
      const auto work = [&](double sequence, const char* windowed_layers) {
        Said said =
            model(id, {{"workload.sequence", std::to_string(int(sequence))}, {"software.attention_count", count}});
        if (windowed_layers) said = said + Said{{"model.windowed_layers", windowed_layers}};
        return of(said, "training.model_flop");
      };
      const double window = given(completed(model(id)), "model.window");
      CAPTURE(count, id, window);
      for (const double s : {1.0, window / 2, window}) CHECK(work(s, nullptr) == Approx(work(s, "0")).epsilon(1e-14));
      CHECK(work(2 * window, nullptr) < work(2 * window, "0"));
    }
}

TEST_CASE("beyond the window a token meets as many others as the window holds", "[architecture][flop]") {
  const double s = 32768, w = 4096, wide = 4096, layers = 32;
  const auto cores = [](const char* count) {
    return of(
        model("mistral-7b", {{"workload.sequence", "32768"}, {"software.attention_count", count}}), "model.cores_flop");
  };
  CHECK(cores("full") == Approx(layers * 4 * wide * s * w).epsilon(1e-14));
  CHECK(cores("causal") == Approx(layers * 4 * wide * (s * w - w * w / 2)).epsilon(1e-14));
}

TEST_CASE("the attention of DeepSeek-V3 works by way of its latents", "[architecture][flop]") {
  const Case plan =
      completed(model("deepseek-v3", {{"workload.sequence", "4096"}, {"software.attention_count", "full"}}));
  const double s = 4096, h = 7168, a = 128;
  const double query = 2 * s * (h * 1536 + 1536 * a * 192),
               key_value = 2 * s * (h * (512 + 64) + 512 * a * (128 + 128));
  const double output = 2 * s * a * 128 * h, core = 2 * s * s * a * (192 + 128);
  CHECK(result(plan, "model.query_flop") == query);
  CHECK(result(plan, "model.key_value_flop") == key_value);
  CHECK(result(plan, "model.attention_output_flop") == output);
  CHECK(result(plan, "model.projections_flop") == 61 * (query + key_value + output));
  CHECK(result(plan, "model.cores_flop") == 61 * core);
}

}  // namespace
}  // namespace llmsize::test
