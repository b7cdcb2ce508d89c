// SPDX-License-Identifier: Apache-2.0
// Request traces as classes of traffic: formats, lengths, bursts, sessions and prefixes that are known beforehand come
// back, whatever the order of the rows.
#include "core/trace/entry.hpp"

#include "core/files/document.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"
#include "core/trace/summary.hpp"
#include "tests/cli/folder.hpp"
#include "tests/support/fixtures.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <utility>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::Equals;
using tests::Folder;

const std::pair<const char*, const char*> samples[] = {
    {"azure-trace", "azure.csv"},
    {"burstgpt", "burstgpt.csv"},
    {"mooncake", "mooncake.jsonl"},
    {"bailian", "bailian.jsonl"}};

std::string sample(const std::string& name) { return read_file(tests::fixture("traces/" + name)); }

TraceSummary trace_of(const std::string& text) {
  const Folder folder;
  const std::string path = folder.write("trace", text);
  const TraceFormat* format = trace_format("", path);
  REQUIRE(format);
  return read_trace(*format, path);
}

std::string refusal_of(const std::string& text) {
  try {
    trace_of(text);
  } catch (const BadInput& error) {
    CHECK(error.kind() == BadInput::Kind::data);
    const std::string sentence = error.what();
    return sentence.substr(sentence.rfind("/trace") + 1);
  }
  return "";
}

const std::string burst_header = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n";

std::string burst_row(double at, double input, double output) {
  return fmt::format("{},GPT-4,{},{},{},API log\n", at, input, output, input + output);
}

/// Requests that come as `next` draws the time to the next batch.
template <class Next>
std::string arrivals(int batches, int batch, const Next& next) {
  std::string text = burst_header;
  double at = 0;
  for (int i = 0; i < batches; ++i) {
    at += next();
    for (int k = 0; k < batch; ++k) text += burst_row(at, 100, 10);
  }
  return text;
}

/// A session of prompts that grow by two blocks of 512 tokens a turn, in Mooncake's form.
std::string session(int number, int turns, double start, double pause, bool is_named) {
  std::string text;
  for (int turn = 1; turn <= turns; ++turn) {
    std::string ids;
    for (int block = 0; block < 2 * turn; ++block)
      ids += fmt::format("{}{}", block == 0 ? "" : ", ", 1000 * number + block);
    text += fmt::format(
        R"({{"timestamp": {}, "input_length": {}, "output_length": 24, "hash_ids": [{}]{}}})",
        start + (turn - 1) * pause, 1024 * turn, ids, is_named ? fmt::format(R"(, "session_id": "s{}")", number) : "");
    text += '\n';
  }
  return text;
}

std::string sessions(int count, int turns, bool is_named) {
  std::string text;
  for (int i = 0; i < count; ++i) text += session(i, turns, 10'000.0 * i, 20'000, is_named);
  return text;
}

/// The rows in another order, below the same header.
std::string shuffled(const std::string& text, unsigned seed) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line + "\n");
  const auto first = lines.begin() + (text.front() == '{' ? 0 : 1);
  std::shuffle(first, lines.end(), std::mt19937(seed));
  std::string all;
  for (const std::string& line : lines) all += line;
  return all;
}

double fact(const Entry& entry, std::string_view key) {
  const Fact* found = entry.find(key);
  return found ? found->number.value() : absent;
}

bool has_remark(const TraceSummary& trace, const std::string& part) {
  const auto remarks = trace_remarks(trace);
  return std::any_of(
      remarks.begin(), remarks.end(), [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

TEST_CASE("a trace is recognized by its content, and other files are none", "[trace]") {
  for (const auto& [name, file] : samples) {
    CAPTURE(file);
    const TraceFormat* format = trace_format("", tests::fixture(std::string("traces/") + file));
    REQUIRE(format);
    CHECK(format->name == name);
    CHECK(trace_format(name, "no-file") == format);
  }
  for (const char* other :
       {"load-tests/sglang-bench.jsonl", "load-tests/vllm-bench.json", "prices.csv", "prices.json",
        "storage-numbers.csv"}) {
    CAPTURE(other);
    CHECK_FALSE(trace_format("", tests::fixture(other)));
  }
  CHECK_FALSE(trace_format("fio", "no-file"));
}

TEST_CASE("dates of 2023 and 2024 are read to the fraction of a second", "[trace]") {
  const TraceSummary trace = trace_of(
      "TIMESTAMP,ContextTokens,GeneratedTokens\n"
      "2023-11-16 23:59:59.5000000,400,40\n"
      "2024-02-29 00:00:00.250000+00:00,600,60\n"
      "2024-02-29 02:00:00.750000+02:00,500,50\n");
  CHECK(trace.requests == 3);
  CHECK(trace.span == Approx(104 * 86400 + 1.25));
  CHECK(trace.input.mean == 500);
  CHECK(trace.output.p50 == 50);
  CHECK(trace.input.cv2 == Approx(2.0 / 3 * 0.04));
}

TEST_CASE("Poisson arrivals have a dispersion of 1, batches that of their size", "[trace]") {
  std::mt19937_64 random(5);
  std::exponential_distribution<double> gap(2);
  const auto next = [&] { return gap(random); };
  const TraceSummary poisson = trace_of(arrivals(20'000, 1, next));
  CHECK(poisson.rate == Approx(2).epsilon(0.03));
  CHECK(poisson.dispersion_1s == Approx(1).margin(0.05));
  CHECK(poisson.dispersion_10s == Approx(1).margin(0.12));
  CHECK(poisson.dispersion_60s == Approx(1).margin(0.3));
  // A compound Poisson process of batches of b has b.
  CHECK(trace_of(arrivals(20'000, 5, next)).dispersion_10s == Approx(5).margin(0.6));
  const TraceSummary clock = trace_of(arrivals(2'000, 1, [] { return 1.0; }));
  CHECK(clock.dispersion_10s == 0);
  CHECK(fact(trace_entry(clock), "serving.arrival_cv2") == 0.01);  // the least that the input takes
}

TEST_CASE("log-normal lengths give back their mean, variation and percentiles", "[trace]") {
  // Azure, conversations of 2023: mean 1,155, coefficient of variation 0.96. Percentiles by exp(mu + z sigma).
  const double mean = 1155, cv = 0.96, sigma = std::sqrt(std::log(1 + cv * cv)),
               mu = std::log(mean) - sigma * sigma / 2;
  std::mt19937_64 random(11);
  std::lognormal_distribution<double> length(mu, sigma);
  std::string text = burst_header;
  for (int i = 0; i < 40'000; ++i) text += burst_row(i, std::round(length(random)), 1 + i % 3);
  const TraceSummary trace = trace_of(text);
  CHECK(trace.input.mean == Approx(mean).epsilon(0.02));
  CHECK(trace.input.cv2 == Approx(cv * cv).epsilon(0.06));
  CHECK(trace.input.p50 == Approx(std::exp(mu)).epsilon(0.02));
  CHECK(trace.input.p95 == Approx(std::exp(mu + 1.6449 * sigma)).epsilon(0.03));
  CHECK(trace.output.mean == Approx(2).epsilon(0.001));
}

TEST_CASE("conversations of known reuse: turns, pauses, new tokens, hit rate", "[trace]") {
  // Turn k sends 2k blocks, 2(k - 1) of them again: 20 of 30 in five turns.
  const Conversations found = trace_of(sessions(40, 5, true)).conversations;
  CHECK(found.sessions.turns == 5);
  CHECK(found.sessions.pause == Approx(20));
  CHECK(found.sessions.pause_cv == Approx(0).margin(1e-6));
  CHECK(found.sessions.turn_tokens == Approx((1024 + 4 * 1000) / 5.0));  // answers of 24 tokens are part of the growth
  CHECK(found.sessions.shared_tokens == 0);
  CHECK(found.reuse.block == 512);
  CHECK(found.reuse.ceiling == Approx(20.0 / 30));
  CHECK(found.reuse.pause == Approx(20));
}

TEST_CASE("a system prompt is what first turns find", "[trace]") {
  std::string text;
  for (int i = 0; i < 100; ++i)
    text += fmt::format(
        R"({{"chat_id": {}, "parent_chat_id": -1, "timestamp": {}, "input_length": 64, "output_length": 9, )"
        R"("type": "text", "turn": 1, "hash_ids": [1, 2, {}, {}]}})"
        "\n",
        i, i, 2 * i + 3, 2 * i + 4);
  const Conversations found = trace_of(text).conversations;
  CHECK(found.sessions.turns == 1);
  CHECK(found.sessions.shared_tokens == Approx(32 * 0.99));  // the first request finds nothing
  CHECK(found.reuse.ceiling == Approx(0.495));
  CHECK(is_absent(found.sessions.pause));
}

TEST_CASE("a longer lifetime finds no less and needs no less room", "[trace]") {
  for (const char* file : {"mooncake.jsonl", "bailian.jsonl"}) {
    CAPTURE(file);
    const TraceReuse reuse = trace_of(sample(file)).conversations.reuse;
    REQUIRE(reuse.ages.size() > 2);
    for (std::size_t i = 1; i < reuse.ages.size(); ++i) {
      CHECK(reuse.ages[i].age > reuse.ages[i - 1].age);
      CHECK(reuse.ages[i].hit >= reuse.ages[i - 1].hit);
      CHECK(reuse.ages[i].room >= reuse.ages[i - 1].room);
    }
    CHECK(reuse.ages.back().hit == reuse.ceiling);
    CHECK(reuse.ceiling < 1);
  }
  // Nothing returns within less than the pause; everything within more.
  const TraceReuse steady = trace_of(sessions(200, 5, true)).conversations.reuse;
  CHECK(steady.ages.front().age == 30);
  CHECK(steady.ages.front().hit == Approx(steady.ceiling));
}

TEST_CASE("without ids of sessions, turns give the hit rate of the blocks", "[trace]") {
  const TraceSummary trace = trace_of(sessions(40, 5, false));
  CHECK(is_absent(trace.conversations.sessions.turns));
  const Entry entry = trace_entry(trace);
  CHECK(fact(entry, "traffic.reuse_most") == Approx(20.0 / 30).epsilon(1e-5));
  Scenario scenario;
  for (const Fact& each : entry.facts) scenario.set(each.key, {each.number, each.word}, each.word, each.source);
  const Case completed = complete(scenario, Catalog());
  const double ceiling = result_row("serving.prefix_hit_ceiling").value(Once(completed.values, dependents()));
  CHECK(ceiling == Approx(20.0 / 30).epsilon(1e-4));
}

TEST_CASE("a pause that a trace states is that from the answer on", "[trace]") {
  const std::string first = R"({"timestamp": 1000, "session_id": 7, "input_length": 64, "output_length": 9})";
  const std::string later = R"({"delay": 2500, "session_id": 7, "input_length": 100, "output_length": 9})";
  const TraceSummary trace = trace_of(first + "\n" + later + "\n");
  CHECK(trace.span == 2.5);
  CHECK(trace.conversations.sessions.turns == 2);
  CHECK(trace.conversations.sessions.pause == 2.5);
  CHECK(trace.conversations.sessions.has_stated_pauses);
  CHECK_THAT(
      refusal_of(first + "\n" + R"({"delay": 2500, "input_length": 100, "output_length": 9})"),
      Equals("trace: line 2: timestamp: expected a number"));
}

TEST_CASE("the block size is that of the format, or the one that all rows agree with", "[trace]") {
  const auto block = [](const char* rows) { return trace_of(rows).conversations.reuse.block; };
  CHECK(block(R"({"timestamp": 0, "input_length": 100, "output_length": 9, "hash_ids": [1]})") == 512);
  CHECK(block(R"({"timestamp": 0, "input_length": 100, "output_length": 9, "hash_ids": [1, 2]})") == 64);
  const TraceSummary odd = trace_of(R"({"timestamp": 0, "input_length": 5000, "output_length": 9, "hash_ids": [1]})");
  CHECK(is_absent(odd.conversations.reuse.block));
  CHECK(has_remark(odd, "one block size"));
}

TEST_CASE("the busiest hour over the mean hour, of a day or more", "[trace]") {
  std::string text = burst_header;
  // Two days of 10 requests an hour, with 34 in one hour.
  for (int hour = 0; hour < 48; ++hour)
    for (int i = 0, all = hour == 30 ? 34 : 10; i < all; ++i) text += burst_row(3600.0 * hour + 3600.0 * i / all, 9, 9);
  const std::string ends = burst_row(48 * 3600 - 0.5, 9, 9);
  CHECK(trace_of(text + ends).peak == Approx(34 * 48 / (47 * 10 + 34 + 1.0)));
  const TraceSummary half = trace_of(sample("burstgpt.csv"));
  CHECK(is_absent(half.peak));
  CHECK_FALSE(trace_entry(half).find("traffic.peak"));
  CHECK(has_remark(half, "Shorter than a day"));
}

TEST_CASE("failures are dropped; duplicates, limits and zeros are remarks", "[trace]") {
  CHECK(trace_of(sample("burstgpt.csv")).failed == 3);
  CHECK(trace_of(sample("burstgpt.csv")).requests == 57);
  std::string text = "TIMESTAMP,ContextTokens,GeneratedTokens\n";
  for (int i = 0; i < 2000; ++i)
    text += fmt::format("2026-03-02 10:{:02}:{:02},{},{}\n", i / 60 % 60, i % 60, i % 4 == 0 ? 4096 : 100 + i, i % 10);
  text += "2026-03-02 10:00:01,101,1\n";
  const TraceSummary trace = trace_of(text);
  CHECK(trace.duplicates == 1);
  CHECK(trace.input.pile == 4096);
  CHECK(trace.input.piled == Approx(0.25).epsilon(0.01));
  CHECK(trace.output.zeros == Approx(0.1).epsilon(0.01));
  CHECK(has_remark(trace, "25% of the prompts have 4,096 tokens each, probably a limit."));
  CHECK(has_remark(trace, "10% of the answers have 0 tokens."));
  CHECK(has_remark(trace, "1 request equal to another one"));
  CHECK_FALSE(has_remark(trace, "uncertain"));
  CHECK(has_remark(trace_of(sample("azure.csv")), "fewer than 1,000 are uncertain"));
}

TEST_CASE("a trace gives the same entry twice, and in any order of its rows", "[trace]") {
  for (const auto& [name, file] : samples) {
    CAPTURE(file);
    const std::string text = sample(file);
    const Json once = write_entry(trace_entry(trace_of(text)));
    CHECK(once == write_entry(trace_entry(trace_of(text))));
    for (const unsigned seed : {1U, 2U, 3U}) CHECK(once == write_entry(trace_entry(trace_of(shuffled(text, seed)))));
  }
}

TEST_CASE("the entry of a trace reads back as traffic of the catalog", "[trace]") {
  for (const auto& [name, file] : samples) {
    CAPTURE(file);
    TraceSummary trace = trace_of(sample(file));
    trace.file = file;
    const Entry entry = trace_entry(trace);
    CHECK(entry.id == std::string(file).substr(0, std::string(file).find('.')));
    const Entry again = read_entry(write_entry(entry), "traffic", file);
    REQUIRE(again.facts.size() == entry.facts.size());
    for (const Fact& each : entry.facts) {
      CAPTURE(each.key);
      CHECK(fact(again, each.key) == each.number.value());
      CHECK_THAT(again.find(each.key)->source, Contains(file) && Contains(std::string(trace.format->title)));
    }
    CHECK_THAT(entry.notes, Contains("ISL P50") && Contains("P95") && Contains("Index of dispersion"));
  }
}

TEST_CASE("a malformed row is refused by row and field", "[trace]") {
  const std::string azure = "TIMESTAMP,ContextTokens,GeneratedTokens\n2026-03-02 10:00:00,9,9\n";
  const std::string tokens = "a whole number of tokens from 0 to 1,000,000,000";
  const std::pair<std::string, std::string> rows[] = {
      {azure + "2026-13-02 10:00:00,9,9\n",
       "trace, row 3: TIMESTAMP '2026-13-02 10:00:00': expected a time such as 2026-11-16 18:17:03.25"},
      {azure + "2026-03-02 10:00:00,many,9\n", "trace, row 3: ContextTokens 'many': expected " + tokens},
      {azure + "2026-03-02 10:00:00,9\n", "trace, row 3: GeneratedTokens '': expected " + tokens},
      {burst_header + "soon,GPT-4,9,9,18,API log\n", "trace, row 2: Timestamp 'soon': expected seconds"},
      {burst_header + "1e300,GPT-4,9,9,18,API log\n", "trace, row 2: Timestamp '1e300': expected seconds"},
      {burst_header + "1,GPT-4,9,0,9,API log\n", "trace: no request with an answer"},
      {"Timestamp;Request tokens of it;Response tokens\n1;2;3\n",
       "trace: expected the columns Timestamp, Request tokens, Response tokens"},
      {R"({"timestamp": 0, "input_length": -1, "output_length": 9})",
       "trace: line 1: input_length: expected " + tokens},
      {R"({"timestamp": 0, "input_length": 9, "output_length": 0.5})",
       "trace: line 1: output_length: expected " + tokens},
      {R"({"timestamp": "0", "input_length": 9, "output_length": 9})", "trace: line 1: timestamp: expected a number"},
      {R"({"timestamp": 0, "input_length": 9, "output_length": 9, "hash_ids": [0.5]})",
       "trace: line 1: hash_ids: expected a list of whole numbers"},
      {R"({"timestamp": 0, "input_length": 9, "output_length": 9, "delay": -1})",
       "trace: line 1: delay: expected a time of 0 or more"},
      {R"({"timestamp": 0, "input_length": 9, "output_length": 9, "session_id": []})",
       "trace: line 1: session_id: expected a text"},
  };
  for (const auto& [text, sentence] : rows) CHECK_THAT(refusal_of(text), Equals(sentence));
  const std::string line = R"({"timestamp": 0, "input_length": 9, "output_length": 9})";
  CHECK_THAT(refusal_of(line + "\n[]\n"), Equals("trace: line 2: expected an object"));
  CHECK_THAT(refusal_of(line + "\n" + line.substr(0, 20)), Contains("trace: line 2: ") && Contains("column"));
}

TEST_CASE("requests that continue themselves or each other begin a session", "[trace]") {
  const auto row = [](int own, int parent, int at) {
    return fmt::format(
        R"({{"chat_id": {}, "parent_chat_id": {}, "timestamp": {}, "input_length": 9, "output_length": 9}})"
        "\n",
        own, parent, at);
  };
  CHECK(trace_of(row(1, 1, 0) + row(2, 3, 1) + row(3, 2, 2)).conversations.sessions.turns == 1.5);
}

}  // namespace
}  // namespace llmsize::test
