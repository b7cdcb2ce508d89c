// SPDX-License-Identifier: Apache-2.0
#include "core/questions/row_options.hpp"

#include "core/verdict/concern.hpp"

#include <algorithm>
#include <map>

namespace llmsize {
namespace {

/// What options do in rows.
struct RowOptions {
  std::vector<std::string> acting;                   ///< keys of those that move something in any row
  std::map<std::string, const AnsweredRow*> unused;  ///< the others, with a row in which they move nothing
};

/// A row as a subject, with what a planner chose for it.
Subject subject_of(const AnsweredRow& row) { return {row.name, row.scenario, row.chosen.value_or(row.scenario)}; }

/// What is shown of a row; of findings those that its verdict tells.
Shown shown_of(const AnsweredRow& row, const std::vector<const ResultRow*>& results, bool planned) {
  Shown shown{numbers_of(results), {}, {}, planned};
  shown.certain = tells_certain_nodes(results);
  for (const FoundFinding& each : row.answer.findings)
    if (each.severity != Severity::info) shown.findings.push_back(each.about);
  for (const ResultRow* result : results)
    if (const Result* told = row.answer.find(result->about->id); told && !result->about->teller.empty())
      shown.told.push_back({result->key, told->value});
  return shown;
}

/// Asked of rows evenly apart where there are many: each is answered anew for every option.
RowOptions options_of_rows(const AnsweredRows& table, const Catalog& catalog, bool planned) {
  constexpr std::size_t most = 100;
  const std::size_t apart = (table.rows.size() + most - 1) / most;
  RowOptions all;
  for (std::size_t i = 0; i < table.rows.size(); i += apart) {
    const AnsweredRow& row = table.rows[i];
    if (!row.inputs) continue;
    const SaidOptions here = said_options(subject_of(row), catalog, shown_of(row, table.results, planned));
    all.acting.insert(all.acting.end(), here.acting.begin(), here.acting.end());
    std::vector<std::string> unused = here.unused;
    drop_unjudged(row.answer.findings, unused);
    for (const std::string& key : unused) all.unused.emplace(key, &row);
    for (const std::string& key : all.acting) all.unused.erase(key);
    if (all.unused.empty()) break;
  }
  return all;
}

}  // namespace

void drop_unjudged(const std::vector<FoundFinding>& findings, std::vector<std::string>& unused) {
  for (const FoundFinding& each : findings)
    if (each.id == "goal.unjudged") std::erase(unused, each.fields.front());
}

std::vector<NumberId> numbers_of(const std::vector<const ResultRow*>& rows) {
  std::vector<NumberId> numbers;
  numbers.reserve(rows.size());
  for (const ResultRow* row : rows) numbers.emplace_back(row->key);
  return numbers;
}

void drop_heard(const AnsweredRows& rows, const Catalog& catalog, std::vector<std::string>& unused) {
  for (const AnsweredRow& row : rows.rows) drop_unjudged(row.answer.findings, unused);
  const RowOptions in_rows = options_of_rows(rows, catalog, false);
  std::erase_if(unused, [&](const auto& key) {
    return std::find(in_rows.acting.begin(), in_rows.acting.end(), key) != in_rows.acting.end();
  });
}

std::vector<FoundFinding> unused_of_all(const AnsweredRows& rows, const Catalog& catalog) {
  std::vector<FoundFinding> all;
  for (const auto& [key, row] : options_of_rows(rows, catalog, rests_on_layout(rows.results)).unused)
    for (FoundFinding& each : unused_findings(as_said({}, row->scenario), catalog, {key}))
      all.push_back(std::move(each));
  return all;
}

}  // namespace llmsize
