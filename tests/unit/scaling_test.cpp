// SPDX-License-Identifier: Apache-2.0
// Scaling laws against the numbers their papers imply, trends against the talks, and the optimum against its
// neighbours.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

namespace llmsize::test {
namespace {

double of(const Said& said, const char* id) { return result(completed(said), id); }

/// Numbers printed with three significant digits.
Approx printed(double number) { return Approx(number).epsilon(0.5e-2); }

TEST_CASE("the law of 2020 gives the loss of a model with unlimited data", "[scaling]") {
  struct Row {
    const char* parameters;
    double loss;
  };
  for (const auto& [parameters, loss] : {Row{"1e9", 2.376}, Row{"1e8", 2.830}}) {
    CAPTURE(parameters, "Kaplan et al. 2020, Eq. 1.1: (8.8e13/N)^0.076");
    CHECK(of({{"model.parameters_given", parameters}}, "scaling.kaplan_model_loss") == Approx(loss).margin(0.5e-3));
  }
}

TEST_CASE("the law of 2020 counts no embeddings where the shape is known", "[scaling]") {
  const Case gpt3 = completed({{"model", "gpt3-175b"}, {"workload.tokens", "300B"}});
  const double h = 12288, layers = 96 * (12 * h * h + 13 * h);
  CHECK(result(gpt3, "scaling.counted_parameters") == layers);
  CHECK(result(gpt3, "scaling.kaplan_data_loss") == Approx(std::pow(5.4e13 / 300e9, 0.095)).epsilon(1e-12));
  CHECK(
      result(gpt3, "scaling.kaplan_loss") ==
      Approx(std::pow(std::pow(8.8e13 / layers, 0.8) + 5.4e13 / 300e9, 0.095)).epsilon(1e-12));
}

TEST_CASE("the law of 2020 grows models faster than data", "[scaling]") {
  const Said day{{"scaling.budget", "8.64e19FLOP"}}, thousand_days{{"scaling.budget", "8.64e22FLOP"}};
  CHECK(of(day, "scaling.kaplan_optimal_parameters") == Approx(1.3e9).epsilon(1e-12));
  CHECK(of(day, "scaling.kaplan_optimal_tokens") == Approx(2e10).epsilon(1e-12));
  CHECK(of(thousand_days, "scaling.kaplan_optimal_parameters") == Approx(1.3e9 * std::pow(1000, 0.73)).epsilon(1e-12));
  CHECK(of(thousand_days, "scaling.kaplan_optimal_tokens") == Approx(2e10 * std::pow(1000, 0.27)).epsilon(1e-12));
  CHECK(of(day, "scaling.kaplan_compute_loss") == Approx(std::pow(3.1e8, 0.05)).epsilon(1e-12));
}

TEST_CASE("fits of 2022 and after share the budget of Gopher out in their own ways", "[scaling]") {
  struct Row {
    const char* fit;
    double parameters, tokens, ratio, loss;
    const char* source;
  };
  const Row rows[] = {
      {"hoffmann-2022-rounded", 3.22e10, 2.98e12, 92.6, 1.931, "Hoffmann et al. 2022, Eq. 10: α 0.34, β 0.28"},
      {"hoffmann-2022", 4.03e10, 2.38e12, 59.1, 1.915,
       "Hoffmann et al. 2022, Table 3, approach 3: 40.3B parameters at 5.76e23"},
      {"besiroglu-2024", 7.22e10, 1.33e12, 18.4, 1.974, "Besiroglu et al. 2024"},
      {"20-tokens", 6.93e10, 1.39e12, 20, absent, "rule of thumb: N = √(C/120)"},
  };
  for (const auto& [fit, parameters, tokens, ratio, loss, source] : rows) {
    CAPTURE(fit, source);
    const Case plan = completed({{"scaling.budget", "5.76e23FLOP"}, {"scaling.fit", fit}});
    CHECK(result(plan, "scaling.optimal_parameters") == printed(parameters));
    CHECK(result(plan, "scaling.optimal_tokens") == printed(tokens));
    CHECK(result(plan, "scaling.tokens_per_parameter") == printed(ratio));
    if (is_absent(loss))
      CHECK(is_absent(result(plan, "scaling.optimal_loss")));
    else
      CHECK(result(plan, "scaling.optimal_loss") == Approx(loss).margin(0.5e-3));
  }
  CHECK(completed({}).words.at("scaling.fit").word == "besiroglu-2024");
}

TEST_CASE("20 tokens per parameter are 20 at every budget", "[scaling]") {
  for (const char* budget : {"1e18FLOP", "5.76e23FLOP", "1e27FLOP"})
    CHECK(
        of({{"scaling.budget", budget}, {"scaling.fit", "20-tokens"}}, "scaling.tokens_per_parameter") ==
        Approx(20).epsilon(1e-9));
}

TEST_CASE("no other model that the budget can train has a lower loss", "[scaling]") {
  for (const char* fit : {"hoffmann-2022-rounded", "hoffmann-2022", "besiroglu-2024"})
    for (const double budget : {1e18, 5.76e23, 1e27}) {
      const Said base{{"scaling.budget", fmt::format("{}FLOP", budget)}, {"scaling.fit", fit}};
      const Case best = completed(base);
      const double parameters = result(best, "scaling.optimal_parameters"),
                   tokens = result(best, "scaling.optimal_tokens");
      const double loss = result(best, "scaling.optimal_loss");
      CAPTURE(fit, budget, parameters, tokens, loss);
      CHECK(6 * parameters * tokens == Approx(budget).epsilon(1e-12));
      const auto loss_at = [&](double factor) {
        return of(
            base +
                Said{
                    {"model.parameters_given", fmt::format("{}", parameters * factor)},
                    {"workload.tokens", fmt::format("{:.0f}", tokens / factor)}},
            "scaling.model_loss");
      };
      CHECK(loss_at(1) == Approx(loss).epsilon(1e-9));
      for (const double factor : {0.01, 0.1, 0.5, 0.9, 0.99, 1.01, 1.1, 2.0, 10.0, 100.0}) {
        CAPTURE(factor);
        CHECK(loss_at(factor) > loss);
      }
    }
}

TEST_CASE("GPT-3 took 3.14e23 FLOP", "[scaling]") {
  CAPTURE("Brown et al. 2020, Table D.1: 3.14E+23 at 300 billion tokens");
  CHECK(of({{"model", "gpt3-175b"}, {"workload.tokens", "300B"}}, "scaling.model_work") == printed(3.14e23));
}

TEST_CASE("work counts the experts that work", "[scaling]") {
  const Case plan = completed({{"model", "mixtral-8x7b"}, {"workload.tokens", "1T"}});
  CHECK(
      result(plan, "scaling.model_work") == Approx(6 * result(plan, "model.parameters_active") * 1e12).epsilon(1e-12));
}

TEST_CASE("a budget that nobody gives is what the GPUs achieve until the deadline", "[scaling]") {
  const Said machine{
      {"cluster.system", "dgx-h100"},
      {"cluster.nodes", "16"},
      {"goal.deadline", "30d"},
      {"software.utilisation", "0.4"}};
  CHECK(given(completed(machine), "scaling.budget") == Approx(128 * 989.4e12 * 0.4 * 30 * 86400).epsilon(1e-12));
  const Said two_devices{
      {"cluster.system", "frontier"}, {"cluster.nodes", "1"}, {"goal.deadline", "1d"}, {"software.utilisation", "0.3"}};
  CHECK(given(completed(two_devices), "scaling.budget") == Approx(8 * 191.5e12 * 0.3 * 86400).epsilon(1e-12));
}

TEST_CASE("trends are those of the talk, carried on from the model's year", "[trend]") {
  const Said gpt3{
      {"model", "gpt3-175b"},
      {"accelerator.id", "a100-sxm4-80gb"},
      {"storage.id", "ddn-ai400x2"},
      {"storage.count", "1"}};
  const auto in = [&](const char* year) { return completed(gpt3 + Said{{"trend.year", year}}); };
  const Case now = in("2020"), two = in("2022"), three = completed(gpt3);
  CAPTURE("DDN, AI for Science and Exascale");
  CHECK(given(three, "trend.base_year") == 2020);
  CHECK(given(three, "trend.year") == 2023);
  CHECK(result(three, "trend.years") == 3);
  CHECK(result(three, "trend.parameters") == Approx(1000 * result(now, "trend.parameters")).epsilon(1e-12));
  CHECK(result(three, "trend.gpu_memory") == Approx(5 * result(now, "trend.gpu_memory")).epsilon(1e-12));
  CHECK(result(three, "trend.memory_wall") == Approx(200).epsilon(1e-12));
  CHECK(result(two, "trend.bandwidth_factor") == Approx(4).epsilon(1e-12));
  CHECK(result(two, "trend.capacity_factor") == Approx(2).epsilon(1e-12));
  CHECK(result(two, "trend.storage_read") == Approx(4 * given(now, "storage.read")).epsilon(1e-12));
  CHECK(result(two, "trend.storage_capacity") == Approx(2 * given(now, "storage.capacity")).epsilon(1e-12));
}

TEST_CASE("in the base year a trend is what there is", "[trend]") {
  const Case now = completed({{"model", "gpt3-175b"}, {"cluster.system", "dgx-a100-640"}, {"trend.year", "2020"}});
  CHECK(result(now, "trend.parameters") == result(now, "model.parameters"));
  CHECK(result(now, "trend.gpu_memory") == result(now, "memory.gpu_capacity"));
  CHECK(result(now, "trend.memory_wall") == 1);
  const double states = result(now, "model.parameters") * result(now, "memory.bytes_per_parameter");
  CHECK(result(now, "trend.gpus") == std::ceil(states / result(now, "memory.gpu_capacity")));
}

TEST_CASE("the slope of a power is its finite difference, in base and exponent", "[scaling][slope]") {
  const Said said{
      {"model.parameters_given", "7e10"},
      {"workload.tokens", "1.4e12"},
      {"scaling.budget", "5.76e23FLOP"},
      {"model.year", "2020"}};
  const Case plan = completed(said);
  struct Row {
    const char* id;
    const char* key;
  };
  const Row rows[] = {
      {"scaling.model_loss", "scaling.model_exponent"},
      {"scaling.model_loss", "scaling.data_exponent"},
      {"scaling.model_loss", "workload.tokens"},
      {"scaling.model_loss", "model.parameters_given"},
      {"scaling.optimal_parameters", "scaling.data_exponent"},
      {"scaling.optimal_parameters", "scaling.model_scale"},
      {"scaling.optimal_parameters", "scaling.model_exponent"},
      {"scaling.optimal_loss", "scaling.budget"},
      {"scaling.kaplan_loss", "model.parameters_given"},
      {"trend.parameters", "trend.model_growth"},
      {"trend.memory_wall", "trend.memory_growth"},
  };
  for (const auto& [id, key] : rows) {
    CAPTURE(id, key);
    const InputKey slot = key_named(key);
    const double value = plan[slot], step = 1e-5 * value;
    const auto at = [&, id = id](double moved) {
      Values values = plan.values;
      values.give(slot, moved);
      values.settle();
      return row_of(id).value(Once(values, dependents()));
    };
    const double difference = (at(value + step) - at(value - step)) / 2e-5;
    const Sloping sloping(plan.values, {{slot, value}});
    CHECK(difference != 0);
    CHECK(row_of(id).slope(sloping).slope[0] == Approx(difference).epsilon(1e-6));
  }
}

}  // namespace
}  // namespace llmsize::test
