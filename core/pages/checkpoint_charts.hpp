// SPDX-License-Identifier: Apache-2.0
// The charts of the Checkpoint page.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// A way to save, and the scenario with it.
struct SavingMode {
  std::string word;   ///< "hierarchical"
  std::string title;  ///< "Hierarchical"
  Hue hue;
  Plot::Stroke stroke;
  Around around;
  bool own;  ///< the scenario's
};
/// Direct, NVMe first, asynchronous.
std::vector<SavingMode> saving_modes(const Around& around);

Chart lost_time_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes);
Chart write_bandwidth_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes);
Chart one_save_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes);
Chart restart_chart(const Subject& subject, const Around& around);
Chart kept_chart(const Subject& subject, const Around& around);
/// The ways to save side by side, then recovery and storage.
FirstScreen checkpoint_first(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes);
/// Adds the tables of the ways to save, of the guidelines and of all numbers.
void add_checkpoint_numbers(
    const Subject& subject, const Around& around, const std::vector<SavingMode>& modes, Page& page);

/// What storage guidelines of the catalog give to as many nodes: of the family that fits the system, slowest first.
struct Guideline {
  std::string title;  ///< "Better"
  double write;       ///< B/s
  double read;        ///< B/s
};
std::vector<Guideline> guidelines_for(const Around& around);

}  // namespace llmsize
