// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/page.hpp"

#include "core/portfolio/months.hpp"
#include "core/portfolio/row_fields.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::string count_text(double count) { return pretty(count, Unit::count); }

std::string jobs_text(std::size_t count) {
  return fmt::format("{} {}", count_text(static_cast<double>(count)), count == 1 ? "job" : "jobs");
}

std::size_t placed_on(const SharedCluster& cluster) {
  const auto& places = cluster.schedule.places;
  return static_cast<std::size_t>(
      std::count_if(places.begin(), places.end(), [](const NodePlace& each) { return each.start.has_value(); }));
}

/// "Buy 46 × NVIDIA DGX H100 for 5 jobs: load 61% of node-months, peak in May."
std::string sentence_of(const SharedCluster& cluster) {
  const double peak = cluster.schedule.peak();
  std::string text = cluster.given
                         ? fmt::format(
                               "{}: {} of {} fit", given_text(cluster),
                               count_text(static_cast<double>(placed_on(cluster))), jobs_text(cluster.rows.size()))
                         : fmt::format("Buy {} for {}", nodes_text(cluster, peak), jobs_text(cluster.rows.size()));
  const std::string_view month = month_name(cluster.schedule.peak_month());
  if (peak > 0 && cluster.given)
    text += fmt::format(", peak {} {} in {}", count_text(peak), peak == 1 ? "node" : "nodes", month);
  else if (peak > 0)
    text += fmt::format(", peak in {}", month);
  if (const double load = cluster.schedule.load(cluster.nodes()); !is_absent(load))
    text += fmt::format(", load {} of node-months", share_text(load));
  return text + capex_text(cluster) + ".";
}

/// Jobs that have their nodes and still miss a goal of their own.
std::size_t missing_goals(const Portfolio& portfolio) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < portfolio.jobs.size(); ++i)
    count += portfolio.places[i].start && !portfolio.jobs[i].reason.empty();
  return count;
}

std::string verdict_sentence(const Portfolio& portfolio) {
  const std::size_t missing = portfolio.missing(), moved = portfolio.moved(), failing = missing_goals(portfolio);
  std::string text;
  if (failing > 0)
    text +=
        fmt::format("✗ {} {} a goal.{}", jobs_text(failing), failing == 1 ? "misses" : "miss", missing > 0 ? " " : "");
  if (missing > 0) text += fmt::format("✗ {} {} not fit.", jobs_text(missing), missing == 1 ? "does" : "do");
  if (moved > 0)
    text += fmt::format(
        "{}{} {} later than asked.", text.empty() ? "✓ All jobs fit. " : " ", jobs_text(moved),
        moved == 1 ? "starts" : "start");
  return text.empty() ? "✓ All jobs start as asked." : text;
}

/// "Apr (asked Jan)".
std::string start_text(const PlannedJob& planned, const NodePlace& place) {
  if (!place.start) return "–";
  const std::string_view label = month_label(*place.start);
  return *place.start == planned.job.start ? std::string(label)
                                           : fmt::format("{} (asked {})", label, month_label(planned.job.start));
}

std::string end_text(const PlannedJob& planned, const NodePlace& place) {
  return place.start ? std::string(month_label(last_month(*place.start, planned.months))) : "–";
}

std::string duration_text(const PlannedJob& planned) {
  if (!planned.is_planned()) return "–";
  return planned.job.serves() ? months_text(planned.months) : pretty(planned.time, Unit::seconds);
}

Table jobs_of(const Portfolio& portfolio) {
  const bool several = portfolio.clusters.size() > 1;
  Table table{{"Job", "Workload", "Nodes", "Start", "End", "Duration"}, {}};
  if (several) table.header.insert(table.header.begin() + 2, "System");
  table.header.emplace_back();
  for (std::size_t i = 0; i < portfolio.jobs.size(); ++i) {
    const PlannedJob& planned = portfolio.jobs[i];
    const NodePlace& place = portfolio.places[i];
    std::vector<std::string> row{
        planned.job.name,
        std::string(workload_word(planned.job)),
        planned.is_planned() ? count_text(planned.nodes) : "–",
        start_text(planned, place),
        end_text(planned, place),
        duration_text(planned)};
    if (several) row.insert(row.begin() + 2, planned.system);
    row.push_back(note_of(portfolio, i));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> month_cells(
    std::string_view title, const NodeMonths& months, const std::function<std::string(double)>& text) {
  std::vector<std::string> cells{std::string(title)};
  for (const double each : months) cells.push_back(text(each));
  return cells;
}

Table months_of(const Portfolio& portfolio, const SharedCluster& cluster) {
  Table table{{"Job"}, {}};
  for (int month = 1; month <= months_of_year; ++month) table.header.emplace_back(month_label(month));
  const auto or_blank = [](double nodes) { return nodes > 0 ? count_text(nodes) : std::string{}; };
  for (const std::size_t job : cluster.rows)
    if (portfolio.places[job].start)
      table.rows.push_back(month_cells(portfolio.jobs[job].job.name, nodes_by_month(portfolio, job), or_blank));
  table.rows.push_back(month_cells("All jobs", cluster.schedule.nodes, count_text));
  const double nodes = cluster.nodes();
  if (nodes > 0)
    table.rows.push_back(
        month_cells("Load", cluster.schedule.nodes, [&](double taken) { return share_text(taken / nodes); }));
  return table;
}

std::string months_title(const Portfolio& portfolio, const SharedCluster& cluster) {
  const std::string year = portfolio.year ? fmt::format(" of {}", *portfolio.year) : std::string{};
  return portfolio.clusters.size() == 1 ? fmt::format("Nodes by month{}.", year)
                                        : fmt::format("Nodes by month{}, {}.", year, cluster.name);
}

int peak_month_of(const NodeMonths& months) {
  return static_cast<int>(std::max_element(months.begin(), months.end()) - months.begin()) + 1;
}
double peak_of(const NodeMonths& months) { return *std::max_element(months.begin(), months.end()); }

Table storage_of(const SharedStorage& storage) {
  Table table{{"Shared storage", "Needed", ""}, {}};
  if (storage.capacity > 0) table.rows.push_back({"Capacity", pretty(storage.capacity, Unit::bytes), "all jobs"});
  for (const auto& [title, months] :
       {std::pair{"Read bandwidth", &storage.read}, std::pair{"Write bandwidth", &storage.write}})
    if (peak_of(*months) > 0)
      table.rows.push_back(
          {title, pretty(peak_of(*months), Unit::bandwidth),
           fmt::format("sum of the jobs in {}", month_name(peak_month_of(*months)))});
  return table;
}

Json shared_json(const SharedCluster& cluster) {
  Json json = cluster_json(cluster, cluster.nodes());
  json["peak_nodes"] = number_json(cluster.schedule.peak());
  json["peak_month"] = cluster.schedule.peak_month();
  json["load"] = number_json(cluster.schedule.load(cluster.nodes()));
  json["nodes_by_month"] = numbers_json(cluster.schedule.nodes);
  return json;
}

/// What the schedule says of a job, by name; months are numbers from 1.
RowFields scheduled_fields(const Portfolio& portfolio, std::size_t job) {
  const PlannedJob& planned = portfolio.jobs[job];
  const std::optional<int> start = portfolio.places[job].start;
  const auto month = [](std::optional<int> number) { return number ? Json(*number) : Json(nullptr); };
  return {
      {"workload", std::string(workload_word(planned.job))},
      {"asked_start_month", planned.job.start},
      {"start_month", month(start)},
      {"end_month", month(start ? std::optional(last_month(*start, planned.months)) : std::nullopt)},
      {"months", planned.is_planned() ? Json(planned.months) : Json(nullptr)},
      {"note", note_of(portfolio, job)},
      {"nodes_by_month", numbers_json(nodes_by_month(portfolio, job))}};
}

std::vector<RowFields> all_fields(const Portfolio& portfolio) {
  std::vector<RowFields> fields;
  for (std::size_t i = 0; i < portfolio.jobs.size(); ++i) fields.push_back(scheduled_fields(portfolio, i));
  return fields;
}

}  // namespace

std::string portfolio_headline(const Portfolio& portfolio) {
  std::string text;
  for (const SharedCluster& each : portfolio.clusters) text += sentence_of(each) + "\n";
  return text + verdict_sentence(portfolio);
}

std::vector<TitledTable> portfolio_tables(const Portfolio& portfolio) {
  std::vector<TitledTable> tables{{portfolio_headline(portfolio), jobs_of(portfolio)}};
  for (const SharedCluster& each : portfolio.clusters)
    tables.push_back({months_title(portfolio, each), months_of(portfolio, each)});
  if (Table storage = storage_of(portfolio.storage); !storage.rows.empty()) tables.push_back({{}, std::move(storage)});
  return tables;
}

AnsweredRows portfolio_rows(const Portfolio& portfolio, const std::vector<const ResultRow*>& more) {
  return answered_rows(rows_among(portfolio.jobs), portfolio_results(), more);
}

Json portfolio_rows_json(const Portfolio& portfolio, const AnsweredRows& rows) {
  return rows_json(rows, all_fields(portfolio));
}

Json portfolio_json(const Portfolio& portfolio) {
  Json json{{"year", portfolio.year ? Json(*portfolio.year) : Json(nullptr)}};
  json["clusters"] = Json::array();
  for (const SharedCluster& each : portfolio.clusters) json["clusters"].push_back(shared_json(each));
  json["storage"] = {
      {"capacity", number_json(portfolio.storage.capacity)},
      {"read_by_month", numbers_json(portfolio.storage.read)},
      {"write_by_month", numbers_json(portfolio.storage.write)}};
  return json;
}

Table portfolio_table(const Portfolio& portfolio, const AnsweredRows& rows) {
  return rows_table(rows, all_fields(portfolio), 1);
}

}  // namespace llmsize
