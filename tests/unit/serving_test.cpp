// SPDX-License-Identifier: Apache-2.0
// A step of decoding and a prompt, part by part, and what has to hold whatever the model.
#include "core/answer/answer.hpp"
#include "tests/unit/cases.hpp"
#include "tests/unit/worked_engines.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace llmsize::test {
namespace {

double of(const Said& said, std::string_view id) { return result(completed(said), id); }

/// Llama 3.1 70B in 8 bit on 4 of 8 H200, 1,024 tokens in and out.
const Said llama =
    Said{{"model", "llama-3.1-70b"},       {"cluster.system", "dgx-h200"},   {"cluster.gpus", "4"},
         {"workload.mode", "infer"},       {"workload.precision", "fp8"},    {"layout.tensor", "4"},
         {"layout.pipeline", "1"},         {"memory.weight_bytes", "1"},     {"serving.kv_value_bytes", "1"},
         {"serving.input_tokens", "1024"}, {"serving.output_tokens", "1024"}} +
    worked_tensorrt_llm;
Said batch(int sequences) { return {{"serving.batch", std::to_string(sequences)}}; }

TEST_CASE("a step of decoding is the sum of its parts, as worked by hand", "[serving]") {
  CHECK(of(llama + batch(1), "serving.decode_time") == Approx(8.742e-3).epsilon(0.003));
  CHECK(of(llama + batch(32), "serving.decode_time") == Approx(9.751e-3).epsilon(0.003));
  CHECK(of(llama + batch(128), "serving.decode_time") == Approx(13.7e-3).epsilon(0.003));
  const Case plan = completed(llama + batch(32));
  CHECK(result(plan, "serving.linear_time") == Approx((4.58 + 0.1372) * 1e-3).epsilon(0.003));
  CHECK(result(plan, "serving.attention_time") == Approx(0.527e-3).epsilon(0.003));
  CHECK(result(plan, "serving.collective_time") == Approx(2.327e-3).epsilon(0.003));
  CHECK(result(plan, "serving.layer_time") == Approx(2.134e-3).epsilon(0.003));
  CHECK(result(plan, "serving.host_time") == Approx(2.353e-3).epsilon(0.003));
  CHECK(result(plan, "serving.prefill_time") == Approx(55.66e-3).epsilon(0.003));
}

TEST_CASE("more sequences take longer together, and less each", "[serving]") {
  double before = 0, each = 1;
  for (int sequences = 1; sequences <= 1024; sequences *= 2) {
    const double step = of(llama + batch(sequences), "serving.decode_time");
    CHECK(step > before);
    CHECK(step / sequences < each);
    before = step;
    each = step / sequences;
  }
}

TEST_CASE("more bandwidth, peak or links never slow a step", "[serving]") {
  for (const char* model : {"llama-3.1-8b", "mixtral-8x7b", "deepseek-v3", "bloom-176b"}) {
    CAPTURE(model);
    const Said bare{{"model", model},           {"cluster.system", "dgx-h100"}, {"cluster.nodes", "1"},
                    {"workload.mode", "infer"}, {"layout.tensor", "8"},         {"layout.pipeline", "1"},
                    {"serving.batch", "64"},    {"workload.sequence", "2048"}};
    const double step = of(bare, "serving.decode_time"), prompt = of(bare, "serving.prefill_time");
    for (const Said& better :
         {Said{{"accelerator.memory_bandwidth", "9TB/s"}}, Said{{"accelerator.peak_bf16", "9PFLOP/s"}},
          Said{{"node.scale_up_bandwidth", "2TB/s"}}}) {
      CHECK(of(bare + better, "serving.decode_time") <= step);
      CHECK(of(bare + better, "serving.prefill_time") <= prompt);
    }
  }
}

TEST_CASE("one GPU exchanges nothing; pipeline stages share the batch", "[serving]") {
  const Said one{
      {"model", "llama-3.1-8b"},
      {"cluster.system", "dgx-h100"},
      {"cluster.gpus", "1"},
      {"workload.mode", "infer"},
      {"serving.batch", "16"}};
  CHECK(of(one, "serving.collective_time") == 0);
  const Said stages = one + Said{{"cluster.gpus", "4"}, {"layout.pipeline", "4"}};
  CHECK(of(stages, "serving.running_batch") == 16);
  CHECK(of(stages, "serving.mixing_reading") == of(one, "serving.mixing_reading"));
}

TEST_CASE("BLOOM decodes on 8 A100 as published", "[serving][published]") {
  // transformers-bloom-inference: ms per token over the batch, fp16 with tensor parallelism; kernels of 2022.
  const Said bloom{
      {"model", "bloom-176b"},
      {"cluster.system", "dgx-a100-640"},
      {"cluster.nodes", "1"},
      {"workload.mode", "infer"},
      {"layout.tensor", "8"},
      {"layout.pipeline", "1"},
      {"serving.input_tokens", "10"},
      {"serving.output_tokens", "100"},
      {"software.id", "fastertransformer"}};
  CHECK(of(bloom + batch(1), "offload.throughput") == Approx(1 / 44.02e-3).epsilon(0.25));
  CHECK(of(bloom + batch(16), "offload.throughput") == Approx(1 / 3.01e-3).epsilon(0.25));
  CHECK(of(bloom + batch(32), "offload.throughput") == Approx(1 / 1.68e-3).epsilon(0.25));
  // Layers on GPUs one after the other: every step reads all weights in turn.
  const Said naive = bloom + Said{{"layout.tensor", "1"}, {"layout.pipeline", "8"}};
  CHECK(of(naive + batch(1), "offload.throughput") == Approx(1 / 230.38e-3).epsilon(0.25));
  CHECK(of(naive + batch(8), "offload.throughput") == Approx(1 / 31.78e-3).epsilon(0.25));
}

}  // namespace
}  // namespace llmsize::test
