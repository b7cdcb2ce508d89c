// SPDX-License-Identifier: Apache-2.0
// The config.json of a model.
#include "core/catalog/hugging_face.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register hugging_face("hugging_face", [](std::string_view text) {
  static const Catalog catalog;
  const Json json = parse_json(text, "config.json");
  if (!is_hugging_face_config(json)) return;
  const Entry entry = read_hugging_face(json, catalog, "config.json");
  for (const Fact& fact : entry.facts) require(!fact.source.empty());
});

}  // namespace llmsize::fuzz
