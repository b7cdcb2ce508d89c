// SPDX-License-Identifier: Apache-2.0
// Catalog folders of users: good entries take precedence, bad ones are refused with file and field.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

TEST_CASE("A missing catalog folder is refused") {
  const Folder folder;
  check_line_refused("memory --catalog " + (folder / "none"), file, {"none"});
  check_line_refused("catalog --catalog " + (folder / "none"), file, {"none"});
  check_line_refused("catalog --catalog " + folder.write("plain", ""), file, {"plain"});
}

struct BadEntry {
  std::string text;
  std::vector<std::string> phrases;
};

const BadEntry bad_entries[] = {
    {R"({"id": "mine", "name": "Mine",)", {"line 1"}},
    {"", {"line 1, column 1"}},
    {"[]", {"object"}},
    {"{}", {"'id' or 'name'"}},
    {R"({"id": "mine", "source": "me"})", {"name"}},
    {R"({"id": "other", "name": "Mine", "source": "me", "model": {"layers": 3}})", {"other"}},
    {R"({"id": "mine", "name": "Mine", "model": {"layers": 3}})", {"model.layers", "source"}},
    {R"({"id": "mine", "name": "Mine", "source": "", "model": {"layers": 3}})", {"model.layers", "source"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"layers": {"value": 3, "source": ""}}})",
     {"model.layers", "source"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"layers": {"source": "me"}}})",
     {"model.layers", "value"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"layers": {"value": null}}})",
     {"model.layers", "number or a text"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"layers": "many"}})", {"model.layers", "'many'"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"layers": -3}})",
     {"model.layers", "expected a value from"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"layrs": 3}})",
     {"'model.layrs'", "did you mean 'model.layers'?"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"mlp": "gate"}})", {"model.mlp", "gated"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": 3})", {"'model'"}},
    {R"({"id": "mine", "name": "Mine", "source": "me", "model": {"layers": 3, "layers": 4}})", {"'layers'", "twice"}},
};
TEST_CASE("A bad entry is refused with its file and field") {
  const Folder folder;
  for (const BadEntry& bad : bad_entries) {
    folder.write("presets/models/mine.json", bad.text);
    std::vector<std::string> phrases = bad.phrases;
    phrases.push_back("presets/models/mine.json");
    check_line_refused("memory --model mine --catalog " + folder.path(), data, phrases);
    check_line_refused("catalog models --catalog " + folder.path(), data, phrases);
  }
}

TEST_CASE("A bad entry that is not asked for does no harm") {
  const Folder folder;
  folder.write("presets/models/mine.json", "{");
  CHECK(run({words("memory --model gpt3-175b --catalog " + folder.path())}).exit == done);
}

const BadEntry bad_assumptions[] = {
    {"{", {"line 1"}},
    {"[]", {"object"}},
    {"{}", {"assumptions"}},
    {R"({"assumptions": 3})", {"assumptions"}},
    {R"({"assumptions": [3]})", {"assumptions"}},
    {R"({"assumptions": [{"input": "software.utilisation", "spread": 0.1, "reason": "x"}]})", {"value"}},
    {R"({"assumptions": [{"input": "software.utilisation", "value": 0.4, "reason": "x"}]})", {"spread"}},
    {R"({"assumptions": [{"input": "software.utilisation", "value": 0.4, "spread": 0.1}]})", {"reason"}},
    {R"({"assumptions": [{"input": "software.utilisation", "value": 0.4, "spread": "x", "reason": "x"}]})", {"spread"}},
    {R"({"assumptions": [{"input": "software.utilization", "value": 0.4, "spread": 0.1, "reason": "x"}]})",
     {"did you mean 'software.utilisation'?"}},
    {R"({"assumptions": [{"input": "memory.recipe", "value": "adam16", "spread": 0.1, "reason": "x"}]})",
     {"memory.recipe"}},
    {R"({"assumptions": [{"input": "software.utilisation", "value": 0.4, "spread": 0.1, "reason": "x", "when": {"model.mpl": "plain"}}]})",
     {"model.mpl"}},
    {R"({"assumptions": [{"input": "software.utilisation", "value": 0.4, "spread": 0.1, "reason": "x", "times": ["node.powr"]}]})",
     {"node.powr"}},
};
TEST_CASE("A bad list of assumptions is refused with its file and field") {
  const Folder folder;
  for (const BadEntry& bad : bad_assumptions) {
    INFO(bad.text);
    folder.write("hardware-db/assumptions.json", bad.text);
    std::vector<std::string> phrases = bad.phrases;
    phrases.push_back("hardware-db/assumptions.json");
    check_line_refused("memory --model gpt3-175b --catalog " + folder.path(), data, phrases);
  }
}

TEST_CASE("A good entry takes precedence over the built-in one, and its source is told") {
  const Folder folder;
  folder.write(
      "presets/models/gpt3-175b.json",
      R"({"id": "gpt3-175b", "name": "Mine", "source": "me", "model": {"parameters_given": "1B"}})");
  const Outcome outcome = run({words("memory --model gpt3-175b --json --catalog " + folder.path())});
  CHECK(outcome.exit == done);
  CHECK_THAT(outcome.out, Catch::Contains("\"source\": \"me\"") && Catch::Contains("\"value\": 1000000000"));
  CHECK(run({words("memory --model gpt3-175b --json"), {{"LLMSIZE_CATALOG", folder.path()}}}).out == outcome.out);
}

}  // namespace
}  // namespace llmsize::tests
