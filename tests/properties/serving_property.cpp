// SPDX-License-Identifier: Apache-2.0
// What must hold for a server under load whatever the model, machine, engine and split: all attention kinds of the
// catalog, dense and mixtures, one GPU to a thousand.
#include "core/answer/answer.hpp"
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

/// Any model of the catalog that attends.
RandomModel random_served() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> all;
    for (const std::string_view id : built_in().ids("models")) {
      const Case plan = completed({{"model", std::string(id)}});
      if (given(plan, "model.heads") >= 1) all.emplace_back(id);
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
    const double slack = 1.04;
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
      RC_ASSERT(at_most(tpot, now));
      RC_ASSERT(at_most(ttft, first * 1.02));  // prompts that come together share their launch: a bend, not a fall
      tpot = now;
      ttft = first;
    }
  });
  rc::prop("a longer prompt never comes sooner", [] {
    Server server(random_server());
    server.at("serving.concurrency", 1, "serving.ttft");
    double before = 0;
    for (double tokens = 16; tokens <= 4096; tokens *= 2) {
      if (!(server.at("serving.input_tokens", tokens, "serving.max_batch") >= 1)) break;
      const double now = server["serving.ttft"];
      RC_ASSERT(at_most(before, now));
      before = now;
    }
  });
}

TEST_CASE("full and in flight are one server", "[property][serving]") {
  rc::prop("without launches and the client's time their tokens per second are the same within a percent", [] {
    const Said equal{
        {"engine.launch_time", "0"},
        {"engine.request_time", "0"},
        {"serving.input_cv2", "0"},
        {"serving.output_cv2", "0"},
        {"engine.prompt_error", "1"},
        {"serving.output_tokens", "1024"},
        {"engine.reading_together", "0.8974"},
        {"engine.reading_together_closed", "0.8974"}};
    const Said said = random_server() + equal;
    Server full(said), in_flight(said);
    const double most = full["serving.throughput"], crowd = full["serving.max_concurrency"];
    const double few = in_flight.at("serving.concurrency", crowd, "serving.throughput");
    // Where prompts take most of the time, how they wait for one another is an approximation.
    RC_ASSERT(near(few, most, full["serving.prefill_share"] < 0.5 ? 0.05 : 0.25));
  });
}

/// A server under a share of what it can answer, with any router and lengths that differ or not.
struct Loaded {
  Said said = random_server() + Said{{"serving.router", word_of({"random", "two", "least", "prefix"})}};
  Server server{said};
  double rate =
      *rc::gen::elementOf(std::vector<double>{0.02, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95}) * server["serving.capacity"];

  double operator[](std::string_view id) { return server.at("serving.rate", rate, id); }
};

TEST_CASE("laws of a server at a rate", "[property][serving]") {
  rc::prop("what runs is what comes in times how long it stays (Little)", [] {
    Loaded load;
    const double running = load["serving.running_batch"] * load["serving.decode_replicas"];
    RC_ASSERT(near(running, load.rate * load["serving.cycle_time"], 1e-6));
    if (load.server.input("serving.output_cv2") == 0)
      RC_ASSERT(near(running, load.rate * load.server.input("serving.output_tokens") * load["serving.tpot"], 0.01));
    RC_ASSERT(at_most(running, load["serving.max_concurrency"]));
  });
  rc::prop("no first token comes before its prompt is read alone on that layout", [] {
    Loaded load;
    RC_ASSERT(at_most(load["serving.prefill_time"] * load.server.input("engine.prompt_error"), load["serving.ttft"]));
    RC_ASSERT(at_most(load["serving.prefill_time"], load["serving.ttft_p99"]));
  });
  rc::prop("no GPU reads more prompt tokens than its peak allows", [] {
    Loaded load;
    const double peak =
        std::max({load["serving.half_rate"], load["serving.eight_bit_rate"], load["serving.four_bit_rate"]});
    const double weights =
        load["serving.attention_weights"] + load["serving.common_weights"] + load["serving.chosen_weights"];
    const double most = 2 * peak / (2 * weights);  // shares of a peak that are fitted may exceed it a little
    RC_ASSERT(load["serving.throughput_input"] / load.server.input("cluster.gpus") <= most);
  });
  rc::prop("no token comes faster than its weights and cache are read", [] {
    Loaded load;
    const double reading = load["serving.mixing_reading"] + load["serving.common_reading"];
    RC_ASSERT(at_most(reading, load["serving.tpot"] * load["serving.accepted_tokens"]));
  });
  rc::prop("the slow are slower than the mean, and no request is slower per token than its longest gap", [] {
    Loaded load;
    RC_ASSERT(at_most(load["serving.ttft"] * 0.999, load["serving.ttft_p99"]));
    RC_ASSERT(load["serving.itl_p99"] > 0);
  });
  rc::prop("a router that knows more never makes the slow wait longer", [] {
    Loaded load;
    const auto with = [&](double router) { return load.server.at("serving.router_kind", router, "serving.ttft"); };
    load["serving.ttft"];
    const double random = with(0), two = with(1), least = with(2);
    if (two == two && random == random) RC_ASSERT(at_most(two, random));
    if (least == least && two == two) RC_ASSERT(at_most(least, two));
  });
  rc::prop("P10, P50 and P90 are in order and finite", [] {
    Loaded load;
    const Case plan = completed(load.said + Said{{"serving.rate", std::to_string(load.rate)}});
    for (const std::string_view id : {"serving.ttft", "serving.tpot", "serving.throughput", "serving.running_batch"})
      if (const auto ends = range(plan, row_of(id))) {
        RC_ASSERT(std::isfinite(ends->first) && std::isfinite(ends->second));
        RC_ASSERT(ends->first <= result(plan, std::string(id)) * 1.0001);
        RC_ASSERT(result(plan, std::string(id)) <= ends->second * 1.0001);
      }
  });
}

/// Limits that are some times what a server takes that is nearly idle.
Said random_limits(const Said& said) {
  Server idle(said);
  const double rate = 1e-3 * idle["serving.capacity"];
  const double first = idle.at("serving.rate", rate, "serving.ttft"), token = idle["serving.tpot"],
               whole = idle["serving.request_latency"];
  const auto times = [](double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1000) / 1000.0; };
  Said limits{{"serving.limit_percentile", word_of({"mean", "p99"})}};
  const int which = *rc::gen::inRange(0, 3);
  if (which != 1) limits.emplace_back("serving.ttft_limit", std::to_string(first * times(1.2, 20)) + "s");
  if (which != 0) limits.emplace_back("serving.tpot_limit", std::to_string(token * times(1.05, 4)) + "s");
  if (*rc::gen::inRange(0, 3) == 0)
    limits.emplace_back("serving.latency_limit", std::to_string(whole * times(1.2, 8)) + "s");
  return limits;
}

TEST_CASE("rates within limits", "[property][serving]") {
  rc::prop("offered again, every limit is kept; half a percent more breaks one", [] {
    const Said base = random_server() + Said{{"serving.router", word_of({"random", "two", "least"})}};
    const Said said = base + random_limits(base);
    Server server(said);
    const double rate = server["serving.rate_at_limit"];
    RC_PRE(rate > 0);
    const bool tail = server.input("serving.at_tail") == 1;
    const double first_limit = server.input("serving.ttft_limit"), token_limit = server.input("serving.tpot_limit"),
                 whole_limit = server.input("serving.latency_limit");
    const auto keeps = [&](double some) {
      Once once(completed(said).values, dependents());
      once.change("serving.rate", some);
      const double first = row_of(tail ? "serving.ttft_p99" : "serving.ttft").value(once);
      const double token = row_of(tail ? "serving.tpot_p99" : "serving.tpot").value(once);
      const double whole = row_of(tail ? "serving.latency_p99" : "serving.request_latency").value(once);
      const bool answered = std::isfinite(row_of("serving.tpot").value(once));
      return answered && !(first > first_limit * (1 + 1e-6)) && !(token > token_limit * (1 + 1e-6)) &&
             !(whole > whole_limit * (1 + 1e-6));
    };
    RC_ASSERT(keeps(rate));
    const double digit = std::pow(10, std::floor(std::log10(rate)) - 2);
    RC_ASSERT(keeps(std::floor(rate / digit) * digit));  // as somebody types it from the page, rounded down
    RC_ASSERT(!keeps(1.005 * rate));
  });
  rc::prop("longer prompts, longer outputs, stricter limits and fewer GPUs never serve more", [] {
    const Said base = random_server() + Said{{"serving.router", word_of({"random", "two", "least"})}};
    const Said said = base + random_limits(base);
    Server server(said);
    const double rate = server["serving.rate_at_limit"];
    const auto worse = [&](std::string_view key, double times, double rounding_of_forms = 1.001) {
      if (!(server.input(key) > 0)) return;
      Server other(said);
      const double now = other.at(key, times * server.input(key), "serving.rate_at_limit");
      RC_ASSERT(at_most(now, rate * rounding_of_forms));
    };
    worse("serving.input_tokens", 1.1);
    // A time per token is a mean over a request: more of them differ less, and feel less of what queued behind one.
    // Beside more sequences a prompt adds less, because weights are read already: a queue becomes shorter by as much,
    // most of all where hardly anything runs.
    const bool busy = rate > 0.1 * server["serving.capacity"];
    if (busy && is_absent(server.input("serving.tpot_limit"))) worse("serving.output_tokens", 1.1, 1.003);
    worse("serving.ttft_limit", 0.9);
    worse("serving.tpot_limit", 0.9);
    worse("serving.latency_limit", 0.9);
    const double replicas = server["serving.engine_replicas"];
    if (replicas >= 2) {
      Server fewer(said);
      const double gpus = server.input("cluster.gpus") / replicas * std::floor(replicas / 2);
      RC_ASSERT(at_most(fewer.at("cluster.gpus", gpus, "serving.rate_at_limit"), rate * 1.001));
    }
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

TEST_CASE("fewer bits are never slower where the chip multiplies them", "[property][serving]") {
  rc::prop("time per token and full servers, 8 bits beside 16 and 4 beside 8", [] {
    const Said said = random_server();
    const bool four = *rc::gen::arbitrary<bool>();
    const Case plan = completed(said);
    RC_PRE(given(plan, four ? "accelerator.peak_fp4" : "accelerator.peak_fp8") > 0);
    Server more(said + Said{{"serving.weight_dtype", four ? "fp8" : "bf16"}});
    Server fewer(said + Said{{"serving.weight_dtype", four ? "nvfp4" : "fp8"}});
    RC_PRE(
        row_of("serving.max_batch")
            .value(Once(completed(said + Said{{"serving.weight_dtype", "bf16"}}).values, dependents())) >= 1);
    RC_ASSERT(at_most(
        fewer.at("serving.concurrency", 1, "serving.tpot"), more.at("serving.concurrency", 1, "serving.tpot") * 1.001));
    const double batch = more["serving.max_batch"];
    RC_ASSERT(at_most(
        fewer.at("serving.concurrency", batch, "serving.tpot"),
        more.at("serving.concurrency", batch, "serving.tpot") * 1.001));
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
    const Said said = random_server() + Said{{"engine.paged_kv_preemption", "0"}, {"serving.max_sequences", "1000000"}};
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
