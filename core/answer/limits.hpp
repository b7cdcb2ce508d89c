// SPDX-License-Identifier: Apache-2.0
// Limits that somebody states: whether they can be judged, and whether they are kept as surely as is asked.
#pragma once

#include "core/answer/findings.hpp"

namespace llmsize {

inline constexpr auto unjudged_limit = told_finding<"goal.unjudged">(
    {.severity = Severity::info,
     .sentence = "{} cannot be judged: it needs {}.",
     .brief = "cannot be judged",
     .undecided = true});
inline constexpr auto layout_not_planned = told_finding<"planning.untimed">(
    {.severity = Severity::info,
     .sentence = "No layout is planned, as the time of a step with one is not known: it needs {}. The time is that of "
                 "the work at the utilization that is expected; whether a layout fits is not known.",
     .brief = "time not known",
     .undecided = true});
inline constexpr auto late_at_certainty = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Training takes {} at {}; the deadline is {}.",
     .remedy = "More nodes, fewer tokens, a later deadline, or less certainty.",
     .brief = "late"});
inline constexpr auto late_at_p90 = told_finding<"goal.at_risk">(
    {.severity = Severity::warning,
     .sentence = "One training of ten takes longer than {}, {} after the deadline.",
     .remedy = "More nodes make it surer.",
     .brief = "at risk"});
inline constexpr auto rate_at_risk = told_finding<"goal.at_risk">(
    {.severity = Severity::warning,
     .sentence = "{} requests per second keep the limits, but {} at P10; {} are asked for.",
     .remedy = "More nodes make it surer.",
     .brief = "at risk"});

inline constexpr auto rate_missed = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "{} requests per second are served at most; {} are asked for.",
     .remedy = "More nodes, or fewer requests.",
     .brief = "too slow"});
inline constexpr auto no_rate_kept = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "No rate keeps the limits: prefill of a single request takes {}, TPOT is {}.",
     .remedy = "Looser limits, shorter prompts, or more GPUs per replica.",
     .brief = "no rate keeps the limits"});

/// What is to be said of the limits of a case: those that cannot be judged, deadlines that are missed at the certainty
/// that is asked for or at P90, rates that are kept at the median alone.
std::vector<FoundFinding> limit_findings(const Case& plan, const Once& values);

}  // namespace llmsize
