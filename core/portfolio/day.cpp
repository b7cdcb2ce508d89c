// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/day.hpp"

#include <cmath>

namespace llmsize {

DayHours ServiceLoad::nodes() const {
  DayHours nodes = replicas;
  for (double& each : nodes) each *= nodes_of_replica;
  return nodes;
}

double nodes_of_replica(double gpus, double node_gpus) {
  return gpus > node_gpus ? std::ceil(gpus / node_gpus) : 1 / std::floor(node_gpus / gpus);
}

DayHours hours_of(const traffic::ServedDay& day, double utc_offset) {
  using traffic::ServedDay;
  const long slots = ServedDay::slots, ahead = std::lround(utc_offset * ServedDay::slots_of_hour);
  DayHours hours{};
  for (long utc = 0; utc < slots; ++utc) {
    const auto local = static_cast<std::size_t>(((utc + ahead) % slots + slots) % slots);
    double& hour = hours[static_cast<std::size_t>(utc) / ServedDay::slots_of_hour];
    hour = std::fmax(hour, day.replicas[local]);
  }
  return hours;
}

DayHours shared_nodes(const std::vector<ServiceLoad>& loads) {
  DayHours parts{}, spares{};
  for (const ServiceLoad& each : loads) {
    const DayHours nodes = each.nodes();
    for (std::size_t hour = 0; hour < nodes.size(); ++hour) {
      parts[hour] += nodes[hour];
      spares[hour] += each.spares;
    }
  }
  // Thirds of a node are a node, whatever the last digits of their sum.
  constexpr double rounding = 1e-9;
  for (std::size_t hour = 0; hour < parts.size(); ++hour)
    parts[hour] = std::ceil(parts[hour] - rounding) + spares[hour];
  return parts;
}

}  // namespace llmsize
