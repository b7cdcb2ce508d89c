// SPDX-License-Identifier: GPL-3.0-or-later
// Documents and exports: dialogs, drops, what happens at the end.
#include "core/answer/views.hpp"
#include "core/files/version.hpp"
#include "core/view/moved.hpp"
#include "gui/charts/ask_file.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/charts/export.hpp"
#include "gui/models/cases.hpp"
#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/calibration_bar.hpp"
#include "gui/window/coach_notes.hpp"
#include "gui/window/launch_dialog.hpp"
#include "gui/window/main_window.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/page_files.hpp"
#include "gui/window/top_bar.hpp"

#include <QClipboard>
#include <QCloseEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLocale>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>

namespace llmsize::gui {
namespace {

QString filters() {
  return MainWindow::tr("Scenarios (*.llmsize);;Scenario sheets (*.csv *.xlsx);;Models (*.json);;All files (*)");
}

QString ask_model(QWidget* parent) {
  return QFileDialog::getOpenFileName(
      parent, MainWindow::tr("Import model"), {}, MainWindow::tr("Models (*.json);;All files (*)"));
}

}  // namespace

void MainWindow::restore(const QStringList& files) {
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  split_->restoreState(settings.value(QStringLiteral("split")).toByteArray());
  if (files.isEmpty())
    reopen();
  else
    open_files(files);
  // The first answer is there by then.
  constexpr int settled = 1500;
  if (!settings.value(QStringLiteral("coached")).toBool()) QTimer::singleShot(settled, this, &MainWindow::coach);
}

void MainWindow::reopen() {
  const QSettings settings;
  QStringList troubles, recovered;
  for (const Recovered& left : recoverable()) {
    const QString trouble = session_.desk().recover(left);
    (trouble.isEmpty() ? recovered : troubles) << (trouble.isEmpty() ? left.name : trouble);
  }
  for (const QString& path : settings.value(QStringLiteral("open")).toStringList())
    if (QFile::exists(path))
      if (const QString trouble = session_.desk().open(path); !trouble.isEmpty()) troubles << trouble;
  if (session_.desk().count() == 0) session_.desk().add_new();
  if (!recovered.isEmpty())
    messages_->say(
        MessageBar::Kind::note,
        recovered.size() == 1 ? tr("Recovered %1, which was not saved.").arg(recovered.front())
                              : tr("Recovered %1 scenarios that were not saved: %2.")
                                    .arg(recovered.size())
                                    .arg(QLocale().createSeparatedList(recovered)),
        tr("Close"));
  tell(troubles.join(u'\n'));
}

void MainWindow::coach() {
  QSettings().setValue(QStringLiteral("coached"), true);
  auto* notes = new CoachNotes(
      {{inputs_->field(QStringLiteral("goal.deadline")), tr("Change the deadline. The page updates as you type.")},
       {page_->findChild<FigureView*>(), tr("Click a number to see its formula, data sheets and assumptions.")},
       {top_->search_button(), tr("Press Ctrl+K to find inputs, results, pages and actions.")}},
      this);
  notes->start();
}

void MainWindow::new_document() { session_.desk().add_new(); }

void MainWindow::open() { open_files(QFileDialog::getOpenFileNames(this, tr("Open"), {}, filters())); }

void MainWindow::open_files(const QStringList& paths) {
  // What was wrong with the file before is no news of these.
  if (!paths.isEmpty()) messages_->hide();
  QStringList troubles, measured;
  for (const QString& path : paths)
    if (Records::is_record(path) || Records::is_calibration(path))
      measured << path;
    else if (const QString trouble = session_.desk().open(path); !trouble.isEmpty())
      troubles << trouble;
    else
      remember_file(path);
  if (session_.desk().count() == 0) session_.desk().add_new();
  if (!measured.isEmpty()) calibration_->open_files(measured);
  if (!paths.isEmpty()) show_start(false);
  tell(troubles.join(u'\n'));
}

void MainWindow::offer_cases(const Study& study) {
  QStringList varied;
  std::size_t cases = 1;
  for (const Axis& axis : study.axes) {
    varied << label_of(axis.key);
    cases *= axis.values.size();
  }
  const QString opened =
      tr("%n scenarios with several values of %1. The first is open as a copy.", nullptr, static_cast<int>(cases))
          .arg(QLocale().createSeparatedList(varied));
  if (cases > most_cases)
    return messages_->say(
        MessageBar::Kind::note, opened, tr("Study all"), [this] { session_.set_page(QStringLiteral("study")); });
  messages_->say(MessageBar::Kind::note, opened, tr("Open the other %1").arg(cases - 1), [this, study] {
    session_.desk().open_cases(other_cases(study));
  });
}

/// In a scenario of its own, on the page that answers what the open one asks.
void MainWindow::import_model() {
  const QString path = ask_model(this);
  if (path.isEmpty()) return;
  const Asked asked = session_.asked();
  if (const QString trouble = session_.desk().open_model(path, asked); !trouble.isEmpty()) return tell(trouble);
  show_start(false);
  session_.set_page(to_qt(pages_for(asked).front()->id));
}

/// In the open scenario, where its model is picked.
void MainWindow::import_here() {
  const QString path = ask_model(this);
  if (!path.isEmpty() && session_.document()) tell(session_.document()->import_model(path));
}

/// The file says what is answered now, where that is known.
void MainWindow::stamp(Document& document) {
  const Planner* planner = session_.planner_of(&document);
  const bool known = planner && planner->has_answer() && !planner->is_stale() && planner->problem().isEmpty();
  document.set_answer(known ? saved_now(planner->answered_case()) : Saved{std::string(version())});
}

/// Told once, when the answer is there: a file says what it was answered with.
void MainWindow::tell_what_moved() {
  Document* document = session_.document();
  const Planner* planner = session_.planner();
  if (!document->saved() || planner->is_stale() || !planner->has_answer()) return;
  const Saved saved = *document->saved();
  document->forget_saved();
  if (document->is_modified()) return;
  if (const std::string moved = moved_since(saved, planner->answered_case()); !moved.empty())
    messages_->say(
        MessageBar::Kind::note,
        tr("Since %1 was saved by llmsize %2: %3.").arg(document->name(), to_qt(saved.version), legible(to_qt(moved))),
        tr("Close"));
}

bool MainWindow::save(Document* document) {
  if (!document) return false;
  stamp(*document);
  if (document->path().isEmpty()) return save_as(document);
  const QString trouble = document->save();
  tell(trouble);
  return trouble.isEmpty();
}

bool MainWindow::save_as(Document* document) {
  if (!document) return false;
  stamp(*document);
  const QString proposed =
      document->path().isEmpty() ? file_name(document->name()) + QStringLiteral(".llmsize") : document->path();
  const QString path = ask_file(this, tr("Save scenario"), proposed, tr("Scenarios (*.llmsize)"));
  if (path.isEmpty()) return false;
  const QString trouble = document->save_as(path);
  if (trouble.isEmpty()) remember_file(path);
  tell(trouble);
  return trouble.isEmpty();
}

void MainWindow::close_document(int index) {
  if (index < 0 || index >= session_.desk().count()) return;
  Document* document = session_.desk().at(index);
  if (document->is_modified()) {
    session_.desk().set_current(index);
    const auto answer = QMessageBox::question(
        this, tr("Close scenario"), tr("%1 has unsaved changes.").arg(document->name()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Cancel || (answer == QMessageBox::Save && !save(document))) return;
  }
  session_.desk().close(index);
  if (session_.desk().count() == 0) session_.desk().add_new();
}

void MainWindow::rename() {
  if (!session_.document()) return;
  bool taken = false;
  const QString name = QInputDialog::getText(
      this, tr("Rename scenario"), tr("Name"), QLineEdit::Normal, session_.document()->name(), &taken);
  const bool another = name.trimmed() != session_.document()->name();
  if (taken && another && !name.trimmed().isEmpty()) session_.document()->rename(name.trimmed());
}

void MainWindow::copy_answer() {
  const QString text = legible(to_qt(session_.page().summary));
  QGuiApplication::clipboard()->setText(text);
  messages_->say(MessageBar::Kind::note, tr("Copied: %1").arg(text));
}

/// The Serve page serves every scenario; elsewhere the scenario says whether it serves.
void MainWindow::show_launch() {
  const Planner* planner = session_.planner();
  if (!planner) return;
  try {
    const Subject& answered = planner->answered();
    const bool served = session_.page_id() == u"serve" || asked_of(answered.said) == Asked::service;
    LaunchDialog lines(answered, served, session_.catalog(), this);
    if (lines.exec() == QDialog::Accepted)
      messages_->say(MessageBar::Kind::note, tr("Copied: launch lines of %1").arg(lines.engine()));
  } catch (const BadInput& error) {
    tell(QString::fromUtf8(error.what()));
  }
}

void MainWindow::export_page() {
  const QString proposed = file_name(session_.document()->name(), session_.page_id()) + QStringLiteral(".pdf");
  const QString path =
      ask_file(this, tr("Export page"), proposed, tr("Document (*.pdf);;Picture (*.png);;Data (*.json)"));
  if (path.isEmpty()) return;
  const QString trouble = write_page(*page_->content(), session_, path);
  trouble.isEmpty() ? messages_->say(MessageBar::Kind::note, tr("Saved: %1").arg(path)) : tell(trouble);
}

void MainWindow::export_report() {
  const QString proposed = file_name(session_.document()->name(), QStringLiteral("report")) + QStringLiteral(".html");
  const QString path = ask_file(
      this, tr("Export report"), proposed,
      tr("Web page (*.html);;Document (*.pdf);;Live workbook (*.xlsx);;Markdown (*.md)"));
  if (path.isEmpty()) return;
  const QString trouble = write_report(session_, path);
  trouble.isEmpty() ? messages_->say(MessageBar::Kind::note, tr("Saved: %1").arg(path)) : tell(trouble);
}

void MainWindow::export_charts(const QString& title, const QStringList& endings, ExportOptions options) {
  const QString folder = QFileDialog::getExistingDirectory(this, title);
  if (folder.isEmpty()) return;
  options.footer = footer_of(session_.about());
  int written = 0;
  for (const ChartCard* card : page_->cards())
    for (const QString& ending : endings) {
      const QString path = folder + u'/' + file_name(session_.document()->name(), to_qt(card->chart().id)) + ending;
      if (const QString trouble = export_chart(card->chart(), path, options); !trouble.isEmpty()) return tell(trouble);
      ++written;
    }
  messages_->say(MessageBar::Kind::note, tr("%n files saved to %1", nullptr, written).arg(folder));
}

void MainWindow::closeEvent(QCloseEvent* event) {
  // What is typed but not entered yet counts.
  if (QWidget* focus = focusWidget()) focus->clearFocus();
  QSettings settings;
  QStringList open;
  Desk& desk = session_.desk();
  for (int i = 0; i < desk.count(); ++i) {
    Document* document = desk.at(i);
    // The worked example that nobody touched is not worth a question.
    if (document->is_modified()) {
      desk.set_current(i);
      const auto answer = QMessageBox::question(
          this, tr("Quit"), tr("%1 has unsaved changes.").arg(document->name()),
          QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
      if (answer == QMessageBox::Cancel || (answer == QMessageBox::Save && !save(document))) return event->ignore();
    }
    if (!document->path().isEmpty()) open << document->path();
  }
  settings.setValue(QStringLiteral("open"), open);
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("split"), split_->saveState());
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) paths << url.toLocalFile();
  open_files(paths);
  event->acceptProposedAction();
}

}  // namespace llmsize::gui
