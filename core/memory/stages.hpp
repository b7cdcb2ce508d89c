// SPDX-License-Identifier: Apache-2.0
// The pipeline stages: what the first and the last one hold, and which of them is fuller. No stage between them is.
#pragma once

#include "core/memory/states.hpp"
#include "core/model/activations.hpp"
#include "core/work/work.hpp"

namespace llmsize::memory {

inline constexpr std::string_view pipeline_source =
    "Narayanan et al. 2021; Korthikanti et al. 2022; Megatron-LM, theoretical memory usage";

inline constexpr auto stage_layers = formula<"memory.stage_layers", Count>(
    {.symbol = "l_st",
     .title = "Layers per stage",
     .why = "Layers are divided evenly over the virtual stages, including MTP modules, and embedding and LM head if "
            "they count as layers. The last stage holds the remainder.",
     .source = "Narayanan et al. 2021; Megatron-Core, layouts of pipelines with a shorter last stage"},
    [](const auto& x) {
      const auto dealt = model::layers(x) + 2.0 * layout::ends_as_layers(x);
      const auto runs = layout::pipeline(x) * layout::interleave(x);
      // Even stages stay even, and the last one predicts further tokens on top.
      const auto further = choose(equal(remainder(dealt, runs), 0.0), 0.0, model::further_predictions(x));
      return choose(
          less(1.0, layout::pipeline(x)), layout::interleave(x) * ceil((dealt + further) / runs), model::layers(x));
    });

inline constexpr auto end_layers = formula<"memory.end_layers", Count>(
    {.symbol = "l_end",
     .title = "Layers on the first stage",
     .why = "One layer less if the embedding counts as a layer.",
     .source = "BLOOM: the embedding and the head are weighed as a layer each"},
    [](const auto& x) {
      return stage_layers(x) - choose(less(1.0, layout::pipeline(x)), layout::ends_as_layers(x), 0.0);
    });

inline constexpr auto last_layers = formula<"memory.last_layers", Count>(
    {.symbol = "l_last",
     .title = "Layers on the last stage",
     .why = "Layers that the previous stages leave.",
     .source = "derived: DeepSeek-V3 on 16 stages holds four layers on each but the last, and one there"},
    [](const auto& x) {
      const auto before = (layout::pipeline(x) - 1.0) * stage_layers(x) - layout::ends_as_layers(x);
      return choose(less(1.0, layout::pipeline(x)), larger(0.0, model::layers(x) - before), model::layers(x));
    });

/// Weights of so many layers on one GPU, routed experts left out.
template <class Layers, class Case>
auto parameters_of(const Layers& layers, const Case& x) {
  return model::layers_parameters(x) * layers / (model::layers(x) * layout::tensor(x));
}

inline constexpr auto run_parameters = formula<"memory.run_parameters", Count>(
    {.symbol = "Ψ_run",
     .title = "First-stage layer parameters per GPU",
     .why = "TP shards every matrix. The few norm weights that TP replicates are counted as sharded.",
     .source = pipeline_source},
    [](const auto& x) { return parameters_of(end_layers(x), x); });

inline constexpr auto first_parameters = formula<"memory.first_parameters", Count>(
    {.symbol = "Ψ_first",
     .title = "First-stage parameters per GPU",
     .why = "Layers and input embedding, plus the LM head with one stage. A given parameter count is divided evenly.",
     .source = pipeline_source},
    [](const auto& x) {
      const auto head = choose(less(1.0, layout::pipeline(x)), 0.0, model::head_parameters(x));
      return otherwise(
          model::parameters_given(x) / (layout::pipeline(x) * layout::tensor(x)),
          run_parameters(x) + (model::embedding_parameters(x) + head) / layout::tensor(x));
    });

inline constexpr auto last_parameters = formula<"memory.last_parameters", Count>(
    {.symbol = "Ψ_last",
     .title = "Last-stage parameters per GPU",
     .why = "Layers and LM head. With tied embeddings, the last stage holds a copy of the embedding.",
     .source = pipeline_source},
    [](const auto& x) {
      const auto copy = choose(model::count_rule(x), 0.0, model::tied(x) * model::vocabulary(x) * model::hidden(x));
      return otherwise(
          model::parameters_given(x) / (layout::pipeline(x) * layout::tensor(x)),
          parameters_of(last_layers(x), x) + (model::head_parameters(x) + copy) / layout::tensor(x));
    });

/// MoE layers among so many of a stage: few dense layers lead a model and leave the stages after them with mixtures
/// alone; where there are more than a full one holds, they take turns with mixtures.
template <class Layers, class Case>
auto mixtures_of(const Layers& layers, const Case& x) {
  const auto dense = model::layers(x) - model::moe_layers(x);
  return choose(
      less(end_layers(x), dense), model::moe_layers(x) * layers / model::layers(x),
      smaller(layers, model::moe_layers(x)));
}

inline constexpr std::string_view mixtures_source =
    "DeepSeek-V2 and -V3: leading dense layers; Switch, Llama 4: alternating ones";
inline constexpr auto stage_mixtures = formula<"memory.stage_mixtures", Count>(
    {.symbol = "l_moe,st",
     .title = "MoE layers per stage",
     .why =
         "All layers of a stage are MoE layers, unless dense layers outnumber those of one stage. Then both alternate.",
     .source = mixtures_source},
    [](const auto& x) { return mixtures_of(end_layers(x), x); });

inline constexpr auto last_mixtures = formula<"memory.last_mixtures", Count>(
    {.symbol = "l_moe,last",
     .title = "MoE layers on the last stage",
     .why = "The MoE share of a full stage, applied to the layers of the last stage.",
     .source = mixtures_source},
    [](const auto& x) { return mixtures_of(last_layers(x), x); });

/// Weights of routed experts on a GPU of so many MoE layers, split by EP and ETP.
template <class Mixtures, class Case>
auto routed_of(const Mixtures& mixtures, const Case& x) {
  const auto stage = mixtures * model::experts(x) * model::expert_parameters(x);
  return choose(less(0.0, model::moe_layers(x)), stage / (layout::expert_tensor(x) * layout::expert(x)), 0.0);
}

/// Bytes on a GPU of the weights of a stage: so many shared ones, those of its layers among them, and of routed
/// experts.
template <class Amount, class Case>
auto weight_bytes_on(const Amount& shared, const Amount& of_layers, const Amount& routed, const Case& x) {
  const auto here = [&](const auto& of_stage, const auto& of_experts) {
    const auto pinned = resident_share(x) * (of_stage / shard_ranks(x) + of_experts / expert_shard_ranks(x));
    return stays(parameters_tier(x), layout::shard_parameters(x), of_stage, of_experts, x) +
           choose(below(parameters_tier(x), Tier::gpu), pinned, 0.0 * of_stage);
  };
  const auto layers = otherwise(of_layers, shared);
  const auto by_group =
      here(layer_weight_bytes(x) * layers + end_weight_bytes(x) * (shared - layers), expert_weight_bytes(x) * routed);
  return choose(uniform(x), weight_bytes(x) * here(shared, routed), by_group);
}

inline constexpr auto first_in_flight = formula<"memory.first_in_flight", Count>(
    {.symbol = "m_first",
     .title = "Micro-batches in flight, first stage",
     .why = "One per stage under 1F1B, slightly more with interleaving, at most the micro-batches of the step.",
     .source = pipeline_source},
    [](const auto& x) {
      const auto p = layout::pipeline(x);
      const auto v = layout::interleave(x);
      return smaller(choose(less(1.0, v), p * (1.0 + (p - 1.0) / (p * v)), p), training::micro_batches(x));
    });

inline constexpr auto last_in_flight = formula<"memory.last_in_flight", Count>(
    {.symbol = "m_last",
     .title = "Micro-batches in flight, last stage",
     .why = "One under 1F1B. With interleaving, its earlier virtual stages also hold micro-batches.",
     .source = pipeline_source},
    [](const auto& x) {
      const auto v = layout::interleave(x);
      return smaller(
          choose(less(1.0, v), ((v - 1.0) * layout::pipeline(x) + 1.0) / v, 1.0), training::micro_batches(x));
    });

inline constexpr auto logits_bytes = formula<"memory.logits_bytes", Bytes>(
    {.symbol = "M_logit",
     .title = "Logits and loss",
     .why = "16-bit inputs of the last norm and the LM head, and the logits during the loss computation.",
     .source = "Megatron-LM, theoretical memory usage; bytes per logit fitted to published memory measurements",
     .unit = Unit::memory},
    [](const auto& x) {
      return model::micro_batch_tokens(x) *
             (4.0 * byte * model::hidden(x) + software::logit_bytes(x) * model::output_head(x) * model::vocabulary(x)) /
             layout::tensor(x);
    });

inline constexpr auto input_bytes = formula<"memory.input_bytes", Bytes>(
    {.symbol = "M_in",
     .title = "Token IDs and embedding dropout",
     .why = "8 bytes per token ID and 1 mask byte per embedding value, for each micro-batch in flight.",
     .source = pipeline_source,
     .unit = Unit::memory},
    [](const auto& x) {
      return first_in_flight(x) * model::micro_batch_tokens(x) * byte *
             (8.0 + model::dropout(x) * model::hidden(x) / layout::tensor(x));
    });

inline constexpr auto gathered_bytes = formula<"memory.gathered_bytes", Bytes>(
    {.symbol = "M_gath",
     .title = "All-gathered layers",
     .why = "Sharded or offloaded weights are all-gathered before their layer: 16-bit weights of the current layers, "
            "and their gradients in training. Tiled layers gather one tile each.",
     .source = "FSDP and ZeRO-3: one layer in use, one prefetched; agrees with published memory measurements",
     .unit = Unit::memory},
    [](const auto& x) {
      const auto layer = (model::layers_parameters(x) / layout::tensor(x) +
                          model::routed_parameters(x) / (layout::expert_tensor(x) * layout::expert(x))) /
                         model::layers(x);
      const auto at_hand = layers_at_hand(x) * layer / layout::tiling(x);
      return choose(gathers(x), at_hand * (2.0 + 2.0 * workload::trains(x)) * byte, 0.0 * byte);
    });

inline constexpr auto stored_activations = formula<"memory.stored_activations", Bytes>(
    {.symbol = "A_st",
     .title = "Stored activations per micro-batch",
     .why = "Each layer of the stage stores its activations until its backward pass.",
     .source = pipeline_source,
     .unit = Unit::memory},
    [](const auto& x) { return end_layers(x) * model::layer_activations(x); });

/// What stays on the GPU of `stored` activations: some layers' worth while the rest is on its way to a slower tier.
template <class Stored, class Case>
auto kept_on_gpu(const Stored& stored, const Case& x) {
  return choose(
      below(activations_tier(x), Tier::gpu), smaller(stored, layers_at_hand(x) * model::layer_activations(x)), stored);
}

inline constexpr auto working_bytes = formula<"memory.working_bytes", Bytes>(
    {.symbol = "M_work",
     .title = "Recomputation and gathering working set",
     .why = "Recomputation holds all activations of one layer. All-gathered layers are added.",
     .source = pipeline_source,
     .unit = Unit::memory},
    [](const auto& x) {
      return choose(less(0.0, layout::recompute_fraction(x)), model::layer_working_set(x), 0.0 * byte) +
             gathered_bytes(x);
    });

inline constexpr auto first_activations = formula<"memory.first_activations", Bytes>(
    {.symbol = "A_first",
     .title = "First-stage activations",
     .why = "The first stage holds the most micro-batches in flight. With one stage, it also holds the logits.",
     .source = pipeline_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto logits = choose(less(1.0, layout::pipeline(x)), 0.0 * byte, logits_bytes(x));
      return kept_on_gpu(first_in_flight(x) * stored_activations(x), x) + input_bytes(x) + logits + working_bytes(x);
    });

inline constexpr auto last_activations = formula<"memory.last_activations", Bytes>(
    {.symbol = "A_last",
     .title = "Last-stage activations",
     .why = "The last stage holds few micro-batches, and the logits.",
     .source = pipeline_source,
     .unit = Unit::memory},
    [](const auto& x) {
      return kept_on_gpu(last_in_flight(x) * last_layers(x) * model::layer_activations(x), x) + logits_bytes(x) +
             working_bytes(x);
    });

/// Allocated bytes of a stage with so many weights, of its layers and of routed experts, and activations.
template <class Parameters, class Activations, class Case>
auto stage_bytes(
    const Parameters& own, const Parameters& of_layers, const Parameters& routed, const Activations& activations,
    const Case& x) {
  return weight_bytes_on(own, of_layers, routed, x) + gradient_bytes_on(own, routed, x) +
         optimizer_bytes_on(own, routed, x) + activations;
}

inline constexpr auto last_is_fuller = formula<"memory.last_is_fuller", Count>(
    {.symbol = "last",
     .title = "Last stage is the most loaded",
     .why = "A large vocabulary can load the last stage more than the first. With unknown activations, the first stage "
            "counts.",
     .source = "derived: comparison of both stages",
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) {
      return choose(
          less(1.0, layout::pipeline(x)),
          otherwise(
              less(
                  stage_bytes(
                      first_parameters(x), run_parameters(x), routed_of(stage_mixtures(x), x), first_activations(x), x),
                  stage_bytes(
                      last_parameters(x), parameters_of(last_layers(x), x), routed_of(last_mixtures(x), x),
                      last_activations(x), x)),
              0.0),
          0.0);
    });

inline constexpr auto stage_formulas = std::tie(
    stage_layers, end_layers, last_layers, run_parameters, first_parameters, last_parameters, stage_mixtures,
    last_mixtures, first_in_flight, last_in_flight, logits_bytes, input_bytes, gathered_bytes, stored_activations,
    working_bytes, first_activations, last_activations, last_is_fuller);

}  // namespace llmsize::memory
