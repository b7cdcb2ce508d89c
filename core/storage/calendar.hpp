// SPDX-License-Identifier: Apache-2.0
// Time to train (wall clock): step time, operational overhead, evaluation and interruptions.
#pragma once

#include "core/storage/goodput.hpp"

namespace llmsize::reliability {

inline constexpr auto usual_goodput = formula<"reliability.usual_goodput", Count>(
    {.symbol = "G_us",
     .title = "Goodput with default checkpointing",
     .why = "Fraction of time in which training advances if no storage is set. Checkpoints are asynchronous, at the "
            "default interval, to storage that keeps up. An interruption costs half an interval and a restart.",
     .source = daly,
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto between = job_mtbf(x), tau = otherwise(checkpoint::interval_given(x), usual_interval(x));
      const auto lost = between / tau * (power(e, tau / between) - 1.0);
      const auto restarting = otherwise(restart_time_given(x), detection(x) + startup(x));
      return 1.0 / (lost * power(e, restarting / between));
    });
inline constexpr auto expected_goodput = formula<"reliability.expected_goodput", Count>(
    {.symbol = "G_exp",
     .title = "Goodput of the time to train",
     .why = "By the storage you set, else with default checkpointing.",
     .source = "derived: definition",
     .unit = Unit::ratio},
    [](const auto& x) { return otherwise(goodput(x), usual_goodput(x)); });

}  // namespace llmsize::reliability

namespace llmsize::training {

inline constexpr auto overhead_factor_at = function<"training.overhead_factor_at", Count(Seconds)>(
    {.symbol = "φ_T",
     .title = "Operational overhead of a run of length T",
     .why = "Slow nodes, rollbacks and manual stops come with the days: a run of hours has hardly any, a run of weeks "
            "nearly all of it. A run never takes less than its steps.",
     .source = "form: judgment; overhead of long runs fitted to published GPU-hours of complete training runs",
     .unit = Unit::ratio,
     .of = "T"},
    [](const auto& x, const auto& steps) {
      const auto grown = steps / (steps + workload::overhead_half_time(x));
      return otherwise(workload::overhead_factor(x), 1.0 + workload::overhead_share(x) * grown);
    });

inline constexpr auto overhead_factor = formula<"training.overhead_factor", Count>(
    {.symbol = "φ_op",
     .title = "Operational overhead factor",
     .why = "Training time over step time, without interruptions, for a run of this length.",
     .source = "derived: overhead of the total step time",
     .unit = Unit::ratio},
    [](const auto& x) { return overhead_factor_at(x, total_step_time(x)); });

inline constexpr auto overhead_time = formula<"training.overhead_time", Seconds>(
    {.symbol = "T_ops",
     .title = "Operational overhead time",
     .why = "Wall-clock time that teams take beyond step time: untuned layouts and kernels, slow nodes, manual stops.",
     .source = "fitted to published GPU-hours of complete training runs, without interruptions"},
    [](const auto& x) { return (overhead_factor(x) - 1.0) * total_step_time(x); });

inline constexpr auto evaluation_time = formula<"training.evaluation_time", Seconds>(
    {.symbol = "T_eval",
     .title = "Evaluation time",
     .why = "Training pauses while the model is evaluated.",
     .source = "derived: fraction of step time and operational overhead"},
    [](const auto& x) {
      return workload::evaluation_share(x) / (1.0 - workload::evaluation_share(x)) *
             (total_step_time(x) + overhead_time(x));
    });

inline constexpr auto interruption_time = formula<"training.interruption_time", Seconds>(
    {.symbol = "T_intr",
     .title = "Time lost to interruptions",
     .why = "Checkpoints, lost work and restarts.",
     .source = "derived: definition of goodput"},
    [](const auto& x) {
      // A job that is interrupted before it has started never ends: a very long time stands for it.
      constexpr double hardly = 1e-9;
      const auto advancing = larger(hardly, reliability::expected_goodput(x));
      return (1.0 / advancing - 1.0) * (total_step_time(x) + overhead_time(x) + evaluation_time(x));
    });

inline constexpr auto calendar_time = formula<"training.calendar_time", Seconds>(
    {.symbol = "T_cal",
     .title = "Time to train (wall clock)",
     .why = "Wall-clock time from the first to the last step: step time, operational overhead, evaluation and "
            "interruptions.",
     .source = "derived: sum of the parts"},
    [](const auto& x) { return total_step_time(x) + overhead_time(x) + evaluation_time(x) + interruption_time(x); });

inline constexpr auto gpu_seconds = formula<"training.gpu_seconds", Seconds>(
    {.symbol = "T_gpu",
     .title = "GPU time",
     .why = "Time to train times GPUs: what you book or rent.",
     .source = "derived: definition"},
    [](const auto& x) { return cluster::gpus(x) * calendar_time(x); });

inline constexpr auto calendar_functions = std::tie(overhead_factor_at);
inline constexpr auto calendar_formulas =
    std::tie(calendar_time, overhead_factor, overhead_time, evaluation_time, interruption_time, gpu_seconds);

inline constexpr Try deadline_tries[] = {
    {"Set the deadline to {}", "goal.deadline", Try::How::reached, {}, NumberId("training.calendar_time")}};
inline constexpr auto missed = finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Time to train {training.calendar_time} exceeds the deadline of {goal.deadline}.",
     .remedy = "Add nodes, train on fewer tokens or extend the deadline (--nodes, --tokens, --deadline).",
     .brief = "deadline missed",
     .check = "Deadline",
     .tries = deadline_tries},
    [](const auto& x) {
      // A deadline is one of a training: nothing of a service is late.
      return choose(workload::trains(x), goal::deadline(x) - calendar_time(x), of<Seconds>(0));
    });

}  // namespace llmsize::training

namespace llmsize::reliability {

inline constexpr auto interruptions = formula<"reliability.interruptions", Count>(
    {.symbol = "n_int",
     .title = "Expected interruptions",
     .why = "Time to train over job MTBF.",
     .source = "derived: definition"},
    [](const auto& x) { return training::calendar_time(x) / job_mtbf(x); });

}  // namespace llmsize::reliability
