// SPDX-License-Identifier: Apache-2.0
// The matrix products of a model's layer, as one GPU of a tensor-parallel group computes them.
#pragma once

#include "core/probe/step.hpp"
#include "core/scenario/case.hpp"

#include <vector>

namespace llmsize {

/// QKV projection, attention output, MLP up and down, for the tokens of a micro-batch, at most 8,192. Empty where the
/// model's shape is not known.
std::vector<GemmShape> gemm_shapes(const Case& plan);

}  // namespace llmsize
