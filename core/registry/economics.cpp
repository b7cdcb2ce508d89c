// SPDX-License-Identifier: Apache-2.0
// Rows of the economics room: appliances, cost and energy, scaling laws, trends.
#include "core/economics/appliances.hpp"
#include "core/economics/cost.hpp"
#include "core/economics/scaling.hpp"
#include "core/economics/trend.hpp"
#include "core/registry/instantiate.hpp"
#include "core/registry/rooms.hpp"

namespace llmsize {

namespace {
constexpr auto all_formulas =
    std::tuple_cat(storage::need_formulas, economics::formulas, scaling::formulas, trend::formulas);
constexpr auto all_findings = std::tuple_cat(economics::findings, storage::need_findings);
}  // namespace

Room economics_room() { return instantiate<all_formulas, all_findings>(); }

}  // namespace llmsize
