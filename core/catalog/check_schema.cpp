// SPDX-License-Identifier: Apache-2.0
// Checks documents against schemas with valijson: a source file of its own, because that takes long to compile.
#include "core/catalog/schema.hpp"

#include <fmt/format.h>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <algorithm>

namespace llmsize {
namespace {

using PlainJson = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// "accelerator.memory_label" of "<root>", "[accelerator]", "[memory_label]".
std::string place(const std::vector<std::string>& context) {
  std::string text;
  for (std::size_t i = 1; i < context.size(); ++i) {
    const std::string& part = context[i];
    text += (text.empty() ? "" : ".") + (part.size() > 2 && part.front() == '[' ? part.substr(1, part.size() - 2) : part);
  }
  return text;
}

}  // namespace

void check_schema(std::string_view kind, const Json& document, const std::string& source) {
  const PlainJson plain_schema = PlainJson::parse(schema(kind).dump()), plain = PlainJson::parse(document.dump());
  valijson::Schema parsed;
  valijson::SchemaParser().populateSchema(Adapter(plain_schema), parsed);
  valijson::ValidationResults results;
  if (valijson::Validator().validate(parsed, Adapter(plain), &results)) return;
  // The error that lies deepest in the document says most.
  valijson::ValidationResults::Error error, deepest;
  while (results.popError(error))
    if (error.context.size() > deepest.context.size()) deepest = error;
  const std::string where = place(deepest.context);
  throw BadInput(
      BadInput::Kind::data,
      fmt::format("{}: {}{}{} (llmsize catalog --schema {})", source, where, where.empty() ? "" : ": ", deepest.description, kind));
}

}  // namespace llmsize
