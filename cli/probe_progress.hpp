// SPDX-License-Identifier: Apache-2.0
// How far a probe is, on standard error: a bar for people, JSON lines for programs.
#pragma once

#include "core/probe/run.hpp"

#include <chrono>
#include <string>

namespace llmsize::cli {

class ProbeProgress {
 public:
  enum class Form { none, bar, json };
  /// "auto" is a bar on a terminal. Throws BadInput: usage.
  static Form form_of(const std::string& word);

  /// Says first how long it takes and what it writes.
  ProbeProgress(Form form, const ProbePlan& plan);
  ProbeWatch watch();
  /// Takes the bar away, or says how it ended.
  void end(bool truncated);

 private:
  void started(std::size_t step);
  void told(std::size_t step, double share);
  void draw(std::size_t step, double done) const;
  double seconds_so_far() const;

  Form form_;
  const ProbePlan& plan_;
  double total_, before_ = 0;  ///< planned seconds: in all, of the steps that are done
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), last_{};
};

}  // namespace llmsize::cli
