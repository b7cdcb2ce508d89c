// SPDX-License-Identifier: Apache-2.0
// --picture: the file that its ending says, never instead of another, and refused before any work is done.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

const std::vector<std::string> sweep =
    words("sweep --model gpt3-175b --system dgx-h100 --tp 8 --pp 8 --nodes 16,32,64 --results training.step_time");

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST_CASE("A picture stands beside the answer, in the kind of file that its ending says") {
  const Folder folder;
  const std::string answer = run({sweep}).out;
  for (const auto& [name, begins] :
       {std::pair<std::string, std::string>{"a.svg", "<svg "}, {"a.png", "\x89PNG"}, {"a.pdf", "%PDF-"}}) {
    const Outcome outcome = run({with(sweep, {"--picture", folder / name})});
    INFO(outcome.err);
    CHECK(outcome.exit == done);
    CHECK(outcome.out == answer);
    CHECK(folder.read(name).substr(0, begins.size()) == begins);
  }
  CHECK(folder.read("a.svg").find("Step time falls from ") != std::string::npos);
}

TEST_CASE("Size and theme are as asked, and the same question draws the same picture") {
  const Folder folder;
  const auto draw = [&](const std::string& name) {
    return run({with(sweep, {"--picture", folder / name, "--picture-size", "1600x900", "--picture-theme", "dark"})});
  };
  CHECK(draw("a.svg").exit == done);
  CHECK(draw("b.svg").exit == done);
  CHECK(folder.read("a.svg") == folder.read("b.svg"));
  CHECK(folder.read("a.svg").find("width=\"1600\" height=\"900\"") != std::string::npos);
  CHECK(folder.read("a.svg").find("#1a2029") != std::string::npos);
  CHECK(draw("c.png").exit == done);
  CHECK(folder.read("c.png").substr(16, 8) == std::string("\0\0\x06\x40\0\0\x03\x84", 8));
}

TEST_CASE("Every command that sets scenarios side by side draws them, and pages draw their charts") {
  const Folder folder;
  for (const std::string command :
       {"compare --model gpt3-175b --nodes 64 --tp 8 --pp 8 --system dgx-a100-640,dgx-h100",
        "run hpe-network-interfaces", "run offload-deck-curve",
        "plan --model llama-3-8b --system dgx-h100 --tokens 1T --pareto",
        "trend --model gpt3-175b --accelerator a100-sxm4-80gb",
        "size --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16",
        "checkpoint --model gpt3-175b --system dgx-h100 --nodes 128 --tp 8 --pp 16 --storage superpod-h100-better"}) {
    INFO(command);
    const Outcome outcome = run({with(words(command), {"--quiet", "--picture", folder / "a.svg", "--force"})});
    INFO(outcome.err);
    CHECK(outcome.exit == done);
    CHECK(folder.read("a.svg").find("<title>") != std::string::npos);
  }
}

TEST_CASE("A picture that cannot be made is refused before anything is written") {
  const Folder folder;
  const std::string there = folder.write("there.svg", "precious"), fresh = folder / "new.svg";
  check_refused(with(sweep, {"--picture", there}), file, {there, "--force"});
  CHECK(folder.read("there.svg") == "precious");
  check_refused(with(sweep, {"--picture", folder / "a.jpg"}), usage, {"a.jpg", ".png"});
  check_refused(with(sweep, {"--picture", folder / "none/a.svg"}), file, {"none/a.svg"});
  check_refused(with(sweep, {"--picture", fresh, "--picture-as", "line"}), usage, {"'line'", "lines"});
  check_refused(
      with(sweep, {"--picture", fresh, "--picture-as", "heat"}), usage, {"two numeric inputs", "cluster.nodes"});
  check_refused(with(sweep, {"--picture", fresh, "--picture-size", "10x10"}), usage, {"'10x10'", "1600x900"});
  check_refused(with(sweep, {"--picture", fresh, "--picture-size", "1600"}), usage, {"'1600'"});
  check_refused(with(sweep, {"--picture", fresh, "--picture-theme", "drak"}), usage, {"'drak'", "dark"});
  check_refused(with(sweep, {"--picture-as", "bars"}), usage, {"--picture FILE"});
  check_refused(with(sweep, {"--picture", fresh, "--picture-marks", folder / "no.csv"}), file, {"no.csv"});
  check_refused(with(sweep, {"--picture", folder / "a.svg", "--json", "-o", folder / "a.svg"}), usage, {"-o"});
  check_refused(
      with(words("memory --model gpt3-175b --system dgx-h100"), {"--picture", fresh, "--picture-as", "bars"}), usage,
      {"--picture-as"});
  check_refused(
      with(words("sweep --nodes 1,2 --set model=" + there), {"--picture", there, "--force"}), usage,
      {"is read by this command"});
  CHECK(folder.entries() == 1);
}

}  // namespace
}  // namespace llmsize::tests
