// SPDX-License-Identifier: Apache-2.0
// Scenarios in a CSV file, as spreadsheets write them: one per row. A bad row is named and does no harm to the others.
#include "tests/unit/cases.hpp"

#include "core/inputs/list.hpp"
#include "core/scenario/batch.hpp"
#include "core/tables/data.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using Words = std::vector<std::string>;

Batch read(const std::string& text) { return read_batch(text, "plan.csv"); }

double number(const BatchRow& row, std::string_view key) {
  const Scenario::Said* said = row.scenario.find(key);
  return said && said->value.number ? *said->value.number : absent;
}

/// What one cell under a header becomes.
double cell(const std::string& header, const std::string& text, std::string_view key) {
  const Batch batch = read(header + "\n" + text + "\n");
  REQUIRE(batch.rows.size() == 1);
  CHECK(batch.rows.front().error.empty());
  return number(batch.rows.front(), key);
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const BadInput& error) {
    CHECK(error.kind() == BadInput::Kind::data);
    return error.what();
  }
  return "accepted";
}

TEST_CASE("a row says what its cells say, each with its row and column", "[batch]") {
  const Batch batch = read("model,tp,tokens\ngpt3-175b,8,300B\nllama-3-8b,1,15T\n");
  CHECK(batch.keys == Words{"model", "layout.tensor", "workload.tokens"});
  CHECK(batch.warnings.empty());
  REQUIRE(batch.rows.size() == 2);
  CHECK(batch.rows[0].scenario.find("model")->value.word == "gpt3-175b");
  CHECK(number(batch.rows[0], "layout.tensor") == 8);
  CHECK(number(batch.rows[1], "workload.tokens") == 15e12);
  CHECK(batch.rows[1].scenario.find("workload.tokens")->text == "15T");
  CHECK(batch.rows[1].scenario.find("workload.tokens")->giver == "plan.csv: row 3, column 'tokens'");
}

TEST_CASE("a column is named by key, by option or as tables write it", "[batch]") {
  for (const char* name : {"layout.tensor", "layout_tensor", "layout_tensor_count", "tp", "--tp"}) {
    CAPTURE(name);
    CHECK(cell(name, "8", "layout.tensor") == 8);
  }
  CHECK(cell("node_host_memory_bytes", "2e12", "node.host_memory") == 2e12);
  CHECK(cell("goal_deadline_s", "86400", "goal.deadline") == 86400);
}

TEST_CASE("every input can be a column by each of its names", "[batch]") {
  for (const std::string_view key : scenario_keys()) {
    Words names{std::string(key), column(key)};
    for (const std::string& option : options_of(key)) names.push_back(option);
    if (const InputAbout* about = find_input(key)) names.push_back(column(key, about->unit));
    for (const std::string& name : names) {
      CAPTURE(key, name);
      CHECK(read(name + "\n").keys == Words{std::string(key)});
    }
  }
}

TEST_CASE("cells may be quoted, lines may end as on Windows, and a byte order mark is no error", "[batch]") {
  const std::string plain = "model,notes,tp\ngpt3-175b,\"8, or \"\"eight\"\"\",8\n";
  for (const std::string& text :
       {plain, "\xEF\xBB\xBF" + plain, std::string("model,notes,tp\r\ngpt3-175b,\"8, or \"\"eight\"\"\",\"8\"\r\n"),
        std::string("\"model\",\"notes\",\"tp\"\ngpt3-175b,\"8, or \"\"eight\"\"\",8")}) {
    CAPTURE(text);
    const Batch batch = read(text);
    REQUIRE(batch.rows.size() == 1);
    CHECK(batch.rows[0].scenario.find("model")->value.word == "gpt3-175b");
    CHECK(number(batch.rows[0], "layout.tensor") == 8);
    CHECK(batch.rows[0].carried == std::vector<std::pair<std::string, std::string>>{{"x_notes", "8, or \"eight\""}});
  }
}

TEST_CASE("behind semicolons a comma is a decimal sign", "[batch]") {
  const Batch batch = read("utilisation;node.host_memory;model\n0,45;1,5TB;gpt3-175b\n0.45;2TB;gpt3-175b\n");
  REQUIRE(batch.rows.size() == 2);
  CHECK(number(batch.rows[0], "software.utilisation") == 0.45);
  CHECK(number(batch.rows[0], "node.host_memory") == 1.5e12);
  CHECK(number(batch.rows[1], "software.utilisation") == 0.45);
}

TEST_CASE("cells may be parted by tabs, and hold commas", "[batch]") {
  const Batch batch = read("model\tnodes\tnotes\ngpt3-175b\t16\tfirst, or second\n\t 32\t\n");
  REQUIRE(batch.rows.size() == 2);
  CHECK(number(batch.rows[0], "cluster.nodes") == 16);
  CHECK(batch.rows[0].carried == std::vector<std::pair<std::string, std::string>>{{"x_notes", "first, or second"}});
  CHECK(number(batch.rows[1], "cluster.nodes") == 32);
}

TEST_CASE("three digits behind a comma could be thousands: refused with row and column", "[batch]") {
  const Batch batch = read("tp;nodes\n8;16\n8;1,234\n8;1,234x\n8;12,34\n");
  REQUIRE(batch.rows.size() == 4);
  CHECK(batch.rows[0].error.empty());
  CHECK(
      batch.rows[1].error ==
      "plan.csv: row 3, column 'nodes': '1,234' is ambiguous: thousands or a decimal comma; write 1234 or 1,2340");
  CHECK_THAT(batch.rows[2].error, StartsWith("plan.csv: row 4, column 'nodes': "));
  CHECK_THAT(batch.rows[3].error, Contains("row 5") && Contains("expected a whole number"));
}

TEST_CASE("numbers with grouped digits are read where there is no doubt", "[batch]") {
  constexpr std::string_view tokens = "workload.tokens";
  CHECK(cell("tp;tokens", "8;1.234.567,5", tokens) == 1234567.5);
  CHECK(cell("tp;tokens", "8;1.234.567", tokens) == 1234567);
  CHECK(cell("tp,tokens", "8,\"1,234,567\"", tokens) == 1234567);
  CHECK(cell("tp,tokens", "8,\"1,234.5B\"", tokens) == 1234.5e9);
  CHECK(cell("tp,tokens", "8,\"1,5T\"", tokens) == 1.5e12);
  CHECK(cell("tp;utilisation", "8;0,455", "software.utilisation") == 0.455);
  CHECK(cell("tp,tokens", "8,1.234B", tokens) == 1.234e9);
}

TEST_CASE("a sheet with decimal commas may group by points, one with points by commas", "[batch]") {
  const std::string comma = read("tp;tokens\n8;1.234B\n").rows.at(0).error;
  CHECK(
      comma ==
      "plan.csv: row 2, column 'tokens': '1.234B' is ambiguous: thousands or a decimal point; write 1234 or "
      "1.2340");
  CHECK_THAT(read("tp,tokens\n8,\"1,234\"\n").rows.at(0).error, Contains("row 2, column 'tokens': '1,234' is ambig"));
}

TEST_CASE("a sheet in German says the same as one in English", "[batch]") {
  const Batch english = read("model,nodes,tokens,node price,utilisation\nllama-3-70b,16,1.5T,287500.5,0.4\n");
  const Batch german = read("Model;Number of nodes;Tokens;Node price;Utilisation\nllama-3-70b;16;1,5T;287.500,5;0,4\n");
  REQUIRE(german.rows.at(0).error.empty());
  CHECK(german.keys == english.keys);
  CHECK(write_scenario(german.rows.at(0).scenario) == write_scenario(english.rows.at(0).scenario));
}

TEST_CASE("a unit in brackets behind the name is that of the numbers", "[batch]") {
  CHECK(cell("model,Deadline (days)", "gpt3-175b,30", "goal.deadline") == 30 * 86400.0);
  CHECK(cell("model,Deadline (days)", "gpt3-175b,2w", "goal.deadline") == 14 * 86400.0);
  CHECK(cell("model;node.host_memory [GB]", "gpt3-175b;1,5", "node.host_memory") == 1.5e9);
  CHECK(cell("model,Tokens (B)", "gpt3-175b,300", "workload.tokens") == 300e9);
  // What stands in brackets is no unit there.
  const Batch other = read("model,GPUs (new)\ngpt3-175b,8\n");
  CHECK(other.keys == Words{"model"});
  CHECK_THAT(other.warnings.at(0), Contains("'GPUs (new)'") && Contains("did you mean 'cluster.gpus'?"));
}

TEST_CASE("columns as people head them are inputs, or one is offered", "[batch]") {
  const Batch batch = read("Model,# GPUs,Number of nodes,Node price,Tokens\n");
  CHECK(batch.keys == Words{"model", "cluster.gpus", "cluster.nodes", "economics.node_price", "workload.tokens"});
  // What forms call an input is one, but for single words, which may be anything.
  CHECK(read("model,Hidden size,Training tokens\n").keys == Words{"model", "model.hidden", "workload.tokens"});
  CHECK(read("model,Memory\n").keys == Words{"model"});
  CHECK_THAT(read("model,Memory\n").warnings.at(0), Contains("did you mean"));
}

TEST_CASE("columns of earlier answers are no inputs and nothing of the user's", "[batch]") {
  const Batch batch = read_batch(
      "model,tp,layout_tensor_count,Lot\ngpt3-175b,8,4,A\n", "plan.csv",
      [](std::string_view name) { return name == "layout_tensor_count"; });
  CHECK(batch.keys == Words{"model", "layout.tensor"});
  CHECK(number(batch.rows.at(0), "layout.tensor") == 8);
  CHECK(batch.warnings == Words{"plan.csv: column 'Lot' is no input and is kept as it came"});
}

TEST_CASE("a comma in a word is no decimal sign", "[batch]") {
  CHECK(read("model;tp\nmodels/a,b.json;8\n").rows[0].scenario.find("model")->value.word == "models/a,b.json");
}

TEST_CASE("a column of the user's own is carried along, with a warning that names the nearest input", "[batch]") {
  const Batch batch = read("site,tensr,model\nBerlin,8,gpt3-175b\n,,gpt3-175b\n");
  CHECK(batch.keys == Words{"model"});
  CHECK(batch.warnings == Words{"plan.csv: columns 'site', 'tensr' are no inputs and are kept as they came"});
  CHECK(
      batch.rows[0].carried ==
      std::vector<std::pair<std::string, std::string>>{{"x_site", "Berlin"}, {"x_tensr", "8"}});
  CHECK(batch.rows[1].carried == std::vector<std::pair<std::string, std::string>>{{"x_site", ""}, {"x_tensr", ""}});
  CHECK_THAT(read("layout.tensr,model\n").warnings.at(0), Contains("did you mean 'layout.tensor'?"));
}

TEST_CASE("two columns of one input are refused", "[batch]") {
  CHECK(
      refusal("tp,model,layout.tensor\n8,gpt3-175b,8\n") ==
      "plan.csv: column 'layout.tensor' says the same as column 'tp'");
  CHECK(refusal("model,model\n") == "plan.csv: column 'model' says the same as column 'model'");
}

TEST_CASE("a bad row is named with its column, and the others are kept", "[batch]") {
  const Batch batch = read(
      "model,tp,recompute\ngpt3-175b,8,full\ngpt3-175b,eight,full\ngpt3-175b,8,ful\ngpt3-175b,0,full\nllama-3-8b,2,"
      "none\n");
  REQUIRE(batch.rows.size() == 5);
  CHECK(batch.rows[0].error.empty());
  CHECK_THAT(batch.rows[1].error, StartsWith("plan.csv: row 3, column 'tp': invalid value 'eight': expected a count"));
  CHECK_THAT(
      batch.rows[2].error, StartsWith("plan.csv: row 4, column 'recompute': ") && Contains("did you mean 'full'?"));
  CHECK_THAT(batch.rows[3].error, StartsWith("plan.csv: row 5, column 'tp': invalid value '0': expected a value"));
  CHECK(batch.rows[4].error.empty());
  CHECK(number(batch.rows[4], "layout.tensor") == 2);
}

TEST_CASE("rows are counted as spreadsheets count them, empty ones included", "[batch]") {
  for (const char* empty : {"\n", "\r\n", ",\n"}) {
    CAPTURE(empty);
    const Batch batch = read(std::string("model,tp\n") + empty + "gpt3-175b,eight\n");
    REQUIRE_FALSE(batch.rows.empty());
    CHECK_THAT(batch.rows.back().error, StartsWith("plan.csv: row 3, column 'tp'"));
  }
}

TEST_CASE("an empty or missing cell is not said, a cell too many is an error of its row", "[batch]") {
  const Batch batch = read("model,tp,pp\ngpt3-175b,,4\ngpt3-175b\ngpt3-175b,8,4,2\n");
  REQUIRE(batch.rows.size() == 3);
  CHECK(batch.rows[0].scenario.find("layout.tensor") == nullptr);
  CHECK(number(batch.rows[0], "layout.pipeline") == 4);
  CHECK(batch.rows[1].scenario.all().size() == 1);
  CHECK(batch.rows[1].error.empty());
  CHECK(batch.rows[2].error == "plan.csv: row 4: 4 cells, 3 columns");
}

TEST_CASE("what is no table of scenarios is refused", "[batch]") {
  CHECK(refusal("") == "plan.csv: expected a header with the names of inputs");
  CHECK(refusal("\n\n") == "plan.csv: expected a header with the names of inputs");
  CHECK(refusal("site,owner\nBerlin,me\n") == "plan.csv: no column is named after an input");
  CHECK_THAT(refusal("model,tp\n\"gpt3-175b,8\n"), StartsWith("plan.csv: row 2: a quote is not closed"));
  CHECK_THAT(refusal("model,tp\ngpt3-175b,8\ngpt\"3,8\n"), StartsWith("plan.csv: row 3: a quote"));
}

}  // namespace
}  // namespace llmsize::test
