// SPDX-License-Identifier: Apache-2.0
#include "core/formula/root.hpp"

#include "core/formula/functions.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace llmsize {
namespace {

namespace tools = boost::math::tools;

/// Never throws: what is out of range is absent.
using Quiet = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::underflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
    boost::math::policies::promote_double<false>>;

}  // namespace

double bracketed_root(double (*rest)(const void*, double), const void* context, double least, double most) {
  // Poles are only the sign of their side to the method.
  constexpr double endless = 1e200;
  const auto at = [&](double v) { return std::clamp(rest(context, v), -endless, endless); };
  if (!(least <= most)) return absent;
  const double low = at(least), high = at(most);
  if (low == 0) return least;
  if (high == 0) return most;
  if (!(low * high < 0)) return absent;
  constexpr int digits = 50;
  std::uintmax_t steps = 200;
  const auto [below, above] =
      tools::toms748_solve(at, least, most, low, high, tools::eps_tolerance<double>(digits), steps, Quiet());
  return below + (above - below) / 2;
}

namespace {

Spread log_normal_of(double cv2) {
  Spread spread{1, {1}, {1}};
  if (!(cv2 > 0)) return spread;
  constexpr double reach = 3.9, step = 2 * reach / (Spread::most - 1);
  const double variance = std::log1p(cv2), deviation = std::sqrt(variance);
  spread.count = Spread::most;
  double all = 0;
  for (int i = 0; i < Spread::most; ++i) {
    const double z = -reach + step * i;
    spread.size[i] = std::exp(z * deviation - variance / 2);
    all += spread.weight[i] = std::exp(-z * z / 2);
  }
  for (double& weight : spread.weight) weight /= all;
  return spread;
}

}  // namespace

Spread log_normal(double cv2) {
  // A case has two spreads, of prompts and of answers, and asks for them a thousand times.
  thread_local double asked[2] = {-1, -1};
  thread_local Spread made[2];
  thread_local int last = 0;
  const double of = cv2 > 0 ? cv2 : 0;
  for (int i = 0; i < 2; ++i)
    if (asked[i] == of) return made[i];
  last = 1 - last;
  asked[last] = of;
  return made[last] = log_normal_of(of);
}

Count least_divisor(Count n, Count k) {
  // Beyond that nobody counts ports, and doubles hold no divisors.
  constexpr double most = 1e9;
  if (!(n >= 1) || n > most || n != std::floor(n) || !(k <= n)) return absent;
  double least = n;
  for (double small = 1; small * small <= n; ++small) {
    if (std::fmod(n, small) != 0) continue;
    if (small >= k) return std::min(least, small);
    if (n / small >= k) least = n / small;
  }
  return least;
}

Count gamma_share(Count shape, Count a) {
  if (is_absent(shape) || is_absent(a)) return absent;
  if (!(a > 0)) return 0;
  if (!(shape > 0) || std::isinf(a)) return 1;
  return boost::math::gamma_p(shape, a, Quiet());
}

Count gamma_density(Count shape, Count a) {
  if (is_absent(shape) || is_absent(a)) return absent;
  return shape > 0 && a > 0 && std::isfinite(a) ? boost::math::gamma_p_derivative(shape, a, Quiet()) : 0;
}

}  // namespace llmsize
