// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/load_tests/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::load_tests {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Whether a text has a document in its first line and more behind it.
bool has_lines(std::string_view text) {
  const std::string_view all = without_blanks(text);
  const std::size_t end = all.find('\n');
  return end != std::string_view::npos && all.front() == '{' && without_blanks(all.substr(0, end)).ends_with('}');
}

}  // namespace

bool names_all(std::string_view text, std::initializer_list<std::string_view> members) {
  return std::all_of(members.begin(), members.end(), [&](std::string_view each) {
    return text.find(fmt::format("\"{}\"", each)) != std::string_view::npos;
  });
}

std::vector<LoadTestRun> runs_of_documents(
    std::string_view text, const std::string& source, LoadTestRun (*read)(const JsonField& document)) {
  std::vector<LoadTestRun> runs;
  const auto take = [&](std::string_view document, std::string place) {
    const Json json = parse_python_json(document, place);
    const JsonField whole(json, place);
    if (!whole.is_object()) whole.refuse("an object");
    runs.push_back(read(whole));
    runs.back().place = std::move(place);
  };
  if (!has_lines(text)) {
    take(text, source);
    return runs;
  }
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = without_blanks(text.substr(start, end - start));
    ++number;
    if (!line.empty()) take(line, fmt::format("{}: line {}", source, number));
    start = end + 1;
  }
  return runs;
}

double amount(const JsonField& object, const char* key) {
  const std::optional<double> value = object.number(key);
  if (value && !(*value >= 0 && std::isfinite(*value))) object.refuse(key, "a number of 0 or more");
  return value.value_or(absent);
}

double needed_amount(const JsonField& object, const char* key) {
  const double value = object.needed(key);
  if (!(value > 0 && std::isfinite(value))) object.refuse(key, "a number above 0");
  return value;
}

double paced_rate(const JsonField& object, const char* key) {
  if (!object.has(key)) return HUGE_VAL;
  const Json& json = object.json().at(key);
  if (json == "inf" || json == "Infinity") return HUGE_VAL;
  return needed_amount(object, key);
}

LoadTestTime time_by_fields(
    const JsonField& object, const std::string& mean, const std::string& median, const std::string& p99,
    double per_second) {
  const auto seconds = [&](const std::string& key) { return taken(amount(object, key.c_str()) / per_second); };
  return {seconds(mean), seconds(median), seconds(p99)};
}

double taken(double seconds) { return seconds > 0 ? seconds : absent; }

double cv2_of(double mean, double deviation) {
  const double relative = deviation / mean;
  return relative * relative;
}

}  // namespace llmsize::load_tests
