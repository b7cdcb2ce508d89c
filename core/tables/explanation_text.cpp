// SPDX-License-Identifier: Apache-2.0
// Explanations as terminal text, Markdown and JSON, and the reference of all formulas.
#include "core/answer/explanation.hpp"
#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/tables/data.hpp"
#include "core/tables/width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace llmsize {
namespace {

std::string shown(double value, Unit unit, std::string_view word) {
  return !word.empty() ? std::string(word) : is_absent(value) ? "absent" : pretty(value, unit);
}

std::string full(double value, Unit unit) { return is_absent(value) ? "absent" : base(value, unit); }

/// "43.7 GB (43651065856 B)", "nvme (2)", or one of them where they say the same.
std::string both(double value, Unit unit, std::string_view word) {
  const std::string a = shown(value, unit, word), b = full(value, unit);
  return a == b ? a : fmt::format("{} ({})", a, b);
}

/// Nothing where both ends read the same.
std::string range_text(const Explanation& e) {
  if (!e.range) return {};
  const Pretty low = pretty_parts(e.range->first, e.unit), high = pretty_parts(e.range->second, e.unit);
  if (low.number == high.number && low.unit == high.unit) return {};
  return fmt::format(
      ", P10–P90 {}–{}", low.unit == high.unit ? low.number : with_unit(low.number, low.unit),
      with_unit(high.number, high.unit));
}

/// Formula, the branch that applies, its values, the value: each line that says something new.
std::vector<std::string> steps(const Explanation& e) {
  std::vector<std::string> lines;
  if (e.formula.empty()) return lines;
  for (const std::string& line : {e.formula, e.applied, e.filled, full(e.value, e.unit)})
    if (lines.empty() || lines.back() != line) lines.push_back(line);
  return lines;
}

/// Of a call with long arguments its name: they stand in the formula.
std::string short_symbol(const std::string& symbol) {
  constexpr int widest = 32;
  const std::size_t open = symbol.find('(');
  return width(symbol) <= widest || open == std::string::npos ? symbol : symbol.substr(0, open) + "(…)";
}

Table parts_table(const Explanation& e) {
  Table table{{"", "value", "", "from"}, {}};
  for (const Part& part : e.parts) {
    std::string from = part.opens && part.origin.empty() ? fmt::format("result {}", part.name)
                                                         : fmt::format("{} · {}", part.name, part.origin);
    if (!part.source.empty()) from += ": " + part.source;
    table.rows.push_back({short_symbol(part.symbol), shown(part.value, part.unit, part.word), part.label, from});
  }
  return table;
}

std::string indented(const std::string& text) {
  std::string out = "  ";
  for (const char c : text) out += c == '\n' ? std::string("\n  ") : std::string(1, c);
  out.erase(out.find_last_not_of(" \n") + 1);
  return out + "\n";
}

}  // namespace

std::string as_text(const Explanation& e, bool colour) {
  const auto bold = [&](const std::string& text) { return colour ? "\033[1m" + text + "\033[0m" : text; };
  std::string text =
      fmt::format("{}  {} = {}{}\n", bold(e.id), e.title, bold(both(e.value, e.unit, e.word)), range_text(e));
  std::string head = e.symbol;
  for (const std::string& step : steps(e)) {
    text += fmt::format("{}  {} = {}\n", head == e.symbol ? "\n" : "", head, step);
    head = std::string(width(e.symbol), ' ');
  }
  text += fmt::format("\n  {}\n", e.why);
  if (!e.assumes.empty()) text += fmt::format("  Assumes: {}.\n", e.assumes);
  if (!e.source.empty()) text += fmt::format("  Source: {}\n", e.source);
  if (!e.parts.empty()) {
    const std::string table = as_text(parts_table(e), false);
    text += "\n" + indented(table.substr(table.find('\n') + 1));
  }
  return text;
}

std::string as_markdown(const Explanation& e) {
  std::string text =
      fmt::format("## {}\n\n`{}` = **{}**{}\n", e.title, e.id, both(e.value, e.unit, e.word), range_text(e));
  std::string head = "\n> " + e.symbol;
  for (const std::string& step : steps(e)) {
    text += fmt::format("{} = {}\n", head, step);
    head = ">\n> ";
  }
  text += fmt::format("\n{}\n", e.why);
  if (!e.assumes.empty()) text += fmt::format("\nAssumes: {}.\n", e.assumes);
  if (!e.source.empty()) text += fmt::format("\nSource: {}\n", e.source);
  if (!e.parts.empty()) text += "\n" + as_markdown(parts_table(e));
  return text;
}

Json as_json(const Explanation& e) {
  Json json{
      {"id", e.id},
      {"symbol", e.symbol},
      {"title", e.title},
      {"value", number_json(e.value)},
      {"unit", symbol(e.unit)}};
  if (!e.word.empty()) json["word"] = e.word;
  if (e.range) json.update({{"p10", number_json(e.range->first)}, {"p90", number_json(e.range->second)}});
  json.update(
      {{"formula", e.formula},
       {"applied", e.applied},
       {"filled", e.filled},
       {"html", e.html},
       {"why", e.why},
       {"source", e.source}});
  if (!e.assumes.empty()) json["assumes"] = e.assumes;
  json["parts"] = Json::array();
  for (const Part& part : e.parts) {
    Json row{
        {"symbol", part.symbol},
        {"name", part.name},
        {"label", part.label},
        {"value", number_json(part.value)},
        {"unit", symbol(part.unit)}};
    if (!part.word.empty()) row["word"] = part.word;
    if (!part.origin.empty()) row["origin"] = part.origin;
    if (!part.source.empty()) row["source"] = part.source;
    json["parts"].push_back(std::move(row));
  }
  return json;
}

namespace {

/// A line for each symbol of a formula; a function once, wherever it is asked.
std::string leaves_text(const Node& body) {
  std::string text;
  std::set<std::string_view> seen;
  for (const NodePtr& leaf : leaves_of(body)) {
    if (!leaf->about && !leaf->input) continue;
    const std::string_view id = leaf->about ? leaf->about->id : leaf->input->key;
    if (!seen.insert(id).second) continue;
    text += fmt::format(
        "* {}: `{}`, {}\n", leaf->about ? leaf->about->symbol : leaf->input->symbol, id,
        leaf->about ? leaf->about->title : leaf->input->label);
  }
  return text.empty() ? text : "\n" + text;
}

/// What a function is, at arguments that nobody knows.
std::string function_text(const FunctionRow& row, const Tracing& tracing) {
  const About& about = *row.about;
  const auto arity = about.of.empty() ? 0 : std::count(about.of.begin(), about.of.end(), ',') + 1;
  const Traced<double> unknown{absent, std::make_shared<Node>(Node{Node::Kind::literal, absent, Unit::count})};
  const NodePtr body = row.body(tracing, std::vector(static_cast<std::size_t>(arity), unknown)).node;
  return fmt::format(
      "\n### {}\n\n`{}` of {} in {}\n\n> {}{} = {}\n\n{}\n\nSource: {}\n{}", about.title, about.id,
      about.of.empty() ? "the case" : about.of, symbol(about.unit), about.symbol,
      about.of.empty() ? "" : fmt::format("({})", about.of), render(*body, Leaves::symbols), about.why, about.source,
      leaves_text(*body));
}

}  // namespace

std::string formula_reference() {
  std::string text =
      "# Formulas\n\nThe formula of every result, with its reason, source and inputs. `llmsize explain ID` shows one "
      "with your "
      "numbers.\n"
      "Values are in base units. `[A if c, else B]` is A if c holds, otherwise B; `[A if known, else B]` is B if A is "
      "absent. `scripts/approve` generates this page.\n";
  const Values empty;
  const Tracing tracing(empty);
  std::string room;
  for (const ResultRow& row : results()) {
    const About& about = *row.about;
    const std::string here(about.id.substr(0, about.id.find('.')));
    if (here != room) text += fmt::format("\n## {}\n", room = here);
    const NodePtr body = row.derivation(tracing)->parts.front();
    text += fmt::format(
        "\n### {}\n\n`{}` in {}\n\n> {} = {}\n\n{}\n", about.title, about.id, symbol(about.unit), about.symbol,
        about.teller.empty() ? render(*body, Leaves::symbols) : fmt::format("computed by `{}`", about.teller),
        about.why);
    if (!about.assumes.empty()) text += fmt::format("\nAssumes: {}.\n", about.assumes);
    text += fmt::format("\nSource: {}\n", about.source);
    text += leaves_text(*body);
    if (about.counted_by) {
      const InputAbout& convention = *input_row(*about.counted_by).about;
      text += fmt::format("* counted by {}: `{}`, {}\n", convention.symbol, convention.key, convention.label);
    }
  }
  text += "\n## Functions\n\nValues that formulas evaluate at other arguments than those of the scenario.\n";
  for (const FunctionRow& row : functions()) text += function_text(row, tracing);
  return text;
}

}  // namespace llmsize
