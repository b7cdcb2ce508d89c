// SPDX-License-Identifier: Apache-2.0
// Points of studies as rows that are written as they are answered.
#pragma once

#include "cli/command.hpp"

namespace llmsize::cli {

/// Studies with their names, which are empty where there is only one.
using NamedStudies = std::vector<std::pair<std::string, Study>>;

/// Whether rows are all that the format and the picture show of an answer: then none has to be kept.
bool shows_rows_alone(const Common& common);

/// Throws BadInput where the combinations of the studies, with so many results each, are more than can be kept.
void require_few(const NamedStudies& studies, std::size_t results);

/// Answers every combination of the studies, with the inputs of these keys in front of the results. Throws BadInput for
/// a name that is not in the catalog. Gives the exit code.
int write_points(
    const Common& common, const NamedStudies& studies, std::vector<std::string> keys,
    const std::vector<const ResultRow*>& results, const Catalog& catalog);

/// Throws what is wrong with the first combination of a study where every other contradicts itself, too.
void require_any(const Study& study, const Catalog& catalog);

}  // namespace llmsize::cli
