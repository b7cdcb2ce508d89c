// SPDX-License-Identifier: GPL-3.0-or-later
// A small switch between views of one chart: segments side by side, one of them chosen.
#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QButtonGroup;

namespace llmsize::gui {

/// Hidden where there are less than two views. Tab reaches it, arrow keys move along it.
class ViewSwitch : public QWidget {
  Q_OBJECT

 public:
  explicit ViewSwitch(QWidget* parent = nullptr);

  /// Offers views by name; one of them is chosen.
  void show_views(const std::vector<std::string>& names, const std::string& chosen);
  void choose(const std::string& name);

 Q_SIGNALS:
  /// By the user.
  void chosen(const std::string& name);

 protected:
 private:
  void restyle();

  QButtonGroup* group_;
  std::vector<std::string> names_{};
};

}  // namespace llmsize::gui
