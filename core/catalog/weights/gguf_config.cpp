// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/weights/gguf_config.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// Architectures of llama.cpp and the model types of Transformers that have their layers.
constexpr std::pair<std::string_view, std::string_view> model_types[] = {
    {"llama", "llama"},        {"qwen2", "qwen2"},           {"qwen2moe", "qwen2_moe"}, {"qwen3", "qwen3"},
    {"qwen3moe", "qwen3_moe"}, {"gemma2", "gemma2"},         {"gemma3", "gemma3_text"}, {"phi3", "phi3"},
    {"olmo2", "olmo2"},        {"deepseek2", "deepseek_v3"}, {"gpt-oss", "gpt_oss"},    {"glm4moe", "glm4_moe"},
    {"seed_oss", "seed_oss"},  {"minimax-m2", "minimax_m2"}};

/// Keys below the architecture, and fields of Transformers.
constexpr std::pair<std::string_view, std::string_view> fields[] = {
    {"block_count", "num_hidden_layers"},
    {"embedding_length", "hidden_size"},
    {"feed_forward_length", "intermediate_size"},
    {"context_length", "max_position_embeddings"},
    {"vocab_size", "vocab_size"},
    {"attention.head_count", "num_attention_heads"},
    {"attention.head_count_kv", "num_key_value_heads"},
    {"attention.key_length", "head_dim"},
    {"attention.sliding_window", "sliding_window"},
    {"expert_count", "num_experts"},
    {"expert_used_count", "num_experts_per_tok"},
    {"expert_feed_forward_length", "moe_intermediate_size"},
    {"expert_shared_count", "n_shared_experts"},
    {"expert_shared_feed_forward_length", "shared_expert_intermediate_size"},
    {"leading_dense_block_count", "first_k_dense_replace"},
    {"attention.q_lora_rank", "q_lora_rank"},
    {"attention.kv_lora_rank", "kv_lora_rank"}};

const Json* find(const GgufHeader& header, const std::string& key) {
  const auto found = header.said.find(key);
  return found == header.said.end() ? nullptr : &found->second;
}

/// Latent attention: keys and values as wide as they are computed with, or as the latent, by the writer's version.
void take_latent(const GgufHeader& header, const std::string& name, Json& config) {
  if (!config.contains("kv_lora_rank")) return;
  const auto width = [&](const char* key) {
    const Json* whole = find(header, fmt::format("{}.attention.{}_mla", name, key));
    if (!whole) whole = find(header, fmt::format("{}.attention.{}", name, key));
    return whole && whole->is_number() ? whole->get<double>() : 0.0;
  };
  const Json* rotated = find(header, name + ".rope.dimension_count");
  if (!rotated || !rotated->is_number()) return;
  config["qk_rope_head_dim"] = *rotated;
  config["qk_nope_head_dim"] = width("key_length") - rotated->get<double>();
  config["v_head_dim"] = width("value_length");
}

}  // namespace

Json gguf_config(const GgufHeader& header, const std::string& path) {
  const Json* architecture = find(header, "general.architecture");
  const std::string name = architecture && architecture->is_string() ? architecture->get<std::string>() : std::string{};
  const auto type = std::find_if(
      std::begin(model_types), std::end(model_types), [&](const auto& each) { return each.first == name; });
  if (type == std::end(model_types)) {
    std::vector<std::string_view> known;
    for (const auto& each : model_types) known.push_back(each.first);
    refuse_contents(path, fmt::format("GGUF: unknown architecture {}", in_quotes(name)), did_you_mean(name, known));
  }
  Json config = Json::object();
  for (const auto& [key, field] : fields)
    if (const Json* value = find(header, fmt::format("{}.{}", name, key))) {
      if (value->is_object())
        refuse_contents(path, fmt::format("GGUF: {}.{} differs from layer to layer: it cannot be counted", name, key));
      config[std::string(field)] = *value;
    }
  config["model_type"] = std::string(type->second);
  if (name == "llama" && config.contains("num_experts")) config["model_type"] = "mixtral";
  if (const Json* words = find(header, "tokenizer.ggml.tokens"); words && words->is_object())
    config["vocab_size"] = words->at("items");
  take_latent(header, name, config);
  return config;
}

void complete_from_tensors(Json& config, const std::vector<StoredTensor>& tensors) {
  const auto has = [&](std::string_view name) {
    return std::any_of(tensors.begin(), tensors.end(), [&](const StoredTensor& each) { return each.name == name; });
  };
  config["tie_word_embeddings"] = !has("output.weight");
  if (has("blk.0.attn_q.bias")) config["attention_bias"] = true;
  for (const StoredTensor& tensor : tensors)
    if (tensor.name == "token_embd.weight" && tensor.shape.size() == 2) config["vocab_size"] = tensor.shape[1];
}

}  // namespace llmsize
