// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/document.hpp"
#include "gui/models/text.hpp"

namespace llmsize::gui {

/// What a document says for a key, as it was typed; empty where it says nothing.
inline QString said(const Document& document, std::string_view key) {
  const Scenario::Said* found = document.scenario().find(key);
  return found ? to_qt(found->text) : QString();
}

}  // namespace llmsize::gui
