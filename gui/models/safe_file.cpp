// SPDX-License-Identifier: GPL-3.0-or-later
// QSaveFile, asked about every step: of itself it does not notice a disk that fills up at the last one.
#include "gui/models/safe_file.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace llmsize::gui {

QString write_safely(const QString& path, const std::string& text) {
  // A device or a pipe would be replaced by a file.
  if (const QFileInfo there(path); there.exists() && !there.isFile())
    return QCoreApplication::translate("llmsize::gui::Document", "it is not a regular file");
  QSaveFile file(path);
  const auto size = static_cast<qint64>(text.size());
  if (!file.open(QIODevice::WriteOnly)) return file.errorString();
  if (file.write(text.data(), size) != size || !file.flush()) {
    QString message = file.errorString();
    file.cancelWriting();
    return message;
  }
  return file.commit() ? QString() : file.errorString();
}

}  // namespace llmsize::gui
