// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a document while it is edited, for a program that ends before it is saved.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace llmsize::gui {

/// A document that was not closed.
struct Recovered {
  QString file;     ///< what was kept
  QString path;     ///< the file it was opened from; may be empty
  QString name;     ///< of the scenario
  int place = 0;    ///< of its tab
  QDateTime saved;  ///< when it was kept
};

/// The recovery file of one document. An orderly end removes it; while the program lives, no other one takes it.
class Recovery {
 public:
  Recovery() = default;
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;
  ~Recovery() { remove(); }

  /// Keeps the text of a *.llmsize file, where it belongs, and that of its calibration; what went wrong, or nothing.
  QString keep(
      const std::string& text, const QString& path, const QString& name, int place,
      const std::string& calibration = {});
  void remove();

 private:
  QString file_;
  std::unique_ptr<QLockFile> lock_;
};

/// What programs that ended too early have left, in the order of their tabs.
std::vector<Recovered> recoverable();
/// The *.llmsize text of such a file. Throws BadInput: file or data.
std::string recovered_text(const Recovered& recovered);
/// The calibration that it rested on; empty where there was none. Throws BadInput: file or data.
std::string recovered_calibration(const Recovered& recovered);
/// Forgets it.
void discard(const Recovered& recovered);

}  // namespace llmsize::gui
