// SPDX-License-Identifier: Apache-2.0
// Which results a workbook shows unless somebody names others.
#include "core/workbook/live_workbook.hpp"

#include "core/planning/serving_plan.hpp"

namespace llmsize {
namespace {

constexpr ResultKey of_a_training[] = {
    "planning.nodes",
    "planning.spares",
    "capacity.nodes_states",
    "capacity.nodes_weights",
    "model.parameters",
    "model.parameters_active",
    "training.work",
    "training.calendar_time",
    "training.time",
    "training.steps",
    "training.step_time",
    "training.tokens_per_second",
    "training.flop_rate_per_gpu",
    "training.mfu",
    "training.hfu",
    "training.gpu_seconds",
    "memory.gpu_total",
    "memory.gpu_capacity",
    "memory.model_states",
    "memory.cpu_total",
    "memory.nvme_total",
    "memory.shared_total",
    "checkpoint.size",
    "checkpoint.interval",
    "checkpoint.stall",
    "checkpoint.overhead",
    "checkpoint.required_bandwidth",
    "checkpoint.supply_ratio",
    "checkpoint.appliances",
    "checkpoint.appliances_by_capacity",
    "checkpoint.purchased_capacity",
    "restart.time",
    "reliability.job_mtbf",
    "reliability.goodput",
    "ingest.required_bandwidth",
    "ingest.appliances",
    "economics.power",
    "economics.energy",
    "economics.racks",
    "economics.capex",
    "economics.tco",
    "economics.cost_per_gpu_hour",
    "economics.run_cost",
    "economics.cost_per_million_tokens"};

constexpr ResultKey of_a_service[] = {
    "planning.nodes",
    "model.parameters",
    "model.parameters_active",
    "model.kv_bytes_per_token",
    "serving.rate_at_limit",
    "serving.requests_per_second",
    "serving.throughput",
    "serving.throughput_per_gpu",
    "serving.throughput_per_user",
    "serving.ttft",
    "serving.ttft_p99",
    "serving.tpot",
    "serving.tpot_p99",
    "serving.request_latency",
    "serving.utilisation",
    "serving.running_batch",
    "serving.max_batch",
    "serving.longest_context",
    "serving.weights_per_gpu",
    "serving.kv_per_gpu",
    "serving.gpu_total",
    "memory.gpu_capacity",
    "serving.replicas_needed",
    "serving.nodes_needed",
    "economics.power",
    "economics.racks",
    "economics.capex",
    "economics.tco",
    "economics.cost_per_gpu_hour",
    "serving.cost_per_million_output",
    "serving.cost_per_million_input",
    "serving.energy_per_token"};

constexpr ResultKey of_slower_tiers[] = {
    "planning.nodes",        "model.parameters",    "capacity.nodes_weights", "capacity.nodes_states",
    "offload.lowest_tier",   "offload.throughput",  "offload.step_time",      "offload.gpu_efficiency",
    "offload.read_bytes",    "offload.write_bytes", "offload.limiting_link",  "offload.required_bandwidth",
    "offload.appliances",    "memory.gpu_total",    "memory.gpu_capacity",    "memory.cpu_total",
    "memory.nvme_total",     "memory.shared_total", "tier.cpu_rate",          "tier.nvme_read_rate",
    "tier.shared_read_rate", "economics.power",     "economics.racks",        "economics.capex",
    "economics.tco"};

/// Slower tiers in a training: what they add to its results.
constexpr ResultKey of_offloaded_training[] = {"offload.lowest_tier", "offload.gpu_efficiency", "offload.read_bytes",
                                               "offload.write_bytes", "offload.limiting_link",  "offload.appliances"};

std::vector<const ResultRow*> rows_of_keys(std::span<const ResultKey> keys) {
  std::vector<const ResultRow*> rows;
  for (const ResultKey key : keys) rows.push_back(&result_row(key));
  return rows;
}

}  // namespace

std::vector<const ResultRow*> workbook_results(const Scenario& said, const Catalog& catalog) {
  const Case plan = complete(said, catalog);
  if (is_served_from_gpus(plan)) return rows_of_keys(of_a_service);
  if (plan.word("workload.mode") == "infer") return rows_of_keys(of_slower_tiers);
  std::vector<const ResultRow*> rows = rows_of_keys(of_a_training);
  if (plan["memory.target_tier"] > 0)
    for (const ResultRow* row : rows_of_keys(of_offloaded_training)) rows.push_back(row);
  return rows;
}

}  // namespace llmsize
