// SPDX-License-Identifier: Apache-2.0
// What a deadline and wanted tokens per second ask of a plan on given nodes.
#pragma once

#include "core/planning/goals.hpp"

namespace llmsize {

/// A result of a case; absent where it is not known.
double result_in(const Case& plan, ResultKey id);

/// A bound on the slowest pace with which a run takes so much calendar time, whatever the layout and the certainty:
/// seconds for each sequence.
double slowest_within(const Case& plan, double time);

/// A bound on the slowest pace that still meets the deadline and the wanted tokens per second: seconds for each
/// sequence.
double slowest_pace(const Case& plan);

/// The median of the calendar time that a layout may have at most to meet the deadline as surely as is asked, seconds:
/// as much below the deadline as that of a plan is below its certain time.
double median_within(const LayoutPlan& plan, double deadline, const Catalog& catalog);

/// Whether interruptions are known to lengthen the calendar, more with some layouts than with others.
bool loses_time(const Scenario& scenario, const Catalog& catalog);

/// Whether a plan is as early and as fast as is asked.
bool meets_goal(const LayoutPlan& plan, const Catalog& catalog);

}  // namespace llmsize
