// SPDX-License-Identifier: Apache-2.0
// Answers many scenarios and lays them out.
#include "core/tables/rows.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/tables/row_values.hpp"
#include "core/verdict/concern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

std::string plain(double value) { return is_absent(value) ? std::string{} : exact(value); }

bool has_names(const AnsweredRows& table) {
  return std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) { return !row.name.empty(); });
}

/// Whether any result has a range: then all have columns for theirs, so that columns do not depend on numbers.
bool has_ranges(const AnsweredRows& table) {
  return std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) {
    const auto& results = row.answer.results;
    return std::any_of(results.begin(), results.end(), [](const Result& each) { return each.p10.has_value(); });
  });
}

/// Layout of a table whose rows all have the same columns; `input` and `result` say what a cell holds.
template <class Input, class ResultCell>
Table laid_out(const AnsweredRows& table, bool columns_for_programs, Input input, ResultCell result) {
  Table out;
  const bool names = has_names(table);
  const bool ranged = columns_for_programs && has_ranges(table);
  if (names) out.header.emplace_back("name");
  for (const std::string& key : table.keys) {
    const InputAbout* about = find_input(key);
    out.header.push_back(
        columns_for_programs && about ? column(key, about->unit)
        : columns_for_programs        ? column(key)
                                      : key);
  }
  for (const ResultRow* row : table.results) {
    const std::string id(row->about->id);
    out.header.push_back(columns_for_programs ? column(id, row->about->unit) : id);
    if (columns_for_programs && !row->about->words.empty()) out.header.push_back(column(id + ".word"));
    if (ranged)
      for (const std::string_view end : {".p10", ".p90"})
        out.header.push_back(column(id + std::string(end), row->about->unit));
  }
  if (!table.rows.empty())
    for (const auto& [name, text] : table.rows.front().carried) out.header.push_back(name);
  if (columns_for_programs) out.header.emplace_back("verdict");
  out.header.insert(out.header.end(), {"status", "message"});
  for (const AnsweredRow& row : table.rows) {
    std::vector<std::string> cells;
    if (names) cells.push_back(row.name);
    for (const std::string& key : table.keys) cells.push_back(input(row, key));
    for (const ResultRow* each : table.results) {
      cells.push_back(result(row, *each));
      if (columns_for_programs && !each->about->words.empty())
        cells.emplace_back(word(each->about->words, result_value(row, *each)));
      if (!ranged) continue;
      const Result* found = row.answer.find(each->about->id);
      cells.push_back(found && found->p10 ? exact(*found->p10) : std::string{});
      cells.push_back(found && found->p90 ? exact(*found->p90) : std::string{});
    }
    for (const auto& [name, text] : row.carried) cells.push_back(text);
    if (columns_for_programs) cells.emplace_back(verdict_word(row));
    cells.insert(cells.end(), {std::string(word(row.status)), row.message});
    out.rows.push_back(std::move(cells));
  }
  return out;
}

std::string axis_text(const Axis& axis, const Scenario::Said& said) {
  return said.value.number ? pretty(*said.value.number, about_of(InputKey::find(axis.key).value()).unit)
                           : said.value.word;
}

/// For people: a line per row, numbers with units.
Table lines(const AnsweredRows& table) {
  Table out = laid_out(table, false, input_text, [](const AnsweredRow& row, const ResultRow& result) {
    const Result* found = row.answer.find(result.about->id);
    std::string value = pretty(result_value(row, result), *result.about);
    if (!found || !found->p10) return value;
    const auto low = pretty_parts(*found->p10, result.about->unit),
               high = pretty_parts(*found->p90, result.about->unit);
    const std::string first = low.unit == high.unit ? low.number : with_unit(low.number, low.unit);
    return fmt::format("{} (P10–P90 {}–{})", value, first, with_unit(high.number, high.unit));
  });
  for (std::size_t i = 0; i < out.rows.size(); ++i) out.rows[i].back() = table.rows[i].sentence;
  return out;
}

/// One result over two inputs; the rows stand in the order of `Study::scenarios`.
Table grid(const AnsweredRows& table, const ResultRow& result, const Axis& down, const Axis& across) {
  Table out{{fmt::format("{} ↓  {} →", down.key, across.key)}, {}};
  for (const Scenario::Said& said : across.values) out.header.push_back(axis_text(across, said));
  for (std::size_t i = 0; i < down.values.size(); ++i) {
    std::vector<std::string> cells{axis_text(down, down.values[i])};
    for (std::size_t j = 0; j < across.values.size(); ++j) {
      const AnsweredRow& row = table.rows[i * across.values.size() + j];
      const std::string value = pretty(result_value(row, result), *result.about);
      cells.push_back(row.status == AnsweredRow::Status::infeasible ? fmt::format("✗ {}", value) : value);
    }
    out.rows.push_back(std::move(cells));
  }
  return out;
}

/// "+45%", "×3.2", or nothing where there is nothing to compare.
std::string difference(double value, double base) {
  if (is_absent(value) || is_absent(base) || value == base || base == 0) return {};
  const double ratio = value / base;
  if (ratio <= 0) return {};
  if (ratio >= 2) return fmt::format(" (×{})", pretty(ratio, Unit::count));
  if (ratio <= 0.5) return fmt::format(" (÷{})", pretty(1 / ratio, Unit::count));
  const double percent = 100 * (ratio - 1);
  if (std::abs(percent) < 0.05) return {};
  return fmt::format(" ({}{:.{}f}%)", percent < 0 ? "−" : "+", std::abs(percent), std::abs(percent) < 9.95 ? 1 : 0);
}

/// A number of a comparison as people read it: a share of something in percent, of all scenarios alike.
std::string compared_text(const AnsweredRows& table, const ResultRow& result, double value) {
  const bool share = result.about->unit == Unit::ratio &&
                     std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) {
                       return !(result_value(row, result) > 1);
                     });
  if (!share) return pretty(value, *result.about);
  const auto [number, percent] = value_and_unit(value, Unit::ratio);
  return with_unit(number, percent);
}

/// A line of a comparison: the mark, the name and a cell per scenario.
template <class Cell>
std::vector<std::string> compared(const AnsweredRows& table, const std::string& name, Cell cell) {
  std::vector<std::string> texts, line{"", name};
  for (const AnsweredRow& row : table.rows) texts.push_back(cell(row));
  if (std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return text != texts.front(); }))
    line.front() = "≠";
  line.insert(line.end(), texts.begin(), texts.end());
  return line;
}

}  // namespace

std::string_view word(AnsweredRow::Status status) {
  switch (status) {
    case AnsweredRow::Status::ok: return "ok";
    case AnsweredRow::Status::infeasible: return "infeasible";
    case AnsweredRow::Status::invalid: return "invalid";
    case AnsweredRow::Status::incomplete: return "incomplete";
  }
  return {};
}

std::string_view verdict_word(const AnsweredRow& row) {
  return row.status == AnsweredRow::Status::invalid ? word(row.status) : word(row.verdict.state);
}

AnsweredRow::Status status_of(const Verdict& verdict) {
  if (is_bad(verdict.state)) return AnsweredRow::Status::infeasible;
  return verdict.state == State::incomplete ? AnsweredRow::Status::incomplete : AnsweredRow::Status::ok;
}

bool AnsweredRows::has_error() const {
  return std::any_of(rows.begin(), rows.end(), [](const AnsweredRow& row) {
    return row.status == AnsweredRow::Status::invalid || !passes_check(row.verdict);
  });
}

namespace {

/// Whether anything that is asked for is known.
bool any_known(const Answer& answer) {
  return answer.results.empty() || std::any_of(answer.results.begin(), answer.results.end(), [](const Result& each) {
           return !is_absent(each.value) || !each.row->about->teller.empty();
         });
}

/// What people ask first of a training or a service, and the memory that is known wherever the machine is.
struct Timed {
  std::string_view time, memory;
};
constexpr Timed timed[] = {{"training.step_time", "memory.gpu_total"}, {"serving.tpot", "serving.gpu_total"}};

}  // namespace

const Result* unknown_time(const Answer& answer) {
  for (const auto& [time, memory] : timed) {
    const Result *asked = answer.find(time), *known = answer.find(memory);
    if (asked && is_absent(asked->value) && known && !is_absent(known->value)) return asked;
  }
  return nullptr;
}

void judge(AnsweredRow& row, std::vector<FoundFinding> findings) {
  std::vector<const ResultRow*> shown(row.answer.results.size());
  std::transform(
      row.answer.results.begin(), row.answer.results.end(), shown.begin(), [](const Result& each) { return each.row; });
  const bool layout = shown.empty() || rests_on_layout(shown);
  std::erase_if(findings, [&](const FoundFinding& each) { return !concerns(each.id, layout); });
  row.verdict = verdict_of(findings, any_known(row.answer) && !unknown_time(row.answer));
  row.status = status_of(row.verdict);
  if (row.status == AnsweredRow::Status::ok) return;
  const auto why = std::find_if(
      findings.begin(), findings.end(), [&](const FoundFinding& each) { return state_of(each) == row.verdict.state; });
  if (why == findings.end()) return;
  row.message = why->message;
  row.sentence = why->said();
}

namespace {

std::shared_ptr<const AnsweredRow::Inputs> inputs_of(const Case& plan) {
  auto inputs = std::make_shared<AnsweredRow::Inputs>(AnsweredRow::Inputs{plan.values, {}, plan.names});
  for (const auto& [key, word] : plan.words)
    if (const Choice* choice = find_choice(key); !choice || choice->initial != word.word)
      inputs->words.emplace(key, word.word);
  return inputs;
}

}  // namespace

Answer judged_answer(const Case& plan, const std::vector<const ResultRow*>& rows) {
  const bool layout = rests_on_layout(rows);
  return brief_answer(plan, rows, [layout](const FindingId& id) { return concerns(id, layout); });
}

RowOfCase answer_case(std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query) {
  RowOfCase made{{std::move(name), scenario}};
  AnsweredRow& row = made.row;
  try {
    made.plan = complete(scenario, catalog);
    row.answer = query.brief ? judged_answer(*made.plan, query.rows) : answer(*made.plan, query);
  } catch (const BadInput& error) {
    if (error.kind() != BadInput::Kind::usage) throw;
    made.plan.reset();
    row.status = AnsweredRow::Status::invalid;
    row.message = row.sentence = error.what();
    return made;
  }
  row.inputs = inputs_of(*made.plan);
  judge(row, row.answer.findings);
  // Assumptions are told of one scenario at a time, and would be most of what a point of a study keeps.
  std::erase_if(row.answer.findings, [](const FoundFinding& each) { return each.about == &assumed_input; });
  row.answer.findings.shrink_to_fit();
  return made;
}

AnsweredRow answer_row(std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query) {
  return answer_case(std::move(name), scenario, catalog, query).row;
}

std::vector<std::string> said_keys(const std::vector<AnsweredRow>& rows) {
  std::vector<std::string> keys;
  for (const std::string_view key : scenario_keys())
    if (std::any_of(rows.begin(), rows.end(), [&](const AnsweredRow& row) { return row.scenario.find(key); }))
      keys.emplace_back(key);
  return keys;
}

Json rows_json(const AnsweredRows& table) {
  Json rows = Json::array();
  const bool names = has_names(table);
  for (const AnsweredRow& row : table.rows) {
    Json json = Json::object();
    if (names) json["name"] = row.name;
    for (const std::string& key : table.keys) {
      const std::string text = find_input(key) ? std::string{} : input_word(row, key);
      json[key] = find_input(key) ? number_json(input_value(row, key)) : text.empty() ? Json(nullptr) : Json(text);
    }
    for (const ResultRow* result : table.results) {
      const std::string id(result->about->id);
      json[id] = number_json(result_value(row, *result));
      if (const auto said = word(result->about->words, result_value(row, *result)); !said.empty())
        json[id + ".word"] = said;
      if (const Result* found = row.answer.find(id); found && found->p10) {
        json[id + ".p10"] = number_json(*found->p10);
        json[id + ".p90"] = number_json(*found->p90);
      }
    }
    for (const auto& [name, text] : row.carried) json[name] = text;
    json["verdict"] = verdict_word(row);
    json["status"] = word(row.status);
    json["message"] = row.message;
    rows.push_back(std::move(json));
  }
  return rows;
}

Table rows_table(const AnsweredRows& table) {
  return laid_out(
      table, true,
      [](const AnsweredRow& row, const std::string& key) {
        return find_input(key) ? plain(input_value(row, key)) : input_word(row, key);
      },
      [](const AnsweredRow& row, const ResultRow& result) { return plain(result_value(row, result)); });
}

std::vector<TitledTable> rows_text(const AnsweredRows& table, const std::vector<Axis>& axes) {
  constexpr std::size_t most_grids = 4;
  if (axes.size() != 2 || table.results.size() > most_grids) return {{{}, lines(table)}};
  std::vector<TitledTable> grids;
  grids.reserve(table.results.size() + 1);
  for (const ResultRow* result : table.results)
    grids.push_back(
        {fmt::format("{} ({})", result->about->title, result->about->id), grid(table, *result, axes[0], axes[1])});
  const bool contradicts = std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) {
    return row.status == AnsweredRow::Status::invalid;
  });
  if (table.has_error())
    grids.push_back({contradicts ? "✗ does not fit, – inconsistent inputs" : "✗ does not fit", {}});
  return grids;
}

Table side_by_side(const AnsweredRows& table) {
  Table out{{"", ""}, {}};
  for (const AnsweredRow& row : table.rows) out.header.push_back(row.name);
  for (const std::string& key : table.keys) {
    auto line = compared(table, key, [&](const AnsweredRow& row) { return input_text(row, key); });
    if (!line.front().empty()) out.rows.push_back(std::move(line));
  }
  for (const ResultRow* result : table.results) {
    const bool any = std::any_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) {
      return !is_absent(result_value(row, *result));
    });
    if (!any) continue;
    const double base = result_value(table.rows.front(), *result);
    out.rows.push_back(compared(table, std::string(result->about->id), [&](const AnsweredRow& row) {
      const double value = result_value(row, *result);
      return compared_text(table, *result, value) +
             (result->about->words.empty() ? difference(value, base) : std::string{});
    }));
  }
  out.rows.push_back(compared(table, "status", [](const AnsweredRow& row) { return std::string(word(row.status)); }));
  return out;
}

}  // namespace llmsize
