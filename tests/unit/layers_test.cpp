// SPDX-License-Identifier: Apache-2.0
// Kinds of layers: what they weigh, work and keep, counted by hand.
#include "core/answer/answer.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

TEST_CASE("Qwen3-Next keeps a state of constant size beside the cache of twelve layers", "[model][kinds]") {
  // Twelve layers of two KV heads of 256, keys and values in 16 bit.
  const double cached = 12 * 2 * 2 * 256 * 2;
  // Thirty-six layers: 32 heads of 128 by 128 in 32 bit, and three waiting tokens of 2·16·128 + 32·128 channels.
  const double state = 36 * (32 * 128 * 128 * 4 + 3 * (2 * 16 * 128 + 32 * 128) * 2);
  for (const double tokens : {1.0, 262144.0}) {
    const Case plan = completed({{"model", "qwen3-next-80b-a3b"}, {"workload.sequence", std::to_string(int(tokens))}});
    CHECK(result(plan, "model.kv_bytes_per_token") == cached);
    CHECK(result(plan, "model.state_bytes") == state);
    CHECK(result(plan, "model.kv_bytes_per_sequence") == tokens * cached + state);
  }
}

TEST_CASE("a gated delta network does eight operations per token and number of its state", "[model][kinds]") {
  const Case plan = completed({{"model", "qwen3-next-80b-a3b"}, {"workload.sequence", "4096"}});
  const double channels = 2 * 16 * 128 + 32 * 128, state = 32 * 128 * 128;
  CHECK(result(plan, "model.gated_delta_flop") == 4096 * (2 * channels * 4 + 8 * state));
  CHECK(result(plan, "model.mixers_core_flop") == 36 * result(plan, "model.gated_delta_flop"));
}

TEST_CASE("in Nemotron-H a layer mixes tokens or is an MLP", "[model][kinds]") {
  const Case plan = completed({{"model", "nemotron-3-nano-30b-a3b"}});
  CHECK(result(plan, "model.attention_layers") == 6);
  CHECK(result(plan, "model.mixer_layers") == 23);
  CHECK(result(plan, "model.dense_layers") == 0);
}

TEST_CASE("in Falcon-H1 every layer attends beside its state space", "[model][kinds]") {
  const Case plan = completed({{"model", "falcon-h1-0.5b"}});
  CHECK(result(plan, "model.attention_layers") == 36);
  CHECK(result(plan, "model.mixer_layers") == 36);
}

TEST_CASE("a sparse layer attends to chosen tokens, and scores all of them to choose", "[model][kinds]") {
  const auto at = [](const char* model, const char* tokens, const char* id) {
    return result(
        completed({{"model", model}, {"workload.sequence", tokens}, {"software.attention_share", "0.5"}}), id);
  };
  // As many pairs as in a window of 2,048.
  const double s = 131072, k = 2048;
  CHECK(at("deepseek-v3.2", "131072", "model.full_pairs") == 61 * (s * k - k * k / 2));
  CHECK(at("deepseek-v3.2", "2048", "model.full_pairs") == at("deepseek-v3", "2048", "model.full_pairs"));
  CHECK(at("deepseek-v3.2", "131072", "model.scores_flop") < at("deepseek-v3", "131072", "model.scores_flop") / 25);
  CHECK(at("deepseek-v3.2", "131072", "model.indexers_flop") == 61 * 0.5 * s * s * 64 * 128 * 2);
}

TEST_CASE("windowed layers may have heads of their own", "[model][kinds]") {
  const Case plan = completed({{"model", "mimo-v2-flash"}, {"workload.sequence", "32768"}});
  CHECK(result(plan, "model.kv_width") == 4 * (192 + 128));
  CHECK(result(plan, "model.window_kv_width") == 8 * (192 + 128));
  CHECK(result(plan, "model.kv_bytes_per_sequence") == 2 * (9 * 32768 * 1280 + 39 * 128 * 2560));
}

TEST_CASE("layers that contradict each other are refused", "[model][kinds]") {
  const auto contradicts = [](const Said& said) {
    const auto findings = answer(completed(said), {{&row_of("model.parameters")}}).findings;
    return std::any_of(findings.begin(), findings.end(), [](const FoundFinding& each) {
      return each.id == FindingId("model.inconsistent") && each.severity == Severity::error;
    });
  };
  CHECK_FALSE(contradicts({{"model", "qwen3-next-80b-a3b"}}));
  CHECK(contradicts({{"model", "qwen3-next-80b-a3b"}, {"model.gated_delta_layers", "49"}}));
  CHECK(contradicts({{"model", "llama-3.1-8b"}, {"model.layers_without_mlp", "33"}}));
  CHECK(contradicts({{"model", "deepseek-v3.2"}, {"model.sparse_layers", "62"}}));
}

}  // namespace
}  // namespace llmsize::test
