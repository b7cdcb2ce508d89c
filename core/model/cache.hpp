// SPDX-License-Identifier: Apache-2.0
// What a model keeps of the tokens it has read: keys and values, or a state of constant size.
#pragma once

#include "core/inputs/serving.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::model {

inline constexpr std::string_view cache_source =
    "Shazeer 2019 (MQA), Ainslie et al. 2023 (GQA): k·(d + d_v) values per layer; DeepSeek-V2 2024 (MLA): c + r";

inline constexpr auto kv_width = formula<"model.kv_width", Count>(
    {.symbol = "w_kv",
     .title = "Cached values per token and layer",
     .why = "A key and a value per KV head; with a latent only that, and the rotary key that all heads share.",
     .source = cache_source},
    [](const auto& x) {
      return choose(
          less(0.0, kv_rank(x)), kv_rank(x) + rope_head_dim(x), kv_heads(x) * (head_dim(x) + value_head_dim(x)));
    });

inline constexpr auto kv_bytes_per_token = formula<"model.kv_bytes_per_token", Bytes>(
    {.symbol = "kv",
     .title = "KV cache of a token",
     .why = "Every layer caches its keys and values, but for linear layers and those of an encoder; a windowed layer "
            "while the token is in "
            "the window.",
     .source = cache_source},
    [](const auto& x) {
      return (layers(x) - linear_layers(x) - encoder_layers(x)) * kv_width(x) * serving::kv_value_bytes(x);
    });

inline constexpr auto kv_bytes_per_sequence = formula<"model.kv_bytes_per_sequence", Bytes>(
    {.symbol = "KV_s",
     .title = "KV cache of a sequence",
     .why = "Windowed layers keep at most the window; a linear layer keeps one d by d state per head, whatever the "
            "length.",
     .source = cache_source},
    [](const auto& x) {
      const auto beyond = choose(
          less(0.0, windowed_layers(x)),
          windowed_layers(x) * (workload::sequence(x) - smaller(window(x), workload::sequence(x))) * kv_width(x), 0.0);
      const auto state = linear_layers(x) * heads(x) * squared(head_dim(x));
      return workload::sequence(x) * kv_bytes_per_token(x) + (state - beyond) * serving::kv_value_bytes(x);
    });

inline constexpr auto cache_formulas = std::tie(kv_width, kv_bytes_per_token, kv_bytes_per_sequence);

}  // namespace llmsize::model
