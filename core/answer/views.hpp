// SPDX-License-Identifier: Apache-2.0
// Which results a question shows: one table for commands, pages, studies, sheets and workbooks.
#pragma once

#include "core/registry/registry.hpp"
#include "core/scenario/scenario.hpp"

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace llmsize {

/// What people ask of a scenario.
enum class Asked : std::uint8_t {
  training,
  service,
  slower_tiers,  ///< inference whose weights or caches live below GPU memory
};
/// Of one that says inference, a service.
Asked asked_of(const Scenario& scenario);

/// Where results are shown.
enum class Use : std::uint8_t {
  headline,    ///< of a scenario among others, where nobody chose any
  bought,      ///< beside headlines, what buyers set beside one another
  ordered,     ///< beside these, what a sheet of scenarios tells whoever orders
  ranged,      ///< of a sheet: those with P10 and P90
  compared,    ///< scenarios side by side, on the page and by the command
  candidates,  ///< what a planner chooses from, side by side: layouts, splits, tiers
  targets,     ///< one row for each tier that the offload experiment puts the model on
  saves,       ///< one row for each mode of saving a checkpoint
  front,       ///< beside candidates, on several numbers of nodes
  systems,     ///< the best candidates of several systems
  judged,      ///< by which an answer is judged: what it rests on is told
  drawn,       ///< what a chart of a study draws, the first that is known
  answer,      ///< the first sheet of a workbook
  workbook,    ///< all that a workbook shows
  offloaded,   ///< beside these, where a training keeps something on slower tiers
};

/// The results of a question in some uses, in the order of the table, one use after the other.
std::vector<const ResultRow*> view(Asked asked, std::initializer_list<Use> uses);

}  // namespace llmsize
