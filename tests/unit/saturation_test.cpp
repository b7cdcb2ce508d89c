// SPDX-License-Identifier: Apache-2.0
// Curves that were made up are found again; the rules for disks that one thread fills and for systems that slow down
// hold.
#include "core/record/saturation.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::test {
namespace {

using Points = std::vector<SaturationPoint>;

Points points_of(const SaturationCurve& curve, const std::vector<double>& threads) {
  Points points;
  for (const double n : threads) points.push_back({n, curve.at(n)});
  return points;
}

bool flagged(const SaturationFit& fit, const char* flag) {
  return std::find(fit.flags.begin(), fit.flags.end(), flag) != fit.flags.end();
}

const std::vector<double> powers{1, 2, 4, 8, 16, 32, 64, 128, 256};

// Measured on a virtual disk, 4 KiB random, operations per second.
const Points random_read{{1, 13.1e3}, {4, 41.1e3}, {16, 77.7e3}, {64, 107.8e3}};
const Points random_write{{1, 9.9e3}, {4, 35.8e3}, {16, 60.1e3}, {64, 88.1e3}};

TEST_CASE("a curve is found again", "[saturation]") {
  for (const double p : {1.0, 1.5, 3.0, 8.0}) {
    CAPTURE(p);
    const auto fit = fit_saturation("fs.read", "B/s", points_of({2e9, 3e10, p}, powers));
    REQUIRE(fit);
    CHECK(fit->x1 == Approx(2e9).epsilon(0.02));
    CHECK(fit->xmax == Approx(3e10).epsilon(0.02));
    CHECK(fit->p == Approx(p).epsilon(0.02));
    CHECK(fit->rms < 0.01);
    CHECK(fit->flags.empty());
    CHECK(fit->best == 256);
  }
}

TEST_CASE("a curve is found again under noise of passes", "[saturation]") {
  Points points;
  const SaturationCurve truth{2e9, 3e10, 2};
  for (const double n : powers)
    for (const double factor : {0.985, 1.0, 1.015}) points.push_back({n, truth.at(n) * factor});
  const auto fit = fit_saturation("fs.read", "B/s", points);
  REQUIRE(fit);
  CHECK(fit->x1 == Approx(2e9).epsilon(0.02));
  CHECK(fit->xmax == Approx(3e10).epsilon(0.02));
  for (const double n : {1.0, 12.0, 100.0}) CHECK(fit->at(n) == Approx(truth.at(n)).epsilon(0.02));
}

TEST_CASE("the smaller of both is a curve of the largest sharpness", "[saturation]") {
  const auto fit = fit_saturation("fs.read", "B/s", points_of({2e9, 3e10, 16}, powers));
  REQUIRE(fit);
  for (const double n : powers) CHECK(fit->at(n) == Approx(std::min(n * 2e9, 3e10)).epsilon(0.02));
}

TEST_CASE("measured random reads and writes", "[saturation]") {
  // Four points cannot tell a sharpness.
  const auto read = fit_saturation("fs.read", "1/s", random_read);
  REQUIRE(read);
  CHECK(read->p == 1);
  CHECK(read->rms == Approx(0.022).margin(0.001));
  CHECK(fit_scalability(random_read).rms < 0.025);
  const auto write = fit_saturation("fs.write", "1/s", random_write);
  REQUIRE(write);
  CHECK(write->p == 1);
  CHECK(write->rms == Approx(0.075).margin(0.002));
  CHECK(fit_scalability(random_write).rms == Approx(0.075).margin(0.003));
}

TEST_CASE("where one thread saturates, the ceiling is the median", "[saturation]") {
  const auto fit = fit_saturation("nvme.read", "B/s", {{1, 2.1e9}, {4, 2.0e9}, {16, 2.2e9}, {64, 2.05e9}});
  REQUIRE(fit);
  CHECK(flagged(*fit, "one-thread-saturates"));
  CHECK(fit->xmax == Approx(2.075e9));
  CHECK(fit->x1 >= fit->xmax);
  CHECK(fit->at(1) == Approx(2.075e9).epsilon(0.02));
  CHECK(fit->at(64) == Approx(2.075e9));
}

TEST_CASE("where more threads are slower, nothing is said beyond the best number", "[saturation]") {
  const Scalability law{1e9, 0.02, 2e-4};
  Points points;
  for (const double n : powers) points.push_back({n, law.at(n)});
  const auto fit = fit_saturation("fs.write", "B/s", points);
  REQUIRE(fit);
  CHECK(flagged(*fit, "retrograde"));
  CHECK(fit->best == 64);
  CHECK(fit->xmax == Approx(law.at(64)).epsilon(1e-9));
  CHECK(fit->x1 == Approx(1e9).epsilon(0.1));
  CHECK(fit->at(200) == fit->at(64));
  CHECK(fit->at(64) == Approx(law.at(64)).epsilon(0.1));
  CHECK(fit->more.at("usl").at("k").get<double>() == Approx(2e-4).epsilon(0.02));
  CHECK(fit_scalability(points).best() == Approx(std::sqrt(0.98 / 2e-4)).epsilon(0.02));
}

TEST_CASE("a sharp curve that falls is found again up to its best", "[saturation]") {
  const SaturationCurve truth{1e9, 2e10, 6};
  Points points = points_of(truth, {1, 2, 4, 8, 16, 32, 64});
  points.push_back({128, 1.5e10});
  points.push_back({256, 1.1e10});
  const auto fit = fit_saturation("fs.write", "B/s", points);
  REQUIRE(fit);
  CHECK(flagged(*fit, "retrograde"));
  CHECK(fit->best == 64);
  CHECK(fit->x1 == Approx(1e9).epsilon(0.02));
  CHECK(fit->xmax == Approx(2e10).epsilon(0.02));
}

TEST_CASE("one number of threads is no curve", "[saturation]") {
  CHECK_FALSE(fit_saturation("fs.read", "B/s", {{1, 2e9}, {1, 2.1e9}}));
  CHECK_FALSE(fit_saturation("fs.read", "B/s", {}));
  CHECK_FALSE(fit_saturation("fs.read", "B/s", {{1, 2e9}, {2, 0}}));
}

TEST_CASE("results of one setting make one fit", "[saturation]") {
  std::vector<ProbeResult> results;
  for (const double n : {1.0, 8.0, 64.0}) {
    results.push_back(
        {"fs.read", {{"threads", n}, {"block_bytes", 1048576}}, "bandwidth", "B/s", {n * 1e9, n * 1.01e9}});
    results.push_back({"fs.read", {{"threads", n}, {"block_bytes", 4096}}, "operations", "1/s", {1e4 * std::sqrt(n)}});
    results.push_back({"fs.read", {{"threads", n}, {"block_bytes", 4096}}, "latency", "s", {1e-4}});
  }
  results.push_back(
      {"fs.read", {{"threads", 128}, {"block_bytes", 1048576}}, "bandwidth", "B/s", {1e6}, false, {"invalid"}});
  const auto fits = fit_results(results);
  REQUIRE(fits.size() == 2);
  for (const SaturationFit& fit : fits) {
    CHECK(fit.probe == "fs.read");
    CHECK_FALSE(fit.params.contains("threads"));
    CHECK(fit.params.contains("block_bytes"));
    CHECK(fit.flags.empty());
  }
}

}  // namespace
}  // namespace llmsize::test
