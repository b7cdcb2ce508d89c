// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/weights/groups.hpp"

#include "core/inputs/list.hpp"
#include "core/inputs/weight_format.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace llmsize {
namespace {

bool contains(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(
      parts.begin(), parts.end(), [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

enum Group { attention, mlp, experts, ends, none };

/// Names of Transformers and of llama.cpp.
Group group_of(std::string_view name) {
  if (contains(name, {"vision", "visual", "audio", "projector", "mtp.", "mm.", "rope_freqs"})) return none;
  if (contains(name, {"lm_head", "embed", "token_embd", "output.weight", "wte", "wpe"}) && !contains(name, {"blk."}))
    return ends;
  if (contains(name, {"shared", "shexp"})) return mlp;
  if (contains(name, {"experts", "_exps"})) return experts;
  if (contains(name, {"mixer.up_", "mixer.down_", "mlp", "ffn", "feed_forward", "moe"})) return mlp;
  return contains(name, {"attn", "attention", "mixer", "ssm", "conv"}) ? attention : mlp;
}

/// Scales, and what else says how weights were packed: bytes without weights of their own.
bool is_scale(std::string_view name) {
  return contains(
      name, {"scale", "qzeros", "g_idx", "zero_point", "absmax", "quant_map", "quant_state", "weight_shape"});
}

/// Weights in a tensor: bytes and 32-bit words hold several, as files that pack 4 bits name and shape them.
double weights_in(const StoredTensor& tensor) {
  if (is_scale(tensor.name)) return 0;
  if (tensor.type == "U8") return 2 * tensor.elements();
  if (tensor.type == "I32") return 8 * tensor.elements();
  return tensor.elements();
}

/// What multiplies so many weights of a tensor, by its type alone: engines unpack what no config describes.
Units units_of(const StoredTensor& tensor, double weights) {
  if (tensor.type.starts_with("F8_")) return Units::fp8;
  return WeightFormat{.bits = 8 * tensor.bytes / weights}.units();
}

/// The layer that a tensor belongs to, or -1.
double layer_of(std::string_view name) {
  for (const std::string_view before : {"layers.", "blk."}) {
    const auto at = name.find(before);
    if (at == std::string_view::npos) continue;
    double layer = 0;
    std::size_t i = at + before.size();
    for (; i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])); ++i)
      layer = 10 * layer + (name[i] - '0');
    if (i > at + before.size()) return layer;
  }
  return -1;
}

}  // namespace

void tell_stored(const std::vector<StoredTensor>& tensors, const std::string& source, Entry& entry) {
  std::array<double, 5> weights{}, bytes{};
  std::array<std::array<double, std::size(unit_words)>, 5> multiplied{};
  const Fact* layers = entry.find("model.layers");
  double all = 0;
  for (const StoredTensor& tensor : tensors) {
    std::string name = tensor.name;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    // Layers beyond the last predict further tokens.
    const bool beyond = layers && layers->number && layer_of(name) >= *layers->number;
    const Group group = beyond ? none : group_of(name);
    const double held = weights_in(tensor);
    if (group != none) all += held;
    // Norms and biases stay in wide formats, and are next to nothing.
    if (group == none || (tensor.shape.size() < 2 && held > 0)) continue;
    weights[group] += held, bytes[group] += tensor.bytes;
    if (held > 0) multiplied[group][static_cast<std::size_t>(units_of(tensor, held))] += held;
  }
  const auto tell = [&](const std::string& key, double value) {
    std::erase_if(entry.facts, [&](const Fact& fact) { return fact.key == key; });
    entry.facts.push_back({key, value, {}, source, {}});
  };
  const char* const inputs[] = {
      "model.stored_attention_bytes", "model.stored_mlp_bytes", "model.stored_expert_bytes", "model.stored_end_bytes"};
  for (std::size_t group = 0; group < std::size(inputs); ++group)
    if (weights[group] > 0) tell(inputs[group], bytes[group] / weights[group]);
  const char* const units[] = {"model.stored_attention_units", "model.stored_mlp_units", "model.stored_expert_units"};
  for (std::size_t group = 0; group < std::size(units); ++group) {
    // A config knows more than types of tensors: what activations are.
    if (weights[group] == 0 || entry.find(units[group])) continue;
    const auto most = std::max_element(multiplied[group].begin(), multiplied[group].end());
    tell(units[group], static_cast<double>(most - multiplied[group].begin()));
  }
  tell("model.weights_in_files", all);
  std::erase_if(entry.facts, [](const Fact& fact) { return fact.key == "model.storage_unread"; });
}

}  // namespace llmsize
