// SPDX-License-Identifier: Apache-2.0
// llmsize run: scenario files, and sheets with a scenario in every row.
#include "cli/picture.hpp"
#include "cli/run_sheet.hpp"
#include "cli/study_rows.hpp"
#include "core/files/sheet_file.hpp"
#include "core/inputs/list.hpp"
#include "core/questions/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace llmsize::cli {
namespace {

struct Options : SheetOptions {
  std::vector<std::string> files;
};

/// Results named by --results, else by the file, else the headlines.
std::vector<const ResultRow*> results_of(const std::string& file, const Study& study, const Options& options) {
  const std::vector<const ResultRow*> asked = cli::results_of(file, study);
  return chosen_rows(options, asked.empty() ? view(asked_of(study.base), {Use::headline}) : asked);
}

/// One scenario: a page.
int answer_one(const Options& options, const Catalog& catalog, const std::string& file, const Study& study) {
  const auto rows = results_of(file, study, options);
  Subject subject = subject_for(study.name, study.base, catalog, rows, told(options));
  Page page = results_page(subject, catalog, rows);
  if (!study.name.empty()) page.title = study.name;
  page.sentence = study.notes;
  return finish(
      options,
      tell_unused(answered("run", std::move(subject), catalog, std::move(page), rows, options.ranges), catalog));
}

/// Keys that any of the studies says, in the order of all keys.
std::vector<std::string> keys_of(const NamedStudies& studies) {
  std::vector<std::string> keys;
  for (const std::string_view key : scenario_keys())
    if (std::any_of(studies.begin(), studies.end(), [&](const auto& each) { return each.second.says(key); }))
      keys.emplace_back(key);
  return keys;
}

int answer_many(const Options& options, const Catalog& catalog, const NamedStudies& studies) {
  AnsweredRows table{keys_of(studies), {}, {}};
  for (const auto& [name, study] : studies)
    for (const ResultRow* row : results_of(name, study, options))
      if (std::find(table.results.begin(), table.results.end(), row) == table.results.end())
        table.results.push_back(row);
  if (shows_rows_alone(options)) return write_points(options, studies, table.keys, table.results, catalog);
  require_few(studies, table.results.size());
  std::vector<std::pair<std::string, Scenario>> named;
  for (const auto& [name, study] : studies)
    for (const Scenario& scenario : study.scenarios()) named.emplace_back(studies.size() > 1 ? name : "", scenario);
  require_drawable(options, named);
  table.rows = planned_rows(named, catalog, {table.results, options.ranges}, progress(options, named.size()));
  return finish(options, "run", table, catalog, [&] {
    if (studies.size() > 1) return rows_text(table);
    // What all rows share stands in the file already.
    AnsweredRows shown = table;
    const auto& axes = studies.front().second.axes;
    shown.keys.clear();
    for (const Axis& axis : axes) shown.keys.push_back(axis.key);
    return rows_text(shown, axes);
  });
}

int run(const Options& options) {
  const Catalog catalog = load_catalog(options);
  std::vector<std::string> files = options.files;
  if (files.empty())
    throw BadInput(
        BadInput::Kind::usage,
        "expected a scenario: a *.llmsize, *.csv or *.xlsx file, - for CSV on standard input, or an ID",
        "list shipped scenarios with 'llmsize catalog scenarios'");
  refuse_second_scenario(options);
  const auto is_batch = [](const std::string& file) { return is_named_as_sheet(file) || file == "-"; };
  if (std::any_of(files.begin(), files.end(), is_batch)) {
    if (files.size() > 1)
      throw BadInput(
          BadInput::Kind::usage,
          fmt::format("{}: expected one sheet and no other file", *std::find_if(files.begin(), files.end(), is_batch)));
    return run_sheet(options, catalog, files.front());
  }
  refuse_without_sheet(options);
  NamedStudies studies;
  studies.reserve(files.size());
  for (const std::string& file : files)
    studies.emplace_back(name_of(file), override_study(load_study(catalog, file), options));
  if (studies.size() == 1 && studies.front().second.axes.empty())
    return answer_one(options, catalog, files.front(), studies.front().second);
  return answer_many(options, catalog, studies);
}

}  // namespace

Command run_command() {
  return {
      .name = "run",
      .summary = "Evaluate scenario files or spreadsheet rows in batch",
      .usage = "FILE… [OPTIONS]",
      .examples =
          {"llmsize run gpt3-on-1024-a100", "llmsize run scenarios.csv -o answers.csv",
           "llmsize run scenarios.csv --node-price 300k --units human -o answers.xlsx"},
      .topics =
          {{"Scenarios", {"SCENARIO", "--worksheet", "--units", "--shard", "--keep-going", "--results", "--findings"}},
           {"Inputs of every row",
            {"--model", "--system", "--nodes", "--tokens", "--deadline", "--layout", "--calibration", "--set"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        add_texts(
            app, "SCENARIO", options->files,
            "Files (*.llmsize, *.csv, *.tsv, *.xlsx), catalog scenarios, or - for CSV on standard input");
        add_sheet_options(app, *options);
        add_scenario_options(app, *options);
        add_picture_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
