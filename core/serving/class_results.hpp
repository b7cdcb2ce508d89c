// SPDX-License-Identifier: Apache-2.0
// Several traffic classes on the same replicas: how many there are, and how many miss an SLO of theirs.
#pragma once

#include "core/serving/findings.hpp"

namespace llmsize::traffic {

inline constexpr auto classes = formula<"traffic.classes", Count>(
    {.symbol = "n_k",
     .title = "Traffic classes",
     .why = "Classes of traffic on the same replicas.",
     .source = "derived: the traffic class",
     .whole = true},
    [](const auto& x) { return x.told(larger(1.0, static_cast<Count>(x.classes().size()))); });

inline constexpr auto classes_missed = formula<"traffic.classes_missed", Count>(
    {.symbol = "n_k,SLO",
     .title = "Traffic classes that miss an SLO",
     .why = "Classes of which fewer requests than the SLO percentile, or than the attainment goal, are within the SLOs "
            "of the class.",
     .source = "derived: lengths and SLOs of each class in the queue of all requests",
     .whole = true},
    [](const auto& x) {
      return where(
          serving::has_rate(x),
          [&] {
            return serving::sum_of_classes(x, [&](const auto& each) {
              return less(serving::kept(serving::left_to(each, serving::step_batch(x), x)), 0.0);
            });
          },
          serving::rate(x) / serving::rate(x));  // of no rate none
    });

inline constexpr auto class_formulas = std::tie(classes, classes_missed);

inline constexpr auto class_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "Traffic classes that miss an SLO: {traffic.classes_missed} of {traffic.classes}.",
     .remedy = "Add replicas or prefill workers, or serve such a class on replicas of its own.",
     .brief = "SLO of a traffic class missed",
     .check = "SLOs of each traffic class"},
    [](const auto& x) {
      auto all = x.told(Count(1.0));
      if (x.classes().empty()) return all;
      return decltype(all)(where(
          serving::has_rate(x), [&] { return serving::kept(serving::all_left(serving::step_batch(x), x)); },
          of<Count>(absent)));
    });
inline constexpr auto class_findings = std::tie(class_missed);

}  // namespace llmsize::traffic
