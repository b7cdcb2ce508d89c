// SPDX-License-Identifier: Apache-2.0
// Spreads by distance are found again in rows that have them.
#include "core/calibration/distance_fit.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

namespace llmsize::test {
namespace {

constexpr double near = 0.05, chip = 0.12, doubling = 0.07;

/// So many sources with eight rows each: near, on another accelerator, at two to eight times the GPUs, and both.
std::vector<DistantRow> simulated(std::size_t sources, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<DistantRow> rows;
  for (std::size_t source = 0; source < sources; ++source)
    for (std::size_t each = 0; each < 8; ++each) {
      DistantRow row{fmt::format("source {}", source), 0, near, {}};
      double variance = near * near;
      if (each % 2 == 1) {
        row.parts.emplace_back("software.unseen_accelerator", 1);
        variance += chip * chip;
      }
      if (const double doublings = double(each / 2); doublings > 0) {
        row.parts.emplace_back("software.more_gpus", doublings);
        variance += doublings * doublings * doubling * doubling;
      }
      row.error = std::sqrt(variance) * normal(random);
      rows.push_back(std::move(row));
    }
  return rows;
}

TEST_CASE("the spreads that rows were drawn with are found again", "[distance]") {
  const auto spreads = fit_spreads(simulated(400, 1));
  CHECK(spreads.at("software.unseen_accelerator") == Approx(chip).epsilon(0.15));
  CHECK(spreads.at("software.more_gpus") == Approx(doubling).epsilon(0.15));
}

TEST_CASE("with fitted spreads four of five rows are inside, of sources that the fit did not see too", "[distance]") {
  for (const FittedSpread& each : fitted_spreads(simulated(200, 2), 1)) {
    CAPTURE(each.input);
    CHECK(each.sources == 200);
    CHECK(each.inside < 0.75);
    CHECK(each.apart == Approx(0.8).margin(0.04));
  }
}

TEST_CASE("rows that are inside anyway ask for no spread", "[distance]") {
  std::vector<DistantRow> rows = simulated(20, 3);
  for (DistantRow& row : rows) row.error = 0.1 * near;
  for (const auto& [input, spread] : fit_spreads(rows)) CHECK(spread == Approx(0).margin(1e-9));
}

TEST_CASE("a source with many rows counts less than as many sources", "[distance]") {
  // Sixteen rows of one source far outside, four sources inside.
  std::vector<DistantRow> rows;
  const auto add = [&](const std::string& source, double error) {
    rows.push_back({source, error, near, {{"software.unseen_accelerator", 1}}});
  };
  for (int i = 0; i < 16; ++i) add("many", 1);
  for (int i = 0; i < 16; ++i) add(fmt::format("single {}", i), 0.01);
  CHECK(share_inside(rows, {}) == Approx(0.8));
}

}  // namespace
}  // namespace llmsize::test
