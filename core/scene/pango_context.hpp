// SPDX-License-Identifier: Apache-2.0
// Where Pango finds fonts and how it measures them, for pictures and paper.
#pragma once

#include <pango/pangocairo.h>

#include <memory>

namespace llmsize::scene {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
using SharedContext = std::unique_ptr<PangoContext, Unref>;

/// Widths as they are on paper, not rounded to pixels of a screen, so that they grow with the letters. Font maps of
/// Pango belong to their thread. Throws BadInput: file, where there is no font.
SharedContext pango_context();

}  // namespace llmsize::scene
