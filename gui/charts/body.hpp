// SPDX-License-Identifier: GPL-3.0-or-later
// What a kind of chart has to do: paint itself into an area and say which samples it has. Screens and files use the
// same painting.
#pragma once

#include "core/charts/chart.hpp"
#include "gui/charts/ink.hpp"

#include <QSizeF>
#include <memory>
#include <optional>
#include <vector>

namespace llmsize::gui {

/// The part of a plot in view: from and to along each axis, 0 to 1.
struct Window {
  double left = 0, right = 1, bottom = 0, top = 1;
  bool operator==(const Window&) const = default;
};

/// A number that the cursor or the keys can choose.
struct Sample {
  QRectF box;       ///< where it is painted
  std::size_t row;  ///< series, bar or row: up and down move between them, left and right within
  QString words;    ///< "48 nodes: 24.6 days"
  Source source{};
  bool applies = false;  ///< Enter applies instead of explaining
  enum class Track {
    none,
    stop,
    point
  } track{};  ///< where the point that changes the case can be put, and where it is
};

/// A value shown beside the cursor.
struct Reading {
  QColor colour;
  QString series, value;
};
struct Readings {
  double x = 0;
  double pixel = 0;  ///< where x is in the area
  QString title;
  std::vector<Reading> values;
};

class Body {
 public:
  virtual ~Body() = default;

  /// Shows a chart of the same kind from now on; false where a new body has to be made for it.
  virtual bool take(const Chart&) { return false; }

  /// Paints into the area and notes labels and samples.
  virtual void paint(Ink& ink, const QRectF& area) = 0;

  /// The values of all series at that point of the last painting; nothing where hovering tells only of single samples.
  virtual std::optional<Readings> readings(QPointF) const { return {}; }
  virtual std::optional<double> pixel_of(double) const { return {}; }

  /// Only plots have a window and scroll not; only grids and lists scroll.
  virtual void set_window(const Window&) {}
  virtual bool zooms() const { return false; }
  /// The rectangle between the axes, of the last painting.
  virtual QRectF frame() const { return {}; }
  virtual void set_scroll(double) {}
  virtual double scroll_range() const { return 0; }

  /// The size at which everything is legible, for a style.
  virtual QSizeF wish(const Style& style) const = 0;

  /// Of the last painting.
  const std::vector<Sample>& samples() const;
  const std::vector<PaintedLabel>& labels() const { return labels_; }

 protected:
  /// Adds samples that are told only when somebody asks: the words of hundreds of points take longer than painting
  /// them.
  virtual void tell_samples(std::vector<Sample>&) const {}

  mutable std::vector<Sample> samples_;
  std::vector<PaintedLabel> labels_;

 private:
  mutable bool told_ = true;
  friend void draw(Body&, QPainter&, const QRectF&, const Style&);
};

/// The body of a chart; it keeps no reference to it.
std::unique_ptr<Body> body_of(const Chart& chart);

/// Paints a body and renews its samples and labels.
void draw(Body& body, QPainter& painter, const QRectF& area, const Style& style);

/// The three extremes of a chart in words, for those who do not see it: "smallest …, largest …".
QString extremes(const Chart& chart);

}  // namespace llmsize::gui
