// SPDX-License-Identifier: Apache-2.0
// Completion in bash, asked as bash asks when somebody presses Tab.
#include "program.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <sstream>

namespace llmsize::tests {
namespace {

/// What bash offers for the last word of a line; an empty word where the line ends in a space.
std::vector<std::string> offered(const std::string& line) {
  std::vector<std::string> typed = words(line);
  if (line.ends_with(' ')) typed.emplace_back();
  std::string list;
  for (const std::string& word : typed) list += "'" + word + "' ";
  const std::string script = "source " + in_tree("cli/llmsize.bash") + "; COMP_WORDS=(" + list +
                             "); COMP_CWORD=" + std::to_string(typed.size() - 1) + "; _llmsize " + program() +
                             R"(; printf '%s\n' "${COMPREPLY[@]}")";
  const std::unique_ptr<FILE, int (*)(FILE*)> bash(
      popen(("exec bash --norc -c \"$(cat <<'END'\n" + script + "\nEND\n)\"").c_str(), "r"), pclose);
  std::string out;
  for (std::array<char, 4096> block{}; const std::size_t size = fread(block.data(), 1, block.size(), bash.get());)
    out.append(block.data(), size);
  std::istringstream stream(out);
  std::vector<std::string> all;
  for (std::string each; std::getline(stream, each);)
    if (!each.empty()) all.push_back(each);
  return all;
}

bool offers(const std::string& line, const std::string& word) {
  const auto all = offered(line);
  return std::find(all.begin(), all.end(), word) != all.end();
}

TEST_CASE("Bash completes commands and options") {
  CHECK(offered("llmsize che") == std::vector<std::string>{"checkpoint"});
  CHECK(offered("llmsize help ser") == std::vector<std::string>{"serve"});
  CHECK(offered("llmsize serve --disag") == std::vector<std::string>{"--disaggregate"});
  CHECK(offers("llmsize size --dead", "--deadline"));
  CHECK_FALSE(offers("llmsize probe --dead", "--deadline"));
}

TEST_CASE("Bash completes what an option takes") {
  CHECK(offers("llmsize size --model gpt3-1", "gpt3-175b"));
  CHECK(offers("llmsize size --model = gpt3-1", "gpt3-175b"));
  CHECK(offers("llmsize plan --system dgx-h100,dgx-b", "dgx-h100,dgx-b200"));
  CHECK(offers("llmsize size --storage ", "ddn-ai400x2"));
  CHECK(offered("llmsize memory --offload n") == std::vector<std::string>{"nvme"});
  CHECK(offers("llmsize size --results training.m", "training.mfu"));
  CHECK(offered("llmsize size --nodes ").empty());
}

TEST_CASE("Bash completes what a command takes") {
  CHECK(offers("llmsize explain training.total_st", "training.total_step_time"));
  CHECK(offers("llmsize run gpt3-on-1024", "gpt3-on-1024-a100"));
  CHECK(offers("llmsize catalog sys", "systems"));
  CHECK(offers("llmsize catalog dgx-h1", "dgx-h100"));
}

}  // namespace
}  // namespace llmsize::tests
