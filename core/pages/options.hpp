// SPDX-License-Identifier: Apache-2.0
// Offers as the Options page compares them, and its charts.
#pragma once

#include "core/pages/options_page.hpp"
#include "core/study/offers.hpp"
#include "core/study/parts.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/around.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// How surely a proposal is on time, unless somebody asks for another confidence.
inline constexpr double sure_at_least = 0.8;

/// Offers of which each size of a system is one, how sure they have to be, and which of them is proposed.
struct OfferSet {
  AnsweredRows table;
  std::vector<std::size_t> places;  ///< of its rows among all
  const Scenario& said;             ///< the scenario that they are offered for
  const Catalog& catalog;
  llmsize::Asked asked;
  Surely surely;
  std::string own;                    ///< the system of the scenario
  double deadline = absent;           ///< seconds
  const AnsweredRow* best = nullptr;  ///< the proposed one
  std::string_view why{};             ///< it is: "lowest CapEx"

  OfferSet(const AnsweredRows& all, const Scenario& said, const Catalog& catalog);
  OfferSet(const OfferSet&) = delete;
  OfferSet& operator=(const OfferSet&) = delete;

  bool is_own(const AnsweredRow& row) const { return input_word(row, "cluster.system") == own; }
  /// What makes the scenario say what an offer does.
  Changes changes(const AnsweredRow& row) const { return changes_to(said, row.scenario); }
  /// "DGX B200": without its vendor and its second name.
  std::string system(const AnsweredRow& row) const;
  /// "14 × DGX B200"; "112 × B200" where only an accelerator is named.
  std::string offer(const AnsweredRow& row) const;
  Amount amount(ResultKey id) const { return {result_row(id), table.rows}; }
};

/// A result of a row, base units.
inline double number_in(const AnsweredRow& row, ResultKey id) { return result_value(row, result_row(id)); }

/// A row per offer: those of the own system, and of others those that a proposal may be about.
Chart offers_chart(const OfferSet& offers);
/// What more confidence takes: chance, or the rate of a service, over power and price, a line per system.
Chart confidence_chart(const OfferSet& offers);

}  // namespace llmsize
