// SPDX-License-Identifier: Apache-2.0
// A guard: predictions of published runs do not become worse. The figures in tests/data/accuracy.json are those of the
// day they were written; whoever makes the model better writes better ones.
#include "tests/unit/measured.hpp"

#include "core/calibration/accuracy.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <functional>

namespace llmsize::test {
namespace {

constexpr std::string_view time_metric = "training.step_time";
/// By how much an error may grow before it counts as worse: mixtures are few and far off, so that one of them moves the
/// mean.
constexpr double dense_margin = 0.005, mixture_margin = 0.02;

using Predictions = std::vector<Prediction>;

Predictions only(const Predictions& all, const std::function<bool(const Prediction&)>& keep) {
  Predictions kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), keep);
  return kept;
}
Predictions dense(const Predictions& all) {
  return only(all, [](const Prediction& each) { return !each.row->mixture(); });
}
Predictions mixtures(const Predictions& all) {
  return only(all, [](const Prediction& each) { return each.row->mixture(); });
}
Predictions of_stack(const Predictions& all, const std::string& stack) {
  return only(all, [&](const Prediction& each) { return each.row->software == stack; });
}

/// Times that the catalog's stacks predict. Ranges are not asked for here and cost most of the time.
const Predictions& in_sample() {
  static const Predictions times = [] {
    Predictions all;
    for (const Measurement& row : published_rows())
      if (row.status == Measurement::Status::usable && row.step_time > 0)
        all.push_back({{row.step_time, result(*row.plan, time_metric), {}, {}}, &row, std::string(time_metric)});
    return all;
  }();
  return times;
}
const Predictions& left_out() {
  static const Predictions times = left_out_times(published_rows(), built_in(), Together::model_and_precision, 10, 1);
  return times;
}

Json stored() {
  const std::string path = tests::fixture("accuracy.json");
  return parse_json(read_file(path), path);
}

TEST_CASE("predictions of published runs are as close as they were", "[accuracy]") {
  const Json figures = stored();
  const ErrorSummary of_dense = summary(dense(in_sample())), of_mixtures = summary(mixtures(in_sample()));
  CHECK(of_dense.mean <= figures.at("dense").at("mean").get<double>() + dense_margin);
  CHECK(of_dense.median <= figures.at("dense").at("median").get<double>() + dense_margin);
  CHECK(of_mixtures.mean <= figures.at("mixtures").at("mean").get<double>() + mixture_margin);
}

TEST_CASE("no row is lost from the comparison", "[accuracy]") {
  const Json figures = stored();
  CHECK(summary(dense(in_sample())).rows >= figures.at("dense").at("rows").get<std::size_t>());
  CHECK(summary(mixtures(in_sample())).rows >= figures.at("mixtures").at("rows").get<std::size_t>());
}

TEST_CASE("every stack's runs are predicted as closely as they were", "[accuracy]") {
  const Json stacks = stored().at("stacks");
  for (const auto& [stack, mean] : stacks.items()) {
    const Predictions times = of_stack(in_sample(), stack);
    CAPTURE(stack, summary(times).mean);
    REQUIRE_FALSE(times.empty());
    CHECK(summary(times).mean <= mean.get<double>() + (times.front().row->mixture() ? mixture_margin : dense_margin));
  }
  for (const Prediction& each : in_sample()) {
    CAPTURE(each.row->id, each.row->software);
    CHECK(stacks.contains(each.row->software));
  }
}

TEST_CASE("Megatron-LM of 2021 is predicted within 3 % on average", "[accuracy]") {
  const ErrorSummary of = summary(of_stack(in_sample(), "megatron-2021"));
  CHECK(of.rows == 16);
  CHECK(of.mean <= 0.03);
}

TEST_CASE("runs with and without recomputation are both predicted within 5 %", "[accuracy]") {
  for (const char* id : {"M0251", "M0249", "M0258", "M0261"}) {
    CAPTURE(id, error_of(published(id)));
    CHECK(std::abs(error_of(published(id))) < 0.05);
  }
  CHECK(result(*published("M0251").plan, "training.recompute_time") > 0);
  CHECK(result(*published("M0258").plan, "training.recompute_time") == 0);
}

TEST_CASE("series that the fit has not seen are predicted, too", "[accuracy][left-out][long]") {
  CHECK(left_out().size() == in_sample().size());
  CHECK(summary(dense(left_out())).mean <= 0.06);
  CHECK(summary(dense(left_out())).median <= 0.039);
  CHECK(summary(mixtures(left_out())).mean <= 0.13);
  CHECK(summary(mixtures(left_out())).median <= 0.08);
}

TEST_CASE(
    "stacks are predicted better than by a constant utilisation, the same rows left out",
    "[accuracy][left-out][long]") {
  const Predictions null = null_times(published_rows(), 10, 1);
  CHECK(summary(dense(left_out())).mean < summary(dense(null)).mean / 2);
  CHECK(summary(mixtures(left_out())).mean < summary(mixtures(null)).mean);
  const Json stacks = stored().at("stacks");
  std::size_t compared = 0;
  for (const auto& [stack, mean] : stacks.items()) {
    // Of fewer rows one model makes most: without it nothing is known of the stack.
    if (of_stack(left_out(), stack).size() < 30) continue;
    const double ours = summary(of_stack(left_out(), stack)).mean, constant = summary(of_stack(null, stack)).mean;
    CAPTURE(stack, ours, constant);
    CHECK(ours < constant);
    ++compared;
  }
  CHECK(compared > 4);
}

}  // namespace
}  // namespace llmsize::test
