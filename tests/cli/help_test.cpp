// SPDX-License-Identifier: Apache-2.0
// Help: examples first, every example works, and every line that a page offers for more can be run.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace llmsize::tests {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

/// The header and the first rows of a CSV.
std::string first_rows(const std::string& path, std::size_t count) {
  std::ifstream file(path);
  std::string text;
  std::size_t row = 0;
  for (std::string line; row <= count && std::getline(file, line); ++row) text += line + "\n";
  return text;
}

/// Commands that the overview lists.
std::vector<std::string> commands() {
  std::vector<std::string> all;
  bool listed = false;
  for (const std::string& line : lines(run({{}}).out)) {
    if (listed && line.rfind("  ", 0) == 0) all.push_back(words(line).front());
    if (line.rfind("Commands", 0) == 0) listed = true;
  }
  return all;
}

TEST_CASE("The overview says the same whoever asks") {
  const Outcome bare = run({{}});
  CHECK(bare.exit == done);
  CHECK(bare.err.empty());
  CHECK(run({{"--help"}}).out == bare.out);
  CHECK(run({{"-h"}}).out == bare.out);
  CHECK(run({{"help"}}).out == bare.out);
  CHECK(commands().size() >= 4);
}

TEST_CASE("Every command has help that begins with what it does and examples") {
  for (const std::string& command : commands()) {
    INFO(command);
    const Outcome help = run({{command, "--help"}});
    CHECK(help.exit == done);
    CHECK(help.err.empty());
    CHECK(run({{command, "-h"}}).out == help.out);
    CHECK(run({{"help", command}}).out == help.out);
    const auto all = lines(help.out);
    REQUIRE(all.size() > 4);
    CHECK(all[0].size() <= 80);
    CHECK(std::isupper(static_cast<unsigned char>(all[0].front())));
    CHECK(std::isalnum(static_cast<unsigned char>(all[0].back())));
    CHECK(all[2] == "Examples");
    CHECK(all[3].rfind("  llmsize " + command, 0) == 0);
    CHECK(help.out.find("Examples") < help.out.find("Usage"));
    CHECK(help.out.find("Examples") < help.out.find("--help"));
  }
}

TEST_CASE("Usage names the program") {
  for (const std::string& command : commands())
    CHECK_THAT(run({{command, "--help"}}).out, Catch::Contains("llmsize " + command + " ["));
}

TEST_CASE("Every example in the help works") {
  const std::string prompt = "  llmsize ";
  std::vector<std::string> texts{run({{}}).out};
  for (const std::string& command : commands()) texts.push_back(run({{command, "--help"}}).out);
  // Examples name files as a user would, in the folder where the user is.
  const Folder folder;
  std::filesystem::create_directory(folder / "Qwen3-30B-A3B");
  std::filesystem::copy_file(fixture("hf-configs/qwen3-30b-a3b.json"), folder / "Qwen3-30B-A3B/config.json");
  std::filesystem::copy_file(in_tree("tests/fuzz/inputs/gguf/mixture"), folder / "Llama-3.1-8B-Q4_K_M.gguf");
  folder.write(
      "my-cluster.llmsize",
      R"({"schema_version": 1, "model": "gpt3-175b", "cluster": {"system": "dgx-h100", "nodes": 16}})");
  folder.write("scenarios.csv", "model,system,nodes\ngpt3-175b,dgx-h100,16\nllama-3-70b,dgx-a100-640,4\n");
  // Few rows: every fit of a cross-validation is done ten times.
  const std::string measured = first_rows(fixture("measured-training.csv"), 24);
  folder.write("measured-training.csv", measured);
  folder.write("my-runs.csv", measured);
  const std::string served = first_rows(fixture("measured-inference.csv"), 200);
  folder.write("measured-inference.csv", served);
  folder.write("my-server.csv", served);
  folder.write("run-totals.csv", first_rows(fixture("run-totals.csv"), 12));
  folder.write("mlperf-storage-v1.csv", first_rows(fixture("mlperf-storage-v1.csv"), 12));
  std::filesystem::create_directory(folder / "records");
  std::filesystem::copy_file(in_tree("docs/examples/probe-record.json"), folder / "records/0.json");
  for (const char* output : {"nvbandwidth.json", "fio.json"})
    std::filesystem::copy_file(fixture(std::string("probe/") + output), folder / output);
  const auto home = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  REQUIRE(run({{"calibrate", "records/0.json", "-o", "measured.json"}}).exit == done);
  std::size_t count = 0;
  for (const std::string& text : texts)
    for (const std::string& line : lines(text)) {
      if (line.rfind(prompt, 0) != 0) continue;
      std::vector<std::string> arguments = words(line.substr(prompt.size()));
      // What a shell does.
      for (std::string& argument : arguments)
        argument.erase(std::remove(argument.begin(), argument.end(), '\''), argument.end());
      std::replace(arguments.begin(), arguments.end(), std::string("records/*.json"), std::string("records/0.json"));
      const Outcome outcome = run({arguments});
      INFO(line);
      INFO(outcome.err);
      CHECK((outcome.exit == done || outcome.exit == check_failed));
      CHECK(outcome.out.empty() == (line.find(" -o ") != std::string::npos));
      ++count;
    }
  std::filesystem::current_path(home);
  CHECK(count >= commands().size());
}

TEST_CASE("--version says one fact per line") {
  const Outcome outcome = run({{"--version"}});
  CHECK(outcome.exit == done);
  CHECK(std::regex_match(outcome.out, std::regex("llmsize [0-9]+\\.[0-9]+\\.[0-9]+\ncatalog [0-9]+ entries\n")));
}

TEST_CASE("The explain line at the foot of a page can be run and speaks of the same case") {
  const std::string lead = "Explain a number: llmsize ";
  for (const std::string line :
       {"memory", "memory --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16",
        "memory --model gpt3-175b --sequence-parallel", "memory --parameters 17B --accelerator h100-sxm5-80gb --gpus 1",
        "train --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d",
        "memory --model.layers 4 --model.hidden 64 --model.heads 4 --vocabulary 100 --model.tied_embeddings=no",
        "memory --model gpt3-175b --set layout.sequence_parallel=on --set model.dropout=no --results "
        "memory.activations"}) {
    INFO(line);
    const Outcome page = run({words(line)});
    REQUIRE(page.exit == done);
    const std::string last = lines(page.out).back();
    REQUIRE(last.rfind(lead, 0) == 0);
    CHECK(last.back() != ' ');
    const Outcome explained = run({words(last.substr(lead.size()))});
    INFO(last);
    INFO(explained.err);
    CHECK(explained.exit == done);
    if (explained.exit == done) CHECK(lines(explained.out).front() == lines(page.out).front());
  }
}

}  // namespace
}  // namespace llmsize::tests
