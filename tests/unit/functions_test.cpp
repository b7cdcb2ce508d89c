// SPDX-License-Identifier: Apache-2.0
// Functions, equations and means of the formula language: the same in every world, and readable.
#include "core/answer/explanation.hpp"
#include "core/formula/render.hpp"
#include "core/inputs/serving_load.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::test {
namespace {

constexpr std::string_view here = "a test";
constexpr auto cubed = function<"test.cubed", Count(Count)>(
    {.symbol = "f", .title = "Cube", .why = "A cube.", .source = here, .of = "v"},
    [](const auto& x, const auto& v) { return serving::chunk(x) / 2048.0 * v * v * v; });
/// v³ = n between 0 and `most`.
template <int Most>
constexpr auto cube_root = solve<"test.cube_root", Count(Count)>(
    {.symbol = "v", .title = "Cube root", .why = "A root.", .source = here, .of = "n"},
    [](const auto& x, const auto&) { return 0.0 * serving::chunk(x); },
    [](const auto& x, const auto&) { return serving::chunk(x) / serving::chunk(x) * Most; },
    [](const auto& x, const auto& n, const auto& v) { return cubed(x, v) - n; });

const Case server = completed({{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h200"}});

TEST_CASE("an equation is solved between its ends, and has no solution outside them", "[formula]") {
  const Once once(server.values, dependents());
  CHECK(cube_root<10>(once, 27.0) == Approx(3).epsilon(1e-13));
  CHECK(cube_root<3>(once, 27.0) == Approx(3).epsilon(1e-13));
  CHECK(std::isnan(cube_root<2>(once, 27.0)));
  CHECK(std::isnan(cube_root<10>(once, -1.0)));
  CHECK(std::isnan(cube_root<10>(once, absent)));
}

TEST_CASE("derivations of functions and equations have their value and read as one leaf", "[formula]") {
  const Once once(server.values, dependents());
  const Tracing tracing(server.values);
  const auto root = cube_root<10>(tracing, 27.0);
  CHECK(same(root.value, cube_root<10>(once, 27.0)));
  CHECK(render(*root.node, Leaves::symbols) == "v(27)");
  CHECK(render(*root.node->parts.front(), Leaves::symbols) == "v where f(v) = n");
  CHECK(cube_root<10>(tracing, 27.0).node == root.node);
  const auto called = cubed(tracing, 2.0);
  CHECK(called.value == 8);
  CHECK(render(*called.node->parts.front(), Leaves::symbols) == "b_tok / 2048 · v · v · v");
}

TEST_CASE("the slope of a solution is that of the equation, over what the number itself moves it by", "[formula]") {
  const Sloping sloping(server.values, {{key_named("serving.chunk"), 1}});
  const auto root = cube_root<10>(sloping, 27.0);
  // v = (2048 n/b)^(1/3), so dv/db = −v/(3 b).
  CHECK(root.slope[0] == Approx(-3.0 / (3 * 2048)).epsilon(1e-6));
  CHECK(cubed(sloping, root).slope[0] == Approx(0).margin(1e-9));
}

TEST_CASE("a mean over a spread is that of a log-normal number", "[formula]") {
  const Once once(server.values, dependents());
  // Beyond 3.9 standard deviations nothing is counted, which cubes of wide spreads would feel.
  for (const double cv2 : {0.0, 0.05, 0.1})
    CHECK(average(cubed, once, cv2) == Approx(std::pow(1 + cv2, 3)).epsilon(2e-3));
}

TEST_CASE("shares of a gamma distribution", "[formula]") {
  CHECK(gamma_share(1, 2) == Approx(1 - std::exp(-2)));
  CHECK(gamma_share(3, -1) == 0);
  CHECK(gamma_share(0, 1) == 1);
  CHECK(std::isnan(gamma_share(absent, 1)));
  const double step = 1e-6;
  CHECK(gamma_density(3, 2) == Approx((gamma_share(3, 2 + step) - gamma_share(3, 2 - step)) / (2 * step)));
}

const Said chat{{"model", "llama-3.1-70b"},       {"cluster.system", "dgx-h200"},
                {"cluster.nodes", "1"},           {"workload.mode", "infer"},
                {"layout.tensor", "4"},           {"serving.rate", "5"},
                {"serving.input_tokens", "1024"}, {"serving.output_tokens", "1024"},
                {"serving.ttft_limit", "2s"},     {"serving.tpot_limit", "50ms"},
                {"serving.weight_dtype", "fp8"}};

/// Of a formula and the parts that it names, the longest.
std::size_t longest_part(std::string text) {
  std::size_t longest = 0, part = 1;
  for (std::size_t end = 0; end != std::string::npos; ++part) {
    end = text.find(", " + std::string(part == 1 ? "with " : "") + "x_" + std::to_string(part) + " = ");
    longest = std::max(longest, std::min(end, text.size()));
    if (end != std::string::npos) text.erase(0, end + 2);
  }
  return longest;
}

TEST_CASE("no formula, and no part that one names, is longer than 600 characters", "[formula]") {
  const Case plan = completed(chat);
  const Tracing tracing(plan.values);
  for (const ResultRow& row : results()) {
    CAPTURE(row.about->id);
    CHECK(longest_part(render(*row.derivation(tracing)->parts.front(), Leaves::symbols)) <= 600);
  }
}

TEST_CASE("the reference of all formulas stays below a megabyte", "[formula]") {
  const std::string reference = formula_reference();
  CHECK(reference.size() < 1'000'000);
  for (const FunctionRow& row : functions()) CHECK(reference.find(std::string(row.about->id)) != std::string::npos);
}

TEST_CASE("an explanation fits a screen, also of what is solved for", "[formula][explanation]") {
  const Case plan = completed(chat);
  for (const char* id :
       {"serving.running_batch", "serving.step_batch", "serving.tpot", "serving.ttft", "serving.rate_at_limit",
        "serving.step_batch_for", "serving.token_within_of"}) {
    CAPTURE(id);
    std::string text;
    for (const Explanation& each : explain_deep(plan, id, 0)) text += as_text(each, false);
    CHECK(std::count(text.begin(), text.end(), '\n') <= 60);
  }
}

}  // namespace
}  // namespace llmsize::test
