// SPDX-License-Identifier: Apache-2.0
// A scenario that cannot be completed: why, of which input that speaks, and what mends it.
#pragma once

#include "core/document/page.hpp"
#include "core/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace llmsize {

class Catalog;

struct Refused {
  std::string why;
  std::string key{};  ///< the input that it speaks of; empty where it speaks of none that is stated
  std::vector<Remedy> remedies{};
};

/// What a refusal of a scenario means for whoever stated it. An entry that the catalog does not have is replaced by the
/// nearest ones.
Refused refused(std::string why, const Scenario& said, const Catalog& catalog);

}  // namespace llmsize
