// SPDX-License-Identifier: Apache-2.0
// Heads, latents, and which layers attend in full, within a window or linearly.
#include "core/catalog/hugging_face/shape.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// Queries, keys and values from latents (MLA). KV heads and head_dim mean nothing then, though files carry them.
bool read_latents(const Config& config, Shape& shape) {
  const auto rank = config.number("kv_lora_rank");
  if (!rank || rank->value == 0) return false;
  const Told plain = config.needed("qk_nope_head_dim"), rotary = config.needed("qk_rope_head_dim");
  shape.tell("kv_rank", rank);
  shape.tell("query_rank", config.number("q_lora_rank"));
  shape.tell("rope_head_dim", rotary);
  shape.tell("head_dim", Told{plain.value + rotary.value, plain.field + " + " + rotary.field, plain.in_file});
  if (!shape.has("value_head_dim")) shape.tell("value_head_dim", config.needed("v_head_dim"));
  return true;
}

/// KV heads have been written in four ways; where none is used, every query head has its own.
void read_kv_heads(const Config& config, Shape& shape) {
  if (config.is("multi_query_attention")) return shape.tell("kv_heads", config.needed("multi_query_group_num"));
  if (config.is("multi_query") && !config.is("new_decoder_architecture"))
    return shape.tell("kv_heads", config.flag("multi_query"));
  shape.tell("kv_heads", config.number("num_key_value_heads"));
}

void read_head_dim(const Config& config, Shape& shape) {
  shape.tell("head_dim", config.number("head_dim"));
  const double hidden = shape.value("hidden"), heads = shape.value("heads");
  if (!shape.has("head_dim") && std::fmod(hidden, heads) != 0)
    config.refuse(
        "head_dim", fmt::format("it is needed, as {} heads do not divide a hidden size of {}", heads, hidden));
}

/// How many layers attend within a window, and how many linearly.
struct Classes {
  double windowed = 0, linear = 0;
  std::string field;
  bool chunked = false;
};

const Json& entry_of_layer(const Config& config, const Json& list, std::string_view field, std::size_t layer) {
  if (layer >= list.size())
    config.refuse(field, fmt::format("has {} entries, fewer than there are layers", list.size()));
  return list[layer];
}

Classes classes_by_name(const Config& config, const Json& list, std::size_t layers) {
  Classes found{0, 0, "layer_types"};
  for (std::size_t i = 0; i < layers; ++i) {
    const Json& word = entry_of_layer(config, list, "layer_types", i);
    if (word == "full_attention") continue;
    if (word == "sliding_attention" || word == "chunked_attention") {
      ++found.windowed;
      found.chunked |= word == "chunked_attention";
    } else if (word == "linear_attention" && config.type().linear_attention) {
      ++found.linear;
    } else {
      config.refuse(
          "layer_types", fmt::format(
                             "a model with layers of type {} cannot be counted: they are not plain attention",
                             in_quotes(word.is_string() ? word.get<std::string>() : word.dump())));
    }
  }
  return found;
}

Classes classes_by_number(const Config& config, const Json& list, std::size_t layers) {
  Classes found{0, 0, "attn_type_list"};
  for (std::size_t i = 0; i < layers; ++i) {
    const Json& word = entry_of_layer(config, list, "attn_type_list", i);
    if (word != 0 && word != 1)
      config.refuse("attn_type_list", fmt::format("{} is neither 0 nor 1", in_quotes(word.dump())));
    if (word == 0) ++found.linear;
  }
  if (found.linear > 0 && !config.type().linear_attention)
    config.refuse(
        "attn_type_list", "linear layers of this model type cannot be counted: their projections are not known");
  return found;
}

/// Local layers of a pattern: a period whose last layer is global (6), or local and global layers spelled out ("LLLG").
Classes classes_by_pattern(const Config& config, std::size_t layers) {
  Classes found{0, 0, "sliding_window_pattern"};
  const std::string spelled = config.text("sliding_window_pattern");
  if (spelled.find('L') != std::string::npos) {
    for (std::size_t i = 0; i + 1 < layers; ++i) found.windowed += spelled[i % spelled.size()] == 'L';
  } else if (const double period = config.number("sliding_window_pattern")->value; period > 0) {
    found.windowed = static_cast<double>(layers) - std::floor(static_cast<double>(layers) / period);
  }
  return found;
}

Classes classes(const Config& config, std::size_t layers) {
  if (const Json* list = config.list("layer_types")) return classes_by_name(config, *list, layers);
  if (const Json* list = config.list("attn_type_list")) return classes_by_number(config, *list, layers);
  if (!config.text("sliding_window_pattern").empty()) return classes_by_pattern(config, layers);
  const auto first = config.number("max_window_layers");
  if (!first) return {static_cast<double>(layers), 0, "sliding_window"};
  return {std::max(0.0, static_cast<double>(layers) - first->value), 0, "max_window_layers"};
}

/// A window that stands in the file may be switched off there.
std::optional<Told> window(const Config& config, bool chunked) {
  if (const auto used = config.flag("use_sliding_window"); used && used->value == 0) return {};
  const auto sliding = config.number("sliding_window"), chunk = config.number("attention_chunk_size");
  const auto width = chunked || !sliding ? chunk : sliding;
  return width && width->value > 0 ? width : std::nullopt;
}

}  // namespace

void read_attention(const Config& config, Shape& shape) {
  if (!shape.has("heads")) shape.tell("heads", config.needed("num_attention_heads"));
  if (!read_latents(config, shape)) {
    read_kv_heads(config, shape);
    read_head_dim(config, shape);
  }
  const Classes found = classes(config, static_cast<std::size_t>(shape.value("layers")));
  if (found.linear > 0) shape.tell("linear_layers", Told{found.linear, found.field});
  const auto width = window(config, found.chunked);
  if (!width || found.windowed == 0) return;
  shape.tell("window", width);
  shape.tell("windowed_layers", Told{found.windowed, found.field, width->in_file});
}

}  // namespace llmsize
