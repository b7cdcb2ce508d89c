// SPDX-License-Identifier: Apache-2.0
#include "core/questions/sheet.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <utility>

namespace llmsize {
namespace {

ToldInSheet told_by(const SheetAsking& asking) {
  if (!asking.results.empty())
    return {asking.results, asking.ranges ? asking.results : std::vector<const ResultRow*>{}, {}};
  ToldInSheet told = told_to_buyers(asked_of(asking.over));
  if (asking.ranges) told.ranged = told.results;
  return told;
}

}  // namespace

AskedSheet::AskedSheet(
    const CsvRow& header, char separator, const std::string& source, SheetAsking asking, const Catalog& catalog)
    : source_(source),
      columns_(told_by(asking), asking.units),
      over_(asking.over),
      answers_(catalog, columns_, std::move(asking.over)),
      said_(header, separator, source, [this](std::string_view name) { return columns_.is_answer(name); }) {}

std::vector<std::string> AskedSheet::kept(const std::vector<std::string>& cells) const {
  std::vector<std::string> own;
  own.reserve(said_.kept().size());
  for (const std::size_t i : said_.kept()) own.push_back(cells[i]);
  return own;
}

std::vector<std::string> AskedSheet::header() const {
  std::vector<std::string> names = kept(said_.header());
  names.insert(names.end(), answers().begin(), answers().end());
  return names;
}

std::vector<std::string> AskedSheet::warnings() const {
  std::vector<std::string> all = said_.warnings(), replaced = notes_of_replaced(said_.header(), source_, over_);
  for (const std::string& name : said_.header())
    if (name == "status" || name == "message")
      replaced.push_back(fmt::format(
          "{}: column {} is that of the answers now; under another name it is kept", source_, in_quotes(name)));
    else if (columns_.is_answer(name))
      return all;  // the sheet was answered before: its status is no column of the user's
  all.insert(all.end(), replaced.begin(), replaced.end());
  return all;
}

AskedSheet::Row AskedSheet::answered(CsvRow row) const {
  BatchRow said = said_.read(std::move(row));
  SheetAnswers::Row answer = answers_.of(said);
  if (said.error.empty()) said_.replace(said.cells, over_);
  return {kept(said.cells), std::move(answer.cells), answer.status, answer.passes};
}

AnsweredTable answered_table(
    const Table& table, const std::string& source, SheetAsking asking, const Catalog& catalog) {
  const AskedSheet sheet({1, table.header}, ',', source, std::move(asking), catalog);
  AnsweredTable made{{sheet.answers(), {}}, sheet.warnings()};
  made.answers.rows.resize(table.rows.size());
  tbb::parallel_for(std::size_t{0}, table.rows.size(), [&](std::size_t i) {
    made.answers.rows[i] = sheet.answered({i + 2, table.rows[i]}).answers;
  });
  return made;
}

}  // namespace llmsize
