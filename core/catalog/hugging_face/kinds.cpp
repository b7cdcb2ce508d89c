// SPDX-License-Identifier: Apache-2.0
// Which layers are of which kind: a config has a word per layer, or a period.
#include "core/catalog/hugging_face/shape.hpp"
#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

/// Words that mean the same in every model; a type adds its own.
Json words_of(const ModelType& type) {
  Json words = {
      {"layer_types",
       {{"full_attention", Json::array()},
        {"attention", Json::array()},
        {"sliding_attention", {"windowed_layers"}},
        {"chunked_attention", {"windowed_layers"}}}},
      {"attn_type_list", {{"1", Json::array()}}}};
  for (const auto& [field, own] : type.layers.items())
    for (const auto& [word, inputs] : own.items()) words[field][word] = inputs;
  return words;
}

/// A word per layer, from a list of words, numbers or flags, or from letters: "MEM*"; none where the field is absent.
std::vector<std::string> words_in(const Config& config, const std::string& field, const Json& known) {
  std::vector<std::string> words;
  const std::string text = config.text(field);
  if (text.empty()) return words;
  const bool letters =
      std::all_of(known.items().begin(), known.items().end(), [](const auto& word) { return word.key().size() == 1; });
  if (letters && text[0] != '[') {
    words.reserve(text.size());
    for (const char letter : text) words.emplace_back(1, letter);
    return words;
  }
  const Json& list = *config.list(field);
  words.reserve(list.size());
  for (const Json& word : list) words.push_back(word.is_string() ? word.get<std::string>() : word.dump());
  return words;
}

/// Counts the first layers of a list into the inputs of their words. Throws BadInput: data, naming a word that is not
/// known.
void count(
    const Config& config, const std::string& field, const Json& known, std::size_t layers,
    std::map<std::string, double>& counts) {
  const std::vector<std::string> words = words_in(config, field, known);
  if (words.empty()) return;
  if (words.size() < layers)
    config.refuse(field, fmt::format("has {} entries, fewer than there are layers", words.size()));
  for (const auto& [word, inputs] : known.items())
    for (const Json& input : inputs) counts.try_emplace(input.get<std::string>(), 0);
  for (std::size_t i = 0; i < layers; ++i) {
    const auto found = known.find(words[i]);
    if (found == known.end())
      config.refuse(
          field, fmt::format(
                     "a model with layers of type {} cannot be counted: no kind of layer is known for it",
                     in_quotes(words[i])));
    for (const Json& input : *found) ++counts[input.get<std::string>()];
  }
}

/// Every so many layers attend in full, and those between are linear.
void read_interval(const Config& config, const Json& known, double layers, Shape& shape) {
  const auto linear = known.find("linear_attention");
  const auto interval = config.number("full_attention_interval");
  if (!interval || interval->value == 0 || linear == known.end()) return;
  Told between = *interval;
  between.value = layers - std::floor(layers / interval->value);
  for (const Json& input : *linear) shape.tell_instead(input.get<std::string>(), between);
}

/// Every so many layers choose tokens anew, the first ones all; the others share the choice of the last before them.
void read_shared_choices(const Config& config, double layers, Shape& shape) {
  const auto every = config.number("index_topk_freq");
  if (!every || every->value < 2) return;
  const double first = std::min(layers, config.number("index_skip_topk_offset").value_or(Told{}).value);
  shape.tell_instead("indexers", Told{first + std::floor((layers - first) / every->value), every->field});
}

}  // namespace

LayerList read_kinds(const Config& config, Shape& shape) {
  for (const std::string& field : config.type().uncounted)
    if (const std::string value = config.text(field); !value.empty() && value != "0" && value != "false")
      config.refuse(field, fmt::format("a model where it is {} cannot be counted", value));
  const double layers = shape.value("layers");
  const Json known = words_of(config.type());
  if (!config.tells("layer_types")) read_interval(config, known["layer_types"], layers, shape);
  if (config.type().layers.contains("indexer_types") && !config.tells("indexer_types"))
    read_shared_choices(config, layers, shape);
  // A list that the type has stands in for those of the file only where there are none.
  const bool listed = std::any_of(
      known.items().begin(), known.items().end(), [&](const auto& each) { return config.file_tells(each.key()); });
  LayerList list;
  for (const auto& [field, words] : known.items()) {
    if (listed && !config.file_tells(field)) continue;
    std::map<std::string, double> counts;
    count(config, field, words, static_cast<std::size_t>(layers), counts);
    for (const auto& [input, number] : counts)
      if (number > 0) shape.tell_instead(input, Told{number, field, config.file_tells(field)});
    list.windows |= counts.contains("windowed_layers");
    list.chunks |= config.text(field).find("chunked_attention") != std::string::npos;
  }
  return list;
}

}  // namespace llmsize
