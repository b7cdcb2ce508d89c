// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the form.
#include "gui/panels/inputs_panel.hpp"

#include "core/pages/pages.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/fold_head.hpp"
#include "gui/panels/inputs_group.hpp"
#include "gui/panels/leading_inputs.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/origin_chip.hpp"
#include "gui/panels/question_bar.hpp"
#include "gui/panels/slim_bar.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace llmsize::gui {
namespace {

/// What the letters mean, at the foot.
class Legend : public QWidget {
 public:
  explicit Legend(QWidget* parent) : QWidget(parent) {
    follow_looks(this, [this] { setFixedHeight(metrics().px(46)); });
    setAccessibleName(InputsPanel::tr(
        "Y set by you, P preset, S data sheet, M measured, D default, A chosen by the planner, = computed"));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Metrics size = metrics();
    const std::pair<QString, QString> parts[] = {
        {QStringLiteral("Y"), InputsPanel::tr("you")},     {QStringLiteral("P"), InputsPanel::tr("preset")},
        {QStringLiteral("S"), InputsPanel::tr("sheet")},   {QStringLiteral("M"), InputsPanel::tr("measured")},
        {QStringLiteral("D"), InputsPanel::tr("default")}, {QStringLiteral("A"), InputsPanel::tr("planner")},
        {QStringLiteral("="), InputsPanel::tr("computed")}};
    const QFont font = gui::font(TextRole::tick);
    const double chip = size.px(15), row = size.px(19);
    double x = size.px(12), y = size.px(4);
    for (const auto& [letter, word] : parts) {
      const double wide = QFontMetricsF(font).horizontalAdvance(word);
      if (x + chip + size.step + wide > width() - size.px(4)) {
        x = size.px(12);
        y += row;
      }
      paint_chip(painter, {x, y + (row - chip) / 2, chip, chip}, letter);
      painter.setFont(font);
      painter.setPen(tokens().text2);
      painter.drawText(QRectF(x + chip + size.step, y, wide + 2, row), Qt::AlignLeft | Qt::AlignVCenter, word);
      x += chip + size.step + wide + size.px(9);
    }
  }
};

}  // namespace

InputsPanel::InputsPanel(QWidget* parent)
    : QWidget(parent),
      differing_(new LinkButton(TextRole::tick, &Tokens::text2, this)),
      search_(new QLineEdit(this)),
      scroll_(new QScrollArea(this)),
      picker_(new Picker(this)) {
  setAccessibleName(tr("Inputs"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  make_head(*column);
  make_form();
  column->addWidget(scroll_, 1);
  column->addWidget(new Legend(this));
  connect(&model_, &QAbstractItemModel::dataChanged, this, &InputsPanel::refresh, Qt::QueuedConnection);
  connect(picker_, &Picker::highlighted, this, [this](const QString& id) { Q_EMIT previewed(picked_key_, id); });
  connect(picker_, &Picker::dismissed, this, [this] { Q_EMIT previewed(picked_key_, {}); });
  connect(picker_, &Picker::import_wanted, this, &InputsPanel::import_wanted);
  connect(picker_, &Picker::taken, this, [this](const QString& id) {
    Q_EMIT previewed(picked_key_, {});
    model_.setData(model_.index_of(to_core(picked_key_)), id, InputsModel::edit_role);
    model_.document()->end_visit();
  });
  constexpr int quiet = 150;
  settled_.setSingleShot(true);
  settled_.setInterval(quiet);
  connect(&settled_, &QTimer::timeout, this, [this] {
    for (InputsGroup* group : groups_) group->arrange();
  });
  set_page(QStringLiteral("size"));
}

void InputsPanel::make_head(QVBoxLayout& column) {
  auto* title = new Words(TextRole::title, &Tokens::text, Words::Lines::one, this);
  title->setText(tr("Inputs"));
  auto* magnifier = new QToolButton(this);
  magnifier->setIcon(icon(Icon::search));
  magnifier->setAutoRaise(true);
  magnifier->setToolTip(tr("Search inputs"));
  magnifier->setAccessibleName(tr("Search inputs"));
  differing_->setCheckable(true);
  differing_->setToolTip(tr("Show only inputs set by you"));
  auto* head = new QHBoxLayout;
  head->addWidget(title, 1);
  head->addWidget(differing_);
  head->addWidget(magnifier);
  search_->setPlaceholderText(tr("Search inputs"));
  search_->setAccessibleName(tr("Search inputs"));
  search_->setClearButtonEnabled(true);
  search_->hide();
  auto* search_line = new QHBoxLayout;
  follow_looks(this, [this, head, search_line, magnifier] {
    const Metrics size = metrics();
    magnifier->setIconSize({size.px(16), size.px(16)});
    setMinimumWidth(size.px(280));
    head->setContentsMargins(size.padding, size.px(8), size.px(10), size.px(2));
    search_line->setContentsMargins(size.px(12), 0, size.px(12), size.px(2));
  });
  search_line->addWidget(search_);
  column.addLayout(head);
  column.addLayout(search_line);
  connect(magnifier, &QAbstractButton::clicked, this, &InputsPanel::search);
  connect(search_, &QLineEdit::textChanged, this, &InputsPanel::filter);
  connect(differing_, &QAbstractButton::toggled, this, &InputsPanel::filter);
}

void InputsPanel::make_form() {
  auto* form = new QWidget;
  form->setObjectName(QStringLiteral("form"));
  auto* column = new QVBoxLayout(form);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  question_ = new QuestionBar(model_, form);
  leading_ = new LeadingInputs(model_, form);
  all_ = new FoldHead(form);
  all_body_ = new QWidget(form);
  rows_ = new QVBoxLayout(all_body_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setSpacing(0);
  std::vector<FieldSection*> sections{question_, leading_};
  int count = 0;
  for (int group = 0; group < model_.rowCount(); ++group) {
    groups_.push_back(new InputsGroup(model_, model_.index(group, 0), all_body_));
    rows_->addWidget(groups_.back());
    sections.push_back(groups_.back());
    count += model_.rowCount(model_.index(group, 0));
  }
  for (FieldSection* section : sections) {
    connect(section, &FieldSection::pick_wanted, this, &InputsPanel::open_picker);
    connect(section, &FieldSection::explain_wanted, this, &InputsPanel::explain_wanted);
    connect(section, &FieldSection::refused, this, &InputsPanel::refused);
    connect(section, &FieldSection::field_made, this, &InputsPanel::order_tabs_soon);
  }
  all_->set_title(tr("All inputs"));
  all_->set_summary(QString::number(count), true);
  connect(all_, &QAbstractButton::toggled, this, &InputsPanel::show_parts);
  all_body_->hide();
  for (QWidget* part :
       {static_cast<QWidget*>(question_), static_cast<QWidget*>(leading_), static_cast<QWidget*>(all_), all_body_})
    column->addWidget(part);
  column->addStretch();
  scroll_->setWidget(form);
  scroll_->setWidgetResizable(true);
  scroll_->setAccessibleName(tr("Form"));
  scroll_->setFrameShape(QFrame::NoFrame);
  // Its fields take the keys; a stop of its own would show nothing.
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->viewport()->setAutoFillBackground(false);
  form->setAutoFillBackground(false);
  make_slim(*scroll_->verticalScrollBar());
}

void InputsPanel::follow(Document* document, Planner* planner) {
  // What is being typed belongs to the document that is left.
  QWidget* typed_in = document == model_.document() ? nullptr : end_visit();
  if (document != model_.document()) leading_->clear();
  model_.follow(document, planner);
  ask();
  setEnabled(document != nullptr);
  show_parts();
  for (InputsGroup* group : groups_) group->arrange();
  go_on_in(typed_in);
}

/// What is typed is taken or refused now; the box that had the cursor, or nullptr.
QWidget* InputsPanel::end_visit() {
  QWidget* typed_in = isAncestorOf(QApplication::focusWidget()) ? QApplication::focusWidget() : nullptr;
  if (typed_in) typed_in->clearFocus();
  return typed_in;
}

void InputsPanel::go_on_in(QWidget* box) {
  if (box && box->isVisible()) box->setFocus(Qt::OtherFocusReason);
}

void InputsPanel::set_page(const QString& page) {
  // No page begins with what was refused on another.
  QWidget* typed_in = page == page_ ? nullptr : end_visit();
  if (page != page_) leading_->clear();
  page_ = page;
  ask();
  const QStringList open = InputsModel::open_groups(page);
  const auto place = [&](const InputsGroup* group) {
    const auto matters = open.indexOf(group->id());
    return matters >= 0 ? matters : open.size() + group->row();
  };
  std::sort(groups_.begin(), groups_.end(), [&](const InputsGroup* one, const InputsGroup* other) {
    return place(one) < place(other);
  });
  int seen = 0;
  for (InputsGroup* group : groups_) {
    rows_->insertWidget(seen++, group);
    group->set_open(open.contains(group->id()));
  }
  show_parts();
  go_on_in(typed_in);
  order_tabs_soon();
}

/// The decisions of the page for such a scenario; the groups have the others.
void InputsPanel::ask() {
  const PageKind* kind = find_page_kind(to_core(page_));
  const Asked asked = model_.document() ? asked_of(model_.document()->scenario()) : Asked::training;
  const auto& decisions = (kind ? *kind : page_kinds().front()).decisions;
  // A page that says nothing of such a scenario still asks.
  const auto& keys = decisions.of(asked).empty() ? decisions.training : decisions.of(asked);
  question_->ask(keys);
  QStringList asked_keys;
  for (const std::string_view key : keys) asked_keys << to_qt(key);
  for (InputsGroup* group : groups_) group->leave_out(asked_keys);
}

void InputsPanel::show_leading(const Leading& leading) {
  leading_->show_leading(leading);
  show_parts();
  order_tabs_soon();
}

/// What is searched for stands alone.
void InputsPanel::show_parts() {
  const bool filtered = !search_->text().trimmed().isEmpty() || differing_->isChecked();
  question_->setVisible(!filtered);
  leading_->setVisible(!filtered && !leading_->is_empty());
  all_->setVisible(!filtered);
  all_body_->setVisible(filtered || all_->isChecked());
}

/// Tab follows what is seen: groups change places with the page, and fields are made when they are first shown.
void InputsPanel::order_tabs_soon() {
  if (ordering_) return;
  ordering_ = true;
  QMetaObject::invokeMethod(this, &InputsPanel::order_tabs, Qt::QueuedConnection);
}

void InputsPanel::order_tabs() {
  ordering_ = false;
  QWidget* last = nullptr;
  const auto then = [&](const std::vector<QWidget*>& stops) {
    for (QWidget* next : stops) {
      if (last) setTabOrder(last, next);
      last = next;
    }
  };
  then(question_->tab_stops());
  then(leading_->tab_stops());
  then({all_});
  for (const InputsGroup* group : groups_) then(group->tab_stops());
}

void InputsPanel::refresh() {
  // One change is told once per group: the form follows once.
  if (refreshing_) return;
  refreshing_ = true;
  QTimer::singleShot(0, this, [this] {
    refreshing_ = false;
    const int differing = model_.differing();
    differing_->set_words(differing == 0 ? tr("none set") : tr("%n set by you", nullptr, differing));
    differing_->setEnabled(differing > 0 || differing_->isChecked());
    ask();
    question_->refresh();
    leading_->refresh();
    for (InputsGroup* group : groups_) group->refresh();
    // Which inputs matter depends on what they say. While one is dragged the others stay where they are.
    settled_.start();
  });
}

void InputsPanel::filter() {
  show_parts();
  for (InputsGroup* group : groups_) group->filter(search_->text(), differing_->isChecked());
}

void InputsPanel::search() {
  if (search_->isVisible() && search_->text().isEmpty() && search_->hasFocus()) return search_->hide();
  search_->show();
  search_->setFocus();
  search_->selectAll();
}

InputField* InputsPanel::field(const QString& key) {
  if (InputField* asked = question_->field(to_core(key))) return asked;
  all_->setChecked(true);
  const QModelIndex input = model_.index_of(to_core(key));
  for (InputsGroup* group : groups_)
    if (InputField* field = group->field(input)) return field;
  return nullptr;
}

void InputsPanel::focus_input(const QString& key) {
  search_->clear();
  differing_->setChecked(false);
  InputField* found = field(key);
  if (!found) return;
  // The layout has to know where the field is before it can be scrolled to.
  QTimer::singleShot(0, found, [this, found] {
    scroll_->ensureWidgetVisible(found, 0, metrics().px(60));
    found->edit();
  });
}

void InputsPanel::choose(const QString& key) {
  focus_input(key);
  InputField* found = field(key);
  const auto kind = model_.index_of(to_core(key)).data(InputsModel::kind_role).value<InputsModel::Kind>();
  if (!found || kind == InputsModel::Kind::number) return;
  QTimer::singleShot(0, found, [this, key, found] { open_picker(key, found->tab_stops().front()); });
}

void InputsPanel::open_picker(const QString& key, QWidget* below) {
  if (!model_.document()) return;
  picked_key_ = key;
  const QModelIndex input = model_.index_of(to_core(key));
  picker_->open(to_core(key), model_.document()->catalog(), input.data(InputsModel::edit_role).toString(), below);
}

void InputsPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || !search_->isVisible()) return QWidget::keyPressEvent(event);
  search_->clear();
  search_->hide();
  scroll_->setFocus();
}

void InputsPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), tokens().surface);
}

}  // namespace llmsize::gui
