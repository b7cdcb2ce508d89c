// SPDX-License-Identifier: Apache-2.0
// How far the answer of a subject is known: what is missing, still being planned, or does not fit.
#pragma once

#include "core/document/page.hpp"
#include "core/registry/registry.hpp"
#include "core/view/around.hpp"
#include "core/view/subject.hpp"

namespace llmsize {

/// A subject's scenario. Where no layout fits, with the layout that comes nearest, so that its overflow can be shown.
Around around_of(const Subject& subject, const Catalog& catalog);

/// Whether a scenario only runs the model: no steps of training, no gradients, nothing to save.
bool serves(const Around& around);

/// The memory of the fullest GPU: "memory.gpu_total", or, where the parts that are known are too many already,
/// "memory.gpu_known".
ResultKey memory_id(const Around& around);

/// What a figure of a training says while serving.
inline constexpr std::string_view no_training = "inference only";

/// Why the model cannot be on the machine, one sentence: no layout fits, a memory overflows, the states alone are too
/// many. Empty where it can, or where nobody knows.
std::string misfit(const Subject& subject, const Around& around);

/// A page's verdict and sentence where the model does not fit; false where it does.
bool is_misfit(const Subject& subject, const Around& around, Page& page);

/// What stands beside a figure of speed: "if it fitted" where the model is not on the machine, else the qualifier.
std::string if_it_fits(const Subject& subject, const Around& around, std::string qualifier);

/// What a chart of speed says where the model is not on the machine: "Once the model fits, `what`."; empty where it is.
std::string once_it_fits(const Subject& subject, const Around& around, std::string_view what);

/// Whether the planner has not told nodes or layout yet.
bool is_pending(const Subject& subject, const Around& around);

/// Whether a stated or expected utilisation tells the time because nobody chose a layout.
bool is_estimated(const Around& around);

/// Why a result cannot be shown. What decides is its kind; its words are for people.
struct Obstacle {
  enum class Kind {
    none,
    serving,      ///< the scenario serves, the result is one of a training
    missing,      ///< inputs are not known
    impossible,   ///< the inputs contradict each other
    planning,     ///< the planner is at work
    no_layout,    ///< no layout fits
    open_layout,  ///< nobody said how the model is split
  };
  Kind kind = Kind::none;
  std::vector<std::string_view> keys{};  ///< of the inputs that are missing
  std::string sentence{};
  std::string brief{};  ///< for a figure: "needs a model", "being planned", "no layout fits 2 nodes"

  explicit operator bool() const { return kind != Kind::none; }
};
Obstacle obstacle(const Subject& subject, const Around& around, ResultKey id);

/// The same for what depends on a layout, such as memory per GPU.
Obstacle layout_obstacle(const Subject& subject, const Around& around, ResultKey id);

/// The first rule by which a machine cannot hold the model as it is split, or the model cannot be split so; nullptr
/// where it can.
const FindingAbout* broken_fit(const Once& values);

/// Why numbers as they stand cannot be, in a few words: "batch not divisible", "GPU memory exceeded". Empty where they
/// can.
std::string why_not(const Once& values);

/// A page's verdict and sentence where results cannot be shown; false where they can.
bool is_open_question(const Subject& subject, const Around& around, ResultKey id, Page& page);

/// The figure of a result, or a dash and the obstacle.
Figure figure_of(
    const Subject& subject, const Around& around, std::string label, ResultKey id, std::string qualifier = {});

}  // namespace llmsize
