// SPDX-License-Identifier: GPL-3.0-or-later
// A formula as it is set in print: fractions one above the other, sub- and superscripts.
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

namespace llmsize::gui {

struct FormulaBox;

class FormulaView : public QWidget {
  Q_OBJECT

 public:
  explicit FormulaView(QWidget* parent = nullptr);
  ~FormulaView() override;

  /// The sides of an equation in the HTML of core: text, <sub>, <sup>, <span class="frac"><span>…</span><span
  /// class="under">…</span></span>. Sides are joined by "=" and go on a new line where the width ends. `words` is the
  /// same as plain text, for screen readers.
  void set_sides(const QStringList& sides, const QString& words);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void set_type();
  /// Lays the pieces out in lines and hands each with its base line to `visit`; the height of it all.
  template <class Visit>
  double lay_out(double width, Visit visit) const;

  QStringList sides_;
  std::vector<std::vector<std::unique_ptr<FormulaBox>>> pieces_;
};

}  // namespace llmsize::gui
