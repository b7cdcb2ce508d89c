// SPDX-License-Identifier: GPL-3.0-or-later
// What the app works on: the catalog, the open documents with their planners, the page that is looked at, and the page
// it shows.
#pragma once

#include "core/validation/calibration.hpp"
#include "core/view/assumed.hpp"
#include "core/view/refused.hpp"
#include "gui/models/derivation.hpp"
#include "gui/models/desk.hpp"
#include "gui/models/options_run.hpp"
#include "gui/models/records.hpp"
#include "gui/models/study_run.hpp"

#include <map>

namespace llmsize::gui {

class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(Catalog catalog = Catalog(), QObject* parent = nullptr);

  /// That of the current document, with its calibration.
  const Catalog& catalog() const { return desk_.current() ? desk_.current()->catalog() : catalog_; }
  Desk& desk() { return desk_; }
  const Desk& desk() const { return desk_; }
  Document* document() const { return desk_.current(); }
  /// Of the current document; nullptr while none is open.
  Planner* planner() const { return planner_of(desk_.current()); }
  Planner* planner_of(const Document* document) const;
  Derivation& derivation() { return derivation_; }
  Records& records() { return records_; }
  StudyRun& study() { return study_; }
  OptionsRun& options() { return options_; }
  const OptionsRun& options() const { return options_; }
  /// The rows that the page shows; nullptr where it is made of the scenario itself.
  RowsRun* rows();
  const RowsRun* rows() const { return const_cast<Session*>(this)->rows(); }
  /// What the open records tell for the current document.
  Measured measured() const;
  /// The calibration that they make: the file that `llmsize calibrate` writes; nullptr where they tell nothing.
  CalibrationInUse told_calibration() const;

  /// "size", "layout", …
  const QString& page_id() const { return page_id_; }
  void set_page(const QString& id);
  /// What the current document asks; a training while none is open.
  Asked asked() const;

  /// What the page shows; empty without an answer.
  const Page& page() const { return page_; }
  /// The assumptions that move its answer most; computed when asked for.
  Leading leading() const;
  /// The next change is set against the page as it is, until another change or page.
  void keep_before();
  /// The page belongs to earlier inputs, or its nodes and layout are not yet chosen for these.
  bool is_stale() const;
  /// Why there is no answer, the input that this speaks of, and what mends it; empty where there is one.
  Refused refusal() const;
  QString problem() const;
  /// What the page is about, for pictures that are shown alone: model, tokens or load, machine, and what the user calls
  /// the scenario; of a comparison all of them.
  QString about() const;
  /// Seconds that the last page took to compute.
  double seconds() const { return seconds_; }

  /// The open documents as pages take them: the current one first, on a page that compares all in their order.
  std::vector<Subject> subjects() const;

 Q_SIGNALS:
  void page_changed();
  void page_chosen();
  /// The planner of the current document started or ended.
  void busy_changed();
  void progress(llmsize::gui::Planner::Stage stage, int done, int all);

 private:
  void add_planner(int index);
  void take_current();
  void follow_asked();
  void want_what_is_shown();
  void refresh();
  void forget_before();
  void follow_rows(RowsRun& rows);
  void show_rows();

  Catalog catalog_;
  Desk desk_;
  std::map<const Document*, Planner*> planners_;
  Derivation derivation_;
  Records records_;
  StudyRun study_;
  OptionsRun options_;
  QString page_id_, wanted_page_;  ///< the one that is shown, and the one that was chosen
  Asked asked_ = Asked::training;
  Page page_;
  QString page_problem_;
  Page made_;                   ///< the page by itself
  std::optional<Page> before_;  ///< what the page is set against
  bool keeps_before_ = false;   ///< until the change that it was kept for
  double seconds_ = 0;
};

}  // namespace llmsize::gui
