// SPDX-License-Identifier: Apache-2.0
// What a user says around a question: a catalog, a scenario to begin with, values, results.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/study.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// The catalog under the user's own entries ($XDG_DATA_HOME/llmsize), those of a folder, and what was measured with
/// `llmsize calibrate`; folder and file may be empty. Throws BadInput.
Catalog user_catalog(const std::string& folder, const std::string& calibration);

/// A study by the path of its file or the id of a scenario in the catalog. Throws BadInput.
Study load_study(const Catalog& catalog, const std::string& name);

/// Says one value in a study, in place of what it says. Throws BadInput for several values, and as `refuse_bare` and
/// `Scenario::set` do.
void say_one(Study& study, const std::string& key, const std::string& text, const Giver& giver);

/// The scenario of a study. Throws BadInput: data, naming the study, where an input has several values.
const Scenario& only_scenario(const Study& study, const std::string& name);

/// Rows of these results, "all" for every one that a formula computes. Throws BadInput, unknown_id with the nearest id,
/// naming `giver`.
std::vector<const ResultRow*> named_results(std::span<const std::string> ids, std::string_view giver);

}  // namespace llmsize
