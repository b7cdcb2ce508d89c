// SPDX-License-Identifier: Apache-2.0
// Two formulas of the registry cannot share an id.
// expect: two formulas share an id
#include "core/registry/formulas.hpp"
#include "core/registry/registry.hpp"
#include "core/registry/rooms.hpp"

namespace llmsize::model_and_more {

using namespace llmsize::model;

#ifdef MISTAKE
#define ID "model.parameters"
#else
#define ID "model.parameters_again"
#endif
inline constexpr auto again = formula<ID, Count>(
    {.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) { return model::parameters(x); });
inline constexpr auto formulas = std::tuple_cat(model::formulas, std::tie(again));

}  // namespace llmsize::model_and_more

// The registry with a room that has one formula more.
#define model model_and_more
#include "core/registry/registry.cpp"
