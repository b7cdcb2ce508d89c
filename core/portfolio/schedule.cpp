// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/schedule.hpp"

#include "core/quantity/absent.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize {
namespace {

/// The nodes that are free in all months of a job which starts in one of them.
double free_nodes(const NodeMonths& taken, double nodes, int start, int months) {
  double most = 0;
  for (int month = start; month <= last_month(start, months); ++month)
    most = std::max(most, taken[static_cast<std::size_t>(month - 1)]);
  return nodes - most;
}

NodePlace place_of(const NodeRequest& request, const NodeMonths& taken, double nodes) {
  NodePlace nearest{{}, request.start, free_nodes(taken, nodes, request.start, request.months)};
  if (nearest.free >= request.nodes) return {request.start};
  if (!request.movable) return nearest;
  for (int start = request.start + 1; start + request.months - 1 <= months_of_year; ++start) {
    const double free = free_nodes(taken, nodes, start, request.months);
    if (free >= request.nodes) return {start};
    if (free > nearest.free) nearest = {{}, start, free};
  }
  return nearest;
}

}  // namespace

int last_month(int start, int months) { return std::min(start + months - 1, months_of_year); }

double NodeSchedule::peak() const { return *std::max_element(nodes.begin(), nodes.end()); }

int NodeSchedule::peak_month() const {
  return static_cast<int>(std::max_element(nodes.begin(), nodes.end()) - nodes.begin()) + 1;
}

double NodeSchedule::load(double of_nodes) const {
  if (!(of_nodes > 0)) return absent;
  return std::accumulate(nodes.begin(), nodes.end(), 0.0) / (of_nodes * months_of_year);
}

NodeSchedule schedule_nodes(const std::vector<NodeRequest>& requests, double nodes) {
  NodeSchedule made;
  made.places.resize(requests.size());
  for (const bool movable : {false, true})
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const NodeRequest& request = requests[i];
      if (request.movable != movable) continue;
      made.places[i] = place_of(request, made.nodes, nodes);
      if (const auto start = made.places[i].start)
        for (int month = *start; month <= last_month(*start, request.months); ++month)
          made.nodes[static_cast<std::size_t>(month - 1)] += request.nodes;
    }
  return made;
}

}  // namespace llmsize
