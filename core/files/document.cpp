// SPDX-License-Identifier: Apache-2.0
// Bounded reading of JSON files.
#include "core/files/document.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/absent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace llmsize {
namespace {

/// Each takes many times its bytes in memory; an index of a million tensors has a million.
constexpr std::size_t most_values = 5'000'000;

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

/// Makes a document as it is read: no key twice, not too deep, not too many values.
class Builder {
 public:
  explicit Builder(const std::string& source) : source_(source) {}

  Json take() { return std::move(root_); }

  // What nlohmann's reader calls, by its names.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string& /*text*/) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) {
    keys_.emplace_back();
    return open(Json::object());
  }
  bool key(std::string& name) {
    if (!keys_.back().insert(name).second) refuse(fmt::format("key {} comes twice", in_quotes(name)));
    key_ = std::move(name);
    return true;
  }
  bool end_object() {
    keys_.pop_back();
    return close();
  }
  bool start_array(std::size_t /*size*/) { return open(Json::array()); }
  bool end_array() { return close(); }
  template <class Error>
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const Error& error) {
    throw error;
  }

 private:
  using Members = std::vector<Json::object_t::value_type>;
  static_assert(std::is_base_of_v<Members, Json::object_t>);

  [[noreturn]] void refuse(const std::string& reason) const { refuse_contents(source_, reason); }

  bool add(Json value) {
    placed(std::move(value));
    return true;
  }
  Json& placed(Json value) {
    if (++values_ > most_values) refuse(fmt::format("more than {} values", most_values));
    if (open_.empty()) return root_ = std::move(value);
    Json& around = *open_.back();
    if (around.is_array()) return around.get_ref<Json::array_t&>().emplace_back(std::move(value));
    // By its own functions an object looks through all its keys for each that comes: hours for those of an index of
    // weights. They are known to differ.
    Members& members = around.get_ref<Json::object_t&>();
    return members.emplace_back(std::move(key_), std::move(value)).second;
  }
  bool open(Json container) {
    if (open_.size() >= static_cast<std::size_t>(deepest_json))
      refuse(fmt::format("nested deeper than {} levels", deepest_json));
    open_.push_back(&placed(std::move(container)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& source_;
  Json root_{};
  std::vector<Json*> open_{};
  std::vector<std::unordered_set<std::string>> keys_{};  ///< of the objects that are open
  std::string key_{};
  std::size_t values_ = 0;
};

}  // namespace

Json parse_json(std::string_view text, const std::string& source) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    refuse_contents(source, "line 1, column 1: the file is empty, expected a JSON document");
  Builder builder(source);
  try {
    Json::sax_parse(text, &builder);
    return builder.take();
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
