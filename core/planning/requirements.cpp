// SPDX-License-Identifier: Apache-2.0
// Halves the span between too slow and more than enough.
#include "core/planning/requirements.hpp"

#include "core/registry/registry.hpp"

#include <cmath>

namespace llmsize {
namespace {

constexpr std::pair<std::string_view, std::string_view> bandwidths[] = {
    {"planning.required_network", "node.nic_rate"},           {"planning.required_scale_up", "node.scale_up_bandwidth"},
    {"planning.required_host_link", "accelerator.host_link"}, {"planning.required_nvme_read", "node.nvme_read"},
    {"planning.required_nvme_write", "node.nvme_write"},      {"planning.required_storage_read", "storage.read"},
    {"planning.required_storage_write", "storage.write"},
};

double step_at(const Case& plan, std::size_t slot, double rate) {
  static const ResultRow& row = *find_result("training.step_time");
  Values values = plan.values;
  values.value[slot] = rate;
  values.settle();
  return row.value(Once(values, dependents()));
}

/// The slowest rate at which a step takes no longer than `allowed`: more bandwidth never makes a step longer.
double slowest(const Case& plan, std::size_t slot, double given, double allowed) {
  double low = given * 1e-9, high = given * 1e9;
  if (step_at(plan, slot, low) <= allowed) return 0;
  while (high / low > 1 + 1e-9) {
    const double middle = std::sqrt(low * high);
    (step_at(plan, slot, middle) <= allowed ? high : low) = middle;
  }
  return high;
}

}  // namespace

std::vector<Requirement> requirements(const Case& plan) {
  std::vector<Requirement> all;
  const double efficiency = plan.values.value[find_slot("goal.efficiency")];
  for (const auto& [id, key] : bandwidths) {
    const std::size_t slot = find_slot(key);
    const double given = plan.values.value[slot];
    if (is_absent(given) || !plan.has(slot)) continue;
    const double fastest = step_at(plan, slot, given * 1e9);
    if (is_absent(fastest)) return {};
    all.push_back({id, key, given, slowest(plan, slot, given, fastest / efficiency)});
  }
  return all;
}

}  // namespace llmsize
