// SPDX-License-Identifier: Apache-2.0
// Bytes of a weight in memory, and what multiplies it: the recipe's in training; for inference those of the format that
// is asked for, or of the model's files where they hold fewer bits.
#pragma once

#include "core/inputs/memory.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::memory {

inline constexpr std::string_view stored_source =
    "derived: stored formats with their scales; NVIDIA, OpenAI and DeepSeek publish checkpoints of mixed formats";

/// A weight that is served: its bytes and what multiplies it, which come from one source.
template <class Size, class Multiplied>
struct Weight {
  Size bytes;
  Multiplied units;
};
template <class Size, class Multiplied>
Weight(Size, Multiplied) -> Weight<Size, Multiplied>;

/// A weight of these bytes. Who says nothing of units means those of 16 bits, and 2 bytes need no others.
template <class Size, class Multiplied>
auto weight_of(const Size& bytes, const Multiplied& units) {
  return Weight{bytes, choose(less(bytes, 2.0 * byte), otherwise(units, code(Units::wide)), code(Units::wide))};
}

/// The first of two weights, or the second where nothing is known of the first.
template <class First, class Second>
auto first_known(const First& first, const Second& second) {
  const auto is_known = less(0.0 * byte, known(first.bytes));
  return Weight{otherwise(first.bytes, second.bytes), choose(is_known, first.units, second.units)};
}
/// The one of fewer bytes; the first of two that are alike.
template <class First, class Second>
auto narrower(const First& first, const Second& second) {
  return Weight{smaller(first.bytes, second.bytes), choose(less(second.bytes, first.bytes), second.units, first.units)};
}

/// A weight of the linear layers in the chosen precision or, where that leaves more, in the recipe's bytes.
template <class Case>
auto inferred_weight(const Case& x) {
  const auto precise = weight_of(workload::linear_bytes(x), workload::linear_units(x));
  return narrower(precise, weight_of(weight_bytes(x), workload::linear_units(x)));
}
template <class Case>
auto said_weight(const Case& x) {
  return weight_of(serving::weight_value_bytes(x), serving::weight_units(x));
}

inline constexpr auto asked_bytes = formula<"memory.asked_bytes", Bytes>(
    {.symbol = "β_ask",
     .title = "Bytes per weight, requested format",
     .why = "Linear-layer weights in serving: the weight format if set, otherwise the precision.",
     .source = stored_source},
    [](const auto& x) {
      const auto inferred = choose(workload::trains(x), 2.0 * byte, inferred_weight(x).bytes);
      return otherwise(said_weight(x).bytes, inferred);
    });
inline constexpr auto asked_units = formula<"memory.asked_units", Count>(
    {.symbol = "u_ask",
     .title = "Compute units for the requested format",
     .why = "Tensor-core format that multiplies these weights.",
     .source = stored_source,
     .words = unit_words},
    [](const auto& x) {
      const auto inferred = choose(workload::trains(x), code(Units::wide), inferred_weight(x).units);
      return first_known(said_weight(x), Weight{asked_bytes(x), inferred}).units;
    });
template <class Case>
auto asked_weight(const Case& x) {
  return Weight{asked_bytes(x), asked_units(x)};
}

/// Whether the model's files hold some of its weights in fewer than 16 bits.
template <class Case>
auto files_are_narrow(const Case& x) {
  const auto or_wide = [](const auto& bytes) { return otherwise(bytes, 2.0 * byte); };
  const auto others = smaller(or_wide(model::stored_attention_bytes(x)), or_wide(model::stored_mlp_bytes(x)));
  return less(smaller(others, or_wide(model::stored_expert_bytes(x))), 2.0 * byte);
}

/// A served weight of a group that files hold so. What they hold in fewer than 16 bits may be quantised further; what
/// they leave at 16 while others have fewer stays.
template <class Size, class Multiplied, class Case>
auto served_weight(const Size& stored, const Multiplied& units, const Case& x) {
  const auto asked = asked_weight(x), fewest = narrower(asked, Weight{stored, otherwise(units, code(Units::wide))});
  const auto is_narrow = known(less(stored, 2.0 * byte));
  const auto stays = less(0.0 * byte, known(stored)) * files_are_narrow(x);
  return Weight{
      choose(is_narrow, fewest.bytes, choose(stays, stored, asked.bytes)),
      choose(is_narrow, fewest.units, choose(stays, code(Units::wide), asked.units))};
}

template <class Case>
auto mixing_weight(const Case& x) {
  const auto said = weight_of(serving::attention_value_bytes(x), serving::attention_units(x));
  return first_known(said, served_weight(model::stored_attention_bytes(x), model::stored_attention_units(x), x));
}
template <class Case>
auto other_weight(const Case& x) {
  return served_weight(model::stored_mlp_bytes(x), model::stored_mlp_units(x), x);
}
template <class Case>
auto expert_weight(const Case& x) {
  return served_weight(model::stored_expert_bytes(x), model::stored_expert_units(x), x);
}

inline constexpr auto served_mixing = formula<"memory.served_mixing", Bytes>(
    {.symbol = "β_A",
     .title = "Bytes per attention weight (serving)",
     .why = "Attention and linear-attention weights, in their own format if one is set.",
     .source = stored_source},
    [](const auto& x) { return mixing_weight(x).bytes; });
inline constexpr auto mixing_units = formula<"memory.mixing_units", Count>(
    {.symbol = "u_A",
     .title = "Compute units for attention weights",
     .why = "Tensor-core format that multiplies attention weights.",
     .source = stored_source,
     .words = unit_words},
    [](const auto& x) { return mixing_weight(x).units; });
inline constexpr auto served_other = formula<"memory.served_other", Bytes>(
    {.symbol = "β_M",
     .title = "Bytes per MLP weight (serving)",
     .why = "Dense MLPs and shared experts, in the requested format or the checkpoint's format if that is smaller.",
     .source = stored_source},
    [](const auto& x) { return other_weight(x).bytes; });
inline constexpr auto other_units = formula<"memory.other_units", Count>(
    {.symbol = "u_M",
     .title = "Compute units for MLP weights",
     .why = "Tensor-core format that multiplies dense MLP and shared-expert weights.",
     .source = stored_source,
     .words = unit_words},
    [](const auto& x) { return other_weight(x).units; });
inline constexpr auto served_expert = formula<"memory.served_expert", Bytes>(
    {.symbol = "β_X",
     .title = "Bytes per expert weight (serving)",
     .why = "Routed experts, in the requested format or the checkpoint's format if that is smaller.",
     .source = stored_source},
    [](const auto& x) { return expert_weight(x).bytes; });
inline constexpr auto expert_units = formula<"memory.expert_units", Count>(
    {.symbol = "u_X",
     .title = "Compute units for expert weights",
     .why = "Tensor-core format that multiplies routed-expert weights.",
     .source = stored_source,
     .words = unit_words},
    [](const auto& x) { return expert_weight(x).units; });

template <class Case>
auto served_end_bytes(const Case& x) {
  return otherwise(model::stored_end_bytes(x), choose(workload::trains(x), 2.0 * byte, weight_bytes(x)));
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
     .title = "Bytes per layer weight",
     .why =
         "Attention and MLP weights in their storage formats, without routed experts. Norms and routers count as MLPs.",
     .source = stored_source},
    [](const auto& x) { return held_bytes(mean_of_layers(served_mixing(x), served_other(x), x), x); });

inline constexpr auto expert_weight_bytes = formula<"memory.expert_weight_bytes", Bytes>(
    {.symbol = "β_x",
     .title = "Bytes per routed-expert weight",
     .why = "Storage format of routed experts. Many checkpoints store experts in 4 bits and other weights in 16 bits.",
     .source = stored_source},
    [](const auto& x) { return held_bytes(served_expert(x), x); });

inline constexpr auto end_weight_bytes = formula<"memory.end_weight_bytes", Bytes>(
    {.symbol = "β_V",
     .title = "Bytes per embedding and LM head weight",
     .why = "Nearly every quantized model keeps both in 16 bits.",
     .source = stored_source},
    [](const auto& x) { return choose(workload::trains(x), weight_bytes(x), served_end_bytes(x)); });

inline constexpr auto mean_weight_bytes = formula<"memory.mean_weight_bytes", Bytes>(
    {.symbol = "β_w,m",
     .title = "Mean bytes per weight",
     .why = "Average over layers, routed experts, embedding and LM head, by parameter count.",
     .source = stored_source},
    [](const auto& x) {
      const auto mean = mean_of_all(layer_weight_bytes(x), expert_weight_bytes(x), end_weight_bytes(x), x);
      return choose(uniform(x), weight_bytes(x), mean);
    });

inline constexpr auto served_weights = formula<"memory.served_weights", Bytes>(
    {.symbol = "W",
     .title = "Weights for inference",
     .why = "Size of one loaded model copy: 2 bytes per parameter, or less if the checkpoint or the weight format is "
            "quantized.",
     .source = "DDN, LLM offloading: 24·l·h² bytes; stored formats with their scales"},
    [](const auto& x) {
      const auto layers = mean_of_layers(served_mixing(x), served_other(x), x);
      return mean_of_all(layers, served_expert(x), served_end_bytes(x), x) * model::parameters(x);
    });

inline constexpr auto weight_formulas = std::tie(
    asked_bytes, asked_units, served_mixing, mixing_units, served_other, other_units, served_expert, expert_units,
    layer_weight_bytes, expert_weight_bytes, end_weight_bytes, mean_weight_bytes, served_weights);

inline constexpr auto storage_unread = finding<"model.storage_unread">(
    {.severity = Severity::warning,
     .sentence =
         "The checkpoint has an unknown quantization format. llmsize counts {memory.mean_weight_bytes} per weight.",
     .remedy = "Set model.stored_expert_bytes and the other stored bytes, or import the header of the checkpoint.",
     .brief = "unknown quantization format",
     .check = "Quantization format"},
    [](const auto& x) { return 0.0 - model::storage_unread(x); });

}  // namespace llmsize::memory
