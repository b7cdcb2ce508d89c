// SPDX-License-Identifier: Apache-2.0
// llmsize import of load tests: rows that validate compares and calibrate fits, and what has to be stated.
#include "answers.hpp"
#include "folder.hpp"

#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <fstream>

namespace llmsize::tests {
namespace {

using Catch::Contains;
using Json = nlohmann::json;

const std::string on_dgx = " --model llama-3.1-70b --system dgx-h100 --tp 4 --software vllm";
const char* const files[] = {
    "vllm-bench.json", "sglang-bench.jsonl", "aiperf-profile_export_aiperf.json",
    "genai-perf-profile_export_genai_perf.json", "guidellm-benchmarks.json"};

std::string load_test(const std::string& name) { return "import " + fixture("load-tests/" + name); }

double value_of(const Json& document, const char* id) {
  return document.at("results").at(id).at("value").get<double>();
}

}  // namespace

TEST_CASE("A load test becomes rows, the same every time") {
  const Folder folder;
  for (const char* file : files) {
    INFO(file);
    const std::string line = load_test(file) + on_dgx;
    CHECK(output(line + " -o " + (folder / "rows.csv --force --quiet")).empty());
    CHECK(folder.read("rows.csv") == output(line + " --csv"));
    CHECK(folder.read("rows.csv") == output(line + " --csv"));
    CHECK_THAT(folder.read("rows.csv"), Contains("tpot_mean") && Contains("ttft_p99") && Contains("llama-3.1-70b"));
    const std::string page = output(line);
    CHECK_THAT(page, Contains("TTFT") && Contains("TPOT") && Contains("--measurements rows.csv"));
    CHECK(rows(line).size() + 1 == static_cast<std::size_t>(lines(folder.read("rows.csv"))));
  }
}

TEST_CASE("A load test with a number that no server gives is refused by field") {
  const Folder folder;
  std::ifstream file(fixture("load-tests/vllm-bench.json"));
  const Json run = Json::parse(file);
  const auto refused = [&](const char* field, double value, const std::vector<std::string>& phrases) {
    Json changed = run;
    changed[field] = value;
    check_line_refused("import " + folder.write("r.json", changed.dump()) + on_dgx, data, phrases);
  };
  refused("duration", 1e300, {"r.json", "duration", "expected at most"});
  refused("output_throughput", 1e300, {"output throughput", "expected"});
  refused("mean_ttft_ms", 1e12, {"mean TTFT", "expected at most"});
  refused("p99_tpot_ms", 1e-3, {"P99 TPOT", "expected at least the median"});
}

TEST_CASE("Rows of a load test are validated: predicted, measured and error") {
  const Folder folder;
  output(load_test("guidellm-benchmarks.json") + on_dgx + " -o " + (folder / "rows.csv"));
  const Json found = document("validate --quiet --measurements " + (folder / "rows.csv"));
  std::size_t compared = 0;
  for (const Json& row : found.at("rows")) {
    INFO(row.dump());
    if (row.contains("skipped")) continue;
    CHECK(
        row.at("error").get<double>() ==
        Approx(row.at("predicted").get<double>() / row.at("measured").get<double>() - 1));
    ++compared;
  }
  CHECK(compared == found.at("rows").size());
  CHECK(compared == 8);
}

TEST_CASE("A load test calibrates, and the answer of serve moves to what was measured") {
  const Folder folder;
  output(load_test("guidellm-benchmarks.json") + on_dgx + " -o " + (folder / "rows.csv"));
  output("calibrate --quiet --measurements " + (folder / "rows.csv") + " -o " + (folder / "cal.json"));
  const std::string serve = "serve" + on_dgx + " --gpus 4 --isl 1024 --osl 256 --rate 4 --results serving.tpot";
  const double measured = 0.01183;
  const double before = value_of(document(serve), "serving.tpot");
  const double after = value_of(document(serve + " --calibration " + (folder / "cal.json")), "serving.tpot");
  CHECK(before != Approx(after));
  CHECK(std::abs(after / measured - 1) < std::abs(before / measured - 1));
}

TEST_CASE("A calibrated run at a request rate is predicted as measured, in a narrower range, without a note") {
  struct Run {
    const char *file, *load;
    double tpot;
  };
  for (const Run& run :
       {Run{"vllm-bench.json", " --rate 6 --isl 1155 --osl 211", 0.0129},
        Run{"guidellm-benchmarks.json", " --rate 4 --isl 1024 --osl 256", 0.01183}}) {
    INFO(run.file);
    const Folder folder;
    output(load_test(run.file) + on_dgx + " -o " + (folder / "rows.csv"));
    for (const char* file : {"cal.json", "again.json"})
      output("calibrate --quiet --measurements " + (folder / "rows.csv") + " -o " + (folder / file));
    CHECK(folder.read("cal.json") == folder.read("again.json"));
    CHECK_THAT(folder.read("cal.json"), Contains("engine.release_year") && Contains("engine.prompt_error"));

    const std::string serve = "serve" + on_dgx + " --gpus 4" + run.load;
    const std::string calibrated = serve + " --calibration " + (folder / "cal.json");
    const Json before = document(serve).at("results"), after = document(calibrated).at("results");
    CHECK(after.at("serving.tpot").at("value").get<double>() == Approx(run.tpot).epsilon(0.05));
    for (const char* id : {"serving.tpot", "serving.ttft"}) {
      INFO(id);
      const auto width = [&](const Json& results) {
        return results.at(id).at("p90").get<double>() / results.at(id).at("p10").get<double>();
      };
      CHECK(width(after) < width(before));
    }
    CHECK_THAT(output(serve), Contains("Calibrate with one benchmark run"));
    CHECK_THAT(output(calibrated), !Contains("Calibrate with one benchmark run"));
  }
}

TEST_CASE("What a load test does not contain has to be stated") {
  const std::string vllm = load_test("vllm-bench.json"), sglang = load_test("sglang-bench.jsonl");
  check_line_refused(
      vllm + " --system dgx-h100 --tp 4", unknown_id, {"vllm-bench.json", "'acme/Example-70B'", "set --model"});
  check_line_refused(sglang + " --system dgx-h100 --tp 4", unknown_id, {"line 1", "set --model"});
  check_line_refused(vllm + " --model llama-3.1-70b", usage, {"hardware and layout", "--system", "--tp"});
  check_line_refused(vllm + " --model llama-3.1-70b --accelerator h100-sxm5-80gb", usage, {"the layout", "--tp"});
  check_line_refused(vllm + on_dgx + " --concurrency 4", usage, {"--concurrency", "already in"});
  check_line_refused(vllm + on_dgx + " --gpu H100", usage, {"--gpu", "load test", "--system"});
  check_line_refused(
      "import " + fixture("probe/fio.json") + " --model llama-3.1-70b", usage, {"--model", "fio.json", "load test"});
}

TEST_CASE("A load test in place of measured rows is refused with the command that makes them") {
  for (const char* file : files)
    check_line_refused(
        "validate --measurements " + fixture(std::string("load-tests/") + file), data, {file, "llmsize import"});
}

TEST_CASE("A malformed load test is refused and leaves no file") {
  const Folder folder;
  const std::string file = folder.write(
      "guidellm.json",
      R"({"benchmarks": [{"config": {"strategy": {"type_": "poisson", "rate": 4}}, "metrics": {
          "request_totals": {"successful": 440}, "prompt_token_count": {"successful": {"mean": 9}},
          "output_token_count": {"successful": {"mean": 9}},
          "inter_token_latency_ms": {"successful": {"mean": "11.83"}}}}]})");
  check_line_refused(
      "import " + file + on_dgx, data,
      {"guidellm.json", "benchmarks[0].metrics.inter_token_latency_ms.successful.mean: expected a number"});
}

TEST_CASE("A load test that was cut off is refused at the place where it ends, whatever is stated") {
  const Folder folder;
  for (const char* name : files) {
    const std::string text = folder.read(fixture(std::string("load-tests/") + name));
    const std::string file = folder.write(name, text.substr(0, 60));
    for (const std::string& stated : {std::string(), on_dgx})
      check_line_refused("import " + file + stated, data, {file, "line 1, column 61", "syntax error"});
  }
}

TEST_CASE("Checks that a run does not pass are notes: in the table, in the rows, and aloud where they go to a file") {
  const Folder folder;
  std::string text = folder.read(fixture("load-tests/vllm-bench.json"));
  const std::string duration = "\"duration\": 110.2";
  text.replace(text.find(duration), duration.size(), "\"duration\": 5");
  const std::string line = "import " + folder.write("brief.json", text) + on_dgx;
  CHECK_THAT(output(line), Contains("Notes") && Contains("not steady: 5.00 s of at least"));
  CHECK_THAT(output(line + " --csv"), Contains("not steady"));
  const Outcome outcome = run_line(line + " -o " + (folder / "rows.csv"));
  CHECK(outcome.exit == done);
  CHECK_THAT(outcome.err, Contains("note: run 1: not steady"));
  check_line_refused(
      "validate --quiet --measurements " + (folder / "rows.csv"), data, {"no row can be compared", "steady"});
}

}  // namespace llmsize::tests
