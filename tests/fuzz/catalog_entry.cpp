// SPDX-License-Identifier: Apache-2.0
// Entries of a user's catalog, under the schema of their kind.
#include "core/catalog/catalog.hpp"
#include "core/catalog/schema.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register catalog_entry("catalog_entry", [](std::string_view text) {
  const Json json = parse_json(text, "entry.json");
  const Entry entry = read_entry(json, "systems", "entry.json");
  for (const Fact& fact : entry.facts) require(!fact.source.empty() && !fact.key.empty());
  for (const std::string_view kind : Catalog::kinds()) done([&] { check_schema(kind, json, "entry.json"); });
});

}  // namespace llmsize::fuzz
