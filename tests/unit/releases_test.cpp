// SPDX-License-Identifier: Apache-2.0
// Releases of software, published recipes by release, and how much wider a time is that is far from measured runs.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/recipes.hpp"
#include "core/catalog/entry_words.hpp"
#include "core/catalog/release.hpp"
#include "core/files/bad_input.hpp"
#include "core/scenario/distance.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

using Catch::Contains;

TEST_CASE("software without a release is its newest one", "[release]") {
  const auto releases = releases_of(built_in(), "megatron-bridge");
  REQUIRE(releases.size() > 2);
  CHECK(std::is_sorted(releases.begin(), releases.end()));
  const Entry &plain = built_in().entry("software", "megatron-bridge"),
              &newest = built_in().entry("software", releases.back());
  CHECK(plain.id == "megatron-bridge");
  CHECK(word_of(plain, "date") == word_of(newest, "date"));
  for (const Fact& fact : newest.facts) CHECK(plain.find(fact.key)->number == fact.number);
  CHECK(at_release(built_in(), "megatron-bridge", "25.09") == "megatron-bridge@25.09");
  CHECK(at_release(built_in(), "megatron-bridge", "26.03") == "megatron-bridge@26.02");
  CHECK(at_release(built_in(), "megatron-bridge", "24.01") == "megatron-bridge@25.09");
  CHECK(at_release(built_in(), "nemo", "25.02") == "nemo");
  CHECK_THROWS_WITH(
      completed({{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"software.id", "megatron-bridge@19.01"}}),
      Contains("unknown software 'megatron-bridge@19.01'"));
}

TEST_CASE("every release has a date, and later ones are later", "[release]") {
  for (const std::string_view id : built_in().ids("software")) {
    std::string before;
    for (const std::string_view release : releases_of(built_in(), id)) {
      const std::string date = word_of(built_in().entry("software", release), "date");
      CAPTURE(release, date);
      CHECK(date.size() == 7);
      CHECK(date > before);
      before = date;
    }
  }
}

TEST_CASE("a run follows the recipe of its release, model, accelerator and precision", "[recipe]") {
  const Recipes recipes(built_in());
  const auto said = [&](const RecipeQuestion& run, std::string_view key) {
    const auto found = recipes.followed(run);
    REQUIRE(found);
    for (const auto& [each, text] : found->say)
      if (each == key) return text;
    return std::string{};
  };
  RecipeQuestion run{"26.06", "deepseek-v3", "GB300", "mxfp8", "pretrain", {}};
  CHECK(said(run, "software.graphs") == "full");
  run.release = "26.02", run.precision = "bf16";
  CHECK(said(run, "software.graphs") == "partial");
  // Before the first one the first holds, after the last one the last.
  run.release = "25.09";
  CHECK(recipes.followed(run)->release == "26.02");
  run.release = "27.01";
  CHECK(recipes.followed(run)->release <= "26.06");
  run.model = "my-own";
  CHECK_FALSE(recipes.followed(run));
  CHECK_FALSE(recipes.usual(run).empty());
  // "B300" is not "GB300", and "H100" is "H100-SXM-80GB".
  run = {"26.06", "qwen3-30b-a3b", "H100-SXM-80GB", "bf16", "pretrain", {}};
  CHECK(recipes.followed(run)->gpu == "H100");
  run.gpu = "B300";
  CHECK(recipes.followed(run)->gpu == "B300");
}

TEST_CASE("recipes name models and say inputs that there are", "[recipe]") {
  const Json document = built_in().document("measurements", "recipes").value();
  Scenario scenario;
  for (const Json& each : document.at("recipes")) {
    CAPTURE(each.dump());
    const std::string model = each.at("model").get<std::string>();
    CHECK(built_in().entry("models", model).id == model);
    for (const auto& [key, text] : each.at("say").items())
      CHECK_NOTHROW(scenario.set(key, text.get<std::string>(), {"a recipe"}));
  }
}

TEST_CASE("no reading rule says of a model how fast it runs", "[recipe]") {
  const Json document = built_in().document("measurements", "training").value();
  for (const Json& rule : document.at("rules")) {
    if (!rule.at("when").contains("model_name") || !rule.contains("say")) continue;
    // Adapters are a method, not a model.
    if (rule.at("when").at("model_name").dump().find("LoRA") != std::string::npos) continue;
    CAPTURE(rule.dump());
    for (const auto& [key, text] : rule.at("say").items()) CHECK((key == "model" || key.starts_with("model.")));
  }
}

const Said measured{{"model", "llama-3-70b"},      {"cluster.system", "dgx-h100"}, {"cluster.nodes", "8"},
                    {"layout.tensor", "4"},        {"layout.pipeline", "4"},       {"workload.global_batch", "128"},
                    {"workload.sequence", "8192"}, {"software.id", "nemo"},        {"software.as_of", "2025.3"}};

double width(const Said& said) {
  const auto found = range(completed(said), row_of("training.step_time"));
  REQUIRE(found);
  return found->second / found->first;
}

TEST_CASE("what is unlike the measured runs has a wider range and the same median", "[distance]") {
  const Case near = completed(measured);
  CHECK(near.spread(key_named("software.distance_error")) == 0);
  const auto time = [](const Said& said) { return result(completed(said), "training.step_time"); };
  for (const Said& more :
       {Said{{"software.as_of", "2027.3"}}, Said{{"workload.sequence", "1048576"}, {"layout.context", "2"}}}) {
    Said far = measured;
    for (const auto& [key, text] : more)
      std::erase_if(far, [&, &named = key](const auto& each) { return each.first == named; });
    far = far + more;
    CAPTURE(more.front().first);
    CHECK(completed(far).spread(key_named("software.distance_error")) > 0);
    CHECK(width(far) > width(far + Said{{"software.distance_error", "1"}}));
    CHECK(time(far) == Approx(time(far + Said{{"software.distance_error", "1"}})));
    CHECK_THAT(
        origin(completed(far), "software.distance_error").detail + " " +
            origin(completed(far), "software.distance_error").source,
        Contains("unlike its measured runs"));
  }
}

TEST_CASE("a later date never narrows a range, and a named release does not age", "[distance]") {
  double before = 0;
  for (const char* date : {"2024", "2025.3", "2026", "2026.7", "2027", "2030"}) {
    Said dated = measured;
    dated.back().second = date;
    CHECK(width(dated) >= before);
    before = width(dated);
  }
  const Said fixed{{"model", "llama-3-70b"},      {"cluster.system", "dgx-h100"},
                   {"cluster.nodes", "8"},        {"layout.tensor", "4"},
                   {"layout.pipeline", "4"},      {"workload.global_batch", "128"},
                   {"workload.sequence", "8192"}, {"software.id", "megatron-bridge@25.09"},
                   {"software.as_of", "2030"}};
  for (const FarPart& part :
       distance_of(completed(fixed), built_in().entry("software", "megatron-bridge@25.09"), false).parts)
    CHECK_THAT(part.what, !Contains("measured 20"));
}

}  // namespace
}  // namespace llmsize::test
