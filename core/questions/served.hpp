// SPDX-License-Identifier: Apache-2.0
// A model as it is served best: what `serve` answers, and `size` for what serves.
#pragma once

#include "core/questions/parts.hpp"

namespace llmsize {

/// Who asks how something is served does not train it.
Scenario as_service(Scenario said);

/// How a model is served best, and the splits that were searched as rows.
AnsweredQuestion answer_served(
    const Scenario& said, const Catalog& catalog, const Asking& asking, std::string_view question,
    std::vector<std::string_view> rooms, Page (*page)(const Subject&, const Catalog&));

}  // namespace llmsize
