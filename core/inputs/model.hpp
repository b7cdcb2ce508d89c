// SPDX-License-Identifier: Apache-2.0
// All inputs of the model, and its choices.
#pragma once

#include "core/inputs/model_attention.hpp"
#include "core/inputs/model_compressed.hpp"
#include "core/inputs/model_experts.hpp"
#include "core/inputs/model_stored.hpp"

namespace llmsize::model {

inline constexpr Option mlp_options[] = {
    {"plain", "two matrices with GELU, ReLU or squared ReLU between them", {{{"model.ffn_matrices", 2}}}},
    {"gated", "three matrices: SwiGLU or GeGLU", {{{"model.ffn_matrices", 3}}}},
};
inline constexpr Option norm_options[] = {
    {"layernorm", "weight and bias", {{{"model.norm_vectors", 2}}}},
    {"layernorm-no-bias", "weight only, without bias", {{{"model.norm_vectors", 1}}}},
    {"rmsnorm", "weight only, without bias", {{{"model.norm_vectors", 1}}}},
};
inline constexpr Option count_options[] = {
    {"exact", "every weight of the architecture", {{{"model.count_rule", 0}}}},
    {"12lh2", "12·l·h², as in the DDN offloading talk", {{{"model.count_rule", 1}}}},
};
inline constexpr Choice choices[] = {
    {"model.mlp", "MLP", "MLP type", "", "plain", "GPT family", mlp_options},
    {"model.norm", "Norm", "Norm type", "", "layernorm", "GPT family", norm_options},
    {"model.count", "Parameter count", "Parameter counting rule", "--count", "exact", "DDN, LLM offloading",
     count_options},
    {"model.stored_attention_format", "Attention weight format (checkpoint)",
     "Attention weight format in the checkpoint files", "", "", "", stored_attention_formats},
    {"model.stored_mlp_format", "MLP weight format (checkpoint)",
     "Weight format of dense MLPs and shared experts in the checkpoint files", "", "", "", stored_mlp_formats},
    {"model.stored_expert_format", "Expert weight format (checkpoint)",
     "Routed-expert weight format in the checkpoint files", "", "", "", stored_expert_formats},
};
inline constexpr Reference references[] = {
    {"model", "Model", "Model, e.g. gpt3-175b (see llmsize catalog models)", "--model", "models"},
};

}  // namespace llmsize::model
