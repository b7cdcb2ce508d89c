// SPDX-License-Identifier: Apache-2.0
// What a config.json leaves unsaid because it is the same for every model of its type: one file of presets/model-types.
#pragma once

#include "core/catalog/catalog.hpp"

namespace llmsize {

struct ModelType {
  std::string id, name, source, confidence;
  Json config = Json::object();  ///< defaults of Hugging Face's fields; null where the field may be missing
  Json model = Json::object();   ///< inputs of ours: a number, flag or word, or the fields that tell it:
                                 ///< "max_position_embeddings + 2"
  Json when = Json::object();    ///< field, then value, then the inputs that this value changes
  std::string refused;           ///< why models of the type cannot be counted; empty where they can
  std::string left_out;          ///< parts of the model that are not counted
  std::string notes;
  Json layers = Json::object();        ///< a field that has a word per layer, then word, then the inputs that count
                                       ///< layers of that word: "mamba": ["state_space_layers"]
  std::vector<std::string> uncounted;  ///< fields of what is not counted: a model that has it is refused
};

/// The type of an id, with what it takes over from the type it is `like`. Throws BadInput: data.
std::optional<ModelType> find_model_type(const Catalog& catalog, std::string_view id);

}  // namespace llmsize
