// SPDX-License-Identifier: Apache-2.0
// Results of load generators: which tool wrote a text, its numbers in base units, which field is TPOT, and one clear
// sentence where a field is something else.
#include "core/calibration/load_tests/checks.hpp"
#include "core/files/document.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <utility>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

const std::pair<const char*, const char*> samples[] = {
    {"vllm-bench", "vllm-bench.json"},
    {"sglang-bench", "sglang-bench.jsonl"},
    {"aiperf", "aiperf-profile_export_aiperf.json"},
    {"genai-perf", "genai-perf-profile_export_genai_perf.json"},
    {"guidellm", "guidellm-benchmarks.json"},
};

std::string sample(const std::string& name) { return read_file(tests::fixture("load-tests/" + name)); }

std::vector<LoadTestRun> runs_of(const std::string& text, const std::string& source) {
  const LoadTestTool* tool = load_test_tool("", text);
  REQUIRE(tool);
  return read_load_test(*tool, text, source);
}
std::vector<LoadTestRun> runs_of(const std::string& name) { return runs_of(sample(name), name); }

/// A text with one part in place of another, which it has.
std::string with(std::string text, const std::string& part, const std::string& other) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), other);
}

std::string refusal_of(const std::string& text, const std::string& source) {
  try {
    runs_of(text, source);
  } catch (const BadInput& error) {
    CHECK(error.kind() == BadInput::Kind::data);
    return error.what();
  }
  return "";
}

void check_time(const LoadTestTime& time, double mean, double median, double p99) {
  CHECK(time.mean == Approx(mean));
  CHECK(time.median == Approx(median));
  CHECK(time.p99 == Approx(p99));
}

/// A run at a rate that passes every check.
LoadTestRun steady_run() {
  LoadTestRun run{"mine"};
  run.rate = 4;
  run.request_throughput = 4;
  run.completed = 1200;
  run.failed = 0;
  run.seconds = 300;
  run.input.mean = 1000;
  run.output.mean = 251;
  run.ttft.mean = 0.1;
  run.tpot.mean = 0.02;
  run.latency.mean = 5.1;
  run.mean_concurrency = 20.4;
  return run;
}

LoadTestRun run_of_clients(double clients, double completed) {
  LoadTestRun run = steady_run();
  run.rate = HUGE_VAL;
  run.concurrency = clients;
  run.mean_concurrency = absent;
  run.latency.mean = clients / run.request_throughput;
  run.tpot.mean = (run.latency.mean - run.ttft.mean) / (run.output.mean - 1);
  run.completed = completed;
  return run;
}

LoadTestRun burst_of(double completed) {
  LoadTestRun run = steady_run();
  run.rate = HUGE_VAL;
  run.completed = completed;
  return run;
}

}  // namespace

TEST_CASE("every result of a load test is recognized by one tool", "[load-tests]") {
  for (const auto& [tool, file] : samples) {
    CAPTURE(file);
    const std::string text = sample(file);
    for (const LoadTestTool* each : load_test_tools()) {
      CAPTURE(each->tool);
      CHECK(each->recognizes(text) == (each->tool == tool));
    }
    CHECK(load_test_tool(tool, "")->tool == tool);
  }
  for (const char* other : {"", "{}", "[]", "hello", R"({"benchmarks": []})"}) CHECK_FALSE(load_test_tool("", other));
  for (const char* other : {"probe/fio.json", "probe/nccl-tests.json", "probe/elbencho.json", "probe/nvbandwidth.json"})
    CHECK_FALSE(load_test_tool("", read_file(tests::fixture(other))));
  CHECK_FALSE(load_test_tool("nope", sample("vllm-bench.json")));
}

TEST_CASE("vllm bench serve: a run at a rate, times in ms", "[load-tests]") {
  const auto runs = runs_of("vllm-bench.json");
  REQUIRE(runs.size() == 1);
  const LoadTestRun& run = runs.front();
  CHECK(run.models == std::vector<std::string>{"acme/Example-70B"});
  CHECK(run.engine.empty());  // "openai" is an interface of many
  CHECK(run.date == "2026-11-26");
  CHECK(run.rate == 6);
  CHECK(is_absent(run.concurrency));
  CHECK(run.arrival_cv2 == 1);
  CHECK(run.completed == 640);
  CHECK(run.failed == 0);
  CHECK(run.seconds == Approx(110.2));
  CHECK(run.input.mean == 1155);
  CHECK(run.output.mean == 211);
  CHECK(run.output_throughput == Approx(1225.4));
  check_time(run.ttft, 0.118, 0.092, 0.505);
  check_time(run.tpot, 0.0129, 0.0124, 0.0218);
  check_time(run.itl, 0.0128, 0.0099, 0.101);
  check_time(run.latency, 2.827, 2.5, 9.4);
  CHECK_FALSE(run.has_clients());
  CHECK_FALSE(run.is_burst());
}

TEST_CASE("SGLang bench_serving: a run per line, clients and a rate", "[load-tests]") {
  const auto runs = runs_of("sglang-bench.jsonl");
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].place == "sglang-bench.jsonl: line 1");
  CHECK(runs[0].engine == "sglang");
  CHECK(runs[0].models.empty());
  CHECK(runs[0].has_clients());
  CHECK(runs[0].concurrency == 64);
  CHECK(runs[0].mean_concurrency == Approx(63.8));
  CHECK(runs[0].input.mean == 1024);
  CHECK(runs[0].output.cv2 == 0);
  CHECK(is_absent(runs[0].accepted));
  check_time(runs[0].tpot, 0.01913, 0.0192, 0.0199);
  check_time(runs[0].latency, 19.98, 19.94, 20.6);
  CHECK(runs[1].rate == 2);
  CHECK_FALSE(runs[1].has_clients());
  CHECK(runs[1].output.mean == Approx(492300.0 / 640));
  CHECK(runs[1].output.asked == 768);
  CHECK(runs[1].output.cv2 == Approx(512.0 * 512 / 12 / (768.0 * 768)));
  CHECK(runs[1].accepted == Approx(2.31));
  check_time(runs[1].ttft, 0.088, 0.079, 0.24);
  CHECK(is_absent(runs[1].latency.p99));  // percentiles that are missing stay so
}

TEST_CASE("AIPerf: the unit of a metric decides, inter_token_latency is TPOT", "[load-tests]") {
  const std::string file = "aiperf-profile_export_aiperf.json";
  const auto runs = runs_of(file);
  REQUIRE(runs.size() == 1);
  const LoadTestRun& run = runs.front();
  CHECK(run.models == std::vector<std::string>{"acme/Example-70B"});
  CHECK(run.date == "2026-11-26");
  CHECK(run.has_clients());
  CHECK(run.concurrency == 64);
  CHECK(run.completed == 640);
  CHECK(run.output.mean == 1022);
  CHECK(run.output.cv2 == Approx(81.0 / (1022.0 * 1022)));
  check_time(run.ttft, 0.402, 0.185, 3.05);
  check_time(run.tpot, 0.0192, 0.0192, 0.0199);
  check_time(run.itl, 0.0191, 0.0174, 0.06);
  check_time(run.latency, 20.01, 19.96, 20.65);
  CHECK(run.output_throughput == 3266);

  const std::string in_seconds = with(
      sample(file), R"("request_latency": {"unit": "ms", "avg": 20010.0)",
      R"("request_latency": {"unit": "s", "avg": 20.01)");
  CHECK(runs_of(in_seconds, file).front().latency.mean == Approx(20.01));
  const std::string of_sweep = with(sample(file), R"("concurrency": 64, )", "");
  CHECK(runs_of(of_sweep, file).front().concurrency == 64);
}

TEST_CASE("genai-perf: lengths as requested and as measured", "[load-tests]") {
  const auto runs = runs_of("genai-perf-profile_export_genai_perf.json");
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].concurrency == 16);
  CHECK(runs[0].completed == 460);
  CHECK(runs[0].input.mean == Approx(2000.2));
  CHECK(runs[0].input.asked == 2000);
  CHECK(runs[0].output.asked == 256);
  CHECK(is_absent(runs[0].failed));
  check_time(runs[0].tpot, 0.0128, 0.0128, 0.0139);
  check_time(runs[0].latency, 3.45, 3.43, 3.8);
}

TEST_CASE("GuideLLM: latency in s, TPOT without the first token", "[load-tests]") {
  const auto runs = runs_of("guidellm-benchmarks.json");
  REQUIRE(runs.size() == 1);
  const LoadTestRun& run = runs.front();
  CHECK(run.place == "guidellm-benchmarks.json: benchmarks[0]");
  CHECK(run.models == std::vector<std::string>{"acme/Example-70B"});
  CHECK(run.date == "2026-11-26");
  CHECK(run.rate == 4);
  CHECK(run.arrival_cv2 == 1);
  CHECK(run.completed == 440);
  CHECK(run.failed == 0);
  CHECK(run.seconds == 110);
  CHECK(run.mean_concurrency == Approx(12.4));
  check_time(run.ttft, 0.092, 0.081, 0.26);
  check_time(run.tpot, 0.01183, 0.0116, 0.0161);  // not 12.15 ms, with the first token
  check_time(run.latency, 3.11, 3.05, 4.3);
  CHECK(run.output_throughput == 1018);
}

TEST_CASE("strategies of GuideLLM are rates, clients or all requests at once", "[load-tests]") {
  const std::string file = "guidellm-benchmarks.json", strategy = R"({"type_": "poisson", "rate": 4.0})";
  const auto run_with = [&](const char* other) { return runs_of(with(sample(file), strategy, other), file).front(); };
  CHECK(run_with(R"({"type_": "concurrent", "streams": 12})").has_clients());
  CHECK(run_with(R"({"type_": "synchronous"})").concurrency == 1);
  CHECK(run_with(R"({"type_": "throughput", "max_concurrency": null})").is_burst());
  CHECK(run_with(R"({"type_": "throughput", "max_concurrency": 12})").has_clients());
  CHECK(run_with(R"({"type_": "constant", "rate": 2})").arrival_cv2 == 0);
  CHECK_THAT(
      refusal_of(with(sample(file), strategy, R"({"type_": "sweep"})"), file),
      Contains("benchmarks[0].config.strategy.type_: expected poisson, constant"));
}

TEST_CASE("a limit on concurrency that a rate does not reach is no load", "[load-tests]") {
  LoadTestRun run = steady_run();
  run.concurrency = 200;
  CHECK_FALSE(run.has_clients());
  run.concurrency = 21;
  CHECK(run.has_clients());
}

TEST_CASE("a rate that is not a number is all requests at once", "[load-tests]") {
  const std::string text = sample("vllm-bench.json"), rate = R"("request_rate": 6.0)";
  for (const char* other : {R"("request_rate": "inf")", R"("request_rate": Infinity)", R"("request_rate": null)"})
    CHECK(runs_of(with(text, rate, other), "v.json").front().is_burst());
  CHECK_THAT(
      refusal_of(with(text, rate, R"("request_rate": "fast")"), "v.json"),
      Equals("v.json: request_rate: expected a number"));
  CHECK_THAT(
      refusal_of(with(text, rate, R"("request_rate": 0)"), "v.json"),
      Equals("v.json: request_rate: expected a number above 0"));
}

TEST_CASE("a malformed result is refused in one sentence that names the field", "[load-tests]") {
  struct Row {
    const char *file, *part, *other, *sentence;
  };
  const Row rows[] = {
      {"vllm-bench.json", R"("mean_tpot_ms": 12.9)", R"("mean_tpot_ms": "12.9")", "x: mean_tpot_ms: expected a number"},
      {"vllm-bench.json", R"("mean_tpot_ms": 12.9)", R"("mean_tpot_ms": -1)",
       "x: mean_tpot_ms: expected a number of 0 or more"},
      {"vllm-bench.json", R"("completed": 640)", R"("completed": 0)", "x: completed: expected a number above 0"},
      {"vllm-bench.json", R"("total_output_tokens": 135040, )", "", "x: total_output_tokens: expected a number"},
      {"sglang-bench.jsonl", R"("mean_ttft_ms": 88.0)", R"("mean_ttft_ms": [])",
       "x: line 2: mean_ttft_ms: expected a number"},
      {"aiperf-profile_export_aiperf.json", R"("time_to_first_token": {"unit": "ms")",
       R"("time_to_first_token": {"unit": "furlong")", "x: time_to_first_token.unit: expected s, ms, us or ns"},
      {"aiperf-profile_export_aiperf.json", R"("request_count": {"unit": "requests", "avg": 640.0})",
       R"("request_count": 640)", "x: request_count: expected an object"},
      {"genai-perf-profile_export_genai_perf.json", R"("avg": 12.8)", R"("avg": null)",
       "x: inter_token_latency.avg: expected a number"},
      {"genai-perf-profile_export_genai_perf.json", R"("concurrency": 16, )", "",
       "x: expected a concurrency or a request rate"},
      {"guidellm-benchmarks.json", R"("mean": 11.83, )", "",
       "x: benchmarks[0].metrics.inter_token_latency_ms.successful.mean: expected a number"},
      {"guidellm-benchmarks.json", R"("mean": 11.83)", R"("mean": "11.83")",
       "x: benchmarks[0].metrics.inter_token_latency_ms.successful.mean: expected a number"},
      {"guidellm-benchmarks.json", R"("prompt_token_count": {"successful": {"mean": 1024.0)",
       R"("prompt_token_count": {"successful": {"mean": 0)",
       "x: benchmarks[0].metrics.prompt_token_count.successful.mean: expected a number above 0"},
  };
  for (const auto& [file, part, other, sentence] : rows) {
    CAPTURE(file, part);
    CHECK_THAT(refusal_of(with(sample(file), part, other), "x"), Equals(sentence));
  }
  const std::string text = sample("vllm-bench.json");
  CHECK_THAT(refusal_of(text.substr(0, text.size() / 2 + 200), "x"), Contains("x: line ") && Contains("column"));
  CHECK_THAT(refusal_of(R"({"benchmarks": [], "request_totals": 1})", "x"), Contains("no run in it"));
  CHECK_THAT(refusal_of(R"(["model_id", "total_token_throughput"])", "x"), Equals("x: expected an object"));
}

TEST_CASE("a time that was not taken is absent, never 0", "[load-tests]") {
  const std::string text = sample("vllm-bench.json");
  const LoadTestRun run =
      runs_of(
          with(with(text, R"("p99_ttft_ms": 505.0, )", ""), R"("median_tpot_ms": 12.4)", R"("median_tpot_ms": 0)"), "x")
          .front();
  CHECK(is_absent(run.ttft.p99));
  CHECK(is_absent(run.tpot.median));
  CHECK(run.tpot.mean == Approx(0.0129));
}

TEST_CASE("runs that agree with themselves have no notes", "[load-tests]") {
  for (const auto& [tool, file] : samples)
    for (const LoadTestRun& run : runs_of(file)) {
      CAPTURE(run.place);
      CHECK(load_test_notes(run, {1000, 0.5}).empty());
    }
  CHECK(load_test_notes(steady_run(), {1000, 0.5}).empty());
  CHECK(load_test_notes(run_of_clients(20, 100), {1000, 1}).empty());
}

TEST_CASE("a check that fails is one note", "[load-tests]") {
  const auto notes_with = [](const auto& change, LoadTestLimits limits = {1000, 0.5}) {
    LoadTestRun run = steady_run();
    change(run);
    return load_test_notes(run, limits);
  };
  const auto only = [](const std::vector<std::string>& notes, const std::string& note) {
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes.front(), Equals(note));
  };
  only(
      notes_with([](LoadTestRun& run) { run.tpot.mean = 0.03; }),
      "TTFT + (output tokens - 1) x TPOT is 7.60 s, the mean latency 5.10 s");
  only(
      notes_with([](LoadTestRun& run) { run.mean_concurrency = 30; }),
      "request throughput x latency is 20.4, the concurrency 30");
  only(notes_with([](LoadTestRun& run) { run.failed = 20; }), "20 of 1,220 requests failed");
  CHECK(notes_with([](LoadTestRun& run) { run.failed = 12; }).empty());  // 1% may fail
  only(notes_with([](LoadTestRun& run) { run.stopped = true; }), "canceled before its end");
  only(notes_with([](LoadTestRun& run) { run.output.asked = 300; }), "answers of 251 tokens, 300 requested");
  // Three answers of 5.02 s take 15.1 s, at 95% utilization twenty times as long.
  only(
      notes_with([](LoadTestRun&) {}, {1000, 0.95}),
      "not steady: 5.00 min of at least 5.02 min at a predicted utilization of 95%");
  CHECK(notes_with([](LoadTestRun&) {}, {1000, 0.94}).empty());
  only(notes_with([](LoadTestRun& run) { run.seconds = 15; }, {}), "not steady: 15.0 s of at least 15.1 s");
  only(
      notes_with([](LoadTestRun& run) {
        run.request_throughput = 3;
        run.mean_concurrency = 15.3;
      }),
      "not steady: 3 req/s of 4 req/s completed");
  only(
      load_test_notes(run_of_clients(20, 99), {1000, 1}),
      "99 requests at concurrency 20: means contain much of the first wave");
}

TEST_CASE("all requests at once saturate a server from two batches on", "[load-tests]") {
  const auto note = [](double completed, double concurrency) {
    LoadTestRun run = burst_of(completed);
    const auto notes = load_test_notes(run, {concurrency, absent});
    REQUIRE(notes.size() == 1);
    return notes.front();
  };
  CHECK(note(200, 100) == "saturated: all requests at once");
  CHECK(note(199, 100) == "first wave only: 199 requests at once, max concurrency 100");
  CHECK(note(199, absent) == "first wave only: 199 requests at once");
}

}  // namespace llmsize::test
