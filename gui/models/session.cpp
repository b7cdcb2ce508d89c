// SPDX-License-Identifier: GPL-3.0-or-later
// Follows documents and planners and computes the page anew.
#include "gui/models/session.hpp"

#include "core/view/title.hpp"
#include "gui/models/text.hpp"

#include <chrono>

namespace llmsize::gui {

Session::Session(Catalog catalog, QObject* parent)
    : QObject(parent),
      catalog_(std::move(catalog)),
      desk_(catalog_),
      page_id_(QStringLiteral("size")),
      wanted_page_(page_id_) {
  connect(&desk_, &Desk::added, this, &Session::add_planner);
  connect(&desk_, &Desk::removed, this, [this] {
    // Planners go with their documents.
    for (auto each = planners_.begin(); each != planners_.end();)
      each = desk_.index_of(each->first) < 0 ? planners_.erase(each) : std::next(each);
    if (page_id_ == QLatin1String("compare")) refresh();
  });
  connect(&desk_, &Desk::current_changed, this, &Session::take_current);
  connect(&records_, &Records::changed, this, [this] {
    if (page_id_ == QLatin1String("calibration")) refresh();
  });
  // What a file varies is what its study varies.
  connect(&desk_, &Desk::first_opened, this, [this](const Study& study) { study_.vary(study); });
  follow_rows(study_);
  follow_rows(options_);
  const auto compare_again = [this] {
    if (page_id_ == QLatin1String("compare")) refresh();
  };
  connect(&desk_, &Desk::title_changed, this, compare_again);
  connect(&desk_, &Desk::moved, this, compare_again);
}

RowsRun* Session::rows() {
  if (page_id_ == QLatin1String("study")) return &study_;
  return page_id_ == QLatin1String("options") ? &options_ : nullptr;
}

void Session::follow_rows(RowsRun& rows) {
  connect(&rows, &RowsRun::changed, this, [this, &rows] {
    if (&rows == this->rows()) refresh();
  });
  connect(&rows, &RowsRun::busy_changed, this, [this, &rows] {
    if (&rows == this->rows()) Q_EMIT busy_changed();
  });
}

/// Rows are answered for the page that is looked at.
void Session::show_rows() {
  study_.set_shown(&study_ == rows());
  options_.set_shown(&options_ == rows());
}

Planner* Session::planner_of(const Document* document) const {
  const auto found = planners_.find(document);
  return found == planners_.end() ? nullptr : found->second;
}

void Session::add_planner(int index) {
  Document* document = desk_.at(index);
  auto* planner = new Planner(document);
  planners_[document] = planner;
  connect(planner, &Planner::subject_changed, this, [this, document, planner] {
    if (document != desk_.current() && page_id_ != QLatin1String("compare")) return;
    // Until the plan belongs to the inputs the page stays as it is.
    if (planner->is_stale() && planner->has_answer())
      Q_EMIT page_changed();
    else
      refresh();
  });
  // Before the planner hears of it: the page is made for what is asked.
  connect(document, &Document::changed, this, [this, document] {
    if (document == desk_.current() && asked() != asked_) follow_asked();
  });
  connect(planner, &Planner::busy_changed, this, [this, document] {
    if (document == desk_.current()) Q_EMIT busy_changed();
  });
  connect(document, &Document::changed, this, &Session::forget_before);
  connect(document, &Document::pending_changed, this, [this, document] {
    if (document == desk_.current()) Q_EMIT page_changed();
  });
  connect(planner, &Planner::progress, this, [this, document](Planner::Stage stage, int done, int all) {
    if (document == desk_.current()) Q_EMIT progress(stage, done, all);
  });
  planner->follow(document);
}

/// The planner of the current document looks for what its page shows.
void Session::want_what_is_shown() {
  const PageKind* shown = find_page_kind(to_core(page_id_));
  for (const auto& [document, each] : planners_)
    each->want_offload(document == desk_.current() && shown && shown->plans_offload);
}

Asked Session::asked() const { return document() ? asked_of(document()->scenario()) : Asked::training; }

/// Where the page that was chosen says nothing of the document, the first one that does stands in for it.
void Session::follow_asked() {
  asked_ = asked();
  const PageKind* wanted = find_page_kind(to_core(wanted_page_));
  const QString page = wanted && !answers(*wanted, asked_) ? to_qt(pages_for(asked_).front()->id) : wanted_page_;
  if (page == page_id_) return;
  page_id_ = page;
  want_what_is_shown();
  show_rows();
  Q_EMIT page_chosen();
}

void Session::take_current() {
  follow_asked();
  forget_before();
  want_what_is_shown();
  derivation_.follow(planner());
  study_.follow(planner());
  options_.follow(planner());
  page_ = {};
  refresh();
  Q_EMIT busy_changed();
}

void Session::set_page(const QString& id) {
  wanted_page_ = id;
  if (id == page_id_) return;
  page_id_ = id;
  keeps_before_ = false;
  forget_before();
  show_rows();
  want_what_is_shown();
  refresh();
  Q_EMIT page_chosen();
}

bool Session::is_stale() const {
  if (page_id_ == QLatin1String("compare"))
    for (int i = 0; i < desk_.count(); ++i)
      if (planner_of(desk_.at(i))->is_stale()) return true;
  if (const RowsRun* shown = rows(); shown && (shown->is_busy() || shown->is_former())) return true;
  if (!page_problem_.isEmpty()) return true;
  const Planner* followed = planner();
  return followed && (followed->is_stale() || !followed->problem().isEmpty() || !document()->all_pending().empty());
}

QString Session::problem() const { return to_qt(refusal().why); }

Refused Session::refusal() const {
  const Planner* followed = planner();
  if (followed && !followed->problem().isEmpty())
    return refused(to_core(followed->problem()), document()->scenario(), document()->catalog());
  if (followed && followed->is_stopped())
    return {to_core(
        followed->has_answer() ? tr("Computation stopped. Results are for the previous inputs.")
                               : tr("Computation stopped. Nodes and layout are not chosen yet."))};
  const RowsRun* shown = rows();
  if (shown && !shown->problem().isEmpty()) return {to_core(shown->problem())};
  if (shown && shown->is_former())
    return {to_core(
        shown->shown().isEmpty() ? tr("Stopped before the first row.")
                                 : tr("Stopped. Rows are those of the run before: %1.").arg(shown->shown()))};
  if (!followed || document()->all_pending().empty()) return {to_core(page_problem_)};
  QStringList labels;
  for (const auto& [key, pending] : document()->all_pending()) labels << label_of(key);
  return {
      to_core(tr("Missing inputs: %1. Results are for the previous inputs.").arg(labels.join(QStringLiteral(", ")))),
      document()->all_pending().begin()->first};
}

Leading Session::leading() const {
  const Planner* followed = planner();
  return followed ? leading_assumptions(page_, page_.of ? *page_.of : followed->answered_case()) : Leading{};
}

QString Session::about() const {
  const bool all = page_id_ == QLatin1String("compare");
  constexpr int most = 3;
  QStringList parts;
  for (int i = 0; i < desk_.count(); ++i) {
    const Document* each = desk_.at(i);
    if (!all && each != document()) continue;
    QString words = rows() ? rows()->about() : to_qt(subject_words(planner_of(each)->answered_case()));
    if (each->is_named()) words += QStringLiteral(" · ") + each->title();
    parts << words;
  }
  const auto more = parts.size() - most;
  QString text = parts.mid(0, most).join(QStringLiteral(" | "));
  if (more > 0) text += tr(" and %n more", nullptr, static_cast<int>(more));
  return text;
}

std::vector<Subject> Session::subjects() const {
  std::vector<Subject> all;
  if (page_id_ != QLatin1String("compare")) {
    if (const Planner* followed = planner()) all.push_back(followed->answered());
    return all;
  }
  for (int i = 0; i < desk_.count(); ++i) {
    all.push_back(planner_of(desk_.at(i))->answered());
    all.back().catalog = std::make_shared<const Catalog>(desk_.at(i)->catalog());
  }
  return all;
}

Measured Session::measured() const {
  if (records_.empty() || !document()) return {};
  return measured_by(records_.used(), catalog_, document()->scenario());
}

CalibrationInUse Session::told_calibration() const {
  const Measured told = measured();
  if (!told.merged) return {};
  return calibration_of(write_calibration(*told.merged).dump(2) + "\n", "records");
}

void Session::keep_before() {
  before_ = made_;
  keeps_before_ = true;
}

/// A change that nothing was kept for is set against nothing.
void Session::forget_before() {
  if (!std::exchange(keeps_before_, false)) before_.reset();
}

void Session::refresh() {
  const auto start = std::chrono::steady_clock::now();
  // An answer that cannot be given leaves the last one of the same scenario and page standing, dimmed.
  try {
    const auto all = subjects();
    if (!all.empty())
      page_ = page_id_ == QLatin1String("calibration") ? calibration_page(all.front(), catalog(), measured())
              : rows()                                 ? rows()->page()
                                                       : page_of(page_id_.toStdString(), all, catalog());
    // Where a scenario has no answer from the start, the page says why.
    const Planner* followed = all.size() == 1 ? planner() : nullptr;
    if (followed && !followed->problem().isEmpty() && !followed->has_answer())
      page_ = refused_page(page_, to_core(document()->name()), to_core(followed->problem()));
    made_ = page_;
    if (before_) set_against(page_, *before_);
    page_problem_.clear();
  } catch (const BadInput& error) {
    page_problem_ = QString::fromUtf8(error.what());
    if (to_qt(page_.id) != page_id_) page_ = refused_page({}, to_core(document()->name()), error.what());
  }
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  Q_EMIT page_changed();
}

}  // namespace llmsize::gui
