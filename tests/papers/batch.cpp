// SPDX-License-Identifier: Apache-2.0
// The grammar of *.batch files, line by line.
#include "batch.hpp"

#include "core/quantity/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace llmsize::tests {
namespace {

[[noreturn]] void refuse(const std::string& place, const std::string& sentence) {
  throw std::runtime_error(fmt::format("{}: {}", place, sentence));
}

/// "  ID = VALUE ± 0.1 %  SOURCE" or "  ID = VALUE exactly  SOURCE".
Published read_number(const std::string& line, const Scenario& scenario, const std::string& place) {
  static const std::regex form(R"(\s+(\S+)\s*=\s*(.*\S)\s*(?:±\s*([0-9.eE+-]+)\s*%|\sexactly)(?:\s+(.*))?)");
  std::smatch found;
  if (!std::regex_match(line, found, form))
    refuse(place, "'result = value ± x %  source' or 'result = value exactly  source' is expected");
  const std::string id = found[1], text = found[2], percent = found[3], source = found[4];
  const ResultRow* row = find_result(id);
  if (!row) refuse(place, fmt::format("there is no result {}{}", in_quotes(id), did_you_mean(id, result_ids())));
  const auto value = parse(text, row->about->unit);
  if (!value) refuse(place, fmt::format("{} is not {}", in_quotes(text), accepted(row->about->unit)));
  const auto tolerance = percent.empty() ? 0.0 : parse(percent + "%", Unit::ratio);
  if (!tolerance) refuse(place, fmt::format("{} is no tolerance", in_quotes(percent)));
  if (source.empty()) refuse(place, "a number needs a source");
  return {place, scenario, row, *value, *tolerance, source};
}

/// Reads lines one by one: the scenario they speak of is the last one.
class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  void read(const std::string& line) {
    ++line_number_;
    const auto first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#') return;
    if (first > 0) return numbers_.push_back(read_number(line, scenario(), place()));
    finish_scenario();
    scenario_ = from_options(line);
    scenario_place_ = place();
    numbers_before_ = numbers_.size();
  }

  std::vector<Published> done() {
    finish_scenario();
    if (numbers_.empty()) refuse(name_, "no published number");
    return std::move(numbers_);
  }

  std::string place() const { return fmt::format("{}:{}", name_, line_number_); }

 private:
  const Scenario& scenario() const {
    if (scenario_place_.empty()) refuse(place(), "a number needs a scenario above it");
    return scenario_;
  }
  void finish_scenario() const {
    if (!scenario_place_.empty() && numbers_.size() == numbers_before_)
      refuse(scenario_place_, "a scenario needs a number below it");
  }

  std::string name_;
  int line_number_ = 0;
  Scenario scenario_;
  std::string scenario_place_;
  std::size_t numbers_before_ = 0;
  std::vector<Published> numbers_;
};

}  // namespace

std::vector<Published> read_batch(std::string_view text, const std::string& name) {
  Reader reader(name);
  std::istringstream lines{std::string(text)};
  try {
    for (std::string line; std::getline(lines, line);) reader.read(line);
  } catch (const BadInput& error) {
    refuse(reader.place(), error.what());
  }
  return reader.done();
}

std::vector<Published> read_batches(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().extension() == ".batch") files.push_back(file.path());
  if (files.empty()) refuse(folder.string(), "no *.batch file");
  std::sort(files.begin(), files.end());
  std::vector<Published> all;
  for (const auto& file : files) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    for (Published& published : read_batch(text.str(), file.filename().string())) all.push_back(std::move(published));
  }
  return all;
}

bool agrees(const Published& published, double computed) {
  if (published.tolerance == 0) return computed == published.value;
  return std::abs(computed - published.value) <= published.tolerance * std::abs(published.value);
}

}  // namespace llmsize::tests
