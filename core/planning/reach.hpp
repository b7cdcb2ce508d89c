// SPDX-License-Identifier: Apache-2.0
// What given nodes reach: the largest model, the longest sequence.
#pragma once

#include "core/planning/goals.hpp"

namespace llmsize {

/// The scenario's model grown or shrunk to so many layers: heads and widths by the same factor, heads of one size,
/// eight at a time; experts and key-value heads that are shared stay as many. Families of models grow like this, and
/// the loss hardly depends on the aspect ratio (Kaplan et al. 2020, arXiv:2001.08361, section 3.1). Throws BadInput
/// where the model has no shape to grow.
Scenario with_layers(const Scenario& scenario, const Catalog& catalog, double layers);

/// Layers that `plan_largest_model` tries: every fourth up to 64, then ever coarser, about 6 % apart.
const std::vector<double>& layer_counts();
/// Tokens of a sequence that `plan_longest_context` tries: powers of two and those times 1.5, from 1,024 to 2^26.
const std::vector<double>& sequence_lengths();

/// The largest of the models of `layer_counts` of which some layout fits and meets what else is asked. Throws BadInput
/// where the nodes are open.
LayoutPlan plan_largest_model(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// The longest of `sequence_lengths` of which some layout fits and meets what else is asked; the batch keeps the tokens
/// of a step where nobody said it. Throws BadInput where the nodes are open.
LayoutPlan plan_longest_context(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

}  // namespace llmsize
