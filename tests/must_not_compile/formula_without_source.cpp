// SPDX-License-Identifier: Apache-2.0
// A formula of the registry cannot lack its source.
// expect: a formula lacks its symbol, title, explanation or source
#include "core/registry/formulas.hpp"
#include "core/registry/registry.hpp"
#include "core/registry/rooms.hpp"

namespace llmsize::model_and_more {

using namespace llmsize::model;

#ifdef MISTAKE
#define SOURCE ""
#else
#define SOURCE "derived"
#endif
inline constexpr auto rumour = formula<"model.rumour", Count>(
    {.symbol = "x", .title = "x", .why = "x", .source = SOURCE}, [](const auto& x) { return model::hidden(x); });
inline constexpr auto formulas = std::tuple_cat(model::formulas, std::tie(rumour));

}  // namespace llmsize::model_and_more

// The registry with a room that has one formula more.
#define model model_and_more
#include "core/registry/registry.cpp"
