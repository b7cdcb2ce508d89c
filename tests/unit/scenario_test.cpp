// SPDX-License-Identifier: Apache-2.0
// Scenario files come back as they were written, bad ones are refused with a sentence that helps, and the cluster's
// size settles.
#include "tests/unit/cases.hpp"

#include "core/files/document.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/date.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <regex>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

Scenario read(const std::string& text) { return read_scenario(text, "plan.llmsize"); }

/// The sentence with which something is refused, and its kind.
template <class Attempt>
std::pair<std::string, BadInput::Kind> refusal(Attempt attempt) {
  try {
    attempt();
  } catch (const BadInput& error) {
    return {error.what(), error.kind()};
  }
  return {"accepted", BadInput::Kind::usage};
}

bool same_values(const Scenario& a, const Scenario& b) {
  return std::equal(a.all().begin(), a.all().end(), b.all().begin(), b.all().end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.value.number == y.second.value.number &&
           x.second.value.word == y.second.value.word;
  });
}

TEST_CASE("a scenario that is written and read again says the same", "[scenario]") {
  for (const auto& [name, said] : typical_cases()) {
    CAPTURE(name);
    const Scenario scenario = scenario_of(said);
    const std::string text = write_scenario(scenario).dump(2);
    CHECK(same_values(read(text), scenario));
    CHECK(write_scenario(read(text)).dump(2) == text);
  }
}

TEST_CASE("spare nodes are a number, or what redundancy is called", "[scenario]") {
  const auto spares = [](const std::string& text) {
    return given(
        completed({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "6"}, {"cluster.spare_nodes", text}}),
        "cluster.spare_nodes");
  };
  CHECK(spares("0") == 0);
  CHECK(spares("N+1") == 1);
  CHECK(spares("n+2") == 2);
  CHECK(spares("2N") == 6);
  CHECK(from_options("--spares=N+1").find("cluster.spare_nodes")->value.number == 1);
  CHECK(
      read(R"({"schema_version": 1, "cluster": {"spare_nodes": "2N"}})").find("cluster.spare_share")->value.number ==
      1);
  for (const char* bad : {"N", "3N", "N+", "N-1", "N+x"}) {
    CAPTURE(bad);
    CHECK_THAT(refusal([&] { spares(bad); }).first, Contains("N+1, N+2 or 2N"));
  }
}

TEST_CASE("every key survives a file with its value bit for bit", "[scenario]") {
  for (const std::string_view key : scenario_keys()) {
    CAPTURE(key);
    Scenario scenario;
    if (const InputAbout* about = find_input(key)) {
      const double value = about->whole ? about->most : about->least + (about->most - about->least) / 3;
      scenario.set(key, Value{value, {}}, "", "test");
    } else {
      const Choice* choice = find_choice(key);
      scenario.set(key, choice ? choice->options.front().word : "some-id", {"test"});
    }
    CHECK(same_values(read(write_scenario(scenario).dump()), scenario));
  }
}

TEST_CASE("a file may write values as texts, numbers or switches, and keys in groups or with dots", "[scenario]") {
  const Scenario scenario = read(R"({
    "schema_version": 1,
    "model": {"id": "gpt3-175b", "layers": 90},
    "workload": {"tokens": "300B", "sequence": 2048},
    "layout": {"sequence_parallel": true, "zero": "1"},
    "layout.tensor": 8,
    "cluster.system": "dgx-h100"
  })");
  CHECK(scenario.find("model")->value.word == "gpt3-175b");
  CHECK(scenario.find("model.layers")->value.number == 90);
  CHECK(scenario.find("workload.tokens")->value.number == 300e9);
  CHECK(scenario.find("workload.tokens")->text == "300B");
  CHECK(scenario.find("workload.tokens")->giver == "plan.llmsize: workload.tokens");
  CHECK(scenario.find("workload.sequence")->value.number == 2048);
  CHECK(scenario.find("layout.sequence_parallel")->value.number == 1);
  CHECK(scenario.find("layout.zero")->value.word == "1");
  CHECK(scenario.find("layout.tensor")->value.number == 8);
  CHECK(scenario.find("cluster.system")->value.word == "dgx-h100");
  CHECK(scenario.find("model.hidden") == nullptr);
}

TEST_CASE("a choice whose word is a number may be written as one", "[scenario]") {
  CHECK(read(R"({"layout": {"zero": 3}})").find("layout.zero")->value.word == "3");
}

TEST_CASE("a bad scenario file is refused with a sentence that names file, key and what would do", "[scenario]") {
  struct Row {
    std::string text;
    const char* says;
  };
  const std::string deep = "{\"model\":" + std::string(100000, '[');
  const Row rows[] = {
      {"", "plan.llmsize: line 1, column 1: the file is empty"},
      {"{\n \"model\": }", "plan.llmsize: line 2, column 11: syntax error"},
      {"{} x", "syntax error"},
      {"[]", "plan.llmsize: expected an object"},
      {"3", "expected an object"},
      {R"({"schema_version": 2})", "schema_version '2' is not supported, expected 1"},
      {R"({"schema_version": "1"})", "schema_version '\"1\"' is not supported"},
      {R"({"schema_version": 1.0})", "schema_version '1.0' is not supported"},
      {R"({"modle": {"layers": 3}})", "unknown input 'modle.layers'; did you mean 'model.layers'?"},
      {R"({"model": {"leyers": 3}})", "plan.llmsize: unknown input 'model.leyers'; did you mean 'model.layers'?"},
      {R"({"zzzzzzzzzzzz": 3})", "unknown input 'zzzzzzzzzzzz'"},
      {R"({"model": {"layers": {"value": 3}}})", "plan.llmsize: model.layers: expected a number or a text"},
      {R"({"model": {"layers": [3]}})", "model.layers is a list, expected one value"},
      {R"({"model": {"layers": []}})", "expected a list of one value at least"},
      {R"({"model": {"layers": [[3]]}})", "expected a number or a text"},
      {R"({"results": "model.parameters"})", "results: expected a list of ids"},
      {R"({"name": 3})", "name: expected a text"},
      {R"({"model": {"layers": null}})", "expected a number or a text"},
      {R"({"model": {"layers": 0}})", "invalid value '0': expected a value from 1 to 1M"},
      {R"({"model": {"layers": 1000001}})", "expected a value from"},
      {R"({"model": {"layers": -3}})", "expected a value from"},
      {R"({"model": {"layers": 1.5}})", "invalid value '1.5': expected a whole number"},
      {R"({"model": {"layers": "many"}})", "invalid value 'many': expected a count"},
      {R"({"model": {"layers": 1e999}})", "number overflow"},
      {R"({"workload": {"mode": "rest"}})", "invalid value 'rest': expected train, finetune or infer"},
      {R"({"workload": {"mode": "trian"}})", "did you mean 'train'?"},
      {R"({"workload": {"mode": 1}})", "expected train, finetune or infer"},
      {R"({"model": {"id": ""}})", "invalid value '': expected an ID of the catalog"},
      {R"({"model": {"layers": 3, "layers": 4}})", "plan.llmsize: key 'layers' comes twice"},
      {R"({"model": {"layers": 3}, "model": {"hidden": 4}})", "key 'model' comes twice"},
      {deep, "nested deeper than 64 levels"},
  };
  for (const auto& [text, says] : rows) {
    CAPTURE(text.substr(0, 80));
    const auto [sentence, kind] = refusal([&] { read(text); });
    CHECK_THAT(sentence, Contains(says));
    CHECK(kind == BadInput::Kind::data);
    CHECK(sentence.size() < 300);
  }
}

TEST_CASE("a key that is said in a group and with a dot is said twice", "[scenario]") {
  const auto [sentence, kind] = refusal([] { read(R"({"model": {"layers": 3}, "model.layers": 4})"); });
  CHECK_THAT(sentence, Contains("twice"));
  CHECK(kind == BadInput::Kind::data);
}

TEST_CASE("a switch is on or off and nothing between", "[scenario]") {
  for (const char* text : {"0.5", "2", "-1"}) {
    CAPTURE(text);
    CHECK(refusal([&] {
            read(std::string(R"({"layout": {"sequence_parallel": )") + text + "}}");
          }).second == BadInput::Kind::data);
    CHECK(refusal([&] { scenario_of({{"layout.sequence_parallel", text}}); }).first != "accepted");
  }
}

TEST_CASE("bounds are part of what may be said", "[scenario]") {
  for (const InputAbout* about : numeric_inputs()) {
    CAPTURE(about->key);
    CHECK(about->least < about->most);
    if (about->initial) {
      CHECK(*about->initial >= about->least);
      CHECK(*about->initial <= about->most);
    }
    const auto accepts = [&](double value) {
      return refusal([&] { value_of(about->key, value, Giver{"test"}); }).first == "accepted";
    };
    CHECK(accepts(about->least));
    CHECK(accepts(about->most));
    CHECK_FALSE(accepts(2 * about->most));
    CHECK_FALSE(accepts(about->least == 0 ? -1 : about->least / 2));
    CHECK_FALSE(accepts(absent));
    CHECK_FALSE(accepts(std::numeric_limits<double>::infinity()));
  }
}

TEST_CASE("what is said later replaces what was said before, and can be taken back", "[scenario]") {
  Scenario scenario = scenario_of({{"layout.tensor", "4"}, {"layout.tensor", "8"}});
  CHECK(scenario.find("layout.tensor")->value.number == 8);
  scenario.unset("layout.tensor");
  scenario.unset("layout.tensor");
  CHECK(scenario.find("layout.tensor") == nullptr);
  CHECK(scenario.all().empty());
}

TEST_CASE("a scenario as options can be pasted into a shell", "[scenario]") {
  CHECK(
      as_options(scenario_of({{"workload.tokens", "300B"}, {"model", "gpt3-175b"}, {"layout.tensor", "8"}})) ==
      "--model gpt3-175b --tp 8 --tokens 300B");
  CHECK(as_options(scenario_of({{"goal.deadline", "30 d"}})) == "--deadline '30 d'");
  CHECK(as_options({}).empty());
}

TEST_CASE("nodes, GPUs and degrees complete each other", "[scenario][cluster]") {
  struct Row {
    Said said;
    double gpus, nodes, data;
  };
  const Said dgx{{"cluster.system", "dgx-h100"}};
  const Row rows[] = {
      {{}, 1, 1, 1},
      {{{"layout.tensor", "4"}, {"layout.pipeline", "3"}}, 12, absent, 1},
      {{{"layout.tensor", "4"}, {"layout.data", "5"}}, 20, absent, 5},
      {{{"cluster.gpus", "24"}, {"layout.tensor", "4"}}, 24, absent, 6},
      {{{"cluster.nodes", "3"}}, 1, 3, 1},
      {dgx, 8, 1, 8},
      {dgx + Said{{"layout.tensor", "8"}}, 8, 1, 1},
      {dgx + Said{{"layout.tensor", "2"}}, 8, 1, 4},
      {dgx + Said{{"layout.tensor", "3"}}, 6, 1, 2},
      {dgx + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}}, 32, 4, 1},
      {dgx + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}, {"layout.data", "2"}}, 64, 8, 2},
      {dgx + Said{{"layout.context", "12"}}, 12, 2, 1},
      {dgx + Said{{"cluster.nodes", "128"}}, 1024, 128, 1024},
      {dgx + Said{{"cluster.nodes", "128"}, {"layout.tensor", "8"}, {"layout.pipeline", "16"}}, 1024, 128, 8},
      {dgx + Said{{"cluster.gpus", "12"}}, 12, 2, 12},
      {dgx + Said{{"cluster.gpus", "12"}, {"cluster.nodes", "3"}}, 12, 3, 12},
      {dgx + Said{{"cluster.gpus", "64"}, {"layout.data", "8"}, {"layout.tensor", "8"}}, 64, 8, 8},
  };
  for (const auto& [said, gpus, nodes, data] : rows) {
    CAPTURE(as_options(scenario_of(said)));
    const Case plan = completed(said);
    CHECK(given(plan, "cluster.gpus") == gpus);
    CHECK(same(given(plan, "cluster.nodes"), nodes));
    CHECK(given(plan, "layout.data") == data);
  }
}

TEST_CASE("a size is told by its option, or where none gave it by its key", "[scenario][cluster]") {
  for (const auto& [giver, told] :
       {std::pair{"--nodes", "8 GPUs (--nodes 1) are not divisible by TP 3; --nodes 3 gives DP 8"},
        std::pair{"--set cluster.nodes", "8 GPUs (cluster.nodes 1) are not divisible by TP 3; --nodes 3 gives DP 8"},
        std::pair{
            "sheet.csv: row 2", "8 GPUs (cluster.nodes 1) are not divisible by TP 3; cluster.nodes 3 gives DP 8"}}) {
    Scenario scenario = scenario_of({{"cluster.system", "dgx-h100"}, {"layout.tensor", "3"}});
    scenario.set("cluster.nodes", "1", {giver});
    CHECK(refusal([&] { complete(scenario, built_in()); }).first == told);
  }
}

TEST_CASE("degrees that contradict the size of the cluster are refused", "[scenario][cluster]") {
  struct Row {
    Said said;
    const char* says;
  };
  const Said dgx{{"cluster.system", "dgx-h100"}};
  const Row rows[] = {
      {dgx + Said{{"cluster.nodes", "1"}, {"layout.tensor", "3"}},
       "8 GPUs (--cluster.nodes 1) are not divisible by TP 3; --nodes 3 gives DP 8"},
      {dgx + Said{{"cluster.nodes", "2"}, {"layout.pipeline", "32"}},
       "16 GPUs (--cluster.nodes 2) are not divisible by TP 1 × PP 32 = 32"},
      {{{"cluster.gpus", "10"}, {"layout.tensor", "4"}},
       "10 GPUs (--cluster.gpus 10) are not divisible by TP 4; --gpus 12 gives DP 3"},
      {{{"cluster.gpus", "16"}, {"layout.tensor", "4"}, {"layout.data", "3"}},
       "16 GPUs (--cluster.gpus 16) conflict with TP 4 × DP 3 = 12"},
      {dgx + Said{{"cluster.nodes", "4"}, {"layout.data", "16"}}, "32 GPUs (--cluster.nodes 4) conflict with"},
      {dgx + Said{{"cluster.nodes", "2"}, {"cluster.gpus", "17"}},
       "17 GPUs (--cluster.gpus 17) exceed 2 nodes of 8 GPUs"},
  };
  for (const auto& [said, says] : rows) {
    CAPTURE(as_options(scenario_of(said)));
    const auto [sentence, kind] = refusal([&] { completed(said); });
    CHECK_THAT(sentence, Contains(says));
    CHECK(kind == BadInput::Kind::usage);
  }
}

TEST_CASE("no GPU count that completes a case is left over by its degrees", "[scenario][cluster]") {
  for (int tensor = 1; tensor <= 16; ++tensor)
    for (int pipeline = 1; pipeline <= 8; ++pipeline)
      for (const char* system : {"dgx-h100", "hpe-ex235n"}) {
        const Case plan = completed(
            {{"cluster.system", system},
             {"layout.tensor", std::to_string(tensor)},
             {"layout.pipeline", std::to_string(pipeline)}});
        CAPTURE(tensor, pipeline, system);
        CHECK(given(plan, "cluster.gpus") == tensor * pipeline * given(plan, "layout.data"));
        CHECK(given(plan, "cluster.nodes") * given(plan, "node.accelerators") >= given(plan, "cluster.gpus"));
      }
}

TEST_CASE("words of a choice are read in capitals, and those of two choices are answered with both", "[scenario]") {
  CHECK(value_of("workload.precision", "BF16", {"--precision"}).word == "bf16");
  CHECK(value_of("workload.precision", "NVFP4", {"--precision"}).word == "nvfp4");
  CHECK_THROWS_WITH(
      value_of("workload.mode", "LoRA", {"--mode"}), Contains("did you mean '--mode finetune --adapter lora'?"));
}

TEST_CASE("a date of no month, or with a day that is none, is no deadline", "[scenario]") {
  for (const char* text : {"2027-13-01", "2027-02-29", "2027-3-1", "01.03.2027", "2027-03-01T00:00", "2027-03"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(value_of("goal.deadline", text, {"--deadline"}), BadInput);
  }
  CHECK_THROWS_AS(value_of("economics.lifetime", "2027-03-01", {"--lifetime"}), BadInput);
}

TEST_CASE("deadlines are counted from the newest date of the shipped data", "[scenario]") {
  const std::regex date("20[0-9]{2}-[0-9]{2}-[0-9]{2}");
  std::string newest;
  for (const char* folder : {"hardware-db", "presets"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(llmsize::tests::in_tree(folder))) {
      if (!file.is_regular_file()) continue;
      const std::string text = read_file(file.path().string());
      for (std::sregex_iterator each(text.begin(), text.end(), date), end; each != end; ++each)
        if (parse_date(each->str())) newest = std::max(newest, each->str());
    }
  CHECK(newest == data_date());
}

}  // namespace
}  // namespace llmsize::test
