// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/study_bar.hpp"

#include "core/inputs/list.hpp"
#include "core/study/shape.hpp"
#include "core/workbook/table_book.hpp"
#include "gui/charts/ask_file.hpp"
#include "gui/charts/export.hpp"
#include "gui/models/cases.hpp"
#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/choice_box.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/dress.hpp"
#include "gui/theme/looks.hpp"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>

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
    : QFrame(parent),
      session_(session),
      study_(session.study()),
      result_(new ChoiceBox(this)),
      kind_(new ChoiceBox(this)),
      progress_(new QProgressBar(this)),
      words_(new Words(TextRole::body, &Tokens::text2, Words::Lines::one, this)),
      all_(new LinkButton(tr("All rows"), this)),
      usual_(new LinkButton(tr("Default axes"), this)),
      stop_(new LinkButton(tr("Stop"), this)),
      rest_(new LinkButton(tr("Answer all rows"), this)) {
  setAccessibleName(tr("Study"));
  auto* column = new QVBoxLayout(this);
  auto *above = new QHBoxLayout, *below = new QHBoxLayout;
  column->addLayout(above);
  column->addLayout(below);
  axes_ = {add_axis(*above, tr("Vary")), add_axis(*above, tr("and"))};
  axes_[1].input->insertItem(0, tr("none"), QString());
  above->addWidget(usual_);
  above->addStretch(1);
  open_ = add_button(*above, tr("Open sheet…"), &StudyBar::open_sheet);
  const auto say = [&](const QString& text) {
    auto* words = new Words(TextRole::label, &Tokens::text2, Words::Lines::one, this);
    words->setText(text);
    words->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    below->addWidget(words);
  };
  say(tr("Plot"));
  below->addWidget(result_);
  say(tr("as"));
  below->addWidget(kind_);
  below->addWidget(words_, 1);
  below->addWidget(all_);
  below->addWidget(progress_);
  below->addWidget(stop_);
  below->addWidget(rest_);
  compare_ = add_button(*below, tr("Compare"), &StudyBar::compare);
  export_ = add_button(*below, tr("Export rows…"), &StudyBar::export_rows);
  for (QComboBox* each : {result_, kind_}) each->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  result_->setAccessibleName(tr("Result to plot"));
  kind_->setAccessibleName(tr("Chart type"));
  kind_->addItem(tr("automatic"));
  for (const std::string_view kind : study_kinds()) kind_->addItem(to_qt(kind));
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Study progress"));
  usual_->setToolTip(tr("Vary the default inputs for this scenario"));
  compare_->setToolTip(tr("Open the pinned (or else the filtered) rows as scenarios and compare them"));
  wire();
  follow_looks(this, [this, column, above, below] {
    const Metrics m = metrics();
    column->setContentsMargins(m.px(12), m.px(8), m.px(12), m.px(8));
    for (QBoxLayout* each : std::initializer_list<QBoxLayout*>{column, above, below}) each->setSpacing(m.px(8));
    progress_->setFixedSize(m.px(120), m.px(6));
    dress();
  });
  show_varied();
  show_rows();
  show_busy(study_.is_busy());
}

void StudyBar::wire() {
  connect(result_, &QComboBox::activated, this, [this](int at) {
    study_.draw(at <= 0 ? std::optional<ResultKey>() : ResultKey::find(to_core(result_->itemData(at).toString())));
  });
  connect(kind_, &QComboBox::activated, this, [this](int at) {
    study_.draw_as(at <= 0 ? std::optional<StudyKind>() : static_cast<StudyKind>(at - 1));
  });
  connect(all_, &QAbstractButton::clicked, this, [this] { study_.brush({}); });
  connect(usual_, &QAbstractButton::clicked, &study_, &StudyRun::vary_as_usual);
  connect(stop_, &QAbstractButton::clicked, &study_, &StudyRun::stop);
  connect(rest_, &QAbstractButton::clicked, &study_, &StudyRun::run);
  connect(&study_, &StudyRun::varied_changed, this, &StudyBar::show_varied);
  connect(&study_, &StudyRun::changed, this, &StudyBar::show_rows);
  connect(&study_, &StudyRun::busy_changed, this, &StudyBar::show_busy);
  connect(&study_, &StudyRun::progress, this, [this](int done, int all) {
    progress_->setRange(0, all);
    progress_->setValue(done);
  });
}

StudyBar::Axis StudyBar::add_axis(QHBoxLayout& row, const QString& words) {
  auto* label = new Words(TextRole::label, &Tokens::text2, Words::Lines::one, this);
  label->setText(words);
  label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
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
  row.addWidget(label);
  row.addWidget(axis.input, 3);
  row.addWidget(axis.values, 3);
  connect(axis.input, &QComboBox::activated, this, [this, axis] {
    propose(axis);
    vary();
  });
  connect(axis.values, &QLineEdit::returnPressed, this, &StudyBar::vary);
  return axis;
}

QPushButton* StudyBar::add_button(QHBoxLayout& row, const QString& words, void (StudyBar::*act)()) {
  auto* button = new QPushButton(words, this);
  button->setCursor(Qt::PointingHandCursor);
  connect(button, &QPushButton::clicked, this, act);
  row.addWidget(button);
  return button;
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
  words_->setText(look.kept.empty() ? QString() : tr("%1 of %2 rows").arg(look.kept.size()).arg(table.rows.size()));
  all_->setVisible(!look.kept.empty());
  compare_->setEnabled(!look.kept.empty() || !look.pinned.empty());
  export_->setEnabled(!table.rows.empty());
  rest_->setVisible(!study_.is_busy() && look.asked > 0);
}

void StudyBar::show_busy(bool busy) {
  progress_->setVisible(busy);
  stop_->setVisible(busy);
  rest_->setVisible(!busy && study_.look().asked > 0);
  if (busy) progress_->setRange(0, 0);
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

void StudyBar::compare() {
  const std::vector<Study> chosen = study_.chosen(most_cases);
  if (chosen.empty()) return;
  session_.desk().open_cases(chosen);
  session_.set_page(QStringLiteral("compare"));
}

void StudyBar::export_rows() {
  const QString proposed = file_name(session_.document()->name(), QStringLiteral("study")) + QStringLiteral(".xlsx");
  const QString path = ask_file(window(), tr("Export rows"), proposed, tr("Workbook (*.xlsx);;CSV (*.csv)"));
  if (path.isEmpty()) return;
  const Table table = rows_table(study_.rows());
  const std::string bytes = path.endsWith(u".csv", Qt::CaseInsensitive) ? as_csv(table) : as_xlsx(table);
  if (const QString reason = write_safely(path, bytes); !reason.isEmpty())
    return Q_EMIT troubled(tr("Cannot write %1: %2").arg(QDir::toNativeSeparators(path), reason));
  Q_EMIT said(tr("Saved: %1").arg(QDir::toNativeSeparators(path)));
}

void StudyBar::dress() {
  const Metrics m = metrics();
  for (QPushButton* button : {open_, compare_, export_}) {
    gui::dress(*button);
    button->setFixedHeight(m.px(28));
  }
  for (const Axis& axis : axes_) {
    axis.input->setMinimumWidth(m.px(100));
    axis.values->setMinimumWidth(m.px(80));
    axis.values->setFixedHeight(m.px(28));
    gui::dress(*axis.values);
  }
  gui::dress(*progress_);
}

void StudyBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tokens().border);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics().radius, metrics().radius);
}

}  // namespace llmsize::gui
