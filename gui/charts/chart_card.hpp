// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with its title, its table and its menu, on a ground with a border.
#pragma once

#include "gui/charts/chart_view.hpp"
#include "gui/charts/export.hpp"

#include <QFrame>
#include <functional>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace llmsize::gui {

class ChartTable;
class ElidedLabel;

/// Shows any chart; never lower than 220.
class ChartCard : public QFrame {
  Q_OBJECT
 public:
  explicit ChartCard(QWidget* parent = nullptr);

  void show_chart(const Chart& chart);
  const Chart& chart() const { return view_->chart(); }
  ChartView* view() const { return view_; }

  /// Numbers older than the inputs: 55 % opacity.
  void set_dimmed(bool dimmed);
  /// The table of the same numbers in place of the chart.
  void set_table_shown(bool shown);
  bool table_shown() const;

  /// What exports write below the chart; the scenario's name and the date.
  void set_footer(const QString& footer) { footer_ = footer; }
  /// A widget left of the table button: a switch of what is shown. The card owns it.
  void set_switch(QWidget* widget);

 public Q_SLOTS:
  void copy_image();
  /// Tab-separated, as spreadsheets paste it.
  void copy_data();
  /// Asks for a file and its kind and writes it; trouble is told by `failed`.
  void export_as();
  /// The card in a window of its own; Esc or F11 closes it.
  void open_large();

 Q_SIGNALS:
  void clicked(const llmsize::Source& source);
  void applied(const llmsize::Source& source);
  void hovered(double x, bool inside);
  /// Something could not be written: one sentence.
  void failed(const QString& message);
  void exported(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void restyle();
  void make_menu();

  ElidedLabel* title_;
  ElidedLabel* subtitle_;
  QWidget* switch_slot_;
  QToolButton* table_button_;
  QToolButton* menu_button_;
  QStackedLayout* stack_;
  ChartView* view_;
  ChartTable* table_;
  QLabel* empty_;
  QAction* reset_ = nullptr;
  QString footer_;
};

}  // namespace llmsize::gui
