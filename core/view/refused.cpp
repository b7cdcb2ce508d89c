// SPDX-License-Identifier: Apache-2.0
#include "core/view/refused.hpp"

#include "core/catalog/catalog.hpp"
#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// Whether an entry is in the catalog; a file of an own entry is there or tells why not.
bool has_entry(const Catalog& catalog, std::string_view kind, const std::string& id) {
  try {
    catalog.entry(kind, id);
    return true;
  } catch (const BadInput& error) {
    return error.kind() != BadInput::Kind::unknown_id;
  }
}

}  // namespace

Refused refused(std::string why, const Scenario& said, const Catalog& catalog) {
  Refused all{std::move(why)};
  for (const Reference* reference : references()) {
    const Scenario::Said* each = said.find(reference->key);
    if (!each || has_entry(catalog, reference->kind, each->value.word)) continue;
    all.key = std::string(reference->key);
    for (const std::string_view id : nearest(each->value.word, catalog.ids(reference->kind)))
      all.remedies.push_back(
          {fmt::format("Use {}", catalog.entry(reference->kind, id).name), {{}, {{all.key, std::string(id)}}}});
    return all;
  }
  // Messages name what they refuse by its key or by who gave it.
  for (const auto& [key, each] : said.all())
    if (all.why.find(key) != std::string::npos || all.why.find(each.giver + " ") != std::string::npos) {
      all.key = key;
      break;
    }
  return all;
}

}  // namespace llmsize
