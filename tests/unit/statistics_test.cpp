// SPDX-License-Identifier: Apache-2.0
// Middles, quantiles and spreads: their conventions, and what normal samples make of them.
#include "core/quantity/statistics.hpp"

#include "core/quantity/absent.hpp"

#include <catch2/catch.hpp>

#include <random>

namespace llmsize::test {
namespace {

TEST_CASE("the median of an even number of values lies between both in the middle", "[statistics]") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 8}) == 3);
  CHECK(median({7}) == 7);
  CHECK(is_absent(median({})));
}

TEST_CASE("quantiles reach from the least to the most", "[statistics]") {
  const std::vector<double> values{30, 10, 20, 50, 40};
  CHECK(quantile(values, 0) == 10);
  CHECK(quantile(values, 0.1) == Approx(14));
  CHECK(quantile(values, 0.9) == Approx(46));
  CHECK(quantile(values, 1) == 50);
}

TEST_CASE("a weighted value stands in the middle of its weight", "[statistics]") {
  CHECK(quantile(Weighted{{1, 1}, {2, 1}}, 0.5) == Approx(1.5));
  CHECK(quantile(Weighted{{1, 1}, {2, 3}}, 0.625) == Approx(2));
  CHECK(quantile(Weighted{{1, 1}, {2, 3}}, 0.05) == 1);
  CHECK(is_absent(quantile(Weighted{}, 0.5)));
}

TEST_CASE("a value that lies far off does not widen a robust deviation", "[statistics]") {
  CHECK(robust_deviation({9, 10, 11, 10, 1000}) == Approx(1.4826));
  CHECK(robust_deviation({5, 5, 5}) == 0);
}

TEST_CASE("ranges of few normal values tell their deviation without bias", "[statistics]") {
  std::mt19937 random(8);
  std::normal_distribution<double> normal(100, 1);
  for (std::size_t count = 2; count <= 7; ++count) {
    CAPTURE(count);
    constexpr int samples = 20000;
    double sum = 0;
    for (int sample = 0; sample < samples; ++sample) {
      std::vector<double> values(count);
      for (double& value : values) value = normal(random);
      sum += deviation_of_few(values);
    }
    CHECK(sum / samples == Approx(1).epsilon(0.02));
  }
  CHECK(is_absent(deviation_of_few({1})));
}

}  // namespace
}  // namespace llmsize::test
