// SPDX-License-Identifier: Apache-2.0
// One question has one answer, whichever command is asked: nodes, time and memory of random scenarios.
#include "answers.hpp"
#include "folder.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cstdlib>
#include <random>

namespace llmsize::tests {
namespace {

using Json = nlohmann::json;

constexpr const char* ids[] = {"planning.nodes", "training.total_step_time", "memory.gpu_total"};

/// A question as somebody types it: with or without nodes, layout and goals. Key and text of each option.
using Asked = std::vector<std::pair<std::string, std::string>>;

template <std::size_t N>
std::string any(std::mt19937& random, const char* const (&words)[N]) {
  return words[std::uniform_int_distribution<std::size_t>(0, N - 1)(random)];
}

Asked random_question(std::mt19937& random) {
  constexpr const char* models[] = {"gpt3-13b",    "gpt3-175b",    "llama-3-8b",
                                    "llama-3-70b", "mixtral-8x7b", "qwen2.5-32b"};
  constexpr const char* systems[] = {"dgx-a100-640", "dgx-h100", "dgx-b200", "gb200-nvl72"};
  constexpr const char* tokens[] = {"100B", "1T", "5T"};
  constexpr const char* deadlines[] = {"10d", "30d", "75d"};
  constexpr const char* nodes[] = {"1", "6", "16", "31"};
  constexpr const char* certainties[] = {"p50", "p80", "p90"};
  const auto sometimes = [&](double share) { return std::bernoulli_distribution(share)(random); };
  Asked asked{
      {"model", any(random, models)},
      {"cluster.system", any(random, systems)},
      {"workload.tokens", any(random, tokens)}};
  if (sometimes(0.6)) asked.emplace_back("goal.deadline", any(random, deadlines));
  if (sometimes(0.4)) asked.emplace_back("cluster.nodes", any(random, nodes));
  if (sometimes(0.2)) asked.emplace_back("goal.certainty", any(random, certainties));
  if (sometimes(0.25)) asked.emplace_back("layout.tensor", sometimes(0.5) ? "4" : "8");
  if (sometimes(0.15)) asked.emplace_back("layout.recompute", "full");
  if (sometimes(0.15)) asked.emplace_back("layout.search", sometimes(0.5) ? "best" : "plain");
  return asked;
}

std::string as_options(const Asked& asked) {
  std::string line;
  for (const auto& [key, text] : asked) line += fmt::format(" --set {}={}", key, text);
  return line;
}

/// A number of an answer; where there is none, nothing fits.
double number(const Json& value) { return value.is_number() ? value.get<double>() : 0; }

TEST_CASE("Every command gives one answer", "[cli]") {
  const char* more = std::getenv("LLMSIZE_LONG");
  const int cases = more ? 200 : 10;
  std::mt19937 random(more ? std::random_device{}() : 20261123);
  const Folder folder;
  for (int i = 0; i < cases; ++i) {
    const Asked asked = random_question(random);
    const std::string results = " --results planning.nodes,training.total_step_time,memory.gpu_total";
    CAPTURE(as_options(asked));
    const Json size = document("size" + as_options(asked) + results).at("results");
    const Json plan = document("plan" + as_options(asked) + results).at("results");
    const Json swept = rows("sweep" + as_options(asked) + " --set workload.backward_passes=2,2" + results);
    const Json compared = rows("compare" + as_options(asked) + " --set workload.backward_passes=2,2" + results);
    std::string keys, texts;
    for (const auto& [key, text] : asked) keys += key + ",", texts += text + ",";
    folder.write("rows.csv", fmt::format("{}workload.backward_passes\n{}2\n", keys, texts));
    const Json row = rows("run " + (folder / "rows.csv") + results);
    for (const char* id : ids) {
      CAPTURE(id);
      const double expected = number(size.at(id).at("value"));
      CHECK(number(plan.at(id).at("value")) == expected);
      // A row of what does not fit has no numbers of a machine that nobody could run.
      for (const Json& one : {swept.at(0), swept.at(1), compared.at(0), row.at(0)})
        if (one.value("status", "") == "ok") CHECK(number(one.at(id)) == expected);
    }
  }
}

}  // namespace
}  // namespace llmsize::tests
