// SPDX-License-Identifier: Apache-2.0
// What offloading costs: time of a step or pass, throughput, how long GPUs wait, what would end the waiting, and which
// link is narrowest.
#pragma once

#include "core/inputs/goal.hpp"
#include "core/offload/traffic.hpp"
#include "core/training/step.hpp"

namespace llmsize::offload {

inline constexpr std::string_view efficiency_source =
    "Rajbhandari et al. 2021 (ZeRO-Infinity): computing over computing and exposed transfer";

/// Share of computing that hides streams.
template <class Case>
auto overlap(const Case& x) {
  return choose(workload::trains(x), software::offload_overlap(x), serving::prefetch(x));
}

inline constexpr auto own_time = formula<"offload.own_time", Seconds>(
    {.symbol = "t_own",
     .title = "Step time without offload stalls",
     .why = "Training step or inference pass if all offloaded data arrives in time.",
     .source = efficiency_source},
    [](const auto& x) {
      return choose(workload::trains(x), training::step_time(x) - training::offload_time(x), pass_on_gpu(x));
    });

inline constexpr auto waiting_time = formula<"offload.waiting_time", Seconds>(
    {.symbol = "t_wait",
     .title = "Offload stall time",
     .why = "Exposed streaming time plus optimizer transfers.",
     .source = efficiency_source},
    [](const auto& x) {
      return choose(
          workload::trains(x), training::fitted_error(x) * training::exposed_offload(x),
          exposed(pass_stream(x), pass_on_gpu(x), x));
    });

inline constexpr auto step_time = formula<"offload.step_time", Seconds>(
    {.symbol = "t_step,off",
     .title = "Step time with offload",
     .why = "Training step, or inference pass with one token per sequence, including offload stalls.",
     .source = efficiency_source},
    [](const auto& x) { return own_time(x) + waiting_time(x); });

/// Tokens per second where a pass takes so long, and reading all prompts so long where their length is said.
template <class Pass, class Prompts, class Case>
auto decoded(const Pass& pass, const Prompts& prompts, const Case& x) {
  const auto reading = choose(less(0.0, serving::input_tokens(x)), prompts / serving::output_tokens(x), 0.0 * second);
  return serving::batch(x) / (pass + otherwise(reading, 0.0 * second));
}

inline constexpr auto throughput = formula<"offload.throughput", PerSecond>(
    {.symbol = "r_off",
     .title = "Throughput with offload",
     .why = "Tokens per second of all GPUs: the global batch in training, one token per sequence and pass in "
            "inference. Includes prefill if input and output lengths are set.",
     .source = "derived: tokens of a step over its time",
     .unit = Unit::tokens_per_second},
    [](const auto& x) {
      const auto trained = workload::global_batch(x) * workload::sequence(x) / step_time(x);
      return choose(workload::trains(x), trained, decoded(step_time(x), prefill_step(x), x));
    });

inline constexpr auto streamed_throughput = formula<"offload.streamed_throughput", PerSecond>(
    {.symbol = "r_str",
     .title = "Throughput with all weights streamed",
     .why = "Same batch and layout without weights pinned in GPU memory. Training pins no weights.",
     .source = "derived: throughput without a pinned share",
     .unit = Unit::tokens_per_second},
    [](const auto& x) {
      const auto read = all_read(x);
      const auto pass = pass_on_gpu(x) + exposed(stream_of_pass(read, x), pass_on_gpu(x), x);
      return choose(
          workload::trains(x), throughput(x), decoded(pass, prefill_beside(stream_of_prefill(read, x), x), x));
    });

inline constexpr auto gpu_efficiency = formula<"offload.gpu_efficiency", Count>(
    {.symbol = "e_gpu",
     .title = "GPU efficiency",
     .why = "Fraction of time without offload stalls.",
     .source = efficiency_source,
     .unit = Unit::ratio},
    [](const auto& x) { return own_time(x) / step_time(x); });

/// Bytes of a node that hide behind computing, both ways, and those that nothing hides.
template <class Case>
auto streamed(const Case& x) {
  const auto both = training::activations_moved(x) + training::activations_moved(x);
  const auto training_streams =
      training::micro_batches(x) * (training::weights_read(x) + training::gradients_written(x) + both);
  return tier::gpus_in_node(x) *
         choose(workload::trains(x), training_streams, pass_read(x) + cache_read(x) + cache_written(x));
}
template <class Case>
auto swapped(const Case& x) {
  const auto states = training::states_swapped(x) + training::states_swapped(x) + training::gradients_to_optimizer(x) +
                      training::weights_from_optimizer(x);
  return tier::gpus_in_node(x) * choose(workload::trains(x), states, 0.0 * byte);
}
/// Time behind which streams hide.
template <class Case>
auto behind(const Case& x) {
  return choose(workload::trains(x), training::hiding_time(x), pass_on_gpu(x));
}

inline constexpr auto required_bandwidth = formula<"offload.required_bandwidth", Bandwidth>(
    {.symbol = "B_hide",
     .title = "Bandwidth for full overlap",
     .why = "Bytes streamed per node in both directions, divided by the time that can hide them. Optimizer transfers "
            "are always exposed.",
     .source = efficiency_source},
    [](const auto& x) { return streamed(x) / (overlap(x) * behind(x)); });

inline constexpr auto goal_bandwidth = formula<"offload.goal_bandwidth", Bandwidth>(
    {.symbol = "B_goal",
     .title = "Bandwidth for target efficiency",
     .why = "Bandwidth per node that reaches the target GPU efficiency, with the software's overlap and an all-gather "
            "of fetched shards.",
     .source = "derived: the efficiency model solved for bandwidth; Rajbhandari et al. 2021: bw = e/(1 − e) · peak/A "
               "without overlap"},
    [](const auto& x) {
      const auto allowed = (1.0 / goal::efficiency(x) - 1.0) * own_time(x);
      const auto offloaded = below(memory::parameters_tier(x), Tier::gpu) * (1.0 - workload::trains(x));
      const auto left = allowed + overlap(x) * behind(x) - offloaded * pass_gather(x);
      return larger(swapped(x) / allowed, (streamed(x) + swapped(x)) / larger(1e-9 * second, left));
    });

inline constexpr auto goal_batch = formula<"offload.goal_batch", Count>(
    {.symbol = "B_eff",
     .title = "Batch size for target efficiency",
     .why = "Sequences per step or pass that reach the target GPU efficiency: larger micro-batches in training, more "
            "sequences decoded together in inference.",
     .source =
         "derived: the efficiency model solved for the batch size: compute grows with it, weights and states do not",
     .assumes = "compute proportional to the batch size; activations stay on the GPU",
     .whole = true},
    [](const auto& x) {
      const auto spare = 1.0 / goal::efficiency(x) - 1.0;
      const auto per_sequence = own_time(x) / workload::global_batch(x);
      const auto transfers = training::micro_batches(x) * training::stream_time(x) + training::swap_time(x);
      const auto train =
          larger(training::swap_time(x) / (spare * per_sequence), transfers / ((spare + overlap(x)) * per_sequence));
      const auto products = 2.0 * flop * model::parameters_active(x) / (cluster::gpus(x) * serving::product_rate(x));
      const auto infer =
          tier::reading_time(memory::parameters_tier(x), pass_read(x), x) / ((spare + overlap(x)) * products);
      return ceil(choose(workload::trains(x), train, infer));
    });

/// Parts of the path from a slower tier to a GPU, nearest first; `none` where computing hides what passes them.
enum class Link { none, host_link, cpu_memory, nvme_drives, storage_nics, appliances, engine };
inline constexpr std::string_view link_words[] = {"none",         "host links", "CPU memory",  "NVMe drives",
                                                  "storage NICs", "appliances", "engine rates"};
constexpr Count code(Link link) { return static_cast<Count>(link); }

inline constexpr auto limiting_link = formula<"offload.limiting_link", Count>(
    {.symbol = "link",
     .title = "Offload bottleneck",
     .why = "0 compute-bound, 1 host links (PCIe), 2 CPU memory, 3 NVMe drives, 4 storage NICs and clients, 5 "
            "appliances, 6 offload engine.",
     .source = "derived: the narrowest part of the path to the target tier, where GPUs wait for it",
     .words = link_words,
     .whole = true},
    [](const auto& x) {
      const auto states = larger(memory::gradients_tier(x), memory::optimizer_tier(x));
      const auto target = larger(
          larger(memory::target_tier(x), memory::parameters_tier(x)),
          larger(choose(workload::trains(x), states, code(Tier::gpu)), memory::activations_tier(x)));
      const auto cpu =
          choose(less(tier::dram_rate(x), tier::link_rate(x)), code(Link::cpu_memory), code(Link::host_link));
      const auto crossing = tier::crossing_rate(x);
      const auto nvme =
          choose(less(tier::local_read_rate(x) / tier::gpus_in_node(x), crossing), code(Link::nvme_drives), cpu);
      const auto clients = cluster::nodes(x) * tier::client_read_rate(x);
      const auto store = otherwise(
          choose(less(clients, tier::supply_read(x)), code(Link::storage_nics), code(Link::appliances)),
          code(Link::appliances));
      const auto shared =
          choose(less(storage::offload_share(x) * tier::store_read_rate(x) / cluster::gpus(x), crossing), store, cpu);
      const auto by_target = choose(above(target, Tier::nvme), cpu, choose(above(target, Tier::shared), nvme, shared));
      const auto rate = choose(
          above(target, Tier::nvme), tier::cpu_rate(x),
          choose(above(target, Tier::shared), tier::nvme_read_rate(x), tier::shared_read_rate(x)));
      const auto narrowest = choose(equal(rate, path::rate(x)), code(Link::engine), by_target);
      const auto waited_for = choose(less(0.0 * second, waiting_time(x)), narrowest, code(Link::none));
      return choose(is_on(target, Tier::gpu), code(Link::none), waited_for);
    });

inline constexpr auto efficiency_formulas = std::tie(
    step_time, throughput, streamed_throughput, gpu_efficiency, own_time, waiting_time, required_bandwidth,
    goal_bandwidth, goal_batch, limiting_link);

inline constexpr auto host_link_limits = finding<"offload.host_link_limits">(
    {.severity = Severity::info,
     .sentence = "PCIe-bound: the host link carries {tier.link_rate} per GPU, less than CPU memory ({tier.dram_rate}) "
                 "and shared storage. Offloading to either is equally fast.",
     .remedy = "Use a faster host link. Faster storage does not help."},
    [](const auto& x) {
      const auto stored = storage::offload_share(x) * tier::store_read_rate(x) / cluster::gpus(x);
      return tier::link_rate(x) - smaller(tier::dram_rate(x), stored);
    });
inline constexpr Try nic_tries[] = {{"Try {} storage NICs", "node.storage_nics", Try::How::doubled}};
inline constexpr auto storage_nics_limit = finding<"offload.storage_nics_limit">(
    {.severity = Severity::info,
     .sentence = "Storage NICs limit a node to {tier.client_read_rate} from shared storage (storage NICs: "
                 "{node.storage_nics}). Its GPUs and the appliances ({tier.supply_read}) support more.",
     .remedy = "Add storage NICs or use faster ones.",
     .brief = "storage-NIC-bound",
     .tries = nic_tries,
     .effect = ResultKey("tier.shared_read_rate"),
     .effect_words = "{} per GPU from shared storage"},
    [](const auto& x) {
      const auto supply = tier::supply_read(x) / cluster::nodes(x);
      const auto takes =
          smaller(tier::gpus_in_node(x) * tier::crossing_rate(x), otherwise(storage::client_read(x), supply));
      return node::storage_nics(x) * node::storage_nic_rate(x) - smaller(supply, takes);
    });
inline constexpr Try goal_tries[] = {
    {"Try batch {}", "workload.global_batch", Try::How::reached, {}, NumberId("offload.goal_batch")},
    {"Try batch {}", "serving.batch", Try::How::reached, {}, NumberId("offload.goal_batch")}};
inline constexpr auto goal_missed = finding<"offload.efficiency_missed">(
    {.severity = Severity::info,
     .sentence = "Offload-bound: GPU efficiency is {offload.gpu_efficiency}, the target is {goal.efficiency}. A batch "
                 "size of {offload.goal_batch}, if it fits, or {offload.goal_bandwidth} per node reaches it.",
     .brief = "offload-bound",
     .tries = goal_tries,
     .effect = ResultKey("offload.gpu_efficiency"),
     .effect_words = "GPU efficiency {}"},
    [](const auto& x) { return gpu_efficiency(x) - goal::efficiency(x); });
inline constexpr auto efficiency_findings = std::tie(host_link_limits, storage_nics_limit, goal_missed);

}  // namespace llmsize::offload
