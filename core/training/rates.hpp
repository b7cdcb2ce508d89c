// SPDX-License-Identifier: Apache-2.0
// What one GPU computes, reads and sends per second in training.
#pragma once

#include "core/fabric/traffic.hpp"
#include "core/inputs/accelerator.hpp"
#include "core/inputs/network.hpp"
#include "core/inputs/node.hpp"
#include "core/inputs/software.hpp"

namespace llmsize::training {

inline constexpr auto gpu_peak = formula<"training.gpu_peak", FlopRate>(
    {.symbol = "P_gpu",
     .title = "Peak FLOP/s per GPU",
     .why = "Dense peak of an accelerator at the chosen precision, divided by its logical GPUs.",
     .source = "derived: data sheet"},
    [](const auto& x) { return accelerator::peak(x) / accelerator::devices(x); });

inline constexpr auto clock = formula<"training.clock", Count>(
    {.symbol = "κ",
     .title = "Clock factor under power cap",
     .why = "An accelerator capped below its TDP slows down less than proportionally. A power limit above the TDP "
            "gives no speedup.",
     .source = "power law between parts of the same silicon with different power: published GEMM measurements",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto capped = smaller(1.0, accelerator::power(x) / accelerator::design_power(x));
      return otherwise(power(capped, accelerator::clock_exponent(x)), 1.0);
    });

inline constexpr auto linear_rate = formula<"training.linear_rate", FlopRate>(
    {.symbol = "R_lin",
     .title = "Achievable GEMM FLOP/s per GPU",
     .why = "Peak at the capped clock, times the power-sustained fraction, times the GEMM efficiency of the software "
            "stack.",
     .source = "sustained fraction: published GEMM measurements; efficiency: fitted to published step times"},
    [](const auto& x) { return clock(x) * gpu_peak(x) * accelerator::sustained(x) * software::gemm_efficiency(x); });

inline constexpr auto half_rate = formula<"training.half_rate", FlopRate>(
    {.symbol = "R_16",
     .title = "Achievable 16-bit GEMM FLOP/s per GPU",
     .why = "Logits and unfused attention run in 16 bit, whatever the precision of the linear layers.",
     .source = "sustained fraction: published GEMM measurements; efficiency: fitted to published step times"},
    [](const auto& x) {
      return clock(x) * accelerator::half_peak(x) / accelerator::devices(x) * accelerator::sustained_16(x) *
             software::gemm_efficiency(x);
    });

inline constexpr auto memory_rate = formula<"training.memory_rate", Bandwidth>(
    {.symbol = "R_mem",
     .title = "Effective GPU memory bandwidth",
     .why = "Memory bandwidth that long streams reach on one GPU.",
     .source = "derived: data sheet and memory efficiency"},
    [](const auto& x) {
      return accelerator::memory_bandwidth(x) / accelerator::devices(x) * accelerator::memory_efficiency(x);
    });

inline constexpr auto scale_up_rate = formula<"training.scale_up_rate", Bandwidth>(
    {.symbol = "R_up",
     .title = "Effective scale-up bandwidth per GPU",
     .why = "Ring bandwidth over the scale-up links of a GPU, per direction.",
     .source = "derived: data sheet and scale-up efficiency"},
    [](const auto& x) { return node::scale_up_bandwidth(x) / accelerator::devices(x) * node::scale_up_efficiency(x); });

inline constexpr auto network_rate = formula<"training.network_rate", Bandwidth>(
    {.symbol = "R_net",
     .title = "Effective network bandwidth per GPU",
     .why = "The GPUs of a node share its compute NICs. Collectives reach a fraction of the line rate.",
     .source = "derived: NICs per node over GPUs per node, times network efficiency"},
    [](const auto& x) {
      const auto all = node::compute_nics(x) * node::nic_rate(x) * network::efficiency(x) / node::gpus(x);
      return all * fabric::working_share(x);
    });

inline constexpr auto domain_gpus = formula<"training.domain_gpus", Count>(
    {.symbol = "S_up",
     .title = "GPUs per scale-up domain",
     .why = "GPUs that reach each other over the scale-up fabric.",
     .source = "derived: accelerators of the domain times logical GPUs per accelerator",
     .whole = true},
    [](const auto& x) { return node::scale_up_domain(x) * accelerator::devices(x); });

/// Share of a GPU's local links that a group of so many GPUs uses: all that lead to a switch, of a mesh those to the
/// other members.
template <class Group, class Case>
auto used_links(const Group& group, const Case& x) {
  const auto others = larger(1.0, group - 1.0) / larger(1.0, domain_gpus(x) - 1.0);
  return choose(node::scale_up_mesh(x), others, 1.0);
}

/// Ranks of a ring, `stride` GPUs apart, that are inside one domain.
template <class Ranks, class Stride, class Case>
auto ranks_inside(const Ranks& ranks, const Stride& stride, const Case& x) {
  return larger(1.0, smaller(ranks, domain_gpus(x) / stride));
}

/// Rate per GPU of a ring of so many ranks that lie `stride` GPUs apart: the scale-up fabric while the ring stays
/// inside the domain; else the network, of which the ranks inside one domain together use their shares, as far as the
/// fabric lets a ring through.
template <class Ranks, class Stride, class Case>
auto ring_rate(const Ranks& ranks, const Stride& stride, const Case& x) {
  const auto inside = ranks_inside(ranks, stride, x);
  const auto local = scale_up_rate(x) * used_links(inside, x);
  const auto share = fabric::ring_share(ranks / inside, inside * stride / fabric::tray_gpus(x), x);
  return choose(less(domain_gpus(x), ranks * stride), smaller(local, network_rate(x) * inside * share), local);
}

/// Waiting of a collective over so many ranks that lie `stride` GPUs apart, one way: a message for every level of a
/// tree of domains; none while all are inside one.
template <class Ranks, class Stride, class Case>
auto tree_latency(const Ranks& ranks, const Stride& stride, const Case& x) {
  const auto inside = ranks_inside(ranks, stride, x);
  const auto levels = choose(less(domain_gpus(x), ranks * stride), log2(ranks / inside), 0.0);
  return choose(less(1.0, ranks), levels * network::latency(x), 0.0 * second);
}

inline constexpr auto rate_formulas =
    std::tie(gpu_peak, clock, linear_rate, half_rate, memory_rate, scale_up_rate, network_rate, domain_gpus);

}  // namespace llmsize::training
