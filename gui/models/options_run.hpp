// SPDX-License-Identifier: GPL-3.0-or-later
// The offers that the page Options shows: which systems are asked for.
#pragma once

#include "core/pages/options_page.hpp"
#include "gui/models/rows_run.hpp"

namespace llmsize::gui {

class OptionsRun : public RowsRun {
  Q_OBJECT

 public:
  using RowsRun::RowsRun;

  /// Systems besides the scenario's own, ids of the catalog.
  const QStringList& systems() const { return systems_; }
  /// Asks for these. What is wrong with them, one sentence; empty where they are taken.
  [[nodiscard]] QString ask(const QStringList& systems);
  /// Asks for what is usual again.
  void ask_as_usual();

  Page page() const override;
  QString about() const override;

 Q_SIGNALS:
  /// Other systems are asked for.
  void systems_changed();

 protected:
  Task asked() const override;
  QString describe() const override { return systems_.join(QStringLiteral(", ")); }
  void take_other() override;
  std::string scenario_name(std::size_t) const override { return {}; }

 private:
  void set_systems(QStringList systems);

  QStringList systems_;
  bool usual_ = true;
};

}  // namespace llmsize::gui
