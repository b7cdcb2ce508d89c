// SPDX-License-Identifier: Apache-2.0
// Reads the config.json of a Hugging Face model into an entry of the catalog, or refuses what a transformer's formulas
// cannot count.
#pragma once

#include "core/catalog/catalog.hpp"

namespace llmsize {

/// Whether a document is such a config rather than an entry of ours.
bool is_hugging_face_config(const Json& json);

/// The entry of a config; the catalog tells what all models of a type have in common. `path` names the file in sources
/// and sentences. Throws BadInput: data.
Entry read_hugging_face(const Json& json, const Catalog& catalog, const std::string& path);

/// A config, completed by what hf_quant_config.json in its folder says of the weights where it says nothing itself.
/// Throws as `parse_json`.
Json with_quantisation_beside(Json config, const std::string& path);

}  // namespace llmsize
