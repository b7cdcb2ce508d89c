// SPDX-License-Identifier: Apache-2.0
// Offers for one job side by side: a row for each, and which is the cheapest, the soonest, the one of least power.
#pragma once

#include "core/tables/rows.hpp"

#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// Results by which offers for a training or a service are told apart.
std::vector<const ResultRow*> offered_results(Asked asked);

/// Those that a picture of offers draws: time or rate, power, racks, and CapEx where a row has it.
std::vector<const ResultRow*> drawn_results(Asked asked, const AnsweredRows& table);

/// A row per offer: nodes, time at P50 and P80 or rate and latencies, racks, power, cost, and why it cannot be taken.
/// Above it the best of those that can. Columns that no row knows are left out.
TitledTable offers_table(Asked asked, const AnsweredRows& table);

/// What a GPU, a kilowatt and a million of CapEx yield with each offer. Columns that no row knows are left out.
TitledTable yields_table(Asked asked, const AnsweredRows& table);

/// The offer that a proposal is about, its place among the rows, and why: the lowest CapEx where all have prices, else
/// the least power; the soonest where the goal is the fastest. Nothing where no offer can be taken.
struct ProposedOffer {
  std::size_t row;
  std::string sentence;  ///< "Proposed: 14 × NVIDIA DGX B200 (lowest CapEx)."
};
std::optional<ProposedOffer> proposed_offer(Asked asked, const AnsweredRows& table);

}  // namespace llmsize
