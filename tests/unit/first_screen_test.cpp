// SPDX-License-Identifier: Apache-2.0
// First screens: short whatever is asked, with the answer, its doubts and its assumptions.
#include <catch2/catch.hpp>

#include "core/questions/question.hpp"
#include "core/tables/width.hpp"
#include "core/view/assumed.hpp"
#include "core/write/write.hpp"
#include "tests/unit/cases.hpp"
#include "tests/unit/subjects.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace llmsize;
using namespace llmsize::test;

namespace {

constexpr std::string_view more = "More: --detail";

std::vector<std::string> screen_of(const std::string& question, const Said& said) {
  const AnsweredQuestion answered = question_of_name(question).ask(scenario_of(said), built_in(), {});
  std::vector<std::string> lines;
  std::string text = as_first_screen(answered.page, std::string(more), false);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

bool has(const std::vector<std::string>& lines, std::string_view text) {
  return std::any_of(
      lines.begin(), lines.end(), [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

const Said gpt3_by_deadline{
    {"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "300B"}, {"goal.deadline", "30d"}};

}  // namespace

// Each question twice; eight times with LLMSIZE_LONG.
TEST_CASE("a first screen has at most 25 lines of 100 columns, whatever is asked", "[first][long]") {
  std::mt19937 random(41);
  const auto any_of = [&](std::string_view kind) {
    const auto all = built_in().ids(kind);
    return std::string(all[random() % all.size()]);
  };
  const std::vector<Said> sizes{
      {}, {{"cluster.nodes", "1"}}, {{"cluster.nodes", "64"}}, {{"workload.tokens", "1T"}, {"goal.deadline", "60d"}}};
  const int rounds = std::getenv("LLMSIZE_LONG") ? 8 : 2;
  for (int i = 0; i < rounds; ++i)
    for (const std::string_view question : question_names()) {
      Said said = sizes[random() % sizes.size()];
      if (random() % 8 > 0) said.push_back({"model", any_of("models")});
      if (random() % 8 > 0) said.push_back({"cluster.system", any_of("systems")});
      if (random() % 2 > 0) said.push_back({"storage.id", any_of("storage")});
      if (random() % 4 == 0) said.push_back({"workload.mode", "infer"});
      INFO(question << " " << as_options(scenario_of(said)));
      const std::vector<std::string> lines = screen_of(std::string(question), said);
      CHECK(lines.size() <= 25);
      CHECK(!lines.front().empty());
      CHECK(lines.back() == more);
      for (const std::string& line : lines)
        // A command is never broken: it is there to be copied.
        if (line.find("→") == std::string::npos) CHECK(width(line) <= 100);
    }
}

TEST_CASE("the first screen of a size tells nodes by confidence", "[first]") {
  const std::vector<std::string> lines = screen_of("size", gpt3_by_deadline);
  CHECK(has({lines.front()}, "GPT-3 175B, 300B tokens: "));
  CHECK(has({lines.front()}, "deadline 30"));
  for (const std::string_view confidence : {"  P50 ", "  P80 "}) CHECK(has(lines, confidence));
  CHECK_FALSE(has(lines, "  P90 "));
  CHECK(has(screen_of("size", gpt3_by_deadline + Said{{"goal.certainty", "p90"}}), "  P90 "));
  CHECK(has(lines, "Assumed: operational overhead"));
}

TEST_CASE("nodes rise with the confidence that is asked for", "[first]") {
  const AnsweredQuestion answered = question_of_name("size").ask(scenario_of(gpt3_by_deadline), built_in(), {});
  const auto& sizes = answered.subject.certain().sizes;
  REQUIRE(sizes.size() == 3);
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    CHECK(sizes[i].nodes >= sizes[i - 1].nodes);
    CHECK(sizes[i].power >= sizes[i - 1].power);
    CHECK(sizes[i].time <= sizes[i - 1].time);
  }
}

TEST_CASE("what made the verdict is told once", "[first]") {
  const std::vector<std::string> lines =
      screen_of("size", {{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "2"}});
  CHECK(std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
          return line.starts_with("ERROR");
        }) == 1);
  CHECK(has(lines, "--nodes 5"));
}

TEST_CASE("what was assumed is listed with its effect, the largest first", "[first]") {
  const AnsweredQuestion answered = question_of_name("size").ask(scenario_of(gpt3_by_deadline), built_in(), {});
  const Page page = assumptions_page(answered.page, answered.completed);
  const auto& grid = std::get<Grid>(page.charts.front().body);
  REQUIRE(grid.rows.size() > 3);
  CHECK(grid.rows.front().cells.front().text == "Operational overhead of long runs");
  CHECK(grid.header[2] == "Effect on time to train (wall clock)");
}
