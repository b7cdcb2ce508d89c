// SPDX-License-Identifier: GPL-3.0-or-later
// The boxes of an input: a line for numbers with the unit inside, and a button that opens a picker.
#pragma once

#include "gui/models/typed_number.hpp"

#include <QAbstractButton>
#include <QLineEdit>

namespace llmsize::gui {

/// How a box looks: a frame for a decision, flat for a fact of the catalog and, quieter, for what is computed or
/// planned, red where what is typed is no value.
enum class BoxLook { input, fact, computed, wrong };
/// The ground and the frame of a box.
void paint_box(QPainter& painter, const QRect& rect, BoxLook look, bool focus, bool hover);

class ValueEdit : public QLineEdit {
  Q_OBJECT

 public:
  explicit ValueEdit(QWidget* parent = nullptr);

  /// What is shown without focus, and its unit, which stays beside what is typed. Without a unit the placeholder is
  /// drawn in its place, and never read.
  void set_shown(const QString& value, const QString& unit);
  /// What typing starts from.
  void set_editable(const QString& text) { editable_ = text; }
  void set_look(BoxLook look);
  /// As decisions are.
  void set_large(bool large);
  /// What was typed as core reads it, in the unit that stands beside it unless it has its own.
  TypedNumber typed() const;
  /// Shows another text while editing, as after a step.
  void retype(const QString& editable);

 Q_SIGNALS:
  /// The cursor came in.
  void visit_begun();
  /// Typing paused, ended with Enter or by leaving.
  void entered();
  /// Enter.
  void confirmed();
  /// The cursor left for another widget.
  void visit_ended();
  /// Esc: what was there before the visit shall come back.
  void dismissed();
  /// Up and down: 1 or -1, ten times with Shift.
  void stepped(int steps);

 protected:
  bool event(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void dress();
  void commit();
  QString without_unit(const QString& text) const;

  QString value_, unit_, editable_;
  BoxLook look_ = BoxLook::input;
  bool large_ = false;
  class QTimer* paused_;
  bool editing_ = false, touched_ = false;
  bool taken_ = false;  ///< what is typed is the scenario's already
};

class PickButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit PickButton(QWidget* parent = nullptr);
  /// What is picked; a long name takes a second line.
  void show_name(const QString& name);
  void set_look(BoxLook look);
  void set_large(bool large);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
  QRect room() const;

  BoxLook look_ = BoxLook::input;
  bool large_ = false;
};

}  // namespace llmsize::gui
