// SPDX-License-Identifier: Apache-2.0
// Colours of charts are told apart by people who see no difference between red and green.
#include "core/scene/palette.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize::test {
namespace {

using Three = std::array<double, 3>;
using Matrix = std::array<Three, 3>;

Three times(const Matrix& matrix, const Three& by) {
  Three product{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) product[i] += matrix[i][j] * by[j];
  return product;
}

/// Red, green and blue as light, 0 to 1.
Three linear(std::uint32_t rgb) {
  const auto part = [rgb](int shift) {
    const double v = ((rgb >> shift) & 0xFF) / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return {part(16), part(8), part(0)};
}

/// As a deuteranope sees it: Viénot, Brettel, Mollon 1999, in light of red, green and blue.
Three without_green_cones(const Three& rgb) {
  constexpr Matrix cones{{{17.8824, 43.5161, 4.11935}, {3.45565, 27.1554, 3.86714}, {0.0299566, 0.184309, 1.46709}}};
  constexpr Matrix light{
      {{0.0809444479, -0.130504409, 0.116721066},
       {-0.0102485335, 0.0540193266, -0.113614708},
       {-0.000365296938, -0.00412161469, 0.693511405}}};
  Three seen = times(cones, rgb);
  seen[1] = 0.494207 * seen[0] + 1.24827 * seen[2];
  Three back = times(light, seen);
  for (double& part : back) part = std::clamp(part, 0.0, 1.0);
  return back;
}

/// CIE L*a*b* under daylight (D65).
Three lab(const Three& rgb) {
  constexpr Matrix to_xyz{{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
  constexpr Three white{0.95047, 1, 1.08883};
  Three xyz = times(to_xyz, rgb);
  for (std::size_t i = 0; i < 3; ++i) {
    const double share = xyz[i] / white[i];
    xyz[i] = share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116;
  }
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

/// ΔE of CIE 1976; from 2.3 a difference is noticed at all.
double difference(std::uint32_t one, std::uint32_t other) {
  const Three a = lab(without_green_cones(linear(one))), b = lab(without_green_cones(linear(other)));
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST_CASE("The simulated eye confuses red with green, and neither with blue") {
  CHECK(difference(0xB54708, 0xA36000) < 2.3);
  CHECK(difference(0xFFFFFF, 0x000000) > 95);
  CHECK(difference(0x0072B2, 0xA36000) > 50);
}

TEST_CASE("Any two colours of a chart are told apart in deuteranopia") {
  constexpr double clearly = 15;
  constexpr std::array hues{Hue::gpu, Hue::cpu, Hue::nvme, Hue::shared, Hue::waiting, Hue::limit, Hue::error};
  for (std::size_t i = 0; i < hues.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const scene::Colour one = scene::colour(hues[i]), other = scene::colour(hues[j]);
      CAPTURE(one.name, other.name);
      CHECK(difference(one.light, other.light) >= clearly);
      CHECK(difference(one.dark, other.dark) >= clearly);
    }
}

}  // namespace
}  // namespace llmsize::test
