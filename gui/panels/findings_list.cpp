// SPDX-License-Identifier: GPL-3.0-or-later
// One row per finding.
#include "gui/panels/findings_list.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"

#include <QHBoxLayout>
#include <QPainter>

namespace llmsize::gui {
namespace {

constexpr std::size_t rows_at_first = 3;

/// Icon of a severity in its colour.
class SeverityMark : public QWidget {
 public:
  SeverityMark(Severity severity, QWidget* parent) : QWidget(parent), severity_(severity) {
    setFixedSize(metrics().px(18), metrics().px(18));
    setAccessibleName(
        severity == Severity::error     ? FindingsList::tr("Error")
        : severity == Severity::warning ? FindingsList::tr("Warning")
                                        : FindingsList::tr("Note"));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Tokens& colours = tokens();
    const QColor ink = severity_ == Severity::error ? colours.error : severity_ == Severity::warning ? colours.limit : colours.accent;
    const Icon shape = severity_ == Severity::error ? Icon::error : severity_ == Severity::warning ? Icon::warning : Icon::info;
    QPainter(this).drawPixmap(0, 0, pixmap(shape, width(), devicePixelRatioF(), ink));
  }

 private:
  Severity severity_;
};

/// "<b>Memory efficiency is assumed:</b> 0.9 …": what stands before an early colon is the head.
QString with_head(const std::string& message) {
  const QString text = to_qt(message);
  const auto colon = text.indexOf(u": ");
  if (colon < 0 || colon > 44) return text.toHtmlEscaped();
  return QStringLiteral("<span style=\"font-weight:600\">%1</span>&nbsp;&nbsp;%2")
      .arg(text.left(colon).toHtmlEscaped(), text.mid(colon + 2).toHtmlEscaped());
}

}  // namespace

FindingsList::FindingsList(QWidget* parent) : QFrame(parent), rows_(new QVBoxLayout(this)) {
  const Metrics m = metrics();
  rows_->setContentsMargins(m.px(16), m.px(8), m.px(14), m.px(8));
  rows_->setSpacing(m.step);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  setAccessibleName(tr("Findings"));
}

void FindingsList::show_board(const Board& board) {
  const auto same = [](const auto& a, const auto& b) { return a.first.message == b.first.message && a.second.size() == b.second.size(); };
  const bool unchanged =
      findings_.size() == board.findings.size() && std::equal(findings_.begin(), findings_.end(), board.findings.begin(), same);
  findings_ = board.findings;
  setVisible(!findings_.empty());
  // A drag keeps the widgets under the cursor.
  if (!unchanged) rebuild();
}

void FindingsList::rebuild() {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    if (QLayout* row = item->layout())
      while (QLayoutItem* inner = row->takeAt(0)) {
        if (inner->widget()) inner->widget()->deleteLater();
        delete inner;
      }
    delete item;
  }
  const std::size_t shown = all_ ? findings_.size() : std::min(findings_.size(), rows_at_first);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [finding, remedies] = findings_[i];
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics().px(10));
    row->addWidget(new SeverityMark(finding.severity, this), 0, Qt::AlignTop);
    auto* words = new Words(TextRole::body, &Tokens::text2, Words::Lines::many, this);
    words->setTextFormat(Qt::RichText);
    words->setText(with_head(finding.message));
    words->setToolTip(to_qt(finding.id));
    row->addWidget(words, 1);
    for (std::size_t r = 0; r < remedies.size(); ++r) {
      auto* link = new LinkButton(to_qt(remedies[r].label), this);
      connect(link, &QAbstractButton::clicked, this, [this, i, r] {
        const Remedy remedy = findings_[i].second[r];
        Q_EMIT remedied(remedy.apply, to_qt(remedy.label));
      });
      row->addWidget(link, 0, Qt::AlignTop);
    }
    rows_->addLayout(row);
  }
  if (findings_.size() > rows_at_first) {
    auto* row = new QHBoxLayout;
    auto* more = new LinkButton(all_ ? tr("Fewer") : tr("%n more", nullptr, static_cast<int>(findings_.size() - shown)), this);
    connect(more, &QAbstractButton::clicked, this, [this] {
      all_ = !all_;
      rebuild();
    });
    row->addSpacing(metrics().px(28));
    row->addWidget(more);
    row->addStretch(1);
    rows_->addLayout(row);
  }
}

void FindingsList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tokens().border);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics().radius, metrics().radius);
}

}  // namespace llmsize::gui
