// SPDX-License-Identifier: Apache-2.0
#include "core/probe/importers/reading.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <sstream>

namespace llmsize::importing {

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
  std::istringstream stream{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || !std::isfinite(value)) return {};
  return value;
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
  Json params{{"threads", number_json(point.threads)}};
  if (point.block > 0) params["block_bytes"] = number_json(point.block);
  if (point.clients > 1) {
    params["clients"] = number_json(point.clients);
    params["aggregate"] = true;
  }
  const auto add = [&](const char* metric, const char* unit, double value) {
    if (!(value > 0)) return;
    ProbeResult result = printed(tool, probe, params, metric, unit, {value});
    result.flags.insert(result.flags.end(), point.flags.begin(), point.flags.end());
    if (point.write && !sustained) result.flags.emplace_back("burst");
    result.details.update(point.details);
    result.wall = point.seconds;
    imported.results.push_back(std::move(result));
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
