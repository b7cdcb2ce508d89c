// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/tab_order.hpp"

#include <QLayout>
#include <QWidget>

#include <vector>

namespace llmsize::gui {
namespace {

/// What takes Tab itself is not looked into.
void add_tab_stops(const QLayout& layout, std::vector<QWidget*>& stops) {
  for (int i = 0; i < layout.count(); ++i) {
    QLayoutItem* item = layout.itemAt(i);
    if (const QLayout* inner = item->layout()) add_tab_stops(*inner, stops);
    QWidget* widget = item->widget();
    if (!widget) continue;
    if (widget->focusPolicy() & Qt::TabFocus)
      stops.push_back(widget);
    else if (widget->layout())
      add_tab_stops(*widget->layout(), stops);
  }
}

}  // namespace

void order_tabs(const QLayout& layout) {
  std::vector<QWidget*> stops;
  add_tab_stops(layout, stops);
  for (std::size_t i = 1; i < stops.size(); ++i) QWidget::setTabOrder(stops[i - 1], stops[i]);
}

}  // namespace llmsize::gui
