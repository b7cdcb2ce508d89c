// SPDX-License-Identifier: Apache-2.0
// The list of all inputs. A new group is added here; a new input only in its group.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/checkpoint.hpp"
#include "core/inputs/cluster.hpp"
#include "core/inputs/data.hpp"
#include "core/inputs/economics.hpp"
#include "core/inputs/engine.hpp"
#include "core/inputs/engine_judgement.hpp"
#include "core/inputs/fabric.hpp"
#include "core/inputs/goal.hpp"
#include "core/inputs/latency.hpp"
#include "core/inputs/layout.hpp"
#include "core/inputs/memory.hpp"
#include "core/inputs/model.hpp"
#include "core/inputs/network.hpp"
#include "core/inputs/node.hpp"
#include "core/inputs/path.hpp"
#include "core/inputs/reliability.hpp"
#include "core/inputs/room.hpp"
#include "core/inputs/scaling.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/serving_load.hpp"
#include "core/inputs/software.hpp"
#include "core/inputs/storage.hpp"
#include "core/inputs/traffic.hpp"
#include "core/inputs/trend.hpp"
#include "core/inputs/usual_batch.hpp"
#include "core/inputs/usual_layout.hpp"
#include "core/inputs/workload.hpp"
#include "core/layers/kinds.hpp"

#include <array>
#include <string_view>

namespace llmsize {

/// Hands each group of inputs to `visit`, in an order in which an input is
/// derived only from those before it. The groups are never joined into one
/// tuple: every source file would pay for its length.
template <class Visit>
constexpr void for_each_group(Visit visit) {
  visit(model::shape_inputs);
  visit(model::attention_inputs);
  visit(model::indexer_inputs);
  visit(model::compressed_inputs);
  visit(model::stored_inputs);
  visit(model::expert_inputs);
  visit(accelerator::inputs);
  visit(node::inputs);
  visit(network::inputs);
  visit(switches::inputs);
  visit(fabric::inputs);
  visit(switches::port_inputs);
  visit(cluster::inputs);
  visit(storage::inputs);
  visit(path::inputs);
  visit(layout::degree_inputs);
  visit(serving::prefill_inputs);
  visit(layout::inputs);
  visit(workload::inputs);
  visit(workload::batch_inputs);
  visit(memory::inputs);
  visit(software::inputs);
  visit(layout::usual_inputs);
  visit(software::efficiency_inputs);
  visit(software::judgement_inputs);
  visit(serving::inputs);
  visit(traffic::inputs);
  visit(serving::load_inputs);
  visit(engine::inputs);
  visit(engine::judgement_inputs);
  visit(checkpoint::inputs);
  visit(reliability::inputs);
  visit(data::inputs);
  visit(latency::inputs);
  visit(economics::inputs);
  visit(bom::inputs);
  visit(room::inputs);
  visit(powers::inputs);
  visit(goal::inputs);
  visit(scaling::inputs);
  visit(trend::inputs);
  std::apply([&](const auto&... kind) { (visit(kind.inputs), ...); }, model::Kinds());
}

consteval std::size_t count_inputs() {
  std::size_t count = 0;
  for_each_group([&](const auto& group) { count += std::tuple_size_v<std::decay_t<decltype(group)>>; });
  return count;
}
static_assert(count_inputs() == input_count, "an input is declared and in no list");

consteval std::array<const InputAbout*, input_count> list_inputs() {
  std::array<const InputAbout*, input_count> all{};
  std::size_t place = 0;
  for_each_group([&](const auto& group) {
    std::apply([&](const auto&... input) { ((all[place++] = &input.about), ...); }, group);
  });
  return all;
}
/// Declarations in the order in which groups are shown.
inline constexpr auto input_abouts = list_inputs();

}  // namespace llmsize
