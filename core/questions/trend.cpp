// SPDX-License-Identifier: Apache-2.0
// Scaling laws, compute-optimal sizes, the memory wall.
#include "core/questions/parts.hpp"

#include "core/quantity/print.hpp"

#include <algorithm>

namespace llmsize {
namespace {

/// The scenario once per year between the base year and the other.
AnsweredRows year_by_year(const Scenario& scenario, const Catalog& catalog) {
  AnsweredRows table{{"trend.year"}, rows_of_rooms({"trend"}), {}};
  const Case plan = complete(scenario, catalog);
  const double base = plan["trend.base_year"], other = plan["trend.year"];
  for (double year = std::min(base, other); year <= std::max(base, other); ++year) {
    Scenario then = scenario;
    then.set("trend.year", {year, {}}, exact(year), "trend");
    table.rows.push_back(answer_row({}, then, catalog, {table.results, false, {}, false}));
  }
  return table;
}

AnsweredQuestion ask_trend(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  AnsweredQuestion made = answered(asking, kind, as_said({}, said), catalog);
  made.more_rows = [said, &catalog] { return rows_json(year_by_year(said, catalog)); };
  return tell_unused(std::move(made), catalog);
}

}  // namespace

const QuestionKind trend_question{
    .name = "trend", .page = trends_page, .rooms = {"model", "scaling", "trend"}, .answered_by = ask_trend};

}  // namespace llmsize
