// SPDX-License-Identifier: Apache-2.0
// The subject of a report: what a scenario leaves open is chosen for it, whether it trains or serves.
#pragma once

#include "core/view/subject.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// A scenario with what is chosen for it, as `llmsize size` and `llmsize serve` choose: a service is planned, a
/// training where one of `rows` rests on its layout, with the nodes that being surer of a deadline takes; else as it
/// stands. Throws BadInput as `complete` does.
Subject reported(
    std::string name, const Scenario& said, const Catalog& catalog, const std::vector<const ResultRow*>& rows,
    const SearchOptions& options = {});

}  // namespace llmsize
