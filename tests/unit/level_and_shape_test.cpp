// SPDX-License-Identifier: Apache-2.0
// Errors of series: what all rows of one have in common, and what is left.
#include "core/calibration/accuracy.hpp"
#include "core/quantity/absent.hpp"

#include <catch2/catch.hpp>

#include <deque>

namespace llmsize::test {
namespace {

/// Predictions of rows of two series, by how much longer than measured they are.
class Series {
 public:
  Series& row(const std::string& name, double ratio) {
    Measurement& measured = rows_.emplace_back();
    measured.series = name;
    predictions.push_back({{1, ratio, {}, {}}, &measured, "training.step_time"});
    return *this;
  }
  std::vector<Prediction> predictions{};

 private:
  std::deque<Measurement> rows_{};
};

TEST_CASE("a series that is too slow throughout has a level and no shape", "[accuracy][level]") {
  Series slow;
  slow.row("a", 1.2).row("a", 1.2).row("a", 1.2);
  CHECK(level_and_shape(slow.predictions).level == Approx(0.2));
  CHECK(level_and_shape(slow.predictions).shape == Approx(0).margin(1e-12));
}

TEST_CASE("a series that scatters around its measurements has a shape and no level", "[accuracy][level]") {
  Series scattered;
  scattered.row("a", 1.25).row("a", 0.8);
  CHECK(level_and_shape(scattered.predictions).level == Approx(0).margin(1e-12));
  CHECK(level_and_shape(scattered.predictions).shape == Approx(0.225));
}

TEST_CASE("levels of series do not cancel, and a series counts by its rows", "[accuracy][level]") {
  Series both;
  both.row("slow", 1.1).row("slow", 1.1).row("slow", 1.1).row("fast", 0.5);
  CHECK(level_and_shape(both.predictions).level == Approx((3 * 0.1 + 0.5) / 4));
}

TEST_CASE("a single row tells nothing of a shape", "[accuracy][level]") {
  Series alone;
  alone.row("a", 1.3).row("b", 0.9);
  CHECK(level_and_shape(alone.predictions).level == Approx(0.2));
  CHECK(is_absent(level_and_shape(alone.predictions).shape));
  CHECK(is_absent(level_and_shape({}).level));
}

}  // namespace
}  // namespace llmsize::test
