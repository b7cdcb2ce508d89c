// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/chips_row.hpp"

#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/looks.hpp"

#include <QHBoxLayout>

namespace llmsize::gui {

ChipsRow::ChipsRow(QWidget* parent)
    : QWidget(parent), row_(new QHBoxLayout(this)), head_(new Words(TextRole::label, &Tokens::text2)) {
  head_->setText(tr("What if"));
  row_->addWidget(head_);
  row_->addStretch(1);
  setAccessibleName(head_->text());
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  follow_looks(this, [this] {
    const Metrics m = metrics();
    row_->setContentsMargins(m.px(12), 0, m.px(12), 0);
    row_->setSpacing(m.px(14));
    fit();
  });
}

void ChipsRow::show_page(const Page& page) {
  shown_ = page.chips;
  while (chips_.size() < shown_.size()) {
    auto* chip = new LinkButton({}, this);
    connect(chip, &QAbstractButton::clicked, this, [this, place = chips_.size()] {
      const Remedy chosen = shown_[place];
      Q_EMIT this->chosen(chosen.apply, to_qt(chosen.label));
    });
    row_->insertWidget(row_->count() - 1, chip);
    chips_.push_back(chip);
  }
  for (std::size_t i = 0; i < shown_.size(); ++i) chips_[i]->set_words(legible(to_qt(shown_[i].label)));
  setVisible(!shown_.empty());
  fit();
}

void ChipsRow::fit() {
  const QMargins around = row_->contentsMargins();
  int left = width() - around.left() - around.right() - head_->sizeHint().width();
  for (std::size_t i = 0; i < chips_.size(); ++i) {
    left -= row_->spacing() + chips_[i]->sizeHint().width();
    chips_[i]->setVisible(i < shown_.size() && left >= 0);
  }
  row_->activate();
}

void ChipsRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

}  // namespace llmsize::gui
