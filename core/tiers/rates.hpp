// SPDX-License-Identifier: Apache-2.0
// How fast one GPU reads and writes the slower tiers when all GPUs of the job do so at once.
#pragma once

#include "core/inputs/cluster.hpp"
#include "core/inputs/storage.hpp"

namespace llmsize::tier {

inline constexpr std::string_view path_source = "derived: the narrowest part of the path, shared by the GPUs of a node or of the job";

inline constexpr auto cpu_rate = formula<"tier.cpu_rate", Bandwidth>(
    {.symbol = "r_cpu",
     .title = "Rate of CPU memory per GPU",
     .why = "The link to the CPU, or the GPU's share of the CPU's memory bandwidth.",
     .source = path_source},
    [](const auto& x) { return smaller(accelerator::host_link(x) / accelerator::devices(x), node::host_bandwidth(x) / node::gpus(x)); });

inline constexpr auto nvme_read_rate = formula<"tier.nvme_read_rate", Bandwidth>(
    {.symbol = "r_nvme", .title = "Read rate of local NVMe per GPU", .why = "The GPU's share of the node's drives.", .source = path_source},
    [](const auto& x) { return smaller(node::nvme_read(x) / node::gpus(x), cpu_rate(x)); });
inline constexpr auto nvme_write_rate = formula<"tier.nvme_write_rate", Bandwidth>(
    {.symbol = "q_nvme",
     .title = "Write rate of local NVMe per GPU",
     .why = "The GPU's share of the node's drives.",
     .source = path_source},
    [](const auto& x) { return smaller(node::nvme_write(x) / node::gpus(x), cpu_rate(x)); });

/// A GPU's share of what all appliances together deliver, through its share of the node's storage NICs.
template <class Rate, class Case>
auto shared_rate(const Rate& appliance, const Case& x) {
  const auto nics = node::storage_nics(x) * node::storage_nic_rate(x) / node::gpus(x);
  return smaller(smaller(nics, storage::count(x) * appliance / cluster::gpus(x)), cpu_rate(x));
}
inline constexpr auto shared_read_rate = formula<"tier.shared_read_rate", Bandwidth>(
    {.symbol = "r_sto",
     .title = "Read rate of shared storage per GPU",
     .why = "The GPU's share of the appliances, or of the node's storage NICs.",
     .source = path_source},
    [](const auto& x) { return shared_rate(storage::read(x), x); });
inline constexpr auto shared_write_rate = formula<"tier.shared_write_rate", Bandwidth>(
    {.symbol = "q_sto",
     .title = "Write rate of shared storage per GPU",
     .why = "The GPU's share of the appliances, or of the node's storage NICs.",
     .source = path_source},
    [](const auto& x) { return shared_rate(storage::write(x), x); });

/// Time to read or write so many bytes on a tier; nothing on the GPU itself.
template <class Tier, class Size, class Case>
auto reading_time(const Tier& tier, const Size& bytes, const Case& x) {
  const auto below = choose(equal(tier, 2.0), bytes / nvme_read_rate(x), bytes / shared_read_rate(x));
  return choose(less(tier, 1.0), 0.0 * second, choose(equal(tier, 1.0), bytes / cpu_rate(x), below));
}
template <class Tier, class Size, class Case>
auto writing_time(const Tier& tier, const Size& bytes, const Case& x) {
  const auto below = choose(equal(tier, 2.0), bytes / nvme_write_rate(x), bytes / shared_write_rate(x));
  return choose(less(tier, 1.0), 0.0 * second, choose(equal(tier, 1.0), bytes / cpu_rate(x), below));
}

inline constexpr auto rate_formulas = std::tie(cpu_rate, nvme_read_rate, nvme_write_rate, shared_read_rate, shared_write_rate);

}  // namespace llmsize::tier
