// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a user has it before them, and what tests do to it.
#pragma once

#include "gui/window/main_window.hpp"

#include <QTest>

#include <functional>

class QDialog;

namespace llmsize::gui {

class ChartCard;
class FigureView;
class InputField;

/// Settings, recovery files and caches of a test go to a folder of its own; fonts and theme are those of the app.
void prepare_app(Theme theme = Theme::light, double zoom = 1);

struct OpenWindow {
  /// Opens files, or the worked example; ready for keys, with nodes and layout chosen.
  explicit OpenWindow(QSize size = {1440, 900}, const QStringList& files = {});

  Document& document() { return *session.document(); }
  /// Waits until nodes and layout are those of the inputs, and so are the rows of a study that is looked at.
  void settle();
  /// Waits until nothing is planned any more: the layouts on other numbers of nodes too.
  void finish();
  void go(const QString& page);
  /// To what has the focus.
  void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
  void type(const QString& text);
  /// Presses the keys of an action of the menus, or chooses one that has none.
  void act(const QString& words);
  /// The field of an input, brought into view with the cursor in it.
  InputField* enter(const QString& key);
  /// What the strip shows: "28.9 days" for "training.total_step_time"; empty where no figure shows that.
  QString shown(const std::string& name);
  /// The figure in the strip that shows a number, or nullptr.
  FigureView* figure(const std::string& name);
  /// The card of a chart, or nullptr.
  ChartCard* card(const std::string& id);
  /// The scenario as a file holds it.
  std::string said() { return write_scenario(document().scenario()).dump(); }

  Session session;
  MainWindow window{session};

 private:
  void wait_for(bool (*late)(const Planner&));
};

/// Answers the dialog that the next action opens, from within its own event loop.
void answer_dialog(const std::function<void(QDialog&)>& answer);
/// Types a path into the next file dialog and presses Enter.
void choose_file(const QString& path);

/// What a program prints, as JSON. Throws where it does not end with 0.
Json run_program(const QString& program, const QStringList& arguments);

}  // namespace llmsize::gui
