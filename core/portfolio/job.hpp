// SPDX-License-Identifier: Apache-2.0
// Jobs that share a cluster: a sheet with a training, a fine-tuning or a service in every row.
#pragma once

#include "core/answer/views.hpp"
#include "core/portfolio/sheet_row.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// Seconds of a month: a twelfth of 365.25 days.
inline constexpr double month_seconds = 365.25 * 86400 / 12;

/// Months that a time touches, one at least.
int months_in(double seconds);

/// A job; its scenario has `workload.mode` unless it is a training.
struct PortfolioJob : SheetRow {
  int start = 1;   ///< first month, 1 to 12
  int months = 0;  ///< of a service; trainings take as long as they are planned to

  bool serves() const { return asked_of(scenario) == Asked::service; }
};

struct PortfolioSheet {
  std::vector<PortfolioJob> jobs;
  std::optional<int> year{};  ///< of the dates, where there is one
};

/// The jobs of a sheet, with the columns name, start, end and duration. `over` is said of every row, in place of what
/// it says. A row that says something of traffic and nothing of its mode is a service. Throws BadInput: data, naming
/// row and column; an input that no column may be is refused, too.
PortfolioSheet read_portfolio(WholeSheet sheet, const Scenario& over);
inline PortfolioSheet read_portfolio(std::string_view text, const std::string& source, const Scenario& over) {
  return read_portfolio(sheet_of(text, source), over);
}

}  // namespace llmsize
