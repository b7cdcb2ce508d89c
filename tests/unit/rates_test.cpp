// SPDX-License-Identifier: Apache-2.0
// Rates and utilisations: what kernels execute, and what the named convention counts.
#include "tests/unit/measured.hpp"

#include "core/answer/explanation.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

/// GPT-3 175B, one layout of which every part is said.
const Said gpt3 = gpt3_on_128_dgx + Said{{"layout.recompute", "none"}, {"software.attention_kernel", "unfused"}};
const Said fused{{"software.attention_kernel", "fused"}}, causal{{"software.attention_count", "causal"}},
    recomputed{{"layout.recompute", "full"}}, lora{{"workload.adapter", "lora"}};

double work(const Said& said, std::string_view id) { return result(completed(said), id); }

/// Executed over counted work of a step.
double executed_share(const Said& said) {
  return work(said, "training.executed_flop") / work(said, "training.iteration_flop");
}

TEST_CASE("a kernel that stores its scores executes what the full square counts", "[rates]") {
  for (const char* recompute : {"none", "selective", "full"}) {
    CAPTURE(recompute);
    CHECK(executed_share(gpt3 + Said{{"layout.recompute", recompute}}) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("a causal fused kernel executes half of the scores, and those once more on the way back", "[rates]") {
  CHECK(work(gpt3 + fused, "training.core_flop") == Approx(work(gpt3, "training.core_flop") / 2));
  const double batch = 1536, core = work(gpt3, "model.cores_flop");
  const auto saved = [&](const Said& more) {
    return work(gpt3 + more, "training.executed_flop") - work(gpt3 + more + fused, "training.executed_flop");
  };
  CHECK(saved({}) == Approx(batch * core * (3 - 3.5 / 2)));
  CHECK(saved(recomputed) == Approx(batch * core * (4 - 4.5 / 2)));
  CHECK(work(gpt3 + fused, "training.model_flop") == work(gpt3, "training.model_flop"));
}

TEST_CASE("documents packed into a sequence attend to themselves, whoever counts", "[rates]") {
  const Said packed{{"workload.document_tokens", "512"}};
  for (const char* id : {"training.core_flop", "model.cores_flop"}) {
    CAPTURE(id);
    CHECK(work(gpt3 + packed, id) == Approx(work(gpt3, id) / 4));
  }
}

TEST_CASE("adapters spare the weight gradients of matrices, and nothing of attention", "[rates]") {
  for (const char* id : {"training.model_flop", "training.executed_flop"}) {
    CAPTURE(id);
    CHECK(work(gpt3 + lora, id) / work(gpt3, id) == Approx(2.0 / 3).epsilon(0.02));
    CHECK(work(gpt3 + lora, id) > work(gpt3, id) * 2 / 3);
  }
  const Said known{{"model.parameters_given", "70B"}, {"workload.global_batch", "8"}, {"workload.sequence", "1000"}};
  CHECK(work(known + lora, "training.model_flop") == Approx(4 * 70e9 * 8000).epsilon(0.003));
}

TEST_CASE(
    "modules that predict further tokens execute like one more layer and head, and count for nothing", "[rates]") {
  const Said more{{"model.further_predictions", "1"}};
  const double batch = 1536, layer = work(gpt3, "model.layers_flop") / 96, head = work(gpt3, "model.logits_flop");
  CHECK(
      work(gpt3 + more, "training.executed_flop") - work(gpt3, "training.executed_flop") ==
      Approx(3 * batch * (layer + head)));
  CHECK(work(gpt3 + more, "training.model_flop") == work(gpt3, "training.model_flop"));
}

TEST_CASE("counted alike, recomputation lifts the hardware's utilisation above the model's", "[rates]") {
  const Case again = completed(gpt3 + recomputed), once = completed(gpt3);
  CHECK(result(again, "training.hfu") == Approx(4.0 / 3 * result(again, "training.mfu")).epsilon(0.01));
  CHECK(result(once, "training.hfu") == Approx(result(once, "training.mfu")));
}

TEST_CASE("what a fused kernel skips counts in both utilisations or in neither", "[rates]") {
  const Said long_one = gpt3 + fused + Said{{"workload.sequence", "32768"}, {"workload.global_batch", "96"}};
  for (const Said& counted : {Said{}, causal}) {
    CHECK(work(long_one + counted, "training.hfu") == Approx(work(long_one + counted, "training.mfu")));
    CHECK(
        work(long_one + counted + recomputed, "training.hfu") > work(long_one + counted + recomputed, "training.mfu"));
  }
  CHECK(work(long_one + causal, "training.hfu") < work(long_one, "training.hfu"));
}

TEST_CASE("LoRA of Llama 3 70B and 8B reaches about the utilisation that NVIDIA prints", "[rates][measured]") {
  // dgxc-benchmarking v25.02.02, llama3/finetuning: MFU in percent of the peak, BF16 on 8 H100.
  for (const auto& [id, printed] : {std::pair{"M0691", 0.503}, {"M0703", 0.539}}) {
    const Measurement& row = published(id);
    const double measured =
        result(*row.plan, "training.model_flop") / (8 * result(*row.plan, "training.gpu_peak") * row.step_time);
    CAPTURE(id, measured, result(*row.plan, "training.mfu"), result(*row.plan, "training.hfu"));
    CHECK(measured == Approx(printed).epsilon(0.04));
    CHECK(result(*row.plan, "training.hfu") == Approx(result(*row.plan, "training.mfu")).epsilon(0.02));
  }
}

TEST_CASE("an explanation of a count names its convention and who chose it", "[rates][explain]") {
  for (const char* id :
       {"training.mfu", "training.hfu", "training.model_flop", "training.iteration_flop", "training.work"}) {
    CAPTURE(id);
    const Explanation told = explain(completed(gpt3 + causal), id);
    const Part& last = told.parts.back();
    CHECK(last.name == "software.attention_share");
    CHECK(last.value == 0.5);
    CHECK(last.origin.find("causal") != std::string::npos);
  }
}

}  // namespace
}  // namespace llmsize::test
