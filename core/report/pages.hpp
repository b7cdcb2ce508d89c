// SPDX-License-Identifier: Apache-2.0
// The pages of the commands, composed from an answer.
#pragma once

#include "core/report/page.hpp"
#include "core/report/rows.hpp"

namespace llmsize {

/// Where every byte lives: the fullest GPU part by part, the job, the slower tiers, nodes that would hold it.
Page memory_page(const Scenario& scenario, const Case& plan, const Answer& answer);

/// Where the time of a step goes, and what follows from it.
Page train_page(const Scenario& scenario, const Case& plan, const Answer& answer);

/// The one-page answer: nodes, time, memory, checkpoint.
Page size_page(const Scenario& scenario, const Case& plan, const Answer& answer);

/// Scaling laws, and the trend year by year.
Page trend_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& years);

/// Any results, one line each, with their ids.
Page results_page(const Scenario& scenario, const Case& plan, const Answer& answer);

/// "Any number explained: llmsize explain memory.gpu_total --model gpt3-175b".
std::string explain_line(std::string_view id, const Scenario& scenario);

/// "64 GPUs: tensor 8 × pipeline 8 × data 1 · micro-batch 1 × 2,048 tokens · …"
std::string layout_line(const Case& plan);

/// "GPT-3 175B on 128 × NVIDIA DGX H100".
std::string title(const Case& plan);

}  // namespace llmsize
