// SPDX-License-Identifier: GPL-3.0-or-later
// The probe records that are open, and the nodes that are left out of them.
#pragma once

#include "core/record/record.hpp"

#include <QObject>
#include <QStringList>

#include <vector>

namespace llmsize::gui {

class Records : public QObject {
  Q_OBJECT

 public:
  explicit Records(QObject* parent = nullptr) : QObject(parent) {}

  /// Whether a file calls itself a probe record; and a calibration.
  static bool is_record(const QString& path);
  static bool is_calibration(const QString& path);

  /// Adds the records of files; a file that is open already is read again. What is wrong with those that cannot be
  /// read, one line each.
  [[nodiscard]] QString open(const QStringList& paths);
  void close();
  /// Leaves all records of a node out, until `take_back`.
  void leave_out(const QString& node);
  void take_back();

  bool empty() const { return all_.empty(); }
  const QStringList& left_out() const { return left_out_; }
  /// The records of nodes that are not left out.
  std::vector<ProbeRecord> used() const;

 Q_SIGNALS:
  void changed();

 private:
  std::vector<std::pair<QString, ProbeRecord>> all_;  ///< by path
  QStringList left_out_;
};

}  // namespace llmsize::gui
