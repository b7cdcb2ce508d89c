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

}  // namespace llmsize::reliability

namespace llmsize::training {

inline constexpr auto overhead_time = formula<"training.overhead_time", Seconds>(
    {.symbol = "T_ops",
     .title = "Operational overhead time",
     .why = "Wall-clock time that teams take beyond step time: untuned layouts and kernels, slow nodes, manual stops.",
     .source = "fitted to published GPU-hours of complete training runs, without interruptions"},
    [](const auto& x) { return (workload::overhead_factor(x) - 1.0) * total_step_time(x); });

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
     .why = "Checkpoints, lost work and restarts: by the goodput of the storage you set, else by goodput with default "
            "checkpointing.",
     .source = "derived: definition of goodput"},
    [](const auto& x) {
      // A job that is interrupted before it has started never ends: a very long time stands for it.
      constexpr double hardly = 1e-9;
      const auto advancing = larger(hardly, otherwise(reliability::goodput(x), reliability::usual_goodput(x)));
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

inline constexpr auto calendar_formulas =
    std::tie(calendar_time, overhead_time, evaluation_time, interruption_time, gpu_seconds);

inline constexpr Try deadline_tries[] = {
    {"Set the deadline to {}", "goal.deadline", Try::How::reached, {}, NumberId("training.calendar_time")}};
inline constexpr auto missed = finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Time to train {training.calendar_time} exceeds the deadline of {goal.deadline}.",
     .remedy = "Add nodes, train on fewer tokens or extend the deadline (--nodes, --tokens, --deadline).",
     .brief = "deadline missed",
     .check = "Deadline",
     .tries = deadline_tries},
    [](const auto& x) { return goal::deadline(x) - calendar_time(x); });

}  // namespace llmsize::training

namespace llmsize::reliability {

inline constexpr auto interruptions = formula<"reliability.interruptions", Count>(
    {.symbol = "n_int",
     .title = "Expected interruptions",
     .why = "Time to train over job MTBF.",
     .source = "derived: definition"},
    [](const auto& x) { return training::calendar_time(x) / job_mtbf(x); });

}  // namespace llmsize::reliability
