// SPDX-License-Identifier: Apache-2.0
// The list of pages.
#include "core/pages/boards.hpp"

#include "core/pages/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {

const std::vector<BoardKind>& board_kinds() {
  static const std::vector<BoardKind> kinds{
      {"size", "Size", "Train", "How many nodes, how long, what limits?"},
      {"layout", "Layout", "Train", "How is the model split best?"},
      {"offload", "Offload", "Train", "What if it lives on CPU memory, NVMe or shared storage?"},
      {"network", "Network", "Train", "How many interfaces, which fabric?"},
      {"checkpoint", "Checkpoint", "Store", "Which storage do checkpoints need?"},
      {"data", "Data", "Store", "What do GPUs read, how fast do models load?"},
      {"compare", "Compare", "Evidence", "What differs between scenarios?"},
      {"trends", "Trends", "Evidence", "Where is this going?"},
      {"calibration", "Calibration", "Evidence", "What do my own machines reach?"},
  };
  return kinds;
}

Board board_of(std::string_view page, const std::vector<Subject>& subjects, const Catalog& catalog) {
  if (page == "compare") return compare_board(subjects, catalog);
  constexpr std::pair<std::string_view, Board (*)(const Subject&, const Catalog&)> boards[] = {
      {"size", size_board},
      {"layout", layout_board},
      {"offload", offload_board},
      {"network", network_board},
      {"checkpoint", checkpoint_board},
      {"data", data_board},
      {"trends", trends_board},
      {"calibration", [](const Subject& subject, const Catalog& all) { return calibration_board(subject, all, {}); }}};
  for (const auto& [id, board] : boards)
    if (id == page) return board(subjects.empty() ? Subject{} : subjects.front(), catalog);
  throw BadInput(
      BadInput::Kind::usage, fmt::format(
                                 "there is no page \"{}\"; pages are size, layout, offload, network, checkpoint, data, "
                                 "compare, trends and calibration",
                                 page));
}

}  // namespace llmsize
