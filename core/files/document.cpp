// SPDX-License-Identifier: Apache-2.0
// Bounded reading of JSON files.
#include "core/files/document.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/absent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace llmsize {
namespace {

/// "line 3, column 7" of a byte offset, both counted from 1.
std::string place(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto last = before.rfind('\n');
  return fmt::format("line {}, column {}", line, before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1);
}

/// What a parser says after its own preamble: "syntax error while parsing value - unexpected end of input".
std::string_view reason(std::string_view message) {
  for (const std::string_view start : {"syntax error", "number overflow"})
    if (const auto found = message.find(start); found != std::string_view::npos) return message.substr(found);
  return message;
}

/// Watches a document while it is parsed for keys that come twice and for depth.
class Guard {
 public:
  explicit Guard(const std::string& source) : source_(source) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > deepest_json)
      throw BadInput(BadInput::Kind::data, fmt::format("{}: nested deeper than {} levels", source_, deepest_json));
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key && !keys_.back().insert(parsed.get<std::string>()).second)
      throw BadInput(
          BadInput::Kind::data, fmt::format("{}: key {} comes twice", source_, in_quotes(parsed.get<std::string>())));
    return true;
  }

 private:
  const std::string& source_;
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

Json parse_json(std::string_view text, const std::string& source) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    refuse_contents(source, "line 1, column 1: the file is empty, a JSON document is expected");
  Guard guard(source);
  try {
    return Json::parse(text, std::ref(guard));
  } catch (const Json::parse_error& error) {
    const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    throw BadInput(BadInput::Kind::data, fmt::format("{}: {}: {}", source, place(text, offset), reason(error.what())));
  } catch (const Json::exception& error) {
    refuse_contents(source, reason(error.what()));
  }
}

Json parse_python_json(std::string_view text, const std::string& source) {
  std::string plain;
  plain.reserve(text.size());
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    std::size_t length = 0;
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
      if (!quoted && rest.starts_with(word)) length = word.size();
    if (length > 0) {
      plain += "null";
      i += length;
      continue;
    }
    if (text[i] == '"') quoted = !quoted;
    if (quoted && text[i] == '\\' && i + 1 < text.size()) plain += text[i++];
    plain += text[i++];
  }
  return parse_json(plain, source);
}

std::string text_of(const Json& json, std::string_view field) {
  const auto found = json.find(std::string(field));
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

Json number_json(double value) {
  if (is_absent(value) || std::isinf(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < 0x1p53) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace llmsize
