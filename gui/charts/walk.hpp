// SPDX-License-Identifier: GPL-3.0-or-later
// From sample to sample by keys and cursor, and windows that zoom and move.
#pragma once

#include "core/scene/scene.hpp"

#include <QPointF>
#include <optional>
#include <vector>

namespace llmsize::gui {

/// The sample that an arrow key, Home or End leads to: left and right within a row, up and down to the next row.
/// Nothing for other keys.
std::optional<std::size_t> walked(const std::vector<scene::Sample>& samples, std::optional<std::size_t> from, int key);

/// The sample under the cursor, or the nearest within 12 pixels.
std::optional<std::size_t> sample_at(const std::vector<scene::Sample>& samples, QPointF at);

/// The window `times` as narrow, with the point `at` (0 to 1 in the window) where it was; never beyond the whole.
scene::Window zoomed_at(const scene::Window& window, QPointF at, double times);
/// The window moved by a share of itself, inside the whole.
scene::Window moved_by(const scene::Window& window, double right, double up);

}  // namespace llmsize::gui
