// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ruler.hpp"

#include <cmath>

namespace llmsize::scene {
namespace {

double along(const Scale& scale, double value) { return scale.logarithmic ? std::log(value) : value; }

}  // namespace

Ruler::Ruler(Scale scale, double first, double last) : scale_(std::move(scale)), first_(first), last_(last) {}

double Ruler::share(double value) const {
  const double low = along(scale_, scale_.low), high = along(scale_, scale_.high);
  return high > low ? (along(scale_, value) - low) / (high - low) : 0.5;
}

double Ruler::value(double pixel) const {
  const double at =
      std::lerp(along(scale_, scale_.low), along(scale_, scale_.high), (pixel - first_) / (last_ - first_));
  return scale_.logarithmic ? std::exp(at) : at;
}

bool Ruler::holds(double value) const {
  const double at = share(value);
  return at > -1e-9 && at < 1 + 1e-9;
}

Scale part_of(const Scale& scale, double from, double to) {
  constexpr std::size_t few = 3;
  if (from <= 0 && to >= 1) return scale;
  const Ruler whole(scale, 0, 1);
  Scale part = scale;
  part.low = whole.value(from);
  part.high = whole.value(to);
  std::erase_if(part.ticks, [ruler = Ruler(part, 0, 1)](const Tick& tick) { return !ruler.holds(tick.at); });
  if (part.ticks.size() < few) part.ticks.clear();
  return part;
}

}  // namespace llmsize::scene
