// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/job.hpp"

#include "core/portfolio/schedule.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace llmsize {
namespace {

const OwnColumns own_columns{{"name", "start", "end", "duration"}, {"month", "months"}};

/// A month, and its year where the text names one; else 0.
struct MonthText {
  int month = 0, year = 0;
};

/// "3", "2027-03", "2027-03-01".
std::optional<MonthText> month_of_text(const std::string& text) {
  constexpr std::size_t year_and_month = 7;
  if (const auto day = parse_date(text.size() == year_and_month ? text + "-01" : text)) {
    const std::chrono::year_month_day date(*day);
    return MonthText{static_cast<int>(static_cast<unsigned>(date.month())), static_cast<int>(date.year())};
  }
  const auto number = parse(text, Unit::count);
  if (!number || *number < 1 || *number > months_of_year || *number != std::floor(*number)) return {};
  return MonthText{static_cast<int>(*number)};
}

/// "6" or "90d" as months.
std::optional<int> duration_of_text(const std::string& text) {
  constexpr double most = 1200;
  if (const auto number = parse(text, Unit::count))
    return *number >= 1 && *number <= most && *number == std::floor(*number) ? std::optional(static_cast<int>(*number))
                                                                             : std::nullopt;
  const auto time = parse(text, Unit::seconds);
  return time && *time > 0 && *time <= most * month_seconds ? std::optional(months_in(*time)) : std::nullopt;
}

/// Sets the mode of a row that has none: traffic makes it a service.
void take_mode(BatchRow& row, const Scenario& over) {
  constexpr ScenarioKey mode = "workload.mode";
  if (row.scenario.find(mode) || over.find(mode) || !says_any(row.scenario, {"serving.", "traffic."})) return;
  if (says_any(row.scenario, {"workload.tokens", "goal.deadline"}))
    refuse_contents(
        row.place, "training tokens or a deadline, and traffic: expected one of them",
        "fill the column mode: train, finetune or infer");
  row.scenario.set(mode, "infer", Giver{row.place, BadInput::Kind::data});
}

class JobReader {
 public:
  JobReader(const SheetRows& sheet, const Scenario& over) : sheet_(sheet), over_(over) {}

  PortfolioJob read(BatchRow row) {
    if (row.error.empty()) take_mode(row, over_);
    PortfolioJob job{sheet_.row(row, over_)};
    if (const auto start = month_in(row, "start")) job.start = *start;
    take_end(row, job);
    return job;
  }

  std::optional<int> year() const { return year_; }

 private:
  /// A month as a number from the January of the portfolio on; nothing where the cell is empty.
  std::optional<int> month_in(const BatchRow& row, std::string_view own) {
    const std::string cell = sheet_.cell(row, own);
    if (cell.empty()) return {};
    const auto month = month_of_text(sheet_.number(row, own));
    if (!month) refuse_value(sheet_.giver(row, own), cell, "a month from 1 to 12, or YYYY-MM");
    if (month->year == 0) return month->month;
    if (!year_) year_ = month->year;
    const int years = month->year - *year_;
    if (own == "end" ? years < 0 : years != 0)
      refuse_value(sheet_.giver(row, own), cell, fmt::format("a month of {}, the year of the dates before it", *year_));
    return years * months_of_year + month->month;
  }

  void take_end(const BatchRow& row, PortfolioJob& job) {
    const std::string end = sheet_.cell(row, "end"), duration = sheet_.cell(row, "duration");
    if (!job.serves()) {
      for (const std::string_view own : {"end", "duration"})
        if (const std::string cell = sheet_.cell(row, own); !cell.empty())
          refuse_value(
              sheet_.giver(row, own), cell, "an empty cell: a training takes the time that llmsize plans",
              "set the column deadline, or mode infer for a service");
      return;
    }
    if (!end.empty() && !duration.empty())
      refuse_value(sheet_.giver(row, "duration"), duration, "an empty cell: the row has an end");
    job.months = months_of_year - job.start + 1;
    if (const auto last = month_in(row, "end")) {
      if (*last < job.start) refuse_value(sheet_.giver(row, "end"), end, "a month not before the start");
      job.months = *last - job.start + 1;
    }
    if (duration.empty()) return;
    const auto months = duration_of_text(sheet_.number(row, "duration"));
    if (!months) refuse_value(sheet_.giver(row, "duration"), duration, "months (6) or a time (90d)");
    job.months = *months;
  }

  const SheetRows& sheet_;
  const Scenario& over_;
  std::optional<int> year_{};
};

}  // namespace

int months_in(double seconds) {
  constexpr double most = 1200;
  // A time of just so many months is not one more by the last digit of a division.
  return static_cast<int>(std::clamp(std::ceil(seconds / month_seconds - 1e-9), 1.0, most));
}

PortfolioSheet read_portfolio(WholeSheet sheet, const Scenario& over) {
  SheetRows rows(std::move(sheet), own_columns, "job");
  PortfolioSheet portfolio;
  JobReader reader(rows, over);
  for (BatchRow& row : rows.rows()) portfolio.jobs.push_back(reader.read(std::move(row)));
  portfolio.year = reader.year();
  return portfolio;
}

}  // namespace llmsize
