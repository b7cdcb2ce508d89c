// SPDX-License-Identifier: Apache-2.0
// Inputs of shared storage. Figures are per appliance.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::storage {

inline constexpr auto nodes_each = input<"storage.nodes_each", Count>(
    {.symbol = "n_each",
     .label = "Nodes of an appliance",
     .help = "Nodes that one appliance is meant for, such as the 32 of a scalable unit: as many appliances are taken "
             "as the nodes need.",
     .least = 1,
     .most = 1e6,
     .whole = true});
inline constexpr auto capacity = input<"storage.capacity", Bytes>(
    {.symbol = "M_sto", .label = "Storage capacity", .help = "Capacity of one appliance, e.g. 500TB.", .most = 1e21});
inline constexpr auto total = input<"storage.total", Bytes>(
    {.symbol = "M_buy",
     .label = "Storage bought",
     .help = "Total storage capacity, e.g. 500TiB of storage that is sold by its size: as many are taken.",
     .flags = "--storage-total",
     .most = 1e21});
inline constexpr auto count = input<"storage.count", Count>(
    {.symbol = "n_app",
     .label = "Appliances",
     .help = "Storage appliances of the cluster: one, or as many as hold what is bought, or as the nodes need where a "
             "guideline says how many nodes each is for.",
     .flags = "--appliances",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) {
      return otherwise(ceil(total(x) / capacity(x)), otherwise(ceil(cluster::nodes(x) / nodes_each(x)), 1.0));
    });
inline constexpr auto read = input<"storage.read", Bandwidth>(
    {.symbol = "R_sto",
     .label = "Storage read",
     .help = "Read bandwidth of one appliance, e.g. 90GB/s.",
     .most = 1e16});
inline constexpr auto write = input<"storage.write", Bandwidth>(
    {.symbol = "Q_sto",
     .label = "Storage write",
     .help = "Write bandwidth of one appliance, e.g. 65GB/s.",
     .most = 1e16});
inline constexpr auto client_read = input<"storage.client_read", Bandwidth>(
    {.symbol = "R_cl",
     .label = "Read of one node",
     .help =
         "What one node reads from shared storage at most, such as 40GB/s: what its storage NICs carry unless given.",
     .most = 1e15});
inline constexpr auto client_write = input<"storage.client_write", Bandwidth>(
    {.symbol = "Q_cl",
     .label = "Write of one node",
     .help = "What one node writes to shared storage at most: what its storage NICs carry unless given.",
     .most = 1e15});
inline constexpr auto thread_read = input<"storage.thread_read", Bandwidth>(
    {.symbol = "x_r",
     .label = "Read of one thread",
     .help = "What one I/O thread reads from idle shared storage; no limit unless given.",
     .most = 1e15});
inline constexpr auto thread_write = input<"storage.thread_write", Bandwidth>(
    {.symbol = "x_w",
     .label = "Write of one thread",
     .help = "What one I/O thread writes to idle shared storage; no limit unless given.",
     .most = 1e15});
inline constexpr auto threads = input<"storage.threads", Count>(
    {.symbol = "n_thr",
     .label = "I/O threads of a node",
     .help = "Threads of a node that read or write at once: one per GPU unless given.",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return node::gpus(x); });
inline constexpr std::string_view sharpness_source =
    "the smaller of both until measured: a fit cannot tell 16 and more from that";
inline constexpr auto read_sharpness = input<"storage.read_sharpness", Count>(
    {.symbol = "p_r",
     .label = "Saturation exponent, read",
     .help =
         "How sharply reads bend from one client's rate into the ceiling: 1 gently (Hockney), 16 the smaller of both.",
     .least = 1,
     .most = 16,
     .initial = 16,
     .source = sharpness_source});
inline constexpr auto write_sharpness = input<"storage.write_sharpness", Count>(
    {.symbol = "p_w",
     .label = "Sharpness of writing",
     .help =
         "How sharply writes bend from one client's rate into the ceiling: 1 gently (Hockney), 16 the smaller of both.",
     .least = 1,
     .most = 16,
     .initial = 16,
     .source = sharpness_source});
inline constexpr std::string_view share_source = "judged alone: a save stops training, and ingest of text is small";
inline constexpr auto ingest_share = input<"storage.ingest_share", Count>(
    {.symbol = "ς_in",
     .label = "Share of ingest",
     .help = "Share of shared storage and its NICs that ingest may take beside other uses.",
     .least = 1e-3,
     .most = 1,
     .initial = 1,
     .source = share_source,
     .unit = Unit::ratio});
inline constexpr auto checkpoint_share = input<"storage.checkpoint_share", Count>(
    {.symbol = "ς_ck",
     .label = "Share of checkpoints",
     .help = "Share of shared storage and its NICs that checkpoints and restarts may take beside other uses.",
     .least = 1e-3,
     .most = 1,
     .initial = 1,
     .source = share_source,
     .unit = Unit::ratio});
inline constexpr auto offload_share = input<"storage.offload_share", Count>(
    {.symbol = "ς_off",
     .label = "Share of offload",
     .help = "Share of shared storage and its NICs that offloaded states may take beside other uses.",
     .least = 1e-3,
     .most = 1,
     .initial = 1,
     .source = share_source,
     .unit = Unit::ratio});
inline constexpr auto tenants = input<"storage.tenants", Count>(
    {.symbol = "n_ten",
     .label = "Tenants",
     .help = "Number of jobs that share the storage, this one included.",
     .flags = "--tenants",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "storage of its own"});
inline constexpr auto usable_share = input<"storage.usable_share", Count>(
    {.symbol = "υ",
     .label = "Usable share",
     .help = "Share of the bought capacity that may be filled.",
     .least = 0.1,
     .most = 1,
     .initial = 0.8,
     .source = "Bekman, Machine Learning Engineering, storage: shared file systems slow down beyond 80 %",
     .unit = Unit::ratio});
inline constexpr auto iops_read = input<"storage.iops_read", PerSecond>(
    {.symbol = "I_read",
     .label = "Storage read IOPS",
     .help = "Small reads per second of one appliance.",
     .most = 1e12});
inline constexpr auto iops_write = input<"storage.iops_write", PerSecond>(
    {.symbol = "I_write",
     .label = "Storage write IOPS",
     .help = "Small writes per second of one appliance.",
     .most = 1e12});
inline constexpr auto opens = input<"storage.opens", PerSecond>(
    {.symbol = "I_open",
     .label = "Storage opens",
     .help = "Files per second that one appliance opens and closes, or creates.",
     .most = 1e12});
inline constexpr auto power = input<"storage.power", Watts>(
    {.symbol = "P_sto", .label = "Storage power", .help = "Electrical power of one appliance.", .most = 1e8});
inline constexpr auto rack_units = input<"storage.rack_units", Count>(
    {.symbol = "u_sto", .label = "Storage rack units", .help = "Height of one appliance in rack units.", .most = 1e4});

inline constexpr auto inputs = std::tie(
    nodes_each, capacity, total, count, read, write, client_read, client_write, thread_read, thread_write, threads,
    read_sharpness, write_sharpness, ingest_share, checkpoint_share, offload_share, tenants, usable_share, iops_read,
    iops_write, opens, power, rack_units);

inline constexpr Reference references[] = {
    {"storage.id", "Storage", "Storage system or guideline of the catalog, such as ddn-ai400x2.", "--storage",
     "storage"},
};

}  // namespace llmsize::storage
