// SPDX-License-Identifier: GPL-3.0-or-later
// Menus: everything that the app can do, with its keys.
#include "core/files/version.hpp"
#include "core/inputs/list.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/models/book.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/derivation_panel.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/window/calibration_bar.hpp"
#include "gui/window/find_popup.hpp"
#include "gui/window/main_window.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/top_bar.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

namespace llmsize::gui {

QAction* MainWindow::action(
    QMenu* menu, const QString& words, const QKeySequence& keys, const std::function<void()>& act) {
  QAction* made = menu->addAction(words);
  made->setShortcut(keys);
  connect(made, &QAction::triggered, this, act);
  actions_.emplace_back(QStringLiteral("action%1").arg(actions_.size()), made);
  return made;
}

void MainWindow::make_menus() {
  make_file_menu();
  make_edit_menu();
  make_view_menu();
  make_tools_menu();
  make_help_menu();
  make_export_menu();
  list_actions();
}

void MainWindow::make_file_menu() {
  QMenu* menu = top_->menus()->addMenu(tr("&File"));
  action(menu, tr("New scenario"), QKeySequence::New, [this] { new_document(); });
  action(menu, tr("Start page"), QKeySequence(Qt::ALT | Qt::Key_Home), [this] { show_start(true); });
  action(menu, tr("Open…"), QKeySequence::Open, [this] { open(); });
  QMenu* recent = menu->addMenu(tr("Open recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] {
    recent->clear();
    for (const QString& path : recent_files())
      connect(recent->addAction(QFileInfo(path).fileName()), &QAction::triggered, this, [this, path] {
        open_files({path});
      });
    if (recent->isEmpty()) recent->addAction(tr("No recent files"))->setEnabled(false);
  });
  QMenu* examples = menu->addMenu(tr("Examples"));
  for (const Desk::Example& example : session_.desk().examples()) {
    QAction* each = examples->addAction(example.name);
    each->setToolTip(example.notes);
    connect(each, &QAction::triggered, this, [this, id = example.id] { tell(session_.desk().open_example(id)); });
  }
  examples->setToolTipsVisible(true);
  action(menu, tr("Import model…"), {}, [this] { import_model(); });
  menu->addSeparator();
  action(menu, tr("Save"), QKeySequence::Save, [this] { save(session_.document()); });
  action(
      menu, tr("Save as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { save_as(session_.document()); });
  action(menu, tr("Close scenario"), QKeySequence::Close, [this] { close_document(session_.desk().current_index()); });
  menu->addSeparator();
  action(menu, tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void MainWindow::make_edit_menu() {
  QMenu* menu = top_->menus()->addMenu(tr("&Edit"));
  undo_ = action(menu, tr("Undo"), QKeySequence::Undo, [this] {
    Document* document = session_.document();
    if (!document) return;
    // What is refused is the last thing that was done.
    document->all_pending().empty() ? document->history().undo() : document->drop_pending();
  });
  redo_ = action(menu, tr("Redo"), QKeySequence::Redo, [this] {
    if (session_.document()) session_.document()->history().redo();
  });
  redo_->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  menu->addSeparator();
  action(menu, tr("Copy summary"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copy_answer(); });
  action(menu, tr("Duplicate scenario"), QKeySequence(Qt::CTRL | Qt::Key_D), [this] {
    if (session_.document()) session_.desk().duplicate(session_.desk().current_index());
  });
  action(menu, tr("Rename scenario…"), QKeySequence(Qt::Key_F2), [this] { rename(); });
  menu->addSeparator();
  action(menu, tr("Change or find anything…"), QKeySequence(Qt::CTRL | Qt::Key_K), [this] { find_->open(); });
  action(menu, tr("Find in inputs…"), QKeySequence::Find, [this] {
    inputs_->setVisible(true);
    inputs_->search();
  });
}

void MainWindow::make_view_menu() {
  QMenu* menu = top_->menus()->addMenu(tr("&View"));
  int number = 0;
  for (const PageKind& kind : page_kinds()) {
    const QString page = to_qt(kind.id);
    const int key = Qt::Key_1 + number++;
    const QKeySequence keys = key > Qt::Key_9 ? QKeySequence() : QKeySequence(Qt::CTRL | static_cast<Qt::Key>(key));
    action(menu, to_qt(kind.title), keys, [this, page] { session_.set_page(page); });
  }
  menu->addSeparator();
  action(menu, tr("Why this number of nodes"), QKeySequence(Qt::CTRL | Qt::Key_Question), [this] { show_why(); });
  action(menu, tr("Next scenario"), QKeySequence(Qt::CTRL | Qt::Key_Tab), [this] {
    Desk& desk = session_.desk();
    if (desk.count() > 0) desk.set_current((desk.current_index() + 1) % desk.count());
  });
  action(menu, tr("Inputs"), QKeySequence(Qt::CTRL | Qt::Key_I), [this] {
    inputs_wanted_ = !inputs_wanted_;
    fit_width();
  });
  action(menu, tr("Next panel"), QKeySequence(Qt::Key_F6), [this] { cycle_panels(); });
  action(menu, tr("Recalculate"), QKeySequence(Qt::Key_F5), [this] { compute_again(); });
  menu->addSeparator();
  action(menu, tr("Larger"), QKeySequence::ZoomIn, [this] { set_zoom(zoom_ * 1.1); });
  action(menu, tr("Smaller"), QKeySequence::ZoomOut, [this] { set_zoom(zoom_ / 1.1); });
  action(menu, tr("Default size"), QKeySequence(Qt::CTRL | Qt::Key_0), [this] { set_zoom(1); });
  QMenu* themes = menu->addMenu(tr("Theme"));
  auto* group = new QActionGroup(this);
  const std::pair<QString, Theme> choices[] = {
      {tr("Light"), Theme::light}, {tr("Dark"), Theme::dark}, {tr("System"), Theme::system}};
  for (const auto& [words, theme] : choices) {
    QAction* each = action(themes, words, {}, [this, theme = theme] { set_theme(theme); });
    each->setCheckable(true);
    each->setChecked(theme == gui::theme());
    group->addAction(each);
  }
}

void MainWindow::make_tools_menu() {
  QMenu* menu = top_->menus()->addMenu(tr("&Tools"));
  action(menu, tr("Open records…"), {}, [this] { calibration_->open_records(); });
  action(menu, tr("Probe this node…"), {}, [this] { calibration_->measure(); });
  menu->addSeparator();
  action(menu, tr("Apply calibration to this scenario"), {}, [this] { calibration_->apply(); });
  action(menu, tr("Remove calibration"), {}, [this] { calibration_->take_off(); });
  action(menu, tr("Save calibration…"), {}, [this] { calibration_->save(); });
  action(menu, tr("Close records"), {}, [this] { session_.records().close(); });
}

void MainWindow::make_help_menu() {
  QMenu* menu = top_->menus()->addMenu(tr("&Help"));
  action(menu, tr("Explain the focused item"), QKeySequence(Qt::Key_F1), [this] {
    const QWidget* focus = QApplication::focusWidget();
    for (const QWidget* each = focus; each; each = each->parentWidget()) {
      if (const auto* figure = qobject_cast<const FigureView*>(each); figure && !figure->figure().source.name.empty())
        return explain(figure->figure().source);
      if (const auto* field = qobject_cast<const InputField*>(each); field && find_input(to_core(field->key())))
        return explain({to_core(field->key()), {}});
    }
    const QString words =
        focus ? (focus->toolTip().isEmpty() ? focus->accessibleDescription() : focus->toolTip()) : QString();
    messages_->say(
        MessageBar::Kind::note, words.isEmpty() ? tr("Click a number to see its formula and sources.") : words);
  });
  action(menu, tr("Guides and formulas"), QKeySequence(Qt::SHIFT | Qt::Key_F1), [this] {
    const QString book = find_book(QCoreApplication::applicationDirPath());
    if (book.isEmpty() || !QDesktopServices::openUrl(QUrl::fromLocalFile(book)))
      messages_->say(
          MessageBar::Kind::note, book.isEmpty() ? tr("The guides are part of the package llmsize-data.")
                                                 : tr("No program here opens %1.").arg(book));
  });
  action(menu, tr("About llmsize"), {}, [this] {
    QMessageBox::about(
        this, tr("About llmsize"),
        tr("<b>llmsize %1</b><br>Sizes GPU clusters for LLM training and inference.<br><br>Click a number to see its "
           "formula, inputs and "
           "sources.<br><br>The desktop app is free software under the GNU GPL 3; the library, the data and the "
           "command line are under the "
           "Apache License 2.0. llmsize Sans is derived from Inter, under the SIL Open Font License 1.1.")
            .arg(to_qt(version())));
  });
  action(menu, tr("About Qt"), {}, [] { QApplication::aboutQt(); });
}

void MainWindow::make_export_menu() {
  auto* menu = new QMenu(top_->export_button());
  action(menu, tr("Copy summary"), {}, [this] { copy_answer(); });
  action(menu, tr("Launch lines…"), QKeySequence(Qt::CTRL | Qt::Key_L), [this] { show_launch(); });
  menu->setDefaultAction(action(menu, tr("Page as PDF, PNG or data…"), {}, [this] { export_page(); }));
  action(menu, tr("Report as HTML, PDF, workbook or Markdown…"), {}, [this] { export_report(); });
  action(menu, tr("All charts of the page…"), {}, [this] {
    export_charts(
        tr("Export all charts of the page to a folder"),
        {QStringLiteral(".svg"), QStringLiteral(".png"), QStringLiteral(".csv")}, {});
  });
  action(menu, tr("Pictures for slides, 16:9…"), {}, [this] {
    // 1920 by 1080 pixels, with letters that are read from the last row.
    export_charts(
        tr("Export pictures for slides to a folder"), {QStringLiteral(".png"), QStringLiteral(".svg")},
        {.size = QSize(800, 450), .scale = 2.4});
  });
  menu->addSeparator();
  QMenu* one = menu->addMenu(tr("One chart"));
  connect(one, &QMenu::aboutToShow, this, [this, one] {
    one->clear();
    for (ChartCard* card : page_->cards())
      connect(one->addAction(to_qt(card->chart().title)), &QAction::triggered, card, &ChartCard::export_as);
  });
  // Enter repeats the last one.
  connect(menu, &QMenu::triggered, menu, [menu](QAction* done) {
    if (menu->actions().contains(done)) menu->setDefaultAction(done);
  });
  connect(menu, &QMenu::aboutToShow, menu, [menu] {
    QTimer::singleShot(0, menu, [menu] { menu->setActiveAction(menu->defaultAction()); });
  });
  top_->export_button()->setMenu(menu);
  auto* open = new QAction(tr("Export…"), this);
  open->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
  connect(open, &QAction::triggered, top_->export_button(), &QToolButton::showMenu);
  addAction(open);
}

/// All actions and pages can be found by words, actions also by their menu: "help". The commands that show a page are
/// that page.
void MainWindow::list_actions() {
  std::vector<FindModel::Item> pages, items;
  QStringList titles;
  for (const PageKind& kind : page_kinds()) {
    pages.push_back({FindModel::Kind::page, to_qt(kind.id), to_qt(kind.title), to_qt(kind.summary)});
    titles << to_qt(kind.title);
  }
  for (const auto& [id, each] : actions_) {
    QString words = each->text();
    words.remove(u'&');
    QStringList menus;
    for (const QObject* shown_in : each->associatedObjects())
      if (const auto* menu = qobject_cast<const QMenu*>(shown_in)) menus << menu->title().remove(u'&');
    if (!titles.contains(words))
      items.push_back({FindModel::Kind::action, id, words, each->shortcut().toString(QKeySequence::NativeText), menus});
    addAction(each);
  }
  find_->model().set_pages(pages);
  find_->model().set_actions(items);
  find_->model().follow(inputs_->model(), session_.desk().catalog());
}

void MainWindow::set_theme(Theme theme) {
  apply_theme(*qApp, theme);
  QSettings().setValue(QStringLiteral("theme"), static_cast<int>(theme));
}

void MainWindow::set_zoom(double zoom) {
  zoom_ = std::clamp(zoom, 0.7, 2.5);
  apply_font(zoom_);
  QSettings().setValue(QStringLiteral("zoom"), zoom_);
}

}  // namespace llmsize::gui
