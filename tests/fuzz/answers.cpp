// SPDX-License-Identifier: Apache-2.0
// Scenarios as they are completed and answered: each number is a number, or absent.
#include "core/answer/answer.hpp"
#include "core/scenario/case.hpp"
#include "core/scenario/scenario.hpp"
#include "tests/fuzz/reader.hpp"

#include <cmath>

namespace llmsize::fuzz {

const Register answers("answers", [](std::string_view text) {
  static const Catalog catalog;
  const Case plan = complete(read_scenario(text, "fuzz.llmsize"), catalog);
  for (const Result& result : answer(plan, {rows_of_rooms({"training", "memory", "serving", "checkpoint"})}).results)
    require(!std::isinf(result.value));
});

}  // namespace llmsize::fuzz
