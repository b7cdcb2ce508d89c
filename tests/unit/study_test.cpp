// SPDX-License-Identifier: Apache-2.0
// Studies: an input may have several values, as a list or a range, on the command line and in files; all combinations
// are answered.
#include "tests/unit/cases.hpp"

#include "core/scenario/saved.hpp"
#include "core/scenario/study.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Numbers = std::vector<double>;
using Words = std::vector<std::string>;

Numbers numbers(const char* key, const char* text) {
  Numbers all;
  for (const Scenario::Said& said : read_axis(key, text, {"--test"}).values) all.push_back(said.value.number.value());
  return all;
}

Words words(const char* key, const char* text) {
  Words all;
  for (const Scenario::Said& said : read_axis(key, text, {"--test"}).values) all.push_back(said.value.word);
  return all;
}

Words words_as_written(const char* key, const char* text) {
  Words all;
  for (const Scenario::Said& said : read_axis(key, text, {"--test"}).values) all.push_back(said.text);
  return all;
}

Study read(const std::string& text) { return read_study(text, "plan.llmsize"); }

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

TEST_CASE("Notes say who saved a file, and versions that do not know it read them as notes", "[study]") {
  const Saved saved{"0.1.0", {{"planning.nodes", 48}, {"training.calendar_time", 2479680.5}}};
  std::string notes = with_saved("For ACME.", saved);
  CHECK(notes == "For ACME.\nSaved by llmsize 0.1.0: planning.nodes=48 training.calendar_time=2479680.5");
  const Study study = read_study(Json{{"schema_version", 1}, {"notes", notes}}.dump(), "plan.llmsize");
  CHECK(study.notes == "For ACME.");
  CHECK(take_saved(notes) == saved);
  CHECK(notes == "For ACME.");
  std::string only = with_saved("", {"0.2.0"});
  CHECK(take_saved(only) == Saved{"0.2.0"});
  CHECK(only.empty());
  // What somebody wrote stays.
  for (const char* own : {"Saved by llmsize in March", "Saved by llmsize 0.1.0: twice as fast", "Nothing"}) {
    std::string text = own;
    CHECK(!take_saved(text));
    CHECK(text == own);
  }
}

TEST_CASE("a list gives its values in their order", "[study]") {
  CHECK(numbers("layout.tensor", "1,2,8,4") == Numbers{1, 2, 8, 4});
  CHECK(numbers("layout.tensor", "4") == Numbers{4});
  CHECK(numbers("workload.tokens", "300B,1T") == Numbers{300e9, 1e12});
  CHECK(words("cluster.system", "dgx-a100-640,dgx-h100") == Words{"dgx-a100-640", "dgx-h100"});
  CHECK(words("layout.recompute", "none,full") == Words{"none", "full"});
}

TEST_CASE("a range includes its end", "[study]") {
  CHECK(numbers("layout.tensor", "1..8") == Numbers{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(numbers("layout.tensor", "5..5") == Numbers{5});
  CHECK(numbers("cluster.nodes", "8..64+8") == Numbers{8, 16, 24, 32, 40, 48, 56, 64});
  CHECK(numbers("cluster.nodes", "1..1024x2") == Numbers{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024});
  CHECK(numbers("cluster.nodes", "1..243x3") == Numbers{1, 3, 9, 27, 81, 243});
  CHECK(numbers("workload.tokens", "1B..1Tx10") == Numbers{1e9, 1e10, 1e11, 1e12});
}

TEST_CASE("a range stops before an end that no step meets", "[study]") {
  CHECK(numbers("cluster.nodes", "8..63+8") == Numbers{8, 16, 24, 32, 40, 48, 56});
  CHECK(numbers("cluster.nodes", "1..1023x2").back() == 512);
}

TEST_CASE("steps of a tenth give the values of the list although a tenth is no binary number", "[study]") {
  CHECK(numbers("software.utilisation", "0.1..0.5+0.1") == numbers("software.utilisation", "0.1,0.2,0.3,0.4,0.5"));
  CHECK(words_as_written("software.utilisation", "0.1..0.5+0.1") == Words{"0.1", "0.2", "0.3", "0.4", "0.5"});
  for (const char* range :
       {"0.1..1+0.1", "0.05..1+0.05", "0.3..1+0.1", "0.4..1+0.2", "0.01..1+0.01", "0.7..1+0.3", "0.09..1+0.07"}) {
    CAPTURE(range);
    CHECK(numbers("software.utilisation", range).back() == 1);
  }
}

TEST_CASE("ends and steps may have units and exponents", "[study]") {
  CHECK(numbers("storage.read", "10GB/s..90GB/s+40GB/s") == Numbers{10e9, 50e9, 90e9});
  CHECK(numbers("workload.tokens", "1e+9..1e+11x10") == Numbers{1e9, 1e10, 1e11});
  CHECK(numbers("workload.tokens", "1e+9..3e+9+1e+9") == Numbers{1e9, 2e9, 3e9});
  CHECK(numbers("goal.deadline", "10d..30d+10d") == Numbers{10 * 86400.0, 20 * 86400.0, 30 * 86400.0});
}

TEST_CASE("a list may have ranges among its items", "[study]") {
  CHECK(numbers("layout.tensor", "1..3,8,16..32x2") == Numbers{1, 2, 3, 8, 16, 32});
}

TEST_CASE("of a range of a million values each is found by its place", "[study]") {
  const Axis tokens = read_axis("workload.tokens", "2T,1T..1000Tx1.0000069,5T", {"--tokens"});
  CHECK(tokens.values.size() == 1001130);
  CHECK(tokens.values.front().text == "2T");
  CHECK(tokens.values[1].value.number == 1e12);
  CHECK(*tokens.values[500000].value.number == Approx(1e12 * std::pow(1.0000069, 499999)));
  CHECK(tokens.values[500000].giver == "--tokens");
  CHECK(tokens.values.back().value.number == 5e12);
}

TEST_CASE("a combination of a study is found by its place", "[study]") {
  const Study study{
      {},
      {},
      {},
      {},
      {read_axis("layout.tensor", "1..1000", {"--tp"}), read_axis("layout.pipeline", "1..900", {"--pp"})}};
  CHECK(study.points() == 900000);
  const Scenario last = study.scenario(899999), other = study.scenario(900 * 7 + 4);
  CHECK(*last.find("layout.tensor")->value.number == 1000);
  CHECK(*last.find("layout.pipeline")->value.number == 900);
  CHECK(*other.find("layout.tensor")->value.number == 8);
  CHECK(*other.find("layout.pipeline")->value.number == 5);
}

TEST_CASE("two dots in a word are part of a path", "[study]") {
  CHECK(words("model", "../models/mine.json") == Words{"../models/mine.json"});
  CHECK_FALSE(is_several("model", "../models/mine.json"));
  CHECK(is_several("model", "../a.json,../b.json"));
  CHECK(is_several("layout.tensor", "1..8"));
  CHECK(is_several("layout.tensor", "1,8"));
  CHECK_FALSE(is_several("layout.tensor", "8"));
}

TEST_CASE("a value of an axis says how it was written and by whom", "[study]") {
  const Axis axis = read_axis("workload.tokens", "300B,1T", {"--tokens"});
  CHECK(axis.key == "workload.tokens");
  CHECK(axis.values[0].text == "300B");
  CHECK(axis.values[1].giver == "--tokens");
}

TEST_CASE("a bad list or range is refused with a sentence that says what would do", "[study]") {
  struct Row {
    const char* key;
    const char* text;
    const char* says;
  };
  const Row rows[] = {
      {"layout.tensor", "1,,2", "invalid value '' for --test: expected a count"},
      {"layout.tensor", "1,2,", "invalid value '' for --test: expected a count"},
      {"layout.tensor", "1,two", "invalid value 'two' for --test: expected a count"},
      {"layout.tensor", "1,2.5", "invalid value '2.5' for --test: expected a whole number"},
      {"layout.recompute", "none,ful", "did you mean 'full'?"},
      {"model", "gpt3-175b,", "invalid value '' for --test: expected an ID of the catalog"},
      {"layout.tensor", "8..1", "invalid value '8..1' for --test: expected a range that ends above its start"},
      {"layout.tensor", "1..8x1", "invalid value '1..8x1' for --test: expected a range whose factor is more than 1"},
      {"layout.tensor", "8..1x0.5", "a range whose factor is more than 1"},
      {"layout.tensor", "1..8+0", "invalid value '1..8+0' for --test: expected a range whose step is more than 0"},
      {"layout.tensor", "1..8+-1", "a range whose step is more than 0"},
      {"layout.tensor", "1..8+", "a range whose step is more than 0"},
      {"layout.tensor", "1..2+0.5", "invalid value '1.5' for --test: expected a whole number"},
      {"layout.tensor", "1..", "invalid value '' for --test: expected a count"},
      {"layout.tensor", "..8", "invalid value '' for --test: expected a count"},
      {"layout.tensor", "1..4..8", "expected a count"},
      {"layout.tensor", "0..8", "invalid value '0' for --test: expected a value"},
      {"model.experts", "0..8x2", "a range of factors that starts above 0"},
      {"software.utilisation", "0.1..0.5", "a range with a step (8..64+8, 1..1024x2)"},
      {"workload.tokens", "1e9..1e+11", "a range with a step"},
      {"storage.read", "10GB/s..90GB/s+40GB", "a range whose step is more than 0"},
      {"workload.tokens", "1..10000001+1", "a range of at most 10000000 values"},
      {"workload.tokens", "1..1e12+1", "a range of at most 10000000 values"},
      {"serving.input_tokens", "1,024", "expected a number without thousands separators; write 1024"},
      {"workload.tokens", "300,000,000", "expected a number without thousands separators; write 300000000"},
      {"no.such", "1,2", "unknown input 'no.such'"},
  };
  for (const auto& [key, text, says] : rows) {
    CAPTURE(key, text);
    const auto [sentence, kind] = refusal([&] { read_axis(key, text, {"--test"}); });
    CHECK_THAT(sentence, Contains(says) && Contains("--test"));
    CHECK(kind == BadInput::Kind::usage);
  }
}

TEST_CASE("a file gives several values by a list, says what it is about and which results answer it", "[study][file]") {
  const Study study = read(R"({
    "schema_version": 1,
    "name": "Two clusters", "notes": "Which is faster?", "results": ["training.total_step_time", "memory.gpu_total"],
    "claims": ["training.mfu=52%"], "hidden": ["software.gemm_efficiency=0.5..0.9"],
    "model": "gpt3-175b",
    "cluster": {"system": ["dgx-a100-640", "dgx-h100"], "nodes": 16},
    "workload": {"tokens": ["300B", 1e12]},
    "layout.tensor": [4, 8]})");
  CHECK(study.name == "Two clusters");
  CHECK(study.notes == "Which is faster?");
  CHECK(study.results == Words{"training.total_step_time", "memory.gpu_total"});
  CHECK(study.claims == Words{"training.mfu=52%"});
  CHECK(study.hidden == Words{"software.gemm_efficiency=0.5..0.9"});
  CHECK(study.base.find("model")->value.word == "gpt3-175b");
  CHECK(study.base.find("cluster.nodes")->value.number == 16);
  REQUIRE(study.axes.size() == 3);
  CHECK(study.axes[0].key == "cluster.system");
  CHECK(study.axes[0].values[1].value.word == "dgx-h100");
  CHECK(study.axes[1].values[0].value.number == 300e9);
  CHECK(study.axes[1].values[1].value.number == 1e12);
  CHECK(study.axes[2].values[1].giver == "plan.llmsize: layout.tensor");
  CHECK(study.scenarios().size() == 8);
}

TEST_CASE("a bad study is refused with file, key and what is expected", "[study][file]") {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"layout": {"tensor": []}})", "layout.tensor: expected a list of one value at least"},
      {R"({"layout": {"tensor": [1, [2]]}})", "layout.tensor: expected a number or a text"},
      {R"({"layout": {"tensor": [1, "two"]}})", "layout.tensor: invalid value 'two': expected a count"},
      {R"({"layout": {"tensor": [1, 2]}, "layout.tensor": 4})", "layout.tensor is said twice"},
      {R"({"layout": {"tensor": 4}, "layout.tensor": [1, 2]})", "layout.tensor is said twice"},
      {R"({"layout": {"tensr": [1, 2]}})", "did you mean 'layout.tensor'?"},
      {R"({"name": 3})", "name: expected a text"},
      {R"({"notes": ["a"]})", "notes: expected a text"},
      {R"({"results": "training.total_step_time"})", "results: expected a list of ids"},
      {R"({"results": [3]})", "results: expected a text"},
      {R"({"claims": "training.mfu=52%"})", "claims: expected a list of texts"},
      {R"({"schema_version": [1]})", "schema_version '[1]' is not supported, expected 1"},
      {R"([1, 2])", "expected an object"},
  };
  for (const auto& [text, says] : rows) {
    CAPTURE(text);
    const auto [sentence, kind] = refusal([&] { read(text); });
    CHECK_THAT(sentence, Contains(says) && Catch::Matchers::StartsWith("plan.llmsize: "));
    CHECK(kind == BadInput::Kind::data);
  }
}

TEST_CASE("all combinations come, the last input changing fastest", "[study]") {
  Study study = read(R"({"model": "gpt3-175b", "layout": {"tensor": [1, 2], "pipeline": [4, 8, 16]}})");
  std::vector<std::pair<double, double>> pairs;
  for (const Scenario& scenario : study.scenarios()) {
    CHECK(scenario.find("model")->value.word == "gpt3-175b");
    pairs.emplace_back(*scenario.find("layout.tensor")->value.number, *scenario.find("layout.pipeline")->value.number);
  }
  CHECK(pairs == std::vector<std::pair<double, double>>{{1, 4}, {1, 8}, {1, 16}, {2, 4}, {2, 8}, {2, 16}});
  study.axes.clear();
  CHECK(study.scenarios().size() == 1);
}

TEST_CASE("more combinations than anybody waits for are refused", "[study]") {
  const Axis tensor = read_axis("layout.tensor", "1..400", {"--tp"}),
             pipeline = read_axis("layout.pipeline", "1..251", {"--pp"});
  const auto [sentence, kind] = refusal([&] { Study{{}, {}, {}, {}, {tensor, pipeline}}.scenarios(); });
  CHECK_THAT(sentence, Catch::Matchers::StartsWith("--pp: more than 100000 combinations; `llmsize sweep --csv`"));
  CHECK(kind == BadInput::Kind::usage);
  const Axis nodes = read_axis("cluster.nodes", "1..100", {"--nodes"});
  const auto [more, of_more] = refusal([&] { Study{{}, {}, {}, {}, {tensor, pipeline, nodes}}.points(); });
  CHECK(more == "--nodes: more than 10000000 combinations");
  std::string ranges = "1..99999";
  for (int i = 0; i < 1200; ++i) ranges += ",1..99999";
  const auto [list, of] = refusal([&] { read_axis("layout.tensor", ranges, {"--tp"}); });
  CHECK_THAT(list, Contains("expected a list of at most 10000000 values"));
  // Too small for a double's own precision, and a price all the same.
  CHECK_NOTHROW(read_axis("economics.node_price", "1e-310..1e-309x10", {"--node-price"}));
}

TEST_CASE("the scenarios of published runs reach their published rates", "[study]") {
  // Narayanan et al. 2021 (arXiv:2104.04473), Table 1: TFLOP/s per GPU, recomputation counted.
  const std::pair<const char*, double> published[] = {
      {"hpe-18.4b", 135e12}, {"hpe-39.1b", 138e12}, {"hpe-1008b", 163e12}, {"gpt3-on-1024-a100", 140e12}};
  for (const auto& [id, rate] : published) {
    CAPTURE(id);
    const Study study = read_study(built_in().text("scenarios", id), id);
    CHECK(study.base.find("layout.micro_batch"));
    CHECK(result(complete(study.base, built_in()), "training.flop_rate_per_gpu") == Approx(rate).epsilon(0.06));
  }
}

}  // namespace
}  // namespace llmsize::test
