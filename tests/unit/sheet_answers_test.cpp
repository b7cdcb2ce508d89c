// SPDX-License-Identifier: Apache-2.0
// Rows of sheets, answered one by one: the same answers as everywhere else, whatever stands in the cells.
#include "core/questions/sheet_answers.hpp"

#include "core/quantity/print.hpp"
#include "core/scenario/batch.hpp"
#include "core/scenario/completer.hpp"
#include "core/scenario/study.hpp"
#include "core/view/plan_rows.hpp"
#include "core/workbook/table_book.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <random>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

const Catalog& catalog() {
  static const Catalog all;
  return all;
}

TEST_CASE("cases completed by the thousand are those completed alone", "[sheet]") {
  Completer completer(catalog());
  for (const std::string_view id : catalog().ids("scenarios"))
    for (const Scenario& scenario : read_study(catalog().text("scenarios", id), std::string(id)).scenarios()) {
      CAPTURE(id);
      std::optional<Case> completed;
      try {
        completed = complete(scenario, catalog());
      } catch (const BadInput& refused) {
        CHECK_THROWS_WITH(completer.complete(scenario), refused.what());
        continue;
      }
      const Case& alone = *completed;
      const Case& among = completer.complete(scenario);
      for (std::size_t slot = 0; slot < input_count; ++slot) {
        const InputKey key = InputKey::at(slot);
        CAPTURE(key.text());
        CHECK(exact(among[key]) == exact(alone[key]));
        CHECK(among.has(key) == alone.has(key));
        CHECK(among.spread(key) == alone.spread(key));
        CHECK(among.origin(key).kind == alone.origin(key).kind);
      }
      CHECK(among.names == alone.names);
      REQUIRE(among.words.size() == alone.words.size());
      for (const auto& [key, word] : alone.words) {
        CHECK(among.words.at(key).word == word.word);
        CHECK(among.words.at(key).origin.kind == word.origin.kind);
      }
    }
}

/// The row under a header, as a sheet has it.
BatchRow row_of(const std::string& header, const std::string& cells) {
  return read_batch(header + "\n" + cells + "\n", "lots.csv").rows.at(0);
}

std::string cell(const AnswerColumns& columns, const SheetAnswers::Row& row, std::string_view name) {
  const auto& header = columns.header();
  const auto found = std::find(header.begin(), header.end(), name);
  REQUIRE(found != header.end());
  return row.cells.at(static_cast<std::size_t>(found - header.begin()));
}

TEST_CASE("rows that say all are answered as rows that are planned", "[sheet]") {
  const AnswerColumns columns(told_to_buyers(), CellUnits::base);
  const SheetAnswers answers(catalog(), columns, {});
  const std::string header = "model,system,nodes,tp,pp,micro-batch,global-batch,zero,recompute,tokens,deadline,mode";
  for (const char* cells :
       {"gpt3-175b,dgx-h100,64,8,8,1,1536,1,selective,300B,30d,",
        "gpt3-175b,dgx-a100-640,128,8,16,1,1536,1,full,300B,,", "llama-3-70b,dgx-h100,4,8,4,2,128,1,full,2T,20d,",
        "llama-3-8b,dgx-b200,2,1,1,1,256,3,none,15T,,", "gpt3-175b,dgx-h100,16,8,2,8,1536,0,none,300B,30d,",
        "llama-3-70b,dgx-h100,1,8,1,,,,,,,infer", "deepseek-v3,dgx-h100,256,4,16,1,4096,1,full,14T,90d,",
        "gpt3-175b,dgx-h100,3,8,2,1,100,1,none,300B,,"}) {
    CAPTURE(cells);
    const BatchRow said = row_of(header, cells);
    REQUIRE(said.error.empty());
    const SheetAnswers::Row row = answers.of(said);
    const AnsweredRow planned = planned_row({}, said.scenario, catalog(), {columns.told().results, true});
    CHECK(row.status == planned.status);
    CHECK_THAT(row.cells.back(), Catch::Matchers::EndsWith(planned.message));
    for (const ResultRow* result : columns.told().results) {
      const Result* found = planned.answer.find(result->about->id);
      const std::string name = column(result->about->id, result->about->unit);
      CAPTURE(name);
      CHECK(cell(columns, row, name) == (found && !is_absent(found->value) ? exact(found->value) : ""));
    }
    const Result* time = planned.answer.find("training.total_step_time");
    CHECK(cell(columns, row, "training_total_step_time_p90_s") == (time && time->p90 ? exact(*time->p90) : ""));
  }
}

TEST_CASE(
    "a row that leaves nodes and layout open tells what was chosen, how certain times are and what it costs",
    "[sheet]") {
  const AnswerColumns columns(told_to_buyers(), CellUnits::human);
  const SheetAnswers answers(catalog(), columns, {});
  const SheetAnswers::Row row = answers.of(
      row_of("Model,System,Tokens,Deadline (days),Storage,Node price", "llama-3-70b,dgx-h100,2T,30,ddn-ai400x2,300k"));
  REQUIRE(row.status == AnsweredRow::Status::ok);
  const auto number = [&](std::string_view name) { return std::stod(cell(columns, row, name)); };
  CHECK(number("chosen_cluster_nodes_count") == number("planning_nodes_count"));
  CHECK(
      number("chosen_layout_tensor_count") * number("chosen_layout_pipeline_count") *
          number("chosen_layout_context_count") * number("chosen_layout_data_count") <=
      8 * number("chosen_cluster_nodes_count"));
  CHECK(number("chosen_layout_micro_batch_count") >= 1);
  CHECK(number("training_calendar_time_days") <= 30);
  CHECK(number("training_calendar_time_p90_days") > number("training_calendar_time_days"));
  CHECK(number("checkpoint_appliances_count") >= 1);
  CHECK(number("economics_capex_money") >= 300e3 * number("planning_nodes_count"));
  CHECK(number("memory_gpu_capacity_gb") > 70);
}

TEST_CASE("units of people are those of machines, scaled", "[sheet]") {
  const ToldInSheet told{
      rows_of(
          {"training.total_step_time", "training.step_time", "memory.gpu_total", "economics.power",
           "economics.energy"}),
      {},
      {}};
  const AnswerColumns base(told, CellUnits::base), human(told, CellUnits::human);
  CHECK(
      human.header() == Words{
                            "training_total_step_time_days", "training_step_time_s", "memory_gpu_total_gb",
                            "economics_power_kw", "economics_energy_mwh", "verdict", "status", "message"});
  const BatchRow said = row_of("model,system,nodes,tp,pp,global-batch,tokens", "gpt3-175b,dgx-h100,64,8,8,1536,300B");
  const SheetAnswers::Row in_base = SheetAnswers(catalog(), base, {}).of(said);
  const SheetAnswers::Row in_human = SheetAnswers(catalog(), human, {}).of(said);
  constexpr double sizes[] = {86400, 1, 1e9, 1e3, 3.6e9};
  for (std::size_t i = 0; i < std::size(sizes); ++i)
    CHECK(std::stod(in_human.cells[i]) * sizes[i] == Approx(std::stod(in_base.cells[i])));
  for (const std::string& name : base.header()) CHECK(human.is_answer(name));
  CHECK_FALSE(human.is_answer("training_total_step_time_count"));
}

TEST_CASE("what is said of all rows takes the place of what a row says", "[sheet]") {
  const AnswerColumns columns({rows_of({"memory.gpu_total"}), {}, {}}, CellUnits::base);
  Scenario over;
  over.set("layout.tensor", "4", Giver{"--tp"});
  const std::string header = "model,system,nodes,pp,tp";
  const auto four = SheetAnswers(catalog(), columns, {}).of(row_of(header, "gpt3-175b,dgx-h100,64,8,4"));
  CHECK(SheetAnswers(catalog(), columns, over).of(row_of(header, "gpt3-175b,dgx-h100,64,8,8")).cells == four.cells);
}

TEST_CASE("what is wrong with a row names the sheet and the row", "[sheet]") {
  const AnswerColumns columns({rows_of({"memory.gpu_total"}), {}, {}}, CellUnits::base);
  const SheetAnswers answers(catalog(), columns, {});
  for (const char* cells : {"gpt3-175x,8,64", "gpt3-175b,eight,64", "gpt3-175b,7,64", "gpt3-175b,8,64,9"}) {
    const SheetAnswers::Row row = answers.of(row_of("model,tp,gpus", cells));
    CAPTURE(cells);
    CHECK(row.status == AnsweredRow::Status::invalid);
    CHECK_THAT(row.cells.back(), Catch::Matchers::StartsWith("lots.csv: row 2"));
  }
}

/// Cells as people and programs get them wrong.
std::string bad_cell(std::mt19937& random) {
  static const Words cells{
      "",
      "eight",
      "-1",
      "1e999",
      "NaN",
      "inf",
      "#REF!",
      "#N/A",
      "1,234",
      "0x10",
      "1/0",
      "=1+1",
      "-2+3",
      "@x",
      "\t8",
      "８",
      "8 8",
      "8\n8",
      "\"\"",
      "'8",
      "8kg",
      "30 m",
      "1d1",
      "%",
      "1.2.3",
      "1,2,3.4,5",
      "none",
      "true",
      "null",
      "../..",
      "a.json",
      "/dev/null",
      "999999999999999999999",
      "-0",
      "1e-300",
      "gpt3-175b",
      "\xF0\x9F\x92\xA5",
      std::string(5000, '9'),
      std::string(1, '\0')};
  return cells[random() % cells.size()];
}

TEST_CASE("a thousand sheets with malformed cells are answered row by row", "[sheet]") {
  const AnswerColumns columns({rows_of({"memory.gpu_total", "model.parameters"}), {}, {}}, CellUnits::base);
  const SheetAnswers answers(catalog(), columns, {});
  const Words names{"model",    "system",     "nodes",     "tp",     "pp", "tokens",
                    "deadline", "Node price", "recompute", "layout", "Lot"};
  // How cells are read matters here; what is left open is planned elsewhere.
  const Words good{"gpt3-175b", "dgx-h100", "64", "8", "8", "300B", "30d", "300k", "full", "plain", "A"};
  std::mt19937 random(23);
  std::size_t invalid = 0;
  for (int i = 0; i < 1000; ++i) {
    Table table{names, {good, good, good}};
    for (auto& row : table.rows)
      for (std::size_t flips = random() % 3; flips > 0; --flips) row[random() % row.size()] = bad_cell(random);
    if (random() % 8 == 0) table.rows[random() % 3].resize(random() % 14, "8");
    const bool semicolons = random() % 2 == 0, workbook = random() % 4 == 0;
    const Batch batch = read_batch(workbook ? as_xlsx(table) : as_csv(table, semicolons ? ';' : ','), "lots");
    for (const BatchRow& row : batch.rows) {
      const SheetAnswers::Row answer = answers.of(row);
      REQUIRE(answer.cells.size() == columns.header().size());
      using Status = AnsweredRow::Status;
      if (answer.status == Status::ok) CHECK(answer.cells.back().empty());
      if (answer.status == Status::infeasible) CHECK_FALSE(answer.cells.back().empty());
      if (answer.status != AnsweredRow::Status::invalid) continue;
      ++invalid;
      CHECK_THAT(answer.cells.back(), Catch::Matchers::StartsWith("lots: row "));
    }
  }
  CHECK(invalid > 500);
}

TEST_CASE("a thousand broken files are read or refused with a sentence", "[sheet]") {
  const std::string whole = "model,tp,nodes,Lot\ngpt3-175b,8,64,\"A, \"\"B\"\"\"\nllama-3-8b,1,2,C\n";
  std::mt19937 random(5);
  std::size_t refused = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string broken = whole;
    for (std::size_t flips = 1 + random() % 4; flips > 0; --flips)
      broken[random() % broken.size()] = "\",;\n\r\t=x\xFF\0"[random() % 11];
    if (random() % 4 == 0) broken.resize(random() % broken.size());
    try {
      for (const BatchRow& row : read_batch(broken, "lots.csv").rows)
        if (!row.error.empty()) CHECK_THAT(row.error, Contains("lots.csv: row "));
    } catch (const BadInput& error) {
      ++refused;
      CHECK_THAT(error.what(), Catch::Matchers::StartsWith("lots.csv: "));
    }
  }
  CHECK(refused > 100);
}

}  // namespace
}  // namespace llmsize::test
