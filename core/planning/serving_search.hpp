// SPDX-License-Identifier: Apache-2.0
// The splits that hold a served model, what each serves on so many nodes, and the fewest nodes that do what is asked.
#pragma once

#include "core/planning/serving_plan.hpp"
#include "core/registry/registry.hpp"

#include <optional>
#include <vector>

namespace llmsize {

/// What a scenario says of the split of a service; absent where it is open.
struct HeldSplit {
  double tensor = absent, pipeline = absent, copies = absent, experts = absent;
  double data = absent;      ///< copies of attention of all replicas together
  double replicas = absent;  ///< where workers that decode are counted, with those that read prompts
  double gpus = absent;      ///< at most as many work

  explicit HeldSplit(const Scenario& scenario);
};

/// Inputs that say the split of a service: what `HeldSplit` holds, GPUs apart.
const std::vector<std::string_view>& split_keys();

class ServingSearch {
 public:
  /// Over what `held` leaves open. `base` is a case without a split; `apart` tries replicas that only read prompts.
  ServingSearch(const Case& base, const HeldSplit& held, bool apart);

  /// The fewest nodes, up to so many, on which some split does what is asked; where none does, the fewest that hold a
  /// replica. Absent where nothing holds one.
  double fewest_nodes(double most);
  /// What all splits that find room serve there, the best first.
  std::vector<ServedLayout> on(double nodes);
  /// Where nothing fits so many nodes: the split that leaves least of the weights on a GPU there.
  std::optional<ServedLayout> nearest(double nodes);
  /// The fewest nodes that hold a replica; absent where none do.
  double holding_nodes() const;
  /// Asks for so many times the wanted rate.
  void reserve(double times) { reserve_ = times; }
  /// Leaves all but so many GPUs idle from now on.
  void take_at_most(double gpus) { held_.gpus = gpus; }

  /// Splits that were looked at.
  std::size_t tried() const { return tried_; }

 private:
  /// How a replica is split; `gpus` are its own.
  struct Split {
    double tensor = 1, pipeline = 1, copies = 1, experts = 1, gpus = 1;
    double sequences = 0;  ///< that fit

    double sequences_per_gpu() const { return sequences / gpus; }
    bool is_enough_for(const Split& other) const;
  };

  double of(ResultKey id) { return result_row(id).value(values_); }
  bool breaks(FindingId id);
  bool divide(double tensor, double pipeline, double copies);
  Split split_of(double tensor, double pipeline, double copies) const;
  void place(const Split& split, double replicas, double nodes, double readers);

  std::vector<double> tensors();
  std::vector<double> copies();
  std::vector<double> stages();
  void add_stages(const Split& split, const std::vector<double>& stages);
  void find_splits();

  double replicas_on(const Split& split, double nodes) const;
  bool holds_offloaded(const Split& split, double nodes);
  std::vector<double> readers_apart(const Split& split, double replicas, double nodes);
  bool is_met();
  double time_alone();
  bool answers(const Split& split, double nodes);
  double fewest_of(const Split& split, double least, double most);
  static ServedLayout layout_of(const Split& split, double replicas, double nodes, double readers);
  std::optional<ServedLayout> served(const Split& split, double replicas, double nodes, double readers);

  const Case& base_;
  Once values_;
  HeldSplit held_;
  bool apart_;
  double per_node_, domain_, context_, wanted_, in_flight_, reserve_ = 1;
  std::vector<Split> splits_{};
  std::size_t tried_ = 0;
};

}  // namespace llmsize
