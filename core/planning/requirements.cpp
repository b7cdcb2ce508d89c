// SPDX-License-Identifier: Apache-2.0
// Halves the span between too slow and more than enough.
#include "core/planning/requirements.hpp"

#include "core/registry/registry.hpp"

#include <cmath>

namespace llmsize {
namespace {

struct Wanted {
  ResultKey id;
  InputKey key;
};
constexpr Wanted bandwidths[] = {
    {"planning.required_network", "node.nic_rate"},           {"planning.required_scale_up", "node.scale_up_bandwidth"},
    {"planning.required_host_link", "accelerator.host_link"}, {"planning.required_nvme_read", "node.nvme_read"},
    {"planning.required_nvme_write", "node.nvme_write"},      {"planning.required_storage_read", "storage.read"},
    {"planning.required_storage_write", "storage.write"},
};

double step_at(const Case& plan, InputKey key, double rate) {
  static const ResultRow& row = result_row("training.step_time");
  Values values = plan.values;
  values.value[key.slot()] = rate;
  values.settle();
  return row.value(Once(values, dependents()));
}

/// The slowest rate at which a step takes no longer than `allowed`: more bandwidth never makes a step longer.
double slowest(const Case& plan, InputKey key, double given, double allowed) {
  double low = given * 1e-9, high = given * 1e9;
  if (step_at(plan, key, low) <= allowed) return 0;
  while (high / low > 1 + 1e-9) {
    const double middle = std::sqrt(low * high);
    (step_at(plan, key, middle) <= allowed ? high : low) = middle;
  }
  return high;
}

}  // namespace

std::vector<Requirement> requirements(const Case& plan) {
  std::vector<Requirement> all;
  const double efficiency = plan["goal.efficiency"];
  for (const auto& [id, key] : bandwidths) {
    const double given = plan[key];
    if (is_absent(given) || !plan.has(key)) continue;
    const double fastest = step_at(plan, key, given * 1e9);
    if (is_absent(fastest)) return {};
    all.push_back({id, key, given, slowest(plan, key, given, fastest / efficiency)});
  }
  return all;
}

}  // namespace llmsize
