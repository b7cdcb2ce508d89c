// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/plan_switch.hpp"

#include "gui/panels/link_button.hpp"
#include "gui/theme/looks.hpp"

#include <QHBoxLayout>

namespace llmsize::gui {

PlanSwitch::PlanSwitch(const QString& name, QWidget* parent)
    : QWidget(parent),
      plan_(new LinkButton(TextRole::label, &Tokens::accent, this)),
      own_(new LinkButton(TextRole::label, &Tokens::accent, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  follow_looks(this, [row] { row->setSpacing(metrics().step); });
  for (LinkButton* each : {plan_, own_}) {
    each->setCheckable(true);
    row->addWidget(each);
  }
  plan_->set_words(tr("auto"));
  own_->set_words(tr("I have"));
  plan_->setAccessibleName(tr("%1: chosen by the planner").arg(name));
  own_->setAccessibleName(tr("%1: set by me").arg(name));
  set_own(false);
  connect(plan_, &QAbstractButton::clicked, this, [this] {
    set_own(false);
    Q_EMIT plan_wanted();
  });
  connect(own_, &QAbstractButton::clicked, this, [this] {
    set_own(true);
    Q_EMIT own_wanted();
  });
}

void PlanSwitch::set_own(bool own) {
  plan_->setChecked(!own);
  own_->setChecked(own);
}

std::vector<QWidget*> PlanSwitch::tab_stops() const { return {plan_, own_}; }

}  // namespace llmsize::gui
