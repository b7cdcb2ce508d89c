// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for the planner, then draws or prints.
#include "gui/window/headless.hpp"

#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/derivation_panel.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/main_window.hpp"
#include "gui/window/page_files.hpp"

#include <QApplication>
#include <QBuffer>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QThread>

#include <fmt/format.h>

namespace llmsize::gui {
namespace {

constexpr int wrong_use = 2, wrong_data = 3;

int refuse(int code, const QString& message) {
  fmt::print(stderr, "llmsize-gui: {}\n", to_core(message));
  return code;
}

bool is_busy(Session& session, Desk& desk) {
  for (int i = 0; i < desk.count(); ++i)
    if (session.planner_of(desk.at(i))->is_busy() || session.planner_of(desk.at(i))->is_stale()) return true;
  return session.rows() && session.rows()->is_busy();
}

/// Lets planners finish; they take seconds at most.
void settle(Session& session) {
  constexpr int patience = 120000;
  QElapsedTimer waited;
  waited.start();
  do {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    QThread::msleep(2);
  } while (waited.elapsed() < 300 ||
           (is_busy(session, session.desk()) && session.problem().isEmpty() && waited.elapsed() < patience));
}

/// Writes a picture in the form that the ending of the file tells. What went wrong, or nothing.
QString write_grabbed(const QPixmap& picture, const QString& path) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!picture.save(&buffer, QFileInfo(path).suffix().toLatin1().constData()))
    return QObject::tr("expected a file name ending in a picture format");
  return write_safely(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace

int run_headless(const Headless& wanted) {
  Session session;
  bool known = false;
  QString pages;
  for (const PageKind& kind : page_kinds()) {
    known = known || to_qt(kind.id) == wanted.page;
    pages += (pages.isEmpty() ? QString() : QStringLiteral(", ")) + to_qt(kind.id);
  }
  if (!known) return refuse(wrong_use, QObject::tr("unknown page %1: expected one of %2").arg(wanted.page, pages));
  for (const QString& path : wanted.scenarios)
    if (const QString trouble = session.desk().open(path); !trouble.isEmpty()) return refuse(wrong_data, trouble);
  if (session.desk().count() == 0) session.desk().add_new();
  session.desk().set_current(0);
  if (const QString trouble = session.records().open(wanted.records); !trouble.isEmpty())
    return refuse(wrong_data, trouble);
  if (!wanted.calibration.isEmpty()) {
    try {
      const std::string file = QFile::encodeName(wanted.calibration).toStdString();
      session.document()->calibrate(calibration_of(read_file(file), file), {});
      // Nobody edits here: there is nothing to recover.
      session.document()->history().setClean();
    } catch (const BadInput& error) {
      return refuse(wrong_data, to_qt(error.what()));
    }
  }
  session.set_page(wanted.page);
  if (wanted.picture.isEmpty()) {
    settle(session);
    if (!session.problem().isEmpty()) return refuse(wrong_data, session.problem());
    fmt::print("{}\n", page_json(session.page(), session.planner()->answered(), session.catalog()).dump(2));
    return 0;
  }
  apply_theme(*qApp, wanted.theme);
  MainWindow window(session);
  window.resize(wanted.size);
  window.show();
  settle(session);
  if (!wanted.derivation.isEmpty()) {
    window.explain({to_core(wanted.derivation), {}});
    if (!session.derivation().is_open())
      return refuse(wrong_use, QObject::tr("unknown result or input %1").arg(wanted.derivation));
    window.derivation()->expand(1);
  }
  settle(session);
  if (wanted.picture.endsWith(u".pdf", Qt::CaseInsensitive)) {
    const QString trouble = write_page(*window.page()->content(), session, wanted.picture);
    return trouble.isEmpty() ? 0 : refuse(wrong_data, trouble);
  }
  const QString trouble = write_grabbed(window.grab(), wanted.picture);
  return trouble.isEmpty() ? 0 : refuse(wrong_data, QObject::tr("cannot write %1: %2").arg(wanted.picture, trouble));
}

}  // namespace llmsize::gui
