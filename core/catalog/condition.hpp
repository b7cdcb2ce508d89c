// SPDX-License-Identifier: Apache-2.0
// Conditions that pick entries of the catalog: "memory_label>=80GB", "vendor=AMD", "slingshot".
#pragma once

#include "core/catalog/catalog.hpp"

#include <string>
#include <string_view>

namespace llmsize {

class Condition {
 public:
  /// A field (its key, or the part after the dot) or word, a comparison (=, <, <=, >, >=) and a value with any unit; or
  /// a text alone. Throws BadInput: usage, when no input has that name or the value is none.
  explicit Condition(std::string_view text);

  /// Whether an entry has the field and its value compares so; a text alone is looked for in id, name and words, in any
  /// case.
  bool holds(const Entry& entry) const;
  /// The field that is compared; empty of a text alone.
  const std::string& field() const { return field_; }
  /// Whether an entry tells the field.
  bool is_told_by(const Entry& entry) const;

 private:
  const Fact* fact_of(const Entry& entry) const;

  std::string field_, comparison_, text_;
};

}  // namespace llmsize
