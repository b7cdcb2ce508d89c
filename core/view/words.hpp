// SPDX-License-Identifier: Apache-2.0
// The words of pages: numbers apart from their units, ranges, what is missing.
#pragma once

#include "core/document/page.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/scenario/case.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

class Around;

/// How model work counts the scores of attention: "full attention counted", "half of the attention counted".
std::string attention_counted(const Around& around);

/// "7,649 tok/s"; "– tok/s" where absent.
std::string tokens_text(double rate);

/// A time beside a longer one, in the unit of that: "1.1 days" beside 30 days, not "25.6 h".
std::string time_beside(double seconds, double whole);
/// The same with its sign: "+2.5 days", "−8.5 days".
std::string signed_time(double seconds, double whole);

/// The same in the unit of the longer time however short it is, for numbers that stand one below the other: "−0.01
/// days".
std::string signed_time_in(double seconds, double whole);

/// A factor in three digits: "1.5", "167,000".
std::string factor_text(double factor);

/// "1 node", "28 nodes".
std::string counted_text(double number, std::string_view thing);

/// "a model, a system and training tokens".
std::string listed(const std::vector<std::string>& names);

/// What keys that are missing stand for, in words: "a model, a system and training tokens". Of a known accelerator the
/// peak FLOP/s is missing at some precisions.
std::string named(const std::vector<std::string_view>& keys, bool has_accelerator = false);
/// The same, each on its own: "a model", "a system".
std::vector<std::string> names_of(const std::vector<std::string_view>& keys, bool has_accelerator = false);

/// What prices are in a sum, and what is not: "at your prices; not included: network (no --network-price)".
std::string price_note(const Around& around);

/// What is used of what is there: "71.3 of 79.6 GiB".
std::string used_text(double used, double there, Unit unit);

/// "; … and 12 more" where not all are shown.
std::string more_text(std::size_t shown, std::size_t all);

/// "Add a model and a system to the inputs."
std::string missing_sentence(const std::string& needs);

std::string lower_first(std::string text);
std::string upper_first(std::string text);

/// A figure of a result or input; what is missing takes the place of the qualifier.
Figure figure(const Around& around, std::string label, NumberId name, std::string qualifier = {});

/// IT power with the facility power beside it.
Figure it_power_figure(const Around& around);

/// A figure whose value is not known, and why in a few words.
Figure unknown_figure(std::string label, std::string why);

/// A figure in words.
Figure worded(std::string label, std::string value, std::string qualifier, Source source = {});

/// The figures that are known in one line: "Step time 16.7 s · MFU 54%".
std::string summary_of(const std::vector<Figure>& figures);

/// P10 and P90 of a result in words, or `otherwise` where it has no range.
std::string range_of(const Around& around, ResultKey id, std::string otherwise = {});

/// Leaves out charts that would only repeat why another is empty.
void say_once(std::vector<Chart>& charts);

/// A duration: "28.9 days".
inline std::string time_text(double seconds) { return pretty(seconds, Unit::seconds); }

/// What is computed again, by numbers where they say more than the word of the choice: "none", "full",
/// "full, 50% of layers", "selective and modules".
std::string recompute_word(const Case& plan);

}  // namespace llmsize
