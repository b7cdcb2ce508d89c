// SPDX-License-Identifier: Apache-2.0
// Sheets with formats, names, charts: what a workbook is written with.
#pragma once

#include "core/files/temporary_file.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct lxw_workbook;
struct lxw_worksheet;
struct lxw_format;
struct lxw_chart;
struct lxw_chart_series;

namespace llmsize {

/// How a cell looks.
enum class Look {
  plain,
  title,
  subtitle,
  section,
  header,
  number_header,
  next_header,  ///< beside one of numbers
  tall_header,  ///< over several lines
  note,         ///< dim and small
  wrapped,      ///< a sentence over several lines
  statement,    ///< one that is strong
  strong,
  unit,    ///< beside its number
  given,   ///< an input that the reader may change
  price,   ///< an input that waits for the reader
  chosen,  ///< a constant that the planner chose
  link,
};

/// A place of a sheet; rows and columns count from 0.
struct CellPlace {
  std::uint32_t row;
  std::uint16_t column;
};

/// The number format in which a reading size is shown: "#,##0.00".
std::string number_format(double value, bool whole);

class Book;

/// One sheet. Texts are texts to spreadsheets, whatever they begin with; only `formula` is calculated.
class Sheet {
 public:
  const std::string& name() const { return name_; }
  /// "$D$5", and "'Bill of materials'!$D$5".
  static std::string here(CellPlace place);
  std::string there(CellPlace place) const;

  /// The title of the sheet and a sentence below it.
  void heading(const std::string& title, const std::string& note = {});
  void text(CellPlace place, const std::string& text, Look look = Look::plain);
  void number(CellPlace place, double value, const std::string& format, Look look = Look::plain);
  /// A cell for a number that is not there yet.
  void blank(CellPlace place, const std::string& format, Look look);
  /// `formula` without the sign of equality; `value` is kept with it, absent as the empty text.
  void formula(
      CellPlace place, const std::string& formula, double value, const std::string& format, Look look = Look::plain);
  void formula(CellPlace place, const std::string& formula, const std::string& text, Look look = Look::plain);
  /// A link to a place of another sheet, or to a page of the web.
  void link(CellPlace place, const std::string& target, const std::string& text);
  /// A row of texts.
  void row(CellPlace first, const std::vector<std::string>& texts, Look look);
  /// The header of a table; those of columns of numbers, by their place in it, stand to the right.
  void header(CellPlace first, const std::vector<std::string>& texts, const std::vector<std::size_t>& numbers = {});
  /// A text over several cells.
  void merge(CellPlace first, CellPlace last, const std::string& text, Look look);
  void widths(const std::vector<double>& characters);
  void hide_column(std::uint16_t column);
  void height(std::uint32_t row, double points);
  void freeze(std::uint32_t rows, std::uint16_t columns = 0);
  /// What is printed ends here.
  void print_to(CellPlace last);
  /// Takes numbers between two bounds only, and says what it wants.
  void bound(CellPlace place, double least, double most, const std::string& title, const std::string& message);
  /// Takes one of some words.
  void choice(CellPlace place, const std::vector<std::string>& words);
  /// Rows that fold under an outline button, folded at first or not.
  void fold(std::uint32_t first, std::uint32_t last, bool folded);
  /// Not shown until the reader unhides it.
  void hide();
  /// Formulas cannot be typed over by accident: cells for inputs stay open, and no password is set.
  void protect();
  /// A sentence that a formula makes, over several cells.
  void merge_formula(CellPlace first, CellPlace last, const std::string& formula, const std::string& text, Look look);
  /// Warns in cells of a range where a formula holds.
  void warn(CellPlace first, CellPlace last, const std::string& formula);

  /// A series of a chart: a title and cells of this sheet, base units.
  struct Series {
    std::string title;
    CellPlace first, last;
    std::uint32_t colour;  ///< 0xRRGGBB
  };
  /// Bars whose parts stand on each other, one bar per category.
  void stacked_bars(
      CellPlace place, const std::string& title, CellPlace first_category, CellPlace last_category,
      const std::vector<Series>& series);
  /// Bars that stand beside each other, one per category.
  void columns(
      CellPlace place, const std::string& title, CellPlace first_category, CellPlace last_category,
      const Series& series);

 private:
  friend class Book;
  std::string range(CellPlace first, CellPlace last) const;
  lxw_chart_series* add_series(
      lxw_chart* chart, CellPlace first_category, CellPlace last_category, const Series& series);
  void place_chart(CellPlace place, lxw_chart* chart, const std::string& title);
  Sheet(Book& book, lxw_worksheet* sheet, std::string name) : book_(&book), sheet_(sheet), name_(std::move(name)) {}

  Book* book_;
  lxw_worksheet* sheet_;
  std::string name_;
};

/// A workbook that is being written.
class Book {
 public:
  /// `title` and `comment` stand in its properties.
  Book(const std::string& title, const std::string& comment);
  ~Book();
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  /// A new sheet, printed on as many pages as it is long; wide ones lie.
  Sheet sheet(const std::string& name, bool landscape = false);
  /// Gives a cell, or those of a rectangle, a name.
  void name(const std::string& name, const Sheet& sheet, CellPlace place);
  void name(const std::string& name, const Sheet& sheet, CellPlace first, CellPlace last);
  /// The bytes of the file; nothing can be written afterwards. Throws BadInput: file.
  std::string bytes();

 private:
  friend class Sheet;
  void name_as(const std::string& name, const std::string& what);
  void define_names();
  lxw_format* warning();
  lxw_format* format(Look look, const std::string& number_format);

  TemporaryFile file_;
  lxw_workbook* book_;
  std::vector<std::pair<std::string, std::string>> names_;  ///< and what they stand for
  lxw_format* warning_ = nullptr;
  std::map<std::pair<Look, std::string>, lxw_format*> formats_;
};

}  // namespace llmsize
