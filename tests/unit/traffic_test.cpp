// SPDX-License-Identifier: Apache-2.0
// From users to requests, and what the prefix cache keeps of their sessions: worked numbers, laws, and a replay of
// sessions through a cache of the same size.
#include "core/planning/serving_plan.hpp"
#include "core/registry/broken.hpp"
#include "core/serving/day_curve.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <list>
#include <queue>
#include <random>
#include <unordered_map>

namespace llmsize::test {
namespace {

const Said server{
    {"model", "llama-3.1-70b"},
    {"cluster.system", "dgx-h100"},
    {"workload.mode", "infer"},
    {"serving.weight_dtype", "fp8"},
    {"serving.kv_dtype", "fp8"}};
const Said one_node = server + Said{{"cluster.nodes", "1"}, {"layout.tensor", "4"}};

double of(const Said& said, std::string_view id) { return result(completed(said), id); }
double input_of(const Said& said, std::string_view key) { return given(completed(said), key); }

double nodes_for(const Said& said) {
  return given(complete(plan_serving(scenario_of(said), built_in()).scenario, built_in()), "cluster.nodes");
}

}  // namespace

// Traffic model of 2026-11, section 9: 5,000 users, half of them active on a day, 3 sessions of 4 turns each.
TEST_CASE("users set requests per day and the rate of the busiest hour", "[traffic][published]") {
  const Said users{{"traffic.users", "5000"}};
  CHECK(input_of(server + users, "traffic.requests_per_day") == Approx(30'000));
  CHECK(of(server + users, "traffic.mean_rate") == Approx(0.3472).epsilon(0.001));
  CHECK(input_of(server + users, "serving.rate") == Approx(0.694).epsilon(0.001));
  CHECK(input_of(server + users + Said{{"traffic.peak", "2.88"}}, "serving.rate") == Approx(1.0).epsilon(0.001));
  CHECK(input_of(server + users + Said{{"traffic.growth", "1.5"}}, "serving.rate") == Approx(1.042).epsilon(0.001));
}

TEST_CASE("users have the traffic of a chat unless a class is named, and stated inputs stay", "[traffic]") {
  const Said users = server + Said{{"traffic.users", "5000"}};
  CHECK(input_of(users, "serving.input_tokens") == 1155);
  CHECK(input_of(users + Said{{"traffic.id", "rag"}}, "serving.input_tokens") == 2944);
  CHECK(input_of(users + Said{{"serving.input_tokens", "800"}}, "serving.input_tokens") == 800);
  CHECK(std::isnan(input_of(server, "serving.rate")));
}

TEST_CASE("people that think are as many as ask and wait", "[traffic]") {
  const Said active =
      one_node + Said{{"traffic.users", "1000"}, {"traffic.active", "0.1"}, {"traffic.think_time", "50s"}};
  CHECK(input_of(active, "serving.rate") == Approx(2));
  const double waiting = of(active, "traffic.in_flight");
  CHECK(waiting == Approx(2 * of(active, "serving.request_latency")));
  CHECK(of(active, "traffic.active_users") == Approx(100 + waiting));
  const Said sessions = one_node + Said{{"serving.sessions", "100"}, {"traffic.think_time", "50s"}};
  CHECK(input_of(sessions, "serving.rate") == Approx(2));
}

TEST_CASE("a default that is stated changes no load", "[traffic]") {
  for (const Said& load :
       {Said{{"traffic.users", "500000"}}, Said{{"traffic.users", "500000"}, {"traffic.active", "0.05"}},
        Said{{"serving.sessions", "5000"}}}) {
    const Said said = server + load;
    CHECK(input_of(said, "serving.rate") == input_of(said + Said{{"traffic.think_time", "60s"}}, "serving.rate"));
    CHECK(input_of(said, "serving.rate") == input_of(said + Said{{"traffic.peak", "2"}}, "serving.rate"));
  }
  const Said chat = server + Said{{"traffic.users", "2M"}};
  CHECK(nodes_for(chat) == nodes_for(chat + Said{{"traffic.think_time", "60s"}}));
}

TEST_CASE("sessions are a load unless another one is stated", "[traffic]") {
  const Said sessions = server + Said{{"serving.sessions", "6000"}};
  CHECK(input_of(sessions, "serving.rate") == Approx(100));
  for (const char* other : {"serving.concurrency", "serving.batch", "goal.request_rate", "goal.tokens_per_second"})
    CHECK(std::isnan(input_of(sessions + Said{{other, "3"}}, "serving.rate")));
  CHECK(input_of(sessions + Said{{"serving.rate", "3"}}, "serving.rate") == 3);
  // As many by the day are a load, too: the larger one counts.
  CHECK(input_of(sessions + Said{{"traffic.requests_per_day", "1000"}}, "serving.rate") == Approx(100));
  CHECK(input_of(sessions + Said{{"traffic.requests_per_day", "43.2M"}}, "serving.rate") == Approx(1000));
}

TEST_CASE("a plan for active users serves as many as there are", "[traffic][planning]") {
  for (const char* sessions : {"20", "500", "5000"}) {
    const Said said = server + Said{{"serving.sessions", sessions}, {"traffic.think_time", "30s"}};
    const Case plan = complete(plan_serving(scenario_of(said), built_in()).scenario, built_in());
    CAPTURE(sessions, given(plan, "serving.rate"));
    CHECK(given(plan, "traffic.answer_time") <= result(plan, "serving.request_latency") * 1.0001);
    // Whole nodes: those for a little more load answer faster.
    CHECK(result(plan, "traffic.active_users") >= 0.999 * std::stod(sessions));
    CHECK(result(plan, "traffic.active_users") <= 1.15 * std::stod(sessions));
  }
}

TEST_CASE("more users never take fewer nodes, longer pauses never more", "[traffic][planning]") {
  const Said chat = server + Said{{"traffic.id", "chat"}};
  double before = 0;
  for (const char* users : {"1k", "20k", "100k", "500k"}) {
    const double nodes = nodes_for(chat + Said{{"traffic.users", users}});
    CHECK(nodes >= before);
    CHECK(nodes_for(chat + Said{{"traffic.users", users}, {"traffic.peak", "3"}}) >= nodes);
    before = nodes;
  }
  before = 1e9;
  for (const char* pause : {"10s", "60s", "600s"}) {
    const double nodes = nodes_for(
        chat + Said{{"traffic.users", "100k"}, {"traffic.sessions_per_day", "0.1"}, {"traffic.think_time", pause}});
    CHECK(nodes <= before);
    before = nodes;
  }
}

// The same, spares: nodes that fail every 2,000 h for 8 h, of which 16 are needed.
TEST_CASE("spares keep enough nodes up", "[traffic][published]") {
  const Said nodes = server + Said{{"cluster.nodes", "16"}, {"reliability.node_mtbf", "2000h"}, {"layout.tensor", "8"}};
  CHECK(of(nodes, "serving.availability") == Approx(0.9381).epsilon(0.001));
  CHECK(of(nodes + Said{{"cluster.spare_nodes", "1"}}, "serving.availability") == Approx(0.99793).epsilon(0.001));
  CHECK(of(nodes + Said{{"cluster.spare_nodes", "2"}}, "serving.availability") == Approx(0.99995).epsilon(0.001));
}

TEST_CASE("percentiles are in order, and bursts never shorten the wait", "[traffic]") {
  const Said loaded = one_node + Said{{"traffic.id", "chat"}, {"serving.rate", "3"}};
  for (const std::string of_what : {"serving.ttft_p", "serving.tpot_p", "serving.latency_p"}) {
    double before = 0;
    for (const char* percent : {"50", "90", "95", "99"}) {
      CAPTURE(of_what, percent);
      const double now = of(loaded, of_what + percent);
      CHECK(now >= before);
      before = now;
    }
  }
  for (const char* router : {"random", "two", "least"}) {
    double mean = 0, slow = 0;
    for (const char* cv2 : {"0.5", "1", "2", "4", "8"}) {
      const Said bursts = loaded + Said{{"serving.router", router}, {"serving.arrival_cv2", cv2}};
      CAPTURE(router, cv2);
      CHECK(of(bursts, "serving.ttft") >= mean);
      CHECK(of(bursts, "serving.ttft_p99") >= slow);
      mean = of(bursts, "serving.ttft");
      slow = of(bursts, "serving.ttft_p99");
    }
  }
}

TEST_CASE("SLO attainment at the goodput is the percentile, and falls with the load", "[traffic]") {
  const Said limited = one_node + Said{{"traffic.id", "chat"}, {"serving.limit_percentile", "p95"}};
  for (const char* kind : {"serving.ttft_limit", "serving.tpot_limit"}) {
    const bool first = std::string(kind) == "serving.ttft_limit";
    const Said one =
        limited +
        Said{{"serving.ttft_limit", first ? "500ms" : "1000s"}, {"serving.tpot_limit", first ? "1000s" : "25ms"}};
    const double most = of(one, "serving.rate_at_limit");
    CAPTURE(kind, most);
    CHECK(of(one + Said{{"serving.rate", std::to_string(most)}}, "serving.attainment") == Approx(0.95).margin(0.001));
    double before = 1;
    for (const double part : {0.1, 0.3, 0.6, 0.9, 1.0}) {
      const double now = of(one + Said{{"serving.rate", std::to_string(part * most)}}, "serving.attainment");
      CHECK(now <= before + 1e-9);
      before = now;
    }
  }
  CHECK(std::isnan(of(one_node + Said{{"serving.rate", "1"}}, "serving.attainment")));
}

TEST_CASE("an SLO of the whole request is kept at the goodput and missed above it", "[traffic]") {
  const Said chat = one_node + Said{
                                   {"traffic.id", "chat"},
                                   {"serving.ttft_limit", "1000s"},
                                   {"serving.tpot_limit", "1000s"},
                                   {"serving.latency_limit", "12s"}};
  for (const char* percentile : {"mean", "p50", "p99"}) {
    const Said limited = chat + Said{{"serving.limit_percentile", percentile}};
    const double most = of(limited, "serving.rate_at_limit");
    CAPTURE(percentile, most);
    REQUIRE(most > 0);
    REQUIRE(most < of(limited, "serving.capacity"));
    const auto at = [&](double rate) {
      return completed(limited + Said{{"serving.rate", fmt::format("{:.17g}", rate)}});
    };
    const bool mean = percentile == std::string("mean");
    const ResultKey judged = mean ? ResultKey("serving.request_latency") : ResultKey("serving.latency_limited");
    CHECK(result(at(most), judged.text()) == Approx(12).epsilon(1e-4));
    CHECK_FALSE(is_broken("serving.limit_missed", Once(at(most).values, dependents())));
    CHECK(is_broken("serving.limit_missed", Once(at(1.01 * most).values, dependents())));
  }
  const Case plan = complete(
      plan_serving(
          scenario_of(
              server +
              Said{{"goal.request_rate", "100"}, {"serving.output_tokens", "256"}, {"serving.latency_limit", "6s"}}),
          built_in())
          .scenario,
      built_in());
  CHECK(result(plan, "serving.rate_at_limit") >= 100);
  CHECK(result(plan, "serving.latency_p99") <= 6);
}

TEST_CASE("a request takes no less time than its first token, and as much where that is all", "[traffic]") {
  for (const char* output : {"1", "2", "16"}) {
    const Said loaded = one_node + Said{
                                       {"serving.rate", "3"},
                                       {"serving.input_tokens", "2048"},
                                       {"serving.input_cv2", "2"},
                                       {"serving.output_tokens", output}};
    for (const char* percent : {"50", "90", "95", "99"}) {
      CAPTURE(output, percent);
      const double whole = of(loaded, std::string("serving.latency_p") + percent),
                   first = of(loaded, std::string("serving.ttft_p") + percent);
      CHECK(whole >= first * (1 - 1e-9));
      if (std::string(output) == "1") CHECK(whole == Approx(first).epsilon(1e-9));
    }
  }
}

TEST_CASE("a share of requests within all SLOs is kept at the goodput", "[traffic]") {
  const Said chat = one_node + Said{{"traffic.id", "chat"}, {"serving.latency_limit", "15s"}};
  double before = 1e9;
  for (const char* goal : {"0.5", "0.9", "0.95", "0.99"}) {
    const Said wanted = chat + Said{{"serving.attainment_goal", goal}};
    const double most = of(wanted, "serving.rate_at_limit");
    CAPTURE(goal, most);
    REQUIRE(most > 0);
    CHECK(most <= before);
    before = most;
    const auto at = [&](double rate) {
      return completed(wanted + Said{{"serving.rate", fmt::format("{:.17g}", rate)}});
    };
    CHECK(result(at(most), "serving.attainment") == Approx(std::stod(goal)).margin(1e-6));
    CHECK_FALSE(is_broken("serving.limit_missed", Once(at(most).values, dependents())));
    CHECK(is_broken("serving.limit_missed", Once(at(1.01 * most).values, dependents())));
  }
  // Of one SLO alone, it is the percentile.
  const Said plain = one_node + Said{{"serving.input_tokens", "1024"}, {"serving.output_tokens", "256"}};
  const Said first = plain + Said{{"serving.ttft_limit", "400ms"}, {"serving.input_cv2", "1"}};
  const Said wanted{{"serving.attainment_goal", "0.95"}};
  CHECK(
      of(first + wanted, "serving.rate_at_limit") ==
      Approx(of(first + Said{{"serving.limit_percentile", "p95"}}, "serving.rate_at_limit")));
  // Without one, nothing is wanted.
  CHECK(of(plain + wanted, "serving.rate_at_limit") == of(plain, "serving.rate_at_limit"));
}

TEST_CASE("percentiles of random servers are in order and grow with the load", "[traffic][long]") {
  std::mt19937_64 random(7);
  const auto any = [&](std::initializer_list<const char*> words) {
    return *(words.begin() + std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(random));
  };
  int served = 0;
  for (int i = 0; i < 60; ++i) {
    const Said said{
        {"model", any({"llama-3.1-8b", "llama-3.1-70b", "gpt-oss-120b", "deepseek-r1"})},
        {"cluster.system", any({"dgx-h100", "dgx-h200", "dgx-b200", "amd-mi300x-8"})},
        {"workload.mode", "infer"},
        {"cluster.nodes", any({"1", "2", "8"})},
        {"layout.tensor", "8"},
        {"traffic.id", any({"chat", "rag", "agent", "reasoning", "document", "completion"})},
        {"serving.router", any({"random", "two", "least", "prefix"})},
        {"serving.prefix_hit", any({"0", "0.5"})},
        {"serving.arrival_cv2", any({"1", "4"})}};
    const double capacity = of(said, "serving.capacity");
    if (!(capacity > 0)) continue;
    ++served;
    double mean_before = 0, slow_before = 0, token_before = 0;
    for (const double part : {0.05, 0.3, 0.6, 0.85}) {
      const Said loaded = said + Said{{"serving.rate", std::to_string(part * capacity)}};
      std::string shown;
      for (const auto& [key, text] : said) shown += key + " " + text + ", ";
      CAPTURE(shown, part);
      for (const std::string of_what : {"serving.ttft_p", "serving.tpot_p", "serving.latency_p"}) {
        double before = 0;
        for (const char* percent : {"50", "90", "95", "99"}) {
          const double now = of(loaded, of_what + percent);
          CHECK(now >= before * (1 - 1e-9));
          before = now;
        }
      }
      const double mean = of(loaded, "serving.ttft"), slow = of(loaded, "serving.ttft_p99"),
                   token = of(loaded, "serving.tpot");
      // Prompts of a mixture share launches the more of them come.
      if (said.front().second.starts_with("llama")) {
        CHECK(mean >= mean_before);
        CHECK(slow >= slow_before);
        CHECK(token >= token_before * (1 - 1e-9));
      }
      CHECK(slow >= mean);
      CHECK(of(loaded, "serving.tpot_p99") >= token * 0.999);
      mean_before = mean;
      slow_before = slow;
      token_before = token;
    }
  }
  CHECK(served > 20);
}

TEST_CASE("an SLO is judged at the percentile that is named", "[traffic]") {
  const Said limited = one_node + Said{
                                      {"serving.ttft_limit", "400ms"},
                                      {"serving.input_cv2", "1"},
                                      {"serving.input_tokens", "1024"},
                                      {"serving.output_tokens", "256"}};
  double before = 1e9;
  for (const char* percentile : {"p50", "p90", "p95", "p99"}) {
    const Said said = limited + Said{{"serving.limit_percentile", percentile}};
    const double rate = of(said, "serving.rate_at_limit");
    CAPTURE(percentile);
    CHECK(rate <= before);
    const Said offered = said + Said{{"serving.rate", std::to_string(rate)}};
    CHECK(of(offered, "serving.ttft_limited") == of(offered, std::string("serving.ttft_") + percentile));
    CHECK(of(offered, "serving.ttft_limited") <= 0.4 * 1.0001);
    before = rate;
  }
}

// Traffic model of 2026-11, section 9: a system prompt of 1,000 tokens, 5 turns of 200 new tokens and 300 of an answer.
TEST_CASE("prompts of a session repeat what came before", "[traffic][published]") {
  const Said sessions = one_node + Said{{"serving.shared_tokens", "1000"}, {"traffic.turns", "5"},
                                        {"traffic.turn_tokens", "200"},    {"traffic.kept_output", "300"},
                                        {"serving.input_tokens", "3200"},  {"serving.output_tokens", "300"}};
  CHECK(of(sessions, "serving.prefix_hit_ceiling") == Approx(0.9375));
  // Without tokens per turn they are what the mean prompt leaves.
  const Said derived = one_node + Said{
                                      {"serving.shared_tokens", "1000"},
                                      {"traffic.turns", "5"},
                                      {"serving.input_tokens", "3200"},
                                      {"serving.output_tokens", "300"}};
  CHECK(input_of(derived, "traffic.turn_tokens") == Approx(200));
}

namespace {

/// Sessions with log-normal pauses, kept in a cache that forgets what was touched longest ago.
class Replayed {
 public:
  explicit Replayed(const Case& plan)
      : shared_(given(plan, "serving.shared_tokens")),
        grown_(given(plan, "traffic.turn_tokens") + given(plan, "traffic.kept_output")),
        room_(result(plan, "serving.reuse_room") - shared_),
        more_(1 - 1 / given(plan, "traffic.turns")) {
    const double rate = given(plan, "serving.rate"), cv = given(plan, "traffic.think_cv");
    const double gap = result(plan, "serving.request_latency") + given(plan, "traffic.think_time");
    const double spread = std::sqrt(std::log(1 + cv * cv));
    std::lognormal_distribution<double> pause(std::log(gap) - spread * spread / 2, spread);
    std::exponential_distribution<double> begins(rate * (1 - more_));
    std::bernoulli_distribution again(more_);
    using Turn = std::pair<double, std::size_t>;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> coming;
    coming.emplace(begins(random_), 0);
    std::size_t sessions = 0;
    constexpr std::size_t settled = 100'000, all = 300'000;
    for (std::size_t request = 0; request < all; ++request) {
      const auto [now, session] = coming.top();
      coming.pop();
      if (session == 0) coming.emplace(now + begins(random_), 0);
      const std::size_t own = session == 0 ? ++sessions : session;
      touch(own, request >= settled);
      if (again(random_)) coming.emplace(now + pause(random_), own);
    }
    hit = found_ / sent_;
  }

  double hit = 0;

 private:
  struct Kept {
    std::list<std::size_t>::iterator place;
    double tokens;
  };
  void touch(std::size_t session, bool counted) {
    double& context = contexts_[session];
    const auto kept = cache_.find(session);
    if (counted) {
      sent_ += shared_ + context + grown_;
      found_ += shared_ + (kept == cache_.end() ? 0 : kept->second.tokens);
    }
    if (kept != cache_.end()) {
      used_ -= kept->second.tokens;
      order_.erase(kept->second.place);
    }
    context += grown_;
    order_.push_front(session);
    cache_[session] = {order_.begin(), context};
    used_ += context;
    while (used_ > room_ && !order_.empty()) {
      const std::size_t oldest = order_.back();
      used_ -= cache_[oldest].tokens;
      cache_.erase(oldest);
      order_.pop_back();
    }
  }

  double shared_, grown_, room_, more_;
  double used_ = 0, found_ = 0, sent_ = 0;
  std::unordered_map<std::size_t, double> contexts_;
  std::unordered_map<std::size_t, Kept> cache_;
  std::list<std::size_t> order_;
  std::mt19937_64 random_{11};
};

/// One replica, so that a router changes nothing; answers without tokens of their own in the mean prompt.
Said replayed(const char* turns, const char* pause, const char* rate) {
  return {{"model", "llama-3.1-8b"},      {"cluster.system", "dgx-h100"},   {"workload.mode", "infer"},
          {"cluster.nodes", "1"},         {"layout.tensor", "8"},           {"serving.shared_tokens", "500"},
          {"traffic.turn_tokens", "700"}, {"traffic.kept_output", "300"},   {"serving.output_tokens", "300"},
          {"traffic.turns", turns},       {"traffic.think_time", pause},    {"serving.rate", rate},
          {"serving.prefix_hit", "0.5"},  {"serving.max_sequences", "256"}, {"serving.memory_fraction", "0.3"}};
}

}  // namespace

TEST_CASE("the hit rate is that of a replay of sessions through a cache of this size", "[traffic][simulation]") {
  for (const auto& [turns, pause, rate] : std::initializer_list<std::array<const char*, 3>>{
           {"4", "60s", "4"}, {"4", "600s", "4"}, {"10", "120s", "4"}, {"10", "1200s", "2"}, {"2", "300s", "8"}}) {
    Said said = replayed(turns, pause, rate);
    const double n = std::stod(turns);
    // The mean prompt of such sessions: what came before, and this turn.
    said.emplace_back("serving.input_tokens", std::to_string(500 + n * 700 + (n - 1) * 300));
    const Case plan = completed(said);
    const Replayed truth(plan);
    // The replay counts an answer of the turn as sent; the formula counts prompts alone.
    const double prompts = given(plan, "serving.input_tokens"), sent = prompts + 300;
    CAPTURE(turns, pause, rate, truth.hit, result(plan, "serving.cache_age"), result(plan, "serving.reuse_room"));
    CHECK(result(plan, "serving.prefix_hit_expected") * prompts / sent == Approx(truth.hit).margin(0.03));
  }
}

TEST_CASE("a larger tier and a router that knows prefixes never lower the hit rate", "[traffic]") {
  const Said chat = server + Said{
                                 {"traffic.id", "chat"},
                                 {"cluster.nodes", "4"},
                                 {"layout.tensor", "2"},
                                 {"serving.rate", "20"},
                                 {"traffic.think_time", "600s"}};
  for (const char* router : {"random", "prefix"}) {
    double before = 0;
    for (const char* tier : {"gpu", "cpu", "nvme"}) {
      const Said said = chat + Said{{"serving.router", router}, {"serving.kv_tier", tier}};
      CAPTURE(router, tier);
      const double hit = of(said, "serving.prefix_hit_expected");
      CHECK(hit >= before);
      CHECK(hit <= of(said, "serving.prefix_hit_ceiling"));
      before = hit;
    }
  }
  const auto with = [&](const char* router) {
    return of(chat + Said{{"serving.router", router}}, "serving.prefix_hit_expected");
  };
  CHECK(with("prefix") > with("random"));
}

// The same, section 9: endless room, random routing over 8 replicas finds .573 of the prompts.
TEST_CASE("random routing finds what its replica has seen", "[traffic][published]") {
  const Said sessions{
      {"model", "llama-3.1-8b"},        {"cluster.system", "dgx-h100"},   {"workload.mode", "infer"},
      {"cluster.nodes", "1"},           {"layout.tensor", "1"},           {"serving.shared_tokens", "1000"},
      {"traffic.turns", "5"},           {"traffic.turn_tokens", "200"},   {"traffic.kept_output", "300"},
      {"serving.input_tokens", "3200"}, {"serving.output_tokens", "300"}, {"serving.rate", "1"},
      {"serving.router", "random"},     {"traffic.think_time", "1s"}};
  CHECK(of(sessions, "serving.prefix_hit_expected") == Approx(0.573).epsilon(0.01));
}

TEST_CASE("a plan counts on no more prefixes than its memory keeps", "[traffic][planning]") {
  for (const char* traffic : {"chat", "rag", "agent", "reasoning", "document"}) {
    const Said said = server + Said{{"traffic.id", traffic}, {"traffic.users", "2000"}};
    const Scenario planned = plan_serving(scenario_of(said), built_in()).scenario;
    const Case plan = complete(planned, built_in());
    CAPTURE(traffic, given(plan, "cluster.nodes"));
    CHECK(given(plan, "serving.prefix_hit") <= result(plan, "serving.prefix_hit_expected") + 1e-9);
    CHECK(given(plan, "serving.prefix_hit") <= result(plan, "serving.prefix_hit_ceiling") + 1e-9);
  }
}

TEST_CASE(
    "more users, longer peaks and growth never take fewer nodes, whatever is served", "[traffic][planning][long]") {
  std::mt19937_64 random(5);
  const auto any = [&](std::initializer_list<const char*> words) {
    return *(words.begin() + std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(random));
  };
  for (int i = 0; i < 12; ++i) {
    const Said said{
        {"model", any({"llama-3.1-8b", "llama-3.1-70b", "gpt-oss-120b"})},
        {"cluster.system", any({"dgx-h100", "dgx-b200"})},
        {"workload.mode", "infer"},
        {"traffic.id", any({"chat", "rag", "reasoning", "document"})},
        {"serving.router", any({"random", "two", "prefix"})},
        {"serving.kv_tier", any({"gpu", "cpu"})},
        {"traffic.users", "200000"}};
    std::string shown;
    for (const auto& [key, text] : said) shown += key + " " + text + ", ";
    CAPTURE(shown);
    const double nodes = nodes_for(said);
    CHECK(nodes_for(said + Said{{"traffic.users", "600000"}}) >= nodes);
    CHECK(nodes_for(said + Said{{"traffic.peak", "3.5"}}) >= nodes);
    CHECK(nodes_for(said + Said{{"traffic.growth", "1.5"}}) >= nodes);
  }
}

TEST_CASE("a day of replicas is within the fleet and follows its curve", "[traffic]") {
  for (const traffic::DayCurve& curve : traffic::day_curves) {
    CAPTURE(curve.word);
    double mean = 0;
    for (const double load : curve.load) mean += load / traffic::hours_of_day;
    CHECK(mean == Approx(1).epsilon(0.015));
    const double peak = curve.peak(),
                 set = input_of(
                     server + Said{{"traffic.users", "1000"}, {"traffic.day_curve", std::string(curve.word)}},
                     "traffic.peak");
    CHECK(set == Approx(peak).epsilon(0.015));
    const traffic::ServedDay at_once = traffic::served_day(curve, 10, 1, 0),
                             slow = traffic::served_day(curve, 10, 1, 1800);
    CHECK(at_once.most() == 10);
    CHECK(at_once.least() >= 1);
    CHECK(at_once.hours() <= 24 * at_once.most());
    CHECK(at_once.hours() <= slow.hours());
    CHECK(at_once.reserved(1) == at_once.least());
    CHECK(at_once.reserved(0) == at_once.most());
    CHECK(at_once.reserved(0.7) <= at_once.reserved(0.4));
  }
  CHECK(traffic::served_day(*traffic::find_day_curve("flat"), 10, 3, 600).hours() == 24 * 4);
}

// The same, section 9: 20 requests/s on average, 2.5 per replica.
TEST_CASE("an office day takes half of the replica-hours", "[traffic][published]") {
  const auto office = traffic::find_day_curve("office").value();
  double mean = 0;
  for (const double load : office.load) mean += load / traffic::hours_of_day;
  const auto day = [&](double minutes) {
    return traffic::served_day(office, 20 * office.peak() / mean, 2.5, 60 * minutes);
  };
  CHECK(day(0).most() == 17);
  for (const auto& [minutes, hours] : {std::pair{0.0, 204.1}, {5.0, 205.6}, {30.0, 213.1}, {60.0, 221.8}})
    CHECK(day(minutes).hours() == Approx(hours).epsilon(0.002));
  CHECK(day(0).reserved(1 / 1.5) == Approx(4).margin(1));
  CHECK(day(0).reserved(1 / 2.5) == Approx(10).margin(4));
  CHECK(traffic::free_share(office, 20 * office.peak() / mean, 17 * 2.5) == Approx(0.529).margin(0.001));
}

/// A day whose replicas change with the hour.
traffic::ServedDay by_hour(const std::array<double, traffic::hours_of_day>& replicas) {
  traffic::ServedDay day;
  for (std::size_t slot = 0; slot < traffic::ServedDay::slots; ++slot)
    day.replicas[slot] = replicas[slot / traffic::ServedDay::slots_of_hour];
  return day;
}

// The same, section 9: replicas of that day by the hour.
TEST_CASE("what runs long enough is reserved, the rest on demand", "[traffic][published]") {
  const traffic::ServedDay day =
      by_hour({2, 2, 2, 2, 2, 2, 3, 5, 9, 14, 16, 16, 13, 14, 17, 17, 16, 14, 10, 8, 6, 5, 4, 3});
  CHECK(day.hours() == Approx(202));
  CHECK(day.cost(day.most(), 1.5) == Approx(408));
  const double few = day.reserved(1 / 1.5);
  CHECK((few == 3 || few == 4));
  for (const double reserved : {3.0, 4.0}) CHECK(day.cost(reserved, 1.5) == Approx(276));
  CHECK(day.reserved(1 / 2.5) == 10);
  CHECK(day.cost(10, 2.5) == Approx(357.5));
}

TEST_CASE("no other number of reserved replicas costs less", "[traffic]") {
  std::mt19937 random(11);
  for (int draw = 0; draw < 200; ++draw) {
    std::array<double, traffic::hours_of_day> replicas{};
    for (double& each : replicas) each = std::uniform_int_distribution<int>(1, 30)(random);
    const traffic::ServedDay day = by_hour(replicas);
    const double ratio = std::uniform_real_distribution<double>(0.5, 4)(random), best = day.reserved(1 / ratio);
    CAPTURE(ratio, best);
    for (double other = 0; other <= 30; ++other) CHECK(day.cost(best, ratio) <= day.cost(other, ratio) + 1e-9);
    CHECK(day.cost(0, ratio) == Approx(ratio * day.hours()));
  }
}

TEST_CASE("a batch job runs in the valleys, or with replicas of its own", "[traffic]") {
  constexpr double day = 86400;
  const traffic::BatchRun open = traffic::batch_run({10e9, absent}, 0.5e9, 0.4e9);
  CHECK(open.time == Approx(20 * day));
  CHECK(open.added_replicas == 0);
  CHECK(traffic::batch_run({10e9, 20 * day}, 0.5e9, 0.4e9).added_replicas == 0);
  // 1B a day are wanted: 0.5B are free, and two replicas put out 0.8B.
  CHECK(traffic::batch_run({10e9, 10 * day}, 0.5e9, 0.4e9).added_replicas == 2);
  const traffic::BatchRun busy = traffic::batch_run({10e9, 10 * day}, 0, 0.4e9);
  CHECK(std::isinf(busy.time));
  CHECK(busy.added_replicas == 3);
}

TEST_CASE("goodput of the same split is the same under any load, and one node less is too few", "[traffic][planning]") {
  const Said chat = server + Said{{"traffic.id", "chat"}};
  const auto goodput = [&](const Said& more) {
    return result(
        complete(plan_serving(scenario_of(chat + more), built_in()).scenario, built_in()), "serving.rate_at_limit");
  };
  // The split may differ: at a load it is the fastest for a user.
  const Said four{{"cluster.nodes", "4"}, {"layout.tensor", "4"}};
  CHECK(
      goodput(four + Said{{"traffic.users", "700k"}}) ==
      Approx(goodput(four + Said{{"traffic.users", "900k"}})).epsilon(0.02));
  const Said many{{"traffic.users", "5M"}};
  const double nodes = nodes_for(chat + many), wanted = input_of(chat + many, "serving.rate");
  CHECK(goodput(many + Said{{"cluster.nodes", std::to_string(static_cast<int>(nodes))}}) >= wanted);
  CHECK(goodput(many + Said{{"cluster.nodes", std::to_string(static_cast<int>(nodes - 1))}}) < wanted);
}

// A few hits less make the long prompts of agents miss their limit: what was kept at a light load is gone at once.
TEST_CASE(
    "where hits break off, goodput is what memory sustains, and more than that is missed", "[traffic][planning]") {
  const auto planned = [](const char* traffic, const char* users) {
    const Said said = server + Said{
                                   {"traffic.id", traffic},
                                   {"traffic.users", users},
                                   {"cluster.nodes", "4"},
                                   {"layout.tensor", "8"},
                                   {"layout.pipeline", "1"}};
    return complete(plan_serving(scenario_of(said), built_in()).scenario, built_in());
  };
  for (const char* traffic : {"agent", "rag", "document"}) {
    CAPTURE(traffic);
    const Case few = planned(traffic, "100"), many = planned(traffic, "20M");
    const double goodput = result(many, "serving.rate_at_limit");
    CHECK(goodput > 0);
    CHECK(result(few, "serving.rate_at_limit") == Approx(goodput).epsilon(0.02));
    REQUIRE(given(many, "serving.rate") > goodput);
    Once within(many.values, dependents());
    within.change("serving.rate", goodput);
    CHECK(result_row("serving.prefix_hit_expected").value(within) >= given(many, "serving.prefix_hit") - 0.005);
  }
}

TEST_CASE(
    "what is planned for users meets their load, and says so again with its own hits", "[traffic][planning][long]") {
  std::mt19937_64 random(11);
  const auto any = [&](const std::vector<std::string>& words) {
    return words[std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(random)];
  };
  for (int i = 0; i < 24; ++i) {
    const Said said{
        {"model", any({"llama-3.1-8b", "llama-3.1-70b", "gpt-oss-120b", "qwen3-32b"})},
        {"cluster.system", any({"dgx-h100", "dgx-h200", "dgx-b200"})},
        {"workload.mode", "infer"},
        {"traffic.id", any({"chat", "rag", "agent", "reasoning", "document"})},
        {"traffic.users", any({"50", "700", "5000", "20000"})},
        {"cluster.unit", any({"node", "gpu"})},
        {"serving.kv_tier", any({"gpu", "cpu", "nvme", "shared"})},
        {"storage.id", "ddn-ai400x2"},
        {"storage.count", any({"1", "4"})}};
    std::string shown;
    for (const auto& [key, text] : said) shown += key + " " + text + ", ";
    CAPTURE(shown);
    const auto planned = [](const Said& all) {
      return complete(plan_serving(scenario_of(all), built_in()).scenario, built_in());
    };
    const Case plan = planned(said);
    const double wanted = given(plan, "serving.rate");
    // Some are met by no number of nodes.
    if (given(plan, "traffic.reuse_rate") < wanted || !(result(plan, "serving.rate_at_limit") > 0)) {
      CHECK_FALSE(result(plan, "serving.rate_at_limit") >= wanted);
      continue;
    }
    CHECK(result(plan, "serving.rate_at_limit") >= wanted);
    CHECK(given(plan, "serving.prefix_hit_gpu") <= given(plan, "serving.prefix_hit"));
    if (!(given(plan, "serving.store_tier") > 0) || !(given(plan, "traffic.turns") > 1)) continue;
    const Case again =
        planned(said + Said{{"serving.prefix_hit", fmt::format("{:.17g}", given(plan, "serving.prefix_hit"))}});
    const double nodes = given(plan, "cluster.nodes"), nodes_again = given(again, "cluster.nodes");
    if (nodes_again == nodes) {
      CHECK(given(again, "serving.prefix_hit_gpu") == Approx(given(plan, "serving.prefix_hit_gpu")).margin(0.02));
      continue;
    }
    // With the hits that more nodes keep fewer may do, but those do not keep them.
    CHECK(nodes_again < nodes);
    const Case fewer = planned(said + Said{{"cluster.nodes", fmt::format("{}", nodes_again)}});
    CHECK(result(fewer, "serving.rate_at_limit") < wanted);
  }
}

TEST_CASE("a KV offload tier never takes more nodes than GPU memory alone, however slow it is", "[traffic][planning]") {
  for (const char* traffic : {"chat", "agent"}) {
    const Said said = server + Said{{"traffic.id", traffic}, {"traffic.users", "1000"}};
    const double nodes = nodes_for(said);
    CAPTURE(traffic, nodes);
    for (const char* tier : {"cpu", "nvme"}) CHECK(nodes_for(said + Said{{"serving.kv_tier", tier}}) <= nodes);
    const Said shared = said + Said{{"serving.kv_tier", "shared"}, {"storage.id", "ddn-ai400x2"}};
    CHECK(nodes_for(shared) <= nodes);
    CHECK(nodes_for(shared + Said{{"storage.read", "1GB/s"}}) <= nodes);
    CHECK(nodes_for(shared + Said{{"storage.count", "8"}}) <= nodes_for(shared));
  }
}

TEST_CASE(
    "hits that a slow tier cannot load are left out, whatever GPU memory is said to serve", "[traffic][planning]") {
  const Said document = server + Said{{"traffic.id", "document"}, {"traffic.users", "200000"}};
  const Said slow = document + Said{
                                   {"serving.kv_tier", "shared"},
                                   {"storage.id", "ddn-ai400x2"},
                                   {"storage.read", "100MB/s"},
                                   {"serving.prefix_hit_gpu", "0.1"}};
  const double nodes = nodes_for(slow);
  CHECK(nodes > 1);
  CHECK(nodes == nodes_for(document + Said{{"serving.prefix_hit", "0.1"}}));
}

// Alone a replica reads as fast as its node does; where all read at once, it has an equal share.
TEST_CASE("loads from shared storage share what it delivers", "[traffic][storage]") {
  const auto on_nodes = [](const char* nodes) {
    return completed(
        server + Said{
                     {"cluster.nodes", nodes},
                     {"layout.tensor", "8"},
                     {"layout.pipeline", "1"},
                     {"serving.kv_tier", "shared"},
                     {"storage.id", "ddn-ai400x2"},
                     {"serving.input_tokens", "32768"},
                     {"serving.output_tokens", "64"},
                     {"serving.prefix_hit", "0.9"},
                     {"serving.rate", "0.001"}});
  };
  const Case plan = on_nodes("16");
  Once values(plan.values, dependents());
  const auto load_time = [&](double rate) {
    values.change("serving.rate", rate);
    return result_row("serving.kv_read_time").value(values);
  };
  const double bytes = result(plan, "serving.loaded_tokens") * result(plan, "model.kv_bytes_per_token");
  const double alone = bytes / 8 / result(on_nodes("1"), "tier.shared_read_rate"),
               together = bytes / 8 / result(plan, "tier.shared_read_rate");
  REQUIRE(alone < together);
  CHECK(load_time(0.001) == Approx(alone).epsilon(0.05));
  double before = 0;
  for (const double rate : {0.01, 0.1, 0.5, 1.0, 2.0}) {
    const double now = load_time(rate);
    CHECK(now >= before);
    CHECK(now <= together * 1.000001);
    before = now;
  }
  // What is found in GPU memory is not loaded.
  values.change("serving.prefix_hit_gpu", 0.9);
  CHECK(load_time(0.1) == 0);
}

TEST_CASE("users never make a plan exceed its budget", "[traffic][planning]") {
  const Said bought = server + Said{
                                   {"traffic.id", "chat"},
                                   {"traffic.users", "5M"},
                                   {"economics.node_price", "300000"},
                                   {"goal.budget", "1000000"}};
  CHECK(nodes_for(bought) == 3);
}

TEST_CASE("one load alone is taken", "[traffic]") {
  for (const char* load : {"serving.rate", "serving.concurrency", "goal.request_rate"})
    CHECK_THROWS_AS(completed(server + Said{{"traffic.users", "100"}, {load, "3"}}), BadInput);
}

}  // namespace llmsize::test
