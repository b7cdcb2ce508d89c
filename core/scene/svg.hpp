// SPDX-License-Identifier: Apache-2.0
// Writes scenes as elements of SVG 1.1. Nothing refers to anything by an id, so that pictures can stand beside each
// other in one page.
#pragma once

#include "core/scene/scene.hpp"

namespace llmsize::scene {

/// The elements of a scene, a line each.
std::string as_elements(const Scene& scene, PictureTheme theme);

/// The text as content of an element or value of an attribute; control characters become question marks.
std::string escaped(std::string_view text);

/// A length in pixels as an attribute, to a hundredth.
std::string length(double pixels);

}  // namespace llmsize::scene
