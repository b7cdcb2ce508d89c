// SPDX-License-Identifier: Apache-2.0
// The splits that hold a served model, what each serves on so many nodes, and the fewest nodes that do what is asked.
#pragma once

#include "core/planning/serving_plan.hpp"
#include "core/registry/registry.hpp"

#include <optional>
#include <vector>

namespace llmsize {

/// Degrees that a scenario says; absent where they are open.
struct HeldDegrees {
  double tensor = absent, pipeline = absent, copies = absent, experts = absent;
};

/// What a scenario says of the split of a service; absent where it is open.
struct HeldSplit {
  HeldDegrees decoding{}, prefill{};
  double data = absent;      ///< copies of attention of all replicas that decode, together
  double replicas = absent;  ///< that decode
  double prefill_workers = absent;
  double gpus = absent;  ///< at most as many work

  explicit HeldSplit(const Scenario& scenario);
};

/// Inputs that say the split of a service: what `HeldSplit` holds, GPUs apart.
const std::vector<std::string_view>& split_keys();

/// What is wanted of a search: all splits with their rates, or the best alone.
enum class Sought { all, best };

class ServingSearch {
 public:
  /// Over what `held` leaves open. `base` is a case without a split; `apart` tries prefill workers where none are said.
  ServingSearch(const Case& base, const HeldSplit& held, bool apart);

  /// The fewest nodes, up to so many, on which some split does what is asked; where none does, the fewest that hold a
  /// replica. Absent where nothing holds one.
  double fewest_nodes(double most);
  /// What splits that find room serve there, the best first: all, or the best of very many. Where only the best is
  /// `sought`, rates within limits are rough.
  std::vector<ServedLayout> on(double nodes, Sought sought = Sought::all);
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
  struct Split : ReplicaSplit {
    double gpus = 1;
    double sequences = 0;  ///< that fit

    double sequences_per_gpu() const { return sequences / gpus; }
    bool is_enough_for(const Split& other) const;
  };
  /// So many prefill workers of one split.
  struct Prefill {
    double workers = 0;
    Split split{};
  };
  /// Replicas that find room, with prefill workers beside them.
  struct Fleet {
    double replicas = 0;
    Prefill prefill{};
  };
  enum class For { decoding, prefill };

  double of(ResultKey id) { return result_row(id).value(values_); }
  bool breaks(FindingId id);
  bool divide(double tensor, double pipeline, double copies);
  Split split_of(double tensor, double pipeline, double copies) const;
  void place(const Split& split, const Fleet& fleet, double nodes);

  const HeldDegrees& held() const { return for_ == For::decoding ? held_.decoding : held_.prefill; }
  std::vector<double> tensors();
  std::vector<double> copies();
  std::vector<double> copies_beside(double tensor, const std::vector<double>& all) const;
  std::vector<double> stages();
  void add_stages(const Split& split, const std::vector<double>& stages, std::vector<Split>& to);
  std::vector<Split> find_splits(For what);
  std::vector<Split> worthy_readers(const std::vector<Split>& all);

  double replicas_beside(const Split& split, const Prefill& prefill, double nodes) const;
  std::optional<Fleet> fleet_of(const Split& split, const Prefill& prefill, double nodes) const;
  std::optional<Fleet> first_fleet(const Split& split, double nodes) const;
  std::optional<ServedLayout> best_apart(const Split& split, const Split& reading, double nodes);
  bool holds_offloaded(const Split& split, double nodes);
  bool is_met();
  bool carries(double rate);
  double time_alone();
  bool answers(const Split& split, double nodes);
  double fewest_of(const Split& split, double least, double most);
  static ServedLayout layout_of(const Split& split, const Fleet& fleet, double nodes);
  std::optional<ServedLayout> served(const Split& split, const Fleet& fleet, double nodes);
  bool is_judged_at_rate() const;

  const Case& base_;
  Once values_;
  HeldSplit held_;
  For for_ = For::decoding;  ///< whose splits are looked for
  Sought sought_ = Sought::all;
  double per_node_, domain_, context_, wanted_, in_flight_, reserve_ = 1;
  std::vector<Split> splits_{}, readers_{};
  std::size_t tried_ = 0;
};

}  // namespace llmsize
