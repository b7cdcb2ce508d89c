// SPDX-License-Identifier: Apache-2.0
// What fio answers: what is read from it, and which answers cannot be believed.
#include "core/probe/storage/fio_answer.hpp"
#include "core/probe/storage/session.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

#include <cerrno>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;
using Flags = std::vector<std::string>;

namespace {

const std::string answer_text =
    R"({"fio version": "fio-3.33", "jobs": [{"error": 0, "job_runtime": 12000, "usr_cpu": 0.5, "sys_cpu": 5.5,
  "read": {"io_bytes": 318504960, "bw_bytes": 212195176, "iops": 51805.5, "runtime": 1501, "total_ios": 77760,
    "lat_ns": {"mean": 153982.3, "N": 77760, "percentile": {"50.000000": 128512, "99.900000": 4227072}}},
  "write": {"io_bytes": 0, "bw_bytes": 0, "iops": 0, "runtime": 0, "total_ios": 0, "lat_ns": {"mean": 0, "N": 0}}}]})";

Point point(Work work, int threads = 8, double seconds = 5) { return {"nvme", work, threads, 1, seconds}; }

/// Eight threads that were busy with the disk for five seconds.
FioAnswer good() {
  FioAnswer answer;
  answer.bytes = 1e9;
  answer.count = 1000;
  answer.seconds = 5;
  answer.thread_seconds = 40;
  answer.latency = 0.04;
  answer.cpu = 0.05;
  return answer;
}

Flags flags(const FioAnswer& answer, Work work = Work::read, const Engine& engine = {}, bool own_files = true) {
  return flags_of(point(work), answer, engine, own_files);
}

ProbeResult pass(double value, const Flags& flags = {}) {
  ProbeResult one;
  one.probe = "nvme.read";
  one.raw = {value};
  one.flags = flags;
  one.verified = true;
  one.wall = 1;
  one.details = {{"p99", value / 100}, {"fio", "fio-3.33"}};
  return one;
}

}  // namespace

TEST_CASE("fio's answer is read in bytes and seconds") {
  const FioAnswer answer = read_fio(answer_text, Work::random_read);
  CHECK(answer.version == "3.33");
  CHECK(answer.bandwidth == 212195176);
  CHECK(answer.operations == 51805.5);
  CHECK(answer.seconds == Approx(1.501));
  CHECK(answer.latency == Approx(153.9823e-6));
  CHECK(answer.percentiles["p99.9"] == Approx(4.227072e-3));
  CHECK(answer.cpu == Approx(0.06));
  CHECK(busy_share(answer) == Approx(0.998).epsilon(1e-3));
}

TEST_CASE("text before and after the JSON is passed over") {
  CHECK(read_fio("fio: terminating on signal 15\n" + answer_text + "\nbye\n", Work::read).bytes == 318504960);
}

TEST_CASE("an answer without JSON, or without a part, is told") {
  CHECK_THAT(
      failure_of([] { read_fio("fio: engine libfoo not loadable\n", Work::read); }),
      Contains("returned no result") && Contains("libfoo"));
  CHECK_THAT(failure_of([] { read_fio("{\"jobs\": [", Work::read); }), Contains("returned no result"));
  CHECK_THAT(failure_of([] { read_fio("{\"jobs\": []}", Work::read); }), Contains("incomplete fio output"));
  CHECK_THAT(failure_of([] { read_fio("{\"jobs\": nothing}", Work::read); }), Contains("cannot read the fio output"));
}

TEST_CASE("threads that wait inside fio instead of for the disk make a point invalid") {
  FioAnswer answer = good();
  CHECK(flags(answer).empty());
  answer.latency *= 0.89;
  CHECK(flags(answer) == Flags{"invalid", "waits-in-fio"});
}

TEST_CASE("a point that measures the processor is invalid") {
  FioAnswer answer = good();
  answer.cpu = 0.71;
  CHECK(flags(answer) == Flags{"invalid", "cpu-bound"});
}

TEST_CASE("writes cut by their cap are short, and those of a sweep are bursts") {
  FioAnswer answer = good();
  CHECK(flags(answer, Work::write) == Flags{"burst"});
  answer.seconds = 1.5;
  CHECK(flags(answer, Work::write) == Flags{"short", "burst"});
}

TEST_CASE("only writes that were steady or long set a sustained rate") {
  Point sustained = point(Work::write);
  sustained.until_steady = true;
  FioAnswer answer = good();
  CHECK(flags_of(sustained, answer, {}, true) == Flags{"unsteady", "burst"});
  answer.seconds = 40;
  answer.thread_seconds = 320;
  answer.latency *= 8;
  CHECK(flags_of(sustained, answer, {}, true) == Flags{"unsteady"});
  answer.steady = true;
  CHECK(flags_of(sustained, answer, {}, true).empty());
}

TEST_CASE("the rate of a steady run is that of its steady part") {
  Json all = Json::parse(answer_text);
  all["jobs"][0]["steadystate"] = {{"attained", 0}, {"data", {{"bw_mean", 5}}}};
  CHECK(read_fio(all.dump(), Work::read).bandwidth == 212195176);
  all["jobs"][0]["steadystate"]["attained"] = 1;
  CHECK(read_fio(all.dump(), Work::read).bandwidth == 5);
}

TEST_CASE("what went through the cache of this machine is told, and reading own files back from it is invalid") {
  const Engine buffered{"psync", false};
  CHECK(flags(good(), Work::read, buffered) == Flags{"invalid", "buffered"});
  CHECK(flags(good(), Work::read, buffered, false) == Flags{"buffered"});
  CHECK(flags(good(), Work::write, buffered) == Flags{"buffered", "burst"});
}

TEST_CASE("errors of fio become one sentence") {
  FioAnswer answer;
  answer.error = ENOSPC;
  CHECK(what_failed(answer, "") == "the file system is full");
  answer.error = EDQUOT;
  CHECK_THAT(what_failed(answer, ""), Contains("quota"));
  answer.error = EIO;
  CHECK_THAT(
      what_failed(answer, "one\nfio: io_u error on file data\n"),
      Contains("Input/output error: fio: io_u error on file data"));
  CHECK(what_failed({}, "fio: no such engine\n") == "fio failed: fio: no such engine");
  CHECK(what_failed({}, "") == "fio failed without a message");
}

TEST_CASE("passes of one point become one result, and their percentiles the median") {
  ProbeRecord record;
  for (const double value : {300, 100, 200}) add_pass(record, pass(value));
  REQUIRE(record.results.size() == 1);
  const ProbeResult& result = record.results.front();
  CHECK(result.raw == std::vector<double>{300, 100, 200});
  CHECK(result.valid());
  CHECK(result.wall == 3);
  CHECK(result.details["p99"] == 2);
  CHECK(result.details["fio"] == "fio-3.33");
  CHECK(result.details["passes"].size() == 3);
}

TEST_CASE("an invalid pass does not count, whenever it comes, and alone makes the result invalid") {
  ProbeRecord record;
  add_pass(record, pass(1, {"invalid", "cpu-bound"}));
  CHECK_FALSE(record.results.front().valid());
  CHECK(record.results.front().flags == Flags{"invalid", "cpu-bound"});
  add_pass(record, pass(100, {"burst"}));
  add_pass(record, pass(2, {"invalid"}));
  const ProbeResult& result = record.results.front();
  CHECK(result.valid());
  CHECK(result.raw == std::vector<double>{100});
  CHECK(result.flags == Flags{"burst"});
  CHECK(result.details["rejected"].size() == 2);
}
