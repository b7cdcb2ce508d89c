// SPDX-License-Identifier: Apache-2.0
// Layouts that were said and that the software does not run.
#pragma once

#include "core/inputs/layout.hpp"
#include "core/inputs/software.hpp"

namespace llmsize::memory {

inline constexpr Try zero_tries[] = {{"Shard the optimizer only", "layout.zero", Try::How::said, "1"}};
inline constexpr auto zero_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "Gradients or weights are sharded beside {layout.pipeline} pipeline stages; the software runs ZeRO "
                 "{software.pipeline_zero} there.",
     .brief = "not run by the software",
     .tries = zero_tries},
    [](const auto& x) {
      const auto stage = layout::shard_optimizer(x) + layout::shard_gradients(x) + layout::shard_parameters(x);
      return choose(less(1.0, layout::pipeline(x)), software::pipeline_zero(x) - stage, 0.0);
    });
inline constexpr Try interleave_tries[] = {{"No interleave", "layout.interleave", Try::How::said, "1"}};
inline constexpr auto interleave_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence =
         "Interleave {layout.interleave} is more than was measured of this software: {software.interleave_most}.",
     .brief = "not run by the software",
     .tries = interleave_tries},
    [](const auto& x) { return software::interleave_most(x) - layout::interleave(x); });

inline constexpr auto support_findings = std::tie(zero_unsupported, interleave_unsupported);

}  // namespace llmsize::memory
