// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the panel and follows its derivation.
#include "gui/panels/derivation_panel.hpp"

#include "gui/panels/density_view.hpp"
#include "gui/panels/derivation_tree.hpp"
#include "gui/panels/formula_view.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/slim_bar.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

namespace llmsize::gui {
namespace {

/// Value and unit on one base line.
class BigNumber : public QWidget {
 public:
  explicit BigNumber(QWidget* parent) : QWidget(parent) {
    follow_looks(this, [this] { setFixedHeight(metrics().px(36)); });
  }
  void set(const Shown& shown) {
    shown_ = shown;
    setAccessibleName(shown.together());
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const QFont figure = gui::font(TextRole::figure), unit = gui::font(TextRole::unit);
    const double base = height() - QFontMetricsF(figure).descent();
    painter.setPen(tokens().text);
    painter.setFont(figure);
    painter.drawText(QPointF(0, base), shown_.number);
    painter.setFont(unit);
    painter.drawText(QPointF(QFontMetricsF(figure).horizontalAdvance(shown_.number) + 6, base), shown_.unit);
  }

 private:
  Shown shown_;
};

/// A thin line between sections.
class Rule : public QWidget {
 public:
  explicit Rule(QWidget* parent) : QWidget(parent) { setFixedHeight(1); }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), tokens().border); }
};

}  // namespace

QToolButton* DerivationPanel::tool(int icon, const QString& words, const QKeySequence& keys) {
  auto* button = new QToolButton(this);
  button->setIcon(gui::icon(static_cast<Icon>(icon)));
  button->setAutoRaise(true);
  button->setToolTip(
      keys.isEmpty() ? words : QStringLiteral("%1 (%2)").arg(words, keys.toString(QKeySequence::NativeText)));
  button->setAccessibleName(words);
  return button;
}

DerivationPanel::Section DerivationPanel::section(const QString& title) {
  auto* box = new QWidget(scroll_->widget());
  auto* rows = new QVBoxLayout(box);
  rows->addWidget(new Rule(box));
  auto* words = new Words(TextRole::label_strong, &Tokens::text3, Words::Lines::one, box);
  words->setText(title);
  rows->addWidget(words);
  follow_looks(box, [rows, words] {
    rows->setContentsMargins(0, metrics().step * 2, 0, 0);
    rows->setSpacing(metrics().step + 2);
    words->setContentsMargins(0, 2 * metrics().step + 2, 0, 0);
  });
  scroll_->widget()->layout()->addWidget(box);
  return {box, words};
}

DerivationPanel::DerivationPanel(Derivation& derivation, QWidget* parent)
    : QWidget(parent), derivation_(derivation), number_(nullptr), scroll_(new QScrollArea(this)) {
  setAccessibleName(tr("Derivation"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(make_head());
  column->addWidget(scroll_, 1);
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  follow_looks(this, [this, rows] {
    const Metrics size = metrics();
    setMinimumWidth(size.px(300));
    rows->setContentsMargins(size.padding, size.step, size.padding, size.padding);
    rows->setSpacing(size.step);
  });
  scroll_->setWidget(page);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  page->setAutoFillBackground(false);
  scroll_->viewport()->setAutoFillBackground(false);
  make_slim(*scroll_->verticalScrollBar());
  make_figures(*rows);
  make_sections();
  rows->addStretch();
  parts_.follow(&derivation_);
  connect(&derivation_, &Derivation::changed, this, &DerivationPanel::refresh);
  refresh();
}

QLayout* DerivationPanel::make_head() {
  auto* title = new Words(TextRole::title, &Tokens::text, Words::Lines::one, this);
  title->setText(tr("Derivation"));
  back_ = tool(static_cast<int>(Icon::back), tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left));
  forward_ = tool(static_cast<int>(Icon::forward), tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right));
  QToolButton* copy = tool(static_cast<int>(Icon::copy), tr("Copy as text"));
  QToolButton* close = tool(static_cast<int>(Icon::close), tr("Close"));
  auto* head = new QHBoxLayout;
  head->setSpacing(2);
  head->addWidget(title, 1);
  for (QToolButton* button : {back_, forward_, copy, close}) head->addWidget(button);
  follow_looks(this, [head] { head->setContentsMargins(metrics().padding, metrics().px(8), metrics().px(8), 0); });
  // From wherever the focus is: a button's own shortcut would be late by its animation.
  connect(
      new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Left), this), &QShortcut::activated, &derivation_,
      &Derivation::back);
  connect(
      new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Right), this), &QShortcut::activated, &derivation_,
      &Derivation::forward);
  connect(back_, &QAbstractButton::clicked, &derivation_, &Derivation::back);
  connect(forward_, &QAbstractButton::clicked, &derivation_, &Derivation::forward);
  connect(copy, &QAbstractButton::clicked, this, &DerivationPanel::copy);
  connect(close, &QAbstractButton::clicked, &derivation_, &Derivation::close);
  return head;
}

void DerivationPanel::make_figures(QVBoxLayout& rows) {
  QWidget* page = scroll_->widget();
  id_ = new Words(TextRole::tick, &Tokens::text3, Words::Lines::one, page);
  id_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  condition_ = new Words(TextRole::label, &Tokens::limit, Words::Lines::many, page);
  auto* big = new BigNumber(page);
  number_ = big;
  range_ = new Words(TextRole::label, &Tokens::text2, Words::Lines::one, page);
  range_->setAlignment(Qt::AlignRight | Qt::AlignBottom);
  auto* figures = new QHBoxLayout;
  figures->addWidget(big, 1);
  figures->addWidget(range_, 0, Qt::AlignBottom);
  density_ = new DensityView(page);
  rows.addWidget(id_);
  rows.addLayout(figures);
  rows.addWidget(condition_);
  rows.addWidget(density_);
}

void DerivationPanel::make_sections() {
  formula_section_ = section(tr("Formula"));
  formula_ = new FormulaView(formula_section_.box);
  why_ = new Words(TextRole::label, &Tokens::text2, Words::Lines::many, formula_section_.box);
  formula_section_.box->layout()->addWidget(formula_);
  formula_section_.box->layout()->addWidget(why_);
  parts_section_ = section(tr("Inputs"));
  tree_ = new DerivationTree(parts_section_.box);
  tree_->setModel(&parts_);
  parts_section_.box->layout()->addWidget(tree_);
  weakest_section_ = section(tr("Weakest input"));
  weakest_ = new Words(TextRole::label, &Tokens::text2, Words::Lines::many, weakest_section_.box);
  probe_ = new LinkButton(tr("Measure with llmsize probe"), weakest_section_.box);
  weakest_section_.box->layout()->addWidget(weakest_);
  weakest_section_.box->layout()->addWidget(probe_);
  source_section_ = section(tr("Source"));
  source_ = new Words(TextRole::label, &Tokens::text2, Words::Lines::many, source_section_.box);
  source_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  source_section_.box->layout()->addWidget(source_);
  connect(probe_, &QAbstractButton::clicked, this, &DerivationPanel::probe_wanted);
  connect(tree_, &DerivationTree::link_taken, this, [this](const QString& name, bool link) {
    if (link)
      derivation_.show({name.toStdString(), derivation_.source().changes});
    else
      Q_EMIT input_wanted(name);
  });
}

void DerivationPanel::expand(int levels) { tree_->open_levels(levels); }

void DerivationPanel::refresh() {
  back_->setEnabled(derivation_.can_go_back());
  forward_->setEnabled(derivation_.can_go_forward());
  scroll_->widget()->setVisible(derivation_.is_open());
  if (!derivation_.is_open()) {
    if (isVisible()) Q_EMIT closed();
    return;
  }
  show_number();
  show_formula();
  parts_section_.box->setVisible(parts_.rowCount() > 0);
  // The same number with other inputs keeps its tree as it was opened.
  if (shown_id_ == derivation_.explanation().id)
    tree_->open_again();
  else
    tree_->open_levels(1);
  shown_id_ = derivation_.explanation().id;
  show_weakest();
  const QString source = derivation_.source_text();
  source_->setText(source);
  source_section_.box->setVisible(!source.isEmpty());
}

void DerivationPanel::show_number() {
  const Explanation& told = derivation_.explanation();
  id_->setText(QStringLiteral("%1 · %2").arg(to_qt(told.title), to_qt(told.id)));
  static_cast<BigNumber*>(number_)->set(derivation_.number());
  range_->setText(derivation_.range_text());
  condition_->setText(derivation_.condition());
  condition_->setVisible(!derivation_.condition().isEmpty());
  const auto range = derivation_.range_text().isEmpty() ? std::pair(0.0, 0.0) : *told.range;
  density_->set(told.value, range.first, range.second, derivation_.limit(), derivation_.limit_label());
  density_->setAccessibleName(derivation_.range_text());
}

void DerivationPanel::show_formula() {
  const Explanation& told = derivation_.explanation();
  formula_->setVisible(!told.html.empty());
  why_->setText(derivation_.why());
  if (told.html.empty()) return formula_section_.title->setText(tr("Input"));
  formula_section_.title->setText(tr("Formula"));
  // Nobody reads pages of one formula, and setting them takes seconds: the parts below tell it.
  constexpr qsizetype readable = 20000;
  QStringList sides{derivation_.symbol_text()};
  for (const QString& side : {derivation_.formula_html(), derivation_.numbers_html()})
    if (side.size() <= readable && side != sides.back()) sides.push_back(side);
  const auto plain = [](QString text) { return text.replace(QChar::Nbsp, u' '); };
  if (const QString value = derivation_.number().together(); plain(value) != plain(sides.back()))
    sides.push_back(value);
  formula_->set_sides(
      sides, QStringLiteral("%1 = %2 = %3").arg(to_qt(told.symbol), to_qt(told.applied), to_qt(told.filled)));
}

void DerivationPanel::show_weakest() {
  const auto& weakest = derivation_.weakest();
  weakest_section_.box->setVisible(weakest.has_value());
  if (!weakest) return;
  weakest_->setText(tr("%1 %2 (P10–P90 %3–%4), %5, causes %6% of the range.")
                        .arg(weakest->label, weakest->value, weakest->low, weakest->high, weakest->origin)
                        .arg(qRound(100 * weakest->share)));
  probe_->setVisible(weakest->measurable);
}

void DerivationPanel::copy() { QGuiApplication::clipboard()->setText(derivation_.as_plain_text()); }

void DerivationPanel::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  if (event->key() == Qt::Key_Escape) return derivation_.close();
  QWidget::keyPressEvent(event);
}

void DerivationPanel::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), tokens().surface); }

}  // namespace llmsize::gui
