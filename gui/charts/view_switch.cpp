// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/view_switch.hpp"

#include "gui/charts/qt_letters.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace llmsize::gui {

ViewSwitch::ViewSwitch(QWidget* parent) : QWidget(parent), group_(new QButtonGroup(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  setAccessibleName(tr("View"));
  hide();
  follow_looks(this, [this] { restyle(); });
  connect(
      group_, &QButtonGroup::idClicked, this, [this](int id) { Q_EMIT chosen(names_[static_cast<std::size_t>(id)]); });
}

void ViewSwitch::show_views(const std::vector<std::string>& names, const std::string& chosen) {
  if (names != names_) {
    for (QAbstractButton* button : group_->buttons()) delete button;
    names_ = names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      auto* button = new QToolButton(this);
      button->setText(text_of(names[i]));
      button->setAccessibleName(tr("Show %1").arg(text_of(names[i])));
      button->setCheckable(true);
      button->setFocusPolicy(Qt::StrongFocus);
      group_->addButton(button, static_cast<int>(i));
      layout()->addWidget(button);
    }
    restyle();
  }
  setVisible(names.size() > 1);
  choose(chosen);
}

void ViewSwitch::choose(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) group_->button(static_cast<int>(found - names_.begin()))->setChecked(true);
}

void ViewSwitch::restyle() {
  const Metrics lengths = metrics();
  const Tokens& colours = tokens();
  const auto name = [](const QColor& colour) { return colour.name(); };
  // A frame around all of them: only the ends are round.
  const QString ground = QStringLiteral(
                             "QToolButton { color: %1; background: %2; border: 1px solid %3; padding: 0 %4px; "
                             "min-height: %5px; max-height: %5px; }"
                             "QToolButton:checked { color: %6; background: %7; border-color: %6; }"
                             "QToolButton:focus { border: 2px solid %6; }")
                             .arg(name(colours.text2), name(colours.surface), name(colours.control))
                             .arg(lengths.px(8))
                             .arg(lengths.px(22))
                             .arg(name(colours.accent), name(colours.accent_soft));
  const QList<QAbstractButton*> buttons = group_->buttons();
  for (int i = 0; i < buttons.size(); ++i) {
    QString ends;
    if (i == 0)
      ends += QStringLiteral("QToolButton { border-top-left-radius: %1px; border-bottom-left-radius: %1px; }")
                  .arg(lengths.px(5));
    if (i + 1 == buttons.size())
      ends += QStringLiteral("QToolButton { border-top-right-radius: %1px; border-bottom-right-radius: %1px; }")
                  .arg(lengths.px(5));
    buttons[i]->setStyleSheet(ground + ends);
  }
}

}  // namespace llmsize::gui
