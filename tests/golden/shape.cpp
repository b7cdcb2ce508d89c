// SPDX-License-Identifier: Apache-2.0
#include "shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace llmsize::tests {
namespace {

struct Place {
  std::vector<std::string> types{};
  std::size_t seen = 0;
  std::size_t objects = 0;  ///< how often it was an object
};

std::string type_of(const Json& json) {
  if (json.is_number()) return "number";
  return json.is_string() ? "text" : json.is_boolean() ? "flag" : json.type_name();
}

/// A tree of parts is one place however deep it is: "parts/[]/parts/[]" becomes "parts/[]".
void fold(std::vector<std::string>& path) {
  for (std::size_t length = 1; 2 * length <= path.size(); ++length) {
    const auto end = path.end(), middle = end - static_cast<std::ptrdiff_t>(length);
    if (std::equal(middle, end, middle - static_cast<std::ptrdiff_t>(length))) {
      path.erase(middle, end);
      return;
    }
  }
}

class Shape {
 public:
  void take(const Json& json, const std::vector<std::string>& path) {
    const std::string name = fmt::format("/{}", fmt::join(path, "/"));
    if (!places_.contains(name)) order_.push_back({name, path});
    Place& place = places_[name];
    ++place.seen;
    const std::string type = type_of(json);
    if (std::find(place.types.begin(), place.types.end(), type) == place.types.end()) place.types.push_back(type);
    if (json.is_object()) {
      ++place.objects;
      for (const auto& [key, value] : json.items()) take_part(value, path, key.find('.') == key.npos ? key : "*");
    } else if (json.is_array()) {
      for (const Json& value : json) take_part(value, path, "[]");
    }
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const auto& [name, path] : order_) {
      const Place& place = places_.at(name);
      // What holds others is seen by them.
      if (place.types == std::vector<std::string>{"object"} && place.seen > 0 && has_parts(name)) continue;
      std::vector<std::string> types = place.types;
      std::sort(types.begin(), types.end());
      lines.push_back(fmt::format("{} {}{}", name, fmt::join(types, "|"), is_sometimes_missing(path) ? "?" : ""));
    }
    return lines;
  }

 private:
  void take_part(const Json& json, std::vector<std::string> path, const std::string& key) {
    path.push_back(key);
    fold(path);
    take(json, path);
  }
  bool has_parts(const std::string& name) const {
    const auto next = places_.upper_bound(name == "/" ? name : name + "/");
    return next != places_.end() && next->first.starts_with(name == "/" ? name : name + "/");
  }
  bool is_sometimes_missing(std::vector<std::string> path) const {
    const std::string name = fmt::format("/{}", fmt::join(path, "/"));
    if (path.empty() || path.back() == "*" || path.back() == "[]") return false;
    path.pop_back();
    const auto whole = places_.find(fmt::format("/{}", fmt::join(path, "/")));
    return whole != places_.end() && places_.at(name).seen < whole->second.objects;
  }

  std::map<std::string, Place> places_;
  std::vector<std::pair<std::string, std::vector<std::string>>> order_;
};

/// Numbers below a place in the order of the document.
void find_numbers(const Json& json, const std::string& place, std::vector<std::string>& found) {
  if (json.is_number() && place.find("planning.seconds") == place.npos) found.push_back(place);
  if (json.is_object())
    for (const auto& [key, value] : json.items()) find_numbers(value, place + "/" + key, found);
  if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) find_numbers(json[i], fmt::format("{}/{}", place, i), found);
}

}  // namespace

std::vector<std::string> shape_of(const Json& json) {
  Shape shape;
  shape.take(json, {});
  return shape.lines();
}

std::vector<std::string> telling_places(const Json& json, std::size_t most) {
  std::vector<std::string> all;
  for (const char* part : {"results", "rows"})
    if (json.is_object() && json.contains(part)) find_numbers(json.at(part), std::string("/") + part, all);
  if (all.size() > most) all.resize(most);
  return all;
}

std::string value_line(const Json& json, const std::string& place) {
  const Json::json_pointer pointer(place);
  if (!json.contains(pointer)) return place + " = (nothing)";
  const Json& value = json.at(pointer);
  return fmt::format("{} = {}", place, value.is_number() ? fmt::format("{:.6g}", value.get<double>()) : value.dump());
}

}  // namespace llmsize::tests
