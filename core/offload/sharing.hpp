// SPDX-License-Identifier: Apache-2.0
// How many nodes an appliance is for: as many as it keeps busy, and as many as it serves faster than their own drives.
#pragma once

#include "core/fit/nodes.hpp"
#include "core/offload/efficiency.hpp"

namespace llmsize::offload {

inline constexpr std::string_view sharing_source = "derived: rates of nodes over what an appliance delivers";

inline constexpr auto appliances = formula<"offload.appliances", Count>(
    {.symbol = "n_app,off",
     .title = "Appliances that keep GPUs busy",
     .why = "By rate: bandwidth of all nodes for the wanted efficiency over what one appliance gives to this job; by "
            "capacity: what lives there over what may be filled of one. The larger counts.",
     .source = sharing_source,
     .whole = true},
    [](const auto& x) {
      const auto rate = cluster::nodes(x) * goal_bandwidth(x) / (storage::read(x) / storage::tenants(x));
      const auto room = memory::model_states(x) / (storage::usable_share(x) * storage::capacity(x));
      return ceil(larger(otherwise(rate, 0.0), otherwise(room, 0.0)));
    });

inline constexpr auto sharing_nodes = formula<"offload.sharing_nodes", Count>(
    {.symbol = "n_share",
     .title = "Nodes that may share the appliances",
     .why = "Up to so many nodes shared storage is no slower than the drives of a node.",
     .source = sharing_source},
    [](const auto& x) {
      const auto local = smaller(tier::local_read_rate(x), tier::gpus_in_node(x) * tier::cpu_rate(x));
      return floor(storage::offload_share(x) * tier::supply_read(x) / local);
    });

inline constexpr auto sharing_formulas = std::tie(appliances, sharing_nodes);

inline constexpr Try sharing_tries[] = {{"Try {} appliances", "storage.count", Try::How::doubled}};
inline constexpr auto local_wins = finding<"offload.local_wins">(
    {.severity = Severity::info,
     .sentence =
         "{cluster.nodes} nodes share these appliances, up to {offload.sharing_nodes} would be served faster than "
         "by drives of their own.",
     .remedy = "More appliances, or states on local NVMe.",
     .brief = "local drives are faster",
     .tries = sharing_tries},
    [](const auto& x) {
      const auto shared = is_on(memory::target_tier(x), Tier::shared);
      return choose(shared, sharing_nodes(x) - cluster::nodes(x), 0.0);
    });
inline constexpr auto sharing_findings = std::tie(local_wins);

}  // namespace llmsize::offload
