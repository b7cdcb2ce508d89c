// SPDX-License-Identifier: Apache-2.0
#include "cli/shared_sheet.hpp"

#include "core/files/sheet_file.hpp"

#include <fmt/format.h>

namespace llmsize::cli {
namespace {

constexpr std::string_view standard_input = "-";

/// What options say of every row.
Scenario said_of_rows(const Common& common) {
  const Study study = override_study({}, common);
  if (!study.axes.empty())
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{}: {} values, expected one", study.axes.front().values.front().giver, study.axes.front().values.size()));
  if (const Scenario::Said* gpus = study.base.find("cluster.gpus"))
    throw BadInput(BadInput::Kind::usage, fmt::format("{}: expected nodes for all rows", gpus->giver), "set --nodes");
  return study.base;
}

/// Takes the limits of all rows together out of what is said of every row.
ClusterLimits limits_in(Scenario& over) {
  ClusterLimits limits;
  if (const Scenario::Said* nodes = over.find("cluster.nodes")) limits.nodes = nodes->value.number;
  if (const Scenario::Said* budget = over.find("goal.budget")) limits.budget = *budget;
  over.unset("cluster.nodes");
  over.unset("goal.budget");
  return limits;
}

}  // namespace

void require_sheet(const std::string& file, std::string_view thing, const std::string& hint) {
  if (is_named_as_sheet(file) || file == standard_input) return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{}{}expected a sheet with a row per {}: *.csv, *.tsv, *.xlsx or -", file, file.empty() ? "" : ": ", thing),
      hint);
}

SharedSheet read_shared_sheet(const SharedSheetOptions& options) {
  refuse_second_scenario(options);
  SharedSheet shared;
  shared.over = said_of_rows(options);
  shared.limits = limits_in(shared.over);
  const bool is_input = options.file == standard_input;
  shared.sheet =
      read_sheet(is_input ? "/dev/stdin" : options.file, is_input ? "standard input" : options.file, options.worksheet);
  if (!options.quiet)
    for (const std::string& note : shared.sheet.notes) tell(note);
  return shared;
}

void write_shared(const Common& common, const SharedAnswer& answer, const std::vector<FoundFinding>& unused) {
  const auto shown = [&](const std::function<std::string(const Table&)>& draw) {
    return drawn(answer.people, draw) + lines_of(unused);
  };
  write(
      common, {[&](bool colour) { return shown([&](const Table& each) { return as_text(each, colour); }); },
               [&] { return shown(as_markdown); },
               [&] {
                 Json json = document(std::string(answer.command), nullptr, Answer{{}, unused}, answer.rows);
                 json[std::string(answer.name)] = answer.summary;
                 return json;
               },
               [&] { return answer.table; }});
}

}  // namespace llmsize::cli
