// SPDX-License-Identifier: Apache-2.0
// llmsize report: an answer with everything that it rests on, as one file.
#include "cli/report.hpp"

#include "core/paper/paper.hpp"
#include "core/questions/row_options.hpp"
#include "core/report/report.hpp"
#include "core/study/offers.hpp"
#include "core/view/reported.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

namespace llmsize::cli {
namespace {

/// The options that lead back to the same answer and are no part of the scenario.
std::string files_of(const Common& options) {
  std::string text;
  for (const auto& [option, file] :
       {std::pair{"--catalog", options.catalog_folder}, std::pair{"--calibration", options.calibration_file}})
    if (!file.empty()) text += fmt::format(" {} {}", option, in_shell(file));
  return text;
}

/// Options that were typed and move nothing that a report tells.
Findings unused_options(const Subject& subject, const Catalog& catalog) {
  std::vector<std::string_view> rooms{"model", "economics"};
  if (subject.service())
    rooms.insert(rooms.end(), {"serving", "service", "traffic", "load"});
  else
    rooms.insert(rooms.end(), {"memory", "capacity", "training", "checkpoint", "restart", "reliability", "planning"});
  if (subject.said.find("memory.offload")) rooms.emplace_back("offload");
  const std::vector<const ResultRow*> rows = rows_of_rooms(rooms);
  const Shown shown{numbers_of(rows), {}, {}, !subject.service()};
  Findings found;
  for (FoundFinding& each : unused_findings(subject, catalog, said_options(subject, catalog, shown).unused))
    found.emplace_back(std::move(each), std::vector<Remedy>{});
  return found;
}

constexpr std::size_t most_offers = 16;

/// The offers of a study as a table, and the scenario of the one that is proposed.
std::pair<TitledTable, Scenario> offered(const ReportCommand& options, const Study& study, const Catalog& catalog) {
  if (study.points() > most_offers)
    throw BadInput(
        BadInput::Kind::data, fmt::format("{} scenarios, expected at most {} offers", study.points(), most_offers),
        "'llmsize options' compares more");
  std::vector<std::pair<std::string, Scenario>> offers;
  for (const Scenario& scenario : study.scenarios()) offers.emplace_back(difference_of(study, scenario), scenario);
  const Asked asked = asked_of(complete(offers.front().second, catalog));
  AnsweredRows table{{}, offered_results(asked), {}};
  table.rows = planned_rows(offers, catalog, {table.results, true}, progress(options, offers.size()));
  TitledTable shown = offers_table(asked, table);
  const std::optional<ProposedOffer> proposed = proposed_offer(asked, table);
  if (proposed) shown.title = proposed->sentence + "\n" + shown.title;
  return {std::move(shown), offers[proposed ? proposed->row : 0].second};
}

std::chrono::sys_days date_of(const ReportCommand& options) {
  if (options.date.empty()) return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  int year = 0, month = 0, day = 0, end = 0;
  std::sscanf(options.date.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &end);
  const std::chrono::year_month_day date{
      std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
      std::chrono::day(static_cast<unsigned>(day))};
  if (std::size_t(end) != options.date.size() || !date.ok())
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("invalid value {} for --date: expected a date such as 2026-11-30", in_quotes(options.date)));
  return date;
}

struct Documents {
  Document proposal;
  std::optional<Document> annex{};  ///< where it has a file to go to
};

/// The proposal and its annex as data.
Documents report(const ReportCommand& options, const Catalog& catalog) {
  if (!options.results.empty())
    throw BadInput(
        BadInput::Kind::usage, "--results: the results of a report are fixed",
        "use -o FILE.xlsx, or 'llmsize size --results …'");
  const Study study = reported_study(options, catalog);
  ReportOptions how;
  Scenario said = study.base;
  if (!study.axes.empty()) {
    auto [offers, proposed] = offered(options, study, catalog);
    how.offers = std::move(offers);
    said = std::move(proposed);
  }
  const Subject subject =
      reported({}, said, catalog, rows_of_rooms({"training", "planning", "serving"}), told(options));
  how.files = files_of(options);
  how.findings = unused_options(subject, catalog);
  how.prepared_for = options.prepared_for;
  how.prepared_by = options.prepared_by;
  how.date = date_of(options);
  if (!goes_to_file(options)) return {proposal_of(subject, catalog, how)};
  how.annex = annex_path(options.output_file).filename().string();
  return {proposal_of(subject, catalog, how), annex_of(subject, catalog, how)};
}

Paper paper_of(const ReportCommand& options) {
  if (options.paper == "a4") return Paper::a4;
  if (options.paper == "letter") return Paper::letter;
  refuse_word("--paper", options.paper, {"a4", "letter"});
}

/// Bytes of a report and of its annex, which a workbook has none of, and the exit code that --check asks for.
struct Made {
  std::string bytes, annex;
  int code;
};

/// A kind of report: the ending of its file and how it is made.
struct Kind {
  std::string_view name;
  Made (*make)(const ReportCommand&, const Catalog&);
  bool text = true;  ///< standard output takes it
};

/// A report that is painted.
Made painted(
    const ReportCommand& options, const Catalog& catalog, const std::function<std::string(const Document&)>& paint) {
  const Documents made = report(options, catalog);
  return {
      paint(made.proposal), made.annex ? paint(*made.annex) : std::string{},
      options.check && !passes_check(made.proposal.verdict()) ? 1 : 0};
}

Made workbook(const ReportCommand& options, const Catalog& catalog) {
  auto [bytes, code] = report_workbook(options, catalog);
  return {std::move(bytes), {}, code};
}

const Kind kinds[] = {
    {"html",
     [](const ReportCommand& options, const Catalog& catalog) {
       return painted(options, catalog, [](const Document& made) { return as_html(made); });
     }},
    {"pdf",
     [](const ReportCommand& options, const Catalog& catalog) {
       return painted(options, catalog, [&](const Document& made) { return as_pdf(made, paper_of(options)); });
     },
     false},
    {"md",
     [](const ReportCommand& options, const Catalog& catalog) {
       return painted(options, catalog, [](const Document& made) { return as_markdown(made); });
     }},
    {"xlsx", workbook, false},
};

/// How an answer gets into a program of offices; the nearest of `names` for another ending.
std::string way_to(std::string_view ending, const std::vector<std::string_view>& names) {
  if (ending == "docx" || ending == "doc" || ending == "odt") return "word processors open -o FILE.html";
  if (ending == "pptx" || ending == "ppt" || ending == "odp")
    return "a picture for slides: llmsize size … --picture FILE.svg";
  return did_you_mean(ending, names);
}

/// The kind that the ending of -o tells, or --format where the report goes to standard output.
const Kind& kind_of(const ReportCommand& options) {
  const bool to_file = goes_to_file(options);
  const std::string asked = options.json ? "json" : options.csv ? "csv" : options.format;
  std::string name = std::filesystem::path(options.output_file).extension().string();
  if (to_file && !name.empty()) name.erase(0, 1);
  if (!to_file) name = asked;
  std::vector<std::string_view> names;
  for (const Kind& kind : kinds) names.push_back(kind.name);
  const std::string expected = fmt::format("FILE.{}", fmt::join(names, ", ."));
  if (to_file && !asked.empty() && asked != name)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("--format {}: the extension of {} differs", asked, in_quotes(options.output_file)));
  for (const Kind& kind : kinds)
    if (kind.name == name && (to_file || kind.text)) return kind;
  if (to_file)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("invalid value {} for -o: expected {}", in_quotes(options.output_file), expected),
        way_to(name, names));
  if (name.empty())
    throw BadInput(BadInput::Kind::usage, "missing -o (file for the report)", fmt::format("use -o {}", expected));
  throw BadInput(
      BadInput::Kind::usage, fmt::format("--format {}: expected a file for this report", in_quotes(name)),
      fmt::format("use -o {}", expected));
}

int run(const ReportCommand& options) {
  const Kind& kind = kind_of(options);
  paper_of(options);
  date_of(options);
  const bool to_file = goes_to_file(options), has_annex = to_file && kind.name != "xlsx";
  if (has_annex) require_place(options, annex_path(options.output_file).string());
  const Made made = kind.make(options, load_catalog(options));
  if (to_file)
    write_text(options, options.output_file, made.bytes);
  else
    print(made.bytes);
  if (has_annex) write_text(options, annex_path(options.output_file).string(), made.annex);
  return made.code;
}

}  // namespace

Study reported_study(const ReportCommand& options, const Catalog& catalog) {
  if (options.sheet.empty()) return read_study(options);
  if (!options.scenario_file.empty())
    throw BadInput(BadInput::Kind::usage, "--sheet: a template has a scenario of its own, expected no --scenario");
  return override_study(llmsize::read_study(catalog.text("sheets", options.sheet), options.sheet), options);
}

Command report_command() {
  return {
      .name = "report",
      .summary = "Export a proposal with its annex (PDF, HTML, Markdown) or a live Excel workbook",
      .usage = "--model MODEL --system SYSTEM[,SYSTEM] [OPTIONS] -o FILE",
      .examples =
          {"llmsize report --scenario serve-chat -o proposal.pdf --paper letter",
           "llmsize report --model llama-3-70b --system dgx-h100,dgx-b200 --tokens 2T --deadline 60d -o a.pdf",
           "llmsize report --sheet checkpoint-sizer --model llama-3.1-405b -o checkpoints.xlsx"},
      .topics =
          {{"Report",
            {"--output", "--force", "--paper", "--prepared-for", "--prepared-by", "--date", "--sheet", "--scenario",
             "--findings"}},
           {"Scenario",
            {"--model", "--system", "--nodes", "--tokens", "--deadline", "--storage", "--node-price", "--storage-price",
             "--prices", "--electricity-price", "--set"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<ReportCommand>();
        add_text(app, "--paper", options->paper, "PDF page size: a4, letter", {"SIZE", "Output"});
        add_text(app, "--prepared-for", options->prepared_for, "Recipient of the proposal", {"NAME", "Output"});
        add_text(app, "--prepared-by", options->prepared_by, "Author of the proposal", {"NAME", "Output"});
        add_text(app, "--date", options->date, "Date of proposal and order. Default: today.", {"YYYY-MM-DD", "Output"});
        add_text(
            app, "--sheet", options->sheet,
            "Workbook template, e.g. what-to-order (see llmsize catalog sheets). Options override its values.",
            {"ID", "Output"});
        add_scenario_options(app, *options, Place::any_format);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
