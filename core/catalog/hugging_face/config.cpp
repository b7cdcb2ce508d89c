// SPDX-License-Identifier: Apache-2.0
// Looks fields up and checks them.
#include "core/catalog/hugging_face/config.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>

namespace llmsize {
namespace {

using Names = std::vector<std::string_view>;

/// Names of the same thing; the first one that a file has is taken.
const Names synonyms[] = {
    {"hidden_size", "n_embd", "n_embed", "d_model"},
    {"num_hidden_layers", "n_layer", "num_layers", "n_layers"},
    {"num_attention_heads", "n_head", "n_heads", "num_heads"},
    {"num_key_value_heads", "num_kv_heads", "n_head_kv", "attn_config.kv_n_heads"},
    {"head_dim", "kv_channels", "attention_head_dim", "d_kv"},
    {"intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size", "d_ff", "inner_hidden_size"},
    {"padded_vocab_size", "vocab_size"},
    {"max_position_embeddings", "n_positions", "seq_length", "n_ctx", "max_seq_len", "max_sequence_length",
     "model_max_length"},
    {"sliding_window", "window_size"},
    {"sliding_window_pattern", "_sliding_window_pattern", "no_rope_layer_interval"},
    {"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts", "ffn_config.moe_num_experts"},
    {"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "top_k_experts", "moe_topk", "moe_k",
     "ffn_config.moe_top_k", "num_selected_experts"},
    {"moe_intermediate_size", "expert_intermediate_size", "expert_ffn_hidden_size", "ffn_config.ffn_hidden_size"},
    {"n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"},
    {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"},
    {"first_k_dense_replace", "moe_layer_start_index", "num_dense_layers"},
    {"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_frequency", "moe_layer_interval"},
};

Names names_of(std::string_view field) {
  for (const Names& names : synonyms)
    if (std::find(names.begin(), names.end(), field) != names.end()) return names;
  return {field};
}

/// The value under a name such as "attn_config.kv_n_heads", or nullptr.
const Json* value_under(const Json& object, std::string_view name) {
  const auto dot = name.find('.');
  const auto found = object.is_object() ? object.find(std::string(name.substr(0, dot))) : object.end();
  if (found == object.end()) return nullptr;
  return dot == std::string_view::npos ? &*found : value_under(*found, name.substr(dot + 1));
}

/// The number that stands for a list: a few models repeat one number for every layer.
const Json& representative(const Json& value) {
  const bool uniform = value.is_array() && !value.empty() &&
                       std::all_of(value.begin(), value.end(), [&](const Json& each) { return each == value[0]; });
  return uniform ? value[0] : value;
}

}  // namespace

Config::Found Config::find(std::string_view field) const {
  for (const bool in_file : {true, false}) {
    bool is_null = false;
    for (const std::string_view name : names_of(field)) {
      const Json* value = value_under(in_file ? file_ : type_.config, name);
      if (value && !value->is_null()) return {name, value, in_file};
      is_null |= value != nullptr;
    }
    if (is_null) break;
  }
  return {};
}

std::optional<Told> Config::number(std::string_view field) const {
  constexpr double largest = 1e9;
  const Found found = find(field);
  if (!found.value) return {};
  const Json& value = representative(*found.value);
  if (!value.is_number() || value.get<double>() != std::floor(value.get<double>()) || value < 0 || value > largest)
    refuse(found.name, fmt::format("{} is not a whole number from 0 to 1e9", in_quotes(value.dump())));
  return Told{value.get<double>(), std::string(found.name), found.in_file};
}

Told Config::needed(std::string_view field) const {
  if (const auto told = number(field)) return *told;
  refuse(field, "is missing");
}

std::optional<Told> Config::flag(std::string_view field) const {
  const Found found = find(field);
  if (!found.value) return {};
  if (!found.value->is_boolean())
    refuse(found.name, fmt::format("{} is not true or false", in_quotes(found.value->dump())));
  return Told{found.value->get<bool>() ? 1.0 : 0.0, std::string(found.name), found.in_file};
}

bool Config::is(std::string_view field) const {
  const auto told = flag(field);
  return told && told->value == 1;
}

std::optional<Told> Config::calculated(std::string_view text) const {
  const auto operand = [&](std::string_view word) -> std::optional<Told> {
    if (word.find_first_not_of("0123456789") == std::string_view::npos)
      return Told{std::stod(std::string(word)), {}, false};
    if (word.starts_with('#')) {
      const Json* counted = list(word.substr(1));
      if (!counted) return {};
      return Told{static_cast<double>(counted->size()), std::string(word.substr(1))};
    }
    const Found found = find(word);
    return found.value && found.value->is_boolean() ? flag(word) : number(word);
  };
  const auto space = text.find(' ');
  auto first = operand(text.substr(0, space));
  if (!first || space == std::string_view::npos) return first;
  const auto second = operand(text.substr(space + 3));
  if (!second) return {};
  const char sign = text.at(space + 1);
  first->value = sign == '+'   ? first->value + second->value
                 : sign == '-' ? first->value - second->value
                 : sign == '*' ? first->value * second->value
                               : first->value / second->value;
  return first;
}

const Json* Config::list(std::string_view field) const {
  const Found found = find(field);
  if (!found.value) return nullptr;
  if (!found.value->is_array()) refuse(found.name, fmt::format("{} is not a list", in_quotes(found.value->dump())));
  return found.value;
}

std::string Config::text(std::string_view field) const {
  const Found found = find(field);
  return !found.value               ? std::string{}
         : found.value->is_string() ? found.value->get<std::string>()
                                    : found.value->dump();
}

bool Config::may_lack(std::string_view field) const {
  const Names names = names_of(field);
  return std::any_of(
      names.begin(), names.end(), [&](std::string_view name) { return value_under(type_.config, name) != nullptr; });
}

std::string Config::source(const Told& told) const {
  return told.in_file ? fmt::format("{}: {}", std::filesystem::path(path_).filename().string(), told.field)
                      : type_source();
}

std::string Config::type_source() const { return fmt::format("model type {}: {}", type_.id, type_.source); }

void Config::refuse(std::string_view field, std::string_view reason) const {
  throw BadInput(
      BadInput::Kind::data, fmt::format("{}: {}{}{}", path_, field, reason == "is missing" ? " " : ": ", reason));
}

}  // namespace llmsize
