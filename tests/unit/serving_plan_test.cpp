// SPDX-License-Identifier: Apache-2.0
// How services are sized and split: questions that were answered wrong, and what is held.
#include "core/planning/serving_plan.hpp"
#include "core/answer/answer.hpp"
#include "core/registry/broken.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

namespace llmsize::test {
namespace {

struct Planned {
  ServingPlan plan;
  Case completed;

  explicit Planned(const Said& said)
      : plan(plan_serving(scenario_of(said), built_in())), completed(complete(plan.scenario, built_in())) {}
  double operator[](InputKey key) const { return completed[key]; }
  double of(const char* id) const { return result(completed, id); }
  bool meets() const { return !plan.layouts.empty() && plan.layouts.front().met; }
};

Said question(const std::string& model, const std::string& system) {
  return {{"workload.mode", "infer"}, {"model", model}, {"cluster.system", system}};
}
const Said chat = question("llama-3.1-70b", "dgx-h200") +
                  Said{{"goal.request_rate", "40"}, {"serving.ttft_limit", "1s"}, {"serving.tpot_limit", "40ms"}};
const Said reasoning = question("deepseek-r1", "gb300-nvl72") + Said{
                                                                    {"serving.input_tokens", "1000"},
                                                                    {"serving.output_tokens", "8000"},
                                                                    {"goal.request_rate", "100"},
                                                                    {"serving.tpot_limit", "20ms"}};

TEST_CASE("what is said of a service's split is held, the rest is planned around it", "[serving][planning]") {
  const Planned open(chat);
  REQUIRE(open["cluster.nodes"] == 5);
  REQUIRE(open["layout.tensor"] == 4);
  for (const Said& held :
       {Said{{"layout.pipeline", "1"}}, Said{{"layout.tensor", "4"}},
        Said{{"layout.tensor", "4"}, {"layout.pipeline", "1"}}, Said{{"layout.data", "10"}},
        Said{{"layout.expert", "1"}}, Said{{"serving.decode_workers", "10"}}}) {
    CAPTURE(held.front());
    const Planned same(chat + held);
    CHECK(same["cluster.nodes"] == 5);
    CHECK(same["layout.tensor"] == 4);
    CHECK(same.of("serving.rate_at_limit") == open.of("serving.rate_at_limit"));
  }
  CHECK(Planned(chat + Said{{"layout.tensor", "8"}})["cluster.nodes"] == 6);
  CHECK(Planned(chat + Said{{"layout.search", "plain"}}).plan.layouts.empty());
}

TEST_CASE("a service by the GPU takes the fewest that answer, and all where none do", "[serving][planning]") {
  const Said by_gpu =
      question("llama-3.1-8b", "dgx-h100") + Said{{"cluster.unit", "gpu"}, {"economics.node_price", "300000"}};
  CHECK(Planned(by_gpu + Said{{"goal.request_rate", "5"}})["cluster.gpus"] == 1);
  const Planned more(by_gpu + Said{{"goal.request_rate", "60"}});
  CHECK(more.meets());
  CHECK(more["cluster.gpus"] < 16);
  const Said budget{{"goal.budget", "300000"}};
  CHECK(Planned(by_gpu + budget)["cluster.gpus"] == 8);
  CHECK(Planned(by_gpu + budget + Said{{"goal.request_rate", "400"}})["cluster.gpus"] == 8);
}

TEST_CASE("a replica of experts leaves GPUs of a rack idle rather than share fewer of them", "[serving][planning]") {
  const Planned open(reasoning);
  CHECK(open.meets());
  CHECK(open["cluster.nodes"] <= 13);
  CHECK(open["layout.attention_data"] == 32);
  CHECK(open.of("planning.idle_gpus") == open["cluster.nodes"] * 8);
  CHECK(open.of("serving.nodes_needed") <= open["cluster.nodes"]);
  for (const char* nodes : {"1", "4", "11", "12"})
    CHECK_FALSE(Planned(reasoning + Said{{"cluster.nodes", nodes}}).meets());
}

// SGLang --tp 8 --ep 8, TensorRT-LLM --tp_size 8 --ep_size 8, vLLM --tensor-parallel-size 8 --enable-expert-parallel:
// eight GPUs each.
TEST_CASE("EP goes over the GPUs of TP and of DP attention, as engines count it", "[serving][planning]") {
  const Said node = question("minimax-m3", "dgx-b200") + Said{{"cluster.nodes", "1"}, {"serving.concurrency", "16"}};
  const auto with = [&](const char* tensor, const char* experts) {
    return Planned(node + Said{{"layout.tensor", tensor}, {"layout.expert", experts}});
  };
  const Planned both = with("8", "8"), sliced = with("8", "1"), ranks = with("1", "8"), twice = with("4", "8");
  CHECK(both["layout.attention_data"] == 1);
  CHECK(ranks["layout.attention_data"] == 8);
  CHECK(twice["layout.attention_data"] == 2);
  for (const Planned* each : {&both, &sliced, &ranks, &twice}) {
    CHECK(each->of("serving.engine_replicas") == 1);
    CHECK_FALSE(is_broken("layout.indivisible", Once(each->completed.values, dependents())));
  }
  CHECK(both.of("serving.weights_per_gpu") == sliced.of("serving.weights_per_gpu"));
  const Planned open(node + Said{{"layout.expert", "8"}});
  CHECK(std::fmod(open["layout.tensor"] * open["layout.attention_data"], 8) == 0);
}

TEST_CASE("experts are spread as far as they divide", "[serving][planning]") {
  const Said limits{
      {"serving.input_tokens", "2000"},
      {"serving.output_tokens", "300"},
      {"goal.request_rate", "20"},
      {"serving.ttft_limit", "2s"},
      {"serving.tpot_limit", "50ms"}};
  const Planned mixtral(question("mixtral-8x22b", "dgx-h100") + limits);
  CHECK(mixtral.meets());
  CHECK(std::fmod(8, mixtral["layout.expert"]) == 0);
  // Three nodes: 384 experts go into 24 GPUs.
  const Said kimi = question("kimi-k2", "dgx-h200") + Said{{"serving.tpot_limit", "50ms"}};
  double before = 0;
  for (const char* nodes : {"1", "2", "3", "4", "5"}) {
    const double now = Planned(kimi + Said{{"cluster.nodes", nodes}}).of("serving.rate_at_limit");
    CHECK(now >= before);
    before = now;
  }
}

TEST_CASE("stages hold a model that nothing less does", "[serving][planning]") {
  const Planned largest(question("bloom-mod-2", "dgx-a100-640"));
  CHECK(largest["cluster.nodes"] == 75);
  CHECK(largest["layout.tensor"] == 8);
  CHECK(largest["layout.pipeline"] == 75);
  CHECK(largest.of("serving.max_batch") >= 1);
  for (const ServedLayout& each : Planned(chat).plan.layouts) CHECK(each.pipeline == 1);
}

TEST_CASE("requests in flight size a service: all run, within the limits", "[serving][planning]") {
  const Said users = question("llama-3.3-70b", "dgx-b200") + Said{{"serving.concurrency", "5000"}};
  const Planned running(users);
  CHECK(running.of("serving.max_concurrency") >= 5000);
  const Said limited = users + Said{{"serving.ttft_limit", "1s"}, {"serving.tpot_limit", "50ms"}};
  const Planned quick(limited);
  CHECK(quick.meets());
  CHECK(quick["cluster.nodes"] > running["cluster.nodes"]);
  CHECK(quick.of("serving.tpot_p99") <= 0.05);
  CHECK(quick.of("serving.ttft") <= 1);
  CHECK_FALSE(Planned(limited + Said{{"cluster.nodes", std::to_string(int(quick["cluster.nodes"]) - 1)}}).meets());
}

TEST_CASE("budget and power are limits of a service's nodes", "[serving][planning]") {
  const Said budget = question("llama-3.3-70b", "dgx-b200") + Said{{"goal.budget", "5M"}};
  const Said price{{"economics.node_price", "500000"}};
  CHECK(Planned(budget)["cluster.nodes"] == Planned(question("llama-3.3-70b", "dgx-b200"))["cluster.nodes"]);
  CHECK(Planned(budget + price)["cluster.nodes"] == 10);
  const Said few{{"goal.request_rate", "40"}}, many{{"goal.request_rate", "4000"}};
  CHECK(Planned(budget + price + few)["cluster.nodes"] < 10);
  const Planned too_many(budget + price + many);
  CHECK(too_many["cluster.nodes"] == 10);
  CHECK_FALSE(too_many.meets());
}

TEST_CASE("being surer of a rate takes more nodes", "[serving][planning]") {
  const Planned median(chat), sure(chat + Said{{"goal.certainty", "p90"}});
  CHECK(sure["cluster.nodes"] > median["cluster.nodes"]);
  const auto ends = range(sure.completed, row_of("serving.rate_at_limit"));
  REQUIRE(ends);
  CHECK(ends->first >= 40);
}

TEST_CASE("a limit of tokens that nobody asks for limits nothing", "[serving][planning]") {
  const Said first_tokens =
      question("llama-3.1-8b", "dgx-h100") +
      Said{{"goal.request_rate", "300"}, {"serving.input_tokens", "4096"}, {"serving.output_tokens", "1"}};
  const Planned free(first_tokens), limited(first_tokens + Said{{"serving.tpot_limit", "50ms"}});
  CHECK(free["cluster.nodes"] == limited["cluster.nodes"]);
  CHECK(limited.of("serving.rate_at_limit") >= 300);
}

TEST_CASE("limits that nothing keeps: the split that is fastest alone", "[serving][planning]") {
  const Planned plan(question("llama-3.3-70b", "dgx-b200") + Said{{"serving.tpot_limit", "1ms"}});
  CHECK_FALSE(plan.meets());
  CHECK(plan["cluster.nodes"] == 1);
  CHECK(plan["layout.tensor"] == 8);
}

TEST_CASE(
    "where nothing fits, the nearest split says how far it is, and the nodes that hold it", "[serving][planning]") {
  const Planned plan(question("deepseek-r1", "dgx-h100") + Said{{"cluster.nodes", "1"}});
  CHECK(plan.plan.layouts.empty());
  CHECK(plan["layout.tensor"] == 8);
  CHECK(plan.plan.holding_nodes == 2);
  CHECK(Planned(question("deepseek-r1", "dgx-h100"))["cluster.nodes"] == 2);
}

TEST_CASE("degrees that do not go into the nodes of a service leave GPUs idle", "[serving][planning]") {
  const Said wide = question("deepseek-r1", "dgx-h200") + Said{{"layout.tensor", "16"}, {"cluster.nodes", "5"}};
  const Planned plan(wide);
  CHECK(plan["cluster.gpus"] == 32);
  CHECK(plan.of("planning.idle_gpus") == 8);
  CHECK_THROWS_AS(completed(wide + Said{{"workload.mode", "train"}}), BadInput);
}

}  // namespace
}  // namespace llmsize::test
