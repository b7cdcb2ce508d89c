// SPDX-License-Identifier: GPL-3.0-or-later
// The planner of a document: chooses on a worker what the scenario leaves open, and shows at once what can be shown.
#pragma once

#include "core/pages/pages.hpp"
#include "gui/models/document.hpp"

#include <QElapsedTimer>
#include <QPointer>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace llmsize::gui {

class Planner : public QObject {
  Q_OBJECT

 public:
  /// What is searched: nodes and layout, the sizes around them, the targets of the offload experiment, single changes.
  enum class Stage { layout, sizes, offload, what_ifs };

  explicit Planner(QObject* parent = nullptr);
  ~Planner() override;

  /// Follows a document from now on; nullptr: none.
  void follow(Document* document);
  Document* document() const { return document_; }

  /// The scenario with what is planned for it so far. While `is_busy` or with a `problem`, its plan may be that of
  /// earlier inputs.
  const Subject& subject() const { return subject_; }
  /// The completed case of the subject; what was planned has the origin `planned`.
  const Case& current() const { return current_; }
  /// The last subject whose nodes and layout were chosen for its inputs, and its case. Pages and derivations are made
  /// of it: no word speaks of inputs and a plan that do not belong together. Until there is one, `subject`.
  const Subject& answered() const { return answered_; }
  const Case& answered_case() const { return answered_case_; }
  bool has_answer() const { return has_answer_; }
  /// Goes up with every new subject.
  std::uint64_t version() const { return version_; }
  bool is_busy() const { return busy_; }
  /// Whether nodes and layout are not yet those of the inputs, or the offload experiment is wanted and not planned.
  bool is_stale() const { return stale_ || lacks_offload(); }
  /// Whether the page that is looked at shows the offload experiment: it is planned for that alone.
  void want_offload(bool wanted);
  /// Why the scenario has no answer: it contradicts itself or names what is not there. Empty where it has one.
  const QString& problem() const { return problem_; }

  /// Ends a search that somebody waits for; the answer stays that to earlier inputs until something changes or
  /// `replan`.
  void stop();
  bool is_stopped() const { return stopped_; }
  /// Whether somebody has waited for so long that they may want to stop.
  bool is_slow() const;
  /// Asks what it costs to state an input that a plan would choose: `priced` tells it, unless the scenario changes
  /// before. False while there is no plan to compare with.
  bool price(const std::string& key);
  /// Plans again: the catalog or its calibration has changed.
  void replan();
  /// Planned at once, on the caller's thread: for previews of a picker, reports and tests. Throws BadInput as
  /// `complete` does.
  static Subject planned(
      const QString& name, const Scenario& said, const Catalog& catalog, const SearchOptions& options = {});

 Q_SIGNALS:
  void subject_changed();
  void busy_changed(bool busy);
  /// What a statement costs, in words; empty where it cannot be told.
  void priced(const QString& key, const QString& words);
  /// What is being searched, and how far that is.
  void progress(llmsize::gui::Planner::Stage stage, int done, int all);

 private:
  struct Work;
  void cancel();
  void take_scenario();
  void start_search();
  void start(Stage task, const Subject& begun);
  bool start_next();
  bool lacks_offload() const;
  void show(Subject subject);
  void set_busy(bool busy);
  Subject provisional(const Scenario& said) const;

  QPointer<Document> document_;
  Subject subject_, answered_;
  Case current_, answered_case_;
  QString problem_;
  std::uint64_t version_ = 0;
  bool busy_ = false, stale_ = false, stopped_ = false, has_answer_ = false, wants_offload_ = false,
       tried_what_ifs_ = false;
  Stage task_ = Stage::layout;
  QElapsedTimer waited_;
  std::shared_ptr<std::atomic<bool>> cancelled_;
  std::uint64_t generation_ = 0;
  QTimer soon_;
  QThreadPool pool_, prices_;
};

}  // namespace llmsize::gui
