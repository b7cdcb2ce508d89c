// SPDX-License-Identifier: Apache-2.0
// Inputs of one node: what stands around its accelerators.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/network.hpp"

namespace llmsize::node {

inline constexpr auto accelerators = input<"node.accelerators", Count>(
    {.symbol = "n_node",
     .label = "Accelerators per node",
     .help = "Accelerators of one node, e.g. 8.",
     .least = 1,
     .most = 1e4,
     .whole = true});
inline constexpr auto gpus = input<"node.gpus", Count>(
    {.symbol = "n_gpu",
     .label = "GPUs per node",
     .help = "GPUs of one node as software sees them: accelerators times their devices.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return accelerators(x) * accelerator::devices(x); });
inline constexpr auto host_memory = input<"node.host_memory", Bytes>(
    {.symbol = "M_cpu", .label = "CPU memory", .help = "CPU memory of a node, e.g. 2TB.", .most = 1e18});
inline constexpr auto unified_memory = input<"node.unified_memory", Count>(
    {.symbol = "uni",
     .label = "Unified memory",
     .help = "Whether the CPU memory is the accelerators' own memory (MI300A), so that nothing can be offloaded to it.",
     .most = 1,
     .initial = 0,
     .source = "CPUs have memory of their own unless the data sheet says otherwise",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto host_bandwidth = input<"node.host_bandwidth", Bandwidth>(
    {.symbol = "W_cpu",
     .label = "CPU memory bandwidth",
     .help = "Peak bandwidth of a node's CPU memory.",
     .most = 1e16});
inline constexpr auto host_uplinks = input<"node.host_uplinks", Count>(
    {.symbol = "n_up,cpu",
     .label = "PCIe uplinks per node",
     .help = "Links from PCIe switches to the CPUs, each as fast as an accelerator's, which all GPUs share: one per "
             "accelerator unless given.",
     .least = 1,
     .most = 1e4,
     .whole = true},
    [](const auto& x) { return accelerators(x); });
inline constexpr auto nvme_drives = input<"node.nvme_drives", Count>(
    {.symbol = "n_nvme",
     .label = "NVMe drives",
     .help = "Local data drives of a node; 0 for a diskless node.",
     .most = 1e3,
     .whole = true});
inline constexpr auto nvme_capacity = input<"node.nvme_capacity", Bytes>(
    {.symbol = "M_nvme",
     .label = "NVMe capacity",
     .help = "Local NVMe capacity of a node, e.g. 30.72TB.",
     .most = 1e18});
inline constexpr auto nvme_read = input<"node.nvme_read", Bandwidth>(
    {.symbol = "R_nvme",
     .label = "NVMe read",
     .help = "Read bandwidth of a node's local NVMe, e.g. 50GB/s.",
     .most = 1e15});
inline constexpr auto nvme_write = input<"node.nvme_write", Bandwidth>(
    {.symbol = "Q_nvme", .label = "NVMe write", .help = "Write bandwidth of a node's local NVMe.", .most = 1e15});
inline constexpr auto nvme_thread_read = input<"node.nvme_thread_read", Bandwidth>(
    {.symbol = "x_r,nvme",
     .label = "NVMe read of one thread",
     .help = "What one I/O thread reads from idle local NVMe; no limit unless given.",
     .most = 1e15});
inline constexpr auto nvme_thread_write = input<"node.nvme_thread_write", Bandwidth>(
    {.symbol = "x_w,nvme",
     .label = "NVMe write of one thread",
     .help = "What one I/O thread writes to idle local NVMe; no limit unless given.",
     .most = 1e15});
inline constexpr auto nvme_sharpness = input<"node.nvme_sharpness", Count>(
    {.symbol = "p_nvme",
     .label = "Sharpness of local NVMe",
     .help = "How sharply threads bend into what the drives deliver: 1 gently (Hockney), 16 the smaller of both.",
     .least = 1,
     .most = 16,
     .initial = 16,
     .source = "the smaller of both until measured"});
inline constexpr auto nvme_endurance = input<"node.nvme_endurance", Count>(
    {.symbol = "DWPD_max",
     .label = "NVMe endurance",
     .help = "How often drives may be written in full per day of their warranty: 1 read-intensive, 3 mixed-use.",
     .least = 1e-3,
     .most = 1e3,
     .initial = 1,
     .source = "expert judgment: nodes are sold with read-intensive drives, rated for one write a day"});
inline constexpr auto nvme_warranty = input<"node.nvme_warranty", Seconds>(
    {.symbol = "t_war",
     .label = "NVMe warranty",
     .help = "Time for which the endurance of drives is stated.",
     .least = 86400,
     .most = 1e10,
     .initial = 5.0 * 365 * 86400,
     .source = "five years: data sheets of data-center drives"});
inline constexpr auto scale_up_domain = input<"node.scale_up_domain", Count>(
    {.symbol = "n_up",
     .label = "Scale-up domain",
     .help = "Accelerators that reach each other by the fast local fabric.",
     .least = 1,
     .most = 1e5,
     .whole = true});
inline constexpr auto scale_up_bandwidth = input<"node.scale_up_bandwidth", Bandwidth>(
    {.symbol = "W_up",
     .label = "Scale-up bandwidth",
     .help = "Bandwidth of the local fabric per accelerator and direction: the accelerator's links unless given.",
     .most = 1e15},
    [](const auto& x) { return accelerator::scale_up_bandwidth(x); });
inline constexpr auto scale_up_efficiency = input<"node.scale_up_efficiency", Count>(
    {.symbol = "η_up",
     .label = "Scale-up efficiency",
     .help = "Share of the local fabric's bandwidth that rings of accelerators reach: all-gather, reduce-scatter.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto scale_up_exchange = input<"node.scale_up_exchange", Count>(
    {.symbol = "η_a2a",
     .label = "All-to-all efficiency",
     .help = "Share of the local fabric's bandwidth that all-to-alls reach: that of rings unless given.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio},
    [](const auto& x) { return scale_up_efficiency(x); });
inline constexpr auto scale_up_reduction = input<"node.scale_up_reduction", Count>(
    {.symbol = "η_red",
     .label = "In-network reduction (NVLink SHARP)",
     .help = "Share of the local fabric's bandwidth at which its switches add what accelerators send (NVLink SHARP); 0 "
             "where they forward only.",
     .most = 1,
     .initial = 0,
     .source = "switches forward only unless the link's entry says otherwise",
     .unit = Unit::ratio});
inline constexpr auto scale_up_mesh = input<"node.scale_up_mesh", Count>(
    {.symbol = "mesh",
     .label = "Point-to-point mesh (no switch)",
     .help = "Whether the local fabric is a mesh of links between pairs, so that a group uses those among its members "
             "alone.",
     .most = 1,
     .initial = 0,
     .source = "switches join accelerators unless the link's entry says otherwise",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto compute_nics = input<"node.compute_nics", Count>(
    {.symbol = "n_nic",
     .label = "Compute NICs",
     .help = "Compute NICs per node (east–west).",
     .flags = "--nics",
     .most = 1e3,
     .whole = true});
inline constexpr auto nic_rate = input<"node.nic_rate", Bandwidth>(
    {.symbol = "W_nic",
     .label = "Compute NIC rate",
     .help =
         "Line rate of one compute NIC per direction, such as 400Gb/s: that of the network that is chosen, else the "
         "system's.",
     .most = 1e14},
    [](const auto& x) { return network::rate(x); });
inline constexpr auto storage_nics = input<"node.storage_nics", Count>(
    {.symbol = "n_snic",
     .label = "Storage NICs",
     .help = "Storage NICs per node (north–south).",
     .flags = "--storage-nics",
     .most = 1e3,
     .whole = true});
inline constexpr auto storage_nic_rate = input<"node.storage_nic_rate", Bandwidth>(
    {.symbol = "W_snic",
     .label = "Storage NIC rate",
     .help = "Line rate of one storage NIC per direction.",
     .most = 1e14});
inline constexpr auto power = input<"node.power", Watts>(
    {.symbol = "P_node",
     .label = "Node power",
     .help = "Largest electrical power of a node, e.g. 10.2kW.",
     .most = 1e7});
inline constexpr auto draw = input<"node.draw", Watts>(
    {.symbol = "P_n",
     .label = "Node draw",
     .help = "Power that a node draws at most: its rating, less what caps of its accelerators spare, unless given.",
     .most = 1e7},
    [](const auto& x) {
      const auto spared = larger(of<Watts>(0), accelerator::design_power(x) - accelerator::power(x));
      return power(x) - known(accelerators(x) * spared);
    });
inline constexpr auto rack_units = input<"node.rack_units", Count>(
    {.symbol = "u_node", .label = "Rack units", .help = "Height of a node in rack units.", .most = 1e3});

inline constexpr auto inputs = std::tie(
    accelerators, gpus, host_memory, unified_memory, host_bandwidth, host_uplinks, nvme_drives, nvme_capacity,
    nvme_read, nvme_write, nvme_thread_read, nvme_thread_write, nvme_sharpness, nvme_endurance, nvme_warranty,
    scale_up_domain, scale_up_bandwidth, scale_up_efficiency, scale_up_exchange, scale_up_reduction, scale_up_mesh,
    compute_nics, nic_rate, storage_nics, storage_nic_rate, power, draw, rack_units);

}  // namespace llmsize::node
