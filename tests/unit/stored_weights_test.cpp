// SPDX-License-Identifier: Apache-2.0
// Weights as files hold them decide what inference needs; training keeps the bytes of its recipe.
#include "tests/unit/cases.hpp"

#include "core/catalog/hugging_face.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace llmsize::test {
namespace {

std::string sample(const std::string& name) { return tests::fixture("hf-configs/" + name + ".json"); }

Case served(const std::string& model, const Said& more = {}, const std::string& system = "dgx-h100") {
  const Said said{{"model", model}, {"workload.mode", "infer"}, {"cluster.system", system}, {"cluster.nodes", "1"}};
  return completed(said + more);
}

double stored(const Json& config, const std::string& group) {
  const Entry entry = read_hugging_face(config, built_in(), "config.json");
  const Fact* fact = entry.find("model.stored_" + group + "_bytes");
  return fact ? *fact->number : absent;
}

Json config_with(const Json& quantisation, const std::string& name = "qwen3-32b-fp8") {
  Json config = parse_json(read_file(sample(name)), name);
  config["quantization_config"] = quantisation;
  return config;
}

TEST_CASE("published files hold as many bytes as their description says", "[stored]") {
  // OpenAI's model card: 4-bit experts let the larger model run on one GPU of 80 GB; about 65 GB of weights.
  CHECK(result(served(sample("gpt-oss-120b")), "memory.served_weights") == Approx(65e9).epsilon(0.01));
  // DeepSeek publishes FP8 weights: a byte per parameter, embedding and head two.
  CHECK(result(served(sample("deepseek-v3")), "memory.served_weights") == Approx(673e9).epsilon(0.005));
  CHECK(result(served(sample("qwen3-32b-fp8")), "memory.served_weights") == Approx(34.3e9).epsilon(0.005));
  // NVFP4 experts, attention and shared experts in 16 bits.
  CHECK(result(served(sample("kimi-k2.6-nvfp4")), "memory.served_weights") == Approx(594e9).epsilon(0.005));
}

TEST_CASE("the catalog and the file of a model agree on its stored weights", "[stored]") {
  const std::pair<const char*, const char*> both[] = {
      {"gpt-oss-120b", "gpt-oss-120b"},
      {"gpt-oss-20b", "gpt-oss-20b"},
      {"deepseek-v3", "deepseek-v3"},
      {"mimo-v2-flash", "mimo-v2-flash"}};
  for (const auto& [id, file] : both) {
    CAPTURE(id);
    CHECK(result(served(id), "memory.served_weights") == result(served(sample(file)), "memory.served_weights"));
  }
}

TEST_CASE("what was built for a machine fits it", "[stored]") {
  const auto room = [](const Case& plan) {
    return result(plan, "memory.gpu_capacity") - result(plan, "memory.gpu_total");
  };
  const Said one{{"layout.tensor", "1"}, {"layout.data", "1"}, {"serving.batch", "1"}, {"cluster.gpus", "1"}};
  CHECK(room(served("gpt-oss-120b", one)) > 0);
  CHECK(room(served("gpt-oss-120b", one + Said{{"model.stored_expert_bytes", "2"}})) < 0);
  const Said eight{{"layout.tensor", "8"}, {"layout.data", "1"}, {"serving.batch", "1"}};
  CHECK(room(served(sample("kimi-k2.6-nvfp4"), eight, "dgx-b200")) > 0);
  CHECK(room(served("deepseek-r1", eight, "dgx-h200")) > 0);
  CHECK(room(served("deepseek-r1", eight + Said{{"model.stored_expert_bytes", "2"}}, "dgx-h200")) < 0);
}

TEST_CASE("a precision sets what the file does not", "[stored]") {
  const auto bytes = [](const std::string& model, const std::string& precision) {
    const Case plan = served(model, {{"workload.precision", precision}});
    return result(plan, "memory.served_weights") / result(plan, "model.parameters");
  };
  CHECK(bytes("llama-3-70b", "bf16") == 2);
  CHECK(bytes("llama-3-70b", "fp8") == Approx(1.03).epsilon(0.005));  // embedding and head stay at 16 bits
  CHECK(bytes("llama-3-70b", "fp4") == Approx(0.605).epsilon(0.01));
  CHECK(bytes("deepseek-v3", "bf16") == Approx(bytes("deepseek-v3", "fp8")).epsilon(1e-3));  // its scales
  CHECK(bytes("deepseek-v3", "fp4") < 0.6);
  CHECK(bytes("gpt-oss-120b", "fp4") == bytes("gpt-oss-120b", "bf16"));  // attention was left at 16 bits
}

TEST_CASE("training keeps the bytes of its recipe, on a quantised base for the adapters alone", "[stored]") {
  const Said said{
      {"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "1"}, {"layout.tensor", "8"}};
  CHECK(result(completed({{"model", "deepseek-v3"}}), "memory.mean_weight_bytes") == 2);
  const Case lora = completed(said + Said{{"workload.adapter", "lora"}}),
             qlora = completed(said + Said{{"workload.adapter", "qlora"}});
  CHECK(result(lora, "memory.mean_weight_bytes") == 2);
  CHECK(result(qlora, "memory.layer_weight_bytes") == Approx(4.127 / 8).epsilon(1e-3));  // Dettmers et al. 2023
  CHECK(result(qlora, "memory.weights") < result(lora, "memory.weights") / 3);
  CHECK(result(qlora, "training.step_time") > result(lora, "training.step_time"));
}

TEST_CASE("formats and their scales", "[stored]") {
  const auto mlp = [](const Json& quantisation) { return stored(config_with(quantisation), "mlp"); };
  const auto group = [](Json weights) {
    return Json{
        {"quant_method", "compressed-tensors"},
        {"config_groups", {{"group_0", {{"weights", weights}, {"targets", {"Linear"}}}}}}};
  };
  CHECK(mlp({{"quant_method", "fp8"}, {"weight_block_size", {128, 128}}}) == 1 + 4.0 / 16384);
  CHECK(mlp({{"quant_method", "gptq"}, {"bits", 4}, {"group_size", 128}}) == 0.5 + 2.5 / 128);
  CHECK(mlp({{"quant_method", "awq"}, {"bits", 4}, {"group_size", -1}}) == 0.5);
  CHECK(mlp({{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}}) == 1);
  CHECK(mlp({{"quant_method", "modelopt"}, {"quant_algo", "NVFP4"}}) == 0.5625);
  CHECK(mlp({{"quant_method", "modelopt"}, {"quant_algo", "W4A16_AWQ"}}) == 0.5 + 2.0 / 128);
  CHECK(mlp(group({{"num_bits", 4}, {"type", "int"}, {"group_size", 32}})) == 0.5625);
  CHECK(mlp(group({{"num_bits", 4}, {"type", "float"}, {"group_size", 16}})) == 0.5625);
  CHECK(mlp(group({{"num_bits", 8}, {"type", "float"}})) == 1);
}

TEST_CASE("modules that are left as they are, by layer and by part", "[stored]") {
  const auto without = [](Json names) {
    return config_with({{"quant_method", "modelopt"}, {"quant_algo", "FP8"}, {"ignore", std::move(names)}});
  };
  CHECK(stored(without({"lm_head", "model.layers.3.mlp.gate", "model.layers.0.input_layernorm"}), "mlp") == 1);
  CHECK(stored(without({"model.layers.*.self_attn"}), "attention") == 2);
  CHECK(stored(without({"re:.*self_attn.*"}), "attention") == 2);
  CHECK(stored(without({"model.layers.0*"}), "mlp") == 1 + 1.0 / 64);
  CHECK(stored(without({"model.layers.0.mlp.down_proj"}), "mlp") == Approx(1 + 1.0 / (3 * 64)));
  CHECK(stored(without({"visual.blocks.0.attn", "mtp.layers.0.mlp"}), "mlp") == 1);
}

TEST_CASE("a description beside the config, and one that is not known", "[stored]") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("llmsize-stored-" + std::to_string(getpid()));
  Json config = config_with({});
  config.erase("quantization_config");
  for (const char* name : {"plain", "quantised"}) {
    fs::create_directories(folder / name);
    std::ofstream(folder / name / "config.json") << config.dump();
  }
  std::ofstream(folder / "quantised" / "hf_quant_config.json")
      << R"({"quantization": {"quant_algo": "FP8", "exclude_modules": []}})";
  CHECK(result(served(folder / "plain" / "config.json"), "memory.layer_weight_bytes") == 2);
  CHECK(result(served(folder / "quantised" / "config.json"), "memory.layer_weight_bytes") == 1);
  fs::remove_all(folder);

  config["quantization_config"] = {{"quant_method", "of-tomorrow"}};
  const Entry unread = read_hugging_face(config, built_in(), "config.json");
  CHECK(unread.find("model.storage_unread"));
  CHECK_FALSE(unread.find("model.stored_mlp_bytes"));
}

}  // namespace
}  // namespace llmsize::test
