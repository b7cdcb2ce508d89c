// SPDX-License-Identifier: Apache-2.0
// Results of the step time: hardware FLOPs, throughput, utilization, total step time.
#pragma once

#include "core/training/phases.hpp"

namespace llmsize::training {

inline constexpr auto total_step_time = formula<"training.total_step_time", Seconds>(
    {.symbol = "T_train",
     .title = "Total step time",
     .why = "All steps, including batch ramp-up and long-context phase. Excludes operational overhead, evaluation and "
            "interruptions.",
     .source = "derived: steps times step time"},
    [](const auto& x) { return steps(x) * step_time(x) + ramp_time(x) + long_time(x); });

/// Forward work of a sequence in products that make queries, keys and values from latents.
template <class Case>
auto latents_flop(const Case& x) {
  return where(
      less(0.0, model::kv_rank(x)),
      [&] {
        const auto weights =
            model::query_rank(x) * model::heads(x) * model::head_dim(x) + model::kv_rank(x) * made_of_latents(x);
        return 2.0 * flop * workload::sequence(x) * model::attention_layers(x) * weights;
      },
      0.0 * flop);
}

inline constexpr auto executed_flop = formula<"training.executed_flop", Flop>(
    {.symbol = "F_run",
     .title = "Hardware FLOPs per step",
     .why = "FLOPs that the kernels execute. A fused kernel skips scores hidden by the causal mask or by document "
            "boundaries, and recomputes the others for the backward pass. Includes recomputation and MTP modules, "
            "excludes gradients of frozen weights.",
     .source = "derived: passes times forward FLOPs; Dao et al. 2022 (FlashAttention), Korthikanti et al. 2022"},
    [](const auto& x) {
      const auto again = layout::recompute_fraction(x), predicting = model::further_predictions(x);
      // Forward, gradients of inputs, gradients of trained weights.
      const auto passes = 2.0 + workload::adapter_share(x);
      const auto core_passes = 1.0 + core_backward_passes(x) + again + (1.0 - again) * layout::recompute_core(x);
      const auto matrices = model::layers_flop(x) - model::cores_flop(x);
      const auto layers =
          (1.0 + predicting / model::layers(x)) * ((passes + again) * matrices + core_passes * core_flop(x));
      const auto heads = (1.0 + predicting) * passes * model::logits_flop(x);
      const auto modules = (1.0 - again) * layout::recompute_modules(x) * latents_flop(x);
      return otherwise(workload::global_batch(x) * (layers + heads + modules), iteration_flop(x));
    });

inline constexpr auto flop_rate_per_gpu = formula<"training.flop_rate_per_gpu", FlopRate>(
    {.symbol = "R",
     .title = "Achieved FLOP/s per GPU",
     .why = "FLOPs per iteration, recomputation counted, over GPUs and step time.",
     .source = "HPE, Towards training trillion parameter models",
     .counted_by = attention_count},
    [](const auto& x) { return iteration_flop(x) / (cluster::gpus(x) * step_time(x)); });

inline constexpr auto aggregate_flop_rate = formula<"training.aggregate_flop_rate", FlopRate>(
    {.symbol = "R_all",
     .title = "Achieved FLOP/s, all GPUs",
     .why = "FLOPs per iteration, recomputation counted, over step time.",
     .source = "HPE, Towards training trillion parameter models",
     .counted_by = attention_count},
    [](const auto& x) { return iteration_flop(x) / step_time(x); });

inline constexpr auto mfu = formula<"training.mfu", Count>(
    {.symbol = "MFU",
     .title = "MFU (model FLOPs utilization)",
     .why = "Model FLOPs over peak FLOPs during one step. Recomputation never counts. Attention counts by the FLOP "
            "convention, whatever the kernels skip. Frozen weights count without their gradients.",
     .source = "Chowdhery et al. 2022 (PaLM), appendix B",
     .counted_by = attention_count,
     .unit = Unit::ratio},
    [](const auto& x) { return model_flop(x) / (cluster::gpus(x) * gpu_peak(x) * step_time(x)); });

inline constexpr auto hfu = formula<"training.hfu", Count>(
    {.symbol = "HFU",
     .title = "HFU (hardware FLOPs utilization)",
     .why = "Model and recomputation FLOPs over peak FLOPs during one step. Attention counts as in MFU, so HFU is MFU "
            "without recomputation and never less. A stated utilization is returned unchanged.",
     .source = "Korthikanti et al. 2022",
     .counted_by = attention_count,
     .unit = Unit::ratio},
    [](const auto& x) { return iteration_flop(x) / (cluster::gpus(x) * gpu_peak(x) * step_time(x)); });

inline constexpr auto tokens_per_second = formula<"training.tokens_per_second", PerSecond>(
    {.symbol = "r_tok",
     .title = "Training tokens per second",
     .why = "Tokens per step over step time.",
     .source = "derived: definition",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return workload::global_batch(x) * workload::sequence(x) / step_time(x); });

inline constexpr auto tokens_per_second_per_gpu = formula<"training.tokens_per_second_per_gpu", PerSecond>(
    {.symbol = "r_tok,gpu",
     .title = "Training tokens per second per GPU",
     .why = "Tokens per step over step time and GPUs.",
     .source = "derived: definition",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return tokens_per_second(x) / cluster::gpus(x); });

inline constexpr auto result_formulas = std::tie(
    executed_flop, flop_rate_per_gpu, aggregate_flop_rate, mfu, hfu, tokens_per_second, tokens_per_second_per_gpu,
    total_step_time);

inline constexpr Try batch_tries[] = {{"Use batch size {}", "workload.global_batch", Try::How::doubled, {}, {}, 1024}};
inline constexpr auto mostly_bubble = finding<"layout.bubble">(
    {.severity = Severity::warning,
     .sentence = "Pipeline bubble exceeds compute: {training.bubble_time} of a {training.step_time} step. Pipeline "
                 "stages: {layout.pipeline}, micro-batches per step: {training.micro_batches}.",
     .brief = "pipeline bubble",
     .check = "Pipeline bubble",
     .tries = batch_tries,
     .effect = ResultKey("training.mfu"),
     .effect_words = "{} MFU"},
    [](const auto& x) { return compute_time(x) - bubble_time(x); });
inline constexpr auto beyond_peak = finding<"training.beyond_peak">(
    {.severity = Severity::error,
     .sentence = "A step of {training.step_time} takes more than the peak of {training.gpu_peak} per GPU: "
                 "{training.executed_flop} on {cluster.gpus} GPUs.",
     .remedy = "Check the calibration and the stated efficiencies. No training is faster than the data sheet.",
     .brief = "faster than the hardware",
     .check = "Peak FLOP/s"},
    [](const auto& x) {
      const auto least = executed_flop(x) / (cluster::gpus(x) * gpu_peak(x));
      return choose(workload::trains(x), step_time(x) - least, 0.0 * second);
    });
inline constexpr auto result_findings = std::tie(mostly_bubble, beyond_peak);

}  // namespace llmsize::training
