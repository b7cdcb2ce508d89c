// SPDX-License-Identifier: Apache-2.0
// The pages of the desktop app and of reports as data: one board per question.
#pragma once

#include "core/charts/chart.hpp"
#include "core/pages/subject.hpp"
#include "core/registry/registry.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

Board size_board(const Subject& subject, const Catalog& catalog);
/// Where every byte lives: the fullest GPU part by part, slower tiers, nodes that would hold the states.
Board memory_board(const Subject& subject, const Catalog& catalog);
/// Where the time of a step goes, and what follows from it.
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
