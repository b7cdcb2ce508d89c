// SPDX-License-Identifier: Apache-2.0
// What a page is about: a scenario, and what was chosen for what it leaves open.
#pragma once

#include "core/planning/rungs.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/planning/targets.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace llmsize {

/// Nothing is chosen but what formulas tell.
struct Open {
  bool pending = false;  ///< the planner is at work on nodes or layout
};

/// A change of the scenario that people weigh, and the plan after it.
struct WhatIf {
  std::string label;                                         ///< "FP8", "deadline 45.0 days"
  std::vector<std::pair<std::string, std::string>> changes;  ///< key and text
  std::optional<Scenario> planned{};                         ///< with nodes and layout; nothing where it is not known
};

/// What was searched for a training.
struct TrainingPlan {
  std::shared_ptr<const LayoutPlan> layouts;  ///< the best ones, or why there are none; never empty
  CertainNodes certain{};                     ///< nodes at every certainty where they were chosen for a deadline
  std::vector<Rung> sizes{};                  ///< other numbers of nodes, each with its own layout, fewest first
  std::vector<WhatIf> what_ifs{};             ///< computed before anybody asks
};

/// What was chosen for a service: nodes, split and load; never empty.
using ServicePlan = std::shared_ptr<const ServingPlan>;

/// What was planned for the offload experiment, which every training and every service can be put to.
struct OffloadPlan {
  std::vector<Scenario> targets;      ///< the scenario on every target of `memory.offload`
  std::optional<Scenario> instead{};  ///< in GPU memory alone, on more nodes
};

/// A scenario with what was chosen for it.
struct Subject {
  std::string name;   ///< of the scenario: "GPT-3 on DGX H100"
  Scenario said;      ///< what the user said
  Scenario scenario;  ///< with the nodes and the layout that were chosen where they were open
  std::variant<Open, TrainingPlan, ServicePlan> chosen{};
  std::optional<OffloadPlan> offload{};  ///< where it was planned
  std::shared_ptr<const Catalog>
      catalog{};  ///< with its own calibration where scenarios are compared; empty: the one that a page is given

  /// The layouts of a training plan, else nullptr.
  const LayoutPlan* plan() const;
  /// The sizes around a training plan, else nothing.
  std::span<const Rung> sizes() const;
  /// What was tried besides, else nothing.
  std::span<const WhatIf> what_ifs() const;
  /// The nodes of a training plan, else all absent.
  const CertainNodes& certain() const;
  /// The plan of a service, else nullptr.
  const ServingPlan* service() const;
  bool is_pending() const;
};

/// Whether the planner may choose something for a scenario: it is not told to leave plain values.
bool is_open(const Scenario& scenario);

/// A scenario as it stands: nothing is chosen for it.
Subject as_said(std::string name, const Scenario& said);
/// A scenario as it is served. Throws BadInput as `complete` does.
Subject served(std::string name, const Scenario& said, const Catalog& catalog);
/// A subject in which no training is searched for: as it is served from GPU memory, else nodes by formula where they
/// are open. Throws BadInput as `complete` does.
Subject unsearched(std::string name, const Scenario& said, const Catalog& catalog);
/// A subject with a plan that was made for it.
Subject with_plan(std::string name, const Scenario& said, LayoutPlan plan, const Catalog& catalog);
/// A subject with the best layout where the planner chooses it, else unsearched, or as it stands where plain values are
/// asked for. Throws BadInput as `complete` does.
Subject planned(std::string name, const Scenario& said, const Catalog& catalog, const SearchOptions& options = {});

/// Looks for the nodes at every certainty, where a training was planned.
void find_certain_nodes(Subject& subject, const Catalog& catalog, const SearchOptions& options = {});
/// Plans the sizes around that of a training, those at every certainty among them where they were looked for: what
/// charts of sizes are made of.
void find_sizes(Subject& subject, const Catalog& catalog, const SearchOptions& options = {});

/// What is planned for the offload experiment of a scenario. Throws BadInput as `complete` does.
OffloadPlan plan_offload(const Scenario& said, const Catalog& catalog, const SearchOptions& options = {});

/// The subject of the offload experiment: on the target that the scenario says, else on the first that holds it where
/// the planner chooses, else as it stands. Throws BadInput as `complete` does.
Subject offload_subject(Subject subject, const Catalog& catalog, const SearchOptions& options = {});

/// Whether the planner found no layout.
bool is_unplanned(const Subject& subject);

/// The completed case of a subject: what was chosen says so as its origin. Throws BadInput as `complete` does.
Case case_of(const Subject& subject, const Catalog& catalog);

}  // namespace llmsize
