// SPDX-License-Identifier: Apache-2.0
// Bytes of a weight in memory: the recipe's in training; for inference those of the model's files, or of the chosen
// precision where the files hold 16-bit weights.
#pragma once

#include "core/inputs/memory.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::memory {

inline constexpr std::string_view stored_source =
    "derived: stored formats with their scales; NVIDIA, OpenAI and DeepSeek publish mixtures of them";

/// Bytes of a weight for inference where the model's files hold 16 bits of it.
template <class Case>
auto unpacked_bytes(const Case& x) {
  return choose(workload::trains(x), 2.0 * byte, smaller(weight_bytes(x), workload::linear_bytes(x)));
}

/// Bytes of a weight for inference, of a group that files hold in so many. What they hold in fewer than 16 bits may be
/// quantised further; what they leave at 16 while others have fewer stays.
template <class Stored, class Case>
auto served_bytes(const Stored& stored, const Case& x) {
  const auto packed = choose(less(stored, 2.0 * byte), smaller(stored, unpacked_bytes(x)), stored);
  return otherwise(packed, unpacked_bytes(x));
}
template <class Case>
auto served_end_bytes(const Case& x) {
  return otherwise(model::stored_end_bytes(x), choose(workload::trains(x), 2.0 * byte, weight_bytes(x)));
}

/// Bytes of a served weight that mixes tokens, of another of the layers, of a routed expert: as they are asked for,
/// else as the model's files hold them.
template <class Case>
auto served_other(const Case& x) {
  return otherwise(serving::weight_value_bytes(x), served_bytes(model::stored_mlp_bytes(x), x));
}
template <class Case>
auto served_expert(const Case& x) {
  return otherwise(serving::weight_value_bytes(x), served_bytes(model::stored_expert_bytes(x), x));
}
template <class Case>
auto served_mixing(const Case& x) {
  return otherwise(
      serving::attention_value_bytes(x),
      otherwise(serving::weight_value_bytes(x), served_bytes(model::stored_attention_bytes(x), x)));
}

/// Mean over the layers, routed experts left out, of so many bytes per weight that mixes tokens, and per other.
template <class Size, class Case>
auto mean_of_layers(const Size& mixing, const Size& others, const Case& x) {
  const auto mixers = model::attentions_parameters(x) + model::cross_parameters(x);
  const auto share = mixers / model::layers_parameters(x);
  return otherwise(others + share * (mixing - others), others);
}

/// Mean over all weights, of so many bytes per weight of the layers, of routed experts, and of embedding and head.
template <class Layers, class Experts, class Ends, class Case>
auto mean_of_all(const Layers& layers, const Experts& experts, const Ends& ends, const Case& x) {
  const auto own = model::layers_parameters(x), routed = model::routed_parameters(x),
             outer = model::embedding_parameters(x) + model::head_parameters(x);
  return otherwise((layers * own + experts * routed + ends * outer) / (own + routed + outer), layers);
}

/// 1 where every weight has the recipe's bytes: in training, unless adapters stand on a quantised base.
template <class Case>
auto uniform(const Case& x) {
  return workload::trains(x) * (1.0 - workload::packs_base(x));
}

/// Bytes in memory of a weight of a group that is served in so many.
template <class Served, class Case>
auto held_bytes(const Served& served, const Case& x) {
  return choose(workload::trains(x), choose(workload::packs_base(x), workload::base_bytes(x), weight_bytes(x)), served);
}

inline constexpr auto layer_weight_bytes = formula<"memory.layer_weight_bytes", Bytes>(
    {.symbol = "β_L",
     .title = "Bytes per weight of the layers",
     .why = "Attention and MLPs as they are held, routed experts left out; norms and routers count as MLPs.",
     .source = stored_source},
    [](const auto& x) { return held_bytes(mean_of_layers(served_mixing(x), served_other(x), x), x); });

inline constexpr auto expert_weight_bytes = formula<"memory.expert_weight_bytes", Bytes>(
    {.symbol = "β_x",
     .title = "Bytes per weight of routed experts",
     .why = "As they are held: many files hold experts in 4 bits and everything else in 16.",
     .source = stored_source},
    [](const auto& x) { return held_bytes(served_expert(x), x); });

inline constexpr auto end_weight_bytes = formula<"memory.end_weight_bytes", Bytes>(
    {.symbol = "β_V",
     .title = "Bytes per weight of embedding and output head",
     .why = "Both stay at 16 bits in nearly every quantised model.",
     .source = stored_source},
    [](const auto& x) { return choose(workload::trains(x), weight_bytes(x), served_end_bytes(x)); });

inline constexpr auto mean_weight_bytes = formula<"memory.mean_weight_bytes", Bytes>(
    {.symbol = "β_w,m",
     .title = "Bytes per weight, all of them",
     .why = "Layers, routed experts, embedding and head as they are held, by their numbers of weights.",
     .source = stored_source},
    [](const auto& x) {
      const auto mean = mean_of_all(layer_weight_bytes(x), expert_weight_bytes(x), end_weight_bytes(x), x);
      return choose(uniform(x), weight_bytes(x), mean);
    });

inline constexpr auto served_weights = formula<"memory.served_weights", Bytes>(
    {.symbol = "W",
     .title = "Weights for inference",
     .why = "One copy of the model as it is loaded and served: two bytes per parameter unless its files hold fewer, or "
            "inference is asked for in fewer.",
     .source = "DDN, LLM offloading: 24·l·h² bytes; stored formats with their scales"},
    [](const auto& x) {
      const auto layers = mean_of_layers(served_mixing(x), served_other(x), x);
      return mean_of_all(layers, served_expert(x), served_end_bytes(x), x) * model::parameters(x);
    });

inline constexpr auto weight_formulas =
    std::tie(layer_weight_bytes, expert_weight_bytes, end_weight_bytes, mean_weight_bytes, served_weights);

inline constexpr auto storage_unread = finding<"model.storage_unread">(
    {.severity = Severity::warning,
     .sentence = "The files of the model hold its weights in a format that is not known; they count "
                 "{memory.mean_weight_bytes} each.",
     .remedy = "State model.stored_expert_bytes and the other stored bytes, or import the header of the files "
               "themselves.",
     .brief = "stored format unknown"},
    [](const auto& x) { return 0.0 - model::storage_unread(x); });

}  // namespace llmsize::memory
