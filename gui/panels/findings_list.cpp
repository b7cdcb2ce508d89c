// SPDX-License-Identifier: GPL-3.0-or-later
// One row per finding.
#include "gui/panels/findings_list.hpp"

#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/line_breaks.hpp"
#include "gui/theme/looks.hpp"

#include <QHBoxLayout>
#include <QPainter>

#include <functional>

namespace llmsize::gui {

/// Icon of a severity in its colour.
class SeverityMark : public QWidget {
 public:
  explicit SeverityMark(QWidget* parent) : QWidget(parent) {}

  void move_down(int pixels) {
    down_ = pixels;
    setFixedSize(metrics().px(18), metrics().px(18) + down_);
  }

  void show_severity(Severity severity) {
    severity_ = severity;
    setAccessibleName(
        severity == Severity::error     ? FindingsList::tr("Error")
        : severity == Severity::warning ? FindingsList::tr("Warning")
                                        : FindingsList::tr("Note"));
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Tokens& colours = tokens();
    const QColor ink = severity_ == Severity::error     ? colours.error
                       : severity_ == Severity::warning ? colours.limit
                                                        : colours.accent;
    const Icon shape = severity_ == Severity::error     ? Icon::error
                       : severity_ == Severity::warning ? Icon::warning
                                                        : Icon::info;
    QPainter(this).drawPixmap(0, down_, pixmap(shape, width(), devicePixelRatioF(), ink));
  }

 private:
  Severity severity_ = Severity::info;
  int down_ = 0;
};

namespace {

constexpr std::size_t rows_at_first = 3;

/// "<b>Memory efficiency is assumed:</b> 0.9 …": what stands before an early colon is the head.
QString with_head(const std::string& message) {
  const QString text = glued(legible(to_qt(message)));
  const auto colon = text.indexOf(u": ");
  if (colon < 0 || colon > 44) return text.toHtmlEscaped();
  return QStringLiteral("<span style=\"font-weight:600\">%1</span>&nbsp;&nbsp;%2")
      .arg(text.left(colon).toHtmlEscaped(), text.mid(colon + 2).toHtmlEscaped());
}

}  // namespace

/// A finding with its remedies. It shows another one in the same widgets: a drag keeps what lies under the cursor, and
/// the focus.
class FindingRow : public QWidget {
 public:
  FindingRow(std::function<void(const Remedy&)> apply, QWidget* parent)
      : QWidget(parent),
        apply_(std::move(apply)),
        row_(new QHBoxLayout(this)),
        mark_(new SeverityMark(this)),
        words_(new Words(TextRole::body, &Tokens::text2, Words::Lines::many, this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->addWidget(mark_, 0, Qt::AlignTop);
    words_->setTextFormat(Qt::RichText);
    row_->addWidget(words_, 1);
    follow_looks(this, [this] { arrange(); });
  }

  void show_finding(const FoundFinding& finding, const std::vector<Remedy>& remedies) {
    mark_->show_severity(finding.severity);
    if (const QString words = with_head(finding.message); words != words_->text()) words_->setText(words);
    words_->setToolTip(to_qt(finding.id));
    remedies_ = remedies;
    while (links_.size() < remedies.size()) add_link(links_.size());
    arrange();
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (i < remedies.size()) links_[i]->set_words(legible(to_qt(remedies[i].label)));
      links_[i]->setVisible(i < remedies.size());
    }
  }

 private:
  void arrange() {
    row_->setSpacing(metrics().px(10));
    // Links stand a little lower than the row: they have room around them.
    const int down = remedies_.empty() ? 0 : metrics().step;
    mark_->move_down(down);
    words_->setContentsMargins(0, down, 0, 0);
  }

  void add_link(std::size_t place) {
    auto* link = new LinkButton({}, this);
    connect(link, &QAbstractButton::clicked, this, [this, place] {
      const Remedy remedy = remedies_[place];
      apply_(remedy);
    });
    row_->addWidget(link, 0, Qt::AlignTop);
    links_.push_back(link);
  }

  std::function<void(const Remedy&)> apply_;
  QHBoxLayout* row_;
  SeverityMark* mark_;
  Words* words_;
  std::vector<LinkButton*> links_{};
  std::vector<Remedy> remedies_{};
};

FindingsList::FindingsList(QWidget* parent)
    : QFrame(parent), rows_(new QVBoxLayout(this)), more_(new LinkButton({}, this)) {
  auto* last = new QHBoxLayout;
  last->setSpacing(0);
  last->addWidget(more_);
  last->addStretch(1);
  rows_->addLayout(last);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  setAccessibleName(tr("Findings"));
  follow_looks(this, [this, last] {
    const Metrics m = metrics();
    rows_->setContentsMargins(m.px(16), m.px(8), m.px(14), m.px(8));
    rows_->setSpacing(m.step);
    last->setContentsMargins(m.px(34), 0, 0, 0);
  });
  connect(more_, &QAbstractButton::clicked, this, [this] {
    all_ = !all_;
    show_findings();
  });
}

void FindingsList::show_page(const Page& page) {
  findings_ = page.findings;
  setVisible(!findings_.empty());
  show_findings();
}

void FindingsList::show_findings() {
  const std::size_t wanted = all_ ? findings_.size() : std::min(findings_.size(), rows_at_first);
  while (shown_.size() < wanted) {
    shown_.push_back(
        new FindingRow([this](const Remedy& remedy) { Q_EMIT remedied(remedy.apply, to_qt(remedy.label)); }, this));
    rows_->insertWidget(static_cast<int>(shown_.size()) - 1, shown_.back());
  }
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    if (i < wanted) shown_[i]->show_finding(findings_[i].first, findings_[i].second);
    shown_[i]->setVisible(i < wanted);
  }
  more_->setVisible(findings_.size() > rows_at_first);
  more_->set_words(all_ ? tr("Fewer") : tr("%n more", nullptr, static_cast<int>(findings_.size() - wanted)));
}

void FindingsList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tokens().border);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics().radius, metrics().radius);
}

}  // namespace llmsize::gui
