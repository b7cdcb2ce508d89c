// SPDX-License-Identifier: Apache-2.0
// What an entry of the catalog says in words beside its inputs.
#pragma once

#include "core/catalog/catalog.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace llmsize {

/// Words that are shown and searched, of any kind. Guidelines have a `level` ("Better") and are `about` a word of the
/// names of systems ("H100"); networks that are `compared` are drawn beside others on the Network page; what people
/// also call a thing it is `known_as`: "Megatron-LM 1T; GPT 1T". Software has the `date` of its release; one that runs
/// mixtures shares what is fitted to `dense` models with another. A price list has one `currency` and prices of `items`
/// by their id.
inline constexpr std::string_view entry_words[] = {"vendor", "ordered_in",  "family",        "year",      "form",
                                                   "cpu",    "memory_type", "scale_up_link", "host_link", "mixtures",
                                                   "runs",   "level",       "about",         "compared",  "known_as",
                                                   "date",   "dense",       "currency",      "items"};

/// What the entry says under a word; empty where it does not.
inline std::string word_of(const Entry& entry, std::string_view word) {
  const auto found =
      std::find_if(entry.words.begin(), entry.words.end(), [&](const auto& each) { return each.first == word; });
  return found == entry.words.end() ? std::string{} : found->second;
}

}  // namespace llmsize
