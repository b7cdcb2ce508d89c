// SPDX-License-Identifier: Apache-2.0
// A scenario: what the user said, and nothing else. Read from and written to *.llmsize files.
#pragma once

#include "core/files/document.hpp"
#include "core/formula/id.hpp"
#include "core/inputs/value.hpp"

#include <map>
#include <string>
#include <string_view>

namespace llmsize {

class Scenario {
 public:
  /// What was said for a key, and by whom.
  struct Said {
    Value value;
    std::string text;   ///< as written: "300B"
    std::string giver;  ///< "--tokens", "plan.llmsize: workload.tokens"
  };

  /// Sets a key, or what a word in place of its number stands for (`spoken`), replacing what was said before. Throws
  /// BadInput as `value_of` does, and for amounts of money in two currencies.
  void set(ScenarioKey key, std::string_view text, const Giver& giver);
  void set(ScenarioKey key, const Value& value, const std::string& text, const std::string& giver);
  /// Forgets a key.
  void unset(ScenarioKey key);

  /// What was said, or nullptr.
  const Said* find(ScenarioKey key) const;
  const std::map<std::string, Said, std::less<>>& all() const { return said_; }

 private:
  void refuse_second_currency(std::string_view key, const std::string& text, const std::string& giver) const;

  std::map<std::string, Said, std::less<>> said_;
};

/// A word as a shell reads it: in quotes where it needs them.
std::string in_shell(const std::string& word);

/// The scenario as command-line options: "--model gpt3-175b --tokens 300B".
std::string as_options(const Scenario& scenario);
/// The scenario of such options, parted by blanks, without quotes; `place` names them in errors and may be empty.
/// Throws BadInput: data.
Scenario from_options(std::string_view options, const std::string& place = {});

/// Version of the scenario file format.
inline constexpr int scenario_version = 1;

/// A scenario from the text of a *.llmsize file; `source` names it in errors. Throws BadInput: data.
Scenario read_scenario(std::string_view text, const std::string& source);

/// A *.llmsize file: only what was said, grouped, in the order of the inputs.
Json write_scenario(const Scenario& scenario);

}  // namespace llmsize
