// SPDX-License-Identifier: Apache-2.0
#include "core/probe/importers/reading.hpp"

#include "core/files/bad_input.hpp"
#include "core/record/plausible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace llmsize::importing {
namespace {

/// One run of a tool on the largest racks tells some ten thousand.
constexpr std::size_t most_results = 100'000;
/// Points of storage sweeps, to which curves are fitted.
constexpr std::size_t most_points = 2'000;
constexpr std::string_view blanks = " \t\v\f\r\n";

/// What a setting can be: things are counted, and sizes are whole bytes.
struct Setting {
  std::string_view name;
  double least, most;
};
constexpr Setting settings[] = {
    {"threads", 1, 1e7}, {"clients", 1, 1e6}, {"ranks", 1, 1e7},
    {"nodes", 1, 1e6},   {"bytes", 0, 1e15},  {"block_bytes", 1, 1e15},
    {"gpu", 0, 1e5},     {"peer", 0, 1e5},    {"m", 1, 1e9},
    {"n", 1, 1e9},       {"k", 1, 1e9},       {"directions", 1, 2},
};

/// Texts of tools end in records, which are UTF-8, and on terminals, which obey control characters.
void require_readable(const Json& json, const std::string& source) {
  constexpr std::size_t longest = 1000;
  for (const Json& each : json)
    if (each.is_object() || each.is_array()) {
      require_readable(each, source);
    } else if (each.is_number_float() && !std::isfinite(each.get<double>())) {
      refuse_contents(source, "a number is too large");
    } else if (each.is_string()) {
      const auto& text = each.get_ref<const std::string&>();
      if (text.size() > longest || !is_readable(text))
        refuse_contents(source, fmt::format("{} is not a valid name", in_quotes(text)));
    }
}

void require_possible(const ProbeResult& result, const std::string& source) {
  const Plausible value = plausible(result.unit);
  for (const double each : result.raw)
    if (!value.holds(each))
      refuse_contents(
          source, fmt::format(
                      "{} {} of {:g} {} cannot be; expected {:g} to {:g}", result.probe, result.metric, each,
                      result.unit, value.least, value.most));
  for (const auto& [name, least, most] : settings) {
    const auto found = result.params.find(name);
    if (found == result.params.end()) continue;
    const double told = found->is_number() ? found->get<double>() : std::nan("");
    if (!(told >= least && told <= most) || told != std::floor(told))
      refuse_contents(
          source, fmt::format(
                      "{}: {} {} cannot be; expected a whole number from {:g} to {:g}", result.probe, name,
                      found->dump(), least, most));
  }
  if (!(result.wall >= 0 && result.wall <= plausible("s").most))
    refuse_contents(source, fmt::format("{}: invalid run time of {:g} s", result.probe, result.wall));
}

}  // namespace

bool is_readable(const std::string& text) {
  try {
    return printable(text) == text && !Json(text).dump().empty();
  } catch (const Json::type_error&) {  // surrogates and overlong forms
    return false;
  }
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> words_of(std::string_view line) {
  constexpr std::size_t most_words = 1000;
  std::vector<std::string> words;
  for (auto start = line.find_first_not_of(blanks); start != std::string_view::npos && words.size() < most_words;) {
    const auto end = std::min(line.find_first_of(blanks, start), line.size());
    words.emplace_back(line.substr(start, end - start));
    start = line.find_first_not_of(blanks, end);
  }
  return words;
}

std::string first_word(std::string_view line) {
  const auto start = std::min(line.find_first_not_of(blanks), line.size());
  return std::string(line.substr(start, line.find_first_of(blanks, start) - start));
}

std::optional<std::string> after(std::string_view line, std::string_view word) {
  const auto found = line.find(word);
  if (found == std::string_view::npos) return {};
  std::string_view rest = line.substr(found + word.size());
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) rest.remove_prefix(1);
  while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\t')) rest.remove_suffix(1);
  return std::string(rest);
}

Json json_in(std::string_view text) {
  const auto start = text.find('{');
  if (start == std::string_view::npos) return nullptr;
  try {
    return parse_json(text.substr(start), "");
  } catch (const BadInput&) {
    return nullptr;
  }
}

void take(Imported& imported, ProbeResult result) {
  if (imported.results.size() == most_results)
    refuse_contents(imported.source, fmt::format("more than {} values; expected those of one run", most_results));
  require_possible(result, imported.source);
  require_readable(result.params, imported.source);
  require_readable(result.details, imported.source);
  imported.results.push_back(std::move(result));
}

void take_host(Imported& imported, const char* key, Json told) {
  require_readable(Json::array({told}), imported.source);
  imported.host[key] = std::move(told);
}

ProbeResult printed(
    std::string_view tool, std::string probe, Json params, std::string metric, std::string unit,
    std::vector<double> raw) {
  ProbeResult result{std::move(probe), std::move(params), std::move(metric), std::move(unit), std::move(raw), false,
                     {"imported"}};
  result.details["tool"] = tool;
  return result;
}

void add_point(Imported& imported, std::string_view tool, const StoragePoint& point) {
  const bool sustained = point.write && point.seconds >= sustained_seconds;
  const std::string kind = point.clients > 1 ? "fs-clients" : sustained ? "fs-sustained" : "fs";
  const std::string probe = fmt::format("{}.{}{}", kind, point.random ? "random_" : "", point.write ? "write" : "read");
  if (imported.results.size() > most_points)
    refuse_contents(imported.source, fmt::format("more than {} values; expected those of one sweep", most_points));
  Json params = Json::object();
  if (point.threads > 0) params["threads"] = number_json(point.threads);
  if (point.block > 0) params["block_bytes"] = number_json(point.block);
  if (point.clients > 1) {
    params["clients"] = number_json(point.clients);
    params["aggregate"] = true;
  }
  const auto add = [&](const char* metric, const char* unit, double value) {
    if (value == 0) return;
    ProbeResult result = printed(tool, probe, params, metric, unit, {value});
    result.flags.insert(result.flags.end(), point.flags.begin(), point.flags.end());
    if (point.write && !sustained) result.flags.emplace_back("burst");
    result.details.update(point.details);
    result.wall = point.seconds;
    take(imported, std::move(result));
  };
  add("bandwidth", "B/s", point.bandwidth);
  add("operations", "1/s", point.operations);
  add("latency", "s", point.latency);
}

Json gpus_named(const std::vector<std::string>& names) {
  Json gpus = Json::array();
  for (const std::string& name : names) gpus.push_back({{"name", name}});
  return gpus;
}

void refuse_output(const Importer& importer, const std::string& source) {
  throw BadInput(BadInput::Kind::data, fmt::format("{}: not {}, or no value in it", source, importer.output));
}

}  // namespace llmsize::importing
