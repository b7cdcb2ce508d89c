// SPDX-License-Identifier: Apache-2.0
// Where answers go: standard output or a file that is never left half written.
#include "cli/output.hpp"
#include "cli/last.hpp"
#include "cli/launch.hpp"
#include "cli/picture.hpp"

#include "core/files/utf8.hpp"
#include "core/questions/row_options.hpp"
#include "core/view/assumed.hpp"
#include "core/view/routine.hpp"
#include "core/view/title.hpp"
#include "core/workbook/table_book.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace llmsize::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view formats[] = {"table", "json", "csv", "tsv", "ndjson", "md", "html", "xlsx"};

}  // namespace

namespace {

/// Throws BadInput: usage, for a file with an ending of no format, with what writes such a file.
[[noreturn]] void refuse_ending(std::string_view ending) {
  std::string endings = ".txt";
  for (const std::string_view format : formats)
    if (format != "table") endings += fmt::format("{}.{}", format == std::end(formats)[-1] ? " or " : ", ", format);
  const std::string hint = ending == "pdf"                      ? "llmsize report writes PDF, --picture draws a chart"
                           : ending == "svg" || ending == "png" ? "--picture draws a chart as SVG, PNG or PDF"
                           : ending == "ods" || ending == "xls" ? "spreadsheet programs open .xlsx"
                                                                : "--format chooses the format of any other file";
  refuse_value("the ending of -o", ending, endings, hint);
}

}  // namespace

std::string format_of(const Common& common) {
  const auto is_format = [](const std::string& word) {
    return std::find(std::begin(formats), std::end(formats), word) != std::end(formats);
  };
  std::string format = common.json ? "json" : common.csv ? "csv" : common.format;
  if (!format.empty() && !is_format(format)) refuse_word("--format", format, {std::begin(formats), std::end(formats)});
  if (!format.empty()) return format;
  const std::string extension = fs::path(common.output_file).extension().string();
  if (extension.size() < 2 || extension == ".txt") return "table";
  if (!is_format(extension.substr(1))) refuse_ending(extension.substr(1));
  return extension.substr(1);
}

namespace {

bool wants_colour(const Common& common) {
  if (common.colour == "always") return true;
  if (common.colour == "never") return false;
  if (common.colour != "auto") refuse_word("--color", common.colour, {"auto", "always", "never"});
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool refused = (no_colour && *no_colour) || (terminal && std::string_view(terminal) == "dumb");
  return common.output_file.empty() && isatty(STDOUT_FILENO) && !refused;
}

/// One JSON object per row; the results of a command without rows are one row, and so is a document that is no answer.
std::string as_ndjson(const Json& document) {
  if (!document.contains("rows")) return dumped(document) + "\n";
  std::string text;
  for (const Json& row : document.at("rows")) text += dumped(row) + "\n";
  if (!text.empty() || document.at("results").empty()) return text;
  Json row = Json::object();
  for (const auto& [id, result] : document.at("results").items()) row[id] = result.at("value");
  return dumped(row) + "\n";
}

/// An answer in a format, without orders to the terminal: names, notes and cells are of files that others wrote.
std::string rendered(const std::string& format, const Common& common, const Forms& forms) {
  if (format == "json") return dumped(forms.json(), 2) + "\n";
  if (format == "ndjson") return as_ndjson(forms.json());
  if (format == "csv") return cleaned(as_csv(forms.table()));
  if (format == "tsv") return cleaned(as_csv(forms.table(), '\t'));
  if (format == "xlsx") return as_xlsx(forms.table());
  if (format == "md") return cleaned(forms.markdown());
  if (format == "html" && !forms.html)
    throw BadInput(
        BadInput::Kind::usage, "--format html: this answer is a table, not a page", "use --format csv or md");
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
    throw BadInput(error.kind(), std::string(error.message()), "--force overwrites it");
  }
}

void put(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw BadInput(
        BadInput::Kind::file, fmt::format("cannot write standard output: {}", std::generic_category().message(errno)));
}

bool goes_to_file(const Common& common) { return !common.output_file.empty() && common.output_file != "-"; }

void refuse_workbook_on_terminal(const Common& common, std::string_view format) {
  if (format == "xlsx" && !goes_to_file(common) && isatty(STDOUT_FILENO))
    throw BadInput(
        BadInput::Kind::usage, "--format xlsx: a workbook cannot be shown on a terminal", "use -o FILE.xlsx");
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

std::string lines_of(const std::vector<FoundFinding>& findings) {
  std::string text;
  for (const FoundFinding& finding : findings)
    text += fmt::format("{}! {} {}\n", text.empty() ? "\n" : "", finding.id.text(), finding.message);
  return text;
}

void tell(const std::string& sentence) { say(fmt::format("note: {}\n", shortened(printable(sentence)))); }

void complain(std::string_view message, std::string_view hint) {
  std::string text = fmt::format("error: {}\n", shortened(printable(message)));
  if (!hint.empty()) text += fmt::format("  hint: {}\n", shortened(printable(hint)));
  say(text);
}

void print(const std::string& text) { put(cleaned(text)); }

void require_place(const Common& common) {
  // A script has no format, and its file any ending.
  if (common.launch.empty())
    format_of(common);
  else
    require_launch(common);
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

}  // namespace

namespace {

/// "More: --detail · --assumptions · llmsize explain serving.tpot --last"
std::string more_text(const Common& common, const Page& page) {
  if (common.quiet) return {};
  std::string text = "More: --detail · --assumptions";
  if (!page.explains.empty()) text += fmt::format(" · explain a number: llmsize explain {} --last", page.explains);
  return text;
}

/// A page as text: its first screen, unless more is asked for.
std::string page_text(const Common& common, const AnsweredQuestion& answered, const Page& all, bool colour) {
  const bool whole = common.detail || common.assumptions || !common.results.empty() || common.findings == "all";
  return whole ? as_text(all, colour) : as_first_screen(answered.page, more_text(common, answered.page), colour);
}

}  // namespace

int finish(const Common& common, AnsweredQuestion answered) {
  Page& page = answered.page;
  draw_page(common, page);
  page.hint = with_files(std::move(page.hint), common);
  const auto for_people = [&] {
    if (common.assumptions) return assumptions_page(page, answered.completed);
    Page shown = page;
    if (common.findings == "few") shown.findings = folded(std::move(shown.findings), answered.completed);
    return shown;
  };
  write(
      common, {[&](bool colour) { return page_text(common, answered, for_people(), colour); },
               [&] { return as_markdown(for_people()); }, [&] { return document(answered); },
               [&] { return as_table(answered); }, [&] { return as_html(for_people()); }});
  if (!common.quiet && format_of(common) == "table") remember(common, answered.subject);
  return common.check && !passes_check(page.settled) ? 1 : 0;
}

int answer(const Common& common, std::string_view question) {
  const Catalog catalog = load_catalog(common);
  return finish(common, question_of_name(question).ask(read_scenario(common), catalog, asking_of(common)));
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

/// Findings that no column of a row tells: another accelerator was measured, the model is not read whole.
bool is_of_no_column(const FoundFinding& finding) {
  return finding.about == &other_accelerator || finding.id == "model.unsupported" || finding.id == "model.miscounted";
}

/// What several rows have to say and no column of theirs tells, each sentence once.
Answer said_of_all(const AnsweredRows& table, const Catalog& catalog) {
  Answer all{{}, unused_of_all(table, catalog)};
  for (const AnsweredRow& row : table.rows)
    for (const FoundFinding& finding : row.answer.findings) {
      const auto same = [&](const FoundFinding& other) { return other.message == finding.message; };
      if (is_of_no_column(finding) && std::none_of(all.findings.begin(), all.findings.end(), same))
        all.findings.push_back(finding);
    }
  return all;
}

}  // namespace

int finish(
    const Common& common, std::string_view command, const AnsweredRows& table, const Catalog& catalog,
    const std::function<std::vector<TitledTable>()>& people, const std::vector<const ResultRow*>& drawn_results) {
  if (drawn_results.empty())
    draw_study(common, table);
  else if (!common.drawing.file.empty()) {
    AnsweredRows few = table;
    few.results = drawn_results;
    draw_study(common, few);
  }
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

Asking asking_of(const Common& common) { return {chosen_rows(common), common.ranges, told(common)}; }

SearchOptions told(const Common& common) {
  SearchOptions options;
  options.progress = [&common, tell = std::function<void(std::size_t)>()](std::size_t done, std::size_t all) mutable {
    if (!tell) tell = progress(common, all);
    tell(done);
  };
  return options;
}

}  // namespace llmsize::cli
