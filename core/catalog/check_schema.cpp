// SPDX-License-Identifier: Apache-2.0
// Checks documents against schemas with valijson: a source file of its own, because that takes long to compile.
#include "core/catalog/schema.hpp"

#include <fmt/format.h>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <cmath>
#include <map>
#include <mutex>

namespace llmsize {
namespace {

using PlainJson = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// "accelerator.memory_label" of "<root>", "[accelerator]", "[memory_label]".
std::string place(const std::vector<std::string>& context) {
  std::string text;
  for (std::size_t i = 1; i < context.size(); ++i) {
    const std::string& part = context[i];
    text +=
        (text.empty() ? "" : ".") + (part.size() > 2 && part.front() == '[' ? part.substr(1, part.size() - 2) : part);
  }
  return text;
}

/// How much an error says: one that lies deeper in the document says more, and that a kind of value was tried and
/// another is there says least, because a value may be of several kinds.
std::pair<std::size_t, int> clarity(const valijson::ValidationResults::Error& error) {
  const bool summary = error.description.rfind("Failed to validate", 0) == 0;
  const bool kind = error.description.rfind("Value type not permitted", 0) == 0;
  return {error.context.size(), summary ? 0 : kind ? 1 : 2};
}

/// 96.0 is a whole number, as draft-07 has it; valijson 1.0 asks how it is stored.
void make_whole(PlainJson& json) {
  if (json.is_structured())
    for (PlainJson& part : json) make_whole(part);
  if (!json.is_number_float()) return;
  const double value = json.get<double>();
  if (value == std::floor(value) && std::abs(value) < 0x1p53) json = static_cast<std::int64_t>(value);
}

/// The schema of a kind, parsed once: parsing takes longer than checking a document.
const valijson::Schema& parsed_schema(std::string_view kind) {
  static std::mutex one_at_a_time;
  static std::map<std::string, valijson::Schema, std::less<>> parsed;
  const std::lock_guard lock(one_at_a_time);
  const auto known = parsed.find(kind);
  if (known != parsed.end()) return known->second;
  const PlainJson plain = PlainJson::parse(schema(kind).dump());
  valijson::Schema& made = parsed[std::string(kind)];
  valijson::SchemaParser().populateSchema(Adapter(plain), made);
  return made;
}

}  // namespace

void check_schema(std::string_view kind, const Json& document, const std::string& source) {
  PlainJson plain = PlainJson::parse(document.dump());
  make_whole(plain);
  valijson::ValidationResults results;
  if (valijson::Validator().validate(parsed_schema(kind), Adapter(plain), &results)) return;
  valijson::ValidationResults::Error error, clearest;
  while (results.popError(error))
    if (clearest.description.empty() || clarity(clearest) < clarity(error)) clearest = error;
  const std::string where = place(clearest.context);
  throw BadInput(
      BadInput::Kind::data, fmt::format(
                                "{}: {}{}{} (llmsize catalog --schema {})", source, where, where.empty() ? "" : ": ",
                                clearest.description, kind));
}

}  // namespace llmsize
