// SPDX-License-Identifier: Apache-2.0
// Rows of the economics room: scaling laws and trends.
#include "core/economics/scaling.hpp"
#include "core/economics/trend.hpp"
#include "core/registry/instantiate.hpp"
#include "core/registry/rooms.hpp"

namespace llmsize {

namespace {
constexpr auto formulas = std::tuple_cat(scaling::formulas, trend::formulas);
constexpr std::tuple<> findings;
}  // namespace

Room economics_room() { return instantiate<formulas, findings>(); }

}  // namespace llmsize
