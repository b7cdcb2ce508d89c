// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/problem_line.hpp"

#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"

#include <QHBoxLayout>

namespace llmsize::gui {

ProblemLine::ProblemLine(QWidget* parent)
    : QWidget(parent),
      row_(new QHBoxLayout(this)),
      words_(new Words(TextRole::strong, &Tokens::error, Words::Lines::many, this)) {
  row_->setContentsMargins(0, 0, 0, 0);
  row_->addWidget(words_, 1);
  field_ = add_link();
  field_->set_words(tr("Show field"));
  again_ = add_link();
  again_->set_words(tr("Recalculate"));
  connect(field_, &QAbstractButton::clicked, this, [this] { Q_EMIT field_wanted(to_qt(refusal_.key)); });
  connect(again_, &QAbstractButton::clicked, this, &ProblemLine::again_wanted);
  hide();
}

LinkButton* ProblemLine::add_link() {
  auto* link = new LinkButton({}, this);
  row_->addWidget(link, 0, Qt::AlignTop);
  return link;
}

void ProblemLine::show_refusal(const Refused& refusal, bool again) {
  refusal_ = refusal;
  const QString why = legible(to_qt(refusal.why));
  if (words_->text() != why) words_->setText(why);
  while (remedies_.size() < refusal.remedies.size()) {
    LinkButton* link = add_link();
    connect(link, &QAbstractButton::clicked, this, [this, place = remedies_.size()] {
      const Remedy remedy = refusal_.remedies[place];
      Q_EMIT applied(remedy.apply, to_qt(remedy.label));
    });
    remedies_.push_back(link);
  }
  for (std::size_t i = 0; i < remedies_.size(); ++i) {
    const bool offered = i < refusal.remedies.size();
    if (offered) remedies_[i]->set_words(to_qt(refusal.remedies[i].label));
    remedies_[i]->setVisible(offered);
  }
  field_->setVisible(!refusal.key.empty());
  again_->setVisible(again);
  setVisible(!refusal.why.empty());
}

}  // namespace llmsize::gui
