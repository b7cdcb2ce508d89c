// SPDX-License-Identifier: Apache-2.0
// Conditions on the catalog: a field compared with a value in any unit, a word in any case, or a text anywhere.
#include "tests/unit/cases.hpp"

#include "core/catalog/condition.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Ids = std::vector<std::string>;

Ids chosen(std::string_view kind, std::string_view condition) {
  Ids ids;
  for (const std::string_view id : built_in().ids(kind))
    if (Condition(condition).holds(built_in().entry(kind, id))) ids.emplace_back(id);
  return ids;
}

Entry accelerator_of(double memory, const char* vendor = "Acme") {
  return {
      "accelerators",
      "mine",
      "My Accelerator",
      "",
      {{"accelerator.memory_label", memory, "", "me", ""}},
      {{"vendor", vendor}, {"year", "2026"}}};
}

bool holds(const char* condition, const Entry& entry) { return Condition(condition).holds(entry); }

TEST_CASE("a number is compared by any of five comparisons, at its very value, too", "[condition]") {
  struct Row {
    const char* comparison;
    bool at_79, at_80, at_81;
  };
  const Row rows[] = {
      {"=", false, true, false},
      {"<", true, false, false},
      {"<=", true, true, false},
      {">", false, false, true},
      {">=", false, true, true}};
  for (const auto& [comparison, at_79, at_80, at_81] : rows) {
    const std::string condition = std::string("memory_label") + comparison + "80GB";
    CAPTURE(condition);
    CHECK(holds(condition.c_str(), accelerator_of(79e9)) == at_79);
    CHECK(holds(condition.c_str(), accelerator_of(80e9)) == at_80);
    CHECK(holds(condition.c_str(), accelerator_of(81e9)) == at_81);
  }
}

TEST_CASE("a value may have any unit, a field its group", "[condition]") {
  const Entry mine = accelerator_of(80e9);
  for (const char* condition :
       {"memory_label=80GB", "memory_label=0.08TB", "memory_label=80000MB", "memory_label=80000000000",
        "accelerator.memory_label=80GB", "memory_label<75GiB", "memory_label>74GiB"}) {
    CAPTURE(condition);
    CHECK(holds(condition, mine));
  }
}

TEST_CASE("words are compared in any case, years as numbers", "[condition]") {
  const Entry mine = accelerator_of(80e9);
  CHECK(holds("vendor=acme", mine));
  CHECK(holds("vendor=ACME", mine));
  CHECK_FALSE(holds("vendor=Ac", mine));
  CHECK(holds("year>=2026", mine));
  CHECK(holds("year<2027", mine));
  CHECK(holds("year>999", mine));
  CHECK_FALSE(holds("year>2026", mine));
}

TEST_CASE("a text alone is found in id, name and words, in any case", "[condition]") {
  const Entry mine = accelerator_of(80e9);
  for (const char* text : {"mine", "MINE", "accelerator", "cme", "2026", ""}) {
    CAPTURE(text);
    CHECK(holds(text, mine));
  }
  CHECK_FALSE(holds("80GB", mine));
}

TEST_CASE("an entry without the field holds no condition on it", "[condition]") {
  for (const char* condition : {"memory_reported>=0B", "memory_reported<1EB", "form=OAM", "node.accelerators>=1"}) {
    CAPTURE(condition);
    CHECK_FALSE(holds(condition, accelerator_of(80e9)));
  }
}

TEST_CASE("conditions pick what is known of the catalog", "[condition][catalog]") {
  CHECK(
      chosen("accelerators", "vendor=AMD") ==
      Ids{"mi210", "mi250x", "mi300a", "mi300x", "mi325x", "mi350x", "mi355x", "mi455x"});
  CHECK(chosen("accelerators", "devices>1") == Ids{"max-1550", "mi250x", "tpu-v7x"});
  CHECK(chosen("systems", "accelerator.id=mi250x") == Ids{"frontier", "hpe-ex235a", "lumi-g"});
  CHECK(chosen("systems", "unified_memory=yes") == Ids{"hpe-ex255a"});
  CHECK(chosen("models", "linear_layers>0") == Ids{"minimax-text-01"});
  CHECK(
      chosen("models", "encoder_layers>0") == Ids{"bert-large", "bge-m3", "bge-reranker-v2-m3", "switch-c", "t5-11b"});
  CHECK(chosen("networks", "slingshot") == Ids{"slingshot-10", "slingshot-11"});
  CHECK(chosen("models", "year=2017").empty());
  CHECK_FALSE(chosen("models", "year<=2018").empty());
}

TEST_CASE("the id of an entry is its own, not that of what it refers to", "[condition][catalog]") {
  CHECK(chosen("systems", "id=dgx-h100") == Ids{"dgx-h100"});
  CHECK(chosen("accelerators", "id=l4") == Ids{"l4"});
  CHECK(chosen("systems", "name=NVIDIA DGX H100") == Ids{"dgx-h100"});
}

TEST_CASE("a bad condition is refused before it is asked, with a sentence that helps", "[condition]") {
  const std::pair<const char*, const char*> rows[] = {
      {"memry_label>=80GB", "unknown field 'memry_label'; did you mean 'memory_label'?"},
      {"accelerator.memry_label>=80GB", "did you mean 'accelerator.memory_label'?"},
      {"vendr=AMD", "did you mean 'vendor'?"},
      {"vendor!=AMD", "unknown field 'vendor!'"},
      {"=AMD", "unknown field ''"},
      {"memory_label>=big", "invalid value 'big' for --where memory_label: expected a size"},
      {"memory_label>=", "memory_label: expected a value"},
      {"vendor=", "vendor: expected a value"},
      {"memory_label=>80GB", "invalid value '>80GB' for --where memory_label: expected a size"},
      {"memory_label>=80GB/s", "invalid value '80GB/s' for --where memory_label: expected a size"},
      {"layers=two", "invalid value 'two' for --where layers: expected a count"},
  };
  for (const auto& [condition, says] : rows) {
    CAPTURE(condition);
    try {
      Condition{condition};
      FAIL_CHECK("accepted");
    } catch (const BadInput& error) {
      CHECK_THAT(error.what(), Contains("--where") && Contains(says));
      CHECK(error.kind() == BadInput::Kind::usage);
    }
  }
}

}  // namespace
}  // namespace llmsize::test
