// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the parts together and follows the session.
#include "gui/window/main_window.hpp"

#include "core/inputs/list.hpp"
#include "core/view/around.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/charts/export.hpp"
#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/derivation_panel.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/window/calibration_bar.hpp"
#include "gui/window/coach_notes.hpp"
#include "gui/window/find_popup.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/options_bar.hpp"
#include "gui/window/rail.hpp"
#include "gui/window/start_page.hpp"
#include "gui/window/study_bar.hpp"
#include "gui/window/top_bar.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QPointer>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace llmsize::gui {

MainWindow::MainWindow(Session& session, QWidget* parent)
    : QMainWindow(parent),
      session_(session),
      top_(new TopBar(session.desk(), this)),
      rail_(new Rail(this)),
      split_(new QSplitter(Qt::Horizontal, this)),
      inputs_(new InputsPanel(this)),
      page_(new PageView(this)),
      start_(new StartPage(session.desk(), this)),
      calibration_(new CalibrationBar(session, this)),
      study_(new StudyBar(session, this)),
      options_(new OptionsBar(session, this)),
      derivation_(new DerivationPanel(session.derivation(), this)),
      find_(new FindPopup(this)),
      zoom_(zoom()),
      scale_(metrics().scale) {
  setWindowTitle(QStringLiteral("llmsize"));
  setWindowIcon(app_icon());
  setMinimumSize(1000, 640);
  setAcceptDrops(true);

  auto* middle = new QWidget(this);
  auto* above = new QVBoxLayout(middle);
  above->setContentsMargins(0, 0, 0, 0);
  above->setSpacing(0);
  above->addWidget(page_, 1);
  above->addWidget(start_, 1);
  start_->hide();
  messages_ = new MessageBar(middle);
  split_->addWidget(inputs_);
  split_->addWidget(middle);
  split_->addWidget(derivation_);
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  split_->setStretchFactor(0, 0);
  split_->setStretchFactor(1, 1);
  split_->setStretchFactor(2, 0);
  split_->setSizes({metrics().px(304), metrics().px(900), metrics().px(360)});
  derivation_->hide();
  page_->add_actions(calibration_);
  page_->add_actions(study_);
  page_->add_actions(options_);

  auto* whole = new QWidget(this);
  auto* column = new QVBoxLayout(whole);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(top_);
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  row->addWidget(rail_);
  row->addWidget(split_, 1);
  column->addLayout(row, 1);
  setCentralWidget(whole);

  previews_.setMaxThreadCount(1);
  set_timers();
  make_menus();
  wire();
  wire_find();
  wire_start();
  wire_rows();
  rail_->set_page(session_.page_id());
  show_document();
  follow_looks(this, [this, middle] {
    middle->setMinimumWidth(metrics().px(380));
    scale_panels();
    fit_width();
  });
}

void MainWindow::set_timers() {
  // What is late is dimmed, but not at once: a quick answer does not flicker.
  constexpr int late = 100;
  dim_.setSingleShot(true);
  dim_.setInterval(late);
  connect(&dim_, &QTimer::timeout, this, [this] { page_->set_dimmed(session_.is_stale()); });
  // What an answer rests on is asked of it when it stays.
  constexpr int quiet = 150;
  leading_.setSingleShot(true);
  leading_.setInterval(quiet);
  connect(&leading_, &QTimer::timeout, this, &MainWindow::show_leading);
}

MainWindow::~MainWindow() {
  // A field takes what was typed when it loses the focus: while everything is still there.
  hide();
  ++preview_;
  previews_.waitForDone();
}

void MainWindow::wire() {
  connect(&session_, &Session::page_changed, this, &MainWindow::show_page);
  connect(&session_, &Session::busy_changed, this, &MainWindow::show_state);
  connect(&session_, &Session::progress, this, &MainWindow::show_progress);
  connect(&session_, &Session::page_chosen, this, [this] {
    rail_->set_page(session_.page_id());
    rail_->offer(session_.asked());
    inputs_->set_page(session_.page_id());
    show_leading();
    page_->ensureVisible(0, 0);
  });
  connect(&session_.desk(), &Desk::current_changed, this, &MainWindow::show_document);
  connect(&session_.desk(), &Desk::first_opened, this, &MainWindow::offer_cases);
  connect(&session_.derivation(), &Derivation::changed, this, [this] {
    const Derivation& shown = session_.derivation();
    derivation_->setVisible(shown.is_open());
    page_->set_explained(shown.is_open() ? shown.source().name : std::string());
    fit_width();
  });
  connect(rail_, &Rail::chosen, this, [this](const QString& page) {
    show_start(false);
    session_.set_page(page);
  });
  connect(page_, &PageView::clicked, this, &MainWindow::explain);
  connect(page_, &PageView::applied, this, &MainWindow::apply);
  connect(page_, &PageView::offered, this, [this](const Source& changes) {
    QStringList said;
    for (const auto& [key, text] : changes.changes)
      if (!text.empty()) said << QStringLiteral("%1 %2").arg(label_of(key), to_qt(text));
    show_preview(changes, said.join(QStringLiteral(", ")));
  });
  connect(page_, &PageView::failed, this, &MainWindow::tell);
  connect(page_, &PageView::input_wanted, this, [this](const QString& key) {
    inputs_->setVisible(true);
    inputs_->choose(key);
  });
  connect(page_, &PageView::again_wanted, this, &MainWindow::compute_again);
  connect(page_, &PageView::field_wanted, this, &MainWindow::show_field);
  connect(page_, &PageView::said, this, [this](const QString& text) { messages_->say(MessageBar::Kind::note, text); });
  connect(inputs_, &InputsPanel::explain_wanted, this, [this](const QString& key) { explain({to_core(key), {}}); });
  connect(inputs_, &InputsPanel::import_wanted, this, &MainWindow::import_here);
  connect(inputs_, &InputsPanel::refused, this, [this](const QString& why) {
    messages_->say(MessageBar::Kind::note, why);
  });
  connect(inputs_, &InputsPanel::previewed, this, &MainWindow::show_entry);
  connect(derivation_, &DerivationPanel::closed, &session_.derivation(), &Derivation::close);
  connect(derivation_, &DerivationPanel::input_wanted, this, &MainWindow::show_field);
  connect(derivation_, &DerivationPanel::probe_wanted, calibration_, &CalibrationBar::measure);
  connect(top_, &TopBar::new_wanted, this, &MainWindow::new_document);
  connect(top_, &TopBar::close_wanted, this, &MainWindow::close_document);
  connect(top_, &TopBar::calibration_wanted, this, [this] { session_.set_page(QStringLiteral("calibration")); });
  connect(calibration_, &CalibrationBar::troubled, this, &MainWindow::tell);
  connect(calibration_, &CalibrationBar::said, this, [this](const QString& text) {
    messages_->say(MessageBar::Kind::note, text);
  });
}

void MainWindow::wire_find() {
  connect(top_, &TopBar::search_wanted, find_, &FindPopup::open);
  connect(find_, &FindPopup::highlighted, this, [this](const FindModel::Item& item) {
    preview(item.source, [this, act = item.source](const QString& answer) { find_->show_answer(act, answer); });
  });
  connect(find_, &FindPopup::chosen, this, [this](const FindModel::Item& item) {
    using Kind = FindModel::Kind;
    switch (item.kind) {
      case Kind::act: return act(item);
      case Kind::page: show_start(false); return session_.set_page(item.id);
      case Kind::figure: return explain(item.source);
      case Kind::result: return explain({to_core(item.id), {}});
      case Kind::term: return messages_->say(MessageBar::Kind::note, tr("%1: %2").arg(item.title, item.detail));
      case Kind::input: return show_field(item.id);
      case Kind::action:
        for (const auto& [name, action] : actions_)
          if (name == item.id) return action->trigger();
    }
  });
}

/// What was typed is done in one step, here or in a copy, and the page that answers it is shown.
void MainWindow::act(const FindModel::Item& item) {
  show_start(false);
  if (item.apart) session_.desk().duplicate(session_.desk().current_index());
  if (const QString trouble = session_.document()->apply(item.source, item.title); !trouble.isEmpty())
    return tell(trouble);
  if (item.apart) return session_.set_page(QStringLiteral("compare"));
  if (const QString page = InputsModel::page_about(to_core(item.id)); !page.isEmpty()) session_.set_page(page);
  inputs_->focus_input(item.id);
}

void MainWindow::wire_start() {
  connect(start_, &StartPage::new_wanted, this, &MainWindow::new_document);
  connect(start_, &StartPage::open_wanted, this, &MainWindow::open);
  connect(start_, &StartPage::model_wanted, this, &MainWindow::import_model);
  connect(start_, &StartPage::file_wanted, this, [this](const QString& path) { open_files({path}); });
  connect(start_, &StartPage::example_wanted, this, [this](const Desk::Example& example) {
    if (const QString trouble = session_.desk().open_example(example.id); !trouble.isEmpty()) return tell(trouble);
    session_.set_page(example.page);
  });
  connect(start_, &StartPage::closed, this, [this] { show_start(false); });
}

void MainWindow::wire_rows() {
  connect(page_, &PageView::brushed, this, [this](const std::vector<Source>& marks) {
    if (session_.rows()) session_.rows()->brush(marks);
  });
  connect(&session_.desk(), &Desk::sheet_found, study_, &StudyBar::open);
  for (RowsBar* bar : std::initializer_list<RowsBar*>{study_, options_}) {
    connect(bar, &RowsBar::troubled, this, &MainWindow::tell);
    connect(bar, &RowsBar::said, this, [this](const QString& text) { messages_->say(MessageBar::Kind::note, text); });
  }
  for (RowsRun* rows : std::initializer_list<RowsRun*>{&session_.study(), &session_.options()})
    connect(rows, &RowsRun::progress, this, [this, rows](int done, int all) {
      if (session_.rows() == rows && all > 0) top_->set_progress(static_cast<double>(done) / all);
    });
}

void MainWindow::show_start(bool shown) {
  start_->setVisible(shown);
  page_->setVisible(!shown);
  fit_width();
}

void MainWindow::show_document() {
  show_start(false);
  Document* document = session_.document();
  inputs_->follow(document, session_.planner());
  inputs_->set_page(session_.page_id());
  if (document) {
    document->disconnect(this);
    connect(document, &Document::recovery_failed, this, &MainWindow::tell);
    connect(document, &Document::name_changed, this, [this] {
      setWindowTitle(tr("%1 – llmsize").arg(session_.document()->name()));
    });
    setWindowTitle(tr("%1 – llmsize").arg(document->name()));
  }
  if (document && undo_) {
    QUndoStack& history = document->history();
    const auto update = [this, stack = QPointer<QUndoStack>(&history)] {
      if (!stack || !session_.document() || &session_.document()->history() != stack) return;
      undo_->setEnabled(stack->canUndo() || !session_.document()->all_pending().empty());
      redo_->setEnabled(stack->canRedo());
      undo_->setText(stack->canUndo() ? tr("Undo %1").arg(stack->undoText()) : tr("Undo"));
      redo_->setText(stack->canRedo() ? tr("Redo %1").arg(stack->redoText()) : tr("Redo"));
    };
    history.disconnect(this);
    connect(&history, &QUndoStack::indexChanged, this, update);
    connect(document, &Document::pending_changed, this, update);
    update();
  }
  show_page();
  show_leading();
}

void MainWindow::show_page() {
  const Document* document = session_.document();
  if (!document) return;
  rail_->offer(session_.asked());
  calibration_->setVisible(session_.page_id() == u"calibration");
  study_->setVisible(session_.page_id() == u"study");
  options_->setVisible(session_.page_id() == u"options");
  show_calibration();
  tell_what_moved();
  find_->model().set_page(session_.page());
  page_->show_page(session_.page(), footer_of(session_.about()), document->name());
  const bool rows_stopped = session_.rows() && session_.rows()->is_former();
  page_->set_problem(session_.refusal(), session_.planner()->is_stopped() || rows_stopped);
  if (!session_.is_stale()) leading_.start();
  inputs_->model().show_case(session_.page().of);
  show_state();
}

/// What is still searched is said where nothing has to move for it.
void MainWindow::show_progress(Planner::Stage stage, int done, int all) {
  if (all > 0) top_->set_progress(static_cast<double>(done) / all);
  page_->set_searched(
      stage == Planner::Stage::layout    ? tr("Searching nodes and layout")
      : stage == Planner::Stage::sizes   ? tr("Searching sizes around the plan and for more confidence")
      : stage == Planner::Stage::offload ? tr("Searching layouts by memory tier")
                                         : QString());
}

void MainWindow::show_state() {
  if (session_.is_stale()) {
    if (!dim_.isActive()) dim_.start();
  } else {
    dim_.stop();
    page_->set_dimmed(false);
  }
  const Planner* planner = session_.planner();
  const bool studies = session_.rows() && session_.rows()->is_busy();
  if (!planner || !planner->is_busy()) page_->set_searched({});
  if ((!planner || !planner->is_busy()) && !studies) top_->set_progress(-1);
}

/// Whether the scenario rests on measurements, and whether those are of its machine.
void MainWindow::show_calibration() {
  const CalibrationInUse& calibration = session_.document()->calibration();
  if (!calibration)
    return top_->set_calibration(
        false, tr("Uncalibrated"),
        tr("Efficiencies are published values, not measured on your cluster. Click to probe or to open records."));
  const Planner* planner = session_.planner();
  const auto own = planner->current().words.find("accelerator.id");
  const bool other = !calibration->accelerator.empty() && own != planner->current().words.end() &&
                     own->second.word != calibration->accelerator;
  if (other)
    return top_->set_calibration(
        false, tr("Calibrated on another system"),
        tr("The calibration is for %1; the scenario has %2.")
            .arg(to_qt(calibration->accelerator), to_qt(own->second.word)));
  const int nodes = static_cast<int>(calibration->nodes.size());
  top_->set_calibration(
      true,
      nodes == 1  ? tr("1 node measured")
      : nodes > 1 ? tr("%n nodes measured", nullptr, nodes)
                  : tr("Calibrated"),
      calibration->facts.empty() ? QString()
                                 : tr("The scenario uses values %1.").arg(to_qt(calibration->facts.front().source)));
}

void MainWindow::explain(const Source& source) {
  session_.derivation().show(source);
  derivation_->expand(1);
}

void MainWindow::apply(const Source& changes, const QString& words) {
  // Some remedies change what is measured, not the scenario.
  if (!changes.changes.empty() && changes.changes.front().first == leave_out_key)
    return calibration_->leave_out(to_qt(changes.changes.front().second));
  if (!changes.changes.empty() && changes.changes.front().first == pin_row_key && session_.rows())
    return session_.rows()->pin(std::stoul(changes.changes.front().second));
  // The page is that of other inputs; what it offered was meant for them.
  if (session_.planner() && session_.planner()->is_stale() && session_.planner()->problem().isEmpty()) return;
  session_.keep_before();
  if (Document* document = session_.document())
    if (const QString trouble = document->apply(changes, words); !trouble.isEmpty()) tell(trouble);
}

void MainWindow::tell(const QString& trouble) {
  if (!trouble.isEmpty()) messages_->say(MessageBar::Kind::trouble, trouble);
}

/// The answer that changes would give, computed beside; late ones are dropped.
void MainWindow::preview(const Source& changes, const std::function<void(const QString&)>& show) {
  const std::uint64_t wanted = ++preview_;
  if (changes.changes.empty() || !session_.document()) return;
  const Scenario scenario = session_.document()->scenario();
  // Rows take too long for a look.
  const std::string page = session_.rows() ? "size" : session_.page_id().toStdString();
  previews_.start([this, wanted, changes, show, scenario, page, catalog = session_.catalog()] {
    QString text;
    try {
      const Scenario other = changed(scenario, changes.changes);
      SearchOptions options;
      options.cancelled = [this, wanted] { return preview_ != wanted; };
      const Subject subject = Planner::planned({}, other, catalog, options);
      if (preview_ != wanted) return;
      const std::string summary = page_of(page, {subject}, catalog).summary;
      text = legible(to_qt(summary.empty() ? size_page(subject, catalog).summary : summary));
    } catch (const BadInput& error) {
      text = without_giver(error.what());
    }
    QMetaObject::invokeMethod(this, [this, wanted, show, text] {
      if (preview_ == wanted) show(text);
    });
  });
}

/// What changes with a name would give; with none the strip says again what holds.
void MainWindow::show_preview(const Source& changes, const QString& name) {
  page_->strip()->set_preview({});
  preview(changes, [this, name](const QString& answer) {
    page_->strip()->set_preview(tr("With %1: %2").arg(name, answer));
  });
}

/// What a highlighted entry of a picker would give.
void MainWindow::show_entry(const QString& key, const QString& id) {
  if (id.isEmpty()) return show_preview({}, {});
  QString name = id;
  try {
    if (const Reference* reference = find_reference(to_core(key)))
      name = to_qt(session_.catalog().entry(reference->kind, to_core(id)).name);
  } catch (const BadInput&) {
    // An entry that cannot be read has no name: the preview tells why.
  }
  show_preview({{}, {{to_core(key), to_core(id)}}}, name);
}

/// Panels beside the page are as wide as their letters ask; the page has the rest.
void MainWindow::scale_panels() {
  const double scale = metrics().scale, grown = scale / scale_;
  scale_ = scale;
  QList<int> sizes = split_->sizes();
  if (grown == 1 || sizes.size() != 3) return;
  const int all = sizes[0] + sizes[1] + sizes[2];
  for (int side : {0, 2}) sizes[side] = static_cast<int>(std::lround(sizes[side] * grown));
  sizes[1] = std::max(0, all - sizes[0] - sizes[2]);
  split_->setSizes(sizes);
}

/// Narrow windows show icons in the rail, and the derivation takes the place of the inputs.
void MainWindow::fit_width() {
  const Metrics m = metrics();
  const bool narrow = width() < m.px(1200);
  rail_->set_narrow(narrow);
  top_->set_narrow(narrow);
  inputs_->setVisible(inputs_wanted_ && !start_->isVisibleTo(this) && !(narrow && derivation_->isVisibleTo(this)));
  if (derivation_->isVisibleTo(this)) {
    QList<int> sizes = split_->sizes();
    if (sizes.size() == 3 && sizes[2] < m.px(300))
      split_->setSizes({m.px(304), std::max(m.px(380), split_->width() - m.px(664)), m.px(360)});
  }
}

void MainWindow::show_leading() {
  if (!session_.is_stale()) inputs_->show_leading(session_.leading());
}

void MainWindow::show_field(const QString& key) {
  inputs_->setVisible(true);
  inputs_->focus_input(key);
}

void MainWindow::compute_again() {
  if (RowsRun* rows = session_.rows(); rows && rows->is_former()) return rows->run();
  if (session_.planner()) session_.planner()->replan();
}

/// The sizes around the plan, on the page that shows them.
void MainWindow::show_why() {
  if (session_.asked() != Asked::training) return;
  show_start(false);
  session_.set_page(to_qt(page_kinds().front().id));
  if (const std::string& chart = session_.page().asked.chart; !chart.empty()) page_->go_to(chart);
}

/// At dusk the system may turn dark.
void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ThemeChange && theme() == Theme::system) apply_theme(*qApp, Theme::system);
  QMainWindow::changeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  fit_width();
}

void MainWindow::close_topmost() {
  if (find_->isVisible()) return find_->hide();
  if (auto* notes = findChild<CoachNotes*>()) return notes->end();
  if (Document* document = session_.document(); document && !document->all_pending().empty())
    return document->drop_pending();
  if (messages_->isVisible()) return messages_->hide();
  if (session_.planner() && session_.planner()->is_slow()) return session_.planner()->stop();
  if (RowsRun* rows = session_.rows(); rows && rows->is_busy()) return rows->stop();
  session_.derivation().close();
}

void MainWindow::cycle_panels() {
  QWidget* const panels[] = {rail_, inputs_, page_->content(), derivation_};
  const int count = static_cast<int>(std::size(panels));
  int at = count - 1;
  for (int i = 0; i < count; ++i)
    if (QApplication::focusWidget() && panels[i]->isAncestorOf(QApplication::focusWidget())) at = i;
  for (int step = 1; step <= count; ++step) {
    QWidget* next = panels[(at + step) % count];
    if (!next->isVisible()) continue;
    for (QWidget* each : next->findChildren<QWidget*>())
      if (each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus))
        return each->setFocus(Qt::TabFocusReason);
  }
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    close_topmost();
  else
    QMainWindow::keyPressEvent(event);
}

}  // namespace llmsize::gui
