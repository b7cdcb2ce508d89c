// SPDX-License-Identifier: Apache-2.0
#include "core/questions/said.hpp"

#include "core/calibration/calibration.hpp"
#include "core/files/sheet_file.hpp"
#include "core/inputs/list.hpp"
#include "core/scenario/bare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

/// $XDG_DATA_HOME/llmsize, where users keep entries of their own.
fs::path user_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data && *data) return fs::path(data) / "llmsize";
  return home && *home ? fs::path(home) / ".local" / "share" / "llmsize" : fs::path();
}

}  // namespace

Catalog user_catalog(const std::string& folder, const std::string& calibration) {
  Catalog catalog;
  std::error_code error;
  if (const fs::path own = user_folder(); fs::is_directory(own, error)) catalog.overlay(own.string());
  if (!folder.empty()) catalog.overlay(folder);
  if (!calibration.empty())
    catalog.calibrate(read_calibration(parse_json(read_file(calibration), calibration), calibration));
  return catalog;
}

Study load_study(const Catalog& catalog, const std::string& name) {
  std::error_code error;
  const auto ids = catalog.ids("scenarios");
  const bool listed = std::find(ids.begin(), ids.end(), name) != ids.end();
  // What is written as an id is the id of a scenario, unless there is such a file.
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  constexpr std::size_t longest = 100;
  const bool is_id = !name.empty() && name.size() <= longest && name.find_first_not_of(letters) == std::string::npos;
  // Ids have points, too: hpe-18.4b.
  const std::string ending = fs::path(name).extension().string();
  const bool is_file = ending == ".llmsize" || ending == ".json" || name.find('/') != name.npos;
  const bool is_near = !is_file && !is_named_as_sheet(name) && !did_you_mean(name, ids).empty();
  const bool unknown = (is_id || is_near) && !fs::exists(name, error);
  // Workbooks are refused where they are read as text.
  const bool is_text_sheet = is_named_as_sheet(name) && !ending.starts_with(".x");
  if (!listed && is_text_sheet && fs::exists(name, error))
    throw BadInput(
        BadInput::Kind::data, fmt::format("{}: expected a scenario (*.llmsize or an ID), not a sheet", name),
        "llmsize run answers the rows of a sheet");
  return listed || unknown ? read_study(catalog.text("scenarios", name), name) : read_study(read_file(name), name);
}

void say_one(Study& study, const std::string& key, const std::string& text, const Giver& giver) {
  std::erase_if(study.axes, [&](const Axis& axis) { return axis.key == key; });
  constexpr std::string_view who_takes_several = "'llmsize sweep' and 'llmsize compare' take several values";
  std::error_code error;
  if (find_reference(key) && is_several(key, text) && !fs::exists(text, error))
    throw BadInput(
        giver.kind, fmt::format("{}: {} is several values, expected one", giver.name, in_quotes(text)),
        std::string(who_takes_several));
  try {
    refuse_bare(key, text, giver);
    study.base.set(key, text, giver);
  } catch (const BadInput& refused) {
    if (!is_several(key, text)) throw;
    const std::string number = find_input(key) ? without_separators(text) : std::string();
    throw BadInput(
        refused.kind(), std::string(refused.message()),
        number.empty() ? std::string(who_takes_several) : fmt::format("write {}, or {}", number, who_takes_several));
  }
}

const Scenario& only_scenario(const Study& study, const std::string& name) {
  if (study.axes.empty()) return study.base;
  throw BadInput(
      BadInput::Kind::data, fmt::format(
                                "{}: {} is a list, expected one value; `llmsize run` answers scenarios with lists",
                                name, study.axes.front().key));
}

std::vector<const ResultRow*> named_results(std::span<const std::string> ids, std::string_view giver) {
  std::vector<const ResultRow*> rows;
  for (const std::string& id : ids) {
    if (id == "all")
      for (const ResultRow& row : results()) {
        // What a planner tells stands in its own answers.
        if (row.about->teller.empty()) rows.push_back(&row);
      }
    else if (const ResultRow* row = find_result(id))
      rows.push_back(row);
    else
      refuse_result(id, giver);
  }
  return rows;
}

}  // namespace llmsize
