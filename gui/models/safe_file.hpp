// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are never left half written.
#pragma once

#include <QString>

#include <string_view>

namespace llmsize::gui {

/// Writes beside the file and takes its place at the end, asking nobody: the window has asked. What went wrong, and
/// then the old file is whole; empty where nothing did.
[[nodiscard]] QString write_safely(const QString& path, std::string_view text);

}  // namespace llmsize::gui
