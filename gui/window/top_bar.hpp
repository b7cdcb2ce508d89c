// SPDX-License-Identifier: GPL-3.0-or-later
// The line on top: menus, a tab per scenario, search, how well the numbers are founded, export.
#pragma once

#include <QWidget>

class QMenuBar;
class QPushButton;
class QTabBar;
class QToolButton;

namespace llmsize::gui {

class Desk;

class TopBar : public QWidget {
  Q_OBJECT

 public:
  explicit TopBar(Desk& desk, QWidget* parent = nullptr);

  QMenuBar* menus() const { return menus_; }
  QToolButton* export_button() const { return export_; }
  QToolButton* search_button() const { return search_; }
  /// The search is an icon only.
  void set_narrow(bool narrow);
  /// How well the numbers are founded: what was measured, or that it was not or does not hold here.
  void set_calibration(bool good, const QString& words, const QString& tip);
  /// How far the planner is: a line of two pixels along the lower edge; negative for none.
  void set_progress(double share);

 Q_SIGNALS:
  void search_wanted();
  void new_wanted();
  void close_wanted(int index);
  void calibration_wanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void make_tabs();
  void make_buttons();
  void fill_tabs();
  void fit_search();
  void set_cross(int tab, bool wanted);
  void restyle();

  Desk& desk_;
  QMenuBar* menus_;
  QTabBar* tabs_;
  QToolButton *add_, *search_, *chip_, *export_;
  double progress_ = -1;
  bool measured_ = false, narrow_ = false;
  bool filling_ = false;
};

}  // namespace llmsize::gui
