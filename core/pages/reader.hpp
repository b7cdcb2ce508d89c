// SPDX-License-Identifier: Apache-2.0
// How pages read an answer.
#pragma once

#include "core/inputs/list.hpp"
#include "core/pages/page.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/rows.hpp"

#include <fmt/format.h>

namespace llmsize {

/// "85 %" of 0.85, "–" where absent.
inline std::string percent(double share) {
  return is_absent(share) ? std::string("–") : fmt::format("{:.3g} %", 100 * share);
}

/// Value of a result in a row, and how it is shown.
inline double value_of(const AnsweredRow& row, ResultKey id) {
  const Result* found = row.answer.find(id);
  return found ? found->value : absent;
}
inline std::string shown_of(const AnsweredRow& row, ResultKey id) { return pretty(value_of(row, id), id); }

/// "1 node", "16 nodes".
inline std::string counted(const std::string& shown, std::string_view thing) {
  return fmt::format("{} {}{}", shown, thing, shown == "1" ? "" : "s");
}

/// A factor in three digits, or "more than 1,000".
inline std::string times(double factor) {
  return factor >= 999.5 ? std::string("more than 1,000") : fmt::format("{:.3g}", factor);
}

/// Short names for what a page reads from an answer and its case.
class Reader {
 public:
  Reader(const Case& plan, Answer answer) : plan_(plan), answer_(std::move(answer)) {}

  double result(ResultKey id) const {
    const Result* found = answer_.find(id);
    return found ? found->value : absent;
  }
  double input(InputKey key) const { return plan_[key]; }
  std::string shown(NumberId name) const {
    return pretty(name.result() ? result(*name.result()) : input(*name.input()), name);
  }
  std::string word(WordKey key) const { return plan_.word(key); }
  /// "P10 to P90" where a range is known.
  std::string range(ResultKey id) const {
    const Result* found = answer_.find(id);
    if (!found || !found->p10) return {};
    std::string low = pretty(*found->p10, found->row->about->unit);
    const std::string high = pretty(*found->p90, found->row->about->unit);
    const auto unit = high.rfind(' ');
    if (unit != std::string::npos && low.ends_with(high.substr(unit))) low.erase(low.size() - (high.size() - unit));
    return fmt::format("P10–P90 {} – {}", low, high);
  }
  /// "needs model.layers, model.hidden" for what is absent, else the note.
  std::string note(ResultKey id, std::string given = {}) const {
    const Result* found = answer_.find(id);
    if (found && is_absent(found->value) && !found->row->about->teller.empty())
      return fmt::format("told by {}", found->row->about->teller);
    if (!found || found->missing.empty()) return given;
    std::string keys;
    for (std::size_t i = 0; i < found->missing.size() && i < 3; ++i)
      keys += fmt::format("{}{}", i ? ", " : "", found->missing[i]);
    return fmt::format(
        "needs {}{}", keys, found->missing.size() > 3 ? fmt::format(" and {} more", found->missing.size() - 3) : "");
  }
  Line line(ResultKey id, std::string given_note = {}) const {
    return {std::string(result_row(id).about->title), shown(id), note(id, std::move(given_note))};
  }

 private:
  const Case& plan_;
  Answer answer_;
};

}  // namespace llmsize
