// SPDX-License-Identifier: Apache-2.0
// What follows from the time of a step: rates, utilisation, the time of all steps.
#pragma once

#include "core/training/step.hpp"

namespace llmsize::training {

inline constexpr auto time = formula<"training.time", Seconds>(
    {.symbol = "T_train",
     .title = "Training time",
     .why = "All steps, without interruptions.",
     .source = "derived: steps times time of a step"},
    [](const auto& x) { return steps(x) * step_time(x); });

inline constexpr auto flop_rate_per_gpu = formula<"training.flop_rate_per_gpu", FlopRate>(
    {.symbol = "R",
     .title = "Achieved rate per GPU",
     .why = "Work as run, recomputation included, over GPUs and time.",
     .source = "HPE, Towards training trillion parameter models"},
    [](const auto& x) { return iteration_flop(x) / (cluster::gpus(x) * step_time(x)); });

inline constexpr auto aggregate_flop_rate = formula<"training.aggregate_flop_rate", FlopRate>(
    {.symbol = "R_all",
     .title = "Achieved rate of all GPUs",
     .why = "Work as run, recomputation included, over time.",
     .source = "HPE, Towards training trillion parameter models"},
    [](const auto& x) { return iteration_flop(x) / step_time(x); });

inline constexpr auto mfu = formula<"training.mfu", Count>(
    {.symbol = "MFU",
     .title = "Model FLOPs utilisation",
     .why = "Model work, without recomputation, over what the peak would do in the time of a step.",
     .source = "Chowdhery et al. 2022 (PaLM), appendix B",
     .unit = Unit::ratio},
    [](const auto& x) { return model_flop(x) / (cluster::gpus(x) * gpu_peak(x) * step_time(x)); });

inline constexpr auto hfu = formula<"training.hfu", Count>(
    {.symbol = "HFU",
     .title = "Hardware FLOPs utilisation",
     .why = "Work as run, recomputation included, over what the peak would do in the time of a step.",
     .source = "Korthikanti et al. 2022",
     .unit = Unit::ratio},
    [](const auto& x) { return iteration_flop(x) / (cluster::gpus(x) * gpu_peak(x) * step_time(x)); });

inline constexpr auto tokens_per_second = formula<"training.tokens_per_second", PerSecond>(
    {.symbol = "r_tok",
     .title = "Tokens per second",
     .why = "Tokens of a step over its time.",
     .source = "derived: definition"},
    [](const auto& x) { return workload::global_batch(x) * workload::sequence(x) / step_time(x); });

inline constexpr auto tokens_per_second_per_gpu = formula<"training.tokens_per_second_per_gpu", PerSecond>(
    {.symbol = "r_tok,gpu",
     .title = "Tokens per second and GPU",
     .why = "Tokens of a step over its time and the GPUs.",
     .source = "derived: definition"},
    [](const auto& x) { return tokens_per_second(x) / cluster::gpus(x); });

inline constexpr auto result_formulas =
    std::tie(flop_rate_per_gpu, aggregate_flop_rate, mfu, hfu, tokens_per_second, tokens_per_second_per_gpu, time);

inline constexpr Try batch_tries[] = {{"Try batch {}", "workload.global_batch", Try::How::doubled, {}, {}, 1024}};
inline constexpr auto mostly_bubble = finding<"layout.bubble">(
    {.severity = Severity::warning,
     .sentence = "Stages wait longer than they compute: {training.bubble_time} of a step of {training.step_time} is "
                 "pipeline bubble. Micro-batches that {layout.pipeline} stages share: {training.micro_batches}.",
     .brief = "pipeline bubble",
     .tries = batch_tries,
     .effect = ResultKey("training.mfu"),
     .effect_words = "{} MFU"},
    [](const auto& x) { return compute_time(x) - bubble_time(x); });
inline constexpr auto result_findings = std::tie(mostly_bubble);

}  // namespace llmsize::training
