// SPDX-License-Identifier: Apache-2.0
// llmsize report: an answer with everything that it rests on, as one file.
#include "cli/report.hpp"

#include "core/paper/paper.hpp"
#include "core/questions/row_options.hpp"
#include "core/report/report.hpp"
#include "core/view/reported.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <algorithm>
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
    rooms.insert(rooms.end(), {"serving", "service", "load"});
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

/// The report of one scenario as data.
Document report(const ReportCommand& options, const Catalog& catalog) {
  if (!options.results.empty())
    throw BadInput(
        BadInput::Kind::usage, "--results: the results of a report are fixed",
        "use -o FILE.xlsx, or 'llmsize size --results …'");
  const Study study = reported_study(options, catalog);
  if (!study.axes.empty())
    throw BadInput(
        BadInput::Kind::data, fmt::format("{} is a list, expected one value", study.axes.front().key),
        "a workbook (-o FILE.xlsx) takes lists side by side");
  const Subject subject =
      reported({}, study.base, catalog, rows_of_rooms({"training", "planning", "serving"}), told(options));
  return report_of(subject, catalog, {files_of(options), unused_options(subject, catalog)});
}

Paper paper_of(const ReportCommand& options) {
  if (options.paper == "a4") return Paper::a4;
  if (options.paper == "letter") return Paper::letter;
  refuse_word("--paper", options.paper, {"a4", "letter"});
}

/// Bytes of a report and the exit code that --check asks for.
using Made = std::pair<std::string, int>;

/// A kind of report: the ending of its file and how it is made.
struct Kind {
  std::string_view name;
  Made (*make)(const ReportCommand&, const Catalog&);
  bool text = true;  ///< standard output takes it
};

/// A report that is painted.
Made painted(
    const ReportCommand& options, const Catalog& catalog, const std::function<std::string(const Document&)>& paint) {
  const Document made = report(options, catalog);
  return {paint(made), options.check && !passes_check(made.verdict()) ? 1 : 0};
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
    {"xlsx", report_workbook, false},
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
  const auto [bytes, code] = kind.make(options, load_catalog(options));
  if (goes_to_file(options))
    write_text(options, options.output_file, bytes);
  else
    print(bytes);
  return code;
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
      .summary = "Export a report (HTML, PDF, Markdown) or a live Excel workbook",
      .usage = "--model MODEL --system SYSTEM [OPTIONS] -o FILE",
      .examples =
          {"llmsize report --scenario serve-chat -o proposal.pdf --paper letter",
           "llmsize report --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d -o proposal.html",
           "llmsize report --sheet checkpoint-sizer --model llama-3.1-405b -o checkpoints.xlsx"},
      .topics =
          {{"Report", {"--output", "--force", "--paper", "--sheet", "--scenario", "--findings"}},
           {"Scenario",
            {"--model", "--system", "--nodes", "--tokens", "--deadline", "--storage", "--node-price", "--storage-price",
             "--electricity-price", "--set"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<ReportCommand>();
        add_text(app, "--paper", options->paper, "PDF page size: a4, letter", {"SIZE", "Output"});
        add_text(
            app, "--sheet", options->sheet,
            "Workbook template, e.g. what-to-order (see llmsize catalog sheets). Options override its values.",
            {"ID", "Output"});
        add_scenario_options(app, *options, Place::any_format);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
