// SPDX-License-Identifier: Apache-2.0
// Members of the JSON that a tool wrote, by the kind that they have to be of.
#include "core/probe/importers/reading.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

namespace llmsize::importing {
namespace {

const Json nothing_told = nullptr;

/// Numbers that were not measured: nccl-tests and nvbandwidth print so in their place.
bool is_blank(const Json& json) { return json.is_null() || json == "N/A"; }

}  // namespace

void Told::refuse(std::string_view expectation) const {
  refuse_contents(place_, fmt::format("expected {}", expectation));
}

const Json* Told::find(const char* key) const {
  if (json_->is_null()) return nullptr;
  if (!json_->is_object()) refuse("an object");
  const auto found = json_->find(key);
  return found == json_->end() || found->is_null() ? nullptr : &*found;
}

Told Told::at(const std::string& name, const Json* json) const {
  Told member(json ? *json : nothing_told, fmt::format("{}{}{}", place_, member_ ? "." : ": ", name));
  member.member_ = true;
  return member;
}

bool Told::has(const char* key) const { return find(key) != nullptr; }

Told Told::object(const char* key) const {
  Told member = at(key, find(key));
  if (!member.json_->is_null() && !member.json_->is_object()) member.refuse("an object");
  return member;
}

std::vector<Told> Told::list(const char* key) const { return at(key, find(key)).items(); }

std::vector<Told> Told::items() const {
  if (json_->is_null()) return {};
  constexpr std::size_t most = 1'000'000;
  if (!json_->is_array()) refuse("a list");
  if (json_->size() > most) refuse(fmt::format("a list of at most {} items", most));
  std::vector<Told> all;
  all.reserve(json_->size());
  for (const Json& item : *json_) all.push_back(at(fmt::format("{}", all.size()), &item));
  return all;
}

std::string Told::text(const char* key) const {
  const Told member = at(key, find(key));
  return member.json_->is_null() ? std::string{} : member.text();
}

std::string Told::text() const {
  // Longer ones would be copied into every result.
  constexpr std::size_t longest = 1000;
  if (!json_->is_string()) refuse("a text");
  const auto& text = json_->get_ref<const std::string&>();
  if (text.size() > longest) refuse(fmt::format("a text of at most {} bytes", longest));
  return text;
}

std::optional<double> Told::number(const char* key) const {
  const Told member = at(key, find(key));
  if (is_blank(*member.json_)) return {};
  if (!member.json_->is_number()) member.refuse("a number");
  return member.json_->get<double>();
}

std::optional<double> Told::printed_number(const char* key) const {
  const Told member = at(key, find(key));
  if (member.json_->is_boolean()) return member.json_->get<bool>() ? 1 : 0;
  if (!member.json_->is_string()) return number(key);
  const std::string text = member.text();
  if (text.empty() || text == "N/A") return {};
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  const auto value = number_of(text);
  if (!value) member.refuse("a number");
  return value;
}

}  // namespace llmsize::importing
