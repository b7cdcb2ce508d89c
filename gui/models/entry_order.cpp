// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/entry_order.hpp"

#include <algorithm>

namespace llmsize::gui {
namespace {

std::string vendor_of(const Entry& entry) {
  const auto found =
      std::find_if(entry.words.begin(), entry.words.end(), [](const auto& word) { return word.first == "vendor"; });
  return found == entry.words.end() ? std::string() : found->second;
}

bool is_of_its_maker(std::string_view kind, std::string_view id, const Catalog& catalog) {
  try {
    const Entry& entry = catalog.entry(kind, id);
    const Fact* accelerator = entry.find("accelerator.id");
    return accelerator && vendor_of(entry) == vendor_of(catalog.entry("accelerators", accelerator->word));
  } catch (const BadInput&) {
    return false;
  }
}

}  // namespace

std::vector<std::string_view> entries_in_order(std::string_view kind, const Catalog& catalog) {
  std::vector<std::string_view> ids = catalog.ids(kind);
  std::stable_partition(
      ids.begin(), ids.end(), [&](std::string_view id) { return is_of_its_maker(kind, id, catalog); });
  return ids;
}

}  // namespace llmsize::gui
