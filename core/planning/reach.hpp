// SPDX-License-Identifier: Apache-2.0
// What given nodes reach: the largest model, the longest sequence.
#pragma once

#include "core/planning/goals.hpp"

namespace llmsize {

/// The scenario's model grown or shrunk to so many times its parameters: heads and widths by the cube root, heads of
/// one size, eight at a time, and layers, in pairs, by what that leaves; experts and key-value heads that are shared
/// stay as many. Families of models grow like this, and the loss hardly depends on the aspect ratio (Kaplan et al.
/// 2020, arXiv:2001.08361, section 3.1). Throws BadInput where the model has no shape to grow.
Scenario with_scale(const Scenario& scenario, const Catalog& catalog, double scale);

/// Times the model's parameters that `plan_largest_model` tries, each 5 % more than the one before.
const std::vector<double>& model_scales();
/// Tokens of a sequence that `plan_longest_context` tries: powers of two and those times 1.5, from 1,024 to 2^26.
const std::vector<double>& sequence_lengths();

/// The largest of the models of `model_scales` of which some layout fits and meets what else is asked. Throws BadInput
/// where the nodes are open.
LayoutPlan plan_largest_model(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// The longest of `sequence_lengths` of which some layout fits and meets what else is asked; the batch keeps the tokens
/// of a step where nobody said it. Throws BadInput where the nodes are open.
LayoutPlan plan_longest_context(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

}  // namespace llmsize
