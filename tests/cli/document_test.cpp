// SPDX-License-Identifier: Apache-2.0
// Documents for programs: valid JSON that carries every input and result, and a CSV with the same numbers.
#include "program.hpp"
#include "refusal.hpp"

#include "core/catalog/schema.hpp"
#include "core/inputs/list.hpp"
#include "core/tables/data.hpp"

#include <catch2/catch.hpp>

#include <sstream>

namespace llmsize::tests {
namespace {

const std::string mixture =
    "--model.layers 32 --model.hidden 4096 --model.heads 32 --model.kv_heads 8 --vocabulary 32000 --model.mlp gated "
    "--model.norm rmsnorm "
    "--model.experts 8 --model.experts_per_token 2 --model.expert_hidden 14336 ";

const std::string scenarios[] = {
    "memory",
    "size",
    "memory --parameters 17B",
    "memory --parameters 1",
    "memory --parameters 1e18 --system dgx-b200 --nodes 10000000",
    "memory --model gpt3-175b",
    "memory --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16 --range",
    "memory --model bloom-mod-2 --system dgx-a100-320 --storage ddn-ai400x2 --mode infer --zero 3 --offload shared",
    "memory --model bloom-176b --system dgx-a100-640 --zero 3 --offload cpu --offload-activations nvme",
    "memory --model bloom-7b1 --system hpe-ex235n --gpus 3 --memory-basis label --results all --range",
    "memory --model megatron-1008b --gpus 105 --tp 5 --pp 7 --global-batch 7 --recompute selective --sequence-parallel",
    "memory --model gpt3-175b --tp 1000000 --pp 1000000 --cp 1000000",
    "memory --model gpt3-175b --system dgx-h100 --node.host_memory 0 --range",
    "memory --parameters 1B --memory.weight_bytes 0 --memory.gradient_bytes 0 --recipe weights4",
    "memory --model.layers 1000000 --model.hidden 10000000 --model.heads 7 --vocabulary 1000000000 --sequence "
    "1000000000 --micro-batch "
    "1000000",
    "memory " + mixture + "--system dgx-h100 --nodes 2 --ep 8 --zero 1 --results all",
    "size " + mixture + "--system dgx-h100 --tokens 15T --deadline 60d",
    "size --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d",
    "size --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 1s --tp 8 --pp 12",
    "size --parameters 70B --system dgx-b200 --tokens 15T --deadline 60d --precision fp8 --results all",
    "size --model megatron-39.1b --accelerator a100-sxm4-80gb --gpus 512 --global-batch 1536 --recompute full "
    "--utilisation 0.33 --tokens "
    "1e18",
    "size --parameters 1e18 --system dgx-h100 --tokens 1e18 --deadline 1s",
};

/// Strict: NaN and Infinity are no JSON.
Json document_of(const std::string& line) {
  const Outcome outcome = run({words(line + " --json")});
  INFO(outcome.err);
  REQUIRE(outcome.exit == done);
  return Json::parse(outcome.out);
}

void check_input(const Json& inputs, std::string_view key, std::string_view unit) {
  INFO(key);
  REQUIRE(inputs.contains(key));
  const Json& input = inputs.at(std::string(key));
  CHECK(input.contains("value"));
  CHECK(input.at("unit") == unit);
  CHECK_FALSE(input.at("origin").get<std::string>().empty());
  CHECK((input.at("origin") == "absent") == input.at("value").is_null());
}

TEST_CASE("A document carries every input with value, unit and origin") {
  for (const std::string& line : scenarios) {
    INFO(line);
    const Json document = document_of(line);
    for (const InputAbout* input : numeric_inputs())
      check_input(document.at("scenario"), input->key, symbol(input->unit));
    for (const Choice* choice : choices()) check_input(document.at("scenario"), choice->key, "word");
    for (const Reference* reference : references()) check_input(document.at("scenario"), reference->key, "word");
  }
}

TEST_CASE("The document of every command follows the schema of answers") {
  const std::string asked[] = {
      "audit --scenario ddn-bloom-176b",
      "bom --model gpt3-175b --system dgx-h100 --nodes 16 --prices public",
      "catalog systems",
      "checkpoint --model gpt3-175b --system dgx-h100 --nodes 16 --storage ddn-ai400x2",
      "compare --system dgx-h100,dgx-b200 --model gpt3-175b --tokens 300B",
      "explain training.step_time --model llama-3-8b --system dgx-h100 --nodes 1",
      "offload --model bloom-176b --system dgx-a100-640",
      "options --system dgx-h100 --nodes 40",
      "sweep --model llama-3-8b --system dgx-h100 --nodes 1,2",
      "trend --compute 5.76e23FLOP"};
  for (const std::string& line : asked) {
    INFO(line);
    CHECK_NOTHROW(check_schema("answers", document_of(line), "answer"));
  }
}

TEST_CASE("A document says what it is") {
  for (const std::string& line : scenarios) {
    INFO(line);
    const Json document = document_of(line);
    CHECK(document.at("schema_version") == 1);
    CHECK(document.at("tool").at("name") == "llmsize");
    CHECK(document.at("tool").at("command") == words(line).front());
    CHECK(document.at("rows").is_array());
  }
}

/// The results that formulas give; what a search counted stands beside them.
Json computed(const Json& document) {
  Json results = document.at("results");
  for (const char* id :
       {"planning.considered", "planning.evaluated", "planning.feasible", "planning.seconds", "goal.chance",
        "planning.nodes_p50", "planning.nodes_p80", "planning.nodes_p90"})
    results.erase(id);
  return results;
}

TEST_CASE("A result has a value with unit, or says which inputs it misses") {
  for (const std::string& line : scenarios) {
    INFO(line);
    const Json document = document_of(line);
    CHECK_FALSE(document.at("results").empty());
    const Json results = computed(document);
    for (const auto& [id, result] : results.items()) {
      INFO(id << " " << result.dump());
      REQUIRE(find_result(id));
      CHECK(result.at("unit") == symbol(find_result(id)->about->unit));
      CHECK(result.at("value").is_null() == result.contains("missing"));
      if (result.contains("missing")) CHECK_FALSE(result.at("missing").empty());
      for (const Json& key : result.value("missing", Json::array())) CHECK(find_input(key.get<std::string>()));
      CHECK(result.contains("p10") == result.contains("p90"));
      if (result.contains("p10"))
        CHECK((result.at("p10") <= result.at("value") && result.at("value") <= result.at("p90")));
    }
  }
}

TEST_CASE("A finding has severity, id, message and the fields it speaks of") {
  for (const std::string& line : scenarios) {
    INFO(line);
    const Json document = document_of(line);
    for (const Json& finding : document.at("findings")) {
      INFO(finding.dump());
      CHECK(
          (finding.at("severity") == "error" || finding.at("severity") == "warning" ||
           finding.at("severity") == "info"));
      CHECK(finding.at("id").get<std::string>().find('.') != std::string::npos);
      CHECK_FALSE(finding.at("message").get<std::string>().empty());
      for (const std::string field : finding.at("fields")) CHECK((NumberId::find(field) || WordKey::find(field)));
    }
  }
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) all.push_back(cell);
  return all;
}

/// Column and cell of a CSV with one row and no quotes.
std::map<std::string, std::string> csv_of(const std::string& line) {
  const Outcome outcome = run({words(line + " --csv")});
  REQUIRE(outcome.exit == done);
  std::istringstream stream(outcome.out);
  std::string header, row, more;
  std::getline(stream, header);
  std::getline(stream, row);
  CHECK_FALSE(std::getline(stream, more));
  CHECK(outcome.out.find('"') == std::string::npos);
  const auto names = cells(header);
  auto values = cells(row);
  values.resize(names.size());
  std::map<std::string, std::string> table;
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(table.emplace(names[i], values[i]).second);
  return table;
}

void check_cell(const std::map<std::string, std::string>& table, const std::string& name, const Json& value) {
  INFO(name << " " << value.dump());
  REQUIRE(table.count(name) == 1);
  const std::string& cell = table.at(name);
  if (value.is_null())
    CHECK(cell.empty());
  else
    CHECK(Json::parse(cell).get<double>() == value.get<double>());
}

TEST_CASE("CSV holds the numbers of the JSON document, in columns named by id and unit") {
  for (const std::string& line : scenarios) {
    INFO(line);
    const Json document = document_of(line);
    const auto table = csv_of(line);
    const Json results = computed(document);
    for (const auto& [id, result] : results.items()) {
      const Unit unit = find_result(id)->about->unit;
      check_cell(table, column(id, unit), result.at("value"));
      if (result.contains("p10")) check_cell(table, column(id + ".p10", unit), result.at("p10"));
      if (result.contains("p90")) check_cell(table, column(id + ".p90", unit), result.at("p90"));
    }
  }
}

TEST_CASE("NDJSON is one object per line with the values of the document") {
  for (const std::string& line : scenarios) {
    INFO(line);
    const Json document = document_of(line);
    const Outcome outcome = run({words(line + " --format ndjson")});
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 1);
    const Json row = Json::parse(outcome.out);
    const Json results = computed(document);
    for (const auto& [id, result] : results.items()) CHECK(row.at(id) == result.at("value"));
  }
}

TEST_CASE("Tables of the catalog are valid JSON and rectangular CSV with names that a program can use") {
  for (const std::string kind :
       {"", "models", "systems", "accelerators", "networks", "storage", "inputs", "results", "assumptions",
        "dgx-h100"}) {
    INFO(kind);
    const Outcome json = run({words("catalog " + kind + " --json")}),
                  tsv = run({words("catalog " + kind + " --format tsv")});
    CHECK(json.exit == done);
    CHECK(Json::accept(json.out));
    std::istringstream stream(tsv.out);
    std::string header;
    std::getline(stream, header);
    CHECK(header.find_first_of(". ") == std::string::npos);
    const auto tabs = std::count(header.begin(), header.end(), '\t');
    for (std::string row; std::getline(stream, row);) CHECK(std::count(row.begin(), row.end(), '\t') == tabs);
  }
}

}  // namespace
}  // namespace llmsize::tests
