// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/service.hpp"

#include "core/planning/cache.hpp"
#include "core/planning/nodes.hpp"
#include "core/quantity/parse.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/plan_rows.hpp"
#include "core/view/service_day.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view offset_column = "utc_offset";
const OwnColumns service_columns{{"name", offset_column}, {"hours", "h"}};

double offset_in(const SheetRows& sheet, const BatchRow& row) {
  const std::string cell = sheet.cell(row, offset_column);
  if (cell.empty()) return 0;
  constexpr double least = -12, most = 14;
  const auto hours = parse(sheet.number(row, offset_column), Unit::count);
  if (!hours || *hours < least || *hours > most)
    refuse_value(sheet.giver(row, offset_column), cell, "hours from -12 to 14 (1 for Berlin, -5 for New York)");
  return *hours;
}

FleetService service_in(const SheetRows& sheet, const BatchRow& row, const Scenario& over) {
  FleetService service{sheet.row(row, over), offset_in(sheet, row)};
  constexpr ScenarioKey mode = "workload.mode";
  const Scenario::Said* said = service.scenario.find(mode);
  if (said && said->value.word != "infer")
    refuse_contents(
        service.place, fmt::format("mode {}: expected infer", in_quotes(said->text)),
        "plan training jobs and services with 'llmsize portfolio'");
  if (!said) service.scenario.set(mode, "infer", Giver{service.place, BadInput::Kind::data});
  // Services share nodes: each takes the fewest GPUs of its last one.
  if (!service.scenario.find("cluster.unit") && !size_is_said(service.scenario))
    service.scenario.set("cluster.unit", "gpu", Giver{service.place, BadInput::Kind::data});
  return service;
}

using Number = std::function<double(NumberId)>;

Number numbers_in(const AnsweredRow& row) {
  return [&row](NumberId id) {
    return id.result() ? result_value(row, result_row(*id.result())) : input_value(row, id.text());
  };
}

/// Replicas of the busiest hour: those that its load needs, with one at least on every node that the plan has.
double busiest_replicas(const Number& number, double all, double nodes_of_replica) {
  const double needed = number("serving.replicas_needed");
  if (!(needed > 0)) return all;
  constexpr double rounding = 1e-9;
  const double first_of_last =
      std::floor((std::ceil(number("planning.nodes_used")) - 1) / nodes_of_replica + rounding) + 1;
  return std::min(all, std::max(needed, first_of_last));
}

/// A day with so many replicas in its busiest hour: a part of a fleet may carry less than its share.
DayHours with_busiest(traffic::ServedDay day, double busiest, double utc_offset) {
  const double most = day.most();
  for (double& each : day.replicas)
    if (each == most) each = std::max(each, busiest);
  return hours_of(day, utc_offset);
}

void take_load(PlannedService& planned) {
  const Number number = numbers_in(planned.row);
  const double used = number("planning.nodes_used"), replicas = number("serving.decode_replicas");
  ServiceLoad& load = planned.load;
  load.spares = number("planning.spares");
  planned.cold_start = cold_start(number);
  planned.loads_from_storage = !is_absent(number("load.time_direct"));
  if (!(replicas > 0)) {
    load.replicas.fill(used);
    return;
  }
  // GPUs of a node are not known of an accelerator without a system.
  load.nodes_of_replica =
      std::fmin(nodes_of_replica(number("cluster.gpus") / replicas, number("node.gpus")), used / replicas);
  if (size_is_said(planned.service.scenario)) {
    load.replicas.fill(replicas);
    return;
  }
  const double busiest = busiest_replicas(number, replicas, load.nodes_of_replica);
  if (const auto day = service_day(input_word(planned.row, "traffic.day_curve"), number))
    load.replicas = with_busiest(day->served, busiest, planned.service.utc_offset);
  else
    load.replicas.fill(busiest);
}

}  // namespace

std::vector<FleetService> read_fleet(WholeSheet sheet, const Scenario& over) {
  SheetRows rows(std::move(sheet), service_columns, "service");
  std::vector<FleetService> services;
  for (const BatchRow& row : rows.rows()) services.push_back(service_in(rows, row, over));
  return services;
}

double PlannedService::most_replicas() const { return *std::max_element(load.replicas.begin(), load.replicas.end()); }
double PlannedService::least_replicas() const { return *std::min_element(load.replicas.begin(), load.replicas.end()); }

std::vector<const ResultRow*> fleet_results() {
  return rows_of(
      {"planning.nodes", "planning.nodes_used", "planning.spares", "serving.decode_replicas", "serving.replicas_needed",
       "serving.rate_at_limit", "serving.ttft", "serving.tpot", "load.time_direct", "load.time_warmup",
       "economics.capex"});
}

std::vector<PlannedService> planned_services(
    const std::vector<FleetService>& services, const Catalog& catalog, const std::vector<const ResultRow*>& more,
    bool ranges, const std::function<void(std::size_t)>& progress) {
  const auto cache = std::make_shared<SearchCache>();
  Query query{fleet_results(), ranges};
  add_once(query.rows, more);
  std::vector<AnsweredRow> rows = made_rows(
      services.size(), [&](std::size_t i) { return planned_alone(services[i], catalog, query, cache).row; }, progress);
  std::vector<PlannedService> all;
  all.reserve(services.size());
  for (std::size_t i = 0; i < services.size(); ++i) {
    all.push_back({planned_of(services[i], std::move(rows[i])), services[i]});
    if (all.back().is_planned()) take_load(all.back());
  }
  return all;
}

}  // namespace llmsize
