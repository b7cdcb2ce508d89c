// SPDX-License-Identifier: Apache-2.0
// Schemas of the files that users may write: every built-in file follows its own, what the program writes and reads
// follows them, and a wrong document is refused with the place in it and what is expected there.
#include "tests/unit/cases.hpp"

#include "core/catalog/embedded.hpp"
#include "core/catalog/schema.hpp"
#include "core/inputs/list.hpp"
#include "core/scenario/study.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// Why a document does not follow the schema of its kind; empty where it does.
std::string complaint(std::string_view kind, const Json& document) {
  try {
    check_schema(kind, document, "mine.json");
    return {};
  } catch (const BadInput& error) {
    CHECK(error.kind() == BadInput::Kind::data);
    return error.what();
  }
}

/// The kind of a file of the source tree: "systems" of "hardware-db/systems/dgx-h100.json".
std::string kind_of(std::string_view path) {
  if (path == "hardware-db/assumptions.json") return "assumptions";
  const auto end = path.rfind('/'), start = path.rfind('/', end - 1);
  return std::string(path.substr(start + 1, end - start - 1));
}

TEST_CASE("every built-in file follows the schema of its kind", "[schema]") {
  std::map<std::string, std::size_t> files;
  for (const EmbeddedFile& file : embedded_files()) {
    const std::string kind = kind_of(file.path);
    if (kind == "model-types" || kind == "measurements" || kind == "docs" || kind == "flags") continue;
    CAPTURE(file.path);
    CHECK(complaint(kind, parse_json(file.text, std::string(file.path))) == "");
    ++files[kind];
  }
  for (const std::string_view kind : schema_kinds()) {
    if (kind == "probes" || kind == "price-lists" || kind == "answers") continue;  // not part of the catalog
    CAPTURE(kind);
    CHECK(files[std::string(kind)] > 0);
  }
  CHECK(files.size() == schema_kinds().size() - 3);
}

TEST_CASE("every schema is of draft-07, has a title and explains its inputs", "[schema]") {
  for (const std::string_view kind : schema_kinds()) {
    CAPTURE(kind);
    const Json json = schema(kind);
    CHECK(json.at("$schema") == "http://json-schema.org/draft-07/schema#");
    CHECK_FALSE(json.at("title").get<std::string>().empty());
    if (kind != "probes") CHECK(json.at("additionalProperties") == false);  // of records unknown keys are kept
  }
  const Json layers = schema("models").at("properties").at("model").at("properties").at("layers");
  CHECK(layers.at("description") == about_of("model.layers").help);
}

TEST_CASE("every input is a field of the scenario schema", "[schema]") {
  const Json properties = schema("scenarios").at("properties");
  for (const std::string_view key : scenario_keys()) {
    CAPTURE(key);
    const auto dot = key.find('.');
    const Json& group = properties.at(std::string(key.substr(0, dot)));
    const Json& object = group.contains("properties") ? group : group.at("anyOf").back();
    CHECK(object.at("properties").contains(dot == std::string_view::npos ? "id" : std::string(key.substr(dot + 1))));
  }
}

TEST_CASE("a kind may be named in the singular", "[schema]") {
  CHECK(schema("model") == schema("models"));
  CHECK(schema("accelerator") == schema("accelerators"));
}

TEST_CASE("a schema of an unknown kind is refused with the nearest", "[schema]") {
  const std::pair<const char*, const char*> rows[] = {
      {"modle", "unknown schema 'modle'; did you mean 'models'?"},
      {"scenaro", "did you mean 'scenarios'?"},
      {"zzzzzzzz", "unknown schema 'zzzzzzzz'"}};
  for (const auto& [kind, says] : rows) {
    CAPTURE(kind);
    try {
      schema(kind);
      FAIL("accepted");
    } catch (const BadInput& error) {
      CHECK_THAT(error.what(), Contains(says));
      CHECK(error.kind() == BadInput::Kind::unknown_id);
    }
  }
}

TEST_CASE("a wrong document is refused with the place and what is expected there", "[schema]") {
  struct Row {
    const char* kind;
    const char* text;
    const char* place;
    const char* says;
  };
  const Row rows[] = {
      {"models", R"({"id": "a", "name": "A", "source": "me", "modle": {"layers": 3}})", "", "'modle'"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "node": {"accelerators": 8}})", "", "'node'"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "price": 3})", "", "'price'"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layrs": 3}})", "model: ", "'layrs'"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": 3})", "model: ", "type"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": [3]}})", "model.layers: ", "type"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": true}})", "model.layers: ", "type"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": null}})", "model.layers: ", "type"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": 0}})",
       "model.layers: ", "greater than or equal to 1"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"mlp": "gate"}})", "model.mlp: ", "enum"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": {"value": 3, "sorce": "b"}}})",
       "model.layers: ", "'sorce'"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": {"source": "b"}}})",
       "model.layers: ", "'value'"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": {"value": 3, "source": ""}}})",
       "model.layers.source: ", "no fewer than 1 character"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": {"value": [3]}}})",
       "model.layers.value: ", "type"},
      {"models", R"({"id": "", "name": "A", "source": "me"})", "id: ", "pattern"},
      {"models", R"({"id": "a/b", "name": "A", "source": "me"})", "id: ", "pattern"},
      {"models", R"({"name": "A", "source": "me"})", "", "'id'"},
      {"models", R"({"id": "a", "source": "me"})", "", "'name'"},
      {"models", R"({"id": "a", "name": "A", "model": {"layers": 3}})", "", "'source'"},
      {"models", R"({"id": "a", "name": "A", "source": ""})", "source: ", "no fewer than 1 character"},
      {"models", R"({"id": "a", "name": "A", "source": "me", "year": "2024"})", "year: ", "type"},
      {"models", "[]", "", "type"},
      {"systems", R"({"id": "a", "name": "A", "source": "me", "model": {"layers": 3}})", "", "'model'"},
      {"systems", R"({"id": "a", "name": "A", "source": "me", "node": {"accelerators": 0}})",
       "node.accelerators: ", "equal to 1"},
      {"scenarios", R"({"model": "gpt3-175b"})", "", "'schema_version'"},
      {"scenarios", R"({"schema_version": 2})", "schema_version: ", "expected value"},
      {"scenarios", R"({"schema_version": 1, "layot": {"tensor": 8}})", "", "'layot'"},
      {"scenarios", R"({"schema_version": 1, "layout": {"tensr": 8}})", "layout: ", "'tensr'"},
      {"scenarios", R"({"schema_version": 1, "layout": {"tensor": []}})", "layout.tensor: ", "no fewer than 1"},
      {"scenarios", R"({"schema_version": 1, "layout": {"tensor": {"value": 8}}})", "layout.tensor: ", "type"},
      {"scenarios", R"({"schema_version": 1, "layout": {"zero": "three"}})", "layout.zero: ", "enum"},
      {"scenarios", R"({"schema_version": 1, "results": "training.total_step_time"})", "results: ", "type"},
      {"assumptions", "{}", "", "'assumptions'"},
      {"assumptions", R"({"assumptions": [{"input": "a", "value": 1, "reason": "b"}]})", "assumptions.0: ", "'spread'"},
      {"assumptions", R"({"assumptions": [{"input": "a", "value": 1, "reason": "b", "spread": -1}]})",
       "assumptions.0.spread: ", "equal to 0"},
  };
  for (const auto& [kind, text, place, says] : rows) {
    CAPTURE(kind, text);
    const std::string sentence = complaint(kind, Json::parse(text));
    CHECK_THAT(sentence, StartsWith(std::string("mine.json: ") + place) && Contains(says));
    CHECK_THAT(sentence, Contains(std::string("llmsize catalog --schema ") + kind));
  }
}

TEST_CASE("what the program writes follows the schema", "[schema]") {
  for (const auto& [name, said] : typical_cases()) {
    CAPTURE(name);
    CHECK(complaint("scenarios", write_scenario(scenario_of(said))) == "");
  }
  std::map<std::string, std::string_view> first_by_complaint;
  for (const char* kind : {"models", "systems", "accelerators", "networks", "storage", "drives"})
    for (const std::string_view id : built_in().ids(kind)) {
      const Entry& entry = built_in().entry(kind, id);
      if (!entry.facts.empty()) first_by_complaint.emplace(complaint(kind, write_entry(entry)), id);
    }
  first_by_complaint.erase("");
  CHECK(first_by_complaint == std::map<std::string, std::string_view>{});
}

TEST_CASE(
    "what can be read follows the schema: whole numbers with a point, numbers for words, 0 and 1 for switches",
    "[schema]") {
  for (const char* text :
       {R"({"schema_version": 1, "cluster": {"nodes": 16.0}})", R"({"schema_version": 1, "cluster": {"nodes": 1e2}})",
        R"({"schema_version": 1, "layout": {"zero": 3}})",
        R"({"schema_version": 1, "layout": {"sequence_parallel": 1}})",
        R"({"schema_version": 1, "model": ["gpt3-175b", "gpt3-13b"], "layout": {"tensor": [1, "2"]}})"}) {
    CAPTURE(text);
    CHECK_NOTHROW(read_study(text, "mine.json"));
    CHECK(complaint("scenarios", Json::parse(text)) == "");
  }
}

}  // namespace
}  // namespace llmsize::test
