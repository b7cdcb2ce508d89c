// SPDX-License-Identifier: Apache-2.0
#include "core/study/offers.hpp"

#include "core/answer/certainties.hpp"
#include "core/prices/public_prices.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/study/shape.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

namespace llmsize {
namespace {

constexpr ResultKey time_key = "training.calendar_time";

struct Column {
  std::string_view title;
  ResultKey id;
};
constexpr Column trained[] = {{"P50", time_key}, {"On time", "goal.chance"}};
constexpr Column served[] = {{"Goodput", "serving.rate_at_limit"}, {"TTFT", "serving.ttft"}, {"TPOT", "serving.tpot"}};
constexpr Column bought[] = {
    {"Racks", "bom.racks"},
    {"Rack power", "power.rack"},
    {"IT power", "power.it"},
    {"Facility", "power.facility"},
    {"CapEx", "economics.capex"},
    {"TCO", "economics.tco"},
    {"Training", "economics.run_cost"},
    {"Per M output tokens", "serving.cost_per_million_output"}};

constexpr Column yielded[] = {
    {"Tokens/s per GPU", "training.tokens_per_second_per_gpu"},
    {"Tokens/s per GPU", "serving.throughput_per_gpu"},
    {"Tokens/s per kW", "economics.rate_per_kilowatt"},
    {"Tokens/s per million", "economics.rate_per_million"},
    {"GPU-hour", "economics.cost_per_gpu_hour"},
    {"Tested after", "economics.ready_time"}};

/// Whether a result tells of the work that is asked for: trainings have no rates of service, services none of training.
bool is_of(Asked asked, ResultKey id) {
  constexpr ResultKey of_training[] = {"economics.run_cost", "training.tokens_per_second_per_gpu"},
                      of_service[] = {"serving.cost_per_million_output", "serving.throughput_per_gpu"};
  const auto& others = asked == Asked::training ? of_service : of_training;
  return std::find(std::begin(others), std::end(others), id) == std::end(others);
}

std::span<const Column> columns_of(Asked asked) {
  return asked == Asked::training ? std::span<const Column>(trained) : std::span<const Column>(served);
}

double value_of(const AnsweredRow& row, ResultKey id) { return result_value(row, result_row(id)); }

/// What the nodes of a row cost with all around them by public prices; absent where its prices are known or no price is
/// public.
std::optional<std::pair<double, double>> public_capex_of(const AnsweredRow& row) {
  if (!is_absent(value_of(row, "economics.capex"))) return std::nullopt;
  return public_capex(input_word(row, "cluster.system"), value_of(row, "planning.nodes"));
}

std::string cell_text(const AnsweredRow& row, ResultKey id) {
  const double value = value_of(row, id);
  if (id == ResultKey("goal.chance") && !is_absent(value)) return share_text(value);
  return is_absent(value) ? std::string{} : pretty(value, result_row(id).about->unit);
}

/// The offer among those that are compared with the least of a number; empty where none has one.
const AnsweredRow* least(
    const AnsweredRows& table, Surely surely, const std::function<double(const AnsweredRow&)>& number) {
  const AnsweredRow* best = nullptr;
  for (const AnsweredRow& row : table.rows)
    if (holds(row) && is_sure(row, surely) && !is_absent(number(row)) && (!best || number(row) < number(*best)))
      best = &row;
  return best;
}

struct Best {
  std::string_view what;
  const AnsweredRow* row;
};
std::vector<Best> best_of(Asked asked, const AnsweredRows& table, Surely surely = {}) {
  std::vector<Best> all;
  const auto priced = std::count_if(
      table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) { return !is_absent(compared_capex(row)); });
  const bool all_priced = priced == std::ptrdiff_t(table.rows.size());
  if (priced > 1)
    all.push_back({all_priced ? "lowest CapEx" : "lowest known CapEx", least(table, surely, compared_capex)});
  if (asked == Asked::training)
    all.push_back({"soonest", least(table, surely, [](const AnsweredRow& row) { return value_of(row, time_key); })});
  all.push_back(
      {"least power", least(table, surely, [](const AnsweredRow& row) { return value_of(row, "power.it"); })});
  all.erase(std::remove_if(all.begin(), all.end(), [](const Best& each) { return !each.row; }), all.end());
  return all;
}

std::string words_of(const AnsweredRow& row, const std::vector<Best>& best) {
  std::string text;
  for (const Best& each : best)
    if (each.row == &row) text += fmt::format("{}{}", text.empty() ? "" : ", ", each.what);
  return text;
}

std::string note_of(const AnsweredRow& row, const std::vector<Best>& best) {
  return holds(row) ? words_of(row, best) : row.sentence;
}

}  // namespace

std::string offered_system(const AnsweredRow& row) {
  std::string system = input_word(row, "cluster.system");
  if (row.inputs)
    if (const auto name = row.inputs->names.find("cluster.system"); name != row.inputs->names.end())
      system = name->second;
  return system.empty() ? row.name : system;
}

std::string offer_text(const AnsweredRow& row, const std::string& system) {
  const double nodes = value_of(row, "planning.nodes");
  return is_absent(nodes) ? system : fmt::format("{} × {}", pretty(nodes, Unit::count), system);
}

std::string offer_text(const AnsweredRow& row) { return offer_text(row, offered_system(row)); }

double time_at_p80(const AnsweredRow& row) {
  const Result* time = row.answer.find(time_key.text());
  if (!time || !time->p90) return absent;
  return at_certainty(certainties[1], time->value, *time->p90);
}

std::string capex_text(const AnsweredRow& row) {
  const auto ends = public_capex_of(row);
  return ends ? fmt::format("${}*", range_text(ends->first, ends->second, Unit::money))
              : cell_text(row, "economics.capex");
}

double compared_capex(const AnsweredRow& row) {
  const auto ends = public_capex_of(row);
  return ends ? std::sqrt(ends->first * ends->second) : value_of(row, "economics.capex");
}

bool is_sure(const AnsweredRow& row, Surely surely) {
  constexpr double rounding = 0.005;  // sizes for a confidence are those whose chance rounds to it
  return !(value_of(row, "goal.chance") < surely.chance - rounding);
}

bool is_publicly_priced(const AnsweredRow& row) { return public_capex_of(row).has_value(); }

std::string best_words(Asked asked, const AnsweredRows& table, const AnsweredRow& row, Surely surely) {
  return words_of(row, best_of(asked, table, surely));
}

std::vector<const ResultRow*> offered_results(Asked asked) {
  std::vector<const ResultRow*> rows{&result_row("planning.nodes")};
  for (const std::span<const Column>& part :
       {columns_of(asked), std::span<const Column>(bought), std::span<const Column>(yielded)})
    for (const Column& each : part)
      if (is_of(asked, each.id)) rows.push_back(&result_row(each.id));
  return rows;
}

namespace {

OfferColumn column_of(const Column& column) {
  if (column.id == ResultKey("economics.capex")) return {column.title, column.id.text(), capex_text};
  return {column.title, column.id.text(), [id = column.id](const AnsweredRow& row) { return cell_text(row, id); }};
}

/// Without those that no row knows.
std::vector<OfferColumn> known(std::vector<OfferColumn> columns, const AnsweredRows& table) {
  std::erase_if(columns, [&](const OfferColumn& column) {
    return std::all_of(
        table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) { return column.cell(row).empty(); });
  });
  return columns;
}

Table table_of(const std::vector<OfferColumn>& columns, const AnsweredRows& table) {
  Table all;
  for (const OfferColumn& column : columns) all.header.emplace_back(column.title);
  for (const AnsweredRow& row : table.rows) {
    std::vector<std::string>& line = all.rows.emplace_back();
    for (const OfferColumn& column : columns) line.push_back(column.cell(row));
  }
  return all;
}

}  // namespace

std::vector<OfferColumn> offer_columns(Asked asked, const AnsweredRows& table) {
  std::vector<OfferColumn> columns{{"Offer", {}, [](const AnsweredRow& row) { return offer_text(row); }}};
  columns.push_back({"GPUs", {}, [](const AnsweredRow& row) {
                       const double gpus = input_value(row, "cluster.gpus");
                       return is_absent(gpus) || is_absent(value_of(row, "planning.nodes")) ? std::string{}
                                                                                            : pretty(gpus, Unit::count);
                     }});
  for (const Column& each : columns_of(asked)) {
    columns.push_back(column_of(each));
    if (each.id == time_key)
      columns.push_back({"P80", {}, [](const AnsweredRow& row) {
                           const double time = time_at_p80(row);
                           return is_absent(time) ? std::string{} : pretty(time, Unit::seconds);
                         }});
  }
  for (const Column& each : bought)
    if (is_of(asked, each.id)) columns.push_back(column_of(each));
  columns.push_back({{}, {}, [best = best_of(asked, table)](const AnsweredRow& row) { return note_of(row, best); }});
  return known(std::move(columns), table);
}

TitledTable offers_table(Asked asked, const AnsweredRows& table) {
  std::string title;
  for (const AnsweredRow& row : table.rows)
    if (const std::string what = holds(row) ? best_words(asked, table, row) : std::string{}; !what.empty())
      title += fmt::format("{}{}: {}", title.empty() ? "" : ". ", upper_first(what), offer_text(row));
  if (std::any_of(table.rows.begin(), table.rows.end(), is_publicly_priced))
    title += fmt::format("{}* public prices, all in (llmsize catalog prices)", title.empty() ? "" : ".\n");
  return {title.empty() ? title : title + ".", table_of(offer_columns(asked, table), table)};
}

std::vector<const ResultRow*> drawn_results(Asked asked, const AnsweredRows& table) {
  std::vector<const ResultRow*> rows;
  const auto add = [&](ResultKey id) {
    const auto is_known = [&](const AnsweredRow& row) { return !is_absent(value_of(row, id)); };
    if (std::any_of(table.rows.begin(), table.rows.end(), is_known)) rows.push_back(&result_row(id));
  };
  add(columns_of(asked).front().id);
  for (const ResultKey id : {ResultKey("power.it"), ResultKey("bom.racks"), ResultKey("economics.capex")}) add(id);
  return rows;
}

TitledTable yields_table(Asked asked, const AnsweredRows& table) {
  std::vector<OfferColumn> columns{{"Offer", {}, [](const AnsweredRow& row) { return offer_text(row); }}};
  for (const Column& each : yielded)
    if (is_of(asked, each.id)) columns.push_back(column_of(each));
  return {
      "Yield per GPU, per kW of IT power and per million of CapEx.", table_of(known(std::move(columns), table), table)};
}

std::optional<ProposedOffer> proposed_offer(Asked asked, const AnsweredRows& table, Surely surely) {
  const std::vector<Best> best = best_of(asked, table, surely);
  if (best.empty()) return std::nullopt;
  // Sized for one deadline, the soonest is that with the most idle days: only who asks for it gets it.
  const Scenario::Said* goal = best.front().row->scenario.find("goal.kind");
  const bool fastest = goal && goal->value.word == "fastest";
  const auto of_kind = [&](std::string_view what) {
    return std::find_if(best.begin(), best.end(), [&](const Best& each) { return each.what == what; });
  };
  auto chosen = of_kind(fastest ? "soonest" : "lowest CapEx");
  if (chosen == best.end()) chosen = of_kind("least power");
  if (chosen == best.end()) chosen = best.begin();
  const auto place = static_cast<std::size_t>(chosen->row - table.rows.data());
  return ProposedOffer{place, chosen->what, fmt::format("Proposed: {} ({}).", offer_text(*chosen->row), chosen->what)};
}

}  // namespace llmsize
