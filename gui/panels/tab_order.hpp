// SPDX-License-Identifier: GPL-3.0-or-later
// In which order Tab goes through a page.
#pragma once

class QLayout;

namespace llmsize::gui {

/// Tab goes through what a layout holds in the order of its items: as it is read, whenever each was made.
void order_tabs(const QLayout& layout);

}  // namespace llmsize::gui
