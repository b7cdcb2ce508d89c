// SPDX-License-Identifier: Apache-2.0
// Storage guidelines beside a scenario.
#include "core/pages/checkpoint_charts.hpp"
#include "core/tables/storage_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

/// "DGX SuperPOD H100 guideline" of "DGX SuperPOD H100 guideline, Better".
std::string family_of(const std::string& name) { return name.substr(0, name.rfind(", ")); }

/// Whether a family speaks of a word of the system's name: "H100".
bool is_about(const std::string& family, std::string_view system) {
  while (!system.empty()) {
    const std::string_view word = system.substr(0, system.find(' '));
    if (word.find_first_of("0123456789") != std::string_view::npos && family.find(word) != std::string::npos)
      return true;
    system.remove_prefix(std::min(system.size(), word.size() + 1));
  }
  return false;
}

}  // namespace

std::vector<Guideline> guidelines_for(const Around& around) {
  std::map<std::string, std::vector<Guideline>> families;
  const AnsweredRows rows = guideline_rows(
      around.scenario(), around.catalog(), {&result_row("tier.store_write_rate"), &result_row("tier.store_read_rate")});
  for (const AnsweredRow& row : rows.rows) {
    if (!row.inputs) continue;
    const std::string name = row.inputs->names.at("storage.id");
    const double write = row.answer.find("tier.store_write_rate")->value,
                 read = row.answer.find("tier.store_read_rate")->value;
    if (std::isfinite(write) && std::isfinite(read))
      families[family_of(name)].push_back({name.substr(name.rfind(", ") + 2), write, read});
  }
  if (families.empty()) return {};
  auto chosen = std::find_if(families.begin(), families.end(), [&](const auto& family) {
    return is_about(family.first, around.name("cluster.system"));
  });
  if (chosen == families.end())
    chosen = std::max_element(families.begin(), families.end(), [](const auto& a, const auto& b) {
      return a.second.size() < b.second.size();
    });
  std::sort(chosen->second.begin(), chosen->second.end(), [](const Guideline& a, const Guideline& b) {
    return a.write < b.write;
  });
  return chosen->second;
}

}  // namespace llmsize
