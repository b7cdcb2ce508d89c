// SPDX-License-Identifier: Apache-2.0
#include "core/launch/flags.hpp"

#include "core/catalog/embedded.hpp"
#include "core/files/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace llmsize {
namespace {

using Kind = LaunchFlag::Kind;

constexpr std::string_view folder = "core/launch/flags/";
constexpr std::pair<std::string_view, Kind> kinds[] = {
    {"count", Kind::count}, {"above_one", Kind::above_one}, {"share", Kind::share}, {"on", Kind::on},
    {"word", Kind::word},   {"text", Kind::text},           {"list", Kind::list},   {"node", Kind::node}};

Kind kind_of(std::string_view word) {
  const auto found =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& each) { return each.first == word; });
  if (found == std::end(kinds)) throw std::out_of_range(fmt::format("{} is not a kind of flag", word));
  return found->second;
}

/// "bf16=auto fp8=fp8".
std::map<std::string, std::string, std::less<>> words_of(const std::string& text) {
  std::map<std::string, std::string, std::less<>> words;
  std::istringstream pairs(text);
  for (std::string pair; pairs >> pair;) words[pair.substr(0, pair.find('='))] = pair.substr(pair.find('=') + 1);
  return words;
}

LaunchFlag flag_of(const std::vector<std::string>& cells) {
  enum Column : std::size_t { engine, release, flag, value, times, kind, words, source };
  return {cells.at(engine),        cells.at(release),         cells.at(flag),  cells.at(value), cells.at(times),
          kind_of(cells.at(kind)), words_of(cells.at(words)), cells.at(source)};
}

using Tables = std::map<std::string, std::vector<LaunchFlag>, std::less<>>;

Tables read_tables() {
  Tables tables;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.starts_with(folder)) continue;
    const std::string_view name = file.path.substr(folder.size());
    std::vector<LaunchFlag>& table = tables[std::string(name.substr(0, name.find('.')))];
    const Csv csv = parse_csv(file.text, std::string(file.path));
    for (const CsvRow& row : csv.rows)
      if (row.number > 1) table.push_back(flag_of(row.cells));
  }
  return tables;
}

}  // namespace

const std::vector<LaunchFlag>& launch_flags(std::string_view engine) {
  static const Tables tables = read_tables();
  const auto found = tables.find(engine);
  if (found == tables.end()) throw std::out_of_range(fmt::format("no flags of {}", engine));
  return found->second;
}

const LaunchFlag& launch_flag(std::string_view engine, std::string_view value) {
  const std::vector<LaunchFlag>& flags = launch_flags(engine);
  const auto found =
      std::find_if(flags.begin(), flags.end(), [&](const LaunchFlag& each) { return each.value == value; });
  if (found == flags.end()) throw std::out_of_range(fmt::format("no flag of {} takes {}", engine, value));
  return *found;
}

std::string written_flag(std::string_view engine, std::string_view value, std::string_view argument) {
  const std::string& name = launch_flag(engine, value).flag;
  return argument.empty() ? name : fmt::format("{} {}", name, argument);
}

}  // namespace llmsize
