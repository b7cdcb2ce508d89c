// SPDX-License-Identifier: Apache-2.0
// What has to be said about records: slow nodes, points that do not count, what was left out.
#pragma once

#include "core/validation/calibration.hpp"
#include "core/view/remedies.hpp"

namespace llmsize {

/// That the records are plainly of another machine than the scenario's; empty words where they may be of it.
struct OtherMachine {
  std::string label{};  ///< "Different system", or "Possibly a different system" where only numbers show it
  std::string why{};    ///< one sentence
};
OtherMachine other_machine(const Comparison& all);

/// What a probe measures: "local write" of "nvme.write", "CPU memory" of "dram".
std::string probe_label(const std::string& probe);

namespace calibration_told {

inline constexpr auto machine =
    told_finding<"calibration.machine">({.severity = Severity::warning, .sentence = "Different hardware: {}"});
inline constexpr auto straggler = told_finding<"calibration.straggler">(
    {.severity = Severity::warning,
     .sentence = "{} is slow: {}. It slows down every job that uses it.",
     .brief = "slow node"});
inline constexpr auto said = told_finding<"calibration.said">(
    {.severity = Severity::warning, .sentence = "{} is set: the scenario uses {} instead of the measured {}."});
inline constexpr auto left_out = told_finding<"calibration.points">(
    {.severity = Severity::warning, .sentence = "{}: {} of {}: {}. llmsize ignores them."});
inline constexpr auto flagged =
    told_finding<"calibration.points">({.severity = Severity::info, .sentence = "{}: {} of {}: {}."});
inline constexpr auto truncated = told_finding<"calibration.truncated">(
    {.severity = Severity::warning, .sentence = "Incomplete measurement: the record{} of {} end{} early."});
inline constexpr auto missing =
    told_finding<"calibration.missing">({.severity = Severity::info, .sentence = "Not measured on {}: {}"});
inline constexpr auto note =
    told_finding<"calibration.note">({.severity = Severity::info, .sentence = "Measured, not used: {}"});
inline constexpr auto defaults =
    told_finding<"calibration.default">({.severity = Severity::info, .sentence = "Uses the default: {}."});

}  // namespace calibration_told

/// Most severe first. A node is left out by a change of `leave_out_key`.
Findings calibration_findings(const Comparison& all, const std::vector<NodeReading>& nodes);

}  // namespace llmsize
