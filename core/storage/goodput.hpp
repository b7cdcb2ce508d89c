// SPDX-License-Identifier: Apache-2.0
// Job MTBF, checkpoint interval and goodput.
#pragma once

#include "core/inputs/goal.hpp"
#include "core/storage/restart.hpp"
#include "core/training/results.hpp"

#include <numbers>

namespace llmsize::reliability {

inline constexpr std::string_view daly = "Daly 2006, Future Generation Computer Systems 22(3)";
inline constexpr double e = std::numbers::e;

inline constexpr auto job_mtbf = formula<"reliability.job_mtbf", Seconds>(
    {.symbol = "M",
     .title = "Job MTBF",
     .why = "Any node interrupts the whole job: node MTBF over nodes, or GPU MTBF over GPUs.",
     .source = "derived: independent failures; Grattafiori et al. 2024: 3.1 h on 16,384 GPUs"},
    [](const auto& x) {
      return otherwise(job_mtbf_given(x), otherwise(node_mtbf(x) / cluster::nodes(x), gpu_mtbf(x) / cluster::gpus(x)));
    });

inline constexpr auto survival = formula<"reliability.survival", Count>(
    {.symbol = "σ",
     .title = "Failures recoverable from the fast tier",
     .why = "These restart from the newest checkpoint, all others from the newest one on shared storage.",
     .source = "derived: from the first tier of a checkpoint",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto first = checkpoint::first_tier(x);
      return choose(
          above(first, Tier::nvme), cpu_survival(x), choose(above(first, Tier::shared), nvme_survival(x), 1.0));
    });

/// Checkpoints between two points that an average interruption falls back to.
template <class Case>
auto saves_back(const Case& x) {
  const auto durable = choose(above(checkpoint::first_tier(x), Tier::shared), checkpoint::shared_every(x), 1.0);
  return survival(x) + (1.0 - survival(x)) * durable;
}

}  // namespace llmsize::reliability

namespace llmsize::checkpoint {

inline constexpr auto young_interval = formula<"checkpoint.young_interval", Seconds>(
    {.symbol = "τ_Y",
     .title = "Young interval",
     .why = "First-order optimum of checkpoint time and lost work.",
     .source = "Young 1974, Communications of the ACM 17(9): √(2·C·M)"},
    [](const auto& x) { return reliability::job_mtbf(x) * power(2.0 * stall(x) / reliability::job_mtbf(x), 0.5); });

inline constexpr auto daly_interval = formula<"checkpoint.daly_interval", Seconds>(
    {.symbol = "τ_D",
     .title = "Daly interval",
     .why = "Higher-order optimum of checkpoint time and lost work. Equals the MTBF if a checkpoint takes more than "
            "twice the MTBF.",
     .source = reliability::daly},
    [](const auto& x) {
      // If only every k-th checkpoint survives an interruption, it costs as much as k times as many interruptions.
      const auto between = reliability::job_mtbf(x) / reliability::saves_back(x);
      const auto ratio = stall(x) / (2.0 * between);
      const auto root = power(ratio, 0.5);
      const auto interval = 2.0 * between * root * (1.0 + root / 3.0 + ratio / 9.0) - stall(x);
      return choose(less(ratio, 1.0), interval, between);
    });

inline constexpr auto optimal_interval = formula<"checkpoint.optimal_interval", Seconds>(
    {.symbol = "τ_opt",
     .title = "Optimal checkpoint interval",
     .why =
         "The Daly interval for direct checkpoints. Asynchronous ones cost almost no time, so the interval is longer: "
         "lost work may reach the target fraction of the allowed overhead. Each drain must end before the next begins.",
     .source = "Daly 2006; derived: lost work over checkpoint overhead"},
    [](const auto& x) {
      const auto draining = (durable_time(x) - shared_every(x) * stall(x)) / shared_every(x);
      const auto rare = 2.0 * reliability::job_mtbf(x) * goal::rework_share(x) * goal::save_overhead(x);
      return larger(daly_interval(x), choose(above(first_tier(x), Tier::shared), larger(draining, rare), 0.0 * second));
    });

inline constexpr auto interval = formula<"checkpoint.interval", Seconds>(
    {.symbol = "τ",
     .title = "Checkpoint interval",
     .why = "Training time between two checkpoints: the interval you set, else the optimum.",
     .source = "derived: the given interval, else the optimum"},
    [](const auto& x) { return otherwise(interval_given(x), optimal_interval(x)); });

inline constexpr auto interval_steps = formula<"checkpoint.interval_steps", Count>(
    {.symbol = "k_step",
     .title = "Steps between checkpoints",
     .why = "The interval in whole steps. The optimum is flat, so rounding costs nothing.",
     .source = "derived: interval over step time",
     .whole = true},
    [](const auto& x) { return larger(1.0, floor(interval(x) / training::step_time(x) + 0.5)); });

inline constexpr auto overhead = formula<"checkpoint.overhead", Count>(
    {.symbol = "o",
     .title = "Checkpoint overhead",
     .why = "Fraction of time in which training stalls for checkpoints.",
     .source = "derived: C/(τ + C)",
     .unit = Unit::ratio},
    [](const auto& x) { return stall(x) / (interval(x) + stall(x)); });

inline constexpr auto required_bandwidth = formula<"checkpoint.required_bandwidth", Bandwidth>(
    {.symbol = "B_ck",
     .title = "Required checkpoint write bandwidth",
     .why = "A checkpoint must end within the write time you set. Without one, a direct checkpoint keeps the overhead "
            "below its limit, at the given or optimal interval. A staged one drains before the next, at the interval "
            "or where interruptions lose the same fraction.",
     .source = "Lockwood and Kartik for a given interval; at the optimum C = 2·M·r² of Young 1974 with r = o/(1 − o)"},
    [](const auto& x) {
      const auto share = goal::save_overhead(x) / (1.0 - goal::save_overhead(x));
      const auto between = 2.0 * reliability::job_mtbf(x) * share;
      const auto direct = otherwise(share * interval_given(x), between * share);
      const auto staged = otherwise(interval_given(x), larger(daly_interval(x), between));
      const auto allowed = choose(above(first_tier(x), Tier::shared), shared_every(x) * staged, direct);
      return size(x) / otherwise(write_time_given(x), allowed);
    });

inline constexpr auto supply_ratio = formula<"checkpoint.supply_ratio", Count>(
    {.symbol = "ρ_ck",
     .title = "Checkpoint write headroom",
     .why = "Available over required write bandwidth. Above 1, shared storage is fast enough for checkpoints.",
     .source = "derived: supply over demand",
     .unit = Unit::ratio},
    [](const auto& x) {
      return storage::checkpoint_share(x) * tier::store_writing(writer_nodes(x), x) / required_bandwidth(x);
    });

inline constexpr auto appliances = formula<"checkpoint.appliances", Count>(
    {.symbol = "n_app,ck",
     .title = "Appliances by checkpoint bandwidth",
     .why = "Required checkpoint write bandwidth over the write bandwidth of one appliance.",
     .source = "derived: demand over supply of one",
     .whole = true},
    [](const auto& x) { return ceil(required_bandwidth(x) / (storage::checkpoint_share(x) * storage::write(x))); });

inline constexpr auto interval_formulas = std::tie(
    interval, optimal_interval, overhead, required_bandwidth, young_interval, daly_interval, interval_steps,
    supply_ratio, appliances);

}  // namespace llmsize::checkpoint

namespace llmsize::reliability {

inline constexpr auto rework_span = formula<"reliability.rework_span", Seconds>(
    {.symbol = "L",
     .title = "Rework span per failure",
     .why = "A failure loses half of this span on average. It is the time between the checkpoints it falls back to, "
            "plus twice the drain time of the last one.",
     .source = "derived: uniform moment of failure; Daly 2006 for a direct checkpoint, where it is τ + C"},
    [](const auto& x) {
      const auto lag = (1.0 - survival(x)) * 2.0 * checkpoint::drain_time(x);
      return saves_back(x) * (checkpoint::interval(x) + checkpoint::stall(x)) + lag;
    });

inline constexpr auto goodput = formula<"reliability.goodput", Count>(
    {.symbol = "G",
     .title = "Goodput",
     .why = "Fraction of time in which training advances, without checkpoints, lost work and restarts, for random "
            "interruptions.",
     .source = "Daly 2006, complete model: T/T_work = (M/τ)·e^(R/M)·(e^((τ+C)/M) − 1); staged checkpoints by the same "
               "form over the rework span",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto between = job_mtbf(x), span = rework_span(x), tau = checkpoint::interval(x);
      const auto lost = between / span * (power(e, span / between) - 1.0);
      const auto restarts = power(e, restart::time(x) / between);
      return tau / ((tau + checkpoint::stall(x)) * lost * restarts);
    });

inline constexpr auto goodput_linear = formula<"reliability.goodput_linear", Count>(
    {.symbol = "G_lin",
     .title = "Goodput (first-order)",
     .why = "Cross-check of goodput. Holds while interruptions are rare and turns negative where they are frequent.",
     .source = "derived: 1/(1 + C/τ) · [1 − (R + (τ + C)/2)/M]",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto tau = checkpoint::interval(x), stall = checkpoint::stall(x);
      return (1.0 - (restart::time(x) + (tau + stall) / 2.0) / job_mtbf(x)) / (1.0 + stall / tau);
    });

inline constexpr auto effective_time_ratio = formula<"reliability.effective_time_ratio", Count>(
    {.symbol = "ETTR",
     .title = "ETTR (effective training time ratio)",
     .why = "Cross-check of goodput, without the stall in the lost work.",
     .source = "Kokolis et al. 2025: [1 − n·r·(u0 + τ/2)]/(1 + w/τ)",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto tau = checkpoint::interval(x);
      return (1.0 - (restart::time(x) + tau / 2.0) / job_mtbf(x)) / (1.0 + checkpoint::stall(x) / tau);
    });

inline constexpr auto formulas =
    std::tie(job_mtbf, goodput, goodput_linear, effective_time_ratio, survival, rework_span);

}  // namespace llmsize::reliability
