// SPDX-License-Identifier: Apache-2.0
// Inputs of one node: what stands around its accelerators.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/network.hpp"

namespace llmsize::node {

inline constexpr auto accelerators = input<"node.accelerators", Count>(
    {.symbol = "n_node",
     .label = "Accelerators per node",
     .help = "Accelerator packages per node, e.g. 8",
     .least = 1,
     .most = 1e4,
     .whole = true});
inline constexpr auto gpus = input<"node.gpus", Count>(
    {.symbol = "n_gpu",
     .label = "GPUs per node",
     .help = "GPUs per node as software sees them: accelerators × logical GPUs",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return accelerators(x) * accelerator::devices(x); });
inline constexpr auto host_memory = input<"node.host_memory", Bytes>(
    {.symbol = "M_cpu", .label = "CPU memory", .help = "CPU memory per node, e.g. 2TB", .most = 1e18});
inline constexpr auto unified_memory = input<"node.unified_memory", Count>(
    {.symbol = "uni",
     .label = "Unified memory",
     .help = "Set if CPU and accelerator share one memory (MI300A), which rules out CPU offload",
     .most = 1,
     .initial = 0,
     .source = "separate CPU memory is the default of data sheets",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto host_bandwidth = input<"node.host_bandwidth", Bandwidth>(
    {.symbol = "W_cpu", .label = "CPU memory bandwidth", .help = "Peak CPU memory bandwidth per node", .most = 1e16});
inline constexpr auto host_uplinks = input<"node.host_uplinks", Count>(
    {.symbol = "n_up,cpu",
     .label = "PCIe uplinks per node",
     .help = "Links between PCIe switches and CPUs, shared by all GPUs. Default: one per accelerator.",
     .least = 1,
     .most = 1e4,
     .whole = true},
    [](const auto& x) { return accelerators(x); });
inline constexpr auto nvme_drives = input<"node.nvme_drives", Count>(
    {.symbol = "n_nvme",
     .label = "NVMe drives",
     .help = "Local data drives per node. 0 for a diskless node.",
     .most = 1e3,
     .whole = true});
inline constexpr auto nvme_capacity = input<"node.nvme_capacity", Bytes>(
    {.symbol = "M_nvme", .label = "NVMe capacity", .help = "Local NVMe capacity per node, e.g. 30.72TB", .most = 1e18});
inline constexpr auto nvme_read = input<"node.nvme_read", Bandwidth>(
    {.symbol = "R_nvme",
     .label = "NVMe read bandwidth",
     .help = "Local NVMe read bandwidth per node, e.g. 50GB/s",
     .most = 1e15});
inline constexpr auto nvme_write = input<"node.nvme_write", Bandwidth>(
    {.symbol = "Q_nvme", .label = "NVMe write bandwidth", .help = "Local NVMe write bandwidth per node", .most = 1e15});
inline constexpr auto nvme_thread_read = input<"node.nvme_thread_read", Bandwidth>(
    {.symbol = "x_r,nvme",
     .label = "NVMe read bandwidth per thread",
     .help = "Read bandwidth of one I/O thread on idle local NVMe. Default: no limit.",
     .most = 1e15});
inline constexpr auto nvme_thread_write = input<"node.nvme_thread_write", Bandwidth>(
    {.symbol = "x_w,nvme",
     .label = "NVMe write bandwidth per thread",
     .help = "Write bandwidth of one I/O thread on idle local NVMe. Default: no limit.",
     .most = 1e15});
inline constexpr auto nvme_sharpness = input<"node.nvme_sharpness", Count>(
    {.symbol = "p_nvme",
     .label = "NVMe saturation exponent",
     .help =
         "Saturation exponent of local NVMe from per-thread to drive bandwidth: 1 gradual (Hockney), 16 hard minimum",
     .least = 1,
     .most = 16,
     .initial = 16,
     .source = "hard minimum until measured"});
inline constexpr auto nvme_endurance = input<"node.nvme_endurance", Count>(
    {.symbol = "DWPD_max",
     .label = "NVMe endurance (DWPD)",
     .help = "Rated drive writes per day (DWPD): 1 read-intensive, 3 mixed-use",
     .least = 1e-3,
     .most = 1e3,
     .initial = 1,
     .source = "expert judgment: nodes are sold with read-intensive drives, rated for one write a day"});
inline constexpr auto nvme_warranty = input<"node.nvme_warranty", Seconds>(
    {.symbol = "t_war",
     .label = "NVMe warranty period",
     .help = "Period of the rated drive endurance",
     .least = 86400,
     .most = 1e10,
     .initial = 5.0 * 365 * 86400,
     .source = "five years: data sheets of data-center drives"});
inline constexpr auto scale_up_domain = input<"node.scale_up_domain", Count>(
    {.symbol = "n_up",
     .label = "Scale-up domain size",
     .help = "Accelerators in one scale-up domain (NVLink domain)",
     .least = 1,
     .most = 1e5,
     .whole = true});
inline constexpr auto scale_up_bandwidth = input<"node.scale_up_bandwidth", Bandwidth>(
    {.symbol = "W_up",
     .label = "Scale-up bandwidth",
     .help = "Scale-up bandwidth per accelerator and direction. Default: sum of its links.",
     .least = 1,
     .most = 1e15},
    [](const auto& x) { return accelerator::scale_up_bandwidth(x); });
inline constexpr auto scale_up_efficiency = input<"node.scale_up_efficiency", Count>(
    {.symbol = "η_up",
     .label = "Ring efficiency (scale-up)",
     .help = "Fraction of the scale-up bandwidth that ring collectives reach: all-gather, reduce-scatter",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto scale_up_exchange = input<"node.scale_up_exchange", Count>(
    {.symbol = "η_a2a",
     .label = "All-to-all efficiency (scale-up)",
     .help = "Fraction of the scale-up bandwidth that all-to-alls reach. Default: ring efficiency.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio},
    [](const auto& x) { return scale_up_efficiency(x); });
inline constexpr auto scale_up_reduction = input<"node.scale_up_reduction", Count>(
    {.symbol = "η_red",
     .label = "In-network reduction (NVLink SHARP)",
     .help = "Fraction of the scale-up bandwidth of in-switch reductions (NVLink SHARP). 0 without.",
     .most = 1,
     .initial = 0,
     .source = "no in-switch reduction is the default of link entries",
     .unit = Unit::ratio});
inline constexpr auto scale_up_mesh = input<"node.scale_up_mesh", Count>(
    {.symbol = "mesh",
     .label = "Point-to-point mesh (no switch)",
     .help = "Set if accelerators connect by pairwise links. A group uses only the links among its members.",
     .most = 1,
     .initial = 0,
     .source = "switched links are the default of link entries",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto trays = input<"node.trays", Count>(
    {.symbol = "n_tray",
     .label = "Trays per node",
     .help = "Compute trays of a rack system, each with NICs of its own: 18 in an NVL72 rack. Default: 1.",
     .least = 1,
     .most = 1e3,
     .initial = 1,
     .source = "a server is one tray",
     .whole = true});
inline constexpr auto compute_nics = input<"node.compute_nics", Count>(
    {.symbol = "n_nic",
     .label = "Compute NICs per node",
     .help = "Compute NICs per node (east–west)",
     .flags = "--nics",
     .most = 1e3,
     .whole = true});
inline constexpr auto nic_rate = input<"node.nic_rate", Bandwidth>(
    {.symbol = "W_nic",
     .label = "Compute NIC rate",
     .help = "Line rate per compute NIC and direction, e.g. 400Gb/s. Default: from --network, else from the system.",
     .most = 1e14},
    [](const auto& x) { return network::rate(x); });
inline constexpr auto storage_nics = input<"node.storage_nics", Count>(
    {.symbol = "n_snic",
     .label = "Storage NICs per node",
     .help = "Storage NICs per node (north–south)",
     .flags = "--storage-nics",
     .most = 1e3,
     .whole = true});
inline constexpr auto storage_nic_rate = input<"node.storage_nic_rate", Bandwidth>(
    {.symbol = "W_snic", .label = "Storage NIC rate", .help = "Line rate per storage NIC and direction", .most = 1e14});
inline constexpr auto power = input<"node.power", Watts>(
    {.symbol = "P_node", .label = "Node power (rated)", .help = "Max node power, e.g. 10.2kW", .most = 1e7});
inline constexpr auto draw = input<"node.draw", Watts>(
    {.symbol = "P_n",
     .label = "Node power (capped)",
     .help = "Max node power draw. Default: rated power less the savings of accelerator power caps.",
     .most = 1e7},
    [](const auto& x) {
      const auto spared = larger(of<Watts>(0), accelerator::design_power(x) - accelerator::power(x));
      return power(x) - known(accelerators(x) * spared);
    });
inline constexpr auto rack_units = input<"node.rack_units", Count>(
    {.symbol = "u_node", .label = "Node height (rack units)", .help = "Node height in rack units", .most = 1e3});
inline constexpr auto weight = input<"node.weight", Count>(
    {.symbol = "m_node", .label = "Node weight (kg)", .help = "Node weight in kilograms", .most = 1e5});

inline constexpr auto nodes_per_rack = input<"node.nodes_per_rack", Count>(
    {.symbol = "k_v",
     .label = "Nodes per rack (vendor)",
     .help = "Nodes per rack in the vendor's drawings",
     .least = 1,
     .most = 1e3,
     .whole = true});
inline constexpr auto liquid_share = input<"node.liquid_share", Count>(
    {.symbol = "f_liq",
     .label = "Liquid-cooled fraction",
     .help = "Fraction of a node's heat that leaves in coolant: 0 air-cooled, 0.85 direct liquid cooling. Default: 0.",
     .most = 1,
     .initial = 0,
     .source = "air-cooled servers",
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    accelerators, gpus, host_memory, unified_memory, host_bandwidth, host_uplinks, nvme_drives, nvme_capacity,
    nvme_read, nvme_write, nvme_thread_read, nvme_thread_write, nvme_sharpness, nvme_endurance, nvme_warranty,
    scale_up_domain, scale_up_bandwidth, scale_up_efficiency, scale_up_exchange, scale_up_reduction, scale_up_mesh,
    trays, compute_nics, nic_rate, storage_nics, storage_nic_rate, power, draw, rack_units, weight, nodes_per_rack,
    liquid_share);

}  // namespace llmsize::node
