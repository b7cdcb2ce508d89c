// SPDX-License-Identifier: Apache-2.0
// Inputs of shared storage. Figures are per appliance.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::storage {

inline constexpr auto nodes_each = input<"storage.nodes_each", Count>(
    {.symbol = "n_each",
     .label = "Nodes per appliance",
     .help = "Nodes that one appliance serves by its guideline, e.g. 32 per scalable unit",
     .least = 1,
     .most = 1e6,
     .whole = true});
inline constexpr auto capacity = input<"storage.capacity", Bytes>(
    {.symbol = "M_sto", .label = "Appliance capacity", .help = "Capacity per appliance, e.g. 500TB", .most = 1e21});
inline constexpr auto total = input<"storage.total", Bytes>(
    {.symbol = "M_buy",
     .label = "Total storage capacity",
     .help = "Total storage capacity of storage sold by size, e.g. 500TiB. It sets the appliance count.",
     .flags = "--storage-total",
     .most = 1e21});
inline constexpr auto count = input<"storage.count", Count>(
    {.symbol = "n_app",
     .label = "Appliances",
     .help = "Storage appliances of the cluster. Default: 1, more for the set capacity or the nodes per appliance.",
     .flags = "--appliances",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) {
      return otherwise(ceil(total(x) / capacity(x)), otherwise(ceil(cluster::nodes(x) / nodes_each(x)), 1.0));
    });
inline constexpr auto read = input<"storage.read", Bandwidth>(
    {.symbol = "R_sto",
     .label = "Read bandwidth per appliance",
     .help = "Read bandwidth per appliance, e.g. 90GB/s",
     .most = 1e16});
inline constexpr auto write = input<"storage.write", Bandwidth>(
    {.symbol = "Q_sto",
     .label = "Write bandwidth per appliance",
     .help = "Write bandwidth per appliance, e.g. 65GB/s",
     .most = 1e16});
inline constexpr auto client_read = input<"storage.client_read", Bandwidth>(
    {.symbol = "R_cl",
     .label = "Storage read bandwidth per node",
     .help = "Max read bandwidth of one node from shared storage, e.g. 40GB/s. Default: its storage NICs.",
     .most = 1e15});
inline constexpr auto client_write = input<"storage.client_write", Bandwidth>(
    {.symbol = "Q_cl",
     .label = "Storage write bandwidth per node",
     .help = "Max write bandwidth of one node to shared storage. Default: its storage NICs.",
     .most = 1e15});
inline constexpr auto thread_read = input<"storage.thread_read", Bandwidth>(
    {.symbol = "x_r",
     .label = "Storage read bandwidth per thread",
     .help = "Read bandwidth of one I/O thread on idle shared storage. Default: no limit.",
     .most = 1e15});
inline constexpr auto thread_write = input<"storage.thread_write", Bandwidth>(
    {.symbol = "x_w",
     .label = "Storage write bandwidth per thread",
     .help = "Write bandwidth of one I/O thread on idle shared storage. Default: no limit.",
     .most = 1e15});
inline constexpr auto threads = input<"storage.threads", Count>(
    {.symbol = "n_thr",
     .label = "I/O threads per node",
     .help = "Concurrent I/O threads per node. Default: one per GPU.",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return node::gpus(x); });
inline constexpr std::string_view sharpness_source =
    "hard minimum until measured: a fit cannot distinguish exponents above 16";
inline constexpr auto read_sharpness = input<"storage.read_sharpness", Count>(
    {.symbol = "p_r",
     .label = "Storage read saturation exponent",
     .help = "Read saturation exponent from per-client to total bandwidth: 1 gradual (Hockney), 16 hard minimum",
     .least = 1,
     .most = 16,
     .initial = 16,
     .source = sharpness_source});
inline constexpr auto write_sharpness = input<"storage.write_sharpness", Count>(
    {.symbol = "p_w",
     .label = "Storage write saturation exponent",
     .help = "Write saturation exponent from per-client to total bandwidth: 1 gradual (Hockney), 16 hard minimum",
     .least = 1,
     .most = 16,
     .initial = 16,
     .source = sharpness_source});
inline constexpr std::string_view share_source =
    "each use is evaluated separately: a checkpoint stops training, and text ingest is small";
inline constexpr auto ingest_share = input<"storage.ingest_share", Count>(
    {.symbol = "ς_in",
     .label = "Ingest bandwidth share",
     .help = "Fraction of storage and storage-NIC bandwidth for ingest",
     .least = 1e-3,
     .most = 1,
     .initial = 1,
     .source = share_source,
     .unit = Unit::ratio});
inline constexpr auto checkpoint_share = input<"storage.checkpoint_share", Count>(
    {.symbol = "ς_ck",
     .label = "Checkpoint bandwidth share",
     .help = "Fraction of storage and storage-NIC bandwidth for checkpoints and restarts",
     .least = 1e-3,
     .most = 1,
     .initial = 1,
     .source = share_source,
     .unit = Unit::ratio});
inline constexpr auto offload_share = input<"storage.offload_share", Count>(
    {.symbol = "ς_off",
     .label = "Offload bandwidth share",
     .help = "Fraction of storage and storage-NIC bandwidth for offloaded states",
     .least = 1e-3,
     .most = 1,
     .initial = 1,
     .source = share_source,
     .unit = Unit::ratio});
inline constexpr auto tenants = input<"storage.tenants", Count>(
    {.symbol = "n_ten",
     .label = "Jobs sharing the storage",
     .help = "Jobs that share the storage, this job included",
     .flags = "--tenants",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "dedicated storage"});
inline constexpr auto usable_share = input<"storage.usable_share", Count>(
    {.symbol = "υ",
     .label = "Usable capacity fraction",
     .help = "Max fill level as a fraction of the bought capacity",
     .least = 0.1,
     .most = 1,
     .initial = 0.8,
     .source = "Bekman, Machine Learning Engineering, storage: shared file systems slow down beyond 80%",
     .unit = Unit::ratio});
inline constexpr auto other_data = input<"storage.other_data", Bytes>(
    {.symbol = "M_oth",
     .label = "Other data on shared storage",
     .help = "Home directories, raw data, logs and results on shared storage, e.g. 2PB. Default: 0.",
     .flags = "--other-data",
     .most = 1e21,
     .initial = 0,
     .source = "only what the job stores is counted"});
inline constexpr auto data_growth = input<"storage.data_growth", Count>(
    {.symbol = "g_yr",
     .label = "Data growth per year",
     .help = "Growth of datasets and other data per year of the lifetime, as a fraction of today's, e.g. 30%. "
             "Default: 0.",
     .flags = "--data-growth",
     .most = 100,
     .initial = 0,
     .source = "capacity for today's data",
     .unit = Unit::ratio});
inline constexpr auto iops_read = input<"storage.iops_read", PerSecond>(
    {.symbol = "I_read",
     .label = "Storage read IOPS",
     .help = "Small-read IOPS per appliance",
     .most = 1e12,
     .unit = Unit::iops});
inline constexpr auto iops_write = input<"storage.iops_write", PerSecond>(
    {.symbol = "I_write",
     .label = "Storage write IOPS",
     .help = "Small-write IOPS per appliance",
     .most = 1e12,
     .unit = Unit::iops});
inline constexpr auto opens = input<"storage.opens", PerSecond>(
    {.symbol = "I_open",
     .label = "Storage file opens per second",
     .help = "File opens or creates per second and appliance",
     .most = 1e12,
     .unit = Unit::operations_per_second});
inline constexpr auto power = input<"storage.power", Watts>(
    {.symbol = "P_sto", .label = "Appliance power", .help = "Electrical power per appliance", .most = 1e8});
inline constexpr auto rack_units = input<"storage.rack_units", Count>(
    {.symbol = "u_sto",
     .label = "Appliance height (rack units)",
     .help = "Appliance height in rack units",
     .most = 1e4});
inline constexpr auto ports = input<"storage.ports", Count>(
    {.symbol = "n_p,sto",
     .label = "Appliance ports",
     .help = "Network ports per appliance on the storage network",
     .most = 1e3,
     .whole = true});
inline constexpr auto port_rate = input<"storage.port_rate", Bandwidth>(
    {.symbol = "W_p,sto",
     .label = "Appliance port rate",
     .help = "Line rate per appliance port and direction. Default: rate of the switch ports.",
     .most = 1e14});

inline constexpr auto inputs = std::tie(
    nodes_each, capacity, total, count, read, write, client_read, client_write, thread_read, thread_write, threads,
    read_sharpness, write_sharpness, ingest_share, checkpoint_share, offload_share, tenants, usable_share, other_data,
    data_growth, iops_read, iops_write, opens, power, rack_units, ports, port_rate);

inline constexpr Reference references[] = {
    {"storage.id", "Storage", "Storage system or guideline, e.g. ddn-ai400x2 (see llmsize catalog storage)",
     "--storage", "storage"},
};

}  // namespace llmsize::storage
