// SPDX-License-Identifier: Apache-2.0
// Weights as files hold them decide what inference needs; training keeps the bytes of its recipe.
#include "tests/unit/cases.hpp"

#include "core/catalog/hugging_face.hpp"
#include "core/files/bad_input.hpp"
#include "core/inputs/weight_format.hpp"
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
    for (const char* number :
         {"memory.served_weights", "memory.expert_units", "serving.expert_rate", "serving.experts_reading"})
      CHECK(result(served(id), number) == result(served(sample(file)), number));
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
  CHECK(mlp({{"quant_method", "gptq"}, {"bits", 4}, {"group_size", 128}}) == 0.515625);
  CHECK(mlp({{"quant_method", "gptq"}, {"bits", 4}, {"group_size", 32}, {"sym", false}}) == 0.578125);
  CHECK(mlp({{"quant_method", "awq"}, {"bits", 4}, {"group_size", 128}, {"zero_point", true}}) == 0.51953125);
  CHECK(mlp({{"quant_method", "bitsandbytes"}, {"load_in_4bit", true}}) == 0.5625);
  CHECK(
      mlp({{"quant_method", "bitsandbytes"}, {"_load_in_4bit", true}, {"bnb_4bit_use_double_quant", true}}) ==
      Approx(0.515869).epsilon(1e-6));
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
}

TEST_CASE("a quantisation that nobody knows is told, not taken for 16 bits", "[stored]") {
  const Json unknown[] = {
      {{"quant_method", "of-tomorrow"}},
      {{"quant_method", 4}},
      Json::object(),
      {{"quant_method", "gptq"}, {"group_size", 128}},
      {{"quant_method", "awq"}},
      {{"quant_method", "bitsandbytes"}},
      {{"quant_method", "compressed-tensors"}, {"config_groups", Json::object()}},
      {{"quant_method", "compressed-tensors"}, {"config_groups", {{"group_0", {{"weights", {{"type", "int"}}}}}}}},
      {{"quant_method", "modelopt"}, {"quant_algo", "INT3"}},
      {{"quant_method", "modelopt"}, {"quantized_layers", {{"model.layers.0.mlp.up_proj", {{"quant_algo", "W2A16"}}}}}},
      {{"quant_method", "quark"}, {"global_quant_config", {{"weight", {{"dtype", "fp2"}}}}}}};
  for (const Json& quantisation : unknown) {
    CAPTURE(quantisation.dump());
    const Entry entry = read_hugging_face(config_with(quantisation), built_in(), "config.json");
    CHECK(entry.find("model.storage_unread"));
    CHECK_FALSE(entry.find("model.stored_mlp_bytes"));
  }
}

TEST_CASE("a quantisation that cannot be is refused in a sentence", "[stored]") {
  const auto refusal = [](const Json& quantisation) -> std::string {
    try {
      read_hugging_face(config_with(quantisation), built_in(), "config.json");
    } catch (const BadInput& error) {
      CHECK(error.kind() == BadInput::Kind::data);
      return error.what();
    }
    return "nothing is refused";
  };
  const auto gptq = [](const char* field, Json value) {
    Json config{{"quant_method", "gptq"}, {"bits", 4}, {"group_size", 128}};
    config[field] = std::move(value);
    return config;
  };
  for (const Json& bits : {Json(0), Json(-4), Json(3.5), Json(17), Json(1e300), Json("four"), Json("4"), Json(true)}) {
    CAPTURE(bits.dump());
    const std::string sentence = refusal(gptq("bits", bits));
    CHECK(sentence.find("config.json: quantization_config: 'bits' is ") == 0);
    CHECK(sentence.find("expected a whole number of bits from 1 to 16") != std::string::npos);
  }
  for (const Json& group : {Json(0), Json(-5), Json(1e9), Json(0.5), Json("128"), Json::array({128})}) {
    CAPTURE(group.dump());
    CHECK(refusal(gptq("group_size", group)).find("config.json: quantization_config: 'group_size' is ") == 0);
  }
  for (const Json& block : {Json(128), Json::array({128}), Json::array({0, 128}), Json::array({"a", "b"})})
    CHECK(
        refusal({{"quant_method", "fp8"}, {"weight_block_size", block}}) ==
        "config.json: quantization_config: 'weight_block_size' is '" + block.dump() +
            "': expected a block of rows and columns, e.g. [128, 128]");
  const auto group = [](const Json& weights, const Json& inputs = {}) {
    return Json{
        {"quant_method", "compressed-tensors"},
        {"config_groups", {{"group_0", {{"weights", weights}, {"input_activations", inputs}}}}}};
  };
  CHECK(
      refusal(group({{"num_bits", "four"}})) ==
      "config.json: quantization_config.config_groups.group_0.weights: 'num_bits' is 'four': expected a whole number "
      "of bits from 1 to 16");
  CHECK(refusal(group({{"num_bits", 4}}, {{"num_bits", 0}})).find("group_0.input_activations: 'num_bits'") > 0);
  CHECK(refusal(group(4)).find("'weights' is '4': expected an object") != std::string::npos);
  CHECK(refusal(Json("int4")).find("quantization_config: expected an object") != std::string::npos);
}

Json integers(double group) { return {{"quant_method", "gptq"}, {"bits", 4}, {"group_size", group}}; }
Json tensors(const Json& weights, const Json& inputs = {}) {
  return {
      {"quant_method", "compressed-tensors"},
      {"config_groups", {{"group_0", {{"weights", weights}, {"input_activations", inputs}, {"targets", {"Linear"}}}}}}};
}

TEST_CASE("what multiplies weights follows from their format, not from their bytes", "[stored]") {
  const auto units = [](const Json& quantisation) {
    const Entry entry = read_hugging_face(config_with(quantisation), built_in(), "config.json");
    return static_cast<Units>(*entry.find("model.stored_mlp_units")->number);
  };
  for (const double group : {32, 64, 128}) CHECK(units(integers(group)) == Units::wide_from_4);
  const Json float4{{"num_bits", 4}, {"type", "float"}, {"group_size", 16}}, int8{{"num_bits", 8}, {"type", "int"}},
      float8{{"num_bits", 8}, {"type", "float"}}, int4{{"num_bits", 4}, {"type", "int"}, {"group_size", 128}};
  CHECK(units(tensors(float4, float4)) == Units::fp4);
  CHECK(units(tensors(float4, float8)) == Units::fp4_by_8);
  CHECK(units(tensors(float4)) == Units::wide_from_4);
  CHECK(units(tensors(float8, float8)) == Units::fp8);
  CHECK(units(tensors(float8)) == Units::wide_from_8);
  CHECK(units(tensors(int8, int8)) == Units::int8);
  CHECK(units(tensors(int8)) == Units::wide_from_8);
  CHECK(units(tensors(int4)) == Units::wide_from_4);
  CHECK(units({{"quant_method", "fp8"}, {"weight_block_size", {128, 128}}}) == Units::fp8);
  CHECK(units({{"quant_method", "awq"}, {"bits", 4}, {"group_size", 128}}) == Units::wide_from_4);
  CHECK(units({{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}}) == Units::wide_from_8);
  CHECK(units({{"quant_method", "modelopt"}, {"quant_algo", "NVFP4"}}) == Units::fp4);
  CHECK(units({{"quant_method", "modelopt"}, {"quant_algo", "W4A16_AWQ"}}) == Units::wide_from_4);
  CHECK(units({{"quant_method", "modelopt"}, {"quant_algo", "W8A8_SQ_PER_CHANNEL"}}) == Units::int8);
  const Json quark{{"weight", {{"dtype", "fp4"}}}, {"input_tensors", {{"dtype", "fp4"}}}};
  CHECK(units({{"quant_method", "quark"}, {"global_quant_config", quark}}) == Units::fp4);
}

TEST_CASE("formats take the bytes that they are published with", "[stored]") {
  const std::pair<const char*, double> bytes[] = {
      {"fp32", 4},          {"bf16", 2},         {"fp8", 1},         {"fp8-blocks", 1.000244},
      {"int8", 1},          {"w8a8", 1},         {"mxfp8", 1.03125}, {"mxfp6", 0.78125},
      {"mxfp4", 0.53125},   {"nvfp4", 0.5625},   {"int4", 0.515625}, {"int4-g64", 0.53125},
      {"int4-g32", 0.5625}, {"awq", 0.519531},   {"nf4", 0.5625},    {"nf4-double", 0.515869},
      {"q8_0", 1.0625},     {"q6_k", 0.820313},  {"q5_k", 0.6875},   {"q4_k", 0.5625},
      {"q4_0", 0.5625},     {"iq4_xs", 0.53125}, {"q3_k", 0.429688}, {"q2_k", 0.328125},
      {"q4_k_m", 0.6}};
  for (const auto& [word, expected] : bytes) {
    CAPTURE(word);
    CHECK(find_format(word)->bytes() == Approx(expected).epsilon(2e-6));
  }
  const Case oss = served("gpt-oss-120b");
  CHECK(
      result(oss, "model.routed_parameters") * result(oss, "memory.expert_weight_bytes") ==
      Approx(60.91e9).epsilon(1e-3));
}

/// Products of a served model run at as many times the rate of 16-bit ones as a format's units allow.
double of_half(const Said& said, const std::string& system, const char* rate = "serving.product_rate") {
  const Case plan =
      completed(Said{{"workload.mode", "infer"}, {"cluster.system", system}, {"cluster.nodes", "1"}} + said);
  return result(plan, rate) / result(plan, "serving.half_rate") / given(plan, "engine.product_efficiency") /
         given(plan, "engine.chip_products");
}

TEST_CASE("chips multiply with the units that they have", "[stored]") {
  const auto rate = [](const char* format, const std::string& system) {
    return of_half({{"model", "llama-3.1-70b"}, {"serving.weight_dtype", format}}, system);
  };
  const auto eight = [](const std::string& system) { return of_half({{"model", "deepseek-v3"}}, system); };
  for (const char* system : {"dgx-a100-640", "dgx-h100", "dgx-b200"})
    for (const char* format : {"bf16", "int4", "int4-g64", "int4-g32", "awq", "nf4", "int8", "q4_k", "q8_0", "q2_k"}) {
      CAPTURE(system, format);
      CHECK(rate(format, system) == Approx(1));
    }
  CHECK(rate("fp8", "dgx-a100-640") == Approx(1));
  CHECK(rate("w8a8", "dgx-a100-640") > 1.5);  // its integers are twice as fast
  CHECK(rate("fp8", "dgx-h100") == Approx(eight("dgx-h100")));
  CHECK(rate("fp8", "dgx-h100") > 1.5);
  CHECK(rate("nvfp4", "dgx-h100") == Approx(1));
  CHECK(rate("mxfp4", "dgx-h100") == Approx(1));
  CHECK(rate("nvfp4", "dgx-b200") > 2);
  CHECK(rate("mxfp4a4", "dgx-b200") == Approx(rate("nvfp4", "dgx-b200")));
  CHECK(rate("mxfp4", "dgx-b200") == Approx(rate("fp8", "dgx-b200")));
}

TEST_CASE("gpt-oss is multiplied in 16 bits on Hopper and in 8 on Blackwell, whatever a table calls it", "[stored]") {
  const auto experts = [](const Said& more, const std::string& system) {
    return of_half(Said{{"model", "gpt-oss-120b"}} + more, system, "serving.expert_rate");
  };
  const double eight = of_half({{"model", "deepseek-v3"}}, "dgx-b200", "serving.expert_rate");
  for (const Said& word :
       {Said{}, Said{{"serving.weight_dtype", "fp8"}}, Said{{"serving.weight_dtype", "nvfp4"}},
        Said{{"serving.weight_dtype", "bf16"}}}) {
    CHECK(experts(word, "dgx-h100") == Approx(1));
    CHECK(experts(word, "dgx-b200") == Approx(eight));
    // Attention was left at 16 bits.
    CHECK(of_half(Said{{"model", "gpt-oss-120b"}} + word, "dgx-b200") == Approx(1));
  }
  CHECK(given(served("gpt-oss-120b"), "serving.kv_value_bytes") == 2);
}

TEST_CASE("files win over a word where they hold fewer bytes, bytes and units together", "[stored]") {
  const auto experts = [](const std::string& model, const char* format) {
    const Case plan = served(model, {{"serving.weight_dtype", format}}, "dgx-b200");
    return std::pair(
        result(plan, "memory.expert_weight_bytes"), static_cast<Units>(result(plan, "memory.expert_units")));
  };
  CHECK(experts("kimi-k2.5", "fp8") == std::pair(0.5625, Units::wide_from_4));
  CHECK(experts("kimi-k2.5", "nvfp4") == std::pair(0.5625, Units::fp4));
  CHECK(experts("deepseek-v3", "nvfp4") == std::pair(0.5625, Units::fp4));
  CHECK(experts("deepseek-v3", "bf16").second == Units::fp8);
  CHECK(experts("qwen3-235b-a22b", "fp8") == std::pair(1.0, Units::fp8));
}

TEST_CASE("a quantised model is nowhere multiplied more slowly than in 16 bits", "[stored]") {
  for (const std::string_view id : built_in().ids("accelerators")) {
    const Entry& entry = built_in().entry("accelerators", id);
    if (!entry.find("accelerator.peak_bf16") && !entry.find("accelerator.peak_fp16")) continue;
    CAPTURE(entry.id);
    for (const NamedFormat& format : formats::named) {
      const Case plan = completed(
          {{"model", "llama-3.1-8b"},
           {"workload.mode", "infer"},
           {"accelerator.id", entry.id},
           {"cluster.gpus", "1"},
           {"serving.weight_dtype", std::string(format.word)}});
      const double wide = result(plan, "serving.half_rate") * given(plan, "engine.product_efficiency") *
                          given(plan, "engine.chip_products");
      CAPTURE(format.word);
      CHECK(result(plan, "serving.product_rate") >= wide * (1 - 1e-12));
    }
  }
}

TEST_CASE("weights of 8 and 4 bits are read at shares of their own", "[stored]") {
  const auto reading = [](const char* format, const char* number, const std::string& model) {
    const Case plan = served(model, {{"serving.weight_dtype", format}}, "dgx-b200");
    const Case wide = served(model, {{"serving.weight_dtype", "bf16"}}, "dgx-b200");
    return result(plan, number) / result(wide, number) * 2 / find_format(format)->bytes();
  };
  const auto share = [](const char* key) { return given(served("llama-3.1-70b", {}, "dgx-b200"), key); };
  CHECK(reading("fp8", "serving.common_reading", "llama-3.1-70b") == Approx(1 / share("engine.reading_8")));
  CHECK(reading("q8_0", "serving.common_reading", "llama-3.1-70b") == Approx(1 / share("engine.reading_8")));
  CHECK(reading("nvfp4", "serving.common_reading", "llama-3.1-70b") == Approx(1 / share("engine.reading_4")));
  CHECK(reading("int4", "serving.common_reading", "llama-3.1-70b") == Approx(1));
  CHECK(reading("nvfp4", "serving.experts_reading", "qwen3-235b-a22b") == Approx(1));
  CHECK(reading("fp8", "serving.experts_reading", "qwen3-235b-a22b") == Approx(1 / share("engine.reading_8")));
  const double unpacked = given(served("qwen3-235b-a22b", {}, "dgx-b200"), "engine.unpacked_reading");
  CHECK(reading("int4", "serving.experts_reading", "qwen3-235b-a22b") == Approx(1 / unpacked));
}

}  // namespace
}  // namespace llmsize::test
