// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/job.hpp"

#include "core/inputs/list.hpp"
#include "core/portfolio/schedule.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/parse.hpp"
#include "core/scenario/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view own_columns[] = {"name", "start", "end", "duration"};

/// "start" of "Start" and "Start (month)"; empty for any other header.
std::string_view own_column(std::string_view header) {
  std::string name(header);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const std::string_view unit : {" (month)", " (months)"})
    if (name.ends_with(unit)) name = name.substr(0, name.size() - unit.size());
  const auto found = std::find(std::begin(own_columns), std::end(own_columns), name);
  return found == std::end(own_columns) ? std::string_view{} : *found;
}

/// Cells of the columns that only portfolios have.
class OwnCells {
 public:
  OwnCells(const std::vector<std::string>& header, const std::string& source) : header_(header) {
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string_view own = own_column(header[i]);
      if (own.empty()) continue;
      auto& place = places_[at(own)];
      if (place)
        refuse_contents(
            source,
            fmt::format("column {} says the same as column {}", in_quotes(header[i]), in_quotes(header[*place])));
      place = i;
    }
  }

  std::string of(const BatchRow& row, std::string_view own) const {
    const auto& place = places_[at(own)];
    return place ? row.cells[*place] : std::string{};
  }
  Giver giver(const BatchRow& row, std::string_view own) const {
    const auto& place = places_[at(own)];
    return {fmt::format("{}, column {}", row.place, in_quotes(place ? header_[*place] : own)), BadInput::Kind::data};
  }

 private:
  static std::size_t at(std::string_view own) {
    return static_cast<std::size_t>(
        std::find(std::begin(own_columns), std::end(own_columns), own) - std::begin(own_columns));
  }

  const std::vector<std::string>& header_;
  std::array<std::optional<std::size_t>, std::size(own_columns)> places_{};
};

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

bool says_any(const Scenario& scenario, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(scenario.all().begin(), scenario.all().end(), [&](const auto& each) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
      return each.first.starts_with(beginning);
    });
  });
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
  JobReader(const Batch& batch, const std::string& source, const Scenario& over)
      : own_(batch.header, source), over_(over) {}

  PortfolioJob read(BatchRow row) {
    if (!row.error.empty()) throw BadInput(BadInput::Kind::data, row.error);
    take_mode(row, over_);
    for (const auto& [key, said] : over_.all()) row.scenario.set(key, said.value, said.text, said.giver);
    if (!says_any(row.scenario, {"model"}))
      refuse_contents(row.place, "expected a model", "fill the column model, or set --model");
    PortfolioJob job{own_.of(row, "name"), row.place, row.scenario};
    if (const Scenario::Said* model = row.scenario.find("model"); job.name.empty() && model) job.name = model->text;
    if (job.name.empty()) job.name = row.place.substr(row.place.rfind(": ") + 2);
    if (const auto start = month_in(row, "start")) job.start = *start;
    take_end(row, job);
    return job;
  }

  std::optional<int> year() const { return year_; }

 private:
  /// A month as a number from the January of the portfolio on; nothing where the cell is empty.
  std::optional<int> month_in(const BatchRow& row, std::string_view own) {
    const std::string cell = own_.of(row, own);
    if (cell.empty()) return {};
    const auto month = month_of_text(cell);
    if (!month) refuse_value(own_.giver(row, own), cell, "a month from 1 to 12, or YYYY-MM");
    if (month->year == 0) return month->month;
    if (!year_) year_ = month->year;
    const int years = month->year - *year_;
    if (own == "end" ? years < 0 : years != 0)
      refuse_value(own_.giver(row, own), cell, fmt::format("a month of {}, the year of the dates before it", *year_));
    return years * months_of_year + month->month;
  }

  void take_end(const BatchRow& row, PortfolioJob& job) {
    const std::string end = own_.of(row, "end"), duration = own_.of(row, "duration");
    if (!job.serves()) {
      for (const std::string_view own : {"end", "duration"})
        if (const std::string cell = own_.of(row, own); !cell.empty())
          refuse_value(
              own_.giver(row, own), cell, "an empty cell: a training takes the time that llmsize plans",
              "set the column deadline, or mode infer for a service");
      return;
    }
    if (!end.empty() && !duration.empty())
      refuse_value(own_.giver(row, "duration"), duration, "an empty cell: the row has an end");
    job.months = months_of_year - job.start + 1;
    if (const auto last = month_in(row, "end")) {
      if (*last < job.start) refuse_value(own_.giver(row, "end"), end, "a month not before the start");
      job.months = *last - job.start + 1;
    }
    if (duration.empty()) return;
    const auto months = duration_of_text(duration);
    if (!months) refuse_value(own_.giver(row, "duration"), duration, "months (6) or a time (90d)");
    job.months = *months;
  }

  OwnCells own_;
  const Scenario& over_;
  std::optional<int> year_{};
};

void refuse_unknown_columns(const Batch& batch, const std::string& source) {
  for (const BatchRow& row : batch.rows)
    for (const auto& [name, cell] : row.carried) {
      const std::string_view header = std::string_view(name).substr(2);
      std::vector<std::string_view> candidates = scenario_keys();
      candidates.insert(candidates.end(), std::begin(own_columns), std::end(own_columns));
      const std::string meant = did_you_mean(header, candidates);
      refuse_contents(
          source, fmt::format("unknown column {}", in_quotes(header)),
          meant.empty() ? "list inputs with 'llmsize catalog inputs'" : meant);
    }
}

}  // namespace

int months_in(double seconds) {
  constexpr double most = 1200;
  // A time of just so many months is not one more by the last digit of a division.
  return static_cast<int>(std::clamp(std::ceil(seconds / month_seconds - 1e-9), 1.0, most));
}

PortfolioSheet read_portfolio(std::string_view text, const std::string& source, const Scenario& over) {
  Batch batch = read_batch(text, source, [](std::string_view header) { return !own_column(header).empty(); });
  refuse_unknown_columns(batch, source);
  std::erase_if(batch.rows, [](const BatchRow& row) {
    return std::all_of(row.cells.begin(), row.cells.end(), [](const std::string& cell) { return cell.empty(); });
  });
  if (batch.rows.empty()) refuse_contents(source, "expected a row per job, found none");
  PortfolioSheet sheet;
  JobReader reader(batch, source, over);
  for (BatchRow& row : batch.rows) sheet.jobs.push_back(reader.read(std::move(row)));
  sheet.year = reader.year();
  return sheet;
}

}  // namespace llmsize
