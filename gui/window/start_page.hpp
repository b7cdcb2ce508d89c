// SPDX-License-Identifier: GPL-3.0-or-later
// Where one begins: files of one's own, what was open last, and templates by what they ask.
#pragma once

#include "gui/models/desk.hpp"

#include <QAbstractButton>
#include <QScrollArea>

#include <vector>

class QGridLayout;
class QVBoxLayout;

namespace llmsize::gui {

/// One thing to begin with: its icon, its whole name and some lines that say more.
class StartCard : public QAbstractButton {
  Q_OBJECT

 public:
  StartCard(const QString& page, const QString& title, const QString& notes, QWidget* parent = nullptr);

  QSize sizeHint() const override;
  /// So that no title is cut.
  int heightForWidth(int width) const override;

 protected:
  /// Enter takes it, as the space bar does.
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Where words begin and how wide they may be in a card so wide.
  QRectF words(int width) const;

  QString page_, notes_;
};

class StartPage : public QScrollArea {
  Q_OBJECT

 public:
  /// The desk has to outlive the page.
  explicit StartPage(const Desk& desk, QWidget* parent = nullptr);

 Q_SIGNALS:
  void new_wanted();
  void open_wanted();
  void model_wanted();
  void file_wanted(const QString& path);
  void example_wanted(const llmsize::gui::Desk::Example& example);
  void closed();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// Cards under a heading, as many beside each other as fit.
  struct Section {
    QGridLayout* grid;
    std::vector<StartCard*> cards;
  };
  Section& add_section(const QString& title);
  void add_templates();
  void list_recent();
  void arrange();

  const Desk& desk_;
  QWidget* content_;
  QVBoxLayout* column_;
  std::vector<Section> sections_;
  std::size_t recent_ = 0;
};

}  // namespace llmsize::gui
