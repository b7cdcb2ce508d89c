// SPDX-License-Identifier: GPL-3.0-or-later
// The study that the page Study shows: what is varied, and how its rows are drawn.
#pragma once

#include "core/scenario/batch.hpp"
#include "gui/models/rows_run.hpp"

#include <QFileInfo>

namespace llmsize::gui {

class StudyRun : public RowsRun {
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

  using RowsRun::RowsRun;

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

  void draw_as(std::optional<StudyKind> kind);
  /// Draws this result; none: what people ask first.
  void draw(std::optional<ResultKey> result);

  Page page() const override;
  QString about() const override;

 Q_SIGNALS:
  /// Something else is varied.
  void varied_changed();

 protected:
  Task asked() const override;
  QString describe() const override;
  void take_other() override;
  bool varies_scenario() const override { return !sheet_; }
  void name_rows(AnsweredRows& rows) const override;

 private:
  Study study() const;

  std::vector<Varied> varied_;
  bool usual_ = true;
  std::shared_ptr<const Batch> sheet_;
  QString sheet_path_;
};

}  // namespace llmsize::gui
