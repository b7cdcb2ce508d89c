// SPDX-License-Identifier: Apache-2.0
// Numbers as sentences and tables write them: shares in percent, ranges, medians with their P10 and P90.
#pragma once

#include "core/quantity/unit.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace llmsize {

/// "28.9" and "days"; a share as "58.3" and "%"; "–" where absent.
std::pair<std::string, std::string> value_and_unit(double value, Unit unit);

/// A number beside its unit: "30.5 days", "58.3%"; the number alone where there is no unit.
std::string with_unit(std::string_view number, std::string_view unit);

/// "27.4–30.5 days".
std::string range_text(double low, double high, Unit unit);

/// A value with its ends: "28.7 days (16.1–51.4)", "20.0 h (11.0 h–1.52 days)"; the value alone where it has none.
/// `ends` is what stands before them: "P10–P90 ".
std::string ranged_text(
    double value, const std::optional<std::pair<double, double>>& range, Unit unit, std::string_view ends = {});

/// A rate that is promised, in three digits: never more than is kept.
std::string promised(double rate);

/// A share in percent: "58%", "0.4%"; "–" where absent.
std::string share_text(double share);

/// A log-normal value and its ends: {"1.58", "P10–P90 0.922–2.71"}, {"0.4%", "P10–P90 0.24–0.60%"}. `spread` is the
/// standard deviation of its logarithm; no ends without one.
struct SpreadText {
  std::string median, ends;
};
SpreadText spread_parts(double median, double spread, Unit unit);

/// The same in one: "1.58 (P10–P90 0.922–2.71)".
std::string spread_text(double median, double spread, Unit unit);

}  // namespace llmsize
