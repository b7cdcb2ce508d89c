// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/ask_file.hpp"

#include <QFileDialog>
#include <QFileInfo>

namespace llmsize::gui {

QString ask_file(QWidget* parent, const QString& title, const QString& proposed, const QString& kinds) {
  QString kind;
  QString path = QFileDialog::getSaveFileName(parent, title, proposed, kinds, &kind);
  if (path.isEmpty() || !QFileInfo(path).suffix().isEmpty()) return path;
  if (kind.isEmpty()) kind = kinds.section(QStringLiteral(";;"), 0, 0);
  return path + kind.mid(kind.indexOf(u'*') + 1).chopped(1);
}

}  // namespace llmsize::gui
