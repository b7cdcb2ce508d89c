// SPDX-License-Identifier: Apache-2.0
// A training on the calendar: its parts, who runs it, how sure its date is, and what published trainings took.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/totals.hpp"
#include "core/files/document.hpp"
#include "core/planning/certainty.hpp"
#include "core/quantity/print.hpp"
#include "core/validation/totals_report.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

const Said gpt3_with_tokens = gpt3_on_128_dgx + Said{{"workload.tokens", "300B"}};

double calendar(const Said& more) { return result(completed(gpt3_with_tokens + more), "training.calendar_time"); }

TEST_CASE("a calendar is steps, operation, evaluation and interruptions", "[calendar]") {
  const Case plan = completed(gpt3_with_tokens + Said{{"workload.evaluation_share", "2%"}});
  const double parts = result(plan, "training.total_step_time") + result(plan, "training.overhead_time") +
                       result(plan, "training.evaluation_time") + result(plan, "training.interruption_time");
  CHECK(result(plan, "training.calendar_time") == Approx(parts));
  CHECK(result(plan, "training.evaluation_time") > 0);
  CHECK(result(plan, "training.gpu_seconds") == Approx(1024 * parts));
}

TEST_CASE("who runs a training moves its calendar and not its steps", "[calendar]") {
  const double benchmark = calendar({{"workload.run_overhead", "none"}});
  for (const char* word : {"tuned", "typical"}) {
    const double factor =
        result(completed(gpt3_with_tokens + Said{{"workload.run_overhead", word}}), "training.overhead_factor");
    CHECK(factor > 1);
    CHECK(calendar({{"workload.run_overhead", word}}) == Approx(factor * benchmark));
  }
  CHECK(calendar({{"workload.run_overhead", "tuned"}}) < calendar({{"workload.run_overhead", "typical"}}));
  CHECK(calendar({}) == calendar({{"workload.run_overhead", "typical"}}));
  CHECK(calendar({{"workload.overhead_factor", "1.2"}}) == Approx(1.2 * benchmark));
  for (const char* word : {"none", "tuned"})
    CHECK(
        result(completed(gpt3_with_tokens + Said{{"workload.run_overhead", word}}), "training.total_step_time") ==
        result(completed(gpt3_with_tokens), "training.total_step_time"));
}

TEST_CASE(
    "a run of hours is nearly its steps alone, of two days like a tuned one, of a year all overhead", "[calendar]") {
  const auto overhead_of = [](double days, const char* word) {
    const Said said = gpt3_with_tokens + Said{{"workload.run_overhead", word}};
    const double each = result(completed(said), "training.total_step_time") / 86400;
    const Said sized{{"workload.tokens", exact(300e9 * days / each)}};
    return result(completed(said + sized), "training.overhead_factor") - 1;
  };
  for (const char* word : {"tuned", "typical"}) {
    CAPTURE(word);
    const double all = given(completed({{"workload.run_overhead", word}}), "workload.overhead_share");
    const double half = given(completed({}), "workload.overhead_half_time") / 86400;
    CHECK(overhead_of(0.1, word) < 0.05 * all);
    CHECK(overhead_of(half, word) == Approx(all / 2));
    CHECK(overhead_of(365, word) > 0.95 * all);
  }
  CHECK(overhead_of(2, "typical") < overhead_of(365, "tuned"));
  CHECK(overhead_of(365, "none") == 0);
}

TEST_CASE("a stated utilisation takes the place of what other teams took", "[calendar]") {
  const Case plan = completed(gpt3_with_tokens + Said{{"software.utilisation", "0.45"}});
  CHECK(plan.word("workload.run_overhead") == "measured");
  CHECK(result(plan, "training.overhead_time") == 0);
  const Case tuned =
      completed(gpt3_with_tokens + Said{{"software.utilisation", "0.45"}, {"workload.run_overhead", "tuned"}});
  CHECK(tuned.word("workload.run_overhead") == "tuned");
}

TEST_CASE("without a named stack steps are typical of the accelerator, with one they are its own", "[calendar]") {
  const Case typical = completed(gpt3_with_tokens);
  const Case named = completed(gpt3_with_tokens + Said{{"software.id", typical.word("software.id")}});
  const InputKey error = "software.model_error";
  CHECK(typical[error] > 1);
  CHECK(typical.origin(error).kind == Origin::Kind::data_sheet);
  CHECK(named[error] == 1);
  CHECK(named.spread(error) < typical.spread(error));
}

TEST_CASE("interruptions cost about a tenth of a training on 16,384 GPUs", "[calendar]") {
  // Grattafiori et al. 2024 (Llama 3), section 3.3.4: more than 90 % effective training time, 3.1 h between
  // interruptions.
  const Said job{{"model", "llama-3.1-405b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "2048"}};
  CHECK(result(completed(job), "reliability.usual_goodput") == Approx(0.9).margin(0.03));
}

TEST_CASE("storage that is said tells the interruptions", "[calendar]") {
  const Case plan = completed(gpt3_with_tokens + Said{{"storage.id", "superpod-h100-good"}});
  const double goodput = result(plan, "reliability.goodput");
  REQUIRE(goodput < 1);
  const double advancing = result(plan, "training.total_step_time") + result(plan, "training.overhead_time");
  CHECK(result(plan, "training.calendar_time") == Approx(advancing / goodput));
}

TEST_CASE("being surer of a date takes more nodes, and they are as sure", "[calendar][planning]") {
  const Said asked{
      {"model", "llama-3-8b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "1T"}, {"goal.deadline", "30d"}};
  const LayoutPlan median = plan_layout(scenario_of(asked), built_in());
  REQUIRE(median.found());
  const CertainNodes nodes = certain_nodes(median, built_in());
  CHECK(nodes.p50 == median.nodes);
  CHECK(nodes.p50 < nodes.p80);
  CHECK(nodes.p80 < nodes.p90);
  const std::pair<const char*, double> certainties[] = {{"p50", 0.5}, {"p80", 0.8}, {"p90", 0.9}};
  for (const auto& [word, least] : certainties) {
    const LayoutPlan plan = plan_layout(scenario_of(asked + Said{{"goal.certainty", word}}), built_in());
    CAPTURE(word);
    REQUIRE(plan.found());
    const Case best = complete(plan.with(plan.search.best.front()), built_in());
    CHECK(chance(best) >= least);
    CHECK(certain_nodes(plan, built_in()).p90 == nodes.p90);
  }
}

TEST_CASE("whole trainings take what was published for them", "[calendar][totals][long]") {
  TotalsReport report;
  for (const char* name : {"run-totals.csv", "run-totals-2026h2.csv"}) {
    const std::string file = tests::fixture(name);
    for (TrainingTotal& row : read_totals(read_file(file), file, built_in())) report.rows.push_back(std::move(row));
  }
  report.predicted = predict_totals(report.rows, built_in());
  CHECK(report.predicted.size() == 49);
  const Json results = totals_results(report);
  const auto number = [&](const std::string& name) {
    return results.at("validation.totals." + name).at("value").get<double>();
  };
  CHECK(number("median_ratio") == Approx(1).margin(0.1));
  CHECK(number("typical_factor") <= 1.3);
  CHECK(number("range_coverage") == Approx(0.8).margin(0.1));
  CHECK(number("left_out.typical_factor") < number("null.typical_factor"));
  // With their organisations left out as well, and no wider than runs lie apart.
  CHECK(number("left_out.range_coverage") == Approx(0.81).margin(0.06));
  CHECK(number("range_width") < 2.4);
  CHECK(number("range_width") == Approx(number("left_out.spread")).epsilon(0.2));

  // What the catalog says of teams is what these rows tell.
  const Case any = completed({});
  CHECK(number("operation.typical") == Approx(any["workload.typical_overhead"]).epsilon(0.02));
  CHECK(number("operation.typical_spread") == Approx(any.spread("workload.typical_overhead")).epsilon(0.05));
  CHECK(number("operation.tuned") == Approx(any["workload.tuned_overhead"]).epsilon(0.02));
  CHECK(number("operation.tuned_spread") == Approx(any.spread("workload.tuned_overhead")).epsilon(0.05));
}

TEST_CASE("a training that interruptions stop is never done, with storage and without", "[calendar]") {
  const Said failing = gpt3_with_tokens + Said{{"reliability.job_mtbf_given", "60s"}};
  for (const Said& job : {failing, failing + Said{{"storage.id", "superpod-h100-good"}}}) {
    const Answer answered = answer(completed(job), {});
    CHECK(std::any_of(answered.findings.begin(), answered.findings.end(), [](const FoundFinding& each) {
      return each.id == "training.never_done" && each.severity == Severity::error;
    }));
  }
}

}  // namespace
}  // namespace llmsize::test
