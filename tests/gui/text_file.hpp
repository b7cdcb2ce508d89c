// SPDX-License-Identifier: GPL-3.0-or-later
// Files that tests write and read back.
#pragma once

#include <QFile>

#include <stdexcept>

namespace llmsize::gui {

/// Empty where it cannot be read.
inline QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Throws where it cannot be written.
inline QString write(const QString& path, const QByteArray& text) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
    throw std::runtime_error("cannot write " + path.toStdString());
  return path;
}

}  // namespace llmsize::gui
