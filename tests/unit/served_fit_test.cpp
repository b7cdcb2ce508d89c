// SPDX-License-Identifier: Apache-2.0
// What one's own server tells: a factor from one number, the engine's constants from many.
#include "core/calibration/served_fit.hpp"
#include "core/inputs/list.hpp"
#include "core/registry/registry.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

/// A sweep over clients, as benchmarks of servers run it, with the times that a server of these constants has.
std::vector<ServedRow> sweep(const Catalog& catalog, const std::vector<Change>& server, std::size_t most) {
  std::string text =
      "id,model,hardware,gpus,tp,dtype,input_len,output_len,metric,value,unit,series,stack,concurrency\n";
  for (const int input : {256, 1024, 4096})
    for (const int output : {256, 1024, 4096})
      for (int clients = 1; clients <= 256; clients *= 4)
        text += fmt::format(
            "r{}-{}-{},llama-3.1-70b,H200-SXM-141GB,8,4,fp8,{},{},tpot_mean,10,ms,own,vllm,{}\n", input, output,
            clients, input, output, clients);
  std::vector<ServedRow> rows = read_served_rows(text, "own.csv", catalog);
  rows.resize(std::min(most, rows.size()));
  for (ServedRow& row : rows) {
    REQUIRE(row.reason.empty());
    const Case plan = complete(row.scenario, catalog);
    Once values(plan.values, dependents());
    values.change(server);
    row.measured = result_row("serving.tpot").value(values);
  }
  return rows;
}

/// One run at a share of the rate that the defaults can serve, with the time that a server of these constants has.
std::vector<ServedRow> at_rate(
    double share, const std::vector<Change>& server, const std::string& metric = "tpot_mean") {
  const auto read = [&](double rate) {
    return read_served_rows(
        fmt::format(
            "id,model,hardware,gpus,tp,dtype,input_len,output_len,metric,value,unit,stack,date,request_rate\n"
            "run,llama-3.1-70b,H200-SXM-141GB,4,4,fp8,1024,256,{},10,ms,vllm,2026-05-20,{}\n",
            metric, rate),
        "own.csv", built_in());
  };
  const auto number = [](const ServedRow& row, const ResultRow& result, const std::vector<Change>& changes) {
    const Case plan = complete(row.scenario, built_in());
    Once values(plan.values, dependents());
    values.change(changes);
    return result.value(values);
  };
  std::vector<ServedRow> rows = read(1);
  REQUIRE(rows.front().reason.empty());
  rows = read(share * number(rows.front(), result_row("serving.capacity"), {}));
  rows.front().measured = number(rows.front(), result_of_metric(metric), server);
  REQUIRE(rows.front().measured > 0);
  return rows;
}

double largest_error(const Calibration& found) {
  double largest = 0;
  for (const CalibratedRun& run : found.runs) largest = std::max(largest, std::abs(run.after / run.measured - 1));
  return largest;
}

}  // namespace

TEST_CASE("one number of a server is given back, as a factor on its steps", "[serving][calibration]") {
  const std::vector<Change> slower{{"engine.model_error", 1.3}};
  auto rows = sweep(built_in(), slower, 1);
  const Calibration found = calibrate_serving(predict_serving(rows, built_in()), built_in(), "own.csv");
  CHECK(found.software == "vllm");
  CHECK(found.values.at("engine.model_error").value == Approx(1.3).epsilon(0.01));
  // The constants of the engine stay as they are, and are known better.
  const FittedValue reading = found.values.at("engine.weight_efficiency");
  const Case plan = complete(rows.front().scenario, built_in());
  CHECK(reading.value == plan["engine.weight_efficiency"]);
  CHECK(reading.spread < plan.spread("engine.weight_efficiency"));
}

TEST_CASE("a run at a request rate is met, whatever batch its step time makes", "[serving][calibration]") {
  for (const double server : {0.4, 0.7, 1.2}) {
    CAPTURE(server);
    auto rows = at_rate(0.6, {{"engine.model_error", server}});
    const Calibration found = calibrate_serving(predict_serving(rows, built_in()), built_in(), "own.csv");
    CHECK(found.values.at("engine.model_error").value == Approx(server).epsilon(0.005));
    CHECK(largest_error(found) < 0.005);
    if (server < 1) CHECK(found.width_after < found.width_before);
    CHECK(found.values.at("engine.release_year").value == Approx(2026.39).margin(0.02));
    CHECK(found.values.at("engine.release_year").spread == 0);
  }
}

TEST_CASE("no factor is fitted at which a server that served is overloaded", "[serving][calibration]") {
  auto rows = at_rate(0.6, {});
  rows.front().measured = 60;
  const Calibration found = calibrate_serving(predict_serving(rows, built_in()), built_in(), "own.csv");
  CHECK(std::isfinite(found.runs.front().after));
  CHECK(found.runs.front().after > found.runs.front().before);
  CHECK(found.runs.front().contradicts);
}

TEST_CASE("a run that overloads the default calibrates a faster server", "[serving][calibration]") {
  auto rows = at_rate(1.3, {{"engine.model_error", 0.4}});
  REQUIRE(predict_serving(rows, built_in()).empty());
  rows.front().reason.clear();
  const Calibration found = calibrate_serving(rows, built_in(), "own.csv");
  CHECK(found.values.at("engine.model_error").value == Approx(0.4).epsilon(0.005));
  CHECK(is_absent(found.runs.front().before));
}

TEST_CASE("the same run calibrates to the same values, also on top of itself", "[serving][calibration]") {
  auto rows = at_rate(0.6, {{"engine.model_error", 0.7}});
  const Json once = write_calibration(calibrate_serving(rows, built_in(), "own.csv"));
  CHECK(write_calibration(calibrate_serving(rows, built_in(), "own.csv")) == once);
  Catalog calibrated = built_in();
  calibrated.calibrate(read_calibration(once, "own.json"));
  CHECK(write_calibration(calibrate_serving(rows, calibrated, "own.csv")).at("values") == once.at("values"));
}

TEST_CASE("first tokens are met by a factor of their own", "[serving][calibration]") {
  auto rows = at_rate(0.6, {{"engine.model_error", 0.7}, {"engine.prompt_error", 1.4}});
  auto first = at_rate(0.6, {{"engine.model_error", 0.7}, {"engine.prompt_error", 1.4}}, "ttft_mean");
  rows.insert(rows.end(), first.begin(), first.end());
  const Calibration found = calibrate_serving(rows, built_in(), "own.csv");
  CHECK(found.rows == 1);
  CHECK(found.values.at("engine.prompt_error").value == Approx(1.4).epsilon(0.01));
  CHECK(found.values.at("engine.prompt_error").spread < 0.4);
}

TEST_CASE(
    "many numbers of a server tell its constants, and those a load that was not measured", "[serving][calibration]") {
  const std::vector<Change> server{{"engine.weight_efficiency", 0.6}, {"engine.cache_efficiency", 0.55}};
  auto rows = sweep(built_in(), server, 1000);
  REQUIRE(rows.size() >= many_served_rows);
  const Calibration found = calibrate_serving(predict_serving(rows, built_in()), built_in(), "own.csv");
  CHECK(largest_error(found) < 0.05);
  CHECK(found.values.at("engine.weight_efficiency").spread < 0.06);
  CHECK(found.width_after < found.width_before);

  Scenario unseen = rows.front().scenario;
  for (const auto& [key, text] :
       {std::pair{"serving.input_tokens", "512"}, {"serving.output_tokens", "2048"}, {"serving.concurrency", "40"}})
    unseen.set(key, text, Giver{"test"});
  const Case plan = complete(unseen, built_in());
  Once there(plan.values, dependents()), told(plan.values, dependents());
  there.change(server);
  std::vector<Change> by_fit;
  for (const auto& [key, fitted] : found.values) by_fit.push_back({InputKey::find(key).value(), fitted.value});
  told.change(by_fit);
  const ResultRow& tpot = result_row("serving.tpot");
  CHECK(tpot.value(told) == Approx(tpot.value(there)).epsilon(0.03));
}

TEST_CASE("a series that is left out is predicted without it", "[serving][calibration]") {
  const std::vector<Change> slower{{"engine.model_error", 2}};
  auto rows = sweep(built_in(), {}, 1000);
  auto others = sweep(built_in(), slower, 1000);
  for (ServedRow& row : others) row.series = "other";
  rows.insert(rows.end(), others.begin(), others.end());
  const auto predicted = predict_serving(rows, built_in());
  const auto left_out = left_out_serving(predicted, built_in(), 2, 1);
  REQUIRE(left_out.size() == predicted.size());
  // Each is predicted by the other, which is twice or half as fast.
  for (const PredictedServing& each : left_out)
    CHECK((each.row->series == "own" ? each.predicted > 1.3 * each.measured : each.predicted < 0.8 * each.measured));
}

TEST_CASE("constants of engines are what published rows tell", "[serving][calibration][.nightly]") {
  std::vector<ServedRow> rows;
  for (const char* name : {"measured-inference.csv", "measured-inference-2026h2.csv"})
    for (ServedRow& row : read_served_rows(read_file(tests::fixture(name)), name, built_in()))
      rows.push_back(std::move(row));
  const ServedConstants found = refit_serving(predict_serving(rows, built_in()), built_in());
  for (const auto& [key, value] : found.common) {
    INFO(key);
    CHECK(value == Approx(about_of(InputKey::find(key).value()).initial.value()).epsilon(0.02));
  }
  for (const auto& [engine, values] : found.engines)
    for (const auto& [key, value] : values) {
      INFO(engine << ", " << key);
      CHECK(
          value == Approx(completed({{"software.id", engine}, {"workload.mode", "infer"}})[InputKey::find(key).value()])
                       .epsilon(0.02));
    }
  for (const auto& [chip, values] : found.chips)
    for (const auto& [key, value] : values) {
      INFO(chip << ", " << key);
      CHECK(value == Approx(completed({{"accelerator.id", chip}})[InputKey::find(key).value()]).epsilon(0.02));
    }
}

}  // namespace llmsize::test
