// SPDX-License-Identifier: Apache-2.0
// What must hold for a server under load whatever the model, machine, engine and split: all attention kinds of the
// catalog, dense and mixtures, one GPU to a thousand.
#include "tests/properties/scenarios.hpp"

#include <rapidcheck/catch.h>

#include <cmath>

namespace llmsize::test {
namespace {

/// Twice what a quick sum of many parts loses.
constexpr double rounding = 1e-9;
bool at_most(double less, double more) { return less <= more * (1 + rounding); }
bool near(double a, double b, double part) { return std::abs(a - b) <= part * std::max(std::abs(a), std::abs(b)); }

std::vector<std::string> engines() {
  const auto ids = built_in().ids("software");
  return {ids.begin(), ids.end()};
}

/// Models of the catalog of five billion parameters and more: of smaller ones launching prompts is what takes time, and
/// closed forms are coarse there.
RandomModel random_served() {
  static const std::vector<std::string> ids = [] {
    constexpr double least = 5e9;
    std::vector<std::string> all;
    for (const std::string_view id : built_in().ids("models")) {
      const Case plan = completed({{"model", std::string(id)}});
      if (result(plan, "model.parameters") >= least && given(plan, "model.heads") >= 1) all.emplace_back(id);
    }
    return all;
  }();
  const Said said{{"model", *rc::gen::elementOf(ids)}};
  const Case plan = completed(said);
  return {
      said, static_cast<int>(given(plan, "model.layers")), static_cast<int>(given(plan, "model.heads")),
      static_cast<int>(given(plan, "model.experts"))};
}

/// A server in which everything divides, of which a replica holds at least one sequence.
Said random_server() {
  const RandomModel model = random_served();
  const int tensor = std::min(divisor_of(model.heads), 72), pipeline = std::min(divisor_of(model.layers), 16);
  const bool stages = *rc::gen::inRange(0, 3) == 0;
  const int copies = model.experts > 1 ? 1 << *rc::gen::inRange(0, 5) : 1;
  const int replica = tensor * (stages && model.layers % pipeline == 0 ? pipeline : 1) * copies;
  const int gpus = replica * *rc::gen::inRange(1, std::max(2, 1024 / replica + 1));
  RC_PRE(gpus <= 1024);
  const Said said = model.said + random_system() +
                    Said{
                        {"workload.mode", "infer"},
                        {"software.id", word_of(engines())},
                        {"layout.tensor", text_of(tensor)},
                        {"layout.pipeline", text_of(replica / tensor / copies)},
                        {"layout.attention_data", text_of(copies)},
                        {"layout.expert", text_of(copies)},
                        {"cluster.gpus", text_of(gpus)},
                        {"serving.weight_dtype", word_of({"bf16", "fp8", "int4"})},
                        {"serving.kv_dtype", word_of({"bf16", "fp8"})},
                        {"serving.input_tokens", text_of(1 << *rc::gen::inRange(7, 16))},
                        {"serving.output_tokens", text_of(1 << *rc::gen::inRange(9, 14))},
                        {"serving.input_cv2", word_of({"0", "1"})},
                        {"serving.output_cv2", word_of({"0", "1"})}};
  const Case plan = completed(said);
  RC_PRE(result(plan, "serving.max_batch") >= 1);
  return said;
}

/// A server whose load is moved without completing its scenario again.
class Server {
 public:
  explicit Server(const Said& said) : plan_(completed(said)), once_(plan_.values, dependents()) {
    RC_LOG() << as_options(scenario_of(said)) << '\n';
  }
  double at(std::string_view load, double amount, std::string_view id) {
    once_.change(InputKey::find(load).value(), amount);
    return (*this)[id];
  }
  double operator[](std::string_view id) const {
    const double value = row_of(id).value(once_);
    RC_LOG() << id << " = " << value << '\n';
    RC_ASSERT(!is_absent(value));
    return value;
  }
  double input(std::string_view key) const { return plan_[InputKey::find(key).value()]; }

 private:
  Case plan_;
  Once once_;
};

TEST_CASE("better parts never make a server slower", "[property][serving]") {
  rc::prop("more bandwidth, memory, peak or links: no less capacity, no more time per token", [] {
    const Said said = random_server();
    const Case plan = completed(said);
    const std::vector<std::vector<std::string_view>> parts{
        {"accelerator.memory_bandwidth"},
        {"accelerator.memory"},
        {"accelerator.peak_bf16", "accelerator.peak_fp8"},
        {"node.scale_up_bandwidth"},
        {"node.nic_rate"}};
    const auto& part = *rc::gen::elementOf(parts);
    Server before(said), after(said);
    for (const std::string_view key : part)
      if (const double now = before.input(key); now > 0)
        RC_ASSERT(after.at(key, now * *rc::gen::inRange(2, 20), "serving.max_batch") >= before["serving.max_batch"]);
    // Prompts are added to a step even where the host leaves the GPU idle.
    const double slack = before["serving.host_time"] > 0.5 * before["serving.decode_time"] ? 1.04 : 1;
    RC_ASSERT(at_most(before["serving.capacity"], slack * after["serving.capacity"]));
    RC_ASSERT(at_most(
        after.at("serving.concurrency", 1, "serving.tpot"), before.at("serving.concurrency", 1, "serving.tpot")));
  });
}

TEST_CASE("more load is never faster for a user nor less for all", "[property][serving]") {
  rc::prop("time per token and first token do not fall with requests in flight, tokens per second neither", [] {
    Server server(random_server());
    const double most = server["serving.max_concurrency"];
    double tpot = 0, tokens = 0;
    for (double each = 1; each <= most; each *= 2) {
      const double now = server.at("serving.concurrency", each, "serving.tpot"), out = server["serving.throughput"];
      RC_ASSERT(at_most(tpot, now));
      RC_ASSERT(at_most(0.99 * tokens, out));
      tpot = now;
      tokens = out;
    }
  });
  rc::prop("nor with the rate", [] {
    Server server(random_server());
    const double capacity = server["serving.capacity"];
    double tpot = 0, ttft = 0;
    for (const double share : {0.05, 0.2, 0.4, 0.6, 0.8, 0.9}) {
      const double now = server.at("serving.rate", share * capacity, "serving.tpot"), first = server["serving.ttft"];
      RC_ASSERT(at_most(tpot, now * 1.001));
      // Once more sequences end in a step than one, their successors share its launch: a bend, not a fall.
      RC_ASSERT(at_most(ttft, first * 1.1));
      tpot = now;
      ttft = first;
    }
  });
  rc::prop("a longer prompt never comes sooner", [] {
    Server server(random_server());
    server.at("serving.concurrency", 1, "serving.ttft");
    double before = 0;
    for (double tokens = 16; tokens <= 4096; tokens *= 2) {
      const double now = server.at("serving.input_tokens", tokens, "serving.ttft");
      RC_ASSERT(at_most(before, now));
      before = now;
    }
  });
}

TEST_CASE("full, in flight and at the most possible rate are one server", "[property][serving]") {
  rc::prop("without launches and the client's time their tokens per second are the same within a percent", [] {
    const Said equal{{"engine.launch_time", "0"}, {"engine.request_time", "0"}, {"serving.input_cv2", "0"},
                     {"serving.output_cv2", "0"}, {"engine.prompt_error", "1"}, {"serving.output_tokens", "1024"}};
    const Said said = random_server() + equal;
    Server full(said), in_flight(said), at_rate(said);
    const double most = full["serving.throughput"];
    RC_PRE(full["serving.max_batch"] >= 1);
    const double crowd = full["serving.max_concurrency"];
    const double few = in_flight.at("serving.concurrency", crowd, "serving.throughput");
    // Where prompts take most of the time, how they wait for one another is an approximation.
    RC_ASSERT(near(few, most, full["serving.prefill_share"] < 0.5 ? 0.05 : 0.25));
    const double rate = 0.9999 * full["serving.capacity"];
    // Where steps grow as their sequences do, so near capacity a little rate is many sequences.
    RC_ASSERT(near(at_rate.at("serving.rate", rate, "serving.running_batch"), full["serving.max_batch"], 0.15));
  });
  rc::prop("a rate within limits, asked for, keeps them", [] {
    const Said said = random_server() + Said{{"serving.limit_percentile", "mean"}};
    Server server(said);
    const double allowed = 1.5 * server.at("serving.concurrency", 1, "serving.tpot");
    Server limited(said + Said{{"serving.tpot_limit", std::to_string(allowed) + "s"}});
    const double rate = limited["serving.rate_at_limit"];
    RC_PRE(rate > 0 && rate < 0.95 * limited["serving.capacity"]);
    const double kept = limited.at("serving.rate", rate, "serving.tpot");
    // Stages that are not all at work make a bend that two steps of Newton's method do not get around.
    RC_ASSERT(at_most(kept, (limited.input("layout.pipeline") == 1 ? 1.05 : 1.5) * allowed));
    if (limited.input("layout.pipeline") == 1) RC_ASSERT(near(kept, allowed, 0.1));
  });
}

TEST_CASE("parts of a step and of a GPU's memory are the whole", "[property][serving]") {
  rc::prop("the host's bend apart, and bit for bit", [] {
    Server server(random_server());
    const double parts = server["serving.linear_time"] + server["serving.expert_time"] +
                         server["serving.attention_time"] + server["serving.collective_time"] +
                         server["serving.layer_time"];
    const double error = server.input("engine.model_error") *
                         (server.input("model.moe_layers") > 0 ? server.input("engine.expert_error") : 1);
    const double host = server["serving.host_time"];
    RC_ASSERT(at_most(error * std::max(parts, host), server["serving.decode_time"]));
    RC_ASSERT(at_most(server["serving.decode_time"], error * (parts + host)));
    RC_ASSERT(
        server["serving.gpu_total"] ==
        server["serving.weights_per_gpu"] + server["serving.kv_per_gpu"] + server["serving.reserve_per_gpu"]);
  });
  rc::prop("one GPU exchanges nothing", [] {
    const Said said =
        random_model().said + random_system() +
        Said{{"workload.mode", "infer"},      {"software.id", word_of(engines())}, {"cluster.gpus", "1"},
             {"layout.tensor", "1"},          {"serving.weight_dtype", "int4"},    {"serving.input_tokens", "128"},
             {"serving.output_tokens", "128"}};
    RC_PRE(result(completed(said), "serving.max_batch") >= 1);
    RC_ASSERT(Server(said)["serving.collective_time"] == 0);
  });
}

TEST_CASE("kept prefixes lie between nothing kept and an endless link", "[property][serving]") {
  rc::prop("none is plain; more never comes later where links are endless; the needed rate keeps the limit", [] {
    const Said said = random_server() + Said{{"serving.kv_tier", "cpu"}};
    Server plain(said),
        endless(
            said + Said{{"accelerator.host_link", "1PB/s"}, {"node.host_bandwidth", "1PB/s"}, {"path.rate", "1PB/s"}});
    const double none = plain.at("serving.concurrency", 1, "serving.ttft");
    RC_ASSERT(plain.at("serving.prefix_hit", 0, "serving.ttft") == none);
    double before = none;
    endless.at("serving.concurrency", 1, "serving.ttft");
    for (const double share : {0.2, 0.5, 0.9}) {
      const double now = endless.at("serving.prefix_hit", share, "serving.ttft");
      RC_ASSERT(at_most(now, before));
      before = now;
    }
  });
}

TEST_CASE("a sequence as long as the longest context fits, one a tenth longer does not", "[property][serving]") {
  rc::prop("where the cache grows with every token", [] {
    const Said said = random_server() + Said{{"engine.pages_cache", "0"}, {"serving.max_sequences", "1000000"}};
    Server server(said);
    const double longest = server["serving.longest_context"], output = server.input("serving.output_tokens");
    RC_PRE(longest > 2e6 && longest < 1e8);
    RC_ASSERT(server.at("serving.input_tokens", std::floor(0.99 * longest - output), "serving.memory_batch") >= 1);
    RC_ASSERT(
        server.at("serving.input_tokens", std::ceil(1.1 * longest - output), "serving.memory_batch") <
        2 * server.input("layout.attention_data"));
  });
}

}  // namespace
}  // namespace llmsize::test
