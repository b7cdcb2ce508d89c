// SPDX-License-Identifier: Apache-2.0
// How far the answer of a subject is known: what is missing, still being planned, or does not fit.
#pragma once

#include "core/pages/around.hpp"
#include "core/pages/boards.hpp"

namespace llmsize {

/// A subject's scenario. Where no layout fits, with the layout that comes nearest, so that its overflow can be shown.
Around around_of(const Subject& subject, const Catalog& catalog);

/// Whether a scenario only runs the model: no steps of training, no gradients, nothing to save.
bool serves(const Around& around);

/// The memory of the fullest GPU: "memory.gpu_total", or, where the parts that are known are too many already,
/// "memory.gpu_known".
ResultKey memory_id(const Around& around);

/// What a figure of a training says while serving.
inline constexpr std::string_view no_training = "nothing is trained";

/// Why the model cannot be on the machine, one sentence: no layout fits, a memory overflows, the states alone are too
/// many. Empty where it can, or where nobody knows.
std::string misfit(const Subject& subject, const Around& around);

/// A board's verdict and sentence where the model does not fit; false where it does.
bool is_misfit(const Subject& subject, const Around& around, Board& board);

/// What stands beside a figure of speed: "if it fitted" where the model is not on the machine, else the qualifier.
std::string if_it_fits(const Subject& subject, const Around& around, std::string qualifier);

/// What a chart of speed says where the model is not on the machine: "Once the model fits, `what`."; empty where it is.
std::string once_it_fits(const Subject& subject, const Around& around, std::string_view what);

/// Whether the planner has not told nodes or layout yet.
bool is_pending(const Subject& subject, const Around& around);

/// Whether a stated or expected utilisation tells the time because nobody chose a layout.
bool is_estimated(const Around& around);

/// Whether the planner found no layout.
bool is_unplanned(const Subject& subject);

/// Why a result cannot be shown, in one sentence: an input is missing, the scenario serves and has no training, the
/// planner is at work, no layout fits. Empty where it can.
std::string obstacle(const Subject& subject, const Around& around, ResultKey id);

/// The same in a few words for a figure: "needs a model", "being planned", "no layout fits 2 nodes", "no training".
std::string short_obstacle(const Subject& subject, const Around& around, ResultKey id);

/// The same for what depends on a layout, such as memory per GPU.
std::string layout_obstacle(const Subject& subject, const Around& around, ResultKey id);

/// Why numbers as they stand cannot be, in a few words: "batch cannot be split", "GPU memory full". Empty where they
/// can.
std::string why_not(const Once& values);

/// A board's verdict and sentence where results cannot be shown; false where they can.
bool is_open_question(const Subject& subject, const Around& around, ResultKey id, Board& board);

/// The figure of a result, or a dash and the obstacle.
Figure figure_of(
    const Subject& subject, const Around& around, std::string label, ResultKey id, std::string qualifier = {});

}  // namespace llmsize
