// SPDX-License-Identifier: Apache-2.0
// Commands over several scenarios: sweep, compare, run and trend.
#include "answers.hpp"
#include "folder.hpp"

#include "core/quantity/print.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <sstream>

namespace llmsize::tests {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using Json = nlohmann::json;

/// The rows that a command writes as a line of JSON each.
Json lines_of_json(const std::string& line) {
  std::istringstream text(output(line + " --format ndjson"));
  Json all = Json::array();
  for (std::string each; std::getline(text, each);) all.push_back(Json::parse(each));
  return all;
}

TEST_CASE("A sweep has a row per combination, the last input changing fastest") {
  const Json all = rows(
      "sweep --model gpt3-175b --system dgx-h100 --nodes 16,32 --tp 2..8x2 --layout plain --results memory.gpu_total");
  REQUIRE(all.size() == 6);
  const std::pair<int, int> expected[] = {{16, 2}, {16, 4}, {16, 8}, {32, 2}, {32, 4}, {32, 8}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i]["cluster.nodes"] == expected[i].first);
    CHECK(all[i]["layout.tensor"] == expected[i].second);
    CHECK(all[i]["status"] == "infeasible");
  }
  CHECK(all[0]["memory.gpu_total"] > all[1]["memory.gpu_total"]);
}

TEST_CASE("A row of a sweep is what the scenario alone gives") {
  const std::string scenario =
      " --model gpt3-175b --system dgx-h100 --nodes 16 --pp 16 --results memory.gpu_total --tp ";
  const Json single = document("memory" + scenario + "8"), swept = rows("sweep" + scenario + "4,8");
  CHECK(swept.at(1).at("memory.gpu_total") == single.at("results").at("memory.gpu_total").at("value"));
}

TEST_CASE("A sweep tells programs the same rows line by line as in one document") {
  const std::string line =
      "sweep --model gpt3-175b --system dgx-h100 --nodes 16,32 --tp 8 --pp 4..16x2 --tokens 300B --range "
      "--results memory.gpu_total,training.total_step_time,memory.gpu_capacity";
  const Json all = rows(line);
  CHECK(lines_of_json(line) == all);

  const std::string csv = output(line + " --csv");
  CHECK(lines(csv) == 7);
  CHECK_THAT(
      csv, StartsWith("cluster_nodes_count,layout_pipeline_count,memory_gpu_total_bytes,memory_gpu_total_p10_bytes,"
                      "memory_gpu_total_p90_bytes,training_total_step_time_s,training_total_step_time_p10_s,training_"
                      "total_step_time_p90_s,"
                      "memory_gpu_capacity_bytes,memory_gpu_capacity_p10_bytes,memory_gpu_capacity_p90_bytes,"
                      "verdict,status,message\n"));
}

TEST_CASE("Studies of several files tell of each row its file, and what is chosen where one leaves it open") {
  const Folder folder;
  const std::string open =
      folder.write("open.llmsize", R"({"model": "llama-3-8b", "cluster": {"system": "dgx-h100", "nodes": [1, 2]}})");
  const std::string said = folder.write(
      "said.llmsize", R"({"model": "llama-3-8b", "cluster": {"system": "dgx-h100", "nodes": 1}, "layout.tensor": 4})");
  const std::string asked = "run " + open + " " + said + " --results training.step_time";
  const Json all = rows(asked);
  CHECK(lines_of_json(asked) == all);
  REQUIRE(all.size() == 3);
  CHECK(all[0].at("name") == "open");
  CHECK(all[0].at("layout.tensor").is_number());
  CHECK(all[2].at("layout.tensor") == 4);
}

TEST_CASE("A hundred times the points of a sweep take no more memory") {
  const auto memory_of = [](const std::string& tokens) {
    const Outcome outcome = run_line(
        "sweep --model llama-3-8b --system dgx-h100 --nodes 8 --layout plain --results training.total_step_time --csv "
        "--tokens " +
        tokens);
    CHECK(outcome.exit == done);
    return outcome.most_memory;
  };
  constexpr std::size_t room = 16 << 20;
  CHECK(memory_of("1T..200T+10B") < memory_of("1T..200T+1T") + room);
}

TEST_CASE("A sweep for people over two inputs is a grid that marks what does not hold") {
  const std::string scenario =
      " --model gpt3-175b --system dgx-h100 --nodes 16,32 --tp 4,8 --layout plain --results memory.gpu_total";
  const double last = rows("sweep" + scenario).back().at("memory.gpu_total");
  CHECK_THAT(
      output("sweep" + scenario), StartsWith("Peak GPU memory (memory.gpu_total)\n") &&
                                      Contains("cluster.nodes ↓  layout.tensor →") &&
                                      Contains("✗ " + pretty(last, Unit::memory)));
  CHECK(
      run_line("sweep --model gpt3-175b --system dgx-h100 --tp 4,8 --layout plain --results memory.gpu_total --check")
          .exit == check_failed);
}

TEST_CASE("A sweep that cannot be is refused") {
  check_line_refused("sweep --model gpt3-175b", usage, {"expected one input with several values"});
  check_line_refused(
      "sweep --tp 1,2 --pp 1,2 --nodes 1,2", usage, {"--pp: 3 inputs have several values, expected at most two"});
  check_line_refused("sweep --tp 8..1", usage, {"--tp", "'8..1'", "expected a range that ends above its start"});
  check_line_refused("sweep --tp 1,,2", usage, {"--tp", "''"});
  check_line_refused("sweep --tp 1..1000 --pp 1..1000", usage, {"more than 100000 combinations", "--csv"});
  check_line_refused("sweep --tp 1..10000 --pp 1..10000 --csv", usage, {"--pp: more than 10000000 combinations"});
  check_line_refused("sweep --gpus 12 --tp 5,8 --csv", usage, {"--gpus", "TP 5"});
  check_line_refused(
      "sweep --system dgx-h100,dgx-h10 --model gpt3-13b --csv", unknown_id, {"did you mean 'dgx-h100'?"});
  check_line_refused("sweep --model gpt3-175x --tp 1,2", unknown_id, {"did you mean 'gpt3-175b'?"});
  check_line_refused("memory --tp 1,2", usage, {"--tp", "'1,2'"});
}

TEST_CASE("A picture that scenarios cannot have is refused before one of them is answered") {
  const Folder folder;
  // Names that are not there would be found by the first answer.
  const std::string drawn = " --picture " + (folder / "x.svg") + " --picture-as ";
  check_line_refused(
      "compare --model gpt3-175x --nodes 16,32 --system dgx-h100,dgx-b200" + drawn + "heat", usage,
      {"cannot draw heat: expected exactly two numeric inputs that differ", "nodes and system"});
  const std::string sheet = folder.write("a.csv", "model,system\ngpt3-175x,dgx-h100\ngpt3-13b,dgx-b200\n");
  check_line_refused("run " + sheet + drawn + "lines", usage, {"cannot draw lines: expected a numeric input"});
}

TEST_CASE("Systems side by side show nodes, days, power, racks and energy, and cost where there are prices") {
  const std::string asked = "compare --model llama-3-8b --tokens 1T --deadline 30d --system dgx-h100,dgx-b200";
  const std::string text = output(asked);
  for (const char* id :
       {"planning.nodes", "training.calendar_time", "economics.power", "bom.racks", "economics.energy"})
    CHECK_THAT(text, Contains(std::string(id) + "  "));
  CHECK_THAT(text, !Contains("economics.capex"));
  CHECK_THAT(output(asked + " --set economics.node_price=300000"), Contains("economics.capex"));
}

TEST_CASE("A comparison shows what differs, and by how much") {
  const std::string text = output("compare gpt3-on-1024-a100 gpt3-on-superpod-h100");
  const Json times = rows("compare gpt3-on-1024-a100 gpt3-on-superpod-h100 --results training.step_time");
  const double faster =
      times[0].at("training.step_time").get<double>() / times[1].at("training.step_time").get<double>();
  // An H100 has 3.17 times the peak of an A100, of which its power leaves it less.
  CHECK(faster > 2.5);
  CHECK(faster < 3.17);
  CHECK_THAT(
      text, Contains("≠  cluster.system") && Contains("dgx-a100-640") && Contains("dgx-h100") &&
                Contains(fmt::format("(÷{:.2f})", faster)));
  CHECK_THAT(text, !Contains("workload.tokens"));
  const Json all = rows("compare --model gpt3-13b,gpt3-175b --results model.parameters");
  REQUIRE(all.size() == 2);
  CHECK(all[1]["name"] == "gpt3-175b");
  CHECK(all[1]["model.parameters"] == 174604259328);
  check_line_refused("compare --model gpt3-13b", usage, {"expected two scenarios or more"});
  check_line_refused(
      "size --model gpt3-13b --system dgx-h100,dgx-b200", usage,
      {"--system", "'dgx-h100,dgx-b200' is several", "'llmsize compare'"});
  check_line_refused(
      "compare gpt3-on-1024-a100 gpt3-on-superpod-h10", unknown_id, {"did you mean 'gpt3-on-superpod-h100'?"});
}

TEST_CASE("Every scenario of the catalog runs, holds, and is listed with its name") {
  const Json all = rows("catalog scenarios");
  CHECK(all.size() >= 10);
  for (const Json& scenario : all) {
    const std::string id = scenario.at("id");
    CAPTURE(id);
    CHECK_FALSE(scenario.at("name").get<std::string>().empty());
    CHECK_FALSE(output("run " + id).empty());
    CHECK(document("run " + id).at("tool").at("command") == "run");
    const Folder folder;
    CHECK(output("run " + folder.write(id + ".llmsize", output("catalog scenarios " + id))) == output("run " + id));
  }
}

TEST_CASE("A file with lists runs as a study, its own results first, options over what it says") {
  const Folder folder;
  const std::string path = folder.write(
      "plan.llmsize",
      R"({"schema_version": 1, "name": "Mine", "results": ["model.parameters"], "model": ["gpt3-13b", "gpt3-175b"]})");
  const Json all = rows("run " + path);
  REQUIRE(all.size() == 2);
  CHECK(all[1]["model.parameters"] == 174604259328);
  CHECK_FALSE(all[1].contains("memory.gpu_total"));
  CHECK(rows("run " + path + " --model gpt3-13b,gpt3-6.7b,gpt3-175b").size() == 3);
  CHECK_THAT(output("run " + path + " --model gpt3-13b"), StartsWith("Mine\n"));
  check_line_refused("memory --scenario " + path, data, {"plan.llmsize: model is a list, expected one value"});
}

TEST_CASE("What cannot be run is refused, with the file") {
  const Folder folder;
  const std::string table = folder.write("plan.csv", "model,tp\ngpt3-13b,2\n");
  check_line_refused("run", usage, {"expected a scenario"});
  check_line_refused("run offload-dek", unknown_id, {"'offload-dek'", "did you mean 'offload-deck'?"});
  check_line_refused("run " + (folder / "none.llmsize"), file, {"none.llmsize"});
  check_line_refused("run " + table + " offload-deck", usage, {"plan.csv: expected one sheet"});
  check_line_refused(
      "run " + table + " --scenario 17b-on-one-h100", usage, {"--scenario", "scenarios are named as arguments"});
  check_line_refused(
      "compare hpe-18.4b hpe-39.1b --scenario 17b-on-one-h100", usage,
      {"--scenario", "scenarios are named as arguments"});
  check_line_refused("run " + table + " --tp 1,2", usage, {"--tp", "2 values"});
  check_line_refused("run " + folder.write("empty.csv", ""), data, {"empty.csv", "a header"});
  check_line_refused("run " + folder.write("twice.csv", "tp,tp\n1,2\n"), data, {"twice.csv", "'tp'"});
  check_line_refused(
      "run " +
          folder.write("a.llmsize", R"({"name": "Mine", "results": ["training.total_step_tim"], "model": "gpt3-13b"})"),
      data, {"a.llmsize", "'training.total_step_tim'", "did you mean 'training.total_step_time'?"});
}

TEST_CASE("A CSV file gives a CSV file; bad rows are named there and make the exit code, unless told to keep going") {
  const Folder folder;
  const std::string good = folder.write("good.csv", "model,tp\ngpt3-13b,2\ngpt3-13b,4\n");
  const std::string bad =
      folder.write("bad.csv", "model,tp,site\ngpt3-13b,2,Berlin\ngpt3-13b,eight,Bonn\ngpt3-13x,2,Jena\n");
  CHECK(lines(output("run " + good + " --csv")) == 3);
  CHECK(rows("run " + good + " --pp 2").at(1).at("layout.tensor") == 4);

  const Outcome outcome = run_line("run " + bad + " --results model.parameters -o " + (folder / "answers.csv"));
  CHECK(outcome.exit == data);
  CHECK(outcome.err == "note: " + bad + ": column 'site' is no input and is kept as it came\n");
  const std::string answers = folder.read("answers.csv");
  CHECK(lines(answers) == 4);
  CHECK_THAT(
      answers, StartsWith("model,tp,site,model_parameters_count,verdict,status,message\ngpt3-13b,2,Berlin,"
                          "12853386240,ok,ok,\n"));
  CHECK_THAT(
      answers, Contains("bad.csv: row 3, column 'tp': invalid value 'eight': expected a count") &&
                   Contains("gpt3-13x,2,Jena,,invalid,"));
  CHECK(run_line("run " + bad + " --keep-going").exit == done);
  CHECK(run_line("run " + bad + " --keep-going --check").exit == check_failed);
  CHECK(run_line("run " + bad + " --quiet").err.empty());
}

TEST_CASE("A trend answers with the optimum for a budget and a row per year") {
  const Json found = document("trend --model gpt3-175b --compute 5.76e23FLOP --base-year 2020 --year 2024");
  REQUIRE(found.at("rows").size() == 5);
  CHECK(found["rows"][4]["trend.year"] == 2024);
  CHECK(found["rows"][3]["trend.parameters"].get<double>() == Approx(1000 * 174604259328.0));
  CHECK_THAT(
      output("trend --detail --compute 5.76e23FLOP"), Contains("Compute-optimal parameters") && Contains("72.2B"));
  CHECK(output("trend --compute 6666.67PF-days --csv --results scaling.tokens_per_parameter").size() > 20);
}

TEST_CASE("rows are planned where the best layout is asked for", "[cli]") {
  const std::string asked = " --model gpt3-175b --system dgx-h100 --results training.step_time,memory.gpu_total";
  const Json swept = rows("sweep --nodes 16,127 --layout best" + asked);
  for (std::size_t i = 0; i < 2; ++i) {
    const Json plan = document("plan --nodes " + std::string(i == 0 ? "16" : "127") + asked).at("results");
    for (const char* id : {"training.step_time", "memory.gpu_total"}) CHECK(swept[i].at(id) == plan.at(id).at("value"));
  }
}

}  // namespace
}  // namespace llmsize::tests
