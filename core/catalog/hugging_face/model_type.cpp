// SPDX-License-Identifier: Apache-2.0
// Reads the files of model types.
#include "core/catalog/hugging_face/model_type.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::string_view members[] = {"id",    "name", "source",  "confidence", "like",  "config",
                                        "model", "when", "refused", "left_out",   "notes", "linear_attention"};

[[noreturn]] void refuse(std::string_view id, std::string_view reason) {
  throw BadInput(BadInput::Kind::data, fmt::format("model type {}: {}", in_quotes(id), reason));
}

void take(std::string& text, const Json& json, const char* member, std::string_view id) {
  if (!json.contains(member)) return;
  if (!json.at(member).is_string()) refuse(id, fmt::format("'{}' is no text", member));
  text = json.at(member).get<std::string>();
}

void take(Json& object, const Json& json, const char* member, std::string_view id) {
  if (!json.contains(member)) return;
  if (!json.at(member).is_object()) refuse(id, fmt::format("'{}' is no object", member));
  object.update(json.at(member));
}

std::optional<ModelType> read(const Catalog& catalog, std::string_view id, int depth) {
  const std::optional<Json> json = catalog.document("model-types", id);
  if (!json) return {};
  if (!json->is_object()) refuse(id, "an object is expected");
  for (const auto& [member, value] : json->items())
    if (std::find(std::begin(members), std::end(members), member) == std::end(members))
      refuse(
          id, fmt::format(
                  "there is no member {}{}", in_quotes(member),
                  did_you_mean(member, {std::begin(members), std::end(members)})));
  ModelType type;
  if (std::string like; take(like, *json, "like", id), !like.empty()) {
    const auto base = depth < 8 ? read(catalog, like, depth + 1) : std::nullopt;
    if (!base) refuse(id, fmt::format("it is like {}, which there is not", in_quotes(like)));
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
  type.linear_attention = json->value("linear_attention", type.linear_attention);
  if (type.source.empty()) refuse(id, "it has no source");
  return type;
}

}  // namespace

std::optional<ModelType> find_model_type(const Catalog& catalog, std::string_view id) { return read(catalog, id, 0); }

}  // namespace llmsize
