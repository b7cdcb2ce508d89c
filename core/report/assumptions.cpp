// SPDX-License-Identifier: Apache-2.0
// What moves the answer, and everything that was put in.
#include "core/inputs/list.hpp"
#include "core/report/sections.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace llmsize {
namespace {

/// A value with its ends: "0.835 (P10–P90 0.80–0.87)".
std::string with_spread(const Case& plan, InputKey key) {
  return plan.spread(key) > 0 ? spread_text(plan[key], plan.spread(key), about_of(key).unit)
                              : pretty(plan[key], about_of(key));
}

Document::Cell label_of(InputKey key, const Links& links) {
  const std::string name(key.text());
  return {std::string(about_of(key).label), links.to({name, {}})};
}

/// The origin of a value and the number of its source.
Document::Cell origin_cell(const Origin& origin, Links& links) {
  std::string said = text(origin);
  if (!origin.source.empty()) said += " " + links.number_of(origin.source);
  return {std::move(said), links.to_source(origin.source)};
}

/// Assumptions that stand in a row of their own: all that do more than a thousandth, and no more than one can read.
constexpr std::size_t most_assumptions = 12;
constexpr double least_share = 0.001;

Document::Table assumptions_table(const Case& plan, const ResultRow& row, Links& links) {
  const std::string what = lower_first(std::string(row.about->title));
  Document::Table table{
      "Assumptions by effect",
      fmt::format(
          "Effect of each assumption on {} from its P10 to its P90, and its share of the uncertainty; total {}", what,
          [&] {
            const auto ends = range(plan, row);
            return ends ? range_text(ends->first, ends->second, row.about->unit) : std::string("no range");
          }()),
      {{"Assumption"}, {"Value", true}, {upper_first(what), true}, {"Share", true}, {"Source"}}};
  std::size_t others = 0;
  for (const Sensitivity& each : sensitivities(plan, row)) {
    if (table.rows.size() == most_assumptions || each.share < least_share) {
      ++others;
      continue;
    }
    const auto [low, high] = std::minmax(each.low, each.high);
    table.rows.push_back(
        {{label_of(each.key, links),
          {with_spread(plan, each.key)},
          {range_text(low, high, row.about->unit)},
          {share_text(each.share)},
          origin_cell(plan.origin(each.key), links)}});
  }
  if (others > 0)
    table.note = fmt::format("{} with smaller effects.", counted_text(static_cast<double>(others), "other"));
  return table;
}

struct Group {
  Origin::Kind kind;
  std::string_view title;
};
/// From values of this scenario to values for all.
constexpr std::array groups{
    Group{Origin::Kind::user, "Set by you"},        Group{Origin::Kind::planned, "Chosen by the planner"},
    Group{Origin::Kind::choice, "From choices"},    Group{Origin::Kind::preset, "Model preset"},
    Group{Origin::Kind::data_sheet, "Data sheets"}, Group{Origin::Kind::measured, "Measured"},
    Group{Origin::Kind::stack, "Software profile"}, Group{Origin::Kind::assumed, "Assumed"},
    Group{Origin::Kind::initial, "Defaults"},
};

void add_words(const Case& plan, Origin::Kind kind, Links& links, std::vector<Document::Row>& rows) {
  for (const auto& [key, word] : plan.words) {
    if (word.origin.kind != kind || word.word.empty()) continue;
    const Reference* reference = find_reference(key);
    const Choice* choice = find_choice(key);
    if (!reference && !(choice && kind <= Origin::Kind::user)) continue;
    const auto name = plan.names.find(key);
    rows.push_back(
        {{{std::string(reference ? reference->label : choice->label)},
          {name != plan.names.end() && name->second != word.word ? fmt::format("{} ({})", name->second, word.word)
                                                                 : word.word},
          origin_cell(word.origin, links)}});
  }
}

}  // namespace

Document::Section assumptions_section(const Case& plan, ResultKey result, const Page& page, Links& links) {
  Document::Section section{"assumptions", "Assumptions"};
  for (const Chart& chart : page.charts) section.blocks.emplace_back(chart);
  if (Document::Table table = assumptions_table(plan, result_row(result), links); !table.rows.empty())
    section.blocks.emplace_back(std::move(table));
  return section;
}

Document::Section inputs_section(const Case& plan, const std::vector<ResultKey>& results, Links& links) {
  Behind behind;
  const Tracing tracing(plan.values);
  for (const ResultKey id : results) behind.add(result_row(id).derivation(tracing));
  Document::Section section{"inputs", "Inputs"};
  Document::Table table{{}, {}, {{"Input"}, {"Value", true}, {"Source"}}};
  for (const Group& group : groups) {
    std::vector<Document::Row> rows;
    add_words(plan, group.kind, links, rows);
    for (const InputAbout* about : numeric_inputs()) {
      const InputKey key = InputKey::find(about->key).value();
      if (!behind.holds(key) || !plan.has(key) || plan.origin(key).kind != group.kind) continue;
      if (plan[key] == 0 && group.kind > Origin::Kind::user && group.kind != Origin::Kind::planned) continue;
      rows.push_back({{label_of(key, links), {with_spread(plan, key)}, origin_cell(plan.origin(key), links)}});
    }
    if (rows.empty()) continue;
    table.rows.push_back({{{std::string(group.title)}, {}, {}}, true});
    std::move(rows.begin(), rows.end(), std::back_inserter(table.rows));
  }
  table.note = "Inputs that are zero by default are not listed.";
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace llmsize
