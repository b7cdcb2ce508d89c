// SPDX-License-Identifier: Apache-2.0
// MLPs: how wide dense layers and experts are, and which layers are a mixture.
#include "core/catalog/hugging_face/shape.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

bool is_one_of(const Json& value, const std::vector<Json>& words) {
  return std::find(words.begin(), words.end(), value) != words.end();
}

/// The list of a field, where it is a list rather than a number.
const Json* listed(const Config& config, std::string_view field) {
  return config.text(field).rfind('[', 0) == 0 ? config.list(field) : nullptr;
}

double count(const Json& list, double layers, const std::vector<Json>& words) {
  double found = 0;
  for (std::size_t i = 0; i < list.size() && static_cast<double>(i) < layers; ++i) found += is_one_of(list[i], words);
  return found;
}

/// Layers counted from 0 that are a mixture by the rules of DeepSeek (dense ones first, then every n-th), Qwen and
/// Llama 4 (the last of every n, but for some).
Told layers_by_rule(const Config& config, double layers) {
  const auto rule = [&](std::string_view field, double otherwise) {
    return config.number(field).value_or(Told{otherwise, {}, true});
  };
  const Told first = rule("first_k_dense_replace", 0), every = rule("moe_layer_freq", 1),
             step = rule("decoder_sparse_step", 1);
  const Json* dense = listed(config, "mlp_only_layers");
  Told found{0, "num_hidden_layers"};
  for (const Told& each : {first, every, step})
    if (!each.field.empty()) found.field = each.field;
  if (step.value == 0 || every.value == 0) return found;
  for (double i = first.value; i < layers; ++i)
    if (std::fmod(i, every.value) == 0 && std::fmod(i + 1, step.value) == 0 &&
        !(dense && is_one_of(i, {dense->begin(), dense->end()})))
      ++found.value;
  return found;
}

Told mixture_layers(const Config& config, const Shape& shape, double layers) {
  if (shape.has("moe_layers")) return {shape.value("moe_layers"), "layers"};
  if (const auto encoder = config.number("num_sparse_encoder_layers")) {
    const Told decoder = config.needed("num_sparse_decoder_layers");
    return {encoder->value + decoder.value, encoder->field + " + " + decoder.field, encoder->in_file};
  }
  if (const Json* kinds = listed(config, "mlp_layer_types"))
    return {count(*kinds, layers, {"sparse", "moe"}), "mlp_layer_types"};
  if (const Json* indices = listed(config, "moe_layers")) return {static_cast<double>(indices->size()), "moe_layers"};
  if (const Json* flags = listed(config, "moe_layer_freq")) return {count(*flags, layers, {1, true}), "moe_layer_freq"};
  return layers_by_rule(config, layers);
}

/// The width of LFM2 is two thirds of what its file says, times a factor, in whole multiples.
std::optional<Told> adjusted_width(const Config& config) {
  if (!config.is("block_auto_adjust_ff_dim")) return {};
  Told width = config.needed("intermediate_size");
  const Json factor = config.file().value("block_ffn_dim_multiplier", Json(1.0));
  const double multiple = config.needed("block_multiple_of").value;
  if (!factor.is_number() || multiple == 0) return {};
  width.value = std::floor(factor.get<double>() * std::floor(2 * width.value / 3));
  width.value = multiple * std::ceil(width.value / multiple);
  return width;
}

void read_dense_width(const Config& config, Shape& shape) {
  shape.tell("ffn_hidden", adjusted_width(config));
  shape.tell("ffn_hidden", config.number("intermediate_size_mlp"));
  shape.tell("ffn_hidden", config.number("intermediate_size"));
  if (!shape.has("ffn_hidden") && !config.may_lack("intermediate_size")) config.needed("intermediate_size");
}

/// Shared experts have a width of their own, or that of as many routed experts.
void read_shared(const Config& config, Shape& shape, const Told& width) {
  shape.tell("shared_hidden", config.number("shared_expert_intermediate_size"));
  if (auto shared = config.number("n_shared_experts")) {
    shared->value *= width.value;
    shared->field += " × " + width.field;
    shape.tell("shared_hidden", *shared);
  }
}

}  // namespace

void read_mixture(const Config& config, Shape& shape) {
  const double layers = shape.value("layers");
  const auto experts = config.number("num_local_experts");
  // One expert without a choice is an MLP.
  const Told mixtures = experts && experts->value > 1 ? mixture_layers(config, shape, layers) : Told{};
  if (mixtures.value + shape.value("layers_without_mlp") < layers) read_dense_width(config, shape);
  if (mixtures.value == 0) return;
  const auto own_width = config.number("moe_intermediate_size");
  const Told width = own_width ? *own_width : config.needed("intermediate_size");
  shape.tell("experts", experts);
  if (!shape.has("experts_per_token")) shape.tell("experts_per_token", config.needed("num_experts_per_tok"));
  if (shape.value("experts_per_token") > shape.value("experts"))
    config.refuse("num_experts_per_tok", "more experts per token than experts");
  shape.tell("expert_hidden", width);
  shape.tell("moe_layers", mixtures);
  read_shared(config, shape, width);
}

}  // namespace llmsize
