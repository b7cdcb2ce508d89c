// SPDX-License-Identifier: Apache-2.0
// Layers, widths and embeddings.
#include "core/catalog/hugging_face/shape.hpp"

namespace llmsize {
namespace {

/// Layers of a decoder, or of an encoder and a decoder together.
void read_stacks(const Config& config, Shape& shape) {
  if (shape.has("layers")) return;
  const Told layers = config.needed("num_hidden_layers");
  if (!config.is("is_encoder_decoder")) return shape.tell("layers", layers);
  if (!config.may_lack("is_encoder_decoder"))
    config.refuse("is_encoder_decoder", "models of this type have a decoder alone");
  Told both = config.number("num_decoder_layers").value_or(layers);
  both.value += layers.value;
  if (both.field != layers.field) both.field = layers.field + " + " + both.field;
  shape.tell("layers", both);
  shape.tell("encoder_layers", layers);
}

}  // namespace

void read_sizes(const Config& config, Shape& shape) {
  if (!shape.has("hidden")) shape.tell("hidden", config.needed("hidden_size"));
  read_stacks(config, shape);
  shape.tell("vocabulary", config.needed("vocab_size"));
  shape.tell("max_sequence", config.number("max_position_embeddings"));
  if (const auto tied = config.flag("tie_word_embeddings")) return shape.tell("tied_embeddings", *tied);
  // Where the file says null, transformers ties nothing.
  if (config.file().contains("tie_word_embeddings"))
    return shape.tell_because("tied_embeddings", 0, "tie_word_embeddings is null");
  shape.tell_because(
      "tied_embeddings", 1, "assumed: transformers ties embeddings where neither file nor type says otherwise");
  shape.note("tied embeddings are assumed, as tie_word_embeddings is missing");
}

}  // namespace llmsize
