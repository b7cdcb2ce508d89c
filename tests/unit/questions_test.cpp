// SPDX-License-Identifier: Apache-2.0
// The library's faces: numbers with units, sentences for what is wrong, rows.
#include <catch2/catch.hpp>

#include "core/catalog/schema.hpp"
#include "core/quantity/absent.hpp"
#include "core/questions/question.hpp"
#include "core/questions/question_json.hpp"
#include "llmsize/llmsize.h"
#include "llmsize/llmsize.hpp"

#include <algorithm>
#include <functional>

using namespace llmsize;

namespace {

Question memory_of_gpt3() {
  return Question("memory")
      .set("model", "gpt3-175b")
      .set("system", "dgx-h100")
      .set("nodes", 16)
      .set("tp", "8")
      .set("pp", "16");
}

/// What is thrown.
std::string sentence_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const BadInput& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a number of a reply is the quantity that it is") {
  const Reply reply = memory_of_gpt3().ask();
  const Bytes used = reply["memory.gpu_total"];
  CHECK(raw(used) == reply["memory.gpu_total"].value());
  const double parameters = reply["model.parameters"];
  CHECK(parameters == 174604259328.0);
  CHECK(reply["model.parameters"].text() == "175B");
  const double nodes = reply["cluster.nodes"];
  CHECK(nodes == 16);
  CHECK(reply.at("memory.gpu_total").unit() == Unit::bytes);
  CHECK(sentence_of([&] {
          static_cast<void>(Seconds{reply["memory.gpu_total"]});
        }) == "memory.gpu_total is in B, not in s.");
  CHECK(sentence_of([&] {
          reply.at("memory.gpu_totl");
        }) == "unknown result 'memory.gpu_totl'; did you mean 'memory.gpu_total'?");
}

TEST_CASE("a number that is not known says what it needs") {
  const Reply reply = Question("memory").set("model", "gpt3-175b").ask();
  CHECK_FALSE(reply["training.calendar_time"].is_known());
  CHECK(sentence_of([&] {
          reply["training.calendar_time"].value();
        }) == "training.calendar_time is not known. Add a system to the inputs.");
  CHECK_FALSE(reply["training.calendar_time"].range());
}

TEST_CASE("numbers are base units, texts what people type") {
  const auto deadline = [](auto said) {
    return double(Seconds(memory_of_gpt3().set("goal.deadline", said).ask()["goal.deadline"]) / second);
  };
  CHECK(deadline("30d") == 30 * 86400);
  CHECK(deadline(86400.0) == 86400);
  CHECK(sentence_of([&] { deadline("30"); }) == "invalid value '30' for --deadline: expected a unit (30d or 30h)");
}

TEST_CASE("what is set last counts, over a scenario too") {
  CHECK(double(Question("memory").scenario("gpt3-on-1024-a100").set("gpus", 512).ask()["cluster.gpus"]) == 512);
  CHECK(double(memory_of_gpt3().set("tensor-parallel", "4").ask()["layout.tensor"]) == 4);
}

TEST_CASE("a verdict is that of the command") {
  const Reply fits = memory_of_gpt3().ask();
  CHECK(fits.verdict().state == State::ok);
  const Reply full = memory_of_gpt3().set("nodes", 1).set("pp", 1).set("layout", "plain").ask();
  CHECK(full.verdict().state == State::does_not_fit);
  REQUIRE_FALSE(full.findings().empty());
  CHECK(full.findings().front().severity == Severity::error);
  CHECK(parse_json(full.json(), "reply").at("verdict").at("state") == "does_not_fit");
}

TEST_CASE("an input that changes nothing is told") {
  const auto found = memory_of_gpt3().set("node-price", "300k").ask().findings();
  CHECK(std::any_of(found.begin(), found.end(), [](const FoundFinding& each) { return each.id == "input.unused"; }));
}

TEST_CASE("every question answers, by the schema of answers") {
  for (const std::string_view name : question_names()) {
    CAPTURE(name);
    const Json answer = parse_json(
        Question(name).set("model", "llama-3-8b").set("system", "dgx-h100").set("nodes", 1).ask().json(), "reply");
    CHECK(answer.at("tool").at("command") == name);
    CHECK_NOTHROW(check_schema("answers", answer, "reply"));
  }
}

TEST_CASE("what an answer adds for findings, ranges, prices and classes follows the schema of answers") {
  const Question asked[] = {
      memory_of_gpt3().set("nodes", 1).set("pp", 1).set("layout", "plain"),
      Question("memory").set("model", "gpt3-175b"),
      Question("train").set("model", "llama-3-8b").set("system", "dgx-h100").set("nodes", 1).set("node-price", "300k"),
      Question("serve")
          .set("model", "llama-3.1-8b")
          .set("system", "dgx-h100")
          .set("users", "1k")
          .set("traffic", "chat:0.7,rag:0.3")};
  for (const Question& each : asked)
    CHECK_NOTHROW(check_schema("answers", parse_json(each.ask().json(), "reply"), "reply"));
  Json wrong = parse_json(asked[0].ask().json(), "reply");
  wrong["verdict"]["state"] = "fine";
  CHECK(sentence_of([&] { check_schema("answers", wrong, "reply"); }).starts_with("reply: verdict.state: "));
}

TEST_CASE("rows are answered in their order, what is wrong in their place") {
  const Rows::Answers answers = Rows()
                                    .set("model", "llama-3-8b")
                                    .set("system", "dgx-h100")
                                    .results({"model.parameters", "training.total_step_time"})
                                    .answer({{"nodes", "tokens"}, {{"1", "1T"}, {"2", "1T"}, {"few", "1T"}}});
  CHECK(
      answers.columns.header ==
      std::vector<std::string>{"model_parameters_count", "training_total_step_time_s", "verdict", "status", "message"});
  REQUIRE(answers.columns.rows.size() == 3);
  CHECK(std::stod(answers.columns.rows[0][1]) > std::stod(answers.columns.rows[1][1]));
  CHECK(answers.columns.rows[2][3] == "invalid");
  CHECK(answers.columns.rows[2][4].starts_with("table: row 4, column 'nodes'"));
  CHECK(sentence_of([] { Rows().answer({{"mine"}, {{"1"}}}); }) == "table: no column is named after an input");
}

TEST_CASE("what a model lacks is told by every question about it") {
  for (const char* question : {"memory", "train", "plan", "size"}) {
    INFO(question);
    const auto findings =
        Question(question).set("model", "gemma-3-4b").set("system", "dgx-h100").set("nodes", 1).ask().findings();
    CHECK(std::count_if(findings.begin(), findings.end(), [](const FoundFinding& each) {
            return each.id == "model.unsupported";
          }) == 1);
  }
}

TEST_CASE("C asks in JSON") {
  char* answer =
      llmsize_ask(R"({"question": "memory", "set": {"model": "gpt3-175b"}, "results": ["model.parameters"]})");
  REQUIRE(answer);
  CHECK(parse_json(answer, "answer").at("results").at("model.parameters").at("value") == 174604259328);
  CHECK(llmsize_last_error_code() == 0);
  llmsize_free(answer);
  CHECK_FALSE(llmsize_ask("[]"));
  CHECK(std::string(llmsize_last_error()) == "question: expected an object with the field question");
  CHECK(llmsize_last_error_code() == 3);
  CHECK_FALSE(llmsize_ask(R"({"question": "memory", "set": {"model": "gpt3"}})"));
  CHECK(llmsize_last_error_code() == 4);
  CHECK_FALSE(llmsize_ask(nullptr));
  llmsize_free(nullptr);
}

TEST_CASE("the schema of a question takes what is asked, and names every input") {
  const Json set = question_schema().at("properties").at("set").at("properties");
  CHECK(set.contains("workload.tokens"));
  CHECK(set.contains("layout.zero"));
  CHECK(set.contains("cluster.system"));
}
