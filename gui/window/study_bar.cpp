// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/study_bar.hpp"

#include "core/inputs/list.hpp"
#include "core/study/shape.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/choice_box.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/dress.hpp"
#include "gui/theme/looks.hpp"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include <fmt/format.h>

namespace llmsize::gui {
namespace {

/// Everything that a scenario may say, by its words.
void list_inputs(QComboBox& list) {
  QMap<QString, QString> keys;  // sorted by what is shown
  const auto add = [&](std::string_view key, std::string_view group) {
    QString words = label_of(key);
    if (keys.contains(words)) words = QObject::tr("%1 (%2)").arg(words, to_qt(group));
    keys.insert(words, to_qt(key));
  };
  for (const Reference* each : references()) add(each->key, each->key);
  for (const Choice* each : choices()) add(each->key, each->key.substr(0, each->key.find('.')));
  for (const InputAbout* each : numeric_inputs()) add(each->key, each->key.substr(0, each->key.find('.')));
  for (auto each = keys.begin(); each != keys.end(); ++each) list.addItem(each.key(), each.value());
}

QString key_of(const QComboBox& list) {
  const int at = list.findText(list.currentText().trimmed(), Qt::MatchFixedString);
  return at < 0 ? QString() : list.itemData(at).toString();
}

}  // namespace

StudyBar::StudyBar(Session& session, QWidget* parent)
    : RowsBar(session, session.study(), QStringLiteral("study"), parent),
      study_(session.study()),
      result_(new ChoiceBox(this)),
      kind_(new ChoiceBox(this)),
      usual_(new LinkButton(tr("Default axes"), this)) {
  setAccessibleName(tr("Study"));
  auto* column = new QVBoxLayout(this);
  auto *above = new QHBoxLayout, *below = new QHBoxLayout;
  column->addLayout(above);
  column->addLayout(below);
  axes_ = {add_axis(*above, tr("Vary")), add_axis(*above, tr("and"))};
  axes_[1].input->insertItem(0, tr("none"), QString());
  above->addWidget(usual_);
  above->addStretch(1);
  connect(add_button(*above, tr("Open sheet…")), &QPushButton::clicked, this, &StudyBar::open_sheet);
  say(*below, tr("Plot"));
  below->addWidget(result_);
  say(*below, tr("as"));
  below->addWidget(kind_);
  add_tools(*below);
  for (QComboBox* each : {result_, kind_}) each->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  result_->setAccessibleName(tr("Result to plot"));
  kind_->setAccessibleName(tr("Chart type"));
  kind_->addItem(tr("automatic"));
  for (const std::string_view kind : study_kinds()) kind_->addItem(to_qt(kind));
  usual_->setToolTip(tr("Vary the default inputs for this scenario"));
  connect(result_, &QComboBox::activated, this, [this](int at) {
    study_.draw(at <= 0 ? std::optional<ResultKey>() : ResultKey::find(to_core(result_->itemData(at).toString())));
  });
  connect(kind_, &QComboBox::activated, this, [this](int at) {
    study_.draw_as(at <= 0 ? std::optional<StudyKind>() : static_cast<StudyKind>(at - 1));
  });
  connect(usual_, &QAbstractButton::clicked, &study_, &StudyRun::vary_as_usual);
  connect(&study_, &StudyRun::varied_changed, this, &StudyBar::show_varied);
  wire();
  show_varied();
}

StudyBar::Axis StudyBar::add_axis(QHBoxLayout& row, const QString& words) {
  say(row, words);
  const Axis axis{new ChoiceBox(true, this), new QLineEdit(this)};
  list_inputs(*axis.input);
  // They share out what is there, whatever their words ask for.
  for (QWidget* each : {static_cast<QWidget*>(axis.input), static_cast<QWidget*>(axis.values)})
    each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  axis.input->setAccessibleName(tr("%1: input").arg(words));
  axis.input->lineEdit()->setAccessibleName(axis.input->accessibleName());
  axis.values->setAccessibleName(tr("%1: values").arg(words));
  axis.values->setPlaceholderText(tr("16..128x2"));
  axis.values->setToolTip(
      tr("A list (1,2,4), integers (1..8), steps (8..64+8) or factors (1..1024x2). Press Enter to run"));
  row.addWidget(axis.input, 3);
  row.addWidget(axis.values, 3);
  connect(axis.input, &QComboBox::activated, this, [this, axis] {
    propose(axis);
    vary();
  });
  connect(axis.values, &QLineEdit::returnPressed, this, &StudyBar::vary);
  return axis;
}

/// Values around the one that the scenario has, for a start.
void StudyBar::propose(const Axis& axis) {
  const std::string key = to_core(key_of(*axis.input));
  const Planner* planner = session_.planner();
  axis.values->setText(
      key.empty() || !planner ? QString() : to_qt(values_around(key, planner->answered_case(), session_.catalog())));
  if (axis.values->text().isEmpty()) axis.values->setFocus(Qt::OtherFocusReason);
}

void StudyBar::vary() {
  std::vector<StudyRun::Varied> varied;
  varied.reserve(axes_.size());
  for (const Axis& axis : axes_) varied.push_back({to_core(key_of(*axis.input)), axis.values->text()});
  if (const QString trouble = study_.vary(std::move(varied)); !trouble.isEmpty()) Q_EMIT troubled(trouble);
}

void StudyBar::show_varied() {
  const std::vector<StudyRun::Varied>& varied = study_.varied();
  const bool sheet = !study_.sheet().isEmpty();
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const bool used = !sheet && i < varied.size();
    axes_[i].input->setCurrentIndex(used ? axes_[i].input->findData(to_qt(varied[i].key)) : i == 0 ? -1 : 0);
    axes_[i].values->setText(used ? varied[i].values : QString());
    axes_[i].values->setCursorPosition(0);
  }
}

void StudyBar::show_rows() {
  RowsBar::show_rows();
  const AnsweredRows& table = study_.rows();
  const StudyLook& look = study_.look();
  result_->clear();
  result_->addItem(tr("default result"));
  for (const ResultRow* row : table.results) {
    const Amount amount(*row, table.rows);
    if (values_of(amount, table.rows).empty()) continue;
    result_->addItem(to_qt(amount.title()), to_qt(amount.id()));
    if (look.result == row->key) result_->setCurrentIndex(result_->count() - 1);
  }
  kind_->setCurrentIndex(look.kind ? static_cast<int>(*look.kind) + 1 : 0);
}

void StudyBar::open_sheet() {
  const QString path =
      QFileDialog::getOpenFileName(window(), tr("Open sheet"), {}, tr("Scenario sheets (*.csv *.xlsx);;All files (*)"));
  if (!path.isEmpty()) open(path);
}

void StudyBar::open(const QString& path) {
  if (const QString trouble = study_.open_sheet(path); !trouble.isEmpty()) return Q_EMIT troubled(trouble);
  session_.set_page(QStringLiteral("study"));
}

void StudyBar::dress() {
  RowsBar::dress();
  const Metrics m = metrics();
  for (const Axis& axis : axes_) {
    axis.input->setMinimumWidth(m.px(100));
    axis.values->setMinimumWidth(m.px(80));
    axis.values->setFixedHeight(m.px(28));
    gui::dress(*axis.values);
  }
}

}  // namespace llmsize::gui
