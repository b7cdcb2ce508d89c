// SPDX-License-Identifier: GPL-3.0-or-later
// How likely the values of a result are: a small curve with its median, P10 to P90 and a limit.
#pragma once

#include <QWidget>

namespace llmsize::gui {

class DensityView : public QWidget {
  Q_OBJECT

 public:
  explicit DensityView(QWidget* parent = nullptr);

  /// Log-normal as core takes it; `limit` is NaN where there is none.
  void set(double value, double p10, double p90, double limit, const QString& label);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double value_ = 0, p10_ = 0, p90_ = 0, limit_ = 0;
  QString label_;
};

}  // namespace llmsize::gui
