// SPDX-License-Identifier: Apache-2.0
// Every number can be explained, down to what was said, looked up, assumed or taken by default.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"
#include "core/answer/explanation.hpp"
#include "core/inputs/list.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace llmsize::test {
namespace {

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t times = 0;
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + what.size())) ++times;
  return times;
}

const Part* part_named(const Explanation& explanation, std::string_view name) {
  for (const Part& part : explanation.parts)
    if (part.name == name) return &part;
  return nullptr;
}

/// Whether every tag of rich text that opens closes, and every bracket.
bool is_balanced(std::string_view html) {
  for (const std::string tag : {"i", "sub", "sup", "span"})
    if (count(html, "<" + tag + ">") + count(html, "<" + tag + " ") != count(html, "</" + tag + ">")) return false;
  return std::count(html.begin(), html.end(), '(') == std::count(html.begin(), html.end(), ')');
}

TEST_CASE("every result and every input of every case can be explained", "[explanation][long]") {
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    const Once values(plan.values, dependents());
    for (const ResultRow& row : results()) {
      CAPTURE(name, row.about->id);
      const Explanation found = explain(plan, row.about->id);
      CHECK(found.id == row.about->id);
      CHECK(same(found.value, result_value(plan, values, row)));
      CHECK_FALSE(found.formula.empty());
      CHECK_FALSE(found.filled.empty());
      CHECK(is_balanced(found.html));
      for (const Part& part : found.parts) {
        // What a function is asked at has no name of its own.
        const bool is_named = find_result(part.name) || find_input(part.name) || FunctionKey::find(part.name);
        CHECK((is_named || (part.name.empty() && !part.opens)));
      }
    }
    for (const InputAbout* about : numeric_inputs()) {
      CAPTURE(name, about->key);
      const Explanation found = explain(plan, about->key);
      CHECK(same(found.value, given(plan, about->key)));
      CHECK(found.source.empty() != found.formula.empty());
    }
  }
}

TEST_CASE("an explanation shows the formula, the branch that applies and its values", "[explanation]") {
  const Case plan = completed(gpt3_on_128_dgx);
  const Explanation time = explain(plan, "training.total_step_time");
  CHECK(time.formula == "n_step · t_step + T_ramp + T_long");
  CHECK(time.applied == "n_step · t_step");  // no batch is ramped up here, no long sequences follow
  CHECK(time.html == "<i>n</i><sub>step</sub> · <i>t</i><sub>step</sub>");
  CHECK(time.range.has_value());
  CHECK(part_named(time, "training.step_time")->opens);

  const Explanation split = explain(plan, "model.sequence_split");
  CHECK(split.formula == "[t if sp, else 1]");
  CHECK(split.applied == "1");
  CHECK(part_named(split, "layout.tensor")->origin == "user");
  CHECK(part_named(split, "layout.sequence_parallel")->origin == "default");
}

TEST_CASE("a derived input explains its formula, a given one its origin", "[explanation]") {
  const Case plan = completed(gpt3_on_128_dgx);
  const Explanation data = explain(plan, "layout.data");
  CHECK(data.formula == "(n − g_pre) / (t · p · c)");
  CHECK(data.filled == "1024 / (8 · 16 · 1)");
  CHECK(data.value == 8);

  const Explanation layers = explain(plan, "model.layers");
  CHECK(layers.formula.empty());
  CHECK(layers.source.find("preset gpt3-175b: Brown et al. 2020") == 0);
}

TEST_CASE("a deep explanation opens each part once", "[explanation]") {
  const Case plan = completed(gpt3_on_128_dgx);
  CHECK(explain_deep(plan, "training.total_step_time", 0).size() == 1);
  const auto all = explain_deep(plan, "training.total_step_time", 100);
  std::set<std::string> ids;
  for (const Explanation& explanation : all) CHECK(ids.insert(explanation.id).second);
  for (const Explanation& explanation : all)
    for (const Part& part : explanation.parts) CHECK(ids.count(part.name) == part.opens);
}

TEST_CASE("a name that is neither result nor input is refused with the nearest", "[explanation]") {
  const auto refused = [](const char* name, const char* says) {
    try {
      explain(completed({}), name);
    } catch (const BadInput& error) {
      return error.kind() == BadInput::Kind::unknown_id && std::string(error.what()) == says;
    }
    return false;
  };
  CHECK(refused(
      "training.step_tiem", "unknown result or input 'training.step_tiem'; did you mean 'training.step_time'?"));
  CHECK(refused("model.layer", "unknown result or input 'model.layer'; did you mean 'model.layers'?"));
  CHECK(refused("capacity.nodes", "'capacity.nodes' was removed; use planning.nodes"));
  CHECK(refused("", "unknown result or input ''"));
}

}  // namespace
}  // namespace llmsize::test
