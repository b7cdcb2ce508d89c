// SPDX-License-Identifier: Apache-2.0
// How many nodes an appliance is for: as many as it keeps busy, and as many as it serves faster than their own drives.
#pragma once

#include "core/fit/nodes.hpp"
#include "core/offload/efficiency.hpp"

namespace llmsize::offload {

inline constexpr std::string_view sharing_source = "derived: rates of nodes over what an appliance delivers";

inline constexpr auto appliances = formula<"offload.appliances", Count>(
    {.symbol = "n_app,off",
     .title = "Appliances for target GPU efficiency",
     .why = "The larger of two counts: bandwidth of all nodes over appliance bandwidth for this job, and offloaded "
            "data over usable appliance capacity.",
     .source = sharing_source,
     .whole = true},
    [](const auto& x) {
      const auto rate = cluster::nodes(x) * goal_bandwidth(x) / (storage::read(x) / storage::tenants(x));
      const auto room = memory::model_states(x) / (storage::usable_share(x) * storage::capacity(x));
      return ceil(larger(otherwise(rate, 0.0), otherwise(room, 0.0)));
    });

inline constexpr auto sharing_nodes = formula<"offload.sharing_nodes", Count>(
    {.symbol = "n_share",
     .title = "Max nodes sharing the appliances",
     .why = "Up to this node count, shared storage is at least as fast as local NVMe.",
     .source = sharing_source},
    [](const auto& x) {
      const auto local = smaller(tier::local_read_rate(x), tier::gpus_in_node(x) * tier::cpu_rate(x));
      return floor(storage::offload_share(x) * tier::supply_read(x) / local);
    });

inline constexpr auto sharing_formulas = std::tie(appliances, sharing_nodes);

inline constexpr Try sharing_tries[] = {{"Try {} appliances", "storage.count", Try::How::doubled}};
inline constexpr auto local_wins = finding<"offload.local_wins">(
    {.severity = Severity::info,
     .sentence = "Local NVMe is faster than shared storage: {cluster.nodes} nodes share the appliances, which match "
                 "local NVMe up to {offload.sharing_nodes} nodes.",
     .remedy = "Add appliances, or offload to local NVMe.",
     .brief = "local NVMe faster",
     .tries = sharing_tries},
    [](const auto& x) {
      const auto shared = is_on(memory::target_tier(x), Tier::shared);
      return choose(shared, sharing_nodes(x) - cluster::nodes(x), 0.0);
    });
inline constexpr auto sharing_findings = std::tie(local_wins);

}  // namespace llmsize::offload
