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

std::span<const Column> columns_of(Asked asked) {
  return asked == Asked::training ? std::span<const Column>(trained) : std::span<const Column>(served);
}

double value_of(const AnsweredRow& row, ResultKey id) { return result_value(row, result_row(id)); }

/// "14 × NVIDIA DGX B200".
std::string offer_text(const AnsweredRow& row) {
  const double nodes = value_of(row, "planning.nodes");
  std::string system = input_word(row, "cluster.system");
  if (row.inputs)
    if (const auto name = row.inputs->names.find("cluster.system"); name != row.inputs->names.end())
      system = name->second;
  if (system.empty()) system = row.name;
  return is_absent(nodes) ? system : fmt::format("{} × {}", pretty(nodes, Unit::count), system);
}

/// The time that four of five runs keep.
double time_at_p80(const AnsweredRow& row) {
  const Result* time = row.answer.find(time_key.text());
  if (!time || !time->p90) return absent;
  return at_certainty(certainties[1], time->value, *time->p90);
}

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

/// The offer that can be taken with the least of a number; empty where none has one, or only one has.
const AnsweredRow* least(const AnsweredRows& table, const std::function<double(const AnsweredRow&)>& number) {
  const AnsweredRow* best = nullptr;
  for (const AnsweredRow& row : table.rows)
    if (holds(row) && !is_absent(number(row)) && (!best || number(row) < number(*best))) best = &row;
  return best;
}

/// What CapEx is compared by: that at the user's prices, else the middle of public ones.
double compared_capex(const AnsweredRow& row) {
  const auto ends = public_capex_of(row);
  return ends ? std::sqrt(ends->first * ends->second) : value_of(row, "economics.capex");
}

struct Best {
  std::string_view what;
  const AnsweredRow* row;
};
std::vector<Best> best_of(Asked asked, const AnsweredRows& table) {
  std::vector<Best> all;
  const auto priced = std::count_if(
      table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) { return !is_absent(compared_capex(row)); });
  const bool all_priced = priced == std::ptrdiff_t(table.rows.size());
  if (priced > 1) all.push_back({all_priced ? "lowest CapEx" : "lowest known CapEx", least(table, compared_capex)});
  if (asked == Asked::training)
    all.push_back({"soonest", least(table, [](const AnsweredRow& row) { return value_of(row, time_key); })});
  all.push_back({"least power", least(table, [](const AnsweredRow& row) { return value_of(row, "power.it"); })});
  all.erase(std::remove_if(all.begin(), all.end(), [](const Best& each) { return !each.row; }), all.end());
  return all;
}

std::string note_of(const AnsweredRow& row, const std::vector<Best>& best) {
  if (!holds(row)) return row.sentence;
  std::string text;
  for (const Best& each : best)
    if (each.row == &row) text += fmt::format("{}{}", text.empty() ? "" : ", ", each.what);
  return text;
}

}  // namespace

std::vector<const ResultRow*> offered_results(Asked asked) {
  const std::string_view other = asked == Asked::training ? "serving.cost_per_million_output" : "economics.run_cost";
  std::vector<const ResultRow*> rows{&result_row("planning.nodes")};
  for (const std::span<const Column>& part : {columns_of(asked), std::span<const Column>(bought)})
    for (const Column& each : part)
      if (each.id.text() != other) rows.push_back(&result_row(each.id));
  return rows;
}

TitledTable offers_table(Asked asked, const AnsweredRows& table) {
  const std::vector<Best> best = best_of(asked, table);
  Table all{{"Offer"}, {}};
  std::vector<std::function<std::string(const AnsweredRow&)>> cells{offer_text};
  const auto add = [&](std::string_view title, std::function<std::string(const AnsweredRow&)> cell) {
    if (std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) { return cell(row).empty(); }))
      return;
    all.header.emplace_back(title);
    cells.push_back(std::move(cell));
  };
  add("GPUs", [](const AnsweredRow& row) {
    const double gpus = input_value(row, "cluster.gpus");
    return is_absent(gpus) || is_absent(value_of(row, "planning.nodes")) ? std::string{} : pretty(gpus, Unit::count);
  });
  for (const Column& each : columns_of(asked)) {
    add(each.title, [id = each.id](const AnsweredRow& row) { return cell_text(row, id); });
    if (each.id == time_key)
      add("P80", [](const AnsweredRow& row) {
        const double time = time_at_p80(row);
        return is_absent(time) ? std::string{} : pretty(time, Unit::seconds);
      });
  }
  for (const Column& each : bought)
    if (each.id == ResultKey("economics.capex"))
      add(each.title, [](const AnsweredRow& row) {
        const auto ends = public_capex_of(row);
        return ends ? fmt::format("${}*", range_text(ends->first, ends->second, Unit::money))
                    : cell_text(row, "economics.capex");
      });
    else
      add(each.title, [id = each.id](const AnsweredRow& row) { return cell_text(row, id); });
  add("", [&](const AnsweredRow& row) { return note_of(row, best); });
  for (const AnsweredRow& row : table.rows) {
    std::vector<std::string>& line = all.rows.emplace_back();
    for (const auto& cell : cells) line.push_back(cell(row));
  }
  std::string title;
  for (const AnsweredRow& row : table.rows) {
    if (!holds(row)) continue;
    if (const std::string what = note_of(row, best); !what.empty())
      title += fmt::format("{}{}: {}", title.empty() ? "" : ". ", upper_first(what), offer_text(row));
  }
  if (std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) {
        return public_capex_of(row).has_value();
      }))
    title += fmt::format("{}* public prices, all in (llmsize catalog prices)", title.empty() ? "" : ".\n");
  return {title.empty() ? title : title + ".", std::move(all)};
}

std::optional<ProposedOffer> proposed_offer(Asked asked, const AnsweredRows& table) {
  const std::vector<Best> best = best_of(asked, table);
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
  return ProposedOffer{place, fmt::format("Proposed: {} ({}).", offer_text(*chosen->row), chosen->what)};
}

}  // namespace llmsize
