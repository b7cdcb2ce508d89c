// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart offers to the mouse besides its points: links of rows.
#include "gui/charts/chart_view.hpp"

#include <algorithm>

namespace llmsize::gui {

const scene::Link* ChartView::link_at(QPointF at) const {
  const auto found = std::find_if(scene_.links.begin(), scene_.links.end(), [&](const scene::Link& link) {
    return link.box.contains(scene::Point{at.x(), at.y()});
  });
  return found == scene_.links.end() ? nullptr : &*found;
}

const scene::Link* ChartView::link_of_row(std::size_t row) const {
  const auto found = std::find_if(
      scene_.links.begin(), scene_.links.end(), [row](const scene::Link& link) { return link.row == row; });
  return found == scene_.links.end() ? nullptr : &*found;
}

}  // namespace llmsize::gui
