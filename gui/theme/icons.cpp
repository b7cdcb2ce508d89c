// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/icons.hpp"

#include "core/pages/pages.hpp"
#include "gui/theme/tokens.hpp"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace llmsize::gui {

namespace {

/// The strokes of an icon: the inside of an svg of 20 by 20.
const char* strokes(Icon icon) {
  switch (icon) {
    case Icon::table: return R"(<rect x="3" y="4" width="14" height="12" rx="1"/><path d="M3 8h14M3 12h14M9 8v8"/>)";
    case Icon::more: return R"(<path d="M5 10h.01M10 10h.01M15 10h.01" stroke-width="2"/>)";
    case Icon::copy:
      return R"(<rect x="7" y="7" width="10" height="10" rx="1.500"/><path d="M13 7V4.500A1.500 1.500 0 0 0 11.500 3h-7A1.500
                               1.500 0 0 0 3 4.500v7A1.500 1.500 0 0 0 4.500 13H7"/>)";
    case Icon::search: return R"(<circle cx="9" cy="9" r="5.500"/><path d="m13 13 4 4"/>)";
    case Icon::export_: return R"(<path d="M10 12V3M6.500 6.500 10 3l3.500 3.500M5 9H3v8h14V9h-2"/>)";
    case Icon::close: return R"(<path d="m5 5 10 10M15 5 5 15"/>)";
    case Icon::back: return R"(<path d="M17 10H4M9 5l-5 5 5 5"/>)";
    case Icon::forward: return R"(<path d="M3 10h13M11 5l5 5-5 5"/>)";
    case Icon::check: return R"(<circle cx="10" cy="10" r="7"/><path d="m6.800 10.200 2.200 2.200 4.200-4.600"/>)";
    case Icon::warning: return R"(<path d="M10 3 2.500 16.500h15zM10 8v4M10 14.300h.01"/>)";
    case Icon::error: return R"(<circle cx="10" cy="10" r="7"/><path d="m7.500 7.500 5 5M12.500 7.500l-5 5"/>)";
    case Icon::info: return R"(<circle cx="10" cy="10" r="7"/><path d="M10 9v4.500M10 6.500h.01"/>)";
    case Icon::plus: return R"(<path d="M10 4v12M4 10h12"/>)";
    case Icon::chevron: return R"(<path d="m5.500 8 4.500 4.500L14.500 8"/>)";
    case Icon::logo: break;
  }
  return "";
}

/// The logo, which has colours of its own, or strokes in a colour.
QByteArray document(QLatin1String strokes, const QColor& colour) {
  const Tokens& set = tokens();
  if (strokes.isEmpty())
    return QStringLiteral(
               R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect x="1" y="11" width="5" height="8" rx="1" fill="%1"/>
                  <rect x="7.500" y="6" width="5" height="13" rx="1" fill="%2"/><rect x="14" y="1" width="5" height="18" rx="1" fill="%3"/>
                  </svg>)")
        .arg(set.nvme.name(), set.gpu.name(), set.accent.name())
        .toUtf8();
  return QStringLiteral(
             R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><g fill="none" stroke="%1" stroke-width="1.4"
                stroke-linecap="round" stroke-linejoin="round">%2</g></svg>)")
      .arg(colour.name(), strokes)
      .toUtf8();
}

/// The picture of an icon. Kept: every painting of a window asks for the same few.
QPixmap drawn(QLatin1String strokes, const QSize& size, const QColor& colour) {
  const QString key = QStringLiteral("llmsize-icon %1 %2 %3 %4 %5")
                          .arg(strokes)
                          .arg(size.width())
                          .arg(size.height())
                          .arg(colour.name())
                          .arg(tokens().dark);
  QPixmap result;
  if (QPixmapCache::find(key, &result)) return result;
  result = QPixmap(size);
  result.fill(Qt::transparent);
  QPainter painter(&result);
  QSvgRenderer(document(strokes, colour)).render(&painter, QRectF(QPointF(), QSizeF(size)));
  painter.end();
  QPixmapCache::insert(key, result);
  return result;
}

/// So many device-independent pixels wide.
QPixmap drawn(QLatin1String strokes, int pixels, double ratio, const QColor& colour) {
  QPixmap result = drawn(strokes, QSize(qRound(pixels * ratio), qRound(pixels * ratio)), colour);
  result.setDevicePixelRatio(ratio);
  return result;
}

/// Draws with the tokens of the moment, so that a change of theme needs no new icons.
class StrokeEngine : public QIconEngine {
 public:
  StrokeEngine(QLatin1String strokes, QColor colour) : strokes_(strokes), colour_(colour) {}

  void paint(QPainter* painter, const QRect& area, QIcon::Mode mode, QIcon::State state) override {
    QSvgRenderer(document(strokes_, ink_of(mode, state))).render(painter, area);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return drawn(strokes_, size, ink_of(mode, state));
  }
  QIconEngine* clone() const override { return new StrokeEngine(*this); }

 private:
  QColor ink_of(QIcon::Mode mode, QIcon::State state) const {
    if (colour_.isValid()) return colour_;
    if (mode == QIcon::Disabled) return tokens().text3;
    return state == QIcon::On ? tokens().accent : tokens().text2;
  }

  QLatin1String strokes_;
  QColor colour_;
};

/// Strokes of a page; of the first one for an unknown id.
QLatin1String strokes_of(const QString& page) {
  const PageKind* kind = find_page_kind(page.toStdString());
  const std::string_view strokes = (kind ? *kind : page_kinds().front()).icon;
  return {strokes.data(), static_cast<qsizetype>(strokes.size())};
}

}  // namespace

QPixmap pixmap(Icon icon, int pixels, double ratio, const QColor& colour) {
  return drawn(QLatin1String(strokes(icon)), pixels, ratio, colour);
}

QIcon icon(Icon icon, const QColor& colour) { return QIcon(new StrokeEngine(QLatin1String(strokes(icon)), colour)); }

QPixmap page_pixmap(const QString& page, int pixels, double ratio, const QColor& colour) {
  return drawn(strokes_of(page), pixels, ratio, colour);
}

QIcon page_icon(const QString& page, const QColor& colour) { return QIcon(new StrokeEngine(strokes_of(page), colour)); }

QIcon app_icon() {
  QIcon result;
  QSvgRenderer renderer(QStringLiteral(":/llmsize/llmsize.svg"));
  for (const int size : {16, 32, 48, 64, 128, 256}) {
    QPixmap picture(size, size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    renderer.render(&painter);
    painter.end();
    result.addPixmap(picture);
  }
  return result;
}

}  // namespace llmsize::gui
