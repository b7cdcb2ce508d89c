// SPDX-License-Identifier: Apache-2.0
// Layers that keep one entry for several tokens: published numbers of DeepSeek-V4, and laws of any such model.
#include "core/answer/answer.hpp"
#include "core/calibration/served_rows.hpp"
#include "core/quantity/statistics.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

namespace llmsize::test {
namespace {

constexpr double million = 1 << 20, gib = 1 << 30;

std::string text(double whole) { return std::to_string(static_cast<std::int64_t>(whole)); }

Said at(const std::string& model, double tokens) {
  return {{"model", model}, {"workload.sequence", text(tokens)}, {"software.attention_share", "0.5"}};
}
double of(const Said& said, std::string_view id) { return result(completed(said), id); }
double cache(const Said& said) { return of(said, "model.kv_bytes_per_sequence"); }

/// Forward work of the token after so many.
double next_token(const std::string& model, double tokens) {
  return of(at(model, tokens + 1), "model.forward_flop") - of(at(model, tokens), "model.forward_flop");
}

TEST_CASE("DeepSeek-V4 has the published number of parameters", "[model][compressed][published]") {
  // 1.6T with 49B active, 284B with 13B active; llama.cpp counts 284.33B with the hyper-connections, 33.9M.
  const Case pro = completed({{"model", "deepseek-v4-pro"}}), flash = completed({{"model", "deepseek-v4-flash"}});
  CHECK(result(pro, "model.parameters") == Approx(1.6e12).epsilon(0.02));
  CHECK(result(pro, "model.parameters_active") == Approx(49e9).epsilon(0.02));
  CHECK(result(flash, "model.parameters") + 33.9e6 == Approx(284.33e9).epsilon(2e-5));
  CHECK(result(flash, "model.parameters_active") == Approx(13e9).epsilon(0.06));
}

TEST_CASE("the KV cache of a million tokens is as vLLM has it", "[model][compressed][published]") {
  // vLLM blog, DeepSeek V4 in vLLM, April 2026: 9.62 and 6.72 GiB in 16 bits, 83.88 GiB for DeepSeek-V3.2. They leave
  // out what compressors keep, some 18 MB.
  CHECK(cache(at("deepseek-v4-pro", million)) / gib == Approx(9.62).epsilon(0.003));
  CHECK(cache(at("deepseek-v4-flash", million)) / gib == Approx(6.72).epsilon(0.003));
  CHECK(cache(at("deepseek-v3.2", million)) / gib == Approx(83.88).epsilon(0.0003));
}

TEST_CASE("a token of a long sequence adds its part of the entries", "[model][compressed]") {
  const auto more = [](const Said& kind) {
    return [kind](const std::string& model) {
      return (cache(at(model, million) + kind) - cache(at(model, million / 2) + kind)) / (million / 2);
    };
  };
  // A quarter of an entry of 512 values and of an index key of 128 in 30 or 21 layers, a 128th in 31 or 20.
  const auto wide = more({}), narrow = more({{"serving.kv_dtype", "fp8"}});
  CHECK(wide("deepseek-v4-pro") == 2 * (30 * (512 + 128) / 4 + 31 * 512 / 128));
  CHECK(wide("deepseek-v4-flash") == 2 * (21 * (512 + 128) / 4 + 20 * 512 / 128));
  CHECK(narrow("deepseek-v4-pro") == wide("deepseek-v4-pro") / 2);
}

TEST_CASE("compressors keep tokens of entries that are not complete in 32 bits", "[model][compressed]") {
  // Values and weights: entries of 128 tokens, and overlapping ones of 4 with their index keys.
  const double others = 31 * 2 * 128 * 512, overlapping = 30 * 2 * (2 * 4) * (2 * 512),
               keys = 30 * 2 * (2 * 4) * (2 * 128);
  CHECK(of(at("deepseek-v4-pro", 8192), "model.compressor_state") == 4 * (others + overlapping + keys));
  CHECK(of(at("deepseek-v3.2", 8192), "model.compressor_state") == 0);
}

TEST_CASE("the work of a token grows as DeepSeek's report has it", "[model][compressed][published]") {
  // Of DeepSeek-V3.2 at a million tokens: 27% and 10%.
  const double before = next_token("deepseek-v3.2", million);
  CHECK(next_token("deepseek-v4-pro", million) / before == Approx(0.27).margin(0.01));
  CHECK(next_token("deepseek-v4-flash", million) / before == Approx(0.10).margin(0.03));
  CHECK(next_token("deepseek-v4-pro", 8192) == Approx(109.2e9).epsilon(1e-3));
  CHECK(next_token("deepseek-v4-pro", 131072) == Approx(132.1e9).epsilon(1e-3));
  CHECK(next_token("deepseek-v4-pro", million) == Approx(303.1e9).epsilon(1e-3));
}

/// Eight layers of attention with one entry for key and value.
const Said small{{"model.layers", "8"},       {"model.hidden", "1024"},    {"model.heads", "8"},
                 {"model.kv_heads", "1"},     {"model.head_dim", "128"},   {"model.vocabulary", "32000"},
                 {"model.mlp", "gated"},      {"model.norm", "rmsnorm"},   {"model.window", "128"},
                 {"model.one_kv_entry", "1"}, {"model.ffn_hidden", "4096"}};
Said with_tokens(double tokens) { return {{"workload.sequence", text(tokens)}, {"software.attention_share", "0.5"}}; }
const Said coarse{{"model.compressed_layers", "8"}, {"model.compression", "64"}};
const Said fine{{"model.indexers", "8"},        {"model.chosen_tokens", "512"},    {"model.index_heads", "4"},
                {"model.index_head_dim", "64"}, {"model.sparse_compression", "4"}, {"model.sparse_overlap", "2"}};

TEST_CASE("an entry of one token is full attention", "[model][compressed]") {
  const Said single = small + with_tokens(8192), same = single + Said{{"model.compressed_layers", "8"}};
  for (const char* id :
       {"model.parameters", "model.kv_bytes_per_token", "model.kv_bytes_per_sequence", "model.forward_flop",
        "model.layer_working_set"})
    CHECK(of(same, id) == of(single, id));
  // Sparse layers that choose all entries attend like compressed ones.
  const Said all_chosen = single + fine + Said{{"model.chosen_tokens", "2048"}, {"model.sparse_overlap", "1"}};
  const Said none_chosen = single + Said{{"model.compressed_layers", "8"}, {"model.compression", "4"}};
  CHECK(of(all_chosen, "model.full_pairs") == Approx(of(none_chosen, "model.full_pairs")).epsilon(1e-12));
}

TEST_CASE("compressed entries take less of a long sequence, and never less of a longer one", "[model][compressed]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponent(0, 20);
  for (const Said& kind : {coarse, fine, coarse + Said{{"model.compressed_layers", "4"}}}) {
    std::vector<double> lengths(40);
    for (double& length : lengths) length = std::floor(std::exp2(exponent(random)));
    std::sort(lengths.begin(), lengths.end());
    double kept = 0, worked = 0;
    for (const double length : lengths) {
      CAPTURE(length);
      const Case plan = completed(small + kind + with_tokens(length));
      CHECK(result(plan, "model.kv_bytes_per_sequence") >= kept);
      CHECK(result(plan, "model.forward_flop") >= worked);
      kept = result(plan, "model.kv_bytes_per_sequence");
      worked = result(plan, "model.forward_flop");
      if (length < 4096) continue;
      CHECK(kept < cache(small + with_tokens(length)));
      CHECK(result(plan, "model.full_pairs") < of(small + with_tokens(length), "model.full_pairs"));
    }
  }
}

TEST_CASE("a latent of queries and of the output counts as its matrices", "[model][compressed]") {
  const double before = of(small, "model.attention_parameters");
  CHECK(
      of(small + Said{{"model.query_rank", "256"}}, "model.attention_parameters") - before ==
      256 * (1024 + 1 + 1024) - 1024 * 1024);
  const Said output{{"model.output_rank", "64"}, {"model.output_groups", "4"}};
  CHECK(of(small + output, "model.attention_parameters") - before == 64 * (1024 + 4 * 1024) - 1024 * 1024);
}

Said served(const std::string& tensor, const std::string& copies) {
  return {{"model", "deepseek-v4-flash"}, {"cluster.system", "dgx-b200"},    {"cluster.nodes", "1"},
          {"workload.mode", "infer"},     {"layout.tensor", tensor},         {"layout.attention_data", copies},
          {"layout.expert", copies},      {"serving.input_tokens", "65536"}, {"serving.output_tokens", "1024"},
          {"serving.concurrency", "8"}};
}

TEST_CASE("tensor parallelism does not divide the only KV head, copies of attention do", "[serving][compressed]") {
  const double alone = of(served("1", "1"), "serving.sequence_reading");
  CHECK(of(served("8", "1"), "serving.sequence_reading") == Approx(alone));
  CHECK(of(served("1", "8"), "serving.sequence_reading") == Approx(alone / 8));
  const auto told = [](const Said& said) {
    const auto findings = answer(completed(said), {{&row_of("serving.tpot")}}).findings;
    return std::any_of(findings.begin(), findings.end(), [](const FoundFinding& each) {
      return each.id == FindingId("serving.kv_heads_replicated") &&
             each.sentence.find("the only KV head") != std::string::npos;
    });
  };
  CHECK(told(served("8", "1")));
  CHECK_FALSE(told(served("1", "8")));
}

TEST_CASE("a step reads chosen entries, windows and all index keys", "[serving][compressed]") {
  const Case plan = completed(served("8", "1") + Said{{"serving.kv_dtype", "fp8"}});
  const double t = result(plan, "serving.context_tokens");
  const double values = 43 * 128 * 512 + 21 * (512 * 512 + t / 4 * 128) + 20 * t / 128 * 512;
  const double rate =
      result(plan, "serving.memory_rate") * given(plan, "engine.cache_efficiency") * given(plan, "engine.chip_cache");
  CHECK(result(plan, "serving.sequence_reading") == Approx(values / rate));
}

TEST_CASE("compressed layers are attention layers of no other type", "[model][compressed]") {
  const auto contradicts = [](const Said& said) {
    const auto findings = answer(completed(said), {{&row_of("model.parameters")}}).findings;
    return std::any_of(findings.begin(), findings.end(), [](const FoundFinding& each) {
      return each.id == FindingId("model.inconsistent") && each.severity == Severity::error;
    });
  };
  CHECK_FALSE(contradicts({{"model", "deepseek-v4-pro"}}));
  CHECK(contradicts({{"model", "deepseek-v4-pro"}, {"model.compressed_layers", "32"}}));
  CHECK(contradicts({{"model", "deepseek-v4-flash"}, {"model.windowed_layers", "3"}}));
  CHECK(contradicts({{"model", "llama-3.1-8b"}, {"model.compressed_layers", "8"}, {"model.compression", "4"}}));
}

// InferenceX of May to September 2026 on vLLM: 1 to 1,024 clients on H200, B200 and B300, with and without 2 draft
// tokens. No constant is fitted to DeepSeek-V4.
TEST_CASE("runs of DeepSeek-V4 are predicted without a constant of its own", "[serving][compressed][published]") {
  const std::string path = tests::fixture("measured-deepseek-v4.csv");
  std::vector<ServedRow> rows = read_served_rows(read_file(path), path, built_in());
  for (const ServedRow& row : rows) {
    INFO(row.id);
    CHECK(row.reason == "");
  }
  std::vector<double> errors;
  for (const PredictedServing& each : predict_serving(rows, built_in())) errors.push_back(std::abs(each.error()));
  REQUIRE(errors.size() == 133);
  CHECK(quantile(errors, 0.5) < 0.4);
}

}  // namespace
}  // namespace llmsize::test
