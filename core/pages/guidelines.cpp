// SPDX-License-Identifier: Apache-2.0
// Storage guidelines beside a scenario.
#include "core/catalog/entry_words.hpp"
#include "core/pages/checkpoint_charts.hpp"
#include "core/tables/storage_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

/// Guidelines of one architecture, from the least to the most.
struct Architecture {
  std::string about;  ///< a word of the names of its systems: "H100"
  std::vector<Guideline> levels{};
};

bool has_word(std::string_view name, std::string_view word) {
  while (!name.empty()) {
    const std::string_view each = name.substr(0, name.find(' '));
    if (each == word) return true;
    name.remove_prefix(std::min(name.size(), each.size() + 1));
  }
  return false;
}

}  // namespace

std::vector<Guideline> guidelines_for(const Around& around) {
  std::map<std::string, Architecture> families;
  const AnsweredRows rows = guideline_rows(
      around.scenario(), around.catalog(), {&result_row("tier.store_write_rate"), &result_row("tier.store_read_rate")});
  for (const AnsweredRow& row : rows.rows) {
    if (!row.inputs) continue;
    const Entry& entry = around.catalog().entry("guidelines", row.inputs->words.at("storage.id"));
    const double write = row.answer.find("tier.store_write_rate")->value,
                 read = row.answer.find("tier.store_read_rate")->value;
    if (!std::isfinite(write) || !std::isfinite(read)) continue;
    Architecture& family = families[word_of(entry, "family")];
    family.about = word_of(entry, "about");
    const std::string level = word_of(entry, "level");
    family.levels.push_back({level.empty() ? entry.name : level, write, read});
  }
  if (families.empty()) return {};
  auto chosen = std::find_if(families.begin(), families.end(), [&](const auto& family) {
    return has_word(around.name("cluster.system"), family.second.about);
  });
  if (chosen == families.end())
    chosen = std::max_element(families.begin(), families.end(), [](const auto& a, const auto& b) {
      return a.second.levels.size() < b.second.levels.size();
    });
  std::vector<Guideline>& levels = chosen->second.levels;
  std::sort(levels.begin(), levels.end(), [](const Guideline& a, const Guideline& b) { return a.write < b.write; });
  return levels;
}

}  // namespace llmsize
