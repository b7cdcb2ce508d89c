// SPDX-License-Identifier: Apache-2.0
#include "core/planning/free_gpus.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {

FreeGpus::FreeGpus(double gpus, double domain) : domain_(domain) {
  add(std::floor(gpus / domain), domain);
  add(1, std::fmod(gpus, domain));
}

void FreeGpus::add(double count, double gpus) {
  if (count > 0 && gpus > 0) free_.push_back({count, gpus});
}

double FreeGpus::whole_domains() const {
  double whole = 0;
  for (const Stretches& each : free_)
    if (each.gpus == domain_) whole += each.count;
  return whole;
}

double FreeGpus::longest_rest() const {
  double longest = 0;
  for (const Stretches& each : free_)
    if (each.gpus < domain_) longest = std::max(longest, each.gpus);
  return longest;
}

double FreeGpus::replicas(double gpus) const {
  if (gpus > domain_) {
    // The last of them may end in a stretch that is no whole domain.
    const double each = domain_ * std::ceil(gpus / domain_);
    return std::floor((whole_domains() * domain_ + longest_rest() + each - gpus) / each);
  }
  double fit = 0;
  for (const Stretches& each : free_) fit += each.count * std::floor(each.gpus / gpus);
  return fit;
}

std::optional<FreeGpus> FreeGpus::beside(double count, double gpus) const {
  if (!(replicas(gpus) >= count)) return {};
  FreeGpus left(0, domain_);
  if (gpus > domain_) {
    const double taken = count * std::ceil(gpus / domain_), whole = whole_domains();
    left.add(whole - taken, domain_);
    const double ended_in = taken > whole ? longest_rest() : 0;
    for (const Stretches& each : free_)
      if (each.gpus < domain_ && each.gpus != ended_in) left.add(each.count, each.gpus);
    return left;
  }
  for (const Stretches& each : free_) {
    const double fit = std::floor(each.gpus / gpus);
    const double full = fit > 0 ? std::min(each.count, std::floor(count / fit)) : 0;
    const double some = full < each.count ? std::min(count - full * fit, fit) : 0, begun = some > 0 ? 1 : 0;
    count -= full * fit + some;
    left.add(full, each.gpus - fit * gpus);
    left.add(begun, each.gpus - some * gpus);
    left.add(each.count - full - begun, each.gpus);
  }
  return left;
}

}  // namespace llmsize
