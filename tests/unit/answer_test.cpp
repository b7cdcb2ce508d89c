// SPDX-License-Identifier: Apache-2.0
// Answers: what does not fit is said, with the numbers and the assumptions it rests on.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"
#include "core/inputs/list.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const std::vector<std::string_view> every_room{
    "model",    "training", "memory",  "capacity", "offload",     "checkpoint", "layout",  "goal",    "scaling",
    "trend",    "tier",     "restart", "ingest",   "reliability", "load",       "project", "latency", "economics",
    "planning", "serving",  "wear",    "service",  "fabric",      "bom",        "power",   "storage", "traffic"};

Answer answered(const Said& said, const std::vector<std::string_view>& rooms = every_room) {
  return answer(completed(said), {rows_of_rooms(rooms)});
}

std::vector<std::string> found(const Answer& answer, std::string_view id) {
  std::vector<std::string> messages;
  for (const FoundFinding& finding : answer.findings)
    if (finding.id == id) messages.push_back(finding.message);
  return messages;
}
bool finds(const Said& said, std::string_view id) { return !found(answered(said), id).empty(); }

/// Keys that a case's shown values assume.
std::vector<std::string> assumed(const Answer& answer) {
  std::vector<std::string> keys;
  for (const FoundFinding& finding : answer.findings)
    if (finding.id == "input.assumed") keys.push_back(finding.fields.at(0));
  return keys;
}

TEST_CASE("every id that a finding speaks of exists", "[answer][findings]") {
  for (const FindingRow& row : findings()) {
    std::string_view sentence = row.about->sentence;
    CAPTURE(row.about->id, sentence);
    CHECK(sentence.back() == '.');
    std::size_t named = 0;
    for (auto open = sentence.find('{'); open != sentence.npos; open = sentence.find('{', open + 1), ++named) {
      const auto close = sentence.find('}', open);
      REQUIRE(close != sentence.npos);
      const std::string_view name = sentence.substr(open + 1, close - open - 1);
      CAPTURE(name);
      CHECK((NumberId::find(name).has_value() || WordKey::find(name).has_value()));
    }
    CHECK(named > 0);
  }
}

TEST_CASE("a GPU overflows as soon as it needs more than it has", "[answer][findings]") {
  const Case plan = completed(gpt3_on_128_dgx);
  const double needed = result(plan, "memory.gpu_known");
  CHECK(needed == result(plan, "memory.gpu_total"));
  const auto overflows = [&](double memory) {
    Case other = plan;
    other.put(key_named("accelerator.memory"), memory, {});
    return !found(answer(other, {rows_of_rooms({"memory"})}), "memory.gpu_overflow").empty();
  };
  CHECK_FALSE(overflows(needed));
  CHECK(overflows(std::nextafter(needed, 0)));
}

TEST_CASE(
    "a GPU overflows although its activations are not known when the known parts alone do not fit",
    "[answer][findings]") {
  const Said small_gpu{{"model.parameters_given", "17B"}, {"accelerator.memory", "80GB"}};
  CHECK(is_absent(result(completed(small_gpu), "memory.gpu_total")));
  CHECK(
      found(answered(small_gpu), "memory.gpu_overflow") ==
      std::vector<std::string>{"GPU memory exceeded: 253 GiB needed, 74.5 GiB available. Increase tensor or pipeline "
                               "parallelism or the ZeRO stage, enable recomputation or offloading, or reduce the "
                               "micro-batch size."});
  CHECK_FALSE(finds({{"model.parameters_given", "17B"}, {"accelerator.memory", "300GB"}}, "memory.gpu_overflow"));
  CHECK_FALSE(finds({{"model.parameters_given", "17B"}}, "memory.gpu_overflow"));
}

TEST_CASE("each slower tier overflows by itself", "[answer][findings]") {
  struct Row {
    Said said;
    const char* id;
    bool overflows;
  };
  const Said model{{"model.parameters_given", "1T"}, {"cluster.system", "dgx-a100-640"}, {"storage.id", "ddn-ai400x2"}};
  const Row rows[] = {
      {model + Said{{"memory.offload", "cpu"}}, "memory.cpu_overflow", true},
      {model + Said{{"memory.offload", "cpu"}, {"cluster.nodes", "8"}}, "memory.cpu_overflow", false},
      {model + Said{{"memory.offload", "cpu"}, {"cluster.nodes", "7"}}, "memory.cpu_overflow", true},
      {model + Said{{"memory.offload", "nvme"}}, "memory.cpu_overflow", false},
      {model + Said{{"memory.offload", "nvme"}}, "memory.nvme_overflow", false},
      {model + Said{{"memory.offload", "nvme"}, {"model.parameters_given", "2T"}}, "memory.nvme_overflow", true},
      {model + Said{{"memory.offload", "shared"}, {"model.parameters_given", "31.25T"}}, "memory.shared_overflow",
       false},
      {model + Said{{"memory.offload", "shared"}, {"model.parameters_given", "31.26T"}}, "memory.shared_overflow",
       true},
      {model + Said{{"memory.offload", "shared"}, {"model.parameters_given", "31.26T"}, {"storage.count", "2"}},
       "memory.shared_overflow", false},
      {model, "memory.cpu_overflow", false},
  };
  for (const auto& [said, id, overflows] : rows) {
    CAPTURE(as_options(scenario_of(said)), id);
    // Without their shape the models' activations are not known, so they are left where they are.
    CHECK(finds(said, id) == overflows);
  }
}

TEST_CASE("degrees that leave something over are found one by one", "[answer][findings]") {
  struct Row {
    Said said;
    const char* sentence;
  };
  const Said gpt3{{"model", "gpt3-175b"}};
  const Row rows[] = {
      {gpt3 + Said{{"layout.tensor", "5"}}, "TP 5 does not divide 96 attention heads."},
      {gpt3 + Said{{"layout.pipeline", "9"}, {"software.id", "megatron-2021"}},
       "PP 9 × VPP 1 does not divide 96 layers."},
      {gpt3 + Said{{"layout.pipeline", "32"}, {"layout.interleave", "2"}}, "PP 32 × VPP 2 does not divide 96 layers."},
      {gpt3 + Said{{"layout.data", "4"}, {"workload.global_batch", "6"}},
       "DP 4 × micro-batch 1 does not divide the global batch size of 6."},
      {mixtral + Said{{"layout.expert", "3"}, {"layout.data", "3"}}, "EP 3 does not divide 8 experts."},
      {mixtral + Said{{"layout.expert", "4"}, {"layout.data", "2"}},
       "EP 4 × ETP 1 does not divide TP 1 × CP 1 × DP 2."},
  };
  for (const auto& [said, sentence] : rows) {
    const auto messages = found(answered(said), "layout.indivisible");
    CAPTURE(sentence, messages);
    REQUIRE(messages.size() == 1);
    CHECK(messages.front().find(sentence) == 0);
  }
  CHECK(found(answered(gpt3_on_128_dgx), "layout.indivisible").empty());
  // Embedding and output head count as layers where that makes stages even: 98 over 7.
  CHECK(found(answered(gpt3 + Said{{"layout.pipeline", "7"}}), "layout.indivisible").empty());
  // Eight stages of eleven, and eight layers on the last.
  CHECK(found(answered(gpt3 + Said{{"layout.pipeline", "9"}}), "layout.indivisible").empty());
  CHECK(found(answered(mixtral + Said{{"layout.expert", "8"}, {"layout.data", "8"}}), "layout.indivisible").empty());
}

TEST_CASE("a deadline is missed only when there is one and the time is known", "[answer][findings]") {
  CHECK(finds(gpt3_on_128_dgx + Said{{"goal.deadline", "1d"}}, "goal.missed"));
  CHECK_FALSE(finds(gpt3_on_128_dgx + Said{{"goal.deadline", "1000d"}}, "goal.missed"));
  CHECK_FALSE(finds({{"model", "gpt3-175b"}, {"goal.deadline", "1d"}}, "goal.missed"));
}

TEST_CASE("limits that no request rate meets are told with the latency of one request, whatever the load", "[answer]") {
  const Said server{{"workload.mode", "infer"},     {"model", "llama-3.1-70b"},      {"cluster.system", "dgx-h100"},
                    {"cluster.nodes", "1"},         {"layout.tensor", "8"},          {"layout.pipeline", "1"},
                    {"serving.input_tokens", "1k"}, {"serving.output_tokens", "1k"}, {"serving.tpot_limit", "1ms"}};
  const auto told = [&](const Said& load) {
    std::vector<std::string> messages = found(answered(server + load), "goal.missed");
    return messages.empty() ? std::string() : messages.front();
  };
  const std::string of_few = told({{"serving.rate", "1"}});
  CAPTURE(of_few);
  CHECK(of_few.find("No request rate meets the SLOs") == 0);
  CHECK(of_few.find(" ms at batch size 1.") != of_few.npos);
  // Beyond the capacity the load has no TPOT.
  CHECK(told({{"serving.rate", "500"}}) == of_few);
  CHECK(told({{"serving.concurrency", "64"}}) == of_few);
}

TEST_CASE("an error concerns whatever was asked, a note only what rests on it", "[answer][findings]") {
  const Said said = gpt3_on_128_dgx + Said{{"goal.deadline", "1d"}};
  const Answer memory_alone = answered(said, {"memory"});
  CHECK(found(memory_alone, "goal.missed").size() == 1);
  CHECK(assumed(memory_alone).empty());
  CHECK(std::all_of(memory_alone.results.begin(), memory_alone.results.end(), [](const Result& result) {
    return result.row->about->id.substr(0, 7) == "memory.";
  }));
}

TEST_CASE("only assumptions that a shown value rests on are named", "[answer][findings]") {
  using Keys = std::vector<std::string>;
  CHECK(assumed(answered(gpt3_on_128_dgx, {"memory"})).empty());
  CHECK(assumed(answered(gpt3_on_128_dgx, {"model"})).empty());
  CHECK(
      assumed(answered(gpt3_on_128_dgx, {"training"})) == Keys{
                                                              "accelerator.memory_efficiency", "network.latency",
                                                              "workload.overhead_half_time",
                                                              "workload.overhead_share"});
  CHECK(assumed(answered(gpt3_on_128_dgx, {"capacity"})).empty());
  const Case stated = completed(gpt3_on_128_dgx + Said{{"software.utilisation", "0.4"}});
  CHECK(assumed(answer(stated, {{&result_row("training.total_step_time")}})).empty());
  CHECK(assumed(answered({{"accelerator.memory_label", "96GB"}}, {"memory"})) == Keys{"accelerator.memory"});
  CHECK(assumed(answered({{"model", "gpt3-175b"}}, {"training"})).empty());
}

TEST_CASE("an assumption is told with its value, its spread and its reason", "[answer][findings]") {
  Case plan = completed(gpt3_on_128_dgx + Said{{"software.at_utilisation", "yes"}});
  plan.put(key_named("software.utilisation"), 0.51, {Origin::Kind::assumed, {}, "median of our runs", {}}, 0.15);
  const auto messages = found(answer(plan, {{&result_row("training.total_step_time")}}), "input.assumed");
  const std::string label(about_of("software.utilisation").label);
  CHECK(messages == std::vector<std::string>{label + " is assumed: 0.51 (P10–P90 0.421–0.618; median of our runs)."});
}

TEST_CASE("the most severe findings come first", "[answer][findings]") {
  const Answer answer = answered(gpt3_on_128_dgx + Said{{"goal.deadline", "1d"}});
  REQUIRE(answer.findings.size() >= 2);
  CHECK(answer.has_error());
  CHECK(std::is_sorted(answer.findings.begin(), answer.findings.end(), [](const auto& a, const auto& b) {
    return a.severity > b.severity;
  }));
  CHECK(answer.findings.back().severity == Severity::info);
  CHECK_FALSE(answered({}).has_error());
}

TEST_CASE("an answer holds the asked results in order, absent ones with what they miss", "[answer]") {
  const Answer everything = answered({{"model.parameters_given", "17B"}});
  REQUIRE(everything.results.size() == results().size());
  CHECK(everything.find("model.parameters")->value == 17e9);
  CHECK(everything.find("model.parameters")->missing.empty());
  CHECK(everything.find("memory.stage_layers")->missing == std::vector<std::string_view>{"model.layers"});
  CHECK(everything.find("no.such") == nullptr);
  CHECK_FALSE(everything.find("model.parameters")->p10.has_value());
}

}  // namespace
}  // namespace llmsize::test
