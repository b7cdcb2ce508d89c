// SPDX-License-Identifier: Apache-2.0
// A config.json of Hugging Face becomes an entry with the model's published number of parameters, or is refused with
// the reason.
#include "tests/unit/cases.hpp"

#include "core/catalog/hugging_face.hpp"
#include "core/catalog/hugging_face/model_type.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace llmsize::test {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

std::string sample(const std::string& name) { return tests::fixture("hf-configs/" + name + ".json"); }

Json config_of(const std::string& name) { return parse_json(read_file(sample(name)), name); }

Entry read(const Json& config) { return read_hugging_face(config, built_in(), "folder/config.json"); }

Case case_of(const Entry& entry) {
  Scenario scenario;
  for (const Fact& fact : entry.facts) scenario.set(fact.key, {fact.number, fact.word}, fact.word, fact.source);
  return complete(scenario, built_in());
}

double parameters(const Json& config) { return result(case_of(read(config)), "model.parameters"); }
double active(const Json& config) { return result(case_of(read(config)), "model.parameters_active"); }

/// The number told for an input of the model; NaN where none is.
double told(const Entry& entry, const std::string& input) {
  const Fact* fact = entry.find("model." + input);
  return fact ? fact->number.value() : absent;
}
double told(const Json& config, const std::string& input) { return told(read(config), input); }

Json with(Json config, const Json& changes) {
  config.update(changes);
  return config;
}
Json without(Json config, const std::vector<const char*>& fields) {
  for (const char* field : fields) config.erase(field);
  return config;
}

std::string refusal(const Json& config) {
  try {
    read(config);
  } catch (const BadInput& error) {
    CHECK(error.kind() == BadInput::Kind::data);
    return error.what();
  }
  return "accepted";
}

/// A preset of the catalog, which was made from publications.
double preset(const std::string& id, const std::string& result_id = "model.parameters") {
  return result(completed({{"model", id}}), result_id);
}

const Json tiny_llama =
    Json::parse(R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
  "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 1000, "tie_word_embeddings": false})");

TEST_CASE("sample configs give the published numbers of parameters", "[hugging_face]") {
  struct Row {
    const char* name;
    double total, active;
  };
  const Row rows[] = {
      {"bloom-176b", 176247271424, 176247271424},       {"bloom-7b1", 7069016064, 7069016064},
      {"llama-3.1-70b", 70553706496, 70553706496},      {"mixtral-8x7b", 46702792704, 12879925248},
      {"falcon-40b", 41303293952, 41303293952},         {"gemma-3-4b-it", 3880263168, 3880263168},
      {"deepseek-v3", 671026419200, 37552297472},       {"qwen3-30b-a3b", 30532122624, 3353032704},
      {"gpt-oss-20b", 20914757184, 4187440704},         {"dbrx-base", 131596523520, 36469708800},
      {"command-r-plus", 103810674688, 103810674688},   {"chatglm3-6b", 6243584000, 6243584000},
      {"qwen3-32b-fp8", 32762123264, 32762123264},      {"deepseek-v3.1-nvfp4", 671026419200, 37552297472},
      {"gpt-oss-120b", 116829156672, 5711982912},       {"glm-5.2", 743377019904, 41250530304},
      {"minimax-m3", 426174572928, 25962473856},        {"mimo-v2-flash", 308778780864, 15445936320},
      {"qwen3.5-35b-a3b", 34660610688, 3454988928},     {"gemma-4-26b-a4b", 25233141790, 3822530590},
      {"nemotron-3-nano", 31577940288, 3580076352},     {"lfm2.5-vl-1.6b", 1170340608, 1170340608},
      {"falcon-h1-0.5b", 521411104, 521411104},         {"qwen3-next-80b-a3b", 79674391296, 3874929408},
      {"e5-mistral-7b", 7110660096, 7110660096},        {"deepseek-v4-pro", 1572913133312, 49695012608},
      {"deepseek-v4-flash", 284298356800, 13765748800},
  };
  for (const auto& [name, total, active_total] : rows) {
    CAPTURE(name);
    CHECK(parameters(config_of(name)) == total);
    CHECK(active(config_of(name)) == active_total);
    CHECK(result(completed({{"model", sample(name)}}), "model.parameters") == total);
  }
}

TEST_CASE("a config and the preset of the same model have the same cache and windows", "[hugging_face]") {
  const std::pair<const char*, const char*> rows[] = {
      {"bloom-176b", "bloom-176b"},
      {"llama-3.1-70b", "llama-3.1-70b"},
      {"mixtral-8x7b", "mixtral-8x7b"},
      {"falcon-40b", "falcon-40b"},
      {"gemma-3-4b-it", "gemma-3-4b"},
      {"deepseek-v3", "deepseek-v3"},
      {"gpt-oss-20b", "gpt-oss-20b"},
      {"dbrx-base", "dbrx"},
      {"chatglm3-6b", "chatglm3-6b"},
      {"command-r-plus", "command-r-plus"},
      {"qwen3-30b-a3b", "qwen3-30b-a3b"},
      {"qwen3-next-80b-a3b", "qwen3-next-80b-a3b"},
      {"nemotron-3-nano", "nemotron-3-nano-30b-a3b"},
      {"mimo-v2-flash", "mimo-v2-flash"},
      {"glm-5.2", "glm-5.2"},
      {"deepseek-v4-pro", "deepseek-v4-pro"},
      {"deepseek-v4-flash", "deepseek-v4-flash"}};
  for (const auto& [file, id] : rows) {
    CAPTURE(file);
    const Case imported = completed({{"model", sample(file)}, {"workload.sequence", "65536"}});
    const Case known = completed({{"model", id}, {"workload.sequence", "65536"}});
    for (const char* cache : {"model.kv_bytes_per_token", "model.kv_bytes_per_sequence"})
      CHECK(result(imported, cache) == result(known, cache));
  }
}

TEST_CASE("every type is read, and refuses or tells an MLP and a norm", "[hugging_face]") {
  const Json sizes = Json::parse(
      R"({"hidden_size": 512, "num_hidden_layers": 8, "num_attention_heads": 8, "num_key_value_heads": 8, "head_dim": 64,
    "intermediate_size": 2048, "vocab_size": 1000, "max_position_embeddings": 128, "num_local_experts": 4, "num_experts_per_tok": 1,
    "qk_nope_head_dim": 32, "qk_rope_head_dim": 32, "v_head_dim": 64})");
  const auto ids = built_in().ids("model-types");
  CHECK(ids.size() > 100);
  for (const std::string_view id : ids) {
    CAPTURE(id);
    const ModelType type = *find_model_type(built_in(), id);
    CHECK_FALSE(type.name.empty());
    const Json config = with(sizes, {{"model_type", id}});
    if (!type.refused.empty()) {
      CHECK_THAT(refusal(config), Contains(type.refused));
      continue;
    }
    const Entry entry = read(config);
    CHECK(entry.find("model.mlp"));
    CHECK(entry.find("model.norm"));
    CHECK(entry.find("model.read_as_llama") == nullptr);
    CHECK(result(case_of(entry), "model.parameters") > 0);
  }
}

TEST_CASE("a type's own defaults describe its first model", "[hugging_face]") {
  const std::pair<const char*, double> rows[] = {
      {"gpt2", 124439808},   {"llama", 6738415616},   {"bert", 109482240},          {"t5", 60506624},
      {"gemma", 8537680896}, {"mistral", 7241732096}, {"deepseek_v4", 284298356800}};
  for (const auto& [type, expected] : rows) {
    CAPTURE(type);
    CHECK(parameters(Json{{"model_type", type}}) == expected);
  }
}

TEST_CASE("a head dimension of its own is not hidden size over heads", "[hugging_face][traps]") {
  CHECK(told(config_of("qwen3-30b-a3b"), "head_dim") == 128);
  CHECK(told(config_of("gpt-oss-20b"), "head_dim") == 64);
  CHECK(parameters(with(tiny_llama, {{"num_attention_heads", 5}, {"num_key_value_heads", 5}, {"head_dim", 16}})) > 0);
  CHECK_THAT(refusal(with(tiny_llama, {{"num_attention_heads", 5}})), Contains("head_dim: it is needed"));
}

TEST_CASE(
    "intermediate_size is unused, the expert width or the dense width, as the type has it", "[hugging_face][traps]") {
  const Entry qwen = read(config_of("qwen3-30b-a3b"));
  CHECK(told(qwen, "expert_hidden") == 768);
  CHECK(qwen.find("model.ffn_hidden") == nullptr);
  CHECK(told(config_of("mixtral-8x7b"), "expert_hidden") == 14336);
  const Entry deepseek = read(config_of("deepseek-v3"));
  CHECK(told(deepseek, "ffn_hidden") == 18432);
  CHECK(told(deepseek, "expert_hidden") == 2048);
  CHECK(told(deepseek, "shared_hidden") == 2048);
  CHECK(told(deepseek, "moe_layers") == 58);
}

TEST_CASE("KV heads mean nothing where keys and values come from a latent", "[hugging_face][traps]") {
  const Json config = config_of("deepseek-v3");
  CHECK(read(config).find("model.kv_heads") == nullptr);
  CHECK(told(config, "head_dim") == 192);
  CHECK(told(config, "value_head_dim") == 128);
  CHECK(parameters(with(config, {{"num_key_value_heads", 8}, {"head_dim", 56}})) == 671026419200);
  CHECK(read(with(config, {{"q_lora_rank", nullptr}})).find("model.query_rank") == nullptr);
}

TEST_CASE("two names of the same thing are taken once", "[hugging_face][traps]") {
  CHECK(parameters(with(config_of("qwen3-30b-a3b"), {{"num_local_experts", 128}})) == 30532122624);
  CHECK(told(with(config_of("chatglm3-6b"), {{"num_key_value_heads", 32}}), "kv_heads") == 2);
  CHECK(parameters(with(config_of("bloom-176b"), {{"hidden_size", nullptr}})) == 176247271424);
}

TEST_CASE("a window is on or off as file and type have it", "[hugging_face][traps]") {
  const Json mistral{{"model_type", "mistral"}};
  CHECK(told(mistral, "window") == 4096);
  CHECK(told(mistral, "windowed_layers") == 32);
  CHECK(read(with(mistral, {{"sliding_window", nullptr}})).find("model.window") == nullptr);

  const Json qwen{
      {"model_type", "qwen2"}, {"sliding_window", 131072}, {"use_sliding_window", false}, {"max_window_layers", 21}};
  CHECK(read(qwen).find("model.window") == nullptr);
  CHECK(told(with(qwen, {{"use_sliding_window", true}}), "windowed_layers") == 11);

  CHECK(told(config_of("gemma-3-4b-it"), "window") == 1024);
  CHECK(told(config_of("gemma-3-4b-it"), "windowed_layers") == 29);
  CHECK(told(config_of("gpt-oss-20b"), "windowed_layers") == 12);
  CHECK(told(without(config_of("gpt-oss-20b"), {"layer_types"}), "windowed_layers") == 12);
  CHECK(
      told(
          Json{{"model_type", "exaone4"}, {"num_hidden_layers", 8}, {"sliding_window_pattern", "LLLG"}},
          "windowed_layers") == 6);
}

TEST_CASE("a nested config takes from its type and from around it what it omits", "[hugging_face][traps]") {
  const Json gemma = config_of("gemma-3-4b-it");
  const Entry entry = read(gemma);
  CHECK(told(entry, "heads") == 8);
  CHECK(told(entry, "kv_heads") == 4);
  CHECK(told(entry, "head_dim") == 256);
  CHECK(told(entry, "vocabulary") == 262208);
  CHECK(told(entry, "tied_embeddings") == 1);
  CHECK_THAT(entry.find("model.heads")->source, Contains("model type gemma3_text"));
  CHECK(told(entry, "left_out") == 1);
  CHECK_THAT(entry.notes, Contains("not counted: vision_config (some 411M parameters in 27 layers)"));
  CHECK(told(with(gemma, {{"tie_word_embeddings", false}}), "tied_embeddings") == 0);
  const Json thinker{
      {"model_type", "qwen3_omni_moe"},
      {"thinker_config", {{"audio_config", Json::object()}, {"text_config", {{"model_type", "qwen3_omni_moe_text"}}}}}};
  CHECK_THAT(read(thinker).notes, Contains("audio_config"));
}

TEST_CASE("a wrong value is refused with its field and what is expected", "[hugging_face][traps]") {
  struct Row {
    Json changes;
    const char* says;
  };
  const Row rows[] = {
      {{{"num_hidden_layers", true}},
       "folder/config.json: num_hidden_layers: 'true' is not a whole number from 0 to 1e9"},
      {{{"num_hidden_layers", 2.5}}, "num_hidden_layers: '2.5' is not a whole number"},
      {{{"num_hidden_layers", "two"}}, "num_hidden_layers: '\"two\"' is not a whole number"},
      {{{"num_hidden_layers", -2}}, "num_hidden_layers: '-2' is not a whole number"},
      {{{"num_hidden_layers", 1e300}}, "num_hidden_layers: '1e+300' is not a whole number"},
      {{{"num_hidden_layers", 0}}, "num_hidden_layers: invalid value '0': expected a value from 1 to 1M"},
      {{{"num_hidden_layers", {1, 2}}}, "num_hidden_layers: '[1,2]' is not a whole number"},
      {{{"hidden_size", 99999999}}, "hidden_size: invalid value '99999999': expected a value"},
      {{{"tie_word_embeddings", "no"}}, "tie_word_embeddings: '\"no\"' is not true or false"},
      {{{"layer_types", "full"}}, "layer_types: '\"full\"' is not a list"},
      {{{"layer_types", {"full_attention"}}}, "layer_types: has 1 entries, fewer than there are layers"},
      {{{"is_encoder_decoder", true}}, "is_encoder_decoder: models of this type are decoder-only"},
      {{{"torch_dtype", "float7"}}, "torch_dtype: 'float7' is not a number format: expected e.g. bfloat16"},
      {{{"dtype", 16}}, "dtype: '16' is not a number format"},
      {{{"dtype", "bfloat"}}, "dtype: 'bfloat' is not a number format"},
  };
  for (const auto& [changes, says] : rows) {
    CAPTURE(says);
    CHECK_THAT(refusal(with(tiny_llama, changes)), Contains(says));
  }
  for (const char* type :
       {"bfloat16", "float16", "float32", "auto", "half", "torch.float8_e4m3fn", "int8", "mxfp4", "fp8"})
    CHECK(told(with(tiny_llama, {{"torch_dtype", type}}), "layers") > 0);
  CHECK(told(with(tiny_llama, {{"num_hidden_layers", 2.0}}), "layers") == 2);
  CHECK(told(with(tiny_llama, {{"num_hidden_layers", {4, 4}}}), "layers") == 4);
}

TEST_CASE("broken JSON is refused with line and column", "[hugging_face][traps]") {
  CHECK_THROWS_WITH(parse_json("{\n  \"a\": 1 // comment\n}", "config.json"), Contains("line 2, column"));
  CHECK_NOTHROW(parse_json("\xEF\xBB\xBF{}", "config.json"));
  // An index of weights names as many: where each were compared to all before it this would take an hour.
  std::string index;
  for (int i = 0; i < 200000; ++i) index += (i ? ",\"" : "{\"") + std::to_string(i) + "\":\"w\"";
  CHECK(parse_json(index + "}", "index.json").size() == 200000);
  CHECK_THROWS_WITH(parse_json(index + ",\"7\":1}", "index.json"), Contains("key '7' comes twice"));
}

TEST_CASE("vocabulary and norms are taken as written", "[hugging_face][traps]") {
  CHECK(told(with(config_of("bloom-7b1"), {{"vocab_size", 250683}}), "vocabulary") == 250683);
  const Json glm{{"model_type", "glm4_moe"}, {"head_dim", 128}};
  CHECK(read(glm).find("model.qk_norm") == nullptr);
  CHECK(told(with(glm, {{"use_qk_norm", true}}), "qk_norm") == 1);
  CHECK(told(config_of("command-r-plus"), "max_sequence") == 8192);
}

TEST_CASE("tied embeddings: the file, else the type, else assumed", "[hugging_face][traps]") {
  CHECK(told(config_of("command-r-plus"), "tied_embeddings") == 1);
  CHECK(told(without(tiny_llama, {"tie_word_embeddings"}), "tied_embeddings") == 0);
  const Entry unknown = read(with(without(tiny_llama, {"tie_word_embeddings"}), {{"model_type", "novel"}}));
  CHECK(told(unknown, "tied_embeddings") == 1);
  CHECK_THAT(unknown.notes, Contains("tied embeddings are assumed"));
}

TEST_CASE("data types and prediction layers are noted, not counted", "[hugging_face][traps]") {
  const Entry entry = read(config_of("deepseek-v3"));
  CHECK_THAT(entry.notes, Contains("1 more layer for multi-token prediction, not counted"));
  CHECK_THAT(entry.notes, Contains("weights ship quantized: fp8"));
  CHECK_THAT(read(config_of("gpt-oss-20b")).notes, Contains("mxfp4"));
  for (const Fact& fact : entry.facts) CHECK(fact.key.rfind("model.", 0) == 0);
}

TEST_CASE("mixtures know which layers are one", "[hugging_face]") {
  const Json llama4{
      {"model_type", "llama4_text"},
      {"num_local_experts", 128},
      {"interleave_moe_layer_step", 2},
      {"vocab_size", 202048}};
  CHECK(parameters(llama4) == preset("llama-4-maverick"));
  CHECK(told(llama4, "windowed_layers") == 36);
  CHECK(told(with(llama4, {{"moe_layers", {1, 3}}}), "moe_layers") == 2);
  const Json qwen{{"model_type", "qwen2_moe"}};
  CHECK(told(qwen, "shared_hidden") == 5632);
  CHECK(told(with(qwen, {{"decoder_sparse_step", 2}, {"mlp_only_layers", {1, 2}}}), "moe_layers") == 11);
  CHECK(told(Json{{"model_type", "deepseek_v3"}, {"moe_layer_freq", 2}}, "moe_layers") == 29);
  CHECK(told(Json{{"model_type", "ernie4_5_moe"}}, "moe_layers") == 27);
  const Json hunyuan = with(
      tiny_llama, {{"model_type", "hunyuan_v1_moe"},
                   {"num_experts", 8},
                   {"moe_topk", {2, 2}},
                   {"moe_intermediate_size", {32, 32}}});
  CHECK(told(hunyuan, "experts_per_token") == 2);
  CHECK(told(hunyuan, "expert_hidden") == 32);
  CHECK(told(hunyuan, "shared_hidden") == 128);
}

TEST_CASE("well-known shapes agree with the catalog's presets", "[hugging_face]") {
  const std::pair<const char*, Json> rows[] = {
      {"gpt-oss-120b", {{"model_type", "gpt_oss"}}},
      {"snowflake-arctic",
       {{"model_type", "arctic"},
        {"hidden_size", 7168},
        {"num_hidden_layers", 35},
        {"num_attention_heads", 56},
        {"num_key_value_heads", 8},
        {"intermediate_size", 4864},
        {"vocab_size", 32000},
        {"num_local_experts", 128},
        {"num_experts_per_tok", 2},
        {"moe_layer_frequency", 1},
        {"parallel_attn_mlp_res", true}}},
      {"opt-350m",
       {{"model_type", "opt"},
        {"hidden_size", 1024},
        {"num_hidden_layers", 24},
        {"num_attention_heads", 16},
        {"ffn_dim", 4096},
        {"word_embed_proj_dim", 512},
        {"do_layer_norm_before", false}}},
      {"opt-125m", {{"model_type", "opt"}}},
      {"gpt-j-6b", {{"model_type", "gptj"}}},
      {"gpt-neox-20b", {{"model_type", "gpt_neox"}}},
      {"phi-3-mini", {{"model_type", "phi3"}}},
      {"minimax-m2.5", {{"model_type", "minimax_m2"}}},
      {"falcon-7b", {{"model_type", "falcon"}, {"num_kv_heads", 71}}},
      {"t5-11b",
       {{"model_type", "t5"},
        {"d_model", 1024},
        {"d_ff", 65536},
        {"d_kv", 128},
        {"num_heads", 128},
        {"num_layers", 24}}},
      {"bert-large",
       {{"model_type", "bert"},
        {"hidden_size", 1024},
        {"num_hidden_layers", 24},
        {"num_attention_heads", 16},
        {"intermediate_size", 4096}}},
  };
  for (const auto& [id, config] : rows) {
    CAPTURE(id);
    CHECK(parameters(config) == preset(id));
    CHECK(active(config) == preset(id, "model.parameters_active"));
  }
}

TEST_CASE("lightning layers are counted for MiniMax and for nobody else", "[hugging_face]") {
  Json kinds = Json::array();
  for (int i = 0; i < 80; ++i) kinds.push_back(i % 8 == 7);
  for (Json& kind : kinds) kind = kind == true ? 1 : 0;
  const Json minimax{{"model_type", "minimax_text_01"}, {"hidden_size", 6144},           {"num_hidden_layers", 80},
                     {"num_attention_heads", 64},       {"num_key_value_heads", 8},      {"head_dim", 128},
                     {"intermediate_size", 9216},       {"vocab_size", 200064},          {"num_local_experts", 32},
                     {"num_experts_per_tok", 2},        {"shared_intermediate_size", 0}, {"attn_type_list", kinds}};
  CHECK(told(minimax, "linear_layers") == 70);
  CHECK(parameters(minimax) == preset("minimax-text-01"));
  CHECK_THAT(
      refusal(with(minimax, {{"model_type", "mixtral"}})), Contains("attn_type_list: a model with layers of type '0'"));
}

TEST_CASE("layers are counted by their words, letters and periods", "[hugging_face][kinds]") {
  const Json next = config_of("qwen3-next-80b-a3b");
  CHECK(told(next, "gated_delta_layers") == 36);
  CHECK(told(with(next, {{"full_attention_interval", 3}}), "gated_delta_layers") == 32);

  const Json nano = config_of("nemotron-3-nano");
  CHECK(told(nano, "state_space_layers") == 23);
  CHECK(told(nano, "moe_layers") == 23);
  CHECK(told(nano, "layers_without_mlp") == 29);
  CHECK(told(nano, "layers_without_mixer") == 23);
  CHECK_THAT(
      refusal(with(nano, {{"hybrid_override_pattern", "MEM*X"}})),
      Contains("has 5 entries, fewer than there are layers"));
  CHECK_THAT(
      refusal(with(without(nano, {"num_hidden_layers"}), {{"hybrid_override_pattern", "MEM*X"}})),
      Contains("layers of type 'X'"));

  CHECK(told(config_of("mimo-v2-flash"), "windowed_layers") == 39);
  CHECK(told(config_of("falcon-h1-0.5b"), "state_space_layers") == 36);
  CHECK(told(config_of("lfm2.5-vl-1.6b"), "ffn_hidden") == 8192);  // two thirds of what the file says
}

TEST_CASE("GLM-5.2 is the same with and without its lists of layers", "[hugging_face][kinds]") {
  const Json listed = config_of("glm-5.2");
  const Json ruled = without(listed, {"indexer_types", "mlp_layer_types", "layer_types"});
  CHECK(told(listed, "indexers") == 21);
  CHECK(told(ruled, "indexers") == 21);
  CHECK(parameters(ruled) == parameters(listed));
}

TEST_CASE("DeepSeek-V4 tells what each layer compresses, by ratios or by words", "[hugging_face][kinds]") {
  const Json flash = config_of("deepseek-v4-flash");
  CHECK(told(flash, "windowed_layers") == 2);
  CHECK(told(flash, "window") == 128);
  CHECK(told(flash, "indexers") == 21);
  CHECK(told(flash, "sparse_compression") == 4);
  CHECK(told(flash, "compressed_layers") == 20);
  CHECK(told(flash, "compression") == 128);
  // The last ratio is that of the layer for multi-token prediction.
  const Json pro = config_of("deepseek-v4-pro");
  CHECK(read(pro).find("model.windowed_layers") == nullptr);
  CHECK(told(pro, "window") == 128);
  CHECK(told(pro, "indexers") == 30);
  CHECK(told(pro, "compressed_layers") == 31);
  CHECK(told(pro, "moe_layers") == 61);

  Json words = Json::array();
  for (const Json& ratio : pro.at("compress_ratios"))
    words.push_back(
        ratio == 0   ? "sliding_attention"
        : ratio == 4 ? "compressed_sparse_attention"
                     : "heavily_compressed_attention");
  const Json rates{{"compressed_sparse_attention", 4}, {"heavily_compressed_attention", 128}};
  const Json worded = with(without(pro, {"compress_ratios"}), {{"layer_types", words}, {"compress_rates", rates}});
  for (const char* input : {"indexers", "sparse_layers", "compressed_layers", "sparse_compression", "compression"})
    CHECK(told(worded, input) == told(pro, input));
  CHECK(parameters(worded) == parameters(pro));
  CHECK_THAT(
      refusal(with(pro, {{"compress_ratios", Json(std::vector<int>(61, 16))}})),
      Contains("compress_ratios: a model with layers of type '16'"));
}

TEST_CASE("4-bit experts among 8-bit blocks are told by a field of their own", "[hugging_face]") {
  const Json pro = config_of("deepseek-v4-pro");
  CHECK(told(pro, "stored_expert_bytes") == 0.53125);
  CHECK(told(pro, "stored_attention_bytes") == Approx(1).epsilon(1e-3));
  CHECK(told(pro, "stored_mlp_bytes") == Approx(1).epsilon(1e-3));
  CHECK(told(without(pro, {"expert_dtype"}), "stored_expert_bytes") == Approx(1).epsilon(1e-3));
}

TEST_CASE("a model of embeddings has no output head", "[hugging_face]") {
  const Json e5 = config_of("e5-mistral-7b");
  CHECK(told(e5, "output_head") == 0);
  CHECK(result(case_of(read(e5)), "model.logits_flop") == 0);
  const Json decoder = with(e5, {{"architectures", {"MistralForCausalLM"}}});
  CHECK(parameters(decoder) - parameters(e5) == 32000 * 4096);
  CHECK(is_absent(told(with(e5, {{"auto_map", {{"AutoModelForCausalLM", "x.XModel"}}}}), "output_head")));
}

TEST_CASE("numbers that only Python writes are read as absent", "[hugging_face][traps]") {
  const Json read =
      parse_python_json(R"({"a": [0.0, Infinity], "b": -Infinity, "c": NaN, "d": "NaN \" Infinity"})", "x");
  CHECK(read == Json::parse(R"({"a": [0.0, null], "b": null, "c": null, "d": "NaN \" Infinity"})"));
  CHECK_THROWS_AS(parse_json(R"({"a": NaN})", "x"), BadInput);
}

TEST_CASE("hybrids are refused by their type and by their fields", "[hugging_face][refusal]") {
  for (const char* type :
       {"jamba", "mamba", "mamba2", "zamba2", "recurrent_gemma", "rwkv", "deepseek_v41", "gemma3n", "mllama"}) {
    CAPTURE(type);
    CHECK_THAT(
        refusal(with(tiny_llama, {{"model_type", type}})),
        Contains(std::string("model type '") + type + "' cannot be counted: "));
  }
  for (const char* field :
       {"mamba_d_state", "ssm_cfg", "hybrid_override_pattern", "attn_layer_period", "block_types", "rwkv_version",
        "linear_attn_config", "block_configs", "full_attention_interval"}) {
    CAPTURE(field);
    CHECK_THAT(refusal(with(tiny_llama, {{field, 8}})), Contains(std::string("'") + field + "' cannot be counted"));
    CHECK(refusal(with(tiny_llama, {{field, nullptr}})) == "accepted");
  }
  for (const char* layer : {"linear_attention", "mamba", "conv"})
    CHECK_THAT(refusal(with(tiny_llama, {{"layer_types", {"full_attention", layer}}})), Contains("cannot be counted"));
  const Json wrapper{{"model_type", "gemma3n"}, {"text_config", tiny_llama}};
  CHECK_THAT(refusal(wrapper), Contains("model type 'gemma3n' cannot be counted"));
  const Json shared = config_of("gemma-4-26b-a4b");
  Json text = shared.at("text_config");
  text["num_kv_shared_layers"] = 20;
  CHECK_THAT(
      refusal(with(shared, {{"text_config", text}})),
      Contains("num_kv_shared_layers: a model where it is 20 cannot be counted"));
}

TEST_CASE("an unknown type is read as a LLaMA with a warning, or refused", "[hugging_face][refusal]") {
  const Json novel = with(tiny_llama, {{"model_type", "novel"}});
  const Entry entry = read(novel);
  CHECK(told(entry, "read_as_llama") == 1);
  CHECK(parameters(novel) == parameters(tiny_llama));
  const auto& rules = findings();
  CHECK(std::any_of(rules.begin(), rules.end(), [&](const FindingRow& row) {
    return row.about->id == "model.unsupported" && row.margin(Once(case_of(entry).values, dependents())) < 0;
  }));
  CHECK(
      refusal(with(without(tiny_llama, {"vocab_size", "intermediate_size"}), {{"model_type", "lama"}})) ==
      "folder/config.json: model type 'lama' is not known, and without intermediate_size, vocab_size it cannot be read "
      "as a LLaMA; did you "
      "mean "
      "'llama'?");
  CHECK_THAT(
      refusal(without(tiny_llama, {"model_type", "vocab_size"})),
      Contains("model_type is missing, and without vocab_size"));
  CHECK_THAT(refusal(with(novel, {{"is_encoder_decoder", true}})), Contains("with an encoder"));
}

TEST_CASE("a field that neither file nor type tells is named", "[hugging_face][refusal]") {
  CHECK(refusal(Json{{"model_type", "bloom"}, {"n_embed", 64}}) == "folder/config.json: num_hidden_layers is missing");
  CHECK(refusal(Json{{"model_type", "dbrx"}}) == "folder/config.json: hidden_size is missing");
  CHECK(refusal(with(tiny_llama, {{"vocab_size", nullptr}})) == "folder/config.json: vocab_size is missing");
}

TEST_CASE("a written entry read back is the same", "[hugging_face][write_entry]") {
  const auto same_entry = [](const Entry& a, const Entry& b) {
    CHECK(a.id == b.id);
    CHECK(a.name == b.name);
    CHECK(a.notes == b.notes);
    REQUIRE(a.facts.size() == b.facts.size());
    for (const Fact& fact : a.facts) {
      CAPTURE(fact.key);
      const Fact* other = b.find(fact.key);
      REQUIRE(other);
      CHECK(fact.number == other->number);
      CHECK(fact.word == other->word);
      CHECK(fact.source == other->source);
      CHECK(fact.confidence == other->confidence);
    }
  };
  for (const auto& file : fs::directory_iterator(tests::fixture("hf-configs"))) {
    if (file.path().extension() != ".json") continue;
    CAPTURE(file.path().string());
    const Entry entry = built_in().entry("models", file.path().string());
    CHECK(entry.id == file.path().stem().string());
    same_entry(read_entry(parse_json(write_entry(entry).dump(), "written"), "models", "written"), entry);
  }
  for (const std::string_view kind : Catalog::kinds())
    for (const std::string_view id : built_in().ids(kind)) {
      CAPTURE(kind, id);
      const Entry& entry = built_in().entry(kind, id);
      same_entry(read_entry(parse_json(write_entry(entry).dump(), "written"), kind, "written"), entry);
    }
}

TEST_CASE("a model is named by the path of its file, entry or config", "[hugging_face][path]") {
  const fs::path folder = fs::temp_directory_path() / ("llmsize-hf-" + std::to_string(::getpid()));
  fs::create_directories(folder / "My-Model");
  fs::create_directories(folder / "Downloads");
  const auto write = [&](const char* name, const Json& json) {
    std::ofstream(folder / name) << json.dump();
    return (folder / name).string();
  };
  const std::string config = write("My-Model/config.json", config_of("qwen3-30b-a3b"));
  const Entry& entry = built_in().entry("models", config);
  CHECK(entry.id == "my-model");
  CHECK(entry.name == "My-Model");
  // Where the folder is a place, not a name.
  const Json sample_config = config_of("qwen3-30b-a3b");
  CHECK(built_in().entry("models", write("Downloads/config.json", sample_config)).name == "Qwen3-MoE");
  CHECK(
      built_in()
          .entry("models", write("Downloads/config (1).json", with(sample_config, {{"_name_or_path", "me/Own-30B"}})))
          .name == "Own-30B");
  const std::string written = write("written.json", write_entry(entry));
  const Said machine{{"cluster.system", "dgx-h100"}, {"cluster.nodes", "2"}};
  const Case a = completed(machine + Said{{"model", config}}), b = completed(machine + Said{{"model", written}});
  for (const ResultRow& row : results()) {
    CAPTURE(row.about->id);
    CHECK(same(result(a, row.about->id), result(b, row.about->id)));
  }
  const auto says = [&](const std::string& path) -> std::pair<std::string, BadInput::Kind> {
    try {
      built_in().entry("models", path);
    } catch (const BadInput& error) {
      return {error.what(), error.kind()};
    }
    return {"accepted", BadInput::Kind::usage};
  };
  CHECK(says((folder / "none.json").string()).second == BadInput::Kind::file);
  CHECK_THAT(
      says(write("list.json", Json::array())).first,
      Contains("neither a catalog model nor a Hugging Face config.json"));
  CHECK(
      says(write("other.json", {{"id", "x"}, {"name", "X"}, {"node", Json::object()}})).second == BadInput::Kind::data);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace llmsize::test
