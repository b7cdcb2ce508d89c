// SPDX-License-Identifier: Apache-2.0
// Scaling laws, and the trend year by year.
#include "core/pages/trends_catalog.hpp"
#include "core/quantity/print.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr InputKey last_year = "trend.year", first_year = "trend.base_year";

Chart years_chart(const Around& around) {
  Grid grid{{"", "Parameters", "GPUs", "GPU memory", "Memory wall", "Storage bandwidth", "Storage capacity"}, {}};
  const double from = around.input(first_year), to = around.input(last_year);
  for (double year = std::min(from, to); year <= std::max(from, to); ++year) {
    const Moves moves{{last_year, year}};
    const Once values = around.at(moves);
    Grid::Row row{{{pretty(year, Unit::year), false, {}}}, year == to};
    for (const ResultKey id : std::initializer_list<ResultKey>{
             "trend.parameters", "trend.gpus", "trend.gpu_memory", "trend.memory_wall", "trend.bandwidth_factor",
             "trend.capacity_factor"}) {
      const double value = finite_or_absent(result_row(id).value(values));
      const bool times = id == "trend.memory_wall" || id.text().ends_with("_factor");
      const std::string shown = pretty(value, result_row(id).about->unit);
      row.cells.push_back(sourced_cell(
          times && !is_absent(value) ? fmt::format("×{}", shown) : shown,
          is_absent(value) ? Source{} : around.source(id, moves), value));
    }
    grid.rows.push_back(std::move(row));
  }
  Chart chart{
      "trends.years", fmt::format("From {} to {}, extrapolated", around.shown(first_year), around.shown(last_year)),
      "GPUs for the model states on trend; multiples of the base year", std::move(grid)};
  chart.wide = true;
  return chart;
}

}  // namespace

std::string budget_text(const Around& around) {
  return is_absent(around.input("scaling.budget")) ? std::string("a budget") : around.shown("scaling.budget");
}

void add_trends_numbers(const Around& around, Page& page) {
  if (around.result("trend.years") > 0 && around.knows("trend.parameters")) page.charts.push_back(years_chart(around));
  Numbers numbers(around);
  numbers.group(fmt::format("Compute-optimal for {}, fit {}", budget_text(around), around.word("scaling.fit")));
  const std::string per_parameter = fmt::format("{} per parameter", around.shown("scaling.tokens_per_parameter"));
  numbers.add("scaling.optimal_parameters");
  numbers.add("scaling.optimal_tokens", around.knows("scaling.tokens_per_parameter") ? per_parameter : std::string{});
  numbers.add("scaling.optimal_loss");
  numbers.group("This model");
  for (const ResultKey id :
       std::initializer_list<ResultKey>{"model.parameters", "scaling.model_work", "scaling.model_loss"})
    numbers.add(id);
  numbers.group("Kaplan 2020 (non-embedding parameters)");
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "scaling.kaplan_optimal_parameters", "scaling.kaplan_optimal_tokens", "scaling.kaplan_compute_loss",
           "scaling.kaplan_model_loss", "scaling.kaplan_data_loss"})
    numbers.add(id);
  std::move(numbers).add_to(page, "trends.numbers", "Scaling laws", "Compute-optimal parameters and tokens");
}

}  // namespace llmsize
