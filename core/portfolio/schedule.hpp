// SPDX-License-Identifier: Apache-2.0
// A year of jobs on the nodes of one system: which months each of them holds its nodes.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace llmsize {

inline constexpr int months_of_year = 12;

/// A number per month, January first.
using NodeMonths = std::array<double, months_of_year>;

/// Nodes that a job asks for.
struct NodeRequest {
  double nodes = 0;
  int start = 1;        ///< first month, 1 to 12
  int months = 1;       ///< one at least; they may go on after the year
  bool movable = true;  ///< it may start later than asked, as trainings do: these come after all that may not
};

/// When a job gets its nodes.
struct NodePlace {
  std::optional<int> start{};  ///< first month; nothing where the nodes are never free
  int free_from = 0;           ///< without a start: first of the months in which most nodes are free to it,
  double free = 0;             ///< and how many these are

  bool operator==(const NodePlace&) const = default;
};

/// The last month of the year in which a job holds its nodes.
int last_month(int start, int months);

struct NodeSchedule {
  std::vector<NodePlace> places;  ///< one per request
  NodeMonths nodes{};             ///< that all placed jobs hold together

  double peak() const;
  /// The first month of the peak, 1 to 12.
  int peak_month() const;
  /// Share of the node-months of so many nodes that jobs hold; absent without nodes.
  double load(double of_nodes) const;
};

/// Places jobs one after the other, those that may not move first, each group in its order: as asked, else in the first
/// later month from which their nodes are free to their end, which is within the year. A job that goes on after the
/// year as asked is placed as asked or not at all.
NodeSchedule schedule_nodes(
    const std::vector<NodeRequest>& requests, double nodes = std::numeric_limits<double>::infinity());

}  // namespace llmsize
