// SPDX-License-Identifier: Apache-2.0
#include "core/files/json_field.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

namespace llmsize {
namespace {

const Json nothing_stated = nullptr;

/// Numbers that were not measured: nccl-tests and nvbandwidth print so in their place.
bool is_blank(const Json& json) { return json.is_null() || json == "N/A"; }

}  // namespace

std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || !std::isfinite(value)) return {};
  return value;
}

void JsonField::refuse(std::string_view expectation) const {
  refuse_contents(place_, fmt::format("expected {}", expectation));
}

void JsonField::refuse(const char* key, std::string_view expectation) const { member(key).refuse(expectation); }

const Json* JsonField::find(const char* key) const {
  if (json_->is_null()) return nullptr;
  if (!json_->is_object()) refuse("an object");
  const auto found = json_->find(key);
  return found == json_->end() || found->is_null() ? nullptr : &*found;
}

JsonField JsonField::at(const std::string& step, const Json* json) const {
  const char* join = !member_ ? ": " : step.starts_with('[') ? "" : ".";
  JsonField inner(json ? *json : nothing_stated, fmt::format("{}{}{}", place_, join, step));
  inner.member_ = true;
  return inner;
}

JsonField JsonField::member(const char* key) const { return at(key, find(key)); }

bool JsonField::has(const char* key) const { return find(key) != nullptr; }

JsonField JsonField::object(const char* key) const {
  JsonField inner = member(key);
  if (!inner.json_->is_null() && !inner.json_->is_object()) inner.refuse("an object");
  return inner;
}

std::vector<JsonField> JsonField::list(const char* key) const { return member(key).items(); }

std::vector<JsonField> JsonField::items() const {
  if (json_->is_null()) return {};
  constexpr std::size_t most = 1'000'000;
  if (!json_->is_array()) refuse("a list");
  if (json_->size() > most) refuse(fmt::format("a list of at most {} items", most));
  std::vector<JsonField> all;
  all.reserve(json_->size());
  for (const Json& item : *json_) all.push_back(at(fmt::format("[{}]", all.size()), &item));
  return all;
}

std::string JsonField::text(const char* key) const {
  const JsonField inner = member(key);
  return inner.json_->is_null() ? std::string{} : inner.text();
}

std::string JsonField::text() const {
  // Longer ones would be copied into every result.
  constexpr std::size_t longest = 1000;
  if (!json_->is_string()) refuse("a text");
  const auto& text = json_->get_ref<const std::string&>();
  if (text.size() > longest) refuse(fmt::format("a text of at most {} bytes", longest));
  return text;
}

std::optional<double> JsonField::number(const char* key) const {
  const JsonField inner = member(key);
  if (is_blank(*inner.json_)) return {};
  if (!inner.json_->is_number()) inner.refuse("a number");
  return inner.json_->get<double>();
}

double JsonField::needed(const char* key) const {
  const std::optional<double> value = number(key);
  if (!value) refuse(key, "a number");
  return *value;
}

std::optional<double> JsonField::printed_number(const char* key) const {
  const JsonField inner = member(key);
  if (inner.json_->is_boolean()) return inner.json_->get<bool>() ? 1 : 0;
  if (!inner.json_->is_string()) return number(key);
  const std::string text = inner.text();
  if (text.empty() || text == "N/A") return {};
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  const auto value = number_of(text);
  if (!value) inner.refuse("a number");
  return value;
}

}  // namespace llmsize
