// SPDX-License-Identifier: Apache-2.0
// What a plan found wrong: a goal that is missed, nothing that fits, what was assumed.
#pragma once

#include "core/answer/answer.hpp"
#include "core/memory/roomier.hpp"
#include "core/planning/goals.hpp"

namespace llmsize {

namespace planning {

inline constexpr auto untimed = told_finding<"planning.untimed">(
    {.severity = Severity::info,
     .sentence = "The time of a step is not known{}.",
     .brief = "time not known",
     .undecided = true});
inline constexpr auto unchecked = told_finding<"planning.unchecked">(
    {.severity = Severity::warning, .sentence = "A limit of memory is not known and was not checked."});
inline constexpr Try deadline_tries[] = {
    {"Allow {}", "goal.deadline", Try::How::reached, {}, NumberId("training.calendar_time")}};
inline constexpr auto no_room = told_finding<"memory.gpu_overflow">(
    {.severity = Severity::error, .sentence = "No layout fits on the nodes that {} of {} leaves.{}"});
inline constexpr auto missed = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "No number of nodes that was tried {}; the nearest is {}{}.{}",
     .brief = "goal missed",
     .tries = deadline_tries});
inline constexpr auto missed_by_batch = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "No number of nodes that was tried {}; the nearest is {}{}.",
     .remedy = "A later deadline, fewer tokens or a larger global batch would be reached.",
     .brief = "goal missed",
     .tries = deadline_tries});
inline constexpr auto nothing_divides = told_finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "No layout divides model, batch and GPUs; {}.",
     .brief = "model cannot be split"});
inline constexpr Try room_tries[] = {memory::to_cpu, memory::to_nvme, memory::to_shared};
inline constexpr auto nothing_fits = told_finding<"memory.gpu_overflow">(
    {.severity = Severity::error,
     .sentence = "No layout fits into the memory of these GPUs; {}.",
     .brief = "GPU memory full",
     .tries = room_tries});
inline constexpr auto assumed_batch =
    told_finding<"input.assumed">({.severity = Severity::info, .sentence = "{} {} is {}."});

}  // namespace planning

/// Findings of the plan itself, the answer being that of its best layout.
std::vector<FoundFinding> plan_findings(const LayoutPlan& plan, const Answer& answer);

}  // namespace llmsize
