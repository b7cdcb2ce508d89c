// SPDX-License-Identifier: Apache-2.0
#include "core/view/listing.hpp"

namespace llmsize {

Chart listing(std::string title, const std::vector<Listed>& rows) {
  Grid grid;
  for (const auto& [name, value, note] : rows) grid.rows.push_back({{{name}, {value, true}, {note}}});
  Chart chart;
  chart.title = std::move(title);
  chart.body = std::move(grid);
  return chart;
}

}  // namespace llmsize
