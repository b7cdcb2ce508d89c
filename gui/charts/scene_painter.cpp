// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/scene_painter.hpp"

#include <QCache>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPolygonF>

#include <array>
#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double halo_width = 3.5;

struct Halo {
  QImage picture;
  QPointF place;  ///< of its corner, from the base line's beginning
};

/// The ground around letters as a picture. Most words stand on many paintings one after another: outlines are widened
/// once for all.
const Halo& halo_of(const QString& text, const QFont& font, const QColor& colour, double width, double ratio) {
  constexpr int most_pixels = 4'000'000;
  static QCache<QString, Halo> known(most_pixels);
  const QString key = QStringLiteral("%1|%2|%3|%4|%5").arg(font.key(), colour.name()).arg(width).arg(ratio).arg(text);
  if (const Halo* found = known.object(key)) return *found;
  QPainterPath path;
  path.addText({}, font, text);
  const QRectF box = path.boundingRect().adjusted(-width, -width, width, width);
  const QPointF place(std::floor(box.left()), std::floor(box.top()));
  auto halo = std::make_unique<Halo>(Halo{
      QImage(
          (QSizeF(box.right() - place.x(), box.bottom() - place.y()) * ratio).toSize(),
          QImage::Format_ARGB32_Premultiplied),
      place});
  halo->picture.setDevicePixelRatio(ratio);
  halo->picture.fill(Qt::transparent);
  QPainter painter(&halo->picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(-place);
  painter.strokePath(path, QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.end();
  const Halo* made = halo.get();
  const int pixels = std::min(most_pixels, made->picture.width() * made->picture.height());
  known.insert(key, halo.release(), pixels);
  return *made;
}

/// Where a text's letters begin on their base line.
QPointF baseline_of(const scene::TextRun& run, double width, const QFontMetricsF& metrics) {
  const QRectF box = to_qt(run.box);
  const double x = run.align == scene::Align::left     ? box.left()
                   : run.align == scene::Align::centre ? box.center().x() - width / 2
                                                       : box.right() - width;
  return {x, std::round(box.center().y() - metrics.height() / 2 + metrics.ascent())};
}

QPolygonF polygon(const std::vector<scene::Point>& points) {
  QPolygonF result;
  for (const scene::Point at : points) result << to_qt(at);
  return result;
}

/// One painting.
class Painting {
 public:
  Painting(QPainter& painter, const Style& style, double scale)
      : painter_(painter),
        tokens_(*style.tokens),
        letters_(letters_of(style)),
        scale_(scale),
        pixels_(painter.paintEngine()->type() == QPaintEngine::Raster) {
    painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  }

  void operator()(const scene::TextRun& run) {
    const PlacedText& placed = letters_->placed(run.text, run.role);
    const QFont& font = letters_->font(run.role);
    const QFontMetricsF& metrics = letters_->metrics(run.role);
    const QPointF baseline = baseline_of(run, placed.width, metrics);
    if (run.halo) paint_halo(baseline, placed.text, font);
    painter_.setFont(font);
    painter_.setPen(colour(run.colour));
    if (pixels_)
      painter_.drawStaticText(baseline - QPointF(0, metrics.ascent()), placed.glyphs);
    else
      painter_.drawText(baseline, placed.text);
  }

  void operator()(const scene::Line& line) {
    painter_.setPen(pen_of(line.colour, line.width, line.dashes, tokens_));
    QPointF from = to_qt(line.from), to = to_qt(line.to);
    // Straight thin lines lie on whole pixels.
    if (pixels_ && from.y() == to.y()) from.setY(on_pixels(from.y(), line.width / 2)), to.setY(from.y());
    if (pixels_ && from.x() == to.x()) from.setX(on_pixels(from.x(), line.width / 2)), to.setX(from.x());
    painter_.drawLine(from, to);
  }

  void operator()(const scene::Polyline& line) {
    painter_.setPen(pen_of(line.colour, line.width, line.dashes, tokens_));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawPolyline(polygon(line.points));
  }

  void operator()(const scene::Area& area) {
    QColor seen_through = colour(area.colour);
    seen_through.setAlpha(tokens_.band_alpha);
    fill(seen_through);
    painter_.drawPolygon(polygon(area.points));
  }

  void operator()(const scene::Block& block) {
    using Cover = scene::Block::Cover;
    QColor ground = colour(block.colour);
    if (block.cover == Cover::hatch) {
      painter_.setPen(QPen(ground, block.width, Qt::SolidLine, Qt::FlatCap));
      for (const auto& [from, to] : strokes_of(block, scale_)) painter_.drawLine(to_qt(from), to_qt(to));
      return;
    }
    if (block.cover == Cover::veil) ground.setAlphaF(static_cast<float>(block.opacity));
    if (block.cover == Cover::frame) {
      painter_.setPen(QPen(ground, block.width));
      painter_.setBrush(Qt::NoBrush);
    } else {
      fill(ground);
    }
    const QRectF box = on_pixels(to_qt(block.box), block.cover == Cover::frame ? block.width / 2 : 0);
    if (block.radius > 0)
      painter_.drawRoundedRect(box, block.radius, block.radius);
    else
      painter_.drawRect(box);
  }

  void operator()(const scene::Mark& mark) {
    const auto seen_through = [&](const scene::Colour& full) {
      QColor result = colour(full);
      result.setAlphaF(static_cast<float>(mark.opacity));
      return result;
    };
    painter_.setPen(mark.outline ? QPen(seen_through(*mark.outline), mark.width) : QPen(Qt::NoPen));
    painter_.setBrush(mark.fill ? QBrush(seen_through(*mark.fill)) : QBrush(Qt::NoBrush));
    if (const auto corners = corners_of(mark); !corners.empty())
      painter_.drawPolygon(polygon(corners));
    else
      painter_.drawEllipse(to_qt(mark.at), mark.radius, mark.radius);
  }

 private:
  QColor colour(const scene::Colour& colour) const { return colour_of(colour, tokens_); }

  void fill(const QColor& ground) {
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(ground);
  }

  /// The nearest place at which an edge so far from a line's middle lies between two pixels.
  static double on_pixels(double at, double edge) { return std::round(at - edge) + edge; }

  /// Upper and lower edges between two pixels; the others say how much something is.
  QRectF on_pixels(QRectF box, double edge) const {
    if (!pixels_) return box;
    box.setTop(on_pixels(box.top(), edge));
    box.setBottom(on_pixels(box.bottom(), -edge));
    return box;
  }

  void paint_halo(QPointF baseline, const QString& text, const QFont& font) {
    if (!pixels_) {
      QPainterPath path;
      path.addText(baseline, font, text);
      return painter_.strokePath(
          path, QPen(tokens_.surface, scale_ * halo_width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
    const double ratio = painter_.device()->devicePixelRatio();
    const Halo& ground = halo_of(text, font, tokens_.surface, scale_ * halo_width, ratio);
    // On whole pixels, so that nothing is interpolated.
    const QPointF corner = (baseline + ground.place) * ratio;
    painter_.drawImage(QPointF(std::round(corner.x()), std::round(corner.y())) / ratio, ground.picture);
  }

  QPainter& painter_;
  const Tokens& tokens_;
  std::shared_ptr<const QtLetters> letters_;
  double scale_;
  bool pixels_;
};

/// Whether a line lies between the axes of a plot: others are those of its key.
bool is_plotted(const scene::Polyline& line, const scene::Scene& scene) {
  return scene.axes && scene.axes->frame.grown(1, 1).contains(line.points.front());
}

}  // namespace

std::vector<PaintedLabel> labels_of(const scene::Scene& scene, const Style& style) {
  constexpr std::array names{"title", "label", "label_strong", "header", "series", "tick"};
  const auto letters = letters_of(style);
  std::vector<PaintedLabel> labels;
  for (const auto& item : scene.items) {
    const auto* run = std::get_if<scene::TextRun>(&item);
    if (!run) continue;
    const PlacedText& placed = letters->placed(run->text, run->role);
    const QFontMetricsF& metrics = letters->metrics(run->role);
    labels.push_back(
        {metrics.tightBoundingRect(placed.text).translated(baseline_of(*run, placed.width, metrics)), placed.text,
         QString::fromLatin1(names.at(static_cast<std::size_t>(run->role)))});
  }
  return labels;
}

void ScenePainter::paint(QPainter& painter, const scene::Scene& scene, const Style& style) {
  painter.save();
  Painting painting(painter, style, scene.scale);
  std::vector<const scene::Polyline*> run;
  const auto finish_run = [&] {
    if (run.empty()) return;
    if (!lines_) lines_ = std::make_unique<PlotLines>();
    painter.setBrush(Qt::NoBrush);
    lines_->paint(painter, to_qt(scene.axes->frame), run, *style.tokens);
    run.clear();
  };
  for (const auto& item : scene.items) {
    if (const auto* line = std::get_if<scene::Polyline>(&item); line && is_plotted(*line, scene)) {
      run.push_back(line);
      continue;
    }
    finish_run();
    std::visit(painting, item);
  }
  finish_run();
  painter.restore();
}

}  // namespace llmsize::gui
