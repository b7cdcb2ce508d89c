// SPDX-License-Identifier: GPL-3.0-or-later
// The panel that answers "where does this number come from": value and range, formula, parts down to their origins,
// weakest input, source.
#pragma once

#include "gui/models/derivation.hpp"
#include "gui/models/derivation_model.hpp"

#include <QKeySequence>
#include <QWidget>

class QLayout;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace llmsize::gui {

class DensityView;
class DerivationTree;
class FormulaView;
class LinkButton;
class Words;

class DerivationPanel : public QWidget {
  Q_OBJECT

 public:
  /// The derivation has to outlive the panel.
  explicit DerivationPanel(Derivation& derivation, QWidget* parent = nullptr);

  /// Opens so many levels of the tree.
  void expand(int levels);

 Q_SIGNALS:
  /// An input that was given was clicked: it can be changed in the form.
  void input_wanted(const QString& key);
  /// The weakest input shall be measured.
  void probe_wanted();
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Section {
    QWidget* box;
    Words* title;
  };
  QToolButton* tool(int icon, const QString& words, const QKeySequence& keys = {});
  QLayout* make_head();
  void make_figures(QVBoxLayout& rows);
  void make_sections();
  Section section(const QString& title);
  void refresh();
  void show_number();
  void show_formula();
  void show_weakest();
  void copy();

  Derivation& derivation_;
  DerivationModel parts_;
  QToolButton *back_, *forward_;
  Words *id_, *range_, *why_, *weakest_, *source_, *condition_;
  QWidget* number_;
  DensityView* density_;
  FormulaView* formula_;
  DerivationTree* tree_;
  LinkButton* probe_;
  Section formula_section_{}, parts_section_{}, weakest_section_{}, source_section_{};
  QScrollArea* scroll_;
  std::string shown_id_;
};

}  // namespace llmsize::gui
