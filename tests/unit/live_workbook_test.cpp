// SPDX-License-Identifier: Apache-2.0
// Derivations as formulas of a spreadsheet, and what a workbook holds. What such formulas come to is asked of
// LibreOffice in tests/workbook.
#include "tests/unit/subjects.hpp"

#include "core/files/xlsx.hpp"
#include "core/scenario/study.hpp"
#include "core/workbook/contents.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

const Said on_nodes{{"model", "gpt3-175b"},       {"cluster.system", "dgx-h100"}, {"cluster.nodes", "16"},
                    {"layout.tensor", "8"},       {"layout.pipeline", "16"},      {"workload.tokens", "300B"},
                    {"storage.id", "ddn-ai400x2"}};

/// The formulas of a result, its own last.
std::vector<NamedFormula> formulas_of(const Said& said, ResultKey key) {
  const Case plan = complete(scenario_of(said), built_in());
  const Tracing tracing(plan.values);
  return sheet_formulas(key.text(), result_row(key).derivation(tracing)->parts.front());
}

TEST_CASE("A derivation is a formula over cells that bear its ids", "[workbook]") {
  const auto steps = formulas_of(on_nodes, "training.steps");
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].name == "training.steps");
  CHECK(steps[0].formula == "IFERROR(workload.tokens/(workload.global_batch*workload.sequence),\"\")");
  CHECK(formulas_of(on_nodes, "planning.nodes_used")[0].formula == "cluster.nodes");
}

TEST_CASE("What may be absent is asked for its number where a spreadsheet would compare texts", "[workbook]") {
  CHECK(
      formulas_of(on_nodes, "bom.price").back().formula ==
      "IFERROR(planning.nodes*(economics.node_price+IFERROR(economics.network_price+0,0))"
      "+IFERROR(storage.count*economics.storage_price,0)+bom.parts_price,\"\")");
  CHECK_THAT(formulas_of(on_nodes, "bom.nodes_per_rack").back().formula, Contains("MAX(1,MIN("));
  CHECK_THAT(formulas_of(on_nodes, "checkpoint.appliances").back().formula, Contains("(-INT(-("));
}

TEST_CASE("No formula is longer or deeper than people read", "[workbook]") {
  const Subject subject = given_subject(on_nodes);
  const Contents contents(subject, built_in(), {});
  std::set<std::string> names;
  for (const ResultNumber& number : contents.numbers.results()) {
    CAPTURE(number.cell.name, number.cell.formula);
    CHECK(names.insert(number.cell.name).second);
    CHECK(number.cell.formula.size() < 2000);
    CHECK(number.cell.name.find('.') != std::string::npos);  // else it could be the place of a cell
  }
  CHECK(names.size() > 300);
}

TEST_CASE("A workbook opens with its answer, as text", "[workbook]") {
  const Subject subject = given_subject(on_nodes);
  const std::string hostile = "=HYPERLINK(\"http://example.org\")";
  const std::string bytes = live_workbook(subject, built_in(), {.title = hostile});
  const std::vector<CsvRow> rows = parse_xlsx(bytes, "proposal.xlsx");
  REQUIRE(rows.size() > 10);
  CHECK(rows.front().cells.front() == hostile);
  CHECK(live_workbook(subject, built_in(), {.title = hostile}) == bytes);
}

TEST_CASE("A scenario that says nothing has a workbook, too", "[workbook]") {
  CHECK(parse_xlsx(live_workbook(given_subject({}), built_in()), "empty.xlsx").size() > 3);
}

TEST_CASE("Copies of the model follow the GPUs unless somebody said how many they are", "[workbook]") {
  CHECK_FALSE(live_case(planned(), built_in()).has("layout.data"));
  CHECK(live_case(planned_with({{"layout.data", "12"}}), built_in()).has("layout.data"));
}

TEST_CASE("Variants share what is the same and bear names of their own where they differ", "[workbook]") {
  Said direct = on_nodes;
  direct.emplace_back("checkpoint.mode", "direct");
  const Subject subject = given_subject(on_nodes);
  const Contents contents(subject, built_in(), {.variants = {{"direct", given_subject(direct)}}});
  const LiveNumbers& variant = contents.variants.front()->numbers;
  const auto name = [&](ResultKey key) { return variant.name_of(*result_row(key).derivation(variant.tracing())); };
  CHECK(name("checkpoint.size") == "checkpoint.size");
  CHECK(name("checkpoint.stall") == "checkpoint.stall.v2");
}

TEST_CASE("Every template of the catalog is a scenario with results", "[workbook]") {
  const auto ids = built_in().ids("sheets");
  CHECK(ids.size() == 5);
  for (const std::string_view id : ids) {
    CAPTURE(id);
    const Study study = read_study(built_in().text("sheets", id), std::string(id));
    CHECK_FALSE(study.name.empty());
    CHECK_FALSE(study.notes.empty());
    CHECK(study.results.size() > 5);
    for (const std::string& result : study.results) CHECK(find_result(result) != nullptr);
    for (const Scenario& scenario : study.scenarios()) CHECK_NOTHROW(complete(scenario, built_in()));
  }
}

}  // namespace
}  // namespace llmsize::test
