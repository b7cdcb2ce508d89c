// SPDX-License-Identifier: Apache-2.0
// What a scenario assumes where nobody says it: how the model was trained, else what practitioners take.
#include "tests/unit/cases.hpp"

#include "core/planning/goals.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

TEST_CASE("a model is trained as it was trained", "[recipe]") {
  const Case llama =
      completed({{"model", "llama-3.1-405b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "2048"}});
  CHECK(llama["workload.sequence"] == 8192);
  CHECK(llama["workload.batch_tokens"] == 16777216);
  CHECK(llama["workload.tokens"] == 15.6e12);
  CHECK(llama.origin("workload.sequence").kind == Origin::Kind::preset);
  const Case gpt3 = completed({{"model", "gpt3-175b"}});
  CHECK(gpt3["workload.sequence"] == 2048);
  CHECK(gpt3["workload.tokens"] == 300e9);
}

TEST_CASE("what is said goes before the recipe", "[recipe]") {
  const Case plan =
      completed({{"model", "llama-3.1-405b"}, {"workload.sequence", "131072"}, {"workload.tokens", "1T"}});
  CHECK(plan["workload.sequence"] == 131072);
  CHECK(plan["workload.tokens"] == 1e12);
}

TEST_CASE("a split batch comes nearest to the tokens of the recipe", "[recipe]") {
  const Said split{
      {"model", "gpt3-175b"},
      {"cluster.system", "dgx-a100-640"},
      {"cluster.nodes", "128"},
      {"layout.tensor", "8"},
      {"layout.pipeline", "8"}};
  const Case plan = completed(split);
  CHECK(plan["workload.global_batch"] == 1568);  // of 3.2M tokens, 16 copies of the model
  CHECK(completed(split + Said{{"layout.micro_batch", "4"}})["workload.global_batch"] == 1536);
  CHECK(completed(split + Said{{"workload.accumulation", "2"}})["workload.global_batch"] == 32);
  CHECK(completed(split + Said{{"workload.global_batch", "1024"}})["workload.global_batch"] == 1024);
}

TEST_CASE("the precision of the recipe needs an accelerator that has it", "[recipe]") {
  const Said model{{"model", "deepseek-v3"}};
  CHECK(completed(model + Said{{"cluster.system", "dgx-h100"}}).word("workload.precision") == "fp8");
  const Case older = completed(model + Said{{"cluster.system", "dgx-a100-640"}});
  CHECK(older.word("workload.precision") == "bf16");
  CHECK(older.words.at("workload.precision").origin.source == "the accelerator lacks fp8");
}

TEST_CASE("fine-tuning and serving have defaults of their own", "[recipe]") {
  const Said model{{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "4"}};
  const Case tuned = completed(model + Said{{"workload.mode", "finetune"}, {"layout.tensor", "8"}});
  CHECK(tuned["workload.sequence"] == 4096);
  CHECK(tuned["workload.global_batch"] == 128);
  CHECK(is_absent(tuned["workload.tokens"]));
  const Case served = completed(model + Said{{"workload.mode", "infer"}, {"layout.tensor", "8"}});
  CHECK(served["workload.sequence"] == 4096);
  CHECK(served["workload.accumulation"] == 1);
}

TEST_CASE("the longest sequence that a model takes is never a default", "[recipe]") {
  // Qwen 2.5 takes 131,072 tokens; GPT-2 was trained in 2019 on at most 1,024.
  CHECK(completed({{"model", "qwen2.5-32b"}})["workload.sequence"] == 4096);
  CHECK(completed({{"model", "gpt2-xl"}})["workload.sequence"] == 1024);
  for (const std::string_view each : built_in().ids("models")) {
    const std::string id(each);
    CAPTURE(id);
    const Case plan = completed({{"model", id.c_str()}});
    // Gemma 3 alone was published with longer ones for its main phase.
    CHECK(plan["workload.sequence"] <= (id.starts_with("gemma-3-") ? 32768 : 8192));
  }
}

TEST_CASE("usual batches are those that were published", "[recipe]") {
  // Own fit of 63 recipes: what it says of sizes that bracket them, and DeepSeek-V3, which took 63M.
  const auto usual = [](const char* model, const char* tokens) {
    return result(completed({{"model", model}, {"workload.tokens", tokens}}), "training.usual_batch_tokens");
  };
  CHECK(usual("llama-3.1-8b", "15T") == Approx(9e6).epsilon(0.05));
  CHECK(usual("llama-3.1-70b", "15T") == Approx(13.6e6).epsilon(0.05));
  CHECK(usual("llama-3.1-405b", "15.6T") == Approx(19.5e6).epsilon(0.05));
  CHECK(usual("deepseek-v3", "14.8T") == Approx(75e6).epsilon(0.05));
}

}  // namespace
}  // namespace llmsize::test
