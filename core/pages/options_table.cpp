// SPDX-License-Identifier: Apache-2.0
// Offers as rows: what each takes and why it is taken or not.
#include "core/pages/options.hpp"
#include "core/view/numbers.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

constexpr ResultKey offer_time = "training.calendar_time";

/// Whether a row is in the table: all of the own system; of others those that a proposal may be about.
bool is_told(const OfferSet& offers, const AnsweredRow& row) {
  if (offers.is_own(row) || is_pinned(row) || !holds(row)) return true;
  return is_sure(row, offers.surely);
}

std::string late_words(const OfferSet& offers, const AnsweredRow& row) {
  const double time = number_in(row, offer_time), sure = time_at_p80(row);
  if (time > offers.deadline) return fmt::format("P50 {} late", time_beside(time - offers.deadline, offers.deadline));
  if (sure > offers.deadline) return fmt::format("P80 {} late", time_beside(sure - offers.deadline, offers.deadline));
  return {};
}

/// "1.8× CapEx", "1.4× power": what the offer takes of what the proposed one is the best in.
std::string against_best(const OfferSet& offers, const AnsweredRow& row) {
  if (!offers.best) return {};
  const bool priced = std::all_of(offers.table.rows.begin(), offers.table.rows.end(), [](const AnsweredRow& each) {
    return !is_absent(compared_capex(each));
  });
  const double own = priced ? compared_capex(row) : number_in(row, "power.it"),
               best = priced ? compared_capex(*offers.best) : number_in(*offers.best, "power.it");
  return is_absent(own) ? std::string{} : fmt::format("{}× {}", factor_text(own / best), priced ? "CapEx" : "power");
}

/// Why an offer is taken, or why not.
std::string offer_note(const OfferSet& offers, const AnsweredRow& row) {
  if (&row == offers.best) return fmt::format("recommended: {}", offers.why);
  std::string late = late_words(offers, row);
  if (!holds(row) || !is_sure(row, offers.surely)) return late.empty() ? row.sentence : late;
  std::string best = best_words(offers.asked, offers.table, row, offers.surely);
  return best.empty() ? against_best(offers, row) : best;
}

/// Columns of an offer that a page has room for.
std::vector<OfferColumn> page_columns(const OfferSet& offers) {
  constexpr std::string_view left_out[] = {
      "power.rack", "power.facility", "economics.tco", "economics.run_cost", "serving.cost_per_million_output"};
  std::vector<OfferColumn> columns = offer_columns(offers.asked, offers.table);
  std::erase_if(columns, [&](const OfferColumn& column) {
    return column.title.empty() || column.title == "Offer" || column.title == "P80" ||
           std::find(std::begin(left_out), std::end(left_out), column.id) != std::end(left_out);
  });
  return columns;
}

Grid::Cell offer_cell(const OfferSet& offers, const OfferColumn& column, const AnsweredRow& row) {
  Grid::Cell cell{column.cell(row), true};
  if (cell.text.empty()) cell.text = "–";
  if (column.id.empty()) return cell;
  const Amount amount = offers.amount(*ResultKey::find(column.id));
  const double value = amount.of(row);
  if (column.id == "goal.chance" && !is_absent(value))
    cell.share = {value, is_sure(row, offers.surely) ? Hue::cpu : Hue::nvme};
  else if (!is_absent(value))
    cell = sourced_cell(cell.text, source_in(row, amount), value);
  return cell;
}

Grid::Cell spread_cell(const AnsweredRow& row) {
  const Result* time = row.answer.find(offer_time.text());
  if (!time || is_absent(time->value)) return {"–"};
  if (!time->p10 || !time->p90)
    return {.text = pretty(time->value, Unit::seconds), .spread = {{time->value, time->value, time->value}}};
  return {.text = range_text(*time->p10, *time->p90, Unit::seconds), .spread = {{*time->p10, time->value, *time->p90}}};
}

/// From half the deadline on, as far as the rows go.
Grid::Lane lane_of(const OfferSet& offers, std::size_t column, const std::vector<Grid::Row>& rows) {
  Grid::Lane lane{column, {"time", Unit::seconds, false, 0, 1}};
  const bool due = offers.said.find("goal.deadline") != nullptr;
  double low = offers.deadline / 2, high = 1.5 * offers.deadline;
  for (const Grid::Row& row : rows)
    if (const auto& spread = row.cells[column].spread) {
      if (!(low <= spread->low)) low = spread->low;
      if (!(high >= spread->high)) high = spread->high;
    }
  const double room = 0.04 * (high - low);
  lane.scale.low = std::max(0.0, low - room), lane.scale.high = high + room;
  if (due)
    lane.limits = {
        {"deadline", offers.deadline, true, Hue::limit, pretty(offers.deadline, Unit::seconds), false,
         "goal.deadline"}};
  return lane;
}

/// A text in which no number stands in another line than what it counts or is called.
std::string kept_together(std::string text) {
  constexpr std::string_view times = "×";
  for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
    const bool counts = at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1]));
    const bool before = text.compare(at + 1, times.size(), times) == 0;
    const bool after = at >= times.size() && text.compare(at - times.size(), times.size(), times) == 0;
    if (counts || before || after) text.replace(at, 1, "\u00a0");
  }
  return text;
}

std::string layout_cell(const AnsweredRow& row) {
  return row.inputs ? kept_together(degrees_words(row.inputs->values)) : "–";
}

/// What a narrow table leaves out first: it is on the pages of the offer once that is used.
std::vector<std::size_t> yielding(const std::vector<std::string>& header) {
  std::vector<std::size_t> columns;
  for (const std::string_view title : {"Layout", "GPUs", "Racks", "P50"})
    if (const auto found = std::find(header.begin(), header.end(), title); found != header.end())
      columns.push_back(static_cast<std::size_t>(found - header.begin()));
  return columns;
}

constexpr std::string_view unpin = "Unpin";

Grid::Row offer_row(const OfferSet& offers, const std::vector<OfferColumn>& columns, std::size_t at, bool timed) {
  const AnsweredRow& row = offers.table.rows[at];
  Grid::Row line{.cells = {{kept_together(offers.offer(row))}}, .dull = !holds(row)};
  line.apply.changes = offers.changes(row);
  line.strong = line.apply.changes.empty();
  if (&row == offers.best) line.hue = Hue::cpu;
  line.cells.push_back({layout_cell(row)});
  if (timed) line.cells.push_back(spread_cell(row));
  for (const OfferColumn& column : columns) line.cells.push_back(offer_cell(offers, column, row));
  line.cells.push_back({offer_note(offers, row)});
  line.aside = {
      std::string(is_pinned(row) ? unpin : "Pin"),
      {{}, {{std::string(pin_row_key), std::to_string(offers.places[at])}}}};
  return line;
}

/// "a deadline of 30.0 days".
std::string goal_words(const OfferSet& offers) {
  if (is_absent(offers.deadline) || offers.asked != Asked::training) return "the same goal";
  const std::string time = pretty(offers.deadline, Unit::seconds);
  return offers.said.find("goal.deadline") ? "a deadline of " + time : "the time of this scenario, " + time;
}

}  // namespace

Chart offers_chart(const OfferSet& offers) {
  const bool timed = offers.asked == Asked::training;
  const std::vector<OfferColumn> columns = page_columns(offers);
  Grid grid{.header = {"Offer", "Layout"}, .rows = {}};
  if (timed) grid.header.emplace_back("Time to train, P10–P90");
  for (const OfferColumn& column : columns) grid.header.emplace_back(column.title);
  grid.header.emplace_back("Note");
  for (std::size_t i = 0; i < offers.table.rows.size(); ++i)
    if (is_told(offers, offers.table.rows[i])) grid.rows.push_back(offer_row(offers, columns, i, timed));
  if (timed) grid.lane = lane_of(offers, 2, grid.rows);
  grid.yielding = yielding(grid.header);
  grid.use = "Use";
  grid.aside = unpin;
  grid.enter = "Enter uses the row";
  if (grid.lane && !grid.lane->limits.empty()) grid.enter += ", the line is dragged to another deadline";
  const auto holding = static_cast<double>(
      std::count_if(grid.rows.begin(), grid.rows.end(), [](const Grid::Row& row) { return !row.dull; }));
  std::string title = fmt::format(
      "{} of {}", pretty(holding, Unit::count), counted_text(static_cast<double>(grid.rows.size()), "offer"));
  const auto priced = [](const AnsweredRow& row) { return is_publicly_priced(row); };
  const bool public_prices = std::any_of(offers.table.rows.begin(), offers.table.rows.end(), priced);
  return {
      .id = "options.offers",
      .title =
          title + (is_absent(offers.deadline) || !timed ? " fit" : " meet " + pretty(offers.deadline, Unit::seconds)),
      .subtitle =
          fmt::format("Each planned for {}{}", goal_words(offers), public_prices ? "; * public prices, all in" : ""),
      .body = std::move(grid),
      .wide = true};
}

}  // namespace llmsize
