// SPDX-License-Identifier: Apache-2.0
// The pages of the desktop app and of reports as data: one board per question.
#pragma once

#include "core/charts/chart.hpp"
#include "core/planning/goals.hpp"
#include "core/registry/registry.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A scenario with what was planned for it. What the planner tells late is empty until then, and a board says so where
/// it matters.
struct Subject {
  std::string name;                          ///< of the scenario: "GPT-3 on DGX H100"
  Scenario said;                             ///< what the user said
  Scenario scenario;                         ///< with the nodes and the layout that were chosen where they were open
  std::shared_ptr<const LayoutPlan> plan{};  ///< the best layouts
  std::vector<LayoutPlan> front{};           ///< the fastest layouts on some numbers of nodes, fewest nodes first
  double nodes_p90 = absent;                 ///< nodes at which even P90 of the time meets the deadline
  std::shared_ptr<const Catalog>
      catalog{};  ///< with its own calibration where scenarios are compared; empty: the one that a board is given
  bool pending = false;  ///< the planner is at work on nodes or layout
};

/// Whether the planner has to choose something for a scenario: nodes or layout.
bool is_open(const Scenario& scenario);

/// The subject with what nobody chose said as it stands, one GPU for each copy where the layout is open: for who asks
/// about a scenario and not for a plan of it. A subject with a plan, and one whose utilisation tells the time, are
/// returned as they are.
Subject as_it_stands(Subject subject, const Catalog& catalog);

Board size_board(const Subject& subject, const Catalog& catalog);
/// Where every byte lives: the fullest GPU part by part, slower tiers, nodes that would hold the states. What nobody
/// planned is taken as it stands.
Board memory_board(const Subject& subject, const Catalog& catalog);
/// Where the time of a step goes, and what follows from it. What nobody planned is taken as it stands.
Board training_board(const Subject& subject, const Catalog& catalog);
/// Any results, a figure each, with id and range.
Board results_board(const Subject& subject, const Catalog& catalog, const std::vector<const ResultRow*>& results);
Board layout_board(const Subject& subject, const Catalog& catalog);
Board offload_board(const Subject& subject, const Catalog& catalog);
Board network_board(const Subject& subject, const Catalog& catalog);
Board checkpoint_board(const Subject& subject, const Catalog& catalog);
Board data_board(const Subject& subject, const Catalog& catalog);
/// Side by side, the first is the base.
Board compare_board(const std::vector<Subject>& subjects, const Catalog& catalog);
Board trends_board(const Subject& subject, const Catalog& catalog);
struct Measured;
/// What was measured on the own machine beside data sheets and defaults; `board_of` shows it without records.
Board calibration_board(const Subject& subject, const Catalog& catalog, const Measured& measured);

/// The pages in the order of the rail.
struct BoardKind {
  std::string_view id;        ///< "size"
  std::string_view title;     ///< "Size"
  std::string_view group;     ///< "Train", "Store", "Evidence"
  std::string_view question;  ///< "How many nodes, how long, what limits?"
};
const std::vector<BoardKind>& board_kinds();

/// The board of a page. Throws BadInput for an unknown page and as `complete` does.
Board board_of(std::string_view page, const std::vector<Subject>& subjects, const Catalog& catalog);

}  // namespace llmsize
