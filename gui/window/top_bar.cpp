// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the top line.
#include "gui/window/top_bar.hpp"

#include "gui/models/desk.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QHBoxLayout>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace llmsize::gui {
namespace {

constexpr int line = 2;  ///< of progress, at the lower edge

class Logo : public QWidget {
 public:
  explicit Logo(QWidget* parent) : QWidget(parent) {
    follow_looks(this, [this] { setFixedSize(metrics().px(24), metrics().px(24)); });
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter(this).drawPixmap(0, 0, pixmap(Icon::logo, width(), devicePixelRatioF(), {}));
  }
};

/// Tabs that stay wide enough to be told apart: where there are too many, they scroll.
class Tabs : public QTabBar {
 public:
  using QTabBar::QTabBar;

 protected:
  /// The letters of the chosen tab are wider than those that it was measured with.
  QSize tabSizeHint(int index) const override { return QTabBar::tabSizeHint(index) + QSize(metrics().px(6), 0); }
  QSize minimumTabSizeHint(int index) const override {
    QSize size = tabSizeHint(index);
    size.setWidth(std::min(size.width(), metrics().px(150)));
    return size;
  }
};

}  // namespace

TopBar::TopBar(Desk& desk, QWidget* parent)
    : QWidget(parent),
      desk_(desk),
      menus_(new QMenuBar(this)),
      tabs_(new Tabs(this)),
      add_(new QToolButton(this)),
      search_(new QToolButton(this)),
      chip_(new QToolButton(this)),
      export_(new QToolButton(this)) {
  auto* row = new QHBoxLayout(this);
  auto* air = new QSpacerItem(0, 0);
  row->addWidget(new Logo(this));
  row->addWidget(menus_, 0, Qt::AlignVCenter);
  row->addSpacerItem(air);
  // Tabs take what they need before the space beside the search does.
  row->addWidget(tabs_, 100, Qt::AlignVCenter);
  row->addWidget(add_);
  row->addStretch(1);
  row->addWidget(search_);
  row->addStretch(1);
  row->addWidget(chip_);
  row->addWidget(export_);
  menus_->setNativeMenuBar(false);
  menus_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  tabs_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  make_tabs();
  make_buttons();
  set_calibration(
      false, tr("Uncalibrated"),
      tr("Efficiencies are published values, not measured on your cluster. Click to see them."));
  fill_tabs();
  follow_looks(this, [this, row, air] {
    const Metrics m = metrics();
    setFixedHeight(m.px(46));
    row->setContentsMargins(m.px(12), 0, m.px(12), 0);
    row->setSpacing(m.px(6));
    air->changeSize(m.px(8), 0, QSizePolicy::Fixed, QSizePolicy::Minimum);
    restyle();
    set_narrow(narrow_);
  });
}

void TopBar::make_tabs() {
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setMovable(true);
  // Names begin alike and differ at their ends.
  tabs_->setElideMode(Qt::ElideMiddle);
  tabs_->setUsesScrollButtons(true);
  tabs_->setAccessibleName(tr("Scenarios"));
  tabs_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
    if (!filling_) desk_.set_current(index);
  });
  connect(tabs_, &QTabBar::tabMoved, this, [this](int from, int to) {
    if (!filling_) desk_.move(from, to);
  });
  connect(&desk_, &Desk::added, this, &TopBar::fill_tabs);
  connect(&desk_, &Desk::removed, this, &TopBar::fill_tabs);
  connect(&desk_, &Desk::moved, this, &TopBar::fill_tabs);
  connect(&desk_, &Desk::title_changed, this, &TopBar::fill_tabs);
  connect(&desk_, &Desk::current_changed, this, &TopBar::fill_tabs);
}

void TopBar::make_buttons() {
  const auto dress = [](QToolButton* button, const QString& words) {
    button->setAutoRaise(true);
    button->setToolTip(words);
    button->setAccessibleName(words);
    button->setFocusPolicy(Qt::TabFocus);
  };
  dress(add_, tr("New scenario"));
  add_->setIcon(icon(Icon::plus));
  connect(add_, &QToolButton::clicked, this, &TopBar::new_wanted);
  dress(search_, tr("Change or find anything (Ctrl+K)"));
  search_->setIcon(icon(Icon::search));
  connect(search_, &QToolButton::clicked, this, &TopBar::search_wanted);
  dress(chip_, {});
  chip_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  connect(chip_, &QToolButton::clicked, this, &TopBar::calibration_wanted);
  dress(export_, tr("Export charts, the page or its data (Ctrl+E)"));
  export_->setText(tr("Export"));
  export_->setPopupMode(QToolButton::InstantPopup);
  export_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void TopBar::set_narrow(bool narrow) {
  narrow_ = narrow;
  chip_->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  fit_search();
}

/// The search field makes room for tabs.
void TopBar::fit_search() {
  const int field = metrics().px(260);
  int others = menus_->sizeHint().width() + tabs_->sizeHint().width() + metrics().px(120);
  for (const QToolButton* each : {add_, chip_, export_}) others += each->sizeHint().width();
  const bool small = narrow_ || others + field > width();
  search_->setToolButtonStyle(small ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  search_->setText(small ? QString() : tr("Change or find anything        Ctrl K"));
  search_->setMinimumWidth(small ? 0 : field);
}

void TopBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_search();
}

void TopBar::set_calibration(bool good, const QString& words, const QString& tip) {
  chip_->setText(words);
  chip_->setToolTip(tip);
  chip_->setAccessibleName(words);
  chip_->setAccessibleDescription(tip);
  if (good == measured_) return;
  measured_ = good;
  restyle();
}

void TopBar::set_progress(double share) {
  if (share == progress_) return;
  progress_ = share;
  update(0, height() - line, width(), line);
}

void TopBar::fill_tabs() {
  filling_ = true;
  while (tabs_->count() > desk_.count()) tabs_->removeTab(tabs_->count() - 1);
  while (tabs_->count() < desk_.count()) tabs_->addTab({});
  for (int i = 0; i < desk_.count(); ++i) {
    const Document* document = desk_.at(i);
    const QString title = document->is_modified() ? document->name() + QStringLiteral(" •") : document->name();
    // A text that is set is painted again, the same one too.
    if (title != tabs_->tabText(i)) tabs_->setTabText(i, title);
    tabs_->setTabToolTip(i, document->path().isEmpty() ? tr("%1, not saved").arg(document->name()) : document->path());
  }
  if (desk_.current_index() >= 0) tabs_->setCurrentIndex(desk_.current_index());
  for (int i = 0; i < desk_.count(); ++i) set_cross(i, desk_.count() > 1);
  filling_ = false;
  fit_search();
}

/// A quiet cross at the end of a tab; the style's own is a red box.
void TopBar::set_cross(int tab, bool wanted) {
  if (wanted == (tabs_->tabButton(tab, QTabBar::RightSide) != nullptr)) return;
  if (!wanted) return tabs_->setTabButton(tab, QTabBar::RightSide, nullptr);
  auto* cross = new QToolButton(tabs_);
  cross->setIcon(icon(Icon::close));
  follow_looks(cross, [cross] {
    cross->setIconSize(QSize(metrics().px(12), metrics().px(12)));
    cross->setFixedSize(metrics().px(20), metrics().px(20));
  });
  cross->setAutoRaise(true);
  cross->setFocusPolicy(Qt::NoFocus);
  cross->setToolTip(tr("Close scenario"));
  cross->setAccessibleName(cross->toolTip());
  connect(cross, &QToolButton::clicked, this, [this, cross] {
    for (int i = 0; i < tabs_->count(); ++i)
      if (tabs_->tabButton(i, QTabBar::RightSide) == cross) return Q_EMIT close_wanted(i);
  });
  tabs_->setTabButton(tab, QTabBar::RightSide, cross);
}

void TopBar::restyle() {
  const Tokens& colours = tokens();
  const Metrics m = metrics();
  const auto name = [](const QColor& colour) { return colour.name(); };
  chip_->setIcon(page_icon(QStringLiteral("calibration"), measured_ ? colours.good : colours.limit));
  export_->setIcon(icon(Icon::export_, colours.on_accent));
  setStyleSheet(
      QStringLiteral(
          "QMenuBar{background:transparent;border:none}"
          "QMenuBar::item{padding:%1px %2px;border-radius:%1px;color:%3}QMenuBar::item:selected{background:%4}"
          "QTabBar{background:transparent;outline:none}"
          "QTabBar::tab{padding:%1px %5px;margin-right:%1px;border:1px solid "
          "transparent;border-radius:%1px;color:%6;min-width:%5px;max-width:%9px}"
          "QTabBar::tab:selected{background:%7;border-color:%4;color:%3;font-weight:600}"
          "QTabBar::tab:hover:!selected{background:%4}"
          "QTabBar::tab:focus{border-color:%8}")
          .arg(m.px(5))
          .arg(m.px(8))
          .arg(name(colours.text), name(colours.border))
          .arg(m.px(12))
          .arg(name(colours.text2), name(colours.surface), name(colours.accent))
          .arg(m.px(260)));
  const QString button = QStringLiteral(
      "QToolButton{border:%1;border-radius:%2px;padding:%3px %4px;color:%5;background:%6}"
      "QToolButton:hover{background:%7}QToolButton:focus{border:2px solid %8}QToolButton::menu-indicator{image:none}");
  const auto dress = [&](QToolButton* which, const QString& border, const QColor& ink, const QColor& ground,
                         const QColor& hover) {
    which->setStyleSheet(button.arg(border).arg(m.px(5)).arg(m.px(5)).arg(m.px(10)).arg(
        name(ink), name(ground), name(hover), name(colours.dark ? colours.text : colours.accent)));
  };
  dress(search_, QStringLiteral("1px solid ") + name(colours.control), colours.text3, colours.surface, colours.sunken);
  const QColor ground = measured_ ? colours.good_soft : colours.limit_soft;
  dress(chip_, QStringLiteral("none"), measured_ ? colours.good : colours.limit, ground, ground);
  dress(export_, QStringLiteral("none"), colours.on_accent, colours.accent, colours.accent);
  QFont strong = gui::font(TextRole::strong);
  export_->setFont(strong);
  chip_->setFont(strong);
  for (QToolButton* each : {add_, search_, chip_, export_}) each->setIconSize(QSize(m.px(16), m.px(16)));
}

void TopBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), tokens().window);
  painter.fillRect(0, height() - 1, width(), 1, tokens().border);
  if (progress_ >= 0)
    painter.fillRect(0, height() - line, static_cast<int>(width() * progress_), line, tokens().accent);
}

}  // namespace llmsize::gui
