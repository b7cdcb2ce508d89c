// SPDX-License-Identifier: Apache-2.0
// Reads values of inputs from JSON.
#include "core/inputs/read_value.hpp"

#include <fmt/format.h>

namespace llmsize {

Value read_value(std::string_view key, const Json& json, const std::string& source) {
  const Giver giver{fmt::format("{}: {}", source, key), BadInput::Kind::data};
  if (json.is_string()) return value_of(key, json.get_ref<const std::string&>(), giver);
  if (json.is_boolean()) return value_of(key, json.get<bool>() ? "yes" : "no", giver);
  if (json.is_number()) return value_of(key, json.get<double>(), giver);
  throw BadInput(BadInput::Kind::data, fmt::format("{}: expected a number or a text", giver.name));
}

}  // namespace llmsize
