// SPDX-License-Identifier: Apache-2.0
// Gathers the groups' declarations.
#include "core/inputs/list.hpp"

#include "core/inputs/checks.hpp"
#include "core/inputs/former.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

template <class Item>
std::vector<const Item*> joined(std::initializer_list<std::span<const Item>> groups) {
  std::vector<const Item*> all;
  for (const auto group : groups)
    for (const Item& item : group) all.push_back(&item);
  return all;
}

template <class Item>
const Item* find_by_key(std::span<const Item* const> items, std::string_view key) {
  key = current_id(key);
  const auto found = std::find_if(items.begin(), items.end(), [&](const Item* item) { return item->key == key; });
  return found == items.end() ? nullptr : *found;
}

}  // namespace

std::span<const InputAbout* const> numeric_inputs() { return input_abouts; }

std::span<const Choice* const> choices() {
  static const auto all = joined<Choice>(
      {model::choices, workload::choices, layout::choices, memory::choices, serving::load_choices, traffic::choices,
       accelerator::choices, software::choices, checkpoint::choices, data::choices, goal::choices, scaling::choices,
       cluster::choices, fabric::choices, powers::choices, economics::choices});
  return all;
}

std::span<const Reference* const> references() {
  static const auto all = joined<Reference>(
      {model::references, cluster::references, accelerator::references, fabric::references, network::references,
       switches::references, storage::references, software::references, data::references, traffic::references,
       economics::references});
  return all;
}

const InputAbout& about_of(InputKey key) {
  static constexpr auto by_slot = [] {
    std::array<const InputAbout*, input_count> all{};
    for (const InputAbout* about : input_abouts) all[InputKey::find(about->key)->slot()] = about;
    return all;
  }();
  return *by_slot[key.slot()];
}

const InputAbout* find_input(std::string_view key) {
  const auto known = InputKey::find(key);
  return known ? &about_of(*known) : nullptr;
}
const Choice* find_choice(std::string_view key) { return find_by_key(choices(), key); }
const Reference* find_reference(std::string_view key) { return find_by_key(references(), key); }

std::vector<std::string> options_of(std::string_view key) {
  const Choice* choice = find_choice(key);
  const Reference* reference = find_reference(key);
  std::string_view flags = choice ? choice->flags : reference ? reference->flags : find_input(key)->flags;
  std::vector<std::string> options;
  while (!flags.empty()) {
    const auto comma = flags.find(',');
    options.emplace_back(flags.substr(0, comma));
    flags.remove_prefix(comma == std::string_view::npos ? flags.size() : comma + 1);
  }
  const std::string full = "--" + std::string(current_id(key));
  if (std::find(options.begin(), options.end(), full) == options.end()) options.push_back(full);
  return options;
}

std::string option_of(std::string_view key) { return options_of(key).front(); }

std::vector<std::string> all_options_of(std::string_view key) {
  std::vector<std::string> options = options_of(key);
  for (const auto& [former, now] : former_options())
    if (now == current_id(key)) options.emplace_back(former);
  for (const auto& [former, now] : former_ids)
    if (now == current_id(key)) options.push_back(fmt::format("--{}", former));
  return options;
}

std::vector<std::string_view> scenario_keys() {
  std::vector<std::string_view> keys;
  for (const Reference* reference : references()) keys.push_back(reference->key);
  for (const Choice* choice : choices()) keys.push_back(choice->key);
  for (const InputAbout* input : numeric_inputs()) keys.push_back(input->key);
  return keys;
}

}  // namespace llmsize
