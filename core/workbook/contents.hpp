// SPDX-License-Identifier: Apache-2.0
// What the sheets of a workbook are written from.
#pragma once

#include "core/answer/answer.hpp"
#include "core/order/order.hpp"
#include "core/view/state.hpp"
#include "core/workbook/book.hpp"
#include "core/workbook/live_workbook.hpp"
#include "core/workbook/numbers.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// Results under a heading.
struct ResultGroup {
  std::string_view title;
  std::vector<const ResultRow*> rows;
};

/// The headings of some results, each under that of its room.
std::vector<ResultGroup> grouped(const std::vector<const ResultRow*>& rows);

/// A limit that holds where its margin is not negative.
struct LiveLimit {
  const FindingAbout* about;
  std::string cell;  ///< the name of the margin
  double margin;
};

/// A result with its range, and what moves it.
struct RangedResult {
  const ResultRow* row;
  double value, p10, p90;
  std::map<InputKey, double> shares;  ///< of the variance of its logarithm
  /// What each input adds to its logarithm at the likeliest point where the result is at its P90.
  std::map<InputKey, double> reach;
};

/// Time and price of the training on more and fewer nodes with the same parallelism; absent where not known.
struct SizeRow {
  double nodes, time, capex;
};

/// A case beside the first.
struct LiveVariant {
  LiveVariant(std::string label, const Subject& subject, const Catalog& catalog, LiveNumbers& base, std::size_t number);

  std::string label;
  Case plan;
  LiveNumbers numbers;
};

struct Contents {
  Contents(const Subject& subject, const Catalog& catalog, const WorkbookOptions& options);

  const Subject& subject;
  const Catalog& catalog;
  Case plan;
  Around around;
  Asked asked;
  std::string title, subtitle;
  std::string sentence{};  ///< the verdict at the plan; empty where somebody named the results
  std::vector<ResultGroup> groups;
  Answer answer;  ///< of the shown results, without ranges
  std::vector<RangedResult> ranged;
  std::vector<LiveLimit> limits;
  std::vector<OrderRow> order;
  std::vector<SizeRow> sizes;                             ///< of a training, by nodes
  std::vector<std::pair<std::string, Stack::Bar>> parts;  ///< wholes and their parts, by the title of their chart
  LiveNumbers numbers;
  bool named = false;                                  ///< somebody named the results that are shown
  std::string label;                                   ///< of the case among its variants
  std::vector<std::unique_ptr<LiveVariant>> variants;  ///< each at its place: numbers point to their case

  /// By which the scenarios low and high are told: the first ranged result of the question; nullptr where none is.
  const RangedResult* leading() const;
  /// The range of a result, or nullptr.
  const RangedResult* range_of(ResultKey key) const;
};

/// The unit in which people read a number, and its size in base units.
struct ReadUnit {
  std::string unit;
  double size;
  std::string format;
  std::span<const std::string_view> words{};  ///< what numbers stand for

  /// The unit, or the word that a named cell stands for.
  void write(Sheet& sheet, CellPlace place, const std::string& cell, double value) const;
  double of(double base_units) const { return base_units / size; }
  /// The formula of a named cell in this unit.
  std::string of(const std::string& cell) const;
};
ReadUnit reading(double value, const About& about);
ReadUnit reading(double value, const InputAbout& about);

/// A number as a formula: the shortest that reads back the same.
std::string constant(double value);
/// A text within the quotes of a formula.
std::string in_formula(std::string_view text);

/// Names of cells that formulas of several sheets read.
inline constexpr std::string_view changed_cell = "workbook.changed", command_cell = "workbook.command",
                                  level_cell = "workbook.level", checks_range = "workbook.checks",
                                  order_sum_cell = "workbook.order_sum";
/// The cell of a price on the sheet Bill of materials; empty where the input is none that is bought.
std::string price_cell(const std::vector<OrderRow>& order, InputKey key);
/// An end of a range as a formula: it moves with its value, and with the spreads of assumptions along the slopes at the
/// plan.
std::string range_end(const RangedResult& ranged, double end, const ReadUnit& read);
/// Where a shown result stands on the sheet Results.
CellPlace place_on_results(const Contents& contents, ResultKey key);
/// The cell of the exponent by which a range follows the spreads of assumptions.
std::string spread_cell(ResultKey key);

/// The bytes of the workbook.
std::string written(const Contents& contents);

void add_answer_sheet(Book& book, const Contents& contents);
void add_checks_sheet(Book& book, const Contents& contents);
/// How many checks there are, and how many fail or warn at the plan.
struct CheckCount {
  std::size_t all, broken;
};
CheckCount checks_at_plan(const Contents& contents);
void add_inputs_sheet(Book& book, const Contents& contents);
void add_assumptions_sheet(Book& book, const Contents& contents);
void add_results_sheet(Book& book, const Contents& contents);
/// Nothing where there are no variants.
void add_compare_sheet(Book& book, const Contents& contents);
void add_breakdown_sheet(Book& book, const Contents& contents);
/// Nothing where there are less than two sizes.
void add_sizes_sheet(Book& book, const Contents& contents);
void add_order_sheet(Book& book, const Contents& contents);
void add_sources_sheet(Book& book, const Contents& contents);
void add_steps_sheet(Book& book, const Contents& contents);

}  // namespace llmsize
