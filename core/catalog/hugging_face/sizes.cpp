// SPDX-License-Identifier: Apache-2.0
// Layers, widths and embeddings.
#include "core/catalog/hugging_face/shape.hpp"

#include <algorithm>

namespace llmsize {
namespace {

/// As many layers as the file says, or has words for.
Told decoder_layers(const Config& config) {
  const auto said = config.number("num_hidden_layers");
  if (said && said->in_file) return *said;
  for (const auto& [field, words] : config.type().layers.items())
    if (const std::string listed = config.text(field); !listed.empty())
      return {static_cast<double>(listed[0] == '[' ? config.list(field)->size() : listed.size()), field};
  return config.needed("num_hidden_layers");
}

/// Layers of a decoder, or of an encoder and a decoder together.
void read_stacks(const Config& config, Shape& shape) {
  if (shape.has("layers")) return;
  const Told layers = decoder_layers(config);
  if (!config.is("is_encoder_decoder")) return shape.tell("layers", layers);
  if (!config.may_lack("is_encoder_decoder"))
    config.refuse("is_encoder_decoder", "models of this type are decoder-only");
  Told both = config.number("num_decoder_layers").value_or(layers);
  both.value += layers.value;
  if (both.field != layers.field) both.field = layers.field + " + " + both.field;
  shape.tell("layers", both);
  shape.tell("encoder_layers", layers);
}

/// Whether every architecture that the file names ends where an output head would begin, as a model of embeddings does.
/// Code of a model's own may call a class with a head "Model".
bool is_headless(const Config& config) {
  const Json* names = config.tells("architectures") ? config.list("architectures") : nullptr;
  if (!names || names->empty() || config.tells("auto_map.AutoModelForCausalLM")) return false;
  return std::all_of(names->begin(), names->end(), [](const Json& name) {
    if (!name.is_string()) return false;
    const auto& text = name.get_ref<const std::string&>();
    return text.ends_with("Model") && !text.ends_with("HeadModel");
  });
}

}  // namespace

void read_sizes(const Config& config, Shape& shape) {
  if (!shape.has("hidden")) shape.tell("hidden", config.needed("hidden_size"));
  read_stacks(config, shape);
  shape.tell("vocabulary", config.needed("vocab_size"));
  shape.tell("max_sequence", config.number("max_position_embeddings"));
  if (is_headless(config)) shape.tell("output_head", Told{0, "architectures"});
  if (const auto tied = config.flag("tie_word_embeddings")) return shape.tell("tied_embeddings", *tied);
  // Where the file says null, transformers ties nothing.
  if (config.file().contains("tie_word_embeddings"))
    return shape.tell_because("tied_embeddings", 0, "tie_word_embeddings is null");
  shape.tell_because("tied_embeddings", 1, "assumed: tied by default in transformers");
  shape.note("tied embeddings are assumed, as tie_word_embeddings is missing");
}

}  // namespace llmsize
