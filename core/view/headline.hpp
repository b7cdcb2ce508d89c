// SPDX-License-Identifier: Apache-2.0
// The first line of an answer about a training: what a customer takes home.
#pragma once

#include "core/view/around.hpp"
#include "core/view/subject.hpp"

#include <string>

namespace llmsize {

/// "72 × NVIDIA DGX H100 train Llama 3 70B on 2T tokens in 56.8 days (32.4–99.5) as most teams run it; 124 to be
/// nine-in-ten sure of 60.0 days; 734 kW." The title of the case where no such answer is known.
std::string headline(const Subject& subject, const Around& around);

/// The same for a screen whose next lines say how sure it is and what it takes: "GPT-3 175B, 300B tokens: 48 × DGX H100
/// (384 GPUs), 28.7 days at P50, deadline 30 days".
std::string short_headline(const Subject& subject, const Around& around);

/// Whether neither nodes nor a deadline are stated, so that the answer is nodes for several deadlines.
bool tells_deadlines(const Subject& subject);

}  // namespace llmsize
