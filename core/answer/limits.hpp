// SPDX-License-Identifier: Apache-2.0
// Limits that the user sets: whether they can be evaluated, and whether they hold at the confidence asked for.
#pragma once

#include "core/answer/findings.hpp"

namespace llmsize {

inline constexpr auto unjudged_limit = told_finding<"goal.unjudged">(
    {.severity = Severity::info,
     .sentence = "{} cannot be evaluated. Missing inputs: {}.",
     .brief = "cannot be evaluated",
     .undecided = true});
inline constexpr auto layout_not_planned = told_finding<"planning.untimed">(
    {.severity = Severity::info,
     .sentence = "No layout is planned, because step time needs {}. The time assumes the expected utilization. Memory "
                 "fit is not checked.",
     .brief = "step time not known",
     .undecided = true});
inline constexpr auto late_at_certainty = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Time to train {} at {} exceeds the deadline of {}.",
     .remedy = "Add nodes, train on fewer tokens, extend the deadline or accept lower confidence (--nodes, --tokens, "
               "--deadline, --certainty).",
     .brief = "late"});
inline constexpr auto late_at_p80 = told_finding<"goal.at_risk">(
    {.severity = Severity::warning,
     .sentence = "The deadline is met with {} probability: P80 time to train is {}, {} late.",
     .remedy = "Add nodes to meet the deadline at P80 (--certainty p80).",
     .brief = "deadline missed at P80"});
inline constexpr auto rate_at_risk = told_finding<"goal.at_risk">(
    {.severity = Severity::warning,
     .sentence = "Goodput is {} req/s, but {} req/s at P10. The target is {} req/s.",
     .remedy = "Add nodes to meet the target at P90 confidence (--nodes).",
     .brief = "target missed at P10"});

inline constexpr auto rate_missed = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Goodput is {} req/s, the target is {} req/s.",
     .remedy = "Add nodes or lower the target rate (--nodes, --target-rate).",
     .brief = "target missed"});
inline constexpr auto no_rate_kept = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "No request rate meets the SLOs: prefill of one request takes {}, TPOT is {} at batch size 1.",
     .remedy = "Relax the SLOs, shorten prompts or use more GPUs per replica (--ttft-limit, --tpot-limit, "
               "--input-tokens, --tp).",
     .brief = "SLO not reachable"});

/// Findings on the limits of a case: limits that cannot be evaluated, deadlines missed at the confidence asked for or
/// at P80, request rates met at P50 only.
std::vector<FoundFinding> limit_findings(const Case& plan, const Once& values);

}  // namespace llmsize
