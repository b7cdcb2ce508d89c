// SPDX-License-Identifier: Apache-2.0
// Gathers what a workbook shows.
#include "core/workbook/contents.hpp"

#include "core/formula/render.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serve.hpp"
#include "core/pages/size_charts.hpp"
#include "core/pages/sizes.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// Ranges of the shown results, with what stands behind them.
std::vector<RangedResult> ranges_of(const Case& plan, const Answer& answer) {
  std::vector<RangedResult> all;
  for (const Result& result : answer.results) {
    if (!(result.value > 0) || !result.row->about->teller.empty()) continue;
    const auto ends = range(plan, *result.row);
    if (!ends || !(ends->first > 0) || !(ends->second > 0) || !std::isfinite(ends->second)) continue;
    RangedResult ranged{result.row, result.value, ends->first, ends->second, {}, {}};
    for (const Sensitivity& each : sensitivities(plan, *result.row)) {
      ranged.shares[each.key] = each.share;
      const double spread = plan.spread(each.key), rises = each.high < each.low ? -1 : 1;
      ranged.reach[each.key] = rises * z90 * spread * std::sqrt(each.share);
    }
    all.push_back(std::move(ranged));
  }
  return all;
}

std::vector<SizeRow> size_rows(const Subject& subject, const Around& around) {
  std::vector<SizeRow> rows;
  if (!around.knows("training.calendar_time")) return rows;
  for (const Size& each : sizes_of(subject, around, "training.calendar_time").possible)
    rows.push_back({each.nodes, each.value, absent});
  if (!around.knows("economics.capex")) return rows;
  for (const Size& each : sizes_of(subject, around, "economics.capex").possible)
    for (SizeRow& row : rows)
      if (row.nodes == each.nodes) row.capex = each.value;
  return rows;
}

/// Whether a rule can apply: on the branches taken its margin compares numbers, and is not the 0 of a case that it does
/// not concern.
bool can_apply(const NodePtr& margin) { return margin->value < 0 || !leaves_of(*taken(margin)).empty(); }

/// Rules that can apply and speak of shown results; those that are broken concern every answer.
std::vector<LiveLimit> limits_of(LiveNumbers& numbers, const Answer& answer) {
  Behind shown;
  for (const Result& result : answer.results)
    if (!is_absent(result.value)) shown.add(result.row->derivation(numbers.tracing()));
  std::vector<LiveLimit> limits;
  for (const FindingRow& rule : findings()) {
    if (rule.about->severity == Severity::info || rule.about->brief.empty()) continue;
    const NodePtr margin = rule.derivation(numbers.tracing());
    const bool broken = margin->value < 0 && rule.about->severity == Severity::error;
    if (!std::isfinite(margin->value) || !can_apply(margin) ||
        !(broken || shown.is_subject_of(rule, numbers.tracing())))
      continue;
    limits.push_back({rule.about, fmt::format("limit.{}", limits.size() + 1), margin->value});
    numbers.add(limits.back().cell, margin);
    const std::string_view remedy = rule.about->remedy;
    for (std::size_t at = remedy.find('{'); at != remedy.npos; at = remedy.find('{', at + 1))
      if (const auto id = ResultKey::find(remedy.substr(at + 1, remedy.find('}', at) - at - 1))) numbers.add(*id);
  }
  return limits;
}

/// The parts of a step of decoding as it is at the load of the scenario.
Stack::Bar step_at_load(const Around& around) {
  const Chart chart = step_parts_chart(around);
  const auto* stack = std::get_if<Stack>(&chart.body);
  if (!chart.empty.empty() || !stack || stack->bars.empty()) return {};
  Stack::Bar bar = stack->bars.back();
  for (Stack::Part& part : bar.parts) {
    const auto key = ResultKey::find(part.source.name);
    part.value = key ? around.result(*key) : absent;
  }
  std::erase_if(bar.parts, [](const Stack::Part& part) { return !(part.value > 0); });
  return bar;
}

/// The bars of the charts of a page that are made of results of the scenario as it stands.
std::vector<std::pair<std::string, Stack::Bar>> parts_of(const Subject& subject, const Around& around) {
  std::vector<std::pair<std::string, Stack::Bar>> parts;
  const auto add = [&](const Chart& chart) {
    const auto* stack = std::get_if<Stack>(&chart.body);
    if (!chart.empty.empty() || !stack || stack->bars.empty()) return;
    parts.emplace_back(chart.subtitle, stack->bars.front());
  };
  if (is_served_from_gpus(around.plan())) {
    add(serving_memory_chart(around));
    if (Stack::Bar step = step_at_load(around); !step.parts.empty())
      parts.emplace_back("Decode step at this load; CPU work overlaps", std::move(step));
  } else {
    add(memory_chart(subject, around));
    if (!serves(around)) add(step_chart(subject, around));
  }
  return parts;
}

ReadUnit reading(double value, Unit unit, std::span<const std::string_view> words, bool whole) {
  static constexpr std::string_view no_or_yes[] = {"no", "yes"};
  if (!words.empty()) return {{}, 1, "0", words};
  if (unit == Unit::flag) return {{}, 1, "0", no_or_yes};
  if (unit == Unit::year) return {"year", 1, "0.##"};
  const ChosenUnit chosen = chosen_unit(value, unit);
  const bool scaled = chosen.size > 0 && std::isfinite(value) && value != 0 && unit != Unit::count &&
                      unit != Unit::ratio && unit != Unit::money && unit != Unit::intensity && !chosen.name.empty();
  const std::string base(symbol(unit));
  if (unit == Unit::money) return {{}, 1, "#,##0.00"};
  if (base_kind(unit) == Unit::per_second) return {chosen_unit(1, unit).name, 1, number_format(value, whole)};
  if (!scaled) return {base == "1" ? "" : base, 1, number_format(value, whole)};
  return {chosen.name, chosen.size, number_format(value / chosen.size, whole)};
}

std::string_view room_title(std::string_view id) {
  constexpr std::pair<std::string_view, std::string_view> titles[] = {
      {"planning", "Nodes"},
      {"model", "Model"},
      {"memory", "Memory"},
      {"capacity", "Memory"},
      {"training", "Training"},
      {"goal", "Goals"},
      {"checkpoint", "Checkpoint"},
      {"restart", "Recovery"},
      {"reliability", "Reliability and goodput"},
      {"ingest", "Training data"},
      {"load", "Model loading"},
      {"serving", "Serving"},
      {"service", "Session state and external data"},
      {"traffic", "Users and sessions"},
      {"offload", "Offload"},
      {"tier", "Tier bandwidth"},
      {"wear", "Drive endurance"},
      {"fabric", "Compute fabric"},
      {"bom", "Bill of materials"},
      {"power", "Power and cooling"},
      {"economics", "Power and cost"},
      {"scaling", "Scaling laws"},
      {"trend", "Trends"},
      {"project", "Project stages"},
      {"latency", "Small reads"}};
  const std::string_view room = id.substr(0, id.find('.'));
  const auto* found =
      std::find_if(std::begin(titles), std::end(titles), [&](const auto& each) { return each.first == room; });
  return found == std::end(titles) ? room : found->second;
}

}  // namespace

std::vector<ResultGroup> grouped(const std::vector<const ResultRow*>& rows) {
  std::vector<ResultGroup> groups;
  for (const ResultRow* row : rows) {
    const std::string_view title = room_title(row->about->id);
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const ResultGroup& each) { return each.title == title; });
    if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
    group->rows.push_back(row);
  }
  return groups;
}

Case live_case(const Subject& subject, const Catalog& catalog) {
  Case plan = case_of(subject, catalog);
  Values open = plan.values;
  open.give("layout.data", absent);
  open.settle();
  if (!subject.said.find("layout.data") && open["layout.data"] == plan["layout.data"]) plan.values = open;
  return plan;
}

LiveVariant::LiveVariant(
    std::string name, const Subject& subject, const Catalog& catalog, LiveNumbers& base, std::size_t number)
    : label(std::move(name)), plan(live_case(subject, catalog)), numbers(plan, base, fmt::format(".v{}", number)) {}

Contents::Contents(const Subject& given, const Catalog& entries, const WorkbookOptions& options)
    : subject(given),
      catalog(entries),
      plan(live_case(given, entries)),
      around(around_of(given, entries)),
      asked(asked_of(complete(given.said, entries))),
      order(order_of(plan)),
      numbers(plan),
      named(!options.results.empty()),
      label(options.label) {
  Page page = size_page(given, entries);
  title = options.title.empty() ? page.title : options.title;
  subtitle = std::move(page.subtitle);
  if (!named) sentence = page.verdict_label + (page.sentence.empty() ? "." : ". " + page.sentence);
  const std::vector<const ResultRow*> rows =
      options.results.empty() ? workbook_results(subject.said, catalog) : options.results;
  groups = grouped(rows);
  answer = llmsize::answer(plan, {rows, false, {}, false});
  ranged = ranges_of(plan, answer);
  for (const ResultRow* row : rows) numbers.add(row->key);
  parts = parts_of(subject, around);
  for (const auto& [chart, bar] : parts)
    for (const Stack::Part& part : bar.parts)
      if (const auto key = ResultKey::find(part.source.name)) numbers.add(*key);
  for (const OrderRow& row : order)
    for (const NumberId number : numbers_of(row)) numbers.add(number);
  if (asked == Asked::training) sizes = size_rows(subject, around);
  limits = limits_of(numbers, answer);
  for (const WorkbookVariant& each : options.variants) {
    variants.push_back(std::make_unique<LiveVariant>(each.label, each.subject, catalog, numbers, variants.size() + 2));
    for (const ResultRow* row : rows) variants.back()->numbers.add(row->key);
  }
}

const RangedResult* Contents::leading() const {
  for (const ResultKey key : {ResultKey("training.calendar_time"), ResultKey("serving.rate_at_limit")})
    if (const RangedResult* found = range_of(key)) return found;
  return ranged.empty() ? nullptr : &ranged.front();
}

const RangedResult* Contents::range_of(ResultKey key) const {
  const auto found =
      std::find_if(ranged.begin(), ranged.end(), [&](const RangedResult& each) { return each.row->key == key; });
  return found == ranged.end() ? nullptr : &*found;
}

void ReadUnit::write(Sheet& sheet, CellPlace place, const std::string& cell, double value) const {
  if (words.empty()) return sheet.text(place, unit, Look::unit);
  std::string all;
  for (const std::string_view each : words) all += fmt::format(",\"{}\"", each);
  sheet.formula(
      place, fmt::format("IFERROR(CHOOSE({}+1{}),\"\")", cell, all), std::string(llmsize::word(words, value)),
      Look::unit);
}

std::string ReadUnit::of(const std::string& cell) const {
  return size == 1 ? cell : fmt::format("IF(ISNUMBER({0}),{0}/{1},\"\")", cell, constant(size));
}

ReadUnit reading(double value, const About& about) { return reading(value, about.unit, about.words, about.whole); }
ReadUnit reading(double value, const InputAbout& about) { return reading(value, about.unit, about.words, about.whole); }

std::string constant(double value) {
  std::string text = exact(value);
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c == 'e' ? 'E' : c; });
  return text;
}

std::string in_formula(std::string_view text) {
  std::string quoted;
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted;
}

std::string price_cell(const std::vector<OrderRow>& order, InputKey key) {
  const bool bought =
      std::any_of(order.begin(), order.end(), [&](const OrderRow& row) { return row.unit_price == key; });
  return bought ? fmt::format("price.{}", key.text().substr(key.text().find('.') + 1)) : std::string{};
}

std::string range_end(const RangedResult& ranged, double end, const ReadUnit& read) {
  std::string moved =
      fmt::format("{}*{}^{}", ranged.row->about->id, constant(end / ranged.value), spread_cell(ranged.row->key));
  if (ranged.row->about->whole) moved = fmt::format("ROUND({},0)", moved);
  return fmt::format("IFERROR({}/{},\"\")", moved, constant(read.size));
}

std::string spread_cell(ResultKey key) { return fmt::format("spread.{}", key.text()); }

}  // namespace llmsize
