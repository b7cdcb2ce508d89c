// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/release.hpp"

#include <algorithm>

namespace llmsize {

std::string_view base_of_release(std::string_view id) { return id.substr(0, id.find('@')); }

std::string_view release_in_id(std::string_view id) {
  const auto at = id.find('@');
  return at == std::string_view::npos ? std::string_view{} : id.substr(at + 1);
}

std::vector<std::string_view> releases_of(const Catalog& catalog, std::string_view software) {
  std::vector<std::string_view> all = catalog.ids("software");
  std::erase_if(all, [&](std::string_view id) { return id == software || base_of_release(id) != software; });
  std::sort(all.begin(), all.end());
  return all;
}

std::string at_release(const Catalog& catalog, const std::string& software, std::string_view release) {
  const auto all = releases_of(catalog, software);
  if (all.empty() || release.empty()) return software;
  const auto after =
      std::find_if(all.begin(), all.end(), [&](std::string_view id) { return release_in_id(id) > release; });
  return std::string(after == all.begin() ? all.front() : *(after - 1));
}

}  // namespace llmsize
