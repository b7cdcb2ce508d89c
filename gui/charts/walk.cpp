// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/walk.hpp"

#include "gui/charts/scene_painter.hpp"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

using scene::Sample;
using scene::Window;

namespace {

constexpr double reach = 12, least_window = 0.02;

/// Last sample of the row before, or first of the row after, that is nearest along x.
std::optional<std::size_t> in_next_row(const std::vector<Sample>& samples, std::size_t from, int way) {
  const std::size_t row = samples[from].row;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (way > 0 ? samples[i].row <= row : samples[i].row >= row) continue;
    const auto key = [&](std::size_t index) {
      const double rows = std::abs(static_cast<double>(samples[index].row) - static_cast<double>(row));
      return std::pair(rows, std::abs(samples[index].box.centre().x - samples[from].box.centre().x));
    };
    if (!found || key(i) < key(*found)) found = i;
  }
  return found;
}

std::pair<double, double> inside(double from, double to) {
  const double width = std::clamp(to - from, least_window, 1.0);
  const double start = std::clamp(from, 0.0, 1 - width);
  return {start, start + width};
}

Window inside(const Window& window) {
  const auto [left, right] = inside(window.left, window.right);
  const auto [bottom, top] = inside(window.bottom, window.top);
  return {left, right, bottom, top};
}

}  // namespace

std::optional<std::size_t> walked(const std::vector<Sample>& samples, std::optional<std::size_t> from, int key) {
  const bool known = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down ||
                     key == Qt::Key_Home || key == Qt::Key_End;
  if (!known || samples.empty()) return {};
  if (!from || *from >= samples.size() || key == Qt::Key_Home) return key == Qt::Key_End ? samples.size() - 1 : 0;
  switch (key) {
    case Qt::Key_Left: return *from > 0 ? *from - 1 : 0;
    case Qt::Key_Right: return std::min(*from + 1, samples.size() - 1);
    case Qt::Key_Up: return in_next_row(samples, *from, -1).value_or(*from);
    case Qt::Key_Down: return in_next_row(samples, *from, 1).value_or(*from);
    default: return samples.size() - 1;
  }
}

std::optional<std::size_t> sample_at(const std::vector<Sample>& samples, QPointF at) {
  std::optional<std::size_t> found;
  double nearest = reach;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const QRectF box = to_qt(samples[i].box);
    const QPointF near(std::clamp(at.x(), box.left(), box.right()), std::clamp(at.y(), box.top(), box.bottom()));
    const double away = QLineF(at, near).length() + QLineF(at, box.center()).length() * 1e-3;
    if (away >= nearest) continue;
    nearest = away;
    found = i;
  }
  return found;
}

Window zoomed_at(const Window& window, QPointF at, double times) {
  const double x = std::clamp(at.x(), 0.0, 1.0), y = std::clamp(at.y(), 0.0, 1.0);
  const double width = std::clamp((window.right - window.left) / times, least_window, 1.0);
  const double height = std::clamp((window.top - window.bottom) / times, least_window, 1.0);
  const double left = std::lerp(window.left, window.right, x) - x * width;
  const double bottom = std::lerp(window.bottom, window.top, y) - y * height;
  if (width >= 1 && height >= 1) return {};
  return inside({left, left + width, bottom, bottom + height});
}

Window moved_by(const Window& window, double right, double up) {
  const double dx = right * (window.right - window.left), dy = up * (window.top - window.bottom);
  return inside({window.left + dx, window.right + dx, window.bottom + dy, window.top + dy});
}

}  // namespace llmsize::gui
