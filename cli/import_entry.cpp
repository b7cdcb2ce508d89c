// SPDX-License-Identifier: Apache-2.0
#include "cli/import_entry.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <filesystem>

namespace llmsize::cli {
namespace {

std::string shown(const Fact& fact) {
  return fact.number ? pretty(*fact.number, find_input(fact.key)->unit) : fact.word;
}

std::string label(const Fact& fact) {
  const InputAbout* about = find_input(fact.key);
  return std::string(about ? about->label : find_choice(fact.key)->label);
}

}  // namespace

void name_by_output(const Common& options, Entry& entry) {
  if (goes_to_file(options)) entry.id = std::filesystem::path(options.output_file).stem().string();
}

std::vector<Listed> listed_facts(const Entry& entry) {
  std::vector<Listed> rows;
  rows.reserve(entry.facts.size());
  for (const Fact& fact : entry.facts) rows.push_back({label(fact), shown(fact), fact.source});
  return rows;
}

Table facts_table(const Entry& entry) {
  Table table{{"key", "value", "source"}, {}};
  for (const Fact& fact : entry.facts)
    table.rows.push_back({fact.key, fact.number ? exact(*fact.number) : fact.word, fact.source});
  return table;
}

}  // namespace llmsize::cli
