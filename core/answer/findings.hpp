// SPDX-License-Identifier: Apache-2.0
// What does not fit, and to which answers it belongs.
#pragma once

#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"

#include <bitset>
#include <string>
#include <vector>

namespace llmsize {

struct FoundFinding {
  Severity severity;
  FindingId id;
  std::string message;              ///< one sentence with the numbers, and the remedy
  std::vector<std::string> fields;  ///< the keys and ids it speaks of
  std::string sentence{};           ///< the message without the remedy; empty: all of it
  const FindingAbout* about{};      ///< its declaration, with the remedies to try

  const std::string& said() const { return sentence.empty() ? message : sentence; }
};

inline constexpr auto other_accelerator = told_finding<"calibration.other_accelerator">(
    {.severity = Severity::warning,
     .sentence = "The calibration was measured on {}. Its GPU values are not used for {}."});
inline constexpr auto assumed_input =
    told_finding<"input.assumed">({.severity = Severity::info, .sentence = "{} is assumed: {} ({})."});

/// A declared finding with its sentence filled: `{id}` from the case, `{}` in order from `words`.
FoundFinding found(const FindingAbout& about, const Once& values, const std::vector<std::string>& words = {});
/// One whose sentence names no input and no result.
FoundFinding found(const FindingAbout& about, const std::vector<std::string>& words);

/// Whether the margin or the sentence of a rule names a number itself.
bool names(const FindingRow& rule, const Tracing& tracing, NumberId number);

/// What numbers of a case rest on, by the branches that apply to it.
class Behind {
 public:
  void add(const NodePtr& derivation);

  bool holds(InputKey key) const { return inputs_[key.slot()]; }
  bool holds(ResultKey key) const { return results_[key.slot()]; }
  /// Whether a rule speaks of it: of its results where it names some, else of its inputs.
  bool is_subject_of(const FindingRow& rule, const Tracing& tracing) const;

 private:
  std::bitset<input_count> inputs_;
  std::bitset<result_count> results_;
};

/// The broken rules that concern an answer, in the order of the registry. An error concerns every answer: what does not
/// fit is never left out.
std::vector<FoundFinding> broken_rules(const Case& plan, const Tracing& tracing, const Behind& behind);

/// One per assumption that shown numbers rest on, by key.
std::vector<FoundFinding> assumptions(const Case& plan, const Behind& shown);

/// Measured values that were left out since they are of another accelerator.
std::vector<FoundFinding> measured_elsewhere(const Case& plan);

/// Ids of the rules of severity error that are broken.
std::vector<const FindingRow*> broken_errors(const Once& values);

}  // namespace llmsize
