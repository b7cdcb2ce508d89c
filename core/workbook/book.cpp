// SPDX-License-Identifier: Apache-2.0
// Workbooks by libxlsxwriter.
#include "core/workbook/book.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/csv.hpp"
#include "core/files/utf8.hpp"
#include "core/files/version.hpp"
#include "core/quantity/absent.hpp"
#include "core/workbook/close.hpp"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <strings.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::size_t longest_cell = 32767;

// The colours of the app's light theme, softer where they lie under text.
constexpr lxw_color_t ink = 0x1F2A37, dim = 0x6B7280, rule = 0xC5CBD5, head = 0x1F3A5F, band = 0xE8EEF6,
                      input_ink = 0x1D4ED8, input_fill = 0xEFF4FF, price_fill = 0xFFF3B0, chosen_fill = 0xECECEC,
                      warn_fill = 0xFDE7D9, warn_ink = 0x9A3412;

std::string safe_text(const std::string& text) { return std::string(beginning(guarded(cleaned(text)), longest_cell)); }

void fill(lxw_format* format, lxw_color_t colour) {
  format_set_pattern(format, LXW_PATTERN_SOLID);
  format_set_fg_color(format, colour);
}

void frame(lxw_format* format) {
  format_set_border(format, LXW_BORDER_THIN);
  format_set_border_color(format, rule);
}

void dress_header(lxw_format* format, Look look) {
  format_set_bold(format);
  format_set_font_color(format, LXW_COLOR_WHITE);
  fill(format, head);
  if (look == Look::number_header) format_set_align(format, LXW_ALIGN_RIGHT);
  if (look == Look::next_header) format_set_indent(format, 1);
  if (look == Look::tall_header) format_set_text_wrap(format);
}

void dress(lxw_format* format, Look look) {
  format_set_font_color(format, ink);
  format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
  switch (look) {
    case Look::plain: break;
    case Look::strong: format_set_bold(format); break;
    case Look::unit: format_set_indent(format, 1); break;
    case Look::title:
      format_set_font_size(format, 15);
      format_set_bold(format);
      format_set_font_color(format, head);
      format_set_text_wrap(format);
      break;
    case Look::subtitle:
      format_set_font_color(format, dim);
      format_set_text_wrap(format);
      break;
    case Look::section:
      format_set_bold(format);
      format_set_font_color(format, head);
      fill(format, band);
      break;
    case Look::header:
    case Look::number_header:
    case Look::next_header:
    case Look::tall_header: return dress_header(format, look);
    case Look::note:
      format_set_font_color(format, dim);
      format_set_font_size(format, 9);
      break;
    case Look::wrapped: format_set_text_wrap(format); break;
    case Look::statement:
      format_set_text_wrap(format);
      format_set_bold(format);
      break;
    case Look::given:
      format_set_font_color(format, input_ink);
      fill(format, input_fill);
      frame(format);
      format_set_unlocked(format);
      break;
    case Look::price:
      fill(format, price_fill);
      frame(format);
      format_set_unlocked(format);
      break;
    case Look::chosen:
      fill(format, chosen_fill);
      frame(format);
      break;
    case Look::link:
      format_set_font_color(format, input_ink);
      format_set_underline(format, LXW_UNDERLINE_SINGLE);
      format_set_indent(format, 1);
      break;
  }
}

}  // namespace

std::string number_format(double value, bool whole) {
  const double size = std::abs(value);
  if (whole || is_absent(value)) return whole ? "#,##0" : "General";
  if (size >= 1000 || (size >= 1 && std::trunc(value) == value)) return "#,##0.##";
  if (size >= 100) return "0.0";
  if (size >= 1) return "0.00";
  return size >= 0.01 ? "0.0000" : size == 0 ? "0" : "0.00E+00";
}

std::string Sheet::here(CellPlace place) {
  char text[LXW_MAX_CELL_NAME_LENGTH];
  lxw_rowcol_to_cell_abs(text, place.row, place.column, 1, 1);
  return text;
}

std::string Sheet::there(CellPlace place) const { return fmt::format("'{}'!{}", name_, here(place)); }

void Sheet::heading(const std::string& title, const std::string& note) {
  text({0, 0}, title, Look::title);
  height(0, 24);
  if (!note.empty()) text({1, 0}, note, Look::note);
}

void Sheet::text(CellPlace place, const std::string& text, Look look) {
  worksheet_write_string(sheet_, place.row, place.column, safe_text(text).c_str(), book_->format(look, {}));
}

void Sheet::number(CellPlace place, double value, const std::string& format, Look look) {
  if (is_absent(value)) return blank(place, format, look);
  worksheet_write_number(sheet_, place.row, place.column, value, book_->format(look, format));
}

void Sheet::blank(CellPlace place, const std::string& format, Look look) {
  worksheet_write_blank(sheet_, place.row, place.column, book_->format(look, format));
}

void Sheet::formula(CellPlace place, const std::string& formula, double value, const std::string& format, Look look) {
  lxw_format* cell = book_->format(look, format);
  const std::string text = "=" + formula;
  if (std::isfinite(value))
    worksheet_write_formula_num(sheet_, place.row, place.column, text.c_str(), cell, value);
  else
    worksheet_write_formula_str(sheet_, place.row, place.column, text.c_str(), cell, "");
}

void Sheet::formula(CellPlace place, const std::string& formula, const std::string& text, Look look) {
  worksheet_write_formula_str(
      sheet_, place.row, place.column, ("=" + formula).c_str(), book_->format(look, {}), cleaned(text).c_str());
}

void Sheet::link(CellPlace place, const std::string& target, const std::string& text) {
  const std::string url = target.starts_with("http") ? target : "internal:" + target;
  worksheet_write_url_opt(
      sheet_, place.row, place.column, url.c_str(), book_->format(Look::link, {}), safe_text(text).c_str(), nullptr);
}

void Sheet::row(CellPlace first, const std::vector<std::string>& texts, Look look) {
  for (const std::string& each : texts) {
    if (each.empty())
      blank(first, {}, look);
    else
      text(first, each, look);
    ++first.column;
  }
}

void Sheet::header(CellPlace first, const std::vector<std::string>& texts, const std::vector<std::size_t>& numbers) {
  row(first, texts, Look::header);
  const auto dress_as = [&](std::size_t column, Look look) {
    if (column < texts.size() && !texts[column].empty())
      text({first.row, static_cast<std::uint16_t>(first.column + column)}, texts[column], look);
  };
  for (const std::size_t column : numbers) dress_as(column + 1, Look::next_header);
  for (const std::size_t column : numbers) dress_as(column, Look::number_header);
}

void Sheet::merge(CellPlace first, CellPlace last, const std::string& text, Look look) {
  worksheet_merge_range(
      sheet_, first.row, first.column, last.row, last.column, safe_text(text).c_str(), book_->format(look, {}));
}

void Sheet::widths(const std::vector<double>& characters) {
  for (std::size_t i = 0; i < characters.size(); ++i)
    worksheet_set_column(sheet_, static_cast<lxw_col_t>(i), static_cast<lxw_col_t>(i), characters[i], nullptr);
}

void Sheet::hide_column(std::uint16_t column) {
  lxw_row_col_options options{};
  options.hidden = 1;
  worksheet_set_column_opt(sheet_, column, column, LXW_DEF_COL_WIDTH, nullptr, &options);
}

void Sheet::height(std::uint32_t row, double points) { worksheet_set_row(sheet_, row, points, nullptr); }

void Sheet::freeze(std::uint32_t rows, std::uint16_t columns) {
  worksheet_freeze_panes(sheet_, rows, columns);
  if (rows > 0) worksheet_repeat_rows(sheet_, rows - 1, rows - 1);
}

void Sheet::print_to(CellPlace last) { worksheet_print_area(sheet_, 0, 0, last.row, last.column); }

void Sheet::bound(CellPlace place, double least, double most, const std::string& title, const std::string& message) {
  constexpr std::size_t longest_title = 32, longest_message = 255;  // beyond, the library leaves the rule out
  std::string head_text = title.substr(0, utf8_length(title.substr(0, longest_title)));
  std::string said = message.substr(0, utf8_length(message.substr(0, longest_message)));
  lxw_data_validation rule_of_cell{};
  rule_of_cell.validate = LXW_VALIDATION_TYPE_DECIMAL;
  rule_of_cell.criteria = LXW_VALIDATION_CRITERIA_BETWEEN;
  rule_of_cell.minimum_number = least;
  rule_of_cell.maximum_number = most;
  rule_of_cell.error_title = head_text.data();
  rule_of_cell.error_message = said.data();
  worksheet_data_validation_cell(sheet_, place.row, place.column, &rule_of_cell);
}

void Sheet::choice(CellPlace place, const std::vector<std::string>& words) {
  std::vector<std::string> kept = words;
  std::vector<char*> texts;
  texts.reserve(kept.size() + 1);
  for (std::string& word : kept) texts.push_back(word.data());
  texts.push_back(nullptr);
  lxw_data_validation rule_of_cell{};
  rule_of_cell.validate = LXW_VALIDATION_TYPE_LIST;
  rule_of_cell.value_list = texts.data();
  worksheet_data_validation_cell(sheet_, place.row, place.column, &rule_of_cell);
}

void Sheet::fold(std::uint32_t first, std::uint32_t last, bool folded) {
  lxw_row_col_options inside{}, behind{};
  inside.level = 1;
  inside.hidden = folded;
  behind.collapsed = folded;
  for (std::uint32_t row = first; row <= last; ++row)
    worksheet_set_row_opt(sheet_, row, LXW_DEF_ROW_HEIGHT, nullptr, &inside);
  worksheet_set_row_opt(sheet_, last + 1, LXW_DEF_ROW_HEIGHT, nullptr, &behind);
}

void Sheet::hide() { worksheet_hide(sheet_); }

void Sheet::protect() {
  lxw_protection allowed{};
  allowed.format_cells = allowed.format_columns = allowed.format_rows = 1;
  worksheet_protect(sheet_, nullptr, &allowed);
}

void Sheet::merge_formula(
    CellPlace first, CellPlace last, const std::string& formula_text, const std::string& text, Look look) {
  worksheet_merge_range(sheet_, first.row, first.column, last.row, last.column, "", book_->format(look, {}));
  formula(first, formula_text, text, look);
}

void Sheet::warn(CellPlace first, CellPlace last, const std::string& formula) {
  lxw_conditional_format rule_of_range{};
  std::string text = "=" + formula;
  rule_of_range.type = LXW_CONDITIONAL_TYPE_FORMULA;
  rule_of_range.value_string = text.data();
  rule_of_range.format = book_->warning();
  worksheet_conditional_format_range(sheet_, first.row, first.column, last.row, last.column, &rule_of_range);
}

std::string Sheet::range(CellPlace first, CellPlace last) const {
  return fmt::format("='{}'!{}:{}", name_, here(first), here(last));
}

lxw_chart_series* Sheet::add_series(
    lxw_chart* chart, CellPlace first_category, CellPlace last_category, const Series& series) {
  lxw_chart_series* bars =
      chart_add_series(chart, range(first_category, last_category).c_str(), range(series.first, series.last).c_str());
  chart_series_set_name(bars, cleaned(series.title).c_str());
  lxw_chart_fill colour{};
  colour.color = series.colour;
  chart_series_set_fill(bars, &colour);
  return bars;
}

void Sheet::place_chart(CellPlace place, lxw_chart* chart, const std::string& title) {
  chart_title_set_name(chart, cleaned(title).c_str());
  lxw_chart_font small{};
  small.size = 11;
  small.bold = LXW_TRUE;
  chart_title_set_name_font(chart, &small);
  lxw_chart_options size{};
  size.x_scale = 1.5;
  size.y_scale = 0.85;
  worksheet_insert_chart_opt(sheet_, place.row, place.column, chart, &size);
}

void Sheet::stacked_bars(
    CellPlace place, const std::string& title, CellPlace first_category, CellPlace last_category,
    const std::vector<Series>& series) {
  lxw_chart* chart = workbook_add_chart(book_->book_, LXW_CHART_BAR_STACKED);
  for (const Series& each : series) add_series(chart, first_category, last_category, each);
  chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
  chart_axis_set_min(chart->x_axis, 0);
  lxw_chart_line grid{};
  grid.color = rule;
  chart_axis_major_gridlines_set_line(chart->x_axis, &grid);
  place_chart(place, chart, title);
}

void Sheet::columns(
    CellPlace place, const std::string& title, CellPlace first_category, CellPlace last_category,
    const Series& series) {
  lxw_chart* chart = workbook_add_chart(book_->book_, LXW_CHART_COLUMN);
  lxw_chart_series* bars = add_series(chart, first_category, last_category, series);
  chart_series_set_labels(bars);
  chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
  chart_axis_set_min(chart->y_axis, 0);
  lxw_chart_line grid{};
  grid.color = rule;
  chart_axis_major_gridlines_set_line(chart->y_axis, &grid);
  place_chart(place, chart, title);
}

Book::Book(const std::string& title, const std::string& comment)
    : book_(workbook_new_opt(file_.path().c_str(), nullptr)) {
  const std::string heading = cleaned(title), said = cleaned(comment), by = "llmsize " + std::string(version());
  lxw_doc_properties properties{};
  properties.title = const_cast<char*>(heading.c_str());
  properties.comments = const_cast<char*>(said.c_str());
  properties.company = const_cast<char*>(by.c_str());
  properties.created = 1;  // the same bytes whenever it is written
  workbook_set_properties(book_, &properties);
}

Book::~Book() {
  if (book_) drop_workbook(book_);
}

Sheet Book::sheet(const std::string& name, bool landscape) {
  lxw_worksheet* sheet = workbook_add_worksheet(book_, name.c_str());
  constexpr std::uint8_t a4 = 9;
  worksheet_set_paper(sheet, a4);
  if (landscape) worksheet_set_landscape(sheet);
  worksheet_fit_to_pages(sheet, 1, 0);
  worksheet_set_margins(sheet, 0.5, 0.5, 0.6, 0.7);
  worksheet_set_footer(sheet, "&L&8llmsize&C&8&A&R&8&P / &N");
  worksheet_gridlines(sheet, LXW_HIDE_ALL_GRIDLINES);
  return {*this, sheet, name};
}

void Book::name(const std::string& name, const Sheet& sheet, CellPlace place) { name_as(name, sheet.there(place)); }

void Book::name(const std::string& name, const Sheet& sheet, CellPlace first, CellPlace last) {
  name_as(name, sheet.there(first) + ":" + Sheet::here(last));
}

void Book::name_as(const std::string& name, const std::string& what) { names_.emplace_back(name, "=" + what); }

/// The library sorts names by insertion from the first one on: last ones first, so that each is put there at once.
void Book::define_names() {
  const auto later = [](const auto& a, const auto& b) { return strcasecmp(a.first.c_str(), b.first.c_str()) > 0; };
  std::sort(names_.begin(), names_.end(), later);
  for (const auto& [name, what] : names_)
    if (const lxw_error refused = workbook_define_name(book_, name.c_str(), what.c_str()); refused != LXW_NO_ERROR)
      throw BadInput(BadInput::Kind::file, fmt::format("cannot write workbook: {}", lxw_strerror(refused)));
}

std::string Book::bytes() {
  define_names();
  close_workbook(std::exchange(book_, nullptr));
  return file_.contents();
}

lxw_format* Book::warning() {
  if (warning_) return warning_;
  warning_ = workbook_add_format(book_);
  format_set_bg_color(warning_, warn_fill);
  format_set_font_color(warning_, warn_ink);
  return warning_;
}

lxw_format* Book::format(Look look, const std::string& number_format) {
  lxw_format*& format = formats_[{look, number_format}];
  if (format) return format;
  format = workbook_add_format(book_);
  dress(format, look);
  if (!number_format.empty()) format_set_num_format(format, number_format.c_str());
  return format;
}

}  // namespace llmsize
