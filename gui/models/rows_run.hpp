// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of scenarios that a page shows: answered on a worker, and what is looked at of them.
#pragma once

#include "core/pages/study_page.hpp"
#include "gui/models/planner.hpp"

#include <optional>
#include <vector>

namespace llmsize::gui {

class RowsRun : public QObject {
  Q_OBJECT

 public:
  explicit RowsRun(QObject* parent = nullptr);
  ~RowsRun() override;

  /// Makes its rows of the scenario of this planner from now on; they are anew whenever its answer is another one.
  void follow(Planner* planner);
  /// Rows are only answered while somebody looks.
  void set_shown(bool shown);

  const AnsweredRows& rows() const { return rows_; }
  const StudyLook& look() const { return look_; }
  void pin(std::size_t row);
  /// Keeps the rows that these numbers are of; all where there are none of them.
  void brush(const std::vector<Source>& marks);
  /// Pinned rows, else those that are brushed, as scenarios with names; `most` of them.
  std::vector<Study> chosen(std::size_t most) const;

  /// The rows as they are drawn; those of earlier inputs while `is_busy` or `is_former`.
  virtual Page page() const = 0;
  bool is_busy() const { return busy_; }
  /// Ends what somebody waits for: the rows that are answered are shown, without one those of the run before.
  void stop();
  /// Answers all rows again.
  void run() { restart(); }
  /// Whether the rows are those of another run than the one that was asked for, and which.
  bool is_former() const { return former_ && !busy_; }
  const QString& shown() const { return called_; }
  /// What pictures of the rows are about: what they have in common, and what differs.
  virtual QString about() const = 0;
  /// Why there are no rows: one sentence.
  const QString& problem() const { return problem_; }

 Q_SIGNALS:
  /// Other rows, or other things are looked at.
  void changed();
  void busy_changed(bool busy);
  /// Rows that are answered, and all of them.
  void progress(int done, int all);

 protected:
  /// Rows that are asked for: how many, and how they are answered on another thread, free of what the app holds.
  struct Task {
    std::size_t all = 0;
    std::function<AnsweredRows(const std::function<void(std::size_t)>& done, const Stopped& stopped)> answer{};
  };
  /// What is asked of the scenario now. Throws BadInput.
  virtual Task asked() const = 0;
  /// What is asked, in a few words: "Nodes 16..128x2".
  virtual QString describe() const = 0;
  /// The scenario is another one: what follows from it for what is asked.
  virtual void take_other() {}
  /// Whether rows are made of the scenario.
  virtual bool varies_scenario() const { return true; }
  /// Rows as they come from the worker, before they are shown.
  virtual void name_rows(AnsweredRows&) const {}
  /// What the scenario of a row is called; empty where its model and system name it.
  virtual std::string scenario_name(std::size_t row) const;

  void take_subject();
  /// The scenario is taken as if it were another one.
  void forget_scenario() { said_.reset(); }
  void restart();
  void look_again();

  QPointer<Planner> planner_;
  StudyLook look_;
  QString problem_;
  std::string title_;  ///< of the scenario that the rows are of
  Scenario made_of_;   ///< and what it says

 private:
  void cancel();
  void start();
  void show(AnsweredRows rows, std::size_t asked);

  std::optional<Scenario> said_;    ///< what rows are made of
  CalibrationInUse calibration_{};  ///< and what it rests on
  bool shown_ = false, busy_ = false, due_ = false, former_ = false;
  QString called_;
  AnsweredRows rows_;
  std::shared_ptr<std::atomic<bool>> cancelled_;
  std::uint64_t generation_ = 0;
  QTimer soon_;
  QThreadPool pool_;
};

}  // namespace llmsize::gui
