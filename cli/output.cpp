// SPDX-License-Identifier: Apache-2.0
// Where answers go: standard output or a file that is never left half written.
#include "cli/output.hpp"
#include "cli/picture.hpp"

#include "core/files/utf8.hpp"
#include "core/pages/paint.hpp"
#include "core/pages/routine.hpp"
#include "core/pages/unused.hpp"
#include "core/verdict/concern.hpp"
#include "core/workbook/table_book.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>

namespace llmsize::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view formats[] = {"table", "json", "csv", "tsv", "ndjson", "md", "html", "xlsx"};

}  // namespace

std::string format_of(const Common& common) {
  std::string format = common.json ? "json" : common.csv ? "csv" : common.format;
  const std::string ending = fs::path(common.output_file).extension().string();
  if (format.empty() && ending.size() > 1) format = ending == ".txt" ? "table" : ending.substr(1);
  if (format.empty()) format = "table";
  if (std::find(std::begin(formats), std::end(formats), format) == std::end(formats))
    throw BadInput(
        BadInput::Kind::usage, fmt::format(
                                   "--format: {} is not one of table, json, csv, tsv, ndjson, md, html, xlsx{}",
                                   in_quotes(format), did_you_mean(format, {std::begin(formats), std::end(formats)})));
  return format;
}

namespace {

bool wants_colour(const Common& common) {
  if (common.colour == "always") return true;
  if (common.colour == "never") return false;
  if (common.colour != "auto")
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--color: {} is not one of auto, always, never", in_quotes(common.colour)));
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool refused = (no_colour && *no_colour) || (terminal && std::string_view(terminal) == "dumb");
  return common.output_file.empty() && isatty(STDOUT_FILENO) && !refused;
}

/// JSON that can be written, whatever its texts hold.
std::string dumped(const Json& json, int indent = -1) {
  return cleaned_json(json.dump(indent, ' ', false, Json::error_handler_t::replace)) + "\n";
}

/// One JSON object per row; the results of a command without rows are one row, and so is a document that is no answer.
std::string as_ndjson(const Json& document) {
  if (!document.contains("rows")) return dumped(document);
  std::string text;
  for (const Json& row : document.at("rows")) text += dumped(row);
  if (!text.empty() || document.at("results").empty()) return text;
  Json row = Json::object();
  for (const auto& [id, result] : document.at("results").items()) row[id] = result.at("value");
  return dumped(row);
}

/// An answer in a format, without orders to the terminal: names, notes and cells are of files that others wrote.
std::string rendered(const std::string& format, const Common& common, const Forms& forms) {
  if (format == "json") return dumped(forms.json(), 2);
  if (format == "ndjson") return as_ndjson(forms.json());
  if (format == "csv") return cleaned(as_csv(forms.table()));
  if (format == "tsv") return cleaned(as_csv(forms.table(), '\t'));
  if (format == "xlsx") return as_xlsx(forms.table());
  if (format == "md") return cleaned(forms.markdown());
  if (format == "html" && !forms.html)
    throw BadInput(BadInput::Kind::usage, "--format html: this answer is a table, no page; csv or md write it");
  if (format == "html") return cleaned(forms.html());
  const bool colour = wants_colour(common);
  return cleaned(forms.text(colour), colour ? Keep::colour : Keep::nothing);
}

}  // namespace

IfThere if_there(const Common& common) { return common.force ? IfThere::replace : IfThere::refuse; }

void at_door(const std::function<void()>& act) {
  try {
    act();
  } catch (const NotWritten& error) {
    if (!error.is_there()) throw;
    throw BadInput(error.kind(), fmt::format("{}; --force overwrites it", error.what()));
  }
}

void put(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw BadInput(
        BadInput::Kind::file,
        fmt::format("standard output cannot be written: {}", std::generic_category().message(errno)));
}

bool goes_to_file(const Common& common) { return !common.output_file.empty() && common.output_file != "-"; }

void refuse_workbook_on_terminal(const Common& common, std::string_view format) {
  if (format == "xlsx" && !goes_to_file(common) && isatty(STDOUT_FILENO))
    throw BadInput(BadInput::Kind::usage, "--format xlsx: a workbook is no text for a terminal; -o FILE.xlsx takes it");
}

void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

namespace {

/// The beginning of a sentence that somebody else's text made too long.
std::string shortened(const std::string& sentence) {
  constexpr std::size_t longest = 500;
  const std::string_view shown = beginning(sentence, longest);
  return fmt::format("{}{}", shown, shown.size() < sentence.size() ? "…" : "");
}

}  // namespace

std::vector<NumberId> numbers_of(const std::vector<const ResultRow*>& rows) {
  std::vector<NumberId> numbers;
  numbers.reserve(rows.size());
  for (const ResultRow* row : rows) numbers.emplace_back(row->key);
  return numbers;
}

std::string lines_of(const std::vector<FoundFinding>& findings) {
  std::string text;
  for (const FoundFinding& finding : findings)
    text += fmt::format("{}! {} {}\n", text.empty() ? "\n" : "", finding.id.text(), finding.message);
  return text;
}

void tell(const std::string& sentence) { say(fmt::format("llmsize: {}\n", shortened(printable(sentence)))); }

void print(const std::string& text) { put(cleaned(text)); }

void require_place(const Common& common) {
  format_of(common);
  if (goes_to_file(common)) require_place(common, common.output_file);
  require_picture(common);
}

void require_place(const Common& common, const std::string& path) {
  at_door([&] { llmsize::require_place(path, if_there(common)); });
}

void write_text(const Common& common, const std::string& path, const std::string& text) {
  at_door([&] { write_file(path, text, if_there(common)); });
}

void write(const Common& common, const Forms& forms) {
  const std::string format = format_of(common);
  refuse_workbook_on_terminal(common, format);
  const std::string text = rendered(format, common, forms);
  if (goes_to_file(common))
    write_text(common, common.output_file, text);
  else
    put(text);
}

namespace {

/// Hints lead back to the same answer, hence they name what is no part of the scenario; --quiet goes without them.
std::string with_files(std::string hint, const Common& common) {
  if (common.quiet || hint.empty()) return {};
  for (const auto& [option, file] :
       {std::pair{"--catalog", common.catalog_folder}, std::pair{"--calibration", common.calibration_file}})
    if (!file.empty()) hint += fmt::format(" {} {}", option, in_shell(file));
  return hint;
}

Json told_json(ResultKey id, double value) {
  const About& about = *result_row(id).about;
  return {{"value", about.whole ? Json(static_cast<std::uint64_t>(value)) : Json(value)}, {"unit", symbol(about.unit)}};
}

/// The remedies of each finding beside it, as a program would set them.
void add_remedies(Json& findings, const Page& page) {
  for (std::size_t i = 0; i < page.findings.size(); ++i)
    for (const Remedy& remedy : page.findings[i].second) {
      Json set = Json::object();
      for (const auto& [key, text] : remedy.apply.changes) set[key] = text;
      findings[i]["remedies"].push_back({{"label", remedy.label}, {"set", std::move(set)}});
    }
}

/// A row as a subject, with what a planner chose for it.
Subject subject_of(const AnsweredRow& row) { return {row.name, row.scenario, row.chosen.value_or(row.scenario)}; }

/// What options do in rows.
struct RowOptions {
  std::vector<std::string> acting;                   ///< keys of those that move something in any row
  std::map<std::string, const AnsweredRow*> unused;  ///< the others, with a row in which they move nothing
};

/// What is shown of a row; of findings its errors.
Shown shown_of(const AnsweredRow& row, const std::vector<const ResultRow*>& results, bool planned) {
  Shown shown{numbers_of(results), {}, {}, planned};
  for (const FoundFinding& each : row.answer.findings)
    if (each.severity == Severity::error) shown.findings.push_back(each.about);
  for (const ResultRow* result : results)
    if (const Result* told = row.answer.find(result->about->id); told && !result->about->teller.empty())
      shown.told.push_back({result->key, told->value});
  return shown;
}

RowOptions options_of_rows(const AnsweredRows& table, const Catalog& catalog, bool planned) {
  RowOptions all;
  for (const AnsweredRow& row : table.rows) {
    if (!row.inputs) continue;
    Subject subject = subject_of(row);
    subject.certain.sought = std::any_of(table.results.begin(), table.results.end(), [](const ResultRow* result) {
      return result->about->id.starts_with("planning.nodes_p");
    });
    const SaidOptions here = said_options(subject, catalog, shown_of(row, table.results, planned));
    all.acting.insert(all.acting.end(), here.acting.begin(), here.acting.end());
    for (const std::string& key : here.unused) all.unused.emplace(key, &row);
    for (const std::string& key : all.acting) all.unused.erase(key);
    if (all.unused.empty()) break;
  }
  return all;
}

/// What is said and cannot be judged is no option that changes nothing: it was heard.
void drop_unjudged(const std::vector<FoundFinding>& findings, std::vector<std::string>& unused) {
  for (const FoundFinding& each : findings)
    if (each.id == "goal.unjudged") std::erase(unused, each.fields.front());
}

/// Options that were typed and move nothing that the page or the rows show.
void tell_unused(
    Page& page, const Subject& subject, const Case& plan, const Catalog& catalog,
    const std::vector<const ResultRow*>& rows, const ForPrograms& programs) {
  const bool planned = !programs.as_said && rests_on_layout(rows);
  Shown shown{numbers_of(rows), {}, planning_results(subject, plan), planned, programs.alternatives};
  for (const ResultRow& row : results())
    if (!row.about->teller.empty()) shown.numbers.push_back(row.key);
  for (const Figure& figure : page.figures)
    if (const auto id = NumberId::find(figure.source.name)) shown.numbers.push_back(*id);
  for (const auto& [finding, remedies] : page.findings) shown.findings.push_back(finding.about);
  std::vector<std::string> unused = said_options(subject, catalog, shown).unused;
  if (programs.answered)
    for (const AnsweredRow& row : programs.answered->rows) drop_unjudged(row.answer.findings, unused);
  if (programs.answered) {
    const RowOptions in_rows = options_of_rows(*programs.answered, catalog, false);
    std::erase_if(unused, [&](const auto& key) {
      return std::find(in_rows.acting.begin(), in_rows.acting.end(), key) != in_rows.acting.end();
    });
  }
  for (FoundFinding& each : unused_findings(subject, catalog, unused))
    page.findings.emplace_back(std::move(each), std::vector<Remedy>{});
}

}  // namespace

int finish(
    const Common& common, std::string_view command, const Subject& subject, const Catalog& catalog, Page page,
    const std::vector<const ResultRow*>& rows, const ForPrograms& programs) {
  draw_page(common, page);
  page.hint = with_files(std::move(page.hint), common);
  const Case plan = case_of(subject, catalog);
  tell_unused(page, subject, plan, catalog, rows, programs);
  const std::vector<ToldResult> told = planning_results(subject, plan);
  // What the search took is no answer: two answers to one question are the same.
  constexpr ResultKey effort = "planning.seconds";
  const bool asked_for_effort =
      std::any_of(rows.begin(), rows.end(), [&](const ResultRow* row) { return row->key == effort; });
  // Numbers for programs are made where somebody reads them; whether it fits is known from the page.
  const auto answered = [&] {
    Answer all = answer(plan, {rows, common.ranges || programs.ranges, {}, false});
    for (const auto& [finding, remedies] : page.findings) all.findings.push_back(finding);
    for (const auto& [id, value] : told)
      if (id != effort || asked_for_effort) all.tell(id, value);
    return all;
  };
  const auto json = [&] {
    const Answer all = answered();
    Json made = document(std::string(command), &plan, all, programs.rows ? programs.rows(plan, all) : Json::array());
    for (const auto& [id, value] : told)
      if (id == effort && !asked_for_effort)
        made["tool"]["seconds"] = value;
      else
        made["results"][std::string(id)] = told_json(id, value);
    made["verdict"] = {{"state", word(page.settled.state)}, {"because", page.settled.because}};
    add_remedies(made["findings"], page);
    return made;
  };
  const auto for_people = [&] {
    Page shown = page;
    if (common.findings == "few") shown.findings = folded(std::move(shown.findings), plan);
    return shown;
  };
  write(
      common, {[&](bool colour) { return as_text(for_people(), colour); }, [&] { return as_markdown(for_people()); },
               json, [&] { return programs.table ? programs.table() : as_table(subject.scenario, plan, answered()); },
               [&] { return as_html(for_people()); }});
  return common.check && !passes_check(page.settled) ? 1 : 0;
}

std::vector<const ResultRow*> rows_of(const Common& common, const ForPrograms& programs) {
  std::vector<const ResultRow*> rows = chosen_rows(common, programs.rooms);
  if (common.results.empty())
    for (const ResultKey key : programs.more) rows.push_back(&result_row(key));
  return rows;
}

int finish(
    const Common& common, std::string_view command, const Subject& subject, const Catalog& catalog, PageOf page,
    const ForPrograms& programs) {
  const std::vector<const ResultRow*> rows = rows_of(common, programs);
  Page shown = common.results.empty() ? page(subject, catalog) : results_page(subject, catalog, rows);
  return finish(common, command, subject, catalog, std::move(shown), rows, programs);
}

std::string drawn(const std::vector<TitledTable>& tables, const std::function<std::string(const Table&)>& draw) {
  std::string text;
  for (const TitledTable& each : tables) {
    if (!text.empty()) text += "\n";
    if (!each.title.empty()) text += each.title + "\n";
    if (!each.title.empty() && !each.table.header.empty()) text += "\n";
    if (!each.table.header.empty()) text += draw(each.table);
  }
  return text;
}

namespace {

/// Options that move nothing in any row.
std::vector<FoundFinding> unused_of_all(const AnsweredRows& table, const Catalog& catalog) {
  std::vector<FoundFinding> all;
  for (const auto& [key, row] : options_of_rows(table, catalog, rests_on_layout(table.results)).unused)
    for (FoundFinding& each : unused_findings(as_said({}, row->scenario), catalog, {key}))
      all.push_back(std::move(each));
  return all;
}

/// What several rows have to say and no column of theirs tells, each sentence once.
Answer said_of_all(const AnsweredRows& table, const Catalog& catalog) {
  Answer all{{}, unused_of_all(table, catalog)};
  for (const AnsweredRow& row : table.rows)
    for (const FoundFinding& finding : row.answer.findings) {
      const auto same = [&](const FoundFinding& other) { return other.message == finding.message; };
      if (finding.about == &other_accelerator && std::none_of(all.findings.begin(), all.findings.end(), same))
        all.findings.push_back(finding);
    }
  return all;
}

}  // namespace

int finish(
    const Common& common, std::string_view command, const AnsweredRows& table, const Catalog& catalog,
    const std::function<std::vector<TitledTable>()>& people) {
  draw_study(common, table);
  const Answer said = said_of_all(table, catalog);
  write(
      common,
      {[&](bool colour) {
         return drawn(people(), [&](const Table& each) { return as_text(each, colour); }) + lines_of(said.findings);
       },
       [&] {
         return drawn(people(), static_cast<std::string (*)(const Table&)>(as_markdown)) + lines_of(said.findings);
       },
       [&] { return document(std::string(command), nullptr, said, rows_json(table)); },
       [&] { return rows_table(table); }});
  return common.check && table.has_error() ? 1 : 0;
}

std::function<void(std::size_t)> progress(const Common& common, std::size_t total) {
  if (common.quiet || !isatty(STDERR_FILENO)) return [](std::size_t) {};
  const auto start = std::chrono::steady_clock::now();
  return [start, total, shown = false](std::size_t done) mutable {
    if (std::chrono::steady_clock::now() - start < std::chrono::seconds(1)) return;
    shown = shown || done < total;
    if (done < total)
      say(fmt::format("\r{} of {}", done, total));
    else if (shown)
      say("\r\033[K");
  };
}

SearchOptions told(const Common& common) {
  SearchOptions options;
  options.progress = [&common, tell = std::function<void(std::size_t)>()](std::size_t done, std::size_t all) mutable {
    if (!tell) tell = progress(common, all);
    tell(done);
  };
  return options;
}

}  // namespace llmsize::cli
