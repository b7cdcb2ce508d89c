// SPDX-License-Identifier: GPL-3.0-or-later
// The book is in share/doc next to bin, or where scripts/book and the build write it.
#include "gui/models/book.hpp"

#include <QFileInfo>
#include <QStandardPaths>

namespace llmsize::gui {

QString find_book(const QString& program_folder) {
  const QString page = QStringLiteral("doc/llmsize/html/index.html");
  const QString places[] = {
      program_folder + QStringLiteral("/../share/") + page, program_folder + QStringLiteral("/../book/index.html"),
      program_folder + QStringLiteral("/../../book/index.html"),
      QStandardPaths::locate(QStandardPaths::GenericDataLocation, page),
      program_folder + QStringLiteral("/../../../README.md")};
  for (const QString& place : places)
    if (const QFileInfo file(place); file.isFile()) return file.canonicalFilePath();
  return {};
}

}  // namespace llmsize::gui
