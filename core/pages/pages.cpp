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

bool answers(const PageKind& kind, Asked asked) { return !kind.decisions.of(asked).empty(); }

std::string_view group_of(const PageKind& kind, Asked asked) {
  return asked == Asked::training || kind.service_group.empty() ? kind.group : kind.service_group;
}

std::vector<const PageKind*> pages_for(Asked asked, std::string_view also) {
  std::vector<const PageKind*> pages;
  for (const PageKind& kind : page_kinds())
    if (answers(kind, asked) || kind.id == also) pages.push_back(&kind);
  const auto place = [&](const PageKind* page) {
    const auto& all = page_kinds();
    return std::find_if(
        all.begin(), all.end(), [&](const PageKind& kind) { return kind.group == group_of(*page, asked); });
  };
  std::stable_sort(
      pages.begin(), pages.end(), [&](const PageKind* a, const PageKind* b) { return place(a) < place(b); });
  return pages;
}

const PageKind* find_page_kind(std::string_view id) {
  const auto& all = page_kinds();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PageKind& kind) { return kind.id == id; });
  return found == all.end() ? nullptr : &*found;
}

Page refused_page(Page page, std::string title, std::string why) {
  page.title = std::move(title);
  page.verdict = Page::Verdict::incomplete;
  page.verdict_label = "Cannot be evaluated";
  page.sentence = std::move(why);
  page.findings.clear();
  page.charts.clear();
  for (Figure& each : page.figures)
    if (!each.known) each.qualifier = "not evaluated";
  return page;
}

Page page_of(std::string_view id, const std::vector<Subject>& subjects, const Catalog& catalog) {
  if (const PageKind* kind = find_page_kind(id)) return kind->make(subjects, catalog);
  std::vector<std::string_view> ids;
  for (const PageKind& kind : page_kinds()) ids.push_back(kind.id);
  throw BadInput(
      BadInput::Kind::usage, fmt::format("unknown page {}: expected one of {}", in_quotes(id), fmt::join(ids, ", ")));
}

}  // namespace llmsize
