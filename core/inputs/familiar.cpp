// SPDX-License-Identifier: Apache-2.0
#include "core/inputs/familiar.hpp"

#include <algorithm>
#include <iterator>

namespace llmsize {
namespace {

struct Habit {
  std::string_view typed, meant;
};

constexpr std::string_view lora = "--mode finetune --adapter lora", qlora = "--mode finetune --adapter qlora";
constexpr Habit habits[] = {
    {"--lora", lora}, {"--qlora", qlora}, {"workload.mode=lora", lora}, {"workload.mode=qlora", qlora}};

}  // namespace

std::string_view familiar(std::string_view typed) {
  const auto found =
      std::find_if(std::begin(habits), std::end(habits), [&](const Habit& each) { return each.typed == typed; });
  return found == std::end(habits) ? std::string_view{} : found->meant;
}

}  // namespace llmsize
