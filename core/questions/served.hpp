// SPDX-License-Identifier: Apache-2.0
// A model as it is served best: what `serve` answers, and `size` for what serves.
#pragma once

#include "core/questions/parts.hpp"

namespace llmsize {

/// Who asks how something is served does not train it. Throws BadInput: usage, for another mode on the command line.
Scenario as_service(Scenario said);

/// Results of other rooms that a service is told with.
inline const std::vector<ResultKey> served_besides{"memory.gpu_capacity", "economics.power", "planning.idle_gpus"};

/// How a model is served best, and the splits that were searched as rows.
AnsweredQuestion ask_served(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking);

}  // namespace llmsize
