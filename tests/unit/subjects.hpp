// SPDX-License-Identifier: Apache-2.0
// Subjects for tests of pages: the worked example as it was planned, and scenarios with a given layout.
#pragma once

#include "tests/unit/cases.hpp"

#include "core/pages/pages.hpp"
#include "core/quantity/print.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

namespace llmsize::test {

/// The worked example: GPT-3 in 30 days.
inline const Said gpt3{{"model", "gpt3-175b"},   {"cluster.system", "dgx-h100"}, {"workload.tokens", "300B"},
                       {"goal.deadline", "30d"}, {"storage.id", "ddn-ai400x2"},  {"workload.global_batch", "1536"}};
/// BLOOM on one node, its weights on shared storage.
inline const Said bloom{{"model", "bloom-176b"},       {"cluster.system", "dgx-a100-320"},
                        {"cluster.nodes", "1"},        {"layout.zero", "3"},
                        {"storage.id", "ddn-ai400x2"}, {"workload.mode", "infer"},
                        {"workload.sequence", "32"},   {"serving.batch", "16"},
                        {"memory.offload", "shared"}};

inline Subject given_subject(const Said& said) { return {"given", scenario_of(said), scenario_of(said)}; }

/// What the planner makes of the worked example: GPT-3 in 30 days.
inline const Subject& planned() {
  static const Subject subject = [] {
    Subject made{"GPT-3", scenario_of(gpt3), scenario_of(gpt3)};
    TrainingPlan plan{std::make_shared<const LayoutPlan>(plan_layout(made.said, built_in()))};
    made.scenario = plan.layouts->with(plan.layouts->search.best.front());
    made.chosen = std::move(plan);
    find_sizes(made, built_in());
    return made;
  }();
  return subject;
}

/// The worked example with something said otherwise after planning.
inline Subject planned_with(const Said& changes) {
  Subject subject = planned();
  for (const auto& [key, text] : changes) subject.said.set(key, text, {key}), subject.scenario.set(key, text, {key});
  return subject;
}

inline Page shown_page(std::string_view id, const Subject& subject) { return page_of(id, {subject}, built_in()); }

inline const Chart& chart_of(const Page& page, std::string_view id) {
  for (const Chart& chart : page.charts)
    if (chart.id == id) return chart;
  throw std::out_of_range(std::string(id));
}

inline bool speaks_of(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace llmsize::test
