// SPDX-License-Identifier: Apache-2.0
// Checkpoint contents, and the ranks that write them.
#pragma once

#include "core/inputs/checkpoint.hpp"
#include "core/inputs/software.hpp"
#include "core/memory/stages.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::checkpoint {

inline constexpr std::string_view talk = "Lockwood and Kartik, The guts of large language model checkpointing";
inline constexpr std::string_view writers_source =
    "Lockwood and Kartik (one pipeline group writes); DLIO benchmark, base_checkpointing.py; PyTorch and Megatron-Core "
    "distributed "
    "checkpoints";

inline constexpr auto parameters = formula<"checkpoint.parameters", Count>(
    {.symbol = "Ψ_ck",
     .title = "Checkpointed parameters",
     .why = "All weights, or only the adapter weights if only adapters are trained. Frozen weights are stored already.",
     .source = "derived: trained fraction of the weights"},
    [](const auto& x) { return workload::adapter_share(x) * model::parameters(x); });

inline constexpr auto size = formula<"checkpoint.size", Bytes>(
    {.symbol = "S",
     .title = "Checkpoint size",
     .why = "A restart needs weights, master weights and optimizer moments, not gradients.",
     .source = "14 bytes per parameter for mixed-precision Adam: BLOOM model card (2.3 TB for 176B); Lockwood and "
               "Kartik, checkpointing "
               "talk 2024"},
    [](const auto& x) {
      return otherwise(size_given(x), (weight_bytes(x) + optimizer_bytes(x)) * checkpoint::parameters(x));
    });

inline constexpr auto weights_share = formula<"checkpoint.weights_share", Count>(
    {.symbol = "σ_w",
     .title = "Weights fraction of a checkpoint",
     .why = "Weight bytes over all bytes saved per parameter.",
     .source = "derived: bytes of the recipe",
     .unit = Unit::ratio},
    [](const auto& x) { return weight_bytes(x) / (weight_bytes(x) + optimizer_bytes(x)); });

inline constexpr auto copies = formula<"checkpoint.copies", Count>(
    {.symbol = "d_cp",
     .title = "Data-parallel replicas",
     .why = "Groups of GPUs that each hold the whole model. All groups have identical states.",
     .source = talk},
    [](const auto& x) { return layout::data(x) * layout::context(x); });

/// GPUs of a pipeline stage that together hold its shared weights and all its experts.
template <class Case>
auto stage_writers(const Case& x) {
  return larger(layout::tensor(x), layout::expert(x) * layout::expert_tensor(x));
}

inline constexpr auto replica_gpus = formula<"checkpoint.replica_gpus", Count>(
    {.symbol = "W_1",
     .title = "GPUs per data-parallel replica",
     .why = "PP × the larger of TP and EP × ETP: routed experts are sharded over the ranks of several DP replicas.",
     .source = writers_source},
    [](const auto& x) { return layout::pipeline(x) * stage_writers(x); });

/// Whether every GPU writes: the replicas share the writing, or the layout is open and all GPUs together hold the
/// states.
template <class Case>
auto all_write(const Case& x) {
  const auto undivided = layout::open(x) * software::at_utilisation(x);
  return larger(larger(weights_by_all(x), optimizer_by_all(x)), undivided);
}

inline constexpr auto writers = formula<"checkpoint.writers", Count>(
    {.symbol = "W",
     .title = "Checkpoint writer ranks",
     .why = "GPUs that write: one replica, or all GPUs if replicas share the writing or the layout is open.",
     .source = writers_source,
     .whole = true},
    [](const auto& x) { return choose(all_write(x), cluster::gpus(x), replica_gpus(x)); });

inline constexpr auto writer_nodes = formula<"checkpoint.writer_nodes", Count>(
    {.symbol = "n_w",
     .title = "Checkpoint writer nodes",
     .why = "TP and EP groups occupy neighboring GPUs, pipeline stages different nodes.",
     .source = "derived: placement as in Megatron-LM",
     .whole = true},
    [](const auto& x) {
      const auto per_stage = ceil(stage_writers(x) / node::gpus(x));
      const auto one_copy = smaller(cluster::nodes(x), layout::pipeline(x) * per_stage);
      return choose(all_write(x), cluster::nodes(x), otherwise(one_copy, cluster::nodes(x)));
    });

inline constexpr auto rank_weights = formula<"checkpoint.rank_weights", Count>(
    {.symbol = "Ψ_rank",
     .title = "Weights on the most-loaded rank",
     .why = "A full stage of layers plus the embedding or the output head.",
     .source = "DLIO benchmark, base_checkpointing.py: layers distributed evenly, embedding on the first stage, head "
               "on the last"},
    [](const auto& x) {
      const auto layers = model::layers_parameters(x) * memory::stage_layers(x) / model::layers(x);
      const auto ends = choose(
          less(1.0, layout::pipeline(x)), larger(model::embedding_parameters(x), model::head_parameters(x)),
          model::embedding_parameters(x) + model::head_parameters(x));
      return (layers + ends) / layout::tensor(x) + memory::routed_of(memory::stage_mixtures(x), x);
    });

inline constexpr auto largest_rank_bytes = formula<"checkpoint.largest_rank_bytes", Bytes>(
    {.symbol = "S_max",
     .title = "Largest checkpoint shard per rank",
     .why = "The slowest rank sets the checkpoint time: its weights, and its optimizer states or its shard of them. A "
            "checkpoint size you set is spread evenly.",
     .source = writers_source},
    [](const auto& x) {
      const auto evenly = size(x) / writers(x);
      const auto everyone = checkpoint::parameters(x) / cluster::gpus(x),
                 alone = workload::adapter_share(x) * rank_weights(x);
      const auto own_weights = choose(weights_by_all(x), everyone, alone);
      const auto own_optimizer = choose(optimizer_by_all(x), everyone, alone);
      const auto counted = weight_bytes(x) * own_weights + optimizer_bytes(x) * own_optimizer;
      const auto given = 1.0 - less(otherwise(size_given(x), 0.0 * byte), 1.0 * byte);
      return choose(given, evenly, otherwise(counted, evenly));
    });

inline constexpr auto files = formula<"checkpoint.files", Count>(
    {.symbol = "n_file",
     .title = "Files per checkpoint",
     .why = "One per writer of a replica. With a sharded optimizer, one per layer and TP rank plus one per rank. If "
            "all ranks share the writing, one or two per rank.",
     .source = "DLIO benchmark, base_checkpointing.py: t·(L + 3) layer files and one optimizer file per rank",
     .whole = true},
    [](const auto& x) {
      const auto per_tensor_rank = choose(less(1.0, layout::pipeline(x)), model::layers(x) + 3.0, 1.0);
      const auto sharded_optimizer = layout::tensor(x) * per_tensor_rank + cluster::gpus(x);
      return choose(
          weights_by_all(x), files_per_writer(x) * cluster::gpus(x),
          choose(optimizer_by_all(x), sharded_optimizer, writers(x)));
    });

inline constexpr auto content_formulas = std::tie(
    size, checkpoint::parameters, writers, largest_rank_bytes, files, weights_share, copies, replica_gpus, writer_nodes,
    rank_weights);

}  // namespace llmsize::checkpoint
