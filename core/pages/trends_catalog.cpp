// SPDX-License-Identifier: Apache-2.0
// Reads years and sizes out of the catalog.
#include "core/pages/trends_catalog.hpp"

#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace llmsize {
namespace {

double year_of(const Entry& entry) {
  if (const Fact* year = entry.find("model.year"); year && year->number) return *year->number;
  double year = absent;
  for (const auto& [word, text] : entry.words)
    if (word == "year") std::from_chars(text.data(), text.data() + text.size(), year);
  return year;
}

std::vector<Dated> sorted(std::vector<Dated> all) {
  std::erase_if(all, [](const Dated& each) { return is_absent(each.year) || !std::isfinite(each.amount); });
  std::stable_sort(all.begin(), all.end(), [](const Dated& a, const Dated& b) {
    return a.year != b.year ? a.year < b.year : a.amount > b.amount;
  });
  return all;
}

}  // namespace

std::vector<Dated> dated_models(const Catalog& catalog) {
  std::vector<Dated> all;
  for (const std::string_view id : catalog.ids("models")) {
    const Entry& entry = catalog.entry("models", id);
    if (is_absent(year_of(entry))) continue;
    Scenario scenario;
    scenario.set("model", std::string(id), Giver{"catalog"});
    const Case plan = complete(scenario, catalog);
    all.push_back(
        {entry.id, entry.name, year_of(entry), result_row("model.parameters").value(Once(plan.values, dependents()))});
  }
  return sorted(std::move(all));
}

std::vector<Dated> dated_accelerators(const Catalog& catalog) {
  std::vector<Dated> all;
  for (const std::string_view id : catalog.ids("accelerators")) {
    const Entry& entry = catalog.entry("accelerators", id);
    const Fact* memory = entry.find("accelerator.memory_label");
    if (memory && memory->number) all.push_back({entry.id, entry.name, year_of(entry), *memory->number});
  }
  return sorted(std::move(all));
}

std::vector<Dated> largest_by_year(const std::vector<Dated>& all) {
  std::vector<Dated> largest;
  for (const Dated& each : all)
    if (largest.empty() || largest.back().year != each.year) largest.push_back(each);
  return largest;
}

std::vector<Dated> records(const std::vector<Dated>& all) {
  std::vector<Dated> found;
  for (const Dated& each : all)
    if (found.empty() || each.amount > found.back().amount) found.push_back(each);
  return found;
}

}  // namespace llmsize
