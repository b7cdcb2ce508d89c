// SPDX-License-Identifier: GPL-3.0-or-later
// A page: the answer, the findings and a grid of cards that follows the width.
#pragma once

#include "core/document/page.hpp"
#include "core/view/refused.hpp"

#include <QScrollArea>

#include <vector>

class QGridLayout;

namespace llmsize::gui {

class AnswerStrip;
class ChartCard;
class ChipsRow;
class FindingsList;
class ProblemLine;
class SearchedNote;

class PageView : public QScrollArea {
  Q_OBJECT

 public:
  explicit PageView(QWidget* parent = nullptr);

  /// Shows a page. `footer` stands below exported charts, whose files are called after `name`.
  void show_page(const Page& page, const QString& footer, const QString& name = {});
  /// Everything is older than the inputs: a veil lies over it.
  void set_dimmed(bool dimmed);
  bool is_dimmed() const;
  /// Why there is no answer: one sentence above everything, and what leads out of it; nothing takes it away. `again`
  /// offers to compute.
  void set_problem(const Refused& problem, bool again = false);
  void set_explained(const std::string& name);
  /// What is still being searched, in a corner over the page; empty takes it away.
  void set_searched(const QString& what);

  /// Puts what can be done on a page between its answer and its findings; whoever made it shows and hides it.
  void add_actions(QWidget* actions);

  AnswerStrip* strip() const { return strip_; }
  /// The cards that are shown, in their order.
  std::vector<ChartCard*> cards() const;
  /// Brings a chart into view and gives it the keys.
  void go_to(const std::string& chart);
  /// The page as it is, whole, for a picture or a printer.
  QWidget* content() const { return content_; }

 Q_SIGNALS:
  void clicked(const llmsize::Source& source);
  /// Changes of the scenario that a finding or a row of a table offers.
  void applied(const llmsize::Source& changes, const QString& words);
  /// Changes that would be applied if the point that is dragged were let go; none once it is.
  void offered(const llmsize::Source& changes);
  /// Marks of a chart were chosen by dragging over them; none of them: all are wanted again.
  void brushed(const std::vector<llmsize::Source>& marks);
  /// An input that a chart lacks shall be given.
  void input_wanted(const QString& key);
  void said(const QString& message);
  void failed(const QString& message);
  void again_wanted();
  /// The field of an input shall be shown.
  void field_wanted(const QString& key);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  std::size_t end_of_row(std::size_t first, int across) const;
  std::vector<int> shares_of_row(std::size_t first, std::size_t end, int across) const;
  void fit_rows();
  void fit_row(std::size_t first, const std::vector<int>& shares);
  int columns() const;

  QWidget* content_;
  QWidget* veil_;
  SearchedNote* searched_;
  ProblemLine* problem_;
  AnswerStrip* strip_;
  ChipsRow* chips_;
  FindingsList* findings_;
  QGridLayout* grid_;
  std::vector<ChartCard*> cards_;
  std::vector<bool> wide_;
  std::size_t shown_ = 0;
  /// The first card of each row, and the shares of its cards.
  std::vector<std::pair<std::size_t, std::vector<int>>> rows_{};
  int arranged_ = 0;
};

}  // namespace llmsize::gui
