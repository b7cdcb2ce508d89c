// SPDX-License-Identifier: Apache-2.0
// Heads, latents, and which layers attend within a window.
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

/// Local layers of a pattern: a period whose last layer is global (6), or local and global layers spelled out ("LLLG").
Told local_layers_of_pattern(const Config& config, std::size_t layers) {
  Told found{0, "sliding_window_pattern"};
  const std::string spelled = config.text("sliding_window_pattern");
  if (spelled.find('L') != std::string::npos) {
    for (std::size_t i = 0; i + 1 < layers; ++i) found.value += spelled[i % spelled.size()] == 'L';
  } else if (const double period = config.number("sliding_window_pattern")->value; period > 0) {
    found.value = static_cast<double>(layers) - std::floor(static_cast<double>(layers) / period);
  }
  return found;
}

/// Layers that attend within a window where no list tells them.
Told windowed_layers(const Config& config, double layers) {
  if (!config.text("sliding_window_pattern").empty())
    return local_layers_of_pattern(config, static_cast<std::size_t>(layers));
  const auto first = config.number("max_window_layers");
  if (!first) return {layers, "sliding_window"};
  return {std::max(0.0, layers - first->value), "max_window_layers"};
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
  const LayerList list = read_kinds(config, shape);
  const auto width = window(config, list.chunks);
  if (width && !list.windows) {
    Told found = windowed_layers(config, shape.value("layers") - shape.value("layers_without_mixer"));
    found.in_file = width->in_file;
    if (found.value > 0) shape.tell("windowed_layers", found);
  }
  // Layers with compressed entries attend to a window, too.
  const bool compresses = shape.value("compressed_layers") > 0 || shape.value("sparse_compression") > 1;
  if (!compresses && !shape.has("windowed_layers")) return;
  // A width that the file switches off makes a plain layer of a windowed one.
  if (width) return shape.tell("window", width);
  shape.tell_instead("windowed_layers", Told{0, "sliding_window"});
}

}  // namespace llmsize
