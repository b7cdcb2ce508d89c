// SPDX-License-Identifier: Apache-2.0
// All inputs of the model, and its choices.
#pragma once

#include "core/inputs/model_attention.hpp"
#include "core/inputs/model_experts.hpp"
#include "core/inputs/model_stored.hpp"

namespace llmsize::model {

inline constexpr Option mlp_options[] = {
    {"plain", "two matrices with GELU, ReLU or squared ReLU between them", {{{"model.ffn_matrices", 2}}}},
    {"gated", "three matrices: SwiGLU or GeGLU", {{{"model.ffn_matrices", 3}}}},
};
inline constexpr Option norm_options[] = {
    {"layernorm", "weight and bias", {{{"model.norm_vectors", 2}}}},
    {"layernorm-no-bias", "weight only", {{{"model.norm_vectors", 1}}}},
    {"rmsnorm", "weight only", {{{"model.norm_vectors", 1}}}},
};
inline constexpr Option count_options[] = {
    {"exact", "every weight of the architecture", {{{"model.count_rule", 0}}}},
    {"12lh2", "12·l·h², as the offload deck extrapolates", {{{"model.count_rule", 1}}}},
};
inline constexpr Choice choices[] = {
    {"model.mlp", "MLP", "Kind of the MLP.", "", "plain", "GPT family", mlp_options},
    {"model.norm", "Norm", "Kind of the norms.", "", "layernorm", "GPT family", norm_options},
    {"model.count", "Parameter count", "How parameters are counted.", "--count", "exact", "DDN, LLM offloading",
     count_options},
    {"model.stored_attention_format", "Stored attention weights", "Format of attention's weights in the model's files.",
     "", "", "", stored_attention_formats},
    {"model.stored_mlp_format", "Stored MLP weights",
     "Format of the weights of dense MLPs and shared experts in the model's files.", "", "", "", stored_mlp_formats},
    {"model.stored_expert_format", "Stored expert weights", "Format of routed experts' weights in the model's files.",
     "", "", "", stored_expert_formats},
};
inline constexpr Reference references[] = {
    {"model", "Model", "Model of the catalog, such as gpt3-175b.", "--model", "models"},
};

}  // namespace llmsize::model
