// SPDX-License-Identifier: Apache-2.0
#include "core/view/moved.hpp"

#include "core/answer/answer.hpp"
#include "core/answer/views.hpp"
#include "core/files/version.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {

Saved saved_now(const Case& plan) {
  Saved saved{std::string(version())};
  const Once values(plan.values, dependents());
  std::vector<const ResultRow*> rows = view(asked_of(plan), {Use::judged});
  rows.insert(rows.begin(), &result_row("planning.nodes"));
  for (const ResultRow* row : rows)
    if (const double value = row->value(values); std::isfinite(value)) saved.answer.emplace_back(row->about->id, value);
  return saved;
}

std::string moved_since(const Saved& before, const Case& now) {
  const Once values(now.values, dependents());
  std::vector<std::string> moved;
  for (const auto& [id, value] : before.answer) {
    const ResultRow* row = find_result(id);
    if (!row) continue;
    const double today = row->value(values);
    const std::string then = pretty(value, *row->about);
    const std::string told = std::isfinite(today) ? pretty(today, *row->about) : std::string("not known");
    if (then != told) moved.push_back(fmt::format("{} {} → {}", row->about->title, then, told));
  }
  return fmt::format("{}", fmt::join(moved, ", "));
}

}  // namespace llmsize
