// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/portfolio.hpp"

#include "core/portfolio/months.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/row_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

NodeRequest request_of(const PlannedJob& planned) {
  return {planned.nodes, planned.job.start, planned.months, !planned.job.serves()};
}

double positive(double value) { return value > 0 ? value : 0; }

double value_in(const PlannedJob& planned, ResultKey id) { return positive(result_value(planned.row, result_row(id))); }

/// What a job keeps on shared storage and moves there: a service only its KV cache, where that is its tier.
struct StorageUse {
  double capacity = 0, read = 0, write = 0;
};
StorageUse storage_use(const PlannedJob& planned) {
  if (!planned.job.serves())
    return {
        value_in(planned, "storage.required_capacity"), value_in(planned, "ingest.required_bandwidth"),
        value_in(planned, "checkpoint.required_bandwidth")};
  if (input_word(planned.row, "serving.kv_tier") != "shared") return {};
  return {
      value_in(planned, "serving.kv_store_capacity"), value_in(planned, "serving.kv_read_rate"),
      value_in(planned, "serving.kv_write_rate")};
}

void take_storage(Portfolio& portfolio) {
  for (std::size_t i = 0; i < portfolio.jobs.size(); ++i) {
    const auto start = portfolio.places[i].start;
    if (!start) continue;
    const StorageUse use = storage_use(portfolio.jobs[i]);
    portfolio.storage.capacity += use.capacity;
    for (int month = *start; month <= last_month(*start, portfolio.jobs[i].months); ++month) {
      portfolio.storage.read[static_cast<std::size_t>(month - 1)] += use.read;
      portfolio.storage.write[static_cast<std::size_t>(month - 1)] += use.write;
    }
  }
}

}  // namespace

std::size_t Portfolio::missing() const {
  return static_cast<std::size_t>(
      std::count_if(places.begin(), places.end(), [](const NodePlace& each) { return !each.start; }));
}

std::size_t Portfolio::moved() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) count += places[i].start && *places[i].start != jobs[i].job.start;
  return count;
}

Portfolio scheduled_portfolio(
    std::vector<PlannedJob> jobs, std::optional<int> year, const ClusterLimits& limits, const Catalog& catalog) {
  Portfolio made{year, std::move(jobs), {}, {}};
  made.places.resize(made.jobs.size());
  const PlannedRows rows = rows_among(made.jobs);
  for (ClusterOfRows& each : clusters_of(rows, limits, "jobs", catalog)) {
    SharedCluster& cluster = made.clusters.emplace_back(SharedCluster{std::move(each)});
    std::vector<NodeRequest> requests;
    requests.reserve(cluster.rows.size());
    for (const std::size_t job : cluster.rows) requests.push_back(request_of(made.jobs[job]));
    cluster.schedule = cluster.given ? schedule_nodes(requests, *cluster.given) : schedule_nodes(requests);
    for (std::size_t i = 0; i < cluster.rows.size(); ++i) made.places[cluster.rows[i]] = cluster.schedule.places[i];
    take_capex(cluster, cluster.nodes(), rows, catalog);
  }
  take_storage(made);
  return made;
}

NodeMonths nodes_by_month(const Portfolio& portfolio, std::size_t job) {
  NodeMonths nodes{};
  if (const auto start = portfolio.places[job].start)
    for (int month = *start; month <= last_month(*start, portfolio.jobs[job].months); ++month)
      nodes[static_cast<std::size_t>(month - 1)] = portfolio.jobs[job].nodes;
  return nodes;
}

std::string note_of(const Portfolio& portfolio, std::size_t job) {
  const PlannedJob& planned = portfolio.jobs[job];
  const NodePlace& place = portfolio.places[job];
  if (!planned.is_planned()) return planned.reason;
  if (!place.start)
    return fmt::format(
        "Does not fit: needs {} {} for {}, {} free from {}", pretty(planned.nodes, Unit::count),
        planned.nodes == 1 ? "node" : "nodes", months_text(planned.months), pretty(place.free, Unit::count),
        month_name(place.free_from));
  std::string note;
  if (*place.start + planned.months - 1 > months_of_year)
    note = fmt::format("Ends after December: {} from {}", months_text(planned.months), month_name(*place.start));
  if (!planned.reason.empty()) note += fmt::format("{}{}", note.empty() ? "" : ". ", planned.reason);
  return note;
}

}  // namespace llmsize
