// SPDX-License-Identifier: Apache-2.0
#include "core/report/offered.hpp"

#include "core/pages/compare_goals.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/scenario/case.hpp"
#include "core/study/offers.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/around.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

AnsweredRow offer_of(const Subject& subject, Asked asked, const Catalog& catalog) {
  return answer_row(
      subject.name, subject.scenario, subject.catalog ? *subject.catalog : catalog,
      {offered_results(asked), true, {}, false});
}

/// Whether two offers are the same machines, which their rows would not tell apart.
bool is_same_offer(const AnsweredRow& one, const AnsweredRow& other) { return offer_text(one) == offer_text(other); }

std::optional<TitledTable> table_of_offers(Asked asked, const AnsweredRows& table) {
  if (table.rows.size() < 2) return std::nullopt;
  TitledTable shown = offers_table(asked, table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const AnsweredRow& row = table.rows[i];
    const auto same = [&](const AnsweredRow& other) { return is_same_offer(row, other); };
    if (std::count_if(table.rows.begin(), table.rows.end(), same) > 1 && !row.name.empty())
      shown.table.rows[i].front() += fmt::format(" ({})", row.name);
  }
  shown.title = fmt::format("Proposed: {}.\n{}", offer_text(table.rows.front()), shown.title);
  return shown;
}

}  // namespace

std::optional<TitledTable> offers_beside(
    const Subject& proposed, const std::vector<Subject>& others, const Catalog& catalog) {
  const Around around(proposed.scenario, proposed.catalog ? *proposed.catalog : catalog);
  const Asked asked = asked_of(around.plan());
  AnsweredRows table{{}, offered_results(asked), {offer_of(proposed, asked, catalog)}};
  table.rows.reserve(1 + others.size());
  for (const Subject& each : others) {
    const Around other(each.scenario, each.catalog ? *each.catalog : catalog);
    if (other_question({proposed.name, proposed, around}, {each.name, each, other}).empty())
      table.rows.push_back(offer_of(each, asked, catalog));
  }
  return table_of_offers(asked, table);
}

std::optional<TitledTable> offers_beside(const Subject& proposed, const AnsweredRows& offers, const Catalog& catalog) {
  const Asked asked = asked_of(complete(proposed.scenario, proposed.catalog ? *proposed.catalog : catalog));
  AnsweredRows table{{}, offered_results(asked), {offer_of(proposed, asked, catalog)}};
  table.rows.reserve(1 + offers.rows.size());
  const AnsweredRow own = table.rows.front();
  for (const AnsweredRow& each : offers.rows)
    if (!is_same_offer(each, own)) table.rows.push_back(each);
  return table_of_offers(asked, table);
}

}  // namespace llmsize
