// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/open_window.hpp"

#include "core/pages/pages.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/input_field.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/theme/fonts.hpp"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <stdexcept>

namespace llmsize::gui {

void prepare_app(Theme theme, double zoom) {
  static const QTemporaryDir home;
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
    qputenv(name, home.path().toLocal8Bit());
  QApplication::setApplicationName(QStringLiteral("llmsize"));
  QApplication::setOrganizationName(QStringLiteral("llmsize"));
  load_fonts();
  apply_theme(*qApp, theme);
  apply_font(zoom);
}

OpenWindow::OpenWindow(QSize size, const QStringList& files) {
  window.resize(size);
  window.open_files(files);
  window.show();
  QApplication::setActiveWindow(&window);
  settle();
}

void OpenWindow::settle() {
  wait_for([](const Planner& planner) { return planner.is_busy() && planner.is_stale(); });
}

void OpenWindow::finish() {
  wait_for([](const Planner& planner) { return planner.is_busy(); });
}

void OpenWindow::wait_for(bool (*late)(const Planner&)) {
  constexpr int patience = 1200000;  // for what hangs; under the thread sanitizer plans take ten times as long
  Desk& desk = session.desk();
  const auto done = [&] {
    for (int i = 0; i < desk.count(); ++i)
      if (late(*session.planner_of(desk.at(i)))) return false;
    return !session.study().is_busy() && !session.options().is_busy();
  };
  if (!QTest::qWaitFor(done, patience)) throw std::runtime_error("the planner does not end");
  // The form follows some turns later.
  for (int i = 0; i < 3; ++i) QApplication::processEvents();
}

void OpenWindow::go(const QString& page) {
  session.set_page(page);
  settle();
}

void OpenWindow::press(int key, Qt::KeyboardModifiers modifiers) {
  // Without a window manager nobody gives the focus back when a dialog or a menu ends.
  const QWidget* active = QApplication::activeWindow();
  if (!active || !active->isVisible()) QApplication::setActiveWindow(&window);
  QWidget* popup = QApplication::activePopupWidget();
  QWidget* target = popup ? (popup->focusWidget() ? popup->focusWidget() : popup) : QApplication::focusWidget();
  QTest::keyClick(target ? target : &window, static_cast<Qt::Key>(key), modifiers);
  QApplication::processEvents();
}

void OpenWindow::type(const QString& text) {
  QWidget* popup = QApplication::activePopupWidget();
  QWidget* target = popup ? popup->focusWidget() : QApplication::focusWidget();
  QTest::keyClicks(target, text);
}

void OpenWindow::act(const QString& words) {
  for (QAction* action : window.actions())
    if (action->text() == words && action->shortcut().isEmpty())
      return action->trigger();
    else if (action->text() == words)
      return press(action->shortcut()[0].key(), action->shortcut()[0].keyboardModifiers());
  throw std::runtime_error("no action " + words.toStdString());
}

InputField* OpenWindow::enter(const QString& key) {
  window.inputs()->focus_input(key);
  QApplication::processEvents();
  for (QWidget* each = QApplication::focusWidget(); each; each = each->parentWidget())
    if (auto* field = qobject_cast<InputField*>(each); field && field->key() == key) return field;
  return nullptr;
}

QString OpenWindow::shown(const std::string& name) {
  const FigureView* view = figure(name);
  return view ? to_qt(view->figure().value + " " + view->figure().unit).trimmed() : QString();
}

FigureView* OpenWindow::figure(const std::string& name) {
  for (FigureView* view : window.page()->strip()->figures())
    if (view->figure().source.name == name) return view;
  return nullptr;
}

ChartCard* OpenWindow::card(const std::string& id) {
  for (ChartCard* card : window.page()->cards())
    if (card->chart().id == id) return card;
  return nullptr;
}

void answer_dialog(const std::function<void(QDialog&)>& answer) {
  auto* look = new QTimer(qApp);
  QObject::connect(look, &QTimer::timeout, look, [look, answer] {
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    look->deleteLater();
    look->stop();
    answer(*dialog);
  });
  look->start(10);
}

void choose_file(const QString& path) {
  answer_dialog([path](QDialog& dialog) {
    auto* line = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    line->setText(path);
    QTest::keyClick(line, Qt::Key_Return);
  });
}

Json run_program(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  constexpr int patience = 300000;
  if (!process.waitForFinished(patience) || process.exitCode() != 0)
    throw std::runtime_error(QStringLiteral("%1 %2: %3")
                                 .arg(program, arguments.join(u' '), QString::fromUtf8(process.readAllStandardError()))
                                 .toStdString());
  return Json::parse(process.readAllStandardOutput().toStdString());
}

}  // namespace llmsize::gui
