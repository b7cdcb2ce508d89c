// SPDX-License-Identifier: Apache-2.0
#include "core/inputs/familiar.hpp"

#include "core/formula/id.hpp"

#include <algorithm>
#include <iterator>

namespace llmsize {
namespace {

struct Habit {
  std::string_view typed, meant;
};

constexpr std::string_view lora = "--mode finetune --adapter lora", qlora = "--mode finetune --adapter qlora";
constexpr Habit habits[] = {
    {"--lora", lora},
    {"--qlora", qlora},
    {"--itl-limit", "--tpot-limit"},
    {"--itl-slo", "--tpot-limit"},
    {"--slo", "--ttft-limit 1s --tpot-limit 50ms"},
    {"--gpu", "--accelerator"},
    {"--gpu-type", "--accelerator"},
    {"--spare-replicas", "--spare-nodes"},
    {"workload.mode=lora", lora},
    {"workload.mode=qlora", qlora}};

constexpr InputKey spare_nodes = "cluster.spare_nodes", spare_share = "cluster.spare_share",
                   draft_tokens = "serving.draft_tokens";
constexpr WordKey speculation = "serving.speculation";

std::string word_of(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char each) {
    return 'A' <= each && each <= 'Z' ? static_cast<char>(each - 'A' + 'a') : each;
  });
  return small;
}

/// N nodes are enough: one more, two more, twice as many.
std::optional<Spoken> spoken_spares(std::string_view word) {
  if (word == "2n") return Spoken{spare_share, "100%"};
  if (!word.starts_with("n+") || word.size() == 2) return {};
  const std::string_view more = word.substr(2);
  const bool is_number = more.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? std::optional(Spoken{spare_nodes, std::string(more)}) : std::nullopt;
}

}  // namespace

std::string_view familiar(std::string_view typed) {
  const auto found =
      std::find_if(std::begin(habits), std::end(habits), [&](const Habit& each) { return each.typed == typed; });
  return found == std::end(habits) ? std::string_view{} : found->meant;
}

std::optional<Spoken> spoken(std::string_view key, std::string_view text) {
  const std::string word = word_of(text);
  if (key == draft_tokens && word == "auto") return Spoken{speculation, word};
  return key == spare_nodes ? spoken_spares(word) : std::nullopt;
}

std::string_view spoken_words(std::string_view key) {
  if (key == draft_tokens) return " or auto";
  return key == spare_nodes ? ", N+1, N+2 or 2N" : std::string_view{};
}

}  // namespace llmsize
