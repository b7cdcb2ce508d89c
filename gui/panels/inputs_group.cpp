// SPDX-License-Identifier: GPL-3.0-or-later
// Fields are made when they are first shown: a form has some hundred inputs, of which few are looked at.
#include "gui/panels/inputs_group.hpp"

#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QAbstractButton>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace llmsize::gui {

/// The line of a group: an arrow, its title, and what is in it while it is closed.
class GroupHead : public QAbstractButton {
 public:
  explicit GroupHead(QWidget* parent) : QAbstractButton(parent) {
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
  }
  void set_summary(const QString& summary) {
    if (summary == summary_) return;
    summary_ = summary;
    update();
  }
  QSize sizeHint() const override { return {metrics().px(200), metrics().px(34)}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Metrics size = metrics();
    const int arrow = size.px(14);
    const QPointF centre(size.px(11) + arrow / 2.0, height() / 2.0);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.translate(centre);
    painter.rotate(isChecked() ? 0 : -90);
    painter.drawPixmap(
        QPointF(-arrow / 2.0, -arrow / 2.0), pixmap(Icon::chevron, arrow, devicePixelRatioF(), tokens().text2));
    painter.restore();
    const QRect room = rect().adjusted(size.px(28), 0, -size.px(12), 0);
    const QFont title = gui::font(TextRole::label_strong);
    painter.setFont(title);
    painter.setPen(tokens().text);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text());
    if (!isChecked() && !summary_.isEmpty()) {
      const QFont quiet = gui::font(TextRole::tick);
      const int left = room.width() - QFontMetrics(title).horizontalAdvance(text()) - size.px(12);
      painter.setFont(quiet);
      painter.setPen(tokens().text3);
      painter.drawText(
          room, Qt::AlignRight | Qt::AlignVCenter, QFontMetrics(quiet).elidedText(summary_, Qt::ElideRight, left));
    }
    if (!hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(5, 4, -5, -4), 5, 5);
  }

 private:
  QString summary_;
};

InputsGroup::InputsGroup(InputsModel& model, const QModelIndex& group, QWidget* parent)
    : QWidget(parent),
      model_(model),
      group_(group),
      head_(new GroupHead(this)),
      body_(new QWidget(this)),
      more_(new LinkButton(TextRole::label, &Tokens::accent, body_)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 1);
  column->setSpacing(0);
  column->addWidget(head_);
  column->addWidget(body_);
  rows_ = new QVBoxLayout(body_);
  rows_->setSpacing(0);
  auto* line = new QHBoxLayout;
  follow_looks(this, [this, line] {
    rows_->setContentsMargins(0, 0, 0, metrics().step * 2);
    line->setContentsMargins(metrics().px(12), 0, 0, 0);
  });
  line->addWidget(more_);
  line->addStretch();
  rows_->addLayout(line);
  head_->setText(group.data().toString());
  head_->setAccessibleName(group.data().toString());
  connect(head_, &QAbstractButton::clicked, this, [this] { set_open(!open_); });
  connect(more_, &QAbstractButton::clicked, this, [this] {
    all_ = !all_;
    arrange();
  });
  arrange();
}

void InputsGroup::set_open(bool open) {
  open_ = open;
  arrange();
}

void InputsGroup::filter(const QString& words, bool only_said) {
  words_ = words.trimmed();
  only_said_ = only_said;
  arrange();
}

bool InputsGroup::matches(const QModelIndex& input) const {
  if (only_said_ && !input.data(InputsModel::said_role).toBool()) return false;
  const QString known =
      QStringLiteral("%1 %2 %3 %4")
          .arg(
              group_.data().toString(), input.data().toString(), input.data(InputsModel::key_role).toString(),
              input.data(InputsModel::help_role).toString());
  const QStringList words = words_.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  return std::all_of(
      words.begin(), words.end(), [&](const QString& word) { return known.contains(word, Qt::CaseInsensitive); });
}

InputField* InputsGroup::make(int row) {
  InputField*& field = fields_[row];
  if (field) return field;
  field = new InputField(model_, model_.index(row, 0, group_), body_);
  // In the order of the model, whichever was made first.
  const auto place = std::distance(fields_.begin(), fields_.find(row));
  rows_->insertWidget(static_cast<int>(place), field);
  connect(field, &InputField::pick_wanted, this, [this, field](QWidget* below) {
    Q_EMIT pick_wanted(field->key(), below);
  });
  connect(field, &InputField::explain_wanted, this, &InputsGroup::explain_wanted);
  connect(field, &InputField::refused, this, &InputsGroup::refused);
  Q_EMIT field_made();
  return field;
}

void InputsGroup::arrange() {
  const bool filtered = only_said_ || !words_.isEmpty();
  const bool opened = open_ || filtered;
  int shown = 0, hidden = 0;
  for (int row = 0; row < model_.rowCount(group_); ++row) {
    const QModelIndex input = model_.index(row, 0, group_);
    const bool usual = input.data(InputsModel::headline_role).toBool();
    const bool visible = filtered ? matches(input) : all_ || usual;
    hidden += !filtered && !usual ? 1 : 0;
    shown += visible ? 1 : 0;
    const auto made = fields_.find(row);
    if (visible && opened) {
      InputField* field = make(row);
      // What nobody saw did not follow.
      if (field->isHidden()) field->refresh();
      field->setVisible(true);
    } else if (made != fields_.end()) {
      made->second->setVisible(false);
    }
  }
  head_->setChecked(opened);
  body_->setVisible(opened);
  more_->setVisible(!filtered && hidden > 0);
  more_->set_words(all_ ? tr("Fewer") : tr("%n more", nullptr, hidden));
  more_->setAccessibleName(
      all_ ? tr("Fewer inputs of %1").arg(head_->text()) : tr("%1 more inputs of %2").arg(hidden).arg(head_->text()));
  summarize();
  setVisible(!filtered || shown > 0);
}

void InputsGroup::summarize() {
  if (!head_->isChecked()) head_->set_summary(group_.data(InputsModel::summary_role).toString());
}

void InputsGroup::refresh() {
  summarize();
  for (const auto& each : fields_)
    if (!each.second->isHidden()) each.second->refresh();
}

InputField* InputsGroup::field(const QModelIndex& input) {
  if (input.parent() != group_) return nullptr;
  open_ = true;
  all_ = all_ || !input.data(InputsModel::headline_role).toBool();
  arrange();
  return make(input.row());
}

std::vector<QWidget*> InputsGroup::tab_stops() const {
  std::vector<QWidget*> stops{head_};
  for (const auto& each : fields_)
    for (QWidget* stop : each.second->tab_stops()) stops.push_back(stop);
  stops.push_back(more_);
  return stops;
}

void InputsGroup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(QRect(0, height() - 1, width(), 1), tokens().border);
}

}  // namespace llmsize::gui
