// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/icons.hpp"

#include "gui/theme/tokens.hpp"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <array>
#include <utility>

namespace llmsize::gui {

namespace {

/// The strokes of an icon: the inside of an svg of 20 by 20.
const char* strokes(Icon icon) {
  switch (icon) {
    case Icon::size:
      return R"(<rect x="3" y="3" width="14" height="4" rx="1"/><rect x="3" y="8" width="14" height="4" rx="1"/>
                <rect x="3" y="13" width="14" height="4" rx="1"/><path d="M6 5h.01M6 10h.01M6 15h.01"/>)";
    case Icon::layout:
      return R"(<rect x="3" y="3" width="6" height="6" rx="1"/><rect x="11" y="3" width="6" height="6" rx="1"/>
                <rect x="3" y="11" width="6" height="6" rx="1"/><rect x="11" y="11" width="6" height="6" rx="1"/>)";
    case Icon::offload: return R"(<path d="M10 3v9M6.500 8.500 10 12l3.500-3.500M3 12v4h14v-4"/>)";
    case Icon::network:
      return R"(<circle cx="10" cy="4.500" r="2"/><circle cx="4.500" cy="15" r="2"/><circle cx="15.500" cy="15" r="2"/>
                <path d="M9 6.300 5.500 13.200M11 6.300l3.500 6.900M6.500 15h7"/>)";
    case Icon::checkpoint: return R"(<path d="M3 3h11l3 3v11H3zM6 3v4h6V3M6 17v-6h8v6"/>)";
    case Icon::data:
      return R"(<ellipse cx="10" cy="5" rx="6.500" ry="2.300"/><path d="M3.500 5v10c0 1.300 2.900 2.300 6.500 2.300s6.500-1 6.500-2.300V5
                M3.500 10c0 1.300 2.900 2.300 6.500 2.300s6.500-1 6.500-2.300"/>)";
    case Icon::compare:
      return R"(<rect x="3" y="3" width="5.500" height="14" rx="1"/><rect x="11.500" y="3" width="5.500" height="14" rx="1"/>)";
    case Icon::trends: return R"(<path d="M3 3v14h14M5.500 13l3.500-4 3 2.500L17 5.500M13.500 5.500H17V9"/>)";
    case Icon::calibration: return R"(<path d="M4.500 15.500a7.500 7.500 0 1 1 11 0M10 11l3.500-4M8.500 15.500h3"/>)";
    case Icon::study:
      return R"(<path d="M3 3v14h14M6 13.500h.01M8.500 10.500h.01M10 14h.01M12.500 8.500h.01M15 11h.01M15.500 5.500h.01"
                stroke-width="2"/>)";
    case Icon::serving:
      return R"(<path d="M3 3.500h14v10H9l-4 3.500v-3.500H3zM7 8.500h.01M10 8.500h.01M13 8.500h.01"/>)";
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

QByteArray document(Icon icon, const QColor& colour) {
  const Tokens& set = tokens();
  if (icon == Icon::logo)
    return QStringLiteral(
               R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect x="1" y="11" width="5" height="8" rx="1" fill="%1"/>
                  <rect x="7.500" y="6" width="5" height="13" rx="1" fill="%2"/><rect x="14" y="1" width="5" height="18" rx="1" fill="%3"/>
                  </svg>)")
        .arg(set.nvme.name(), set.gpu.name(), set.accent.name())
        .toUtf8();
  return QStringLiteral(
             R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><g fill="none" stroke="%1" stroke-width="1.4"
                stroke-linecap="round" stroke-linejoin="round">%2</g></svg>)")
      .arg(colour.name(), QLatin1String(strokes(icon)))
      .toUtf8();
}

/// The picture of an icon. Kept: every painting of a window asks for the same few.
QPixmap drawn(Icon icon, const QSize& size, const QColor& colour) {
  const QString key = QStringLiteral("llmsize-icon %1 %2 %3 %4 %5")
                          .arg(static_cast<int>(icon))
                          .arg(size.width())
                          .arg(size.height())
                          .arg(colour.name())
                          .arg(tokens().dark);
  QPixmap result;
  if (QPixmapCache::find(key, &result)) return result;
  result = QPixmap(size);
  result.fill(Qt::transparent);
  QPainter painter(&result);
  QSvgRenderer(document(icon, colour)).render(&painter, QRectF(QPointF(), QSizeF(size)));
  painter.end();
  QPixmapCache::insert(key, result);
  return result;
}

/// Draws with the tokens of the moment, so that a change of theme needs no new icons.
class StrokeEngine : public QIconEngine {
 public:
  StrokeEngine(Icon icon, QColor colour) : icon_(icon), colour_(colour) {}

  void paint(QPainter* painter, const QRect& area, QIcon::Mode mode, QIcon::State state) override {
    QSvgRenderer(document(icon_, ink_of(mode, state))).render(painter, area);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return drawn(icon_, size, ink_of(mode, state));
  }
  QIconEngine* clone() const override { return new StrokeEngine(*this); }

 private:
  QColor ink_of(QIcon::Mode mode, QIcon::State state) const {
    if (colour_.isValid()) return colour_;
    if (mode == QIcon::Disabled) return tokens().text3;
    return state == QIcon::On ? tokens().accent : tokens().text2;
  }

  Icon icon_;
  QColor colour_;
};

}  // namespace

Icon page_icon(const QString& page) {
  static const std::array<std::pair<QLatin1String, Icon>, 11> pages{
      {{QLatin1String("size"), Icon::size},
       {QLatin1String("layout"), Icon::layout},
       {QLatin1String("offload"), Icon::offload},
       {QLatin1String("network"), Icon::network},
       {QLatin1String("checkpoint"), Icon::checkpoint},
       {QLatin1String("data"), Icon::data},
       {QLatin1String("serve"), Icon::serving},
       {QLatin1String("compare"), Icon::compare},
       {QLatin1String("study"), Icon::study},
       {QLatin1String("trends"), Icon::trends},
       {QLatin1String("calibration"), Icon::calibration}}};
  for (const auto& [id, icon] : pages)
    if (page == id) return icon;
  return Icon::size;
}

QPixmap pixmap(Icon icon, int pixels, double ratio, const QColor& colour) {
  QPixmap result = drawn(icon, QSize(qRound(pixels * ratio), qRound(pixels * ratio)), colour);
  result.setDevicePixelRatio(ratio);
  return result;
}

QIcon icon(Icon icon, const QColor& colour) { return QIcon(new StrokeEngine(icon, colour)); }

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
