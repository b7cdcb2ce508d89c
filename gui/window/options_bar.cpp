// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/options_bar.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/choice_box.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/theme/dress.hpp"
#include "gui/theme/looks.hpp"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace llmsize::gui {

OptionsBar::OptionsBar(Session& session, QWidget* parent)
    : RowsBar(session, session.options(), QStringLiteral("options"), parent),
      options_(session.options()),
      systems_(new QLineEdit(this)),
      more_(new ChoiceBox(true, this)),
      usual_(new LinkButton(tr("Default systems"), this)) {
  setAccessibleName(tr("Options"));
  auto* column = new QVBoxLayout(this);
  auto *above = new QHBoxLayout, *below = new QHBoxLayout;
  column->addLayout(above);
  column->addLayout(below);
  say(*above, tr("Other systems"));
  above->addWidget(systems_, 1);
  above->addWidget(usual_);
  say(*below, tr("Add"));
  below->addWidget(more_, 1);
  add_tools(*below);
  systems_->setAccessibleName(tr("Other systems"));
  systems_->setPlaceholderText(tr("dgx-b200, gb200-nvl72"));
  systems_->setToolTip(tr("Systems of the catalog, separated by commas. Press Enter to plan them"));
  more_->lineEdit()->setPlaceholderText(tr("a system of the catalog"));
  more_->setAccessibleName(tr("Add a system"));
  more_->lineEdit()->setAccessibleName(more_->accessibleName());
  for (QWidget* each : {static_cast<QWidget*>(systems_), static_cast<QWidget*>(more_)})
    each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  for (const std::string_view id : session.catalog().ids("systems"))
    more_->addItem(to_qt(session.catalog().entry("systems", id).name), to_qt(id));
  more_->setCurrentIndex(-1);
  connect(systems_, &QLineEdit::returnPressed, this, [this] { ask(systems_->text().split(u',')); });
  connect(more_, &QComboBox::activated, this, [this](int at) {
    const QString id = more_->itemData(at).toString();
    more_->setCurrentIndex(-1);
    ask(options_.systems() + QStringList(id));
  });
  connect(usual_, &QAbstractButton::clicked, &options_, &OptionsRun::ask_as_usual);
  connect(&options_, &OptionsRun::systems_changed, this, &OptionsBar::show_systems);
  wire();
  show_systems();
}

void OptionsBar::ask(const QStringList& systems) {
  if (const QString trouble = options_.ask(systems); !trouble.isEmpty()) Q_EMIT troubled(trouble);
}

void OptionsBar::show_systems() {
  systems_->setText(options_.systems().join(QStringLiteral(", ")));
  systems_->setCursorPosition(0);
}

void OptionsBar::dress() {
  RowsBar::dress();
  const Metrics m = metrics();
  more_->setMinimumWidth(m.px(100));
  systems_->setMinimumWidth(m.px(120));
  systems_->setFixedHeight(m.px(28));
  gui::dress(*systems_);
}

}  // namespace llmsize::gui
