// SPDX-License-Identifier: Apache-2.0
// The charts of the Size page; other pages share the bars of memory and of a step.
#pragma once

#include "core/pages/planned_sizes.hpp"

namespace llmsize {

/// Over the sizes that were planned, else with the layout as it is. Its switch offers what the training costs.
Chart time_chart(const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes);
/// A view of the same card: money where prices are given, else energy.
Chart cost_chart(const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes);
/// A result against nodes; title and subtitle are those of `chart`.
Chart sizes_chart(
    const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes, ResultKey id, Chart chart);
/// What sizes of such a chart have in common: "planned layout per size".
std::string_view sizes_words(const std::vector<PlannedSize>& sizes);
Chart memory_chart(const Subject& subject, const Around& around);
Chart step_chart(const Subject& subject, const Around& around);
Chart doubling_chart(const Subject& subject, const Around& around);
Chart movers_chart(const Subject& subject, const Around& around);
/// Adds the table of nodes, time, model and cost; nothing while nodes or layout are being planned.
void add_size_numbers(const Subject& subject, const Around& around, Page& page);

/// Nodes by confidence, layout, and what has to be there for it.
FirstScreen size_first(const Subject& subject, const Around& around);

/// Time against nodes of one scenario as a line with its band, the chosen size marked.
Plot::Series time_series(const Subject& subject, const Around& around, Hue hue);
/// Sets the ends and ticks of logarithmic axes so that everything has room.
void fit_axes(Plot& plot);

/// Memory of the fullest GPU part by part, with the arithmetic of each; the parts add up to `memory.gpu_total`.
Stack::Bar memory_bar(const Around& around, std::string title);
/// The capacity line of such bars.
Plot::Limit memory_limit(const Around& around);

/// "TP 4 · PP 7 · DP 8"
std::string split_text(const Around& around);

/// Exposed time of a step part by part after some moves; the parts add up to `training.step_time`.
Stack::Bar step_bar(const Around& around, std::string title, const Moves& moves = {});

/// What doubling one resource saves.
struct Lever {
  std::string title;  ///< "Tensor throughput"
  std::string limit;  ///< the bottleneck that it is: "compute"
  std::string note;   ///< "2 × 989 TFLOP/s"
  Moves moves;
  double saved;  ///< seconds of `whole_time`
};
/// Levers whose inputs are known, the largest first. Nothing where the time is not known.
std::vector<Lever> levers(const Around& around);
/// The result that levers shorten: the training with interruptions or without, or one step, whichever is known.
ResultKey whole_time(const Around& around);

/// Share of a step in which pipeline stages wait for each other; absent where the step is not known.
double bubble_share(const Around& around);
/// Whether stages wait longer than they compute.
bool bubble_limits(const Around& around);

/// The resource that limits the answer: "compute"; "GPU memory" where that is full or forced the number of nodes;
/// "pipeline bubble" where stages wait longer than they compute. Empty where nothing is known.
std::string limit_of(const Around& around);

}  // namespace llmsize
