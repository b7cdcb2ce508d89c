// SPDX-License-Identifier: Apache-2.0
// Systems that no formula here models: a warning that their times may be wrong.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/cluster.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::training {

inline constexpr std::string_view unmodelled_remedy = "Measure one step on this system, then run `llmsize calibrate`.";

inline constexpr auto on_a_torus = finding<"accelerator.unmodelled">(
    {.severity = Severity::warning,
     .sentence = "{accelerator.id} uses a torus interconnect, which llmsize does not model. Communication is computed "
                 "as on a switched fabric, and times may be wrong.",
     .remedy = unmodelled_remedy},
    [](const auto& x) { return 0.0 - accelerator::torus(x) * less(1.0, cluster::gpus(x)); });

inline constexpr auto by_static_graphs = finding<"accelerator.unmodelled">(
    {.severity = Severity::warning,
     .sentence = "{accelerator.id} runs ahead-of-time compiled graphs, which llmsize does not model. No published run "
                 "with a known layout confirms its times.",
     .remedy = unmodelled_remedy},
    [](const auto& x) {
      const auto said = accelerator::torus(x) * less(1.0, cluster::gpus(x));
      return 0.0 - (1.0 - said) * accelerator::static_graphs(x) * less(0.0, accelerator::sustained(x));
    });

inline constexpr auto without_block_scales = finding<"accelerator.unmodelled">(
    {.severity = Severity::warning,
     .sentence =
         "{accelerator.id} has no matrix units for block-scaled formats such as MXFP8. Times are computed as if "
         "it had, and may be too short.",
     .remedy = "Use the accelerator's own FP8 (--precision fp8)."},
    [](const auto& x) {
      const auto narrowest = otherwise(accelerator::peak_fp4(x) / accelerator::half_peak(x), 0.0);
      return 0.0 - workload::block_scaled(x) * less(narrowest, 1.0) * less(0.0, accelerator::sustained(x));
    });

inline constexpr auto unmodelled_findings = std::tie(on_a_torus, by_static_graphs, without_block_scales);

}  // namespace llmsize::training
