// SPDX-License-Identifier: Apache-2.0
// Services that share a cluster over a day: a sheet with a service in every row, each planned on its own.
#pragma once

#include "core/portfolio/day.hpp"
#include "core/portfolio/planned_row.hpp"

namespace llmsize {

/// A service; its scenario has the mode infer.
struct FleetService : SheetRow {
  double utc_offset = 0;  ///< hours that its day curve is ahead of UTC, -12 to 14
};

/// The services of a sheet, with the columns name and utc_offset. `over` is said of every row, in place of what it
/// says. Throws BadInput: data, naming row and column.
std::vector<FleetService> read_fleet(WholeSheet sheet, const Scenario& over);
inline std::vector<FleetService> read_fleet(std::string_view text, const std::string& source, const Scenario& over) {
  return read_fleet(sheet_of(text, source), over);
}

struct PlannedService : PlannedRow {
  FleetService service{};
  ServiceLoad load{};          ///< without replicas where the service cannot be planned
  double cold_start = absent;  ///< seconds from the order of a replica to its first request
  bool loads_from_storage = false;

  bool is_planned() const { return !is_absent(nodes); }
  double most_replicas() const;
  double least_replicas() const;
  bool varies() const { return least_replicas() < most_replicas(); }
};

/// Results that fleets read of services.
std::vector<const ResultRow*> fleet_results();

/// Plans every service by itself, on all cores. Replicas follow the day curve; a service without one, or with nodes or
/// replicas of its own, holds them all day. `more` are results that somebody names. Throws BadInput as `planned_alone`
/// and `planned_of` do.
std::vector<PlannedService> planned_services(
    const std::vector<FleetService>& services, const Catalog& catalog, const std::vector<const ResultRow*>& more,
    bool ranges, const std::function<void(std::size_t)>& progress = {});

}  // namespace llmsize
