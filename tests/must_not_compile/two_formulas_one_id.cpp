// SPDX-License-Identifier: Apache-2.0
// Two formulas of the registry cannot share an id.
// expect: two formulas share an id
#include "core/registry/formulas.hpp"
#include "core/registry/registry.hpp"
#include "core/registry/rooms.hpp"

namespace llmsize::model_and_more {

using namespace llmsize::model;

inline constexpr About about{.symbol = "x", .title = "x", .why = "x", .source = "x"};
#ifdef MISTAKE
inline constexpr auto again =
    formula<"model.parameters", Count>(about, [](const auto& x) { return model::parameters(x); });
#else
inline constexpr auto again =
    formula<"model.parameters_again", Count>(about, [](const auto& x) { return model::parameters(x); });
#endif
inline constexpr auto formulas = std::tuple_cat(model::formulas, std::tie(again));

}  // namespace llmsize::model_and_more

// The registry with a room that has one formula more.
#define model model_and_more
#include "core/registry/registry.cpp"
