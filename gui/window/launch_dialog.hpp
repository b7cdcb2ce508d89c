// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that start an engine with the layout of an answer, to read and to copy.
#pragma once

#include "core/view/subject.hpp"

#include <QDialog>

class QComboBox;
class QPlainTextEdit;

namespace llmsize::gui {

class LaunchDialog : public QDialog {
  Q_OBJECT

 public:
  /// For what a scenario is answered with: the engines of a service where it is `served`, else those of a training run.
  /// Throws BadInput as `complete` does.
  LaunchDialog(const Subject& answered, bool served, const Catalog& catalog, QWidget* parent = nullptr);

  /// The name of the chosen engine: "vLLM".
  QString engine() const;
  /// The script of the chosen engine, as `--launch` prints it.
  QString script() const;

 private:
  void copy();

  QComboBox* engines_;
  QPlainTextEdit* script_;
};

}  // namespace llmsize::gui
