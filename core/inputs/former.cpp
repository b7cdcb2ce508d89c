// SPDX-License-Identifier: Apache-2.0
#include "core/inputs/former.hpp"

#include "core/files/bad_input.hpp"
#include "core/formula/id.hpp"
#include "core/inputs/former_list.hpp"

#include <algorithm>

namespace llmsize {

std::span<const FormerName> former_options() { return former_option_list; }
std::span<const FormerName> former_labels() { return former_label_list; }
std::span<const FormerName> former_words() { return former_word_list; }

bool is_former_option(std::string_view option) {
  const auto is_it = [&](std::string_view former) { return option == former; };
  return std::any_of(
             former_option_list.begin(), former_option_list.end(),
             [&](const auto& each) { return is_it(each.former); }) ||
         (option.starts_with("--") && std::any_of(former_ids.begin(), former_ids.end(), [&](const auto& each) {
            return option.substr(2) == each.former;
          }));
}

std::string nearest_id(std::string_view word, std::vector<std::string_view> ids) {
  for (const auto& [former, now] : former_ids)
    if (std::find(ids.begin(), ids.end(), now) != ids.end()) ids.push_back(former);
  std::vector<std::string_view> near;
  for (const std::string_view id : nearest(word, ids))
    if (const std::string_view now = current_id(id); std::find(near.begin(), near.end(), now) == near.end())
      near.push_back(now);
  return offered(near);
}

std::string_view current_word(std::string_view key, std::string_view word) {
  for (const auto& [former, now] : former_word_list)
    if (word == former && now.starts_with(key) && now.substr(key.size()).starts_with("="))
      return now.substr(key.size() + 1);
  return word;
}

}  // namespace llmsize
