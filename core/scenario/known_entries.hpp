// SPDX-License-Identifier: Apache-2.0
// What is known of a catalog, with its keys looked up once.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/formula/id.hpp"
#include "core/inputs/choice.hpp"

#include <map>

namespace llmsize {

/// Entries of a catalog as they are asked for, and its assumptions. For one thread.
class KnownEntries {
 public:
  struct KnownFact {
    const Fact* fact;
    std::optional<InputKey> input;  ///< nothing where it is a word
  };
  struct KnownEntry {
    const Entry* entry;
    std::vector<KnownFact> facts;
  };
  struct KnownAssumption {
    const Assumption* assumption;
    const Choice* when;  ///< made only where this choice has its word; nullptr: always
    InputKey input;
    std::vector<InputKey> times;
  };

  /// The catalog must outlive it.
  explicit KnownEntries(const Catalog& catalog);

  /// Throws BadInput as `Catalog::entry` does.
  const KnownEntry& entry(std::string_view kind, std::string_view id);
  const std::vector<KnownAssumption>& assumptions() const { return assumptions_; }
  /// Whether an entry of software trains models.
  bool trains(std::string_view stack);
  const Catalog& catalog() const { return catalog_; }

 private:
  const Catalog& catalog_;
  std::map<std::string_view, std::map<std::string, KnownEntry, std::less<>>> entries_{};  ///< by kind and id
  std::vector<KnownAssumption> assumptions_{};
  std::vector<std::string_view> training_stacks_{};
};

}  // namespace llmsize
