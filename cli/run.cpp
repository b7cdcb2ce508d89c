// SPDX-License-Identifier: Apache-2.0
// llmsize run: scenario files, and sheets with a scenario in every row.
#include "cli/command.hpp"

#include "core/scenario/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

namespace llmsize::cli {
namespace {

namespace fs = std::filesystem;

constexpr int bad_data = 3;
constexpr std::string_view standard_input = "-";

struct Options : Common {
  std::vector<std::string> files;
  bool keep_going = false;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Results named by --results, else by the file, else the headlines.
std::vector<const ResultRow*> results_of(const std::string& file, const Study& study, const Options& options) {
  std::vector<const ResultRow*> asked;
  for (const std::string& id : study.results) {
    const ResultRow* row = find_result(id);
    if (!row) throw BadInput(BadInput::Kind::data, fmt::format("{}: results: {}", file, no_result(id)));
    asked.push_back(row);
  }
  return chosen_rows(options, asked.empty() ? headline_rows() : asked);
}

/// One scenario: a page.
int answer_one(const Options& options, const Catalog& catalog, const std::string& file, const Study& study) {
  const auto rows = results_of(file, study, options);
  const Subject subject = subject_of(options, study.name, study.base, catalog, rows);
  Page page = results_page(subject, catalog, rows);
  if (!study.name.empty()) page.title = study.name;
  page.sentence = study.notes;
  return finish(options, "run", subject, catalog, std::move(page), rows, {});
}

int answer_many(
    const Options& options, const Catalog& catalog, const std::vector<std::pair<std::string, Study>>& studies) {
  AnsweredRows table;
  for (const auto& [name, study] : studies)
    for (const ResultRow* row : results_of(name, study, options))
      if (std::find(table.results.begin(), table.results.end(), row) == table.results.end())
        table.results.push_back(row);
  std::vector<std::pair<std::string, Scenario>> named;
  for (const auto& [name, study] : studies)
    for (const Scenario& scenario : study.scenarios()) named.emplace_back(studies.size() > 1 ? name : "", scenario);
  table.rows = planned_rows(named, catalog, {table.results, options.ranges}, progress(options, named.size()));
  table.keys = said_keys(table.rows);
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

Batch read_sheet(const std::string& file) {
  if (file == standard_input) return read_batch(read_table("/dev/stdin"), "standard input");
  return read_batch(read_table(file), file);
}

/// What the sheet held, column by column as it came, and the answers after it. Columns of an earlier answer make place.
Table beside(const Batch& batch, const AnsweredRows& answered) {
  AnsweredRows told{{}, answered.results, answered.rows};
  for (AnsweredRow& row : told.rows) row.carried.clear();
  Table answers = rows_table(told);
  const auto is_answer = [&](const std::string& name) {
    return std::find(answers.header.begin(), answers.header.end(), name) != answers.header.end();
  };
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < batch.header.size(); ++i)
    if (!batch.header[i].empty() && !is_answer(batch.header[i])) kept.push_back(i);
  Table table;
  for (const std::size_t i : kept) table.header.push_back(batch.header[i]);
  table.header.insert(table.header.end(), answers.header.begin(), answers.header.end());
  for (std::size_t row = 0; row < batch.rows.size(); ++row) {
    std::vector<std::string> cells;
    cells.reserve(table.header.size());
    for (const std::size_t i : kept) cells.push_back(batch.rows[row].cells[i]);
    cells.insert(cells.end(), answers.rows[row].begin(), answers.rows[row].end());
    table.rows.push_back(std::move(cells));
  }
  return table;
}

int answer_batch(const Options& options, const Catalog& catalog, const std::string& file) {
  const Batch batch = read_sheet(file);
  if (!options.quiet)
    for (const std::string& warning : batch.warnings) tell(warning);
  AnsweredRows table{batch.keys, chosen_rows(options, compared_rows()), {}};
  const Question question{table.results, options.ranges};
  const auto tell = progress(options, batch.rows.size());
  if (const Study options_alone = override_study({}, options); !options_alone.axes.empty())
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{}: {} values, one is expected: the rows of {} are the scenarios",
            options_alone.axes.front().values.front().giver, options_alone.axes.front().values.size(), file));
  const auto cache = remembering({}).cache;
  const auto answered = [&](std::size_t i) {
    const BatchRow& read = batch.rows[i];
    AnsweredRow row{{}, read.scenario};
    try {
      if (!read.error.empty()) throw BadInput(BadInput::Kind::data, read.error);
      row = planned_row({}, override_study({{}, {}, {}, read.scenario, {}}, options).base, catalog, question, cache);
    } catch (const BadInput& error) {
      row.status = AnsweredRow::Status::invalid;
      row.message = row.sentence = error.what();
    }
    row.carried = read.carried;
    return row;
  };
  table.rows = made_rows(batch.rows.size(), answered, tell);
  const bool bad = std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) {
    return row.status == AnsweredRow::Status::invalid;
  });
  const int code = finish(
      options, "run", table, catalog, [&] { return rows_text(table); }, [&] { return beside(batch, table); });
  return bad && !options.keep_going ? bad_data : code;
}

int run(const Options& options) {
  const Catalog catalog = load_catalog(options);
  std::vector<std::string> files = options.files;
  if (files.empty())
    throw BadInput(
        BadInput::Kind::usage,
        "a scenario is expected: a *.llmsize, *.csv or *.xlsx file, - for CSV on standard input, or an id of `llmsize "
        "catalog scenarios`");
  refuse_second_scenario(options);
  const auto is_batch = [](const std::string& file) {
    const std::string ending = lower(fs::path(file).extension().string());
    return ending == ".csv" || ending == ".xlsx" || file == standard_input;
  };
  if (std::any_of(files.begin(), files.end(), is_batch)) {
    if (files.size() > 1)
      throw BadInput(
          BadInput::Kind::usage,
          fmt::format("{}: a sheet is run alone", *std::find_if(files.begin(), files.end(), is_batch)));
    return answer_batch(options, catalog, files.front());
  }
  std::vector<std::pair<std::string, Study>> studies;
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
      "run", "What do these scenario files answer, or these rows of a sheet?",
      "  llmsize run gpt3-on-1024-a100\n"
      "  llmsize run offload-deck-nodes --csv\n"
      "  llmsize run my-cluster.llmsize\n"
      "  llmsize run scenarios.csv -o answers.csv\n"
      "  llmsize run scenarios.csv --node-price 300k -o answers.xlsx\n"
      "  llmsize catalog scenarios\n",
      [](CLI::App& app) {
        auto options = std::make_shared<Options>();
        add_texts(
            app, "SCENARIO", options->files,
            "Files (*.llmsize, *.csv, *.xlsx), scenarios of the catalog, or - for a sheet on standard input.");
        add_flag(
            app, "--keep-going", options->keep_going, "Exit with 0 although rows of a sheet are invalid.", "Output");
        add_scenario_options(app, *options);
        add_picture_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
