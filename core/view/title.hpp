// SPDX-License-Identifier: Apache-2.0
// What a page is about: its title, the line below it, and the command that explains its numbers.
#pragma once

#include "core/document/page.hpp"
#include "core/scenario/case.hpp"

#include <string>
#include <vector>

namespace llmsize {

class Around;
struct Subject;

/// "GPT-3 175B on 128 × NVIDIA DGX H100".
std::string title(const Case& plan);

/// What a picture of a case is about, wherever it is shown alone: model, tokens or load, machine: "GPT-3 175B · 300B
/// tokens · 48 × NVIDIA DGX H100", "Llama 3.1 70B · 20 req/s, 1,024 in, 1,024 out · 2 × NVIDIA DGX H200".
std::string subject_words(const Case& plan);
/// The same of scenarios that differ in these inputs, without what they are about: "GPT-3 175B · 300B tokens · NVIDIA
/// DGX H100" where the nodes differ.
std::string subject_words(const Case& plan, const std::vector<std::string>& differing);

/// "TP 8 · PP 8 · DP 1 · EP 8": of context and expert parallelism only what is used.
std::string degrees_words(const Values& values);

/// "64 GPUs: TP 8 · PP 8 · DP 1 · micro-batch 1 × 2,048 tokens · …"
std::string layout_line(const Case& plan);

/// What is sized, as far as it is said or chosen: GPUs, layout, batch, precision, tokens, deadline. Nothing of the
/// layout where that is open.
std::string subtitle_of(const Subject& subject, const Around& around);

/// "Sequence length and batch size from the model's published recipe. Default software profile, typical operational
/// overhead. Software as of 2026-09.": what nobody stated of a training.
std::string recipe_words(const Around& around);

/// A scenario that is read again as it was answered: what a plan chose is complete, and nothing is planned anew.
Scenario as_it_stands(Scenario scenario);

/// Names the number of a page that a reader would have explained, with the command that does.
void offer_explanation(Page& page, NumberId name, const Scenario& scenario);

}  // namespace llmsize
