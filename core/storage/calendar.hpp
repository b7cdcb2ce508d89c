// SPDX-License-Identifier: Apache-2.0
// A training on the calendar: its steps, what the team that runs it takes longer than the software alone, interruptions
// and evaluation.
#pragma once

#include "core/storage/goodput.hpp"

namespace llmsize::reliability {

inline constexpr auto usual_goodput = formula<"reliability.usual_goodput", Count>(
    {.symbol = "G_us",
     .title = "Goodput with usual saves",
     .why =
         "Share of the time in which training advances where no storage is said: saves go on beside training, at the "
         "usual interval, to storage that keeps up; an interruption costs half an interval and a restart.",
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

inline constexpr auto operation_time = formula<"training.operation_time", Seconds>(
    {.symbol = "T_ops",
     .title = "Operation",
     .why = "What teams take beyond the time of the steps: less tuned layouts and kernels, slow nodes, stops by hand.",
     .source = "fitted to published GPU-hours of whole trainings, interruptions taken off"},
    [](const auto& x) { return (workload::operation_factor(x) - 1.0) * time(x); });

inline constexpr auto evaluation_time = formula<"training.evaluation_time", Seconds>(
    {.symbol = "T_eval",
     .title = "Evaluation",
     .why = "Training waits while the model is evaluated.",
     .source = "derived: share of the time of steps and operation"},
    [](const auto& x) {
      return workload::evaluation_share(x) / (1.0 - workload::evaluation_share(x)) * (time(x) + operation_time(x));
    });

inline constexpr auto interruption_time = formula<"training.interruption_time", Seconds>(
    {.symbol = "T_intr",
     .title = "Interruptions",
     .why = "Saves, lost work and restarts: by the goodput of the storage that is said, else by that of usual saves.",
     .source = "derived: definition of goodput"},
    [](const auto& x) {
      // A job that is interrupted before it has started takes longer than any number tells.
      constexpr double hardly = 1e-9;
      const auto advancing = larger(hardly, otherwise(reliability::goodput(x), reliability::usual_goodput(x)));
      return (1.0 / advancing - 1.0) * (time(x) + operation_time(x) + evaluation_time(x));
    });

inline constexpr auto calendar_time = formula<"training.calendar_time", Seconds>(
    {.symbol = "T_cal",
     .title = "Calendar time",
     .why = "From the first step to the last on the wall: steps, operation, evaluation and interruptions.",
     .source = "derived: sum of the parts"},
    [](const auto& x) { return time(x) + operation_time(x) + evaluation_time(x) + interruption_time(x); });

inline constexpr auto gpu_seconds = formula<"training.gpu_seconds", Seconds>(
    {.symbol = "T_gpu",
     .title = "GPU time",
     .why = "Calendar time times GPUs: what is booked or rented.",
     .source = "derived: definition"},
    [](const auto& x) { return cluster::gpus(x) * calendar_time(x); });

inline constexpr auto calendar_formulas =
    std::tie(calendar_time, operation_time, evaluation_time, interruption_time, gpu_seconds);

inline constexpr Try deadline_tries[] = {
    {"Allow {}", "goal.deadline", Try::How::reached, {}, NumberId("training.calendar_time")}};
inline constexpr auto missed = finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Training takes {training.calendar_time}, the deadline is {goal.deadline}.",
     .remedy = "More nodes, fewer tokens or a later deadline.",
     .brief = "late",
     .tries = deadline_tries},
    [](const auto& x) { return goal::deadline(x) - calendar_time(x); });

}  // namespace llmsize::training

namespace llmsize::reliability {

inline constexpr auto interruptions = formula<"reliability.interruptions", Count>(
    {.symbol = "n_int",
     .title = "Interruptions of the training",
     .why = "Calendar time over the time between them.",
     .source = "derived: definition"},
    [](const auto& x) { return training::calendar_time(x) / job_mtbf(x); });

}  // namespace llmsize::reliability
