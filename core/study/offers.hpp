// SPDX-License-Identifier: Apache-2.0
// Offers for one job side by side: a row for each, and which is the cheapest, the soonest, the one of least power.
#pragma once

#include "core/tables/rows.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// Results by which offers for a training or a service are told apart.
std::vector<const ResultRow*> offered_results(Asked asked);

/// Those that a picture of offers draws: time or rate, power, racks, and CapEx where a row has it.
std::vector<const ResultRow*> drawn_results(Asked asked, const AnsweredRows& table);

/// "14 × NVIDIA DGX B200".
std::string offer_text(const AnsweredRow& row);
/// The same by another name of the system.
std::string offer_text(const AnsweredRow& row, const std::string& system);
/// The name of its system.
std::string offered_system(const AnsweredRow& row);

/// The time that four of five runs keep, seconds; absent where it is not known.
double time_at_p80(const AnsweredRow& row);

/// CapEx as an offer shows it: that at the user's prices, else the range of public ones, "$1.3M–1.44M*"; empty where no
/// price is known.
std::string capex_text(const AnsweredRow& row);
/// What CapEx is compared by: that at the user's prices, else the middle of public ones; absent where neither is known.
double compared_capex(const AnsweredRow& row);
/// Whether the CapEx of a row is one of public prices.
bool is_publicly_priced(const AnsweredRow& row);

/// Which of the offers that can be taken are compared: those that are on time with a chance of at least so much. Where
/// nothing tells a chance, all.
struct Surely {
  double chance = 0;
};
/// Whether an offer is among those, whether or not it can be taken otherwise.
bool is_sure(const AnsweredRow& row, Surely surely);
/// What an offer is the best in among them: "lowest CapEx, least power"; empty where others are better, or it cannot be
/// taken.
std::string best_words(Asked asked, const AnsweredRows& table, const AnsweredRow& row, Surely surely = {});

/// What offers say under a title. The last column is what each is best in, or why it cannot be taken.
struct OfferColumn {
  std::string_view title;
  std::string_view id;  ///< of the result; empty where it is none
  std::function<std::string(const AnsweredRow&)> cell;
};
/// Those that some row knows. They refer to the table.
std::vector<OfferColumn> offer_columns(Asked asked, const AnsweredRows& table);

/// A row per offer: nodes, time at P50 and P80 or rate and latencies, racks, power, cost, and why it cannot be taken.
/// Above it the best of those that can. Columns that no row knows are left out.
TitledTable offers_table(Asked asked, const AnsweredRows& table);

/// What a GPU, a kilowatt and a million of CapEx yield with each offer. Columns that no row knows are left out.
TitledTable yields_table(Asked asked, const AnsweredRows& table);

/// The offer that a proposal is about, its place among the rows, and why: the lowest CapEx where all have prices, else
/// the least power; the soonest where the goal is the fastest. Nothing where no offer can be taken.
struct ProposedOffer {
  std::size_t row;
  std::string_view why;  ///< "lowest CapEx"
  std::string sentence;  ///< "Proposed: 14 × NVIDIA DGX B200 (lowest CapEx)."
};
std::optional<ProposedOffer> proposed_offer(Asked asked, const AnsweredRows& table, Surely surely = {});

}  // namespace llmsize
