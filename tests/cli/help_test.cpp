// SPDX-License-Identifier: Apache-2.0
// Help: short, every example works, and every line that a page offers for more can be run.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
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
  for (const std::string& line : lines(run({{"help"}}).out)) {
    if (listed && line.starts_with("  ")) all.push_back(words(line).front());
    if (line == "Commands:") listed = true;
  }
  return all;
}

/// Command lines that a text shows as examples.
std::vector<std::string> examples(const std::string& text) {
  std::vector<std::string> all;
  for (const std::string& line : lines(text))
    if (line.starts_with("  llmsize ")) all.push_back(line.substr(2));
  return all;
}

/// Names of options in the first column of a help, "--tp" and "--tensor-parallel" of "  --tp, --tensor-parallel N".
std::vector<std::string> options(const std::string& text) {
  std::vector<std::string> all;
  for (const std::string& line : lines(text)) {
    if (!line.starts_with("  -")) continue;
    for (std::string word : words(line)) {
      const bool more = word.ends_with(',');
      if (more) word.pop_back();
      all.push_back(word);
      if (!more) break;
    }
  }
  return all;
}

std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

TEST_CASE("llmsize alone shows what to type first") {
  const Outcome bare = run({{}});
  CHECK(bare.exit == done);
  CHECK(bare.err.empty());
  CHECK_THAT(bare.out, Catch::Contains("First steps:"));
  CHECK(examples(bare.out).size() >= 5);
  CHECK(examples(bare.out).size() <= 8);
  CHECK(lines(bare.out).size() <= 30);
  CHECK(lines(bare.out).back() == "All commands: llmsize help");
}

TEST_CASE("The overview says the same whoever asks") {
  const Outcome help = run({{"help"}});
  CHECK(help.exit == done);
  CHECK(help.err.empty());
  CHECK(run({{"--help"}}).out == help.out);
  CHECK(run({{"-h"}}).out == help.out);
  CHECK(commands().size() >= 20);
}

TEST_CASE("The help of a command is a screen: what it does, usage, three examples, the options that matter most") {
  for (const std::string& command : commands()) {
    const Outcome help = run({{"help", command}});
    INFO(help.out);
    CHECK(help.exit == done);
    CHECK(help.err.empty());
    CHECK(run({{command, "--help"}}).out == help.out);
    CHECK(run({{command, "-h"}}).out == help.out);
    const auto all = lines(help.out);
    CHECK(all.size() <= 45);
    for (const std::string& line : all) CHECK(columns(line) <= 100);
    CHECK(all[0].size() <= 80);
    CHECK(std::isupper(static_cast<unsigned char>(all[0].front())));
    CHECK(std::isalnum(static_cast<unsigned char>(all[0].back())));
    CHECK(all[2].starts_with("Usage: llmsize " + command + " "));
    CHECK(all[4] == "Examples:");
    CHECK(examples(help.out).size() == 3);
    CHECK(options(help.out).size() <= 30);
    CHECK(all.back() == "All options: llmsize help " + command + " --all");
  }
}

TEST_CASE("With --all the help of a command shows every option once") {
  for (const std::string& command : commands()) {
    const Outcome help = run({{"help", command, "--all"}});
    CHECK(help.exit == done);
    CHECK(run({{command, "--help", "--all"}}).out == help.out);
    for (const std::string& line : lines(help.out)) CHECK(columns(line) <= 100);
    std::vector<std::string> all = options(help.out);
    for (const std::string& name : options(run({{"help", command}}).out)) {
      INFO(command << ": " << name);
      CHECK(contains(all, name));
    }
    std::sort(all.begin(), all.end());
    const auto twice = std::adjacent_find(all.begin(), all.end());
    INFO(command << ": " << (twice == all.end() ? "" : *twice));
    CHECK(twice == all.end());
  }
}

TEST_CASE("A study takes every input, a question shows those that it reads") {
  const auto all_of = [](const char* command) { return options(run({{"help", command, "--all"}}).out); };
  const auto study = all_of("sweep"), service = all_of("serve"), training = all_of("train");
  for (const std::string& line : lines(run({{"catalog", "inputs", "--csv"}}).out)) {
    const std::string option = line.substr(line.find(',') + 1).substr(0, line.substr(line.find(',') + 1).find(','));
    if (!option.starts_with("'--") || option.find('.') != std::string::npos) continue;
    INFO(option);
    CHECK(contains(study, option.substr(1)));
  }
  for (const char* option : {"--rate", "--kv", "--tp", "--nodes"}) CHECK(contains(service, option));
  for (const char* option : {"--checkpoint", "--interval", "--epochs", "--deadline", "--tokens"}) {
    INFO(option);
    CHECK_FALSE(contains(service, option));
  }
  for (const char* option : {"--tokens", "--recompute", "--deadline"}) CHECK(contains(training, option));
  for (const char* option : {"--rate", "--kv-tier", "--year"}) CHECK_FALSE(contains(training, option));
}

TEST_CASE("Every example in the help works") {
  const std::string prompt = "  llmsize ";
  std::vector<std::string> texts{run({{}}).out, run({{"help"}}).out};
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
  for (const std::string sheet : {"portfolio.csv", "fleet.csv"})
    std::filesystem::copy_file(in_tree("docs/examples/" + sheet), folder / sheet);
  // Few rows: every fit of a cross-validation is done ten times.
  const std::string measured = first_rows(fixture("measured-training.csv"), 24);
  folder.write("measured-training.csv", measured);
  folder.write("my-runs.csv", measured);
  const std::string served = first_rows(fixture("measured-inference.csv"), 200);
  folder.write("measured-inference.csv", served);
  folder.write("my-server.csv", served);
  folder.write("run-totals.csv", first_rows(fixture("run-totals.csv"), 12));
  folder.write("mlperf-storage-v1.csv", first_rows(fixture("mlperf-storage-v1.csv"), 12));
  std::filesystem::copy_file(fixture("prices.csv"), folder / "prices.csv");
  std::filesystem::create_directory(folder / "records");
  std::filesystem::copy_file(in_tree("docs/examples/probe-record.json"), folder / "records/0.json");
  for (const char* output : {"nvbandwidth.json", "fio.json"})
    std::filesystem::copy_file(fixture(std::string("probe/") + output), folder / output);
  std::filesystem::copy_file(fixture("load-tests/vllm-bench.json"), folder / "vllm-bench.json");
  const auto home = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  REQUIRE(run({{"calibrate", "records/0.json", "-o", "measured.json"}}).exit == done);
  for (const std::string shard : {"1", "2"})
    REQUIRE(run({{"run", "scenarios.csv", "--shard", shard + "/2", "-o", "answers-" + shard + ".csv"}}).exit == done);
  std::size_t count = 0;
  std::set<std::string> seen;
  for (const std::string& text : texts)
    for (const std::string& line : lines(text)) {
      if (line.rfind(prompt, 0) != 0 || !seen.insert(line).second) continue;
      std::vector<std::string> arguments = words(line.substr(prompt.size()));
      // What a shell does.
      for (std::string& argument : arguments)
        argument.erase(std::remove(argument.begin(), argument.end(), '\''), argument.end());
      std::replace(arguments.begin(), arguments.end(), std::string("records/*.json"), std::string("records/0.json"));
      const Outcome outcome = run({arguments});
      INFO(line);
      INFO(outcome.err);
      CHECK((outcome.exit == done || (outcome.exit == check_failed && line.find(" --check") != std::string::npos)));
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
    const Outcome page = run({words(line + " --detail")});
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
