// SPDX-License-Identifier: GPL-3.0-or-later
// The study that the page Study shows: what is varied, its rows answered on a worker, and what is looked at of them.
#pragma once

#include "core/pages/study_page.hpp"
#include "core/scenario/batch.hpp"
#include "gui/models/planner.hpp"

#include <QFileInfo>

#include <optional>
#include <vector>

namespace llmsize::gui {

class StudyRun : public QObject {
  Q_OBJECT

 public:
  /// More inputs are not varied at once, nor more rows looked at.
  static constexpr std::size_t most_axes = 2, most_rows = 5000;

  /// An input and the values that it takes, as typed: "cluster.nodes" and "16..128x2".
  struct Varied {
    std::string key;
    QString values;
    bool operator==(const Varied&) const = default;
  };

  explicit StudyRun(QObject* parent = nullptr);
  ~StudyRun() override;

  /// Varies the scenario of this planner from now on; its rows are anew whenever its answer is another one.
  void follow(Planner* planner);
  /// Rows are only answered while somebody looks.
  void set_shown(bool shown);

  /// What is varied: as somebody chose, else what is usual for the scenario.
  const std::vector<Varied>& varied() const { return varied_; }
  /// What is wrong with it, one sentence; empty where it is taken.
  [[nodiscard]] QString vary(std::vector<Varied> varied);
  /// Varies what a file with lists does.
  void vary(const Study& study);
  /// What is usual is varied again.
  void vary_as_usual();

  /// The rows of a CSV file or workbook in place of the scenario's. What is wrong with the file; empty where it is
  /// taken.
  [[nodiscard]] QString open_sheet(const QString& path);
  /// Name of the sheet; empty while the scenario is varied.
  QString sheet() const { return sheet_ ? QFileInfo(sheet_path_).fileName() : QString(); }

  const AnsweredRows& rows() const { return rows_; }
  const StudyLook& look() const { return look_; }
  void draw_as(std::optional<StudyKind> kind);
  /// Draws this result; none: what people ask first.
  void draw(std::optional<ResultKey> result);
  void pin(std::size_t row);
  /// Keeps the rows that these numbers are of; all where there are none of them.
  void brush(const std::vector<Source>& marks);
  /// Pinned rows, else those that are brushed, as scenarios with names; `most` of them.
  std::vector<Study> chosen(std::size_t most) const;

  /// The rows as they are drawn; those of earlier inputs while `is_busy` or `is_former`.
  Page page() const;
  bool is_busy() const { return busy_; }
  /// Ends what somebody waits for: the rows that are answered are shown, without one those of the study before.
  void stop();
  /// Answers all rows again.
  void run() { restart(); }
  /// Whether the rows are those of another study than the one that was asked for, and which.
  bool is_former() const { return former_ && !busy_; }
  const QString& shown() const { return called_; }
  /// Why there are no rows: one sentence.
  const QString& problem() const { return problem_; }

 Q_SIGNALS:
  /// Other rows, or other things are looked at.
  void changed();
  /// Something else is varied.
  void varied_changed();
  void busy_changed(bool busy);
  /// Rows that are answered, and all of them.
  void progress(int done, int all);

 private:
  void take_subject();
  void cancel();
  void restart();
  void start();
  void show(AnsweredRows rows, std::size_t asked);
  QString describe() const;
  void look_again();
  Study study() const;

  QPointer<Planner> planner_;
  std::optional<Scenario> said_;    ///< what is varied
  CalibrationInUse calibration_{};  ///< and what it rests on
  std::vector<Varied> varied_;
  bool usual_ = true, shown_ = false, busy_ = false, due_ = false, former_ = false;
  std::shared_ptr<const Batch> sheet_;
  QString sheet_path_, title_, problem_, called_;
  AnsweredRows rows_;
  StudyLook look_;
  std::shared_ptr<std::atomic<bool>> cancelled_;
  std::uint64_t generation_ = 0;
  QTimer soon_;
  QThreadPool pool_;
};

}  // namespace llmsize::gui
