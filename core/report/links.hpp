// SPDX-License-Identifier: Apache-2.0
// What leads where in a report: numbers to their derivations, values to their sources.
#pragma once

#include "core/report/report.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

class Links {
 public:
  /// Results and inputs that are derived: `headlines` each with what its formula names and is not nothing, `others`
  /// alone.
  Links(const Case& plan, const std::vector<std::string>& headlines, const std::vector<std::string>& others);

  /// In the order of reading, each once.
  const std::vector<Explanation>& derivations() const { return derivations_; }
  /// The anchor of a number's derivation; empty where the report has none of it.
  std::string to(const Source& source) const;
  /// The anchor of a publication or data sheet, which is numbered when it is named first. Empty for none.
  std::string to_source(const std::string& source);
  /// "[3]": how such an anchor is written.
  std::string number_of(const std::string& source);
  /// All that were named, in the order of their numbers.
  const std::vector<std::string>& sources() const { return sources_; }

 private:
  void derive(Explanation explanation);
  std::size_t place_of(const std::string& source);

  std::vector<Explanation> derivations_;
  std::set<std::string, std::less<>> derived_;
  std::vector<std::string> sources_;
};

}  // namespace llmsize
