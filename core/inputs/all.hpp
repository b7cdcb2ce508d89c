// SPDX-License-Identifier: Apache-2.0
// The list of all inputs. A new group is added here; a new input only in its group.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/checkpoint.hpp"
#include "core/inputs/cluster.hpp"
#include "core/inputs/goal.hpp"
#include "core/inputs/layout.hpp"
#include "core/inputs/memory.hpp"
#include "core/inputs/model.hpp"
#include "core/inputs/network.hpp"
#include "core/inputs/node.hpp"
#include "core/inputs/scaling.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/software.hpp"
#include "core/inputs/storage.hpp"
#include "core/inputs/trend.hpp"
#include "core/inputs/workload.hpp"

#include <array>
#include <string_view>

namespace llmsize {

/// In an order in which an input is derived only from those before it.
inline constexpr auto all_inputs = std::tuple_cat(
    model::inputs, accelerator::inputs, node::inputs, network::inputs, storage::inputs, cluster::inputs, layout::inputs, workload::inputs,
    memory::inputs, software::inputs, checkpoint::inputs, serving::inputs, goal::inputs, scaling::inputs, trend::inputs);
inline constexpr std::size_t input_count = std::tuple_size_v<decltype(all_inputs)>;

/// Declarations in order; an input's place here is its slot in every case.
inline constexpr auto input_abouts =
    std::apply([](const auto&... i) { return std::array<const InputAbout*, input_count>{&i.about...}; }, all_inputs);

/// Slot of a key, or input_count.
constexpr std::size_t find_slot(std::string_view key) {
  std::size_t slot = 0;
  while (slot < input_count && input_abouts[slot]->key != key) ++slot;
  return slot;
}

/// Slot of an input, known at compile time.
template <class I>
inline constexpr std::size_t slot_of = find_slot(I::key);

consteval bool keys_are_unique() {
  for (std::size_t i = 0; i < input_count; ++i)
    if (find_slot(input_abouts[i]->key) != i) return false;
  return true;
}
static_assert(keys_are_unique(), "two inputs share a key");

consteval bool inputs_are_described() {
  for (const auto* about : input_abouts)
    if (about->symbol.empty() || about->label.empty() || about->help.empty() || (about->initial && about->source.empty())) return false;
  return true;
}
static_assert(inputs_are_described(), "an input lacks its symbol, its label, its help or the source of its default");

}  // namespace llmsize
