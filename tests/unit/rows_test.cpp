// SPDX-License-Identifier: Apache-2.0
// Tables of answered scenarios: for programs every row with its status, for people grids and comparisons.
#include "tests/unit/cases.hpp"

#include "core/tables/rows.hpp"
#include "core/view/plan_rows.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Status = AnsweredRow::Status;
using Words = std::vector<std::string>;

std::vector<const ResultRow*> rows_named(const std::vector<const char*>& ids) {
  std::vector<const ResultRow*> rows;
  for (const char* id : ids) rows.push_back(&row_of(id));
  return rows;
}

AnsweredRow answered(
    const Said& said, const std::vector<const char*>& ids, const std::string& name = "", bool ranges = false) {
  const auto rows = rows_named(ids);
  return answer_row(name, scenario_of(said), built_in(), {rows, ranges});
}

AnsweredRows table_of(const std::vector<AnsweredRow>& rows, const std::vector<const char*>& ids) {
  return {said_keys(rows), rows_named(ids), rows};
}

const Said fits{{"model.parameters_given", "1B"}, {"accelerator.id", "h100-sxm5-80gb"}};
const Said too_large{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}};
const Said contradictory{{"cluster.gpus", "12"}, {"layout.tensor", "8"}};

TEST_CASE(
    "a row is ok, infeasible where a finding is an error, or invalid where the scenario contradicts itself", "[rows]") {
  const std::vector<const char*> total{"memory.gpu_total"};
  const AnsweredRow ok = answered(fits, {"memory.gpu_capacity"}), infeasible = answered(too_large, total),
                    invalid = answered(contradictory, total);
  CHECK(ok.status == Status::ok);
  CHECK(ok.message.empty());
  CHECK(infeasible.status == Status::infeasible);
  CHECK_THAT(
      infeasible.message, Contains("GPU memory exceeded") && Contains(". Increase tensor or pipeline parallelism"));
  CHECK(infeasible.verdict.state == State::does_not_fit);
  CHECK(answered(fits, total).status == Status::incomplete);
  CHECK(invalid.status == Status::invalid);
  CHECK_FALSE(invalid.inputs);
  CHECK_THAT(invalid.message, Contains("12 GPUs") && Contains("TP 8"));
  CHECK(
      Words{std::string(word(Status::ok)), std::string(word(Status::infeasible)), std::string(word(Status::invalid))} ==
      Words{"ok", "infeasible", "invalid"});
  CHECK_FALSE(AnsweredRows{{}, {}, {ok}}.has_error());
  CHECK(AnsweredRows{{}, {}, {ok, infeasible}}.has_error());
  CHECK(AnsweredRows{{}, {}, {ok, invalid}}.has_error());
}

TEST_CASE("a row has the state of the results that it shows", "[rows]") {
  // What no layout changes is as it is, whether the job fits or not.
  for (const char* id : {"model.parameters", "checkpoint.size"}) {
    CAPTURE(id);
    CHECK(answered(too_large, {id}).status == Status::ok);
    CHECK(answered(too_large, {id, "memory.gpu_total"}).status == Status::infeasible);
  }
  CHECK(answered(too_large, {"checkpoint.size"}).answer.results.size() == 1);
}

TEST_CASE("rows come in the order of the scenarios, and progress hears of each", "[rows]") {
  std::vector<std::size_t> heard;
  const auto rows = planned_rows(
      {{"", scenario_of({{"model", "gpt3-13b"}})}, {"", scenario_of({{"model", "gpt3-175b"}})}}, built_in(),
      {rows_named({"model.parameters"})}, [&](std::size_t done) { heard.push_back(done); });
  CHECK(heard == std::vector<std::size_t>{1, 2});
  CHECK(rows.at(1).answer.find("model.parameters")->value == 174604259328);
}

TEST_CASE("JSON rows have inputs, results, status and message, and null where there is nothing", "[rows][json]") {
  const std::vector<const char*> ids{"model.parameters", "memory.gpu_capacity"};
  std::vector<AnsweredRow> rows{
      answered(fits, ids, "small"), answered({{"model", "gpt3-175b"}}, ids, "large"),
      answered(contradictory, ids, "odd")};
  for (AnsweredRow& row : rows) row.carried = {{"x_site", "Berlin"}};
  const Json json = rows_json(table_of(rows, ids));
  REQUIRE(json.size() == 3);
  const Json small = Json::parse(
      R"({"name": "small", "model": null, "accelerator.id": "h100-sxm5-80gb", "model.parameters_given": 1000000000,
    "cluster.gpus": 1, "layout.tensor": 1, "model.parameters": 1000000000, "memory.gpu_capacity": 85520809984,
    "x_site": "Berlin", "verdict": "ok", "status": "ok", "message": ""})");
  for (const auto& [key, value] : small.items()) {
    CAPTURE(key);
    CHECK(json[0].at(key) == value);
  }
  CHECK(json[0].size() == small.size());
  CHECK(json[1]["model"] == "gpt3-175b");
  CHECK(json[1]["memory.gpu_capacity"].is_null());
  CHECK(json[2]["status"] == "invalid");
  CHECK(json[2]["cluster.gpus"] == 12);
  CHECK(json[2]["model.parameters"].is_null());
  CHECK_FALSE(json[2]["message"].get<std::string>().empty());
}

TEST_CASE("columns name their units and cells are plain numbers", "[rows][csv]") {
  const std::vector<const char*> ids{"model.parameters", "memory.gpu_capacity"};
  AnsweredRow ok = answered(fits, ids), invalid = answered(contradictory, ids);
  ok.carried = invalid.carried = {{"x_site", "Berlin"}};
  AnsweredRows table = table_of({ok, invalid}, ids);
  table.keys = {"accelerator.id", "model.parameters_given"};
  const Table out = rows_table(table);
  CHECK(
      out.header == Words{
                        "accelerator_id", "model_parameters_given_count", "model_parameters_count",
                        "memory_gpu_capacity_bytes", "x_site", "verdict", "status", "message"});
  CHECK(out.rows.at(0) == Words{"h100-sxm5-80gb", "1000000000", "1000000000", "85520809984", "Berlin", "ok", "ok", ""});
  CHECK(out.rows.at(1) == Words{"", "", "", "", "Berlin", "invalid", "invalid", invalid.message});
}

TEST_CASE("a range has columns and members of its own, empty where a row has none", "[rows][csv][json]") {
  const std::vector<const char*> ids{"training.step_time"};
  const AnsweredRows table =
      table_of({answered(too_large, ids, "", true), answered(contradictory, ids, "", true)}, ids);
  const Table out = rows_table(table);
  const auto found = std::find(out.header.begin(), out.header.end(), "training_step_time_s");
  const auto at = static_cast<std::size_t>(found - out.header.begin());
  CHECK(out.header.at(at + 1) == "training_step_time_p10_s");
  CHECK(out.header.at(at + 2) == "training_step_time_p90_s");
  CHECK(std::stod(out.rows[0].at(at + 1)) < std::stod(out.rows[0].at(at)));
  CHECK(std::stod(out.rows[0].at(at)) < std::stod(out.rows[0].at(at + 2)));
  CHECK(out.rows[1].at(at + 1).empty());
  for (const auto& cells : out.rows) CHECK(cells.size() == out.header.size());
  CHECK(rows_json(table)[0].contains("training.step_time.p90"));
}

TEST_CASE("for people a row ends with the first sentence of its message", "[rows][text]") {
  const std::vector<const char*> ids{"memory.gpu_total"};
  const auto tables = rows_text(table_of({answered(too_large, ids)}, ids));
  REQUIRE(tables.size() == 1);
  const std::string message = tables[0].table.rows.at(0).back();
  CHECK_THAT(message, Catch::Matchers::StartsWith("GPU memory exceeded") && !Contains("Increase tensor"));
}

TEST_CASE("over two inputs each result is a grid, the first input going down", "[rows][text]") {
  const std::vector<Axis> axes{
      read_axis("cluster.gpus", "8,16", {"--gpus"}), read_axis("layout.tensor", "4,8,16", {"--tp"})};
  const Study study{{}, {}, {}, scenario_of(too_large), axes};
  const auto results = rows_named({"memory.gpu_total", "memory.gpu_capacity"});
  AnsweredRows table{{"cluster.gpus", "layout.tensor"}, results, {}};
  for (const Scenario& scenario : study.scenarios())
    table.rows.push_back(answer_row({}, scenario, built_in(), {results}));
  const auto grids = rows_text(table, axes);
  REQUIRE(grids.size() == 3);
  CHECK(grids[0].title == "Peak GPU memory (memory.gpu_total)");
  CHECK(grids[0].table.header == Words{"cluster.gpus ↓  layout.tensor →", "4", "8", "16"});
  REQUIRE(grids[0].table.rows.size() == 2);
  CHECK(grids[1].table.rows[0] == Words{"8", "✗ 79.6 GiB", "✗ 79.6 GiB", "–"});
  CHECK(grids[1].table.rows[1] == Words{"16", "✗ 79.6 GiB", "✗ 79.6 GiB", "✗ 79.6 GiB"});
  CHECK(grids[2].title == "✗ does not fit, – inconsistent inputs");
  CHECK(rows_text(table, {axes[0]}).size() == 1);
}

TEST_CASE("side by side a difference is a percentage, from twice on a factor, and ≠ marks it", "[rows][text]") {
  const std::vector<const char*> ids{"model.parameters", "memory.gpu_capacity"};
  std::vector<AnsweredRow> rows;
  for (const char* parameters : {"1B", "1.45B", "1.02B", "0.9B", "3B", "0.25B", "1B"})
    rows.push_back(
        answered({{"model.parameters_given", parameters}, {"accelerator.id", "h100-sxm5-80gb"}}, ids, parameters));
  const Table out = side_by_side(table_of(rows, ids));
  CHECK(out.header == Words{"", "", "1B", "1.45B", "1.02B", "0.9B", "3B", "0.25B", "1B"});
  REQUIRE(out.rows.size() == 4);
  CHECK(out.rows[0] == Words{"≠", "model.parameters_given", "1B", "1.45B", "1.02B", "900M", "3B", "250M", "1B"});
  CHECK(
      out.rows[1] ==
      Words{
          "≠", "model.parameters", "1B", "1.45B (+45%)", "1.02B (+2.0%)", "900M (−10%)", "3B (×3)", "250M (÷4)", "1B"});
  CHECK(out.rows[2].front().empty());
  CHECK(out.rows[2].at(3) == "79.6 GiB");
  CHECK(out.rows[3] == Words{"", "status", "ok", "ok", "ok", "ok", "ok", "ok", "ok"});
}

TEST_CASE("side by side with what contradicts itself there is no difference", "[rows][text]") {
  const std::vector<const char*> ids{"model.parameters"};
  const Table out = side_by_side(table_of({answered(fits, ids, "a"), answered(contradictory, ids, "b")}, ids));
  const auto line = *std::find_if(
      out.rows.begin(), out.rows.end(), [](const Words& cells) { return cells[1] == "model.parameters"; });
  CHECK(line == Words{"≠", "model.parameters", "1B", "–"});
  CHECK(out.rows.back() == Words{"≠", "status", "ok", "invalid"});
}

TEST_CASE("a row whose time needs a missing input is incomplete and names it", "[rows]") {
  const Query headline{view(Asked::training, {Use::headline})};
  const auto answered = [&](const Said& machine) {
    const Said said{{"model", "llama-3-8b"}, {"layout.tensor", "2"}, {"layout.zero", "1"}, {"layout.search", "plain"}};
    return planned_row("", scenario_of(said + machine), built_in(), headline);
  };
  const AnsweredRow unconnected = answered({{"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "64"}});
  CHECK(!is_absent(unconnected.answer.find("memory.gpu_total")->value));
  CHECK(unconnected.status == Status::incomplete);
  CHECK(unconnected.verdict.state == State::incomplete);
  CHECK(unconnected.message == "Add a system to the inputs.");
  CHECK(answered({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "8"}}).status == Status::ok);
}

TEST_CASE("the headlines are results, and what does not fit is found whatever of the job is asked", "[rows]") {
  for (const ResultRow* row : view(Asked::training, {Use::headline})) CHECK(row != nullptr);
  for (const char* id : {"memory.gpu_total", "training.total_step_time", "training.mfu", "economics.power"}) {
    CAPTURE(id);
    CHECK(answered(too_large, {id}).status == Status::infeasible);
  }
}

}  // namespace
}  // namespace llmsize::test
