// SPDX-License-Identifier: Apache-2.0
// Which scenarios ask the same, and which of those needs least.
#pragma once

#include "core/view/state.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// A scenario that is compared.
struct ComparedScenario {
  std::string name;
  const Subject& subject;
  const Around& around;
};

/// Whether a scenario is a training that cannot run as it stands.
bool cannot_run(const Subject& subject, const Around& around);

/// What makes a scenario another question than the first: "other model, other training tokens"; empty where both can be
/// compared.
std::string other_question(const ComparedScenario& first, const ComparedScenario& other);

/// "not comparable with GPT-3: chat (a service, not a training)"; empty where all ask the same.
std::string not_compared(const std::vector<ComparedScenario>& all);

/// How many GPUs each needs is what differs: all ask the same with a deadline that they meet.
bool judged_by_gpus(const std::vector<ComparedScenario>& all);

/// What is best at equal goals, in which numbers: "GPT-3 on DGX B200 needs least for 30.0 days: 200 GPUs vs. 392 GPUs,
/// 382 kW vs. 572 kW"; the time where sizes are the same. Names what is not compared and why, and what does not fit.
std::string judgement(const std::vector<ComparedScenario>& all);

}  // namespace llmsize
