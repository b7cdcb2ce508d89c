// SPDX-License-Identifier: Apache-2.0
// Reads the files of model types.
#include "core/catalog/hugging_face/model_type.hpp"

#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/value.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::string_view members[] = {"id",   "name",    "source",   "confidence", "like",   "config",   "model",
                                        "when", "refused", "left_out", "notes",      "layers", "uncounted"};

[[noreturn]] void refuse(std::string_view id, std::string_view reason, const std::string& hint = {}) {
  throw BadInput(BadInput::Kind::data, fmt::format("model type {}: {}", in_quotes(id), reason), hint);
}

void take(std::string& text, const Json& json, const char* member, std::string_view id) {
  if (!json.contains(member)) return;
  if (!json.at(member).is_string()) refuse(id, fmt::format("'{}' is not a string", member));
  text = json.at(member).get<std::string>();
}

void take(Json& object, const Json& json, const char* member, std::string_view id) {
  if (!json.contains(member)) return;
  if (!json.at(member).is_object()) refuse(id, fmt::format("'{}' is not an object", member));
  object.update(json.at(member));
}

void take(std::vector<std::string>& texts, const Json& json, const char* member, std::string_view id) {
  if (!json.contains(member)) return;
  if (!json.at(member).is_array()) refuse(id, fmt::format("'{}' is not a list", member));
  texts.reserve(json.at(member).size());
  for (const Json& text : json.at(member)) {
    if (!text.is_string()) refuse(id, fmt::format("'{}' is not a list of strings", member));
    texts.push_back(text.get<std::string>());
  }
}

/// A field, or a number that fits one.
bool is_operand(std::string_view word) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::size_t most_digits = 9;
  if (word.empty()) return false;
  if (digits.find(word[0]) == std::string_view::npos) return true;
  return word.size() <= most_digits && word.find_first_not_of(digits) == std::string_view::npos;
}

/// What `Config::calculated` can calculate: an operand, or two of them joined by + - * or /.
bool is_formula(std::string_view text) {
  const auto space = text.find(' ');
  if (space == std::string_view::npos) return is_operand(text);
  const std::string_view rest = text.substr(space);
  const bool joined =
      rest.starts_with(" + ") || rest.starts_with(" - ") || rest.starts_with(" * ") || rest.starts_with(" / ");
  return joined && is_operand(text.substr(0, space)) && is_operand(rest.substr(3)) &&
         rest.find(' ', 3) == std::string_view::npos;
}

/// Throws unless an object tells inputs of a model, each by what can be read later.
void require_inputs(const Json& inputs, std::string_view member, std::string_view id) {
  if (!inputs.is_object()) refuse(id, fmt::format("'{}': expected an object of inputs", member));
  for (const auto& [input, value] : inputs.items()) {
    const std::string key = "model." + input;
    require_key(key, {fmt::format("model type {}: '{}'", in_quotes(id), member), BadInput::Kind::data});
    if (!value.is_string()) {
      if (!value.is_number() && !value.is_boolean())
        refuse(id, fmt::format("{}: expected a number, true, false or a string", key));
    } else if (find_input(key) && !is_formula(value.get_ref<const std::string&>())) {
      refuse(
          id, fmt::format(
                  "{}: {} is neither a field nor a number nor two of them joined by + - * or /", key,
                  in_quotes(value.get_ref<const std::string&>())));
    }
  }
}

/// Throws unless every case of every field tells inputs.
void require_cases(const Json& when, std::string_view id) {
  for (const auto& [field, cases] : when.items()) {
    if (!cases.is_object()) refuse(id, fmt::format("'when': {}: expected an object of cases", in_quotes(field)));
    for (const auto& [word, inputs] : cases.items()) require_inputs(inputs, "when", id);
  }
}

/// Throws unless every word of every field names inputs that count layers.
void require_words(const Json& layers, std::string_view id) {
  for (const auto& [field, words] : layers.items()) {
    if (!words.is_object()) refuse(id, fmt::format("'layers': {}: expected an object of words", in_quotes(field)));
    for (const auto& [word, inputs] : words.items()) {
      if (!inputs.is_array()) refuse(id, fmt::format("'layers': {}: expected a list of inputs", in_quotes(word)));
      for (const Json& input : inputs)
        if (!input.is_string() || !find_input("model." + input.get<std::string>()))
          refuse(id, fmt::format("'layers': {}: unknown input {}", in_quotes(word), in_quotes(input.dump())));
    }
  }
}

std::optional<ModelType> read(const Catalog& catalog, std::string_view id, int depth) {
  const std::optional<Json> json = catalog.document("model-types", id);
  if (!json) return {};
  if (!json->is_object()) refuse(id, "expected an object");
  for (const auto& [member, value] : json->items())
    if (std::find(std::begin(members), std::end(members), member) == std::end(members))
      refuse(
          id, fmt::format("unknown member {}", in_quotes(member)),
          did_you_mean(member, {std::begin(members), std::end(members)}));
  ModelType type;
  if (std::string like; take(like, *json, "like", id), !like.empty()) {
    const auto base = depth < 8 ? read(catalog, like, depth + 1) : std::nullopt;
    if (!base) refuse(id, fmt::format("unknown model type {} in 'like'", in_quotes(like)));
    type = *base;
  }
  type.id = id;
  take(type.name, *json, "name", id);
  take(type.source, *json, "source", id);
  take(type.confidence, *json, "confidence", id);
  take(type.config, *json, "config", id);
  take(type.model, *json, "model", id);
  take(type.when, *json, "when", id);
  take(type.refused, *json, "refused", id);
  take(type.left_out, *json, "left_out", id);
  take(type.notes, *json, "notes", id);
  take(type.layers, *json, "layers", id);
  take(type.uncounted, *json, "uncounted", id);
  require_inputs(type.model, "model", id);
  require_cases(type.when, id);
  require_words(type.layers, id);
  if (type.source.empty()) refuse(id, "'source' is missing");
  return type;
}

}  // namespace

std::optional<ModelType> find_model_type(const Catalog& catalog, std::string_view id) { return read(catalog, id, 0); }

}  // namespace llmsize
