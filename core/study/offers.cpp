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
  std::vector<const ResultRow*> rows{&result_row("planning.nodes")};
  for (const std::span<const Column>& part :
       {columns_of(asked), std::span<const Column>(bought), std::span<const Column>(yielded)})
    for (const Column& each : part)
      if (is_of(asked, each.id)) rows.push_back(&result_row(each.id));
  return rows;
}

namespace {

/// A table of offers that leaves out columns that no row knows.
class Columns {
 public:
  explicit Columns(const AnsweredRows& table) : table_(table) {}
  void add(std::string_view title, std::function<std::string(const AnsweredRow&)> cell) {
    const auto is_unknown = [&](const AnsweredRow& row) { return cell(row).empty(); };
    if (std::all_of(table_.rows.begin(), table_.rows.end(), is_unknown)) return;
    header_.emplace_back(title);
    cells_.push_back(std::move(cell));
  }
  void add(const Column& column) {
    add(column.title, [id = column.id](const AnsweredRow& row) { return cell_text(row, id); });
  }
  Table made() const {
    Table all{header_, {}};
    for (const AnsweredRow& row : table_.rows) {
      std::vector<std::string>& line = all.rows.emplace_back();
      for (const auto& cell : cells_) line.push_back(cell(row));
    }
    return all;
  }

 private:
  const AnsweredRows& table_;
  std::vector<std::string> header_{};
  std::vector<std::function<std::string(const AnsweredRow&)>> cells_{};
};

}  // namespace

TitledTable offers_table(Asked asked, const AnsweredRows& table) {
  const std::vector<Best> best = best_of(asked, table);
  Columns columns(table);
  columns.add("Offer", offer_text);
  columns.add("GPUs", [](const AnsweredRow& row) {
    const double gpus = input_value(row, "cluster.gpus");
    return is_absent(gpus) || is_absent(value_of(row, "planning.nodes")) ? std::string{} : pretty(gpus, Unit::count);
  });
  for (const Column& each : columns_of(asked)) {
    columns.add(each);
    if (each.id == time_key)
      columns.add("P80", [](const AnsweredRow& row) {
        const double time = time_at_p80(row);
        return is_absent(time) ? std::string{} : pretty(time, Unit::seconds);
      });
  }
  for (const Column& each : bought)
    if (each.id == ResultKey("economics.capex"))
      columns.add(each.title, [](const AnsweredRow& row) {
        const auto ends = public_capex_of(row);
        return ends ? fmt::format("${}*", range_text(ends->first, ends->second, Unit::money))
                    : cell_text(row, "economics.capex");
      });
    else if (is_of(asked, each.id))
      columns.add(each);
  columns.add("", [&](const AnsweredRow& row) { return note_of(row, best); });
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
  return {title.empty() ? title : title + ".", columns.made()};
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
  Columns columns(table);
  columns.add("Offer", offer_text);
  for (const Column& each : yielded)
    if (is_of(asked, each.id)) columns.add(each);
  return {"Yield per GPU, per kW of IT power and per million of CapEx.", columns.made()};
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
