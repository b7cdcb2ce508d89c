// SPDX-License-Identifier: Apache-2.0
// llmsize import of request traces: a class of traffic that serve takes, and what is refused.
#include "answers.hpp"
#include "folder.hpp"

#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

using Catch::Contains;
using Json = nlohmann::json;

const std::string serve = "serve --model llama-3.1-8b --system dgx-h100 --rate 2 --results serving.tpot,serving.ttft";

std::string trace(const std::string& name) { return "import " + fixture("traces/" + name); }

TEST_CASE("A trace becomes a class of traffic, from its file and from a folder of the catalog") {
  const Folder folder;
  for (const char* file : {"azure.csv", "burstgpt.csv", "mooncake.jsonl", "bailian.jsonl"}) {
    CAPTURE(file);
    const std::string path = folder / "presets/traffic/my-traffic.json";
    folder.write("presets/traffic/my-traffic.json", "");
    CHECK(output(trace(file) + " --quiet --force -o " + path).empty());
    const Json entry = Json::parse(folder.read("presets/traffic/my-traffic.json"));
    CHECK(entry.at("id") == "my-traffic");
    CHECK_THAT(entry.at("source").get<std::string>(), Contains(file) && Contains("llmsize import"));
    const std::string by_file = output(serve + " --json --traffic " + path);
    const std::string by_name = output(serve + " --json --traffic my-traffic --catalog " + folder.path());
    CHECK(Json::parse(by_file).at("results") == Json::parse(by_name).at("results"));
    CHECK_THAT(output("catalog traffic my-traffic --catalog " + folder.path()), Contains("serving.input_tokens"));
  }
}

TEST_CASE("A class of a trace gives the answer of its numbers as options") {
  const Folder folder;
  output(trace("azure.csv") + " --quiet -o " + (folder / "t.json"));
  const Json serving = Json::parse(folder.read("t.json")).at("serving");
  const auto value = [&](const char* key) {
    const Json& found = serving.at(key);
    return (found.is_object() ? found.at("value") : found).dump();
  };
  const std::string by_options = serve + " --isl " + value("input_tokens") + " --osl " + value("output_tokens") +
                                 " --input-cv2 " + value("input_cv2") + " --output-cv2 " + value("output_cv2") +
                                 " --arrival-cv2 " + value("arrival_cv2");
  CHECK(document(serve + " --traffic " + (folder / "t.json")).at("results") == document(by_options).at("results"));
}

TEST_CASE("What limits a trace is on its page, and on standard error where it goes to a file") {
  const Folder folder;
  CHECK_THAT(
      output(trace("burstgpt.csv")), Contains("57 requests") && Contains("3 requests without an answer") &&
                                         Contains("fewer than 1,000") && Contains("--traffic my-traffic.json"));
  const Outcome written = run_line(trace("burstgpt.csv") + " -o " + (folder / "t.json"));
  CHECK(written.exit == done);
  CHECK_THAT(written.err, Contains("note: 57 requests") && Contains("note: Shorter than a day"));
  CHECK_THAT(output(trace("mooncake.jsonl")), Contains("Prefix cache by LRU lifetime") && Contains("unlimited"));
}

TEST_CASE("A format can be named, and what no trace has is refused") {
  CHECK(output(trace("azure.csv") + " --as azure-trace --csv") == output(trace("azure.csv") + " --csv"));
  check_line_refused(trace("azure.csv") + " --as mooncake", data, {"azure.csv: line 1"});
  check_line_refused(trace("azure.csv") + " --as burstgpt", data, {"expected the columns Timestamp"});
  check_line_refused(trace("azure.csv") + " --model llama-3.1-8b", usage, {"--model", "azure.csv"});
  check_line_refused(trace("azure.csv") + " --node gpu-01", usage, {"--node", "is a request trace"});
  const Folder folder;
  const std::string header = "TIMESTAMP,ContextTokens,GeneratedTokens\n";
  check_line_refused(
      "import " + folder.write("t.csv", header + "2026-03-02 10:00:00,9,x\n"), data,
      {"t.csv, row 2: GeneratedTokens 'x': expected a whole number of tokens"});
  check_line_refused("import " + folder.write("e.csv", header), data, {"e.csv: no request with an answer"});
  // What no class of traffic has: one request, lengths of 0 throughout.
  const std::string first = "2026-03-02 10:00:00,", second = "2026-03-02 10:00:09,";
  check_line_refused("import " + folder.write("s.csv", header + first + "9,9\n"), data, {"s.csv: 1 request"});
  check_line_refused(
      "import " + folder.write("z.csv", header + first + "0,9\n" + second + "0,8\n"), data,
      {"all prompts have 0 tokens"});
}

}  // namespace
}  // namespace llmsize::tests
