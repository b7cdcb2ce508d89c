// SPDX-License-Identifier: Apache-2.0
// Loading a model for serving: every replica from shared storage, staged into every node, or peer to peer.
#pragma once

#include "core/storage/ingest.hpp"

namespace llmsize::load {

inline constexpr std::string_view talk = checkpoint::talk;

inline constexpr auto weights = formula<"load.weights", Bytes>(
    {.symbol = "W_load",
     .title = "Weights to load per replica",
     .why = "Weights of one replica, as its files store them.",
     .source = "derived: weights for inference"},
    [](const auto& x) { return memory::served_weights(x); });

inline constexpr auto time_direct = formula<"load.time_direct", Seconds>(
    {.symbol = "T_dir",
     .title = "Load time: direct from shared storage",
     .why = "Every replica reads from shared storage.",
     .source = talk},
    [](const auto& x) { return serving::replicas(x) * weights(x) / tier::store_read_rate(x); });

inline constexpr auto time_staged = formula<"load.time_staged", Seconds>(
    {.symbol = "T_stg",
     .title = "Load time: read once, peers, local NVMe",
     .why = "Shared storage is read once. Peers pass the parts to the drives of every node, and each replica reads "
            "from its node.",
     .source = talk,
     .assumes = "peer transfers keep up with reading"},
    [](const auto& x) {
      const auto per_node = larger(1.0, serving::replicas(x) / cluster::nodes(x));
      return weights(x) / tier::store_read_rate(x) + per_node * weights(x) / tier::local_read_rate(x);
    });

/// What a node sends to another.
template <class Case>
auto node_link(const Case& x) {
  return node::compute_nics(x) * node::nic_rate(x) * network::efficiency(x);
}

inline constexpr auto time_peer = formula<"load.time_peer", Seconds>(
    {.symbol = "T_tree",
     .title = "Load time: peer-to-peer tree",
     .why = "One copy is read from shared storage. Nodes that hold it send it whole, doubling their number each round.",
     .source = "derived: binomial tree; Lockwood and Kartik: peers forward the model"},
    [](const auto& x) {
      return weights(x) / tier::store_read_rate(x) + ceil(log2(cluster::nodes(x))) * weights(x) / node_link(x);
    });

inline constexpr auto time_chain = formula<"load.time_chain", Seconds>(
    {.symbol = "T_chain",
     .title = "Load time: peer-to-peer chain (pipelined)",
     .why = "Like the tree, but in chunks that are forwarded at once: the shortest peer-to-peer time.",
     .source = "derived: pipelined broadcast"},
    [](const auto& x) {
      return weights(x) / tier::store_read_rate(x) +
             choose(less(1.0, cluster::nodes(x)), weights(x) / node_link(x), 0.0 * second);
    });

inline constexpr auto local_rate = formula<"load.local_rate", Bandwidth>(
    {.symbol = "R_loc",
     .title = "Aggregate local NVMe read bandwidth",
     .why = "Nodes times local NVMe bandwidth: the aggregate that hierarchical loading quotes.",
     .source = "Lockwood and Kartik print 5,000 GB/s without the number of nodes: 1,000 nodes of 5 GB/s are one way to "
               "get it"},
    [](const auto& x) { return cluster::nodes(x) * tier::local_read_rate(x); });

inline constexpr auto time_warmup = formula<"load.time_warmup", Seconds>(
    {.symbol = "T_warm",
     .title = "Engine warm-up time",
     .why = "After loading, an engine compiles, captures graphs and profiles its memory.",
     .source = "derived: the input"},
    [](const auto& x) { return engine::warmup(x); });

inline constexpr auto formulas =
    std::tie(time_direct, time_staged, time_peer, time_chain, weights, local_rate, time_warmup);

}  // namespace llmsize::load
