// SPDX-License-Identifier: Apache-2.0
// The list of pages, made from the files of this folder.
#include "core/pages/pages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {

const std::vector<PageKind>& page_kinds() {
  static const std::vector<PageKind> kinds = [] {
    std::vector<PageKind> all;
    for (const PageKind* kind : page_list) all.push_back(*kind);
    std::sort(all.begin(), all.end(), [](const PageKind& a, const PageKind& b) { return a.place < b.place; });
    return all;
  }();
  return kinds;
}

Page page_of(std::string_view id, const std::vector<Subject>& subjects, const Catalog& catalog) {
  std::vector<std::string_view> ids;
  for (const PageKind& kind : page_kinds()) {
    if (kind.id == id) return kind.make(subjects, catalog);
    ids.push_back(kind.id);
  }
  throw BadInput(
      BadInput::Kind::usage, fmt::format("there is no page {}; there are {}", in_quotes(id), fmt::join(ids, ", ")));
}

}  // namespace llmsize
