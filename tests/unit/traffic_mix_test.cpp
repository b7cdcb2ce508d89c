// SPDX-License-Identifier: Apache-2.0
// Several traffic classes on the same replicas: worked numbers of their mixture, laws of what each class gets in the
// common queue, and a queue that was simulated step by step.
#include "core/answer/answer.hpp"
#include "core/catalog/mixed_traffic.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/registry/served_classes.hpp"
#include "core/scenario/study.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>

namespace llmsize::test {
namespace {

const Said fp8_server{
    {"model", "llama-3.1-70b"},
    {"cluster.system", "dgx-h100"},
    {"workload.mode", "infer"},
    {"serving.weight_dtype", "fp8"},
    {"serving.kv_dtype", "fp8"}};
const Said two_replicas = fp8_server + Said{{"cluster.nodes", "1"}, {"layout.tensor", "4"}};

Said of_traffic(const std::string& classes) { return {{"traffic.id", classes}}; }
Said at_rate(double rate) { return {{"serving.rate", std::to_string(rate)}}; }

double number(const Said& said, std::string_view id) { return result(completed(said), id); }
double mixed_input(const std::string& classes, std::string_view key) {
  return given(completed(fp8_server + of_traffic(classes)), key);
}

std::vector<ServedClass> classes_in(const Case& plan) { return served_classes(Once(plan.values, dependents())); }
bool misses(const ServedClass& each) { return each.missed; }

Case planned(const Said& said) { return complete(plan_serving(scenario_of(said), built_in()).scenario, built_in()); }

/// An entry of the catalog under another id.
Entry renamed(const std::string& id, const std::string& as) {
  Entry entry = built_in().entry("traffic", id);
  entry.id = as;
  return entry;
}

void check_same_answers(const Said& one, const Said& other) {
  const Case a = completed(one), b = completed(other);
  const Once x(a.values, dependents()), y(b.values, dependents());
  for (const ResultRow& row : results()) {
    CAPTURE(row.about->id);
    CHECK(same(row.value(x), row.value(y)));
  }
}

}  // namespace

// Computed from the means and coefficients of variation of both classes, apart from the program.
TEST_CASE("a mixture has the mean and the spread of all its requests", "[traffic][mix]") {
  const std::string classes = "chat:0.7,agent:0.3";
  CHECK(mixed_input(classes, "serving.input_tokens") == Approx(37'843.5));
  CHECK(mixed_input(classes, "serving.input_cv2") == Approx(4.037624).epsilon(1e-6));
  CHECK(mixed_input(classes, "serving.output_tokens") == Approx(279.4));
  CHECK(mixed_input(classes, "serving.output_cv2") == Approx(2.442063).epsilon(1e-6));
  CHECK(mixed_input(classes, "serving.arrival_cv2") == Approx(2.6));
  CHECK(mixed_input(classes, "traffic.turns") == Approx(5.577689).epsilon(1e-6));
  const Said loaded = two_replicas + of_traffic(classes) + at_rate(0.1);
  // Long answers run for longer: what runs has longer prompts than what arrives.
  CHECK(number(loaded, "serving.context_tokens") == Approx(59'281.71).epsilon(1e-6));
  // Over prompt tokens: 0.929 of a chat's prompts were sent before, 0.948 of an agent's.
  CHECK(number(loaded, "serving.prefix_hit_ceiling") == Approx(0.9476766).epsilon(1e-6));
}

TEST_CASE("shares are of requests, whatever users of each class send", "[traffic][mix]") {
  // Six requests of a chat user, 140 of an agent's: 20,000 users, of whom 1.8% run agents.
  const Said users = fp8_server + of_traffic("chat:0.7,agent:0.3") + Said{{"traffic.users", "20000"}};
  CHECK(given(completed(users), "traffic.requests_per_day") == Approx(168'336.67).epsilon(1e-6));
  CHECK(
      given(
          completed(fp8_server + of_traffic("chat,rag") + Said{{"traffic.users", "1000"}}),
          "traffic.requests_per_day") == Approx(1000 / (0.5 / 6 + 0.5 / (0.4 * 2 * 1.8))));
}

TEST_CASE("a mixture of one class is that class", "[traffic][mix]") {
  for (const char* alone : {"chat:1", "chat:0.3", "chat:70%"})
    check_same_answers(two_replicas + of_traffic("chat") + at_rate(3), two_replicas + of_traffic(alone) + at_rate(3));
}

TEST_CASE("order of classes and scale of shares change nothing", "[traffic][mix]") {
  const auto loaded = [](const char* classes) { return two_replicas + of_traffic(classes) + at_rate(0.4); };
  for (const char* other : {"agent:0.1,chat:0.9", "agent:10%,chat:90%", "chat:9, agent:1", "chat:90,agent:10"})
    check_same_answers(loaded("chat:0.9,agent:0.1"), loaded(other));
  check_same_answers(loaded("chat,rag"), loaded("rag:3,chat:3"));
}

TEST_CASE("a class among equal ones is served as alone", "[traffic][mix]") {
  const Entry chat = renamed("chat", "chat-a"), other = renamed("chat", "chat-b");
  const Entry both = mixed_traffic({{"chat-a", &chat, 0.7}, {"chat-b", &other, 0.3}});
  for (const Fact& fact : chat.facts) {
    CAPTURE(fact.key);
    REQUIRE(both.find(fact.key));
    if (fact.number) CHECK(*both.find(fact.key)->number == Approx(*fact.number));
  }
  Case merged = completed(two_replicas + of_traffic("chat") + at_rate(5));
  const Case alone = merged;
  merged.values.mixture = std::make_shared<TrafficClasses>(both.classes);
  for (const char* id :
       {"serving.rate_at_limit", "serving.capacity", "serving.ttft", "serving.ttft_p95", "serving.tpot",
        "serving.tpot_p95", "serving.latency_p95", "serving.attainment", "serving.max_batch", "serving.context_tokens",
        "serving.prefix_hit_ceiling", "serving.request_latency", "traffic.open_sessions"}) {
    CAPTURE(id);
    // The system prompt of each class is held once.
    CHECK(
        result(merged, id) == Approx(result(alone, id)).epsilon(id == std::string("serving.max_batch") ? 1e-2 : 1e-3));
  }
  for (const ServedClass& each : classes_in(merged)) {
    CHECK(each.ttft == Approx(result(alone, "serving.ttft_limited")).epsilon(1e-3));
    CHECK(each.tpot == Approx(result(alone, "serving.tpot_limited")).epsilon(1e-3));
  }
}

TEST_CASE("equal classes on the same replicas never need more than apart", "[traffic][mix][planning]") {
  const auto replicas = [](const Said& said) { return result(planned(said), "serving.engine_replicas"); };
  for (const char* id : {"chat", "rag"})
    for (const double rate : {6.0, 30.0, 90.0}) {
      const Said one = fp8_server + of_traffic(id) + Said{{"layout.tensor", "4"}, {"cluster.unit", "gpu"}};
      CAPTURE(id, rate);
      CHECK(replicas(one + at_rate(rate)) <= replicas(one + at_rate(0.7 * rate)) + replicas(one + at_rate(0.3 * rate)));
    }
}

TEST_CASE("the goodput of a mixture is the most at which every class keeps its SLOs", "[traffic][mix]") {
  std::mt19937_64 random(11);
  const std::vector<std::string> ids{"chat", "rag", "agent", "reasoning", "document", "completion"};
  int judged = 0;
  for (int i = 0; i < 12; ++i) {
    std::vector<std::string> some = ids;
    std::shuffle(some.begin(), some.end(), random);
    std::uniform_int_distribution<int> part(1, 9);
    const std::string classes = some[0] + ":" + std::to_string(part(random)) + "," + some[1] + ":" +
                                std::to_string(part(random)) + "," + some[2] + ":" + std::to_string(part(random));
    const Said said = two_replicas + of_traffic(classes) + Said{{"serving.prefix_hit", "0.6"}};
    const double most = number(said, "serving.rate_at_limit"), capacity = number(said, "serving.capacity");
    CAPTURE(classes, most, capacity);
    if (!(most > 0)) continue;
    ++judged;
    const Case at_most = completed(said + at_rate(most * 0.999));
    for (const ServedClass& each : classes_in(at_most)) {
      CAPTURE(each.traffic.id, each.ttft, each.tpot);
      CHECK_FALSE(misses(each));
      CHECK(each.ttft <= each.ttft_limit * 1.0001);
      CHECK(each.tpot <= each.tpot_limit * 1.0001);
    }
    CHECK(result(at_most, "traffic.classes") == 3);
    CHECK(result(at_most, "traffic.classes_missed") == 0);
    if (!(1.02 * most < 0.98 * capacity)) continue;
    const Case beyond = completed(said + at_rate(1.02 * most));
    const std::vector<ServedClass> all = classes_in(beyond);
    CHECK(std::any_of(all.begin(), all.end(), misses));
    CHECK(answer(beyond, {{}}).has_error());
  }
  CHECK(judged >= 3);
}

// A simulation of its steps: requests at random, prompts in chunks beside decodes, 120,000 requests; two replicas of
// four GPUs would share the load, so one alone serves here.
TEST_CASE("each class has the latency of a queue that was simulated step by step", "[traffic][mix][simulation]") {
  struct Simulated {
    const char* classes;
    double rate, ttft[2], tpot[2], within;
  };
  constexpr Simulated simulations[] = {
      {"chat:0.5,rag:0.5", 3, {0.249, 0.294}, {0.0190, 0.0185}, 0.08},
      {"chat:0.5,rag:0.5", 6, {0.420, 0.468}, {0.0360, 0.0346}, 0.12},
      {"completion:0.5,rag:0.5", 4, {0.576, 0.515}, {0.1104, 0.0290}, 0.08},
      {"chat:0.8,document:0.2", 1.5, {2.59, 4.45}, {0.0325, 0.0323}, 0.35}};
  for (const auto& [classes, rate, ttft, tpot, within] : simulations) {
    const Case plan = completed(
        fp8_server + of_traffic(classes) + at_rate(rate) +
        Said{
            {"cluster.gpus", "4"},
            {"layout.tensor", "4"},
            {"serving.arrival_cv2", "1"},
            {"serving.router", "random"},
            {"serving.prefix_hit", "0"}});
    const std::vector<ServedClass> all = classes_in(plan);
    REQUIRE(all.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      CAPTURE(classes, rate, all[i].traffic.id);
      CHECK(all[i].ttft == Approx(ttft[i]).epsilon(within));
      CHECK(all[i].tpot == Approx(tpot[i]).epsilon(within));
    }
  }
}

TEST_CASE("longer prompts of a class wait in the same queue and take longer themselves", "[traffic][mix]") {
  const Case plan = completed(two_replicas + of_traffic("chat:0.8,rag:0.2") + at_rate(6));
  const std::vector<ServedClass> all = classes_in(plan);
  REQUIRE(all.size() == 2);
  CHECK(all[0].traffic.id == "chat");
  CHECK(all[0].rate == Approx(4.8));
  CHECK(all[1].input_tokens == Approx(2944));
  // Requests of all are those of the classes.
  const double both = result(plan, "serving.ttft_p95");
  CHECK(std::min(all[0].ttft, all[1].ttft) <= both);
  CHECK(std::max(all[0].ttft, all[1].ttft) >= both);
  CHECK(result(plan, "serving.attainment") == Approx(0.8 * all[0].within + 0.2 * all[1].within));
}

TEST_CASE("an SLO that is stated holds for every class", "[traffic][mix]") {
  const Case plan =
      completed(two_replicas + of_traffic("chat:0.5,api:0.5") + at_rate(3) + Said{{"serving.ttft_limit", "700ms"}});
  for (const ServedClass& each : classes_in(plan)) CHECK(each.ttft_limit == Approx(0.7));
  const std::vector<ServedClass> own =
      classes_in(completed(two_replicas + of_traffic("chat:0.5,api:0.5") + at_rate(3)));
  CHECK(own[0].ttft_limit != own[1].ttft_limit);
  CHECK(std::any_of(own.begin(), own.end(), [](const ServedClass& each) { return std::isnan(each.ttft_limit); }));
}

TEST_CASE("a plan for a mixture keeps the SLOs of each class", "[traffic][mix][planning]") {
  for (const char* classes : {"chat:0.7,agent:0.3", "chat,rag"}) {
    const Case plan = planned(fp8_server + of_traffic(classes) + Said{{"traffic.users", "3000"}});
    CAPTURE(classes, given(plan, "cluster.nodes"));
    for (const ServedClass& each : classes_in(plan)) {
      CAPTURE(each.traffic.id, each.ttft, each.tpot);
      CHECK_FALSE(misses(each));
    }
    CHECK(result(plan, "serving.rate_at_limit") >= given(plan, "serving.rate") * (1 - 1e-6));
    CHECK(given(plan, "serving.prefix_hit") <= result(plan, "serving.prefix_hit_expected") + 1e-6);
  }
}

TEST_CASE("mixtures that cannot be served together are refused", "[traffic][mix]") {
  const auto refused = [](const std::string& classes, BadInput::Kind kind, const Said& more = {}) {
    CAPTURE(classes);
    try {
      completed(fp8_server + of_traffic(classes) + more);
      CHECK(classes == "refused");
    } catch (const BadInput& error) {
      CHECK(error.kind() == kind);
    }
  };
  constexpr BadInput::Kind usage = BadInput::Kind::usage;
  for (const char* classes :
       {"chat:0.7,agent", "chat:0,agent:1", "chat:-1,agent:2", "chat:x,agent:1", "chat:0.5,chat:0.5", "chat,", ",chat",
        "chat:", "chat:inf,agent:1", "chat:0.5,Chat:0.5", "chat:0.5,embedding:0.5", "chat:0.9,batch:0.1", "rerank,rag",
        "chat:1.1", "chat:0.7,agent:0.7", "chat:70%,agent:40%"})
    refused(classes, usage);
  refused("chat:0.7,agnt:0.3", BadInput::Kind::unknown_id);
  refused("chat:0.7,agent:0.3", usage, {{"serving.input_tokens", "2000"}});
  refused("chat:0.7,agent:0.3", usage, {{"serving.concurrency", "20"}});
  refused("chat:0.7,agent:0.3", usage, {{"traffic.turns", "5"}});
}

TEST_CASE("a list of traffic classes has semicolons between them", "[traffic][mix][study]") {
  CHECK_FALSE(is_several("traffic.id", "chat:0.7,agent:0.3"));
  const Axis axis = read_axis("traffic.id", "chat;rag;chat:0.7,agent:0.3", Giver{"--traffic"});
  CHECK(axis.values.size() == 3);
  CHECK(axis.values[2].text == "chat:0.7,agent:0.3");
}

}  // namespace llmsize::test
