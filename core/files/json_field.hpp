// SPDX-License-Identifier: Apache-2.0
// Members of a JSON document that a tool wrote, by the kind that they have to be of.
#pragma once

#include "core/files/document.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// The number that a text begins with, or nothing: "1.25", "1.25us".
std::optional<double> number_of(std::string_view text);

/// A value of a JSON document and its place, for messages: "nccl.json: config.devices[0].name". What is missing or null
/// was not stated; what is there and of another kind than asked for is refused: BadInput, data.
class JsonField {
 public:
  /// A whole document.
  JsonField(const Json& json, std::string source) : json_(&json), place_(std::move(source)) {}

  bool has(const char* key) const;
  JsonField object(const char* key) const;  ///< empty where it was not stated
  std::vector<JsonField> list(const char* key) const;
  std::vector<JsonField> items() const;  ///< of a list
  std::string text(const char* key) const;
  std::string text() const;
  std::optional<double> number(const char* key) const;
  /// A number that has to be there.
  double needed(const char* key) const;
  /// A number that may stand as a text, "8", or as a switch, "true".
  std::optional<double> printed_number(const char* key) const;

  const Json& json() const { return *json_; }
  bool is_object() const { return json_->is_object(); }
  [[noreturn]] void refuse(std::string_view expectation) const;
  /// Refuses a member.
  [[noreturn]] void refuse(const char* key, std::string_view expectation) const;

 private:
  /// What stands there, or nullptr where nothing does.
  const Json* find(const char* key) const;
  JsonField member(const char* key) const;
  JsonField at(const std::string& step, const Json* json) const;

  const Json* json_;
  std::string place_;
  bool member_ = false;
};

}  // namespace llmsize
