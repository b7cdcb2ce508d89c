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
     .sentence = "Step time is not known{}.",
     .brief = "step time not known",
     .undecided = true});
inline constexpr auto unchecked = told_finding<"planning.unchecked">(
    {.severity = Severity::warning, .sentence = "A memory limit is not known and was not checked."});
inline constexpr Try deadline_tries[] = {
    {"Set the deadline to {}", "goal.deadline", Try::How::reached, {}, NumberId("training.calendar_time")}};
inline constexpr auto no_room = told_finding<"memory.gpu_overflow">(
    {.severity = Severity::error, .sentence = "The {} limit of {} leaves too few nodes for any layout.{}"});
inline constexpr auto missed = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "No tested number of nodes {}; the closest is {}{}.{}",
     .brief = "goal missed",
     .tries = deadline_tries});
inline constexpr auto missed_by_batch = told_finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "No tested number of nodes {}; the closest is {}{}.",
     .remedy = "Extend the deadline, train on fewer tokens or raise the global batch size (--deadline, --tokens, "
               "--global-batch).",
     .brief = "goal missed",
     .tries = deadline_tries});
inline constexpr auto nothing_divides = told_finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "No layout divides model, batch and GPUs evenly. {}.",
     .brief = "model not divisible"});
inline constexpr Try room_tries[] = {memory::to_cpu, memory::to_nvme, memory::to_shared};
inline constexpr auto nothing_fits = told_finding<"memory.gpu_overflow">(
    {.severity = Severity::error,
     .sentence = "No layout fits in GPU memory. {}.",
     .brief = "GPU memory exceeded",
     .tries = room_tries});
inline constexpr auto assumed_batch =
    told_finding<"input.assumed">({.severity = Severity::info, .sentence = "{} {} is {}."});

}  // namespace planning

/// Findings of the plan itself, the answer being that of its best layout.
std::vector<FoundFinding> plan_findings(const LayoutPlan& plan, const Answer& answer);

}  // namespace llmsize
