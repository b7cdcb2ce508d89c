// SPDX-License-Identifier: Apache-2.0
#include "cli/gemm_shapes.hpp"

#include "core/inputs/all.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr double most_tokens = 8192;

}  // namespace

std::vector<GemmShape> gemm_shapes(const Case& plan) {
  const auto of = [&](InputKey key) { return plan[key]; };
  const double parts = of("layout.tensor"), hidden = of("model.hidden"), ffn = of("model.ffn_hidden");
  const double tokens = std::min(of("workload.sequence") * of("layout.micro_batch"), most_tokens);
  const double queries = of("model.heads") * of("model.head_dim"), keys = of("model.kv_heads") * of("model.head_dim");
  const double up = of("model.ffn_matrices") - 1;  // SwiGLU multiplies by two matrices at once
  const std::vector<GemmShape> all{
      {"qkv", tokens, (queries + 2 * keys) / parts, hidden},
      {"attention_out", tokens, hidden, queries / parts},
      {"mlp_up", tokens, up * ffn / parts, hidden},
      {"mlp_down", tokens, hidden, ffn / parts},
  };
  std::vector<GemmShape> known;
  for (const GemmShape& shape : all)
    if (const double work = shape.m * shape.n * shape.k; std::isfinite(work) && work > 0)
      known.push_back({shape.name, std::floor(shape.m), std::floor(shape.n), std::floor(shape.k)});
  return known;
}

}  // namespace llmsize
