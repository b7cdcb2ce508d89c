// SPDX-License-Identifier: Apache-2.0
// Writes a workbook per scenario of a list into a folder, and expected.json: the cells as the core knows them, ten
// inputs to change, and the results that the core has after that change.
#include "core/files/bad_input.hpp"
#include "core/files/document.hpp"
#include "core/formula/render.hpp"
#include "core/view/reported.hpp"
#include "core/view/words.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>

namespace llmsize::test {
namespace {

Scenario scenario_of(const std::string& line, const Catalog& catalog) {
  if (line.starts_with("--")) return from_options(line);
  return read_scenario(catalog.text("scenarios", line), line);
}

Json cell_value(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// An input as somebody types it into the workbook.
struct Typed {
  const InputNumber* input;
  double typed;  ///< in the unit of its cell
  double base;   ///< in base units
};

bool can_be_changed(const InputNumber& input, const Contents& contents) {
  const InputAbout& about = *input.about;
  const bool number = about.words.empty() && about.unit != Unit::flag && about.unit != Unit::year && !about.whole;
  return number && !input.derived && std::isfinite(input.value) && input.value > 0 &&
         price_cell(contents.order, input.key).empty() && contents.plan.origin(input.key).kind != Origin::Kind::choice;
}

/// What a buyer changes: prices, which are typed on the bill of materials, oversubscription and rack power.
void add_purchase(const Contents& contents, std::vector<Typed>& chosen) {
  for (const InputNumber& input : contents.numbers.inputs()) {
    if (!contents.subject.said.find(std::string(input.key.text()))) continue;
    const bool price = !price_cell(contents.order, input.key).empty();
    const bool shape =
        input.key == InputKey("fabric.oversubscription") || input.key == InputKey("economics.rack_power");
    const auto same = [&](const Typed& each) { return each.input->key == input.key; };
    if (!(price || shape)) continue;
    chosen.erase(std::remove_if(chosen.begin(), chosen.end(), same), chosen.end());
    const double size = price ? 1 : reading(input.value, *input.about).size;
    const double base = input.value * (shape ? 2 : 1.1);
    chosen.push_back({&input, base / size, base});
  }
}

/// Ten inputs from all over the list; numbers move by a few per cent, each by another; nodes that were said double.
std::vector<Typed> changes(const Contents& contents) {
  constexpr std::size_t wanted = 10;
  Behind behind;
  for (const Result& result : contents.answer.results) behind.add(result.row->derivation(contents.numbers.tracing()));
  std::vector<const InputNumber*> candidates;
  std::vector<Typed> chosen;
  for (const InputNumber& input : contents.numbers.inputs()) {
    if (input.key == InputKey("cluster.nodes") && !input.derived && contents.subject.said.find("cluster.nodes") &&
        !contents.subject.said.find("layout.data"))
      chosen.push_back({&input, 2 * input.value, 2 * input.value});
    if (behind.holds(input.key) && can_be_changed(input, contents)) candidates.push_back(&input);
  }
  for (std::size_t i = 0; chosen.size() < wanted && i < candidates.size(); ++i) {
    const std::size_t step = std::max<std::size_t>(1, candidates.size() / wanted);
    if (i % step != 0) continue;
    const InputNumber& input = *candidates[i];
    const double size = reading(input.value, *input.about).size;
    const double typed = input.value / size * (1 + 0.01 * static_cast<double>(chosen.size() + 1));
    if (typed * size <= input.about->most) chosen.push_back({&input, typed, typed * size});
  }
  add_purchase(contents, chosen);
  return chosen;
}

/// The case with those inputs; GPUs follow nodes where they did.
Values after(const Contents& contents, const std::vector<Typed>& typed) {
  Values values = contents.plan.values;
  for (const Typed& each : typed) values.give(each.input->key, each.base);
  for (const InputNumber& input : contents.numbers.inputs())
    if (input.key == InputKey("cluster.gpus") && input.derived &&
        values["cluster.nodes"] != contents.plan["cluster.nodes"])
      values.give("cluster.gpus", values["cluster.nodes"] * values["node.gpus"]);
  values.settle();
  return values;
}

/// Whether a number rests on what was searched for, and that on an input that is typed: then its cell is empty.
bool is_stale(const NodePtr& number, const std::vector<Typed>& typed) {
  bool stale = false;
  visit_behind(number, [&](const Node& node) {
    if (!is_searched(node)) return;
    for (const InputAbout* input : inputs_behind(std::make_shared<Node>(node)))
      stale = stale ||
              std::any_of(typed.begin(), typed.end(), [&](const Typed& each) { return each.input->about == input; });
  });
  return stale;
}

const FindingRow& rule_of(const FindingAbout& about) {
  return *std::find_if(
      findings().begin(), findings().end(), [&](const FindingRow& each) { return each.about == &about; });
}

/// What each check on the sheet Checks has to say of a case after inputs were typed: the worst of its limits.
Json statuses(const Contents& contents, const Once& values, const std::vector<Typed>& typed) {
  constexpr std::string_view words[] = {"OK", "unknown", "WARN", "FAIL"};
  std::map<std::string, std::size_t> worst;
  for (const LiveLimit& limit : contents.limits) {
    const FindingAbout& about = *limit.about;
    const FindingRow& rule = rule_of(about);
    const double margin = rule.margin(values);
    const bool unknown = std::isnan(margin) || is_stale(rule.derivation(contents.numbers.tracing()), typed);
    const std::size_t broken = about.severity == Severity::error ? 3 : 2;
    std::size_t& status = worst[upper_first(std::string(about.check.empty() ? about.brief : about.check))];
    status = std::max<std::size_t>(status, unknown ? 1 : margin < 0 ? broken : 0);
  }
  Json all = Json::object();
  for (const auto& [name, status] : worst) all[name] = words[status];
  all["Prices of the bill of materials add up"] = words[0];
  return all;
}

Json expected(const Contents& contents) {
  const std::vector<Typed> typed = changes(contents);
  const Values values = after(contents, typed);
  const Once once(values, dependents());
  Json all{
      {"before", Json::object()},
      {"changes", Json::object()},
      {"after", Json::object()},
      {"shown", Json::array()},
      {"ranges", Json::object()}};
  for (const ResultNumber& number : contents.numbers.results()) {
    all["before"][number.cell.name] = cell_value(number.cell.value);
    if (!number.about) continue;
    const ResultKey key = ResultKey::find(number.about->id).value();
    all["after"][number.cell.name] = is_stale(contents.numbers.tracing().result(key), typed)
                                         ? Json(nullptr)
                                         : cell_value(result_row(key).value(once));
  }
  for (const InputNumber& input : contents.numbers.inputs()) {
    Node leaf{Node::Kind::input};
    leaf.input = input.about;
    all["before"][cell_name(leaf)] = cell_value(input.value);
    all["after"][cell_name(leaf)] = cell_value(values[input.key]);
  }
  for (const Typed& each : typed) all["changes"][std::string(each.input->about->key)] = each.typed;
  for (const RangedResult& each : contents.ranged) {
    const ReadUnit read = reading(each.value, *each.row->about);
    all["ranges"][std::string(each.row->about->id)] = {read.of(each.p10), read.of(each.p90)};
  }
  for (const Result& result : contents.answer.results) all["shown"].push_back(result.row->about->id);
  all["checks"]["before"] = statuses(contents, Once(contents.plan.values, dependents()), {});
  all["checks"]["after"] = statuses(contents, once, typed);
  return all;
}

/// A workbook whose texts a spreadsheet would calculate if they were formulas; variants stand beside it.
void write_hostile(const std::string& folder, const Catalog& catalog) {
  const Scenario said = from_options("--checkpoint.size_given 2.3TB --save-time 40s --mtbf 24h");
  const Subject subject = as_said("=1+1", said);
  const WorkbookOptions options{
      .title = "=1+1|hostile",
      .label = "@SUM(1)|hostile",
      .variants =
          {{"=cmd|' /C calc'!A0|hostile", as_said("-1", changed(said, {{"checkpoint.write_time_given", "80s"}}))}},
      .results = rows_of({"checkpoint.size", "checkpoint.required_bandwidth", "checkpoint.interval"})};
  std::ofstream(folder + "/hostile.xlsx", std::ios::binary) << live_workbook(subject, catalog, options);
}

int write(const std::string& list, const std::string& folder) {
  const Catalog catalog;
  std::ifstream lines(list);
  Json all = Json::object();
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# LLMSIZE_LONG") && !std::getenv("LLMSIZE_LONG")) break;
    if (line.empty() || line.starts_with('#')) continue;
    const Scenario said = scenario_of(line, catalog);
    const std::vector<const ResultRow*> rows = workbook_results(said, catalog);
    const Subject subject = reported({}, said, catalog, rows);
    const std::string name = fmt::format("{:02}.xlsx", ++number);
    const Contents contents(subject, catalog, {});
    std::ofstream(folder + "/" + name, std::ios::binary) << written(contents);
    all[name] = expected(contents);
    all[name]["scenario"] = line;
  }
  write_hostile(folder, catalog);
  std::ofstream(folder + "/expected.json") << all.dump(1);
  return number > 0 ? 0 : 1;
}

}  // namespace
}  // namespace llmsize::test

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: write_workbooks SCENARIOS FOLDER\n";
    return 2;
  }
  try {
    return llmsize::test::write(arguments[1], arguments[2]);
  } catch (const llmsize::BadInput& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
