// SPDX-License-Identifier: GPL-3.0-or-later
// The door of the core, with the reason in the words of the app: the file is named by whoever asked.
#include "gui/models/safe_file.hpp"

#include "core/files/write_file.hpp"

#include <QFile>

namespace llmsize::gui {

QString write_safely(const QString& path, std::string_view text) {
  try {
    write_file(QFile::encodeName(path).toStdString(), text, IfThere::replace);
    return {};
  } catch (const NotWritten& refused) {
    return QString::fromStdString(refused.reason());
  }
}

}  // namespace llmsize::gui
