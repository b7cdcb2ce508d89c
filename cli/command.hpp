// SPDX-License-Identifier: Apache-2.0
// What a command is, and the options that all commands share.
#pragma once

#include "core/calibration/measurement.hpp"
#include "core/planning/search.hpp"
#include "core/questions/question.hpp"
#include "core/questions/said.hpp"
#include "core/scenario/case.hpp"
#include "core/scenario/study.hpp"
#include "core/tables/data.hpp"
#include "core/tables/rows.hpp"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llmsize::cli {

class Parser;

/// The picture that is made beside an answer; none without a file.
struct Drawing {
  std::string file, size, theme = "light", as, marks;
};

/// Options of every command.
struct Common {
  std::vector<std::pair<std::string, std::string>>
      said;                                     ///< key and text of scenario options, in the order of the table
  std::map<std::string, std::string> switches;  ///< key and text of switches that were set
  std::vector<std::string> settings;            ///< --set KEY=VALUE
  std::string scenario_file, catalog_folder, calibration_file, output_file;
  std::string as_of;  ///< the date that a deadline is counted from
  std::string format, colour = "auto", results, findings = "few";
  std::string launch;  ///< engine with launch lines in place of a page; empty: none
  Drawing drawing;
  bool json = false, csv = false, check = false, ranges = false, quiet = false, force = false;
  bool detail = false, assumptions = false;  ///< of a page: all of it, or what it rests on
};

/// Options of a command that belong together in its help, by their shortest names.
struct Topic {
  std::string_view title;
  std::vector<std::string_view> options;
};

/// A command: what its help says, and how to set it up on a parser; what `prepare` returns is run after parsing.
struct Command {
  std::string_view name;
  std::string_view summary;                  ///< what it does: one imperative line
  std::string_view usage;                    ///< "--model MODEL [OPTIONS]"
  std::array<std::string_view, 3> examples;  ///< whole command lines
  std::string_view note{};                   ///< what no option says
  std::vector<Topic> topics;                 ///< the options that matter most; the rest is shown on request
  std::function<std::function<int()>(Parser&)> prepare;
};

/// All commands in the order of `llmsize help`: every `Command NAME_command()` of cli/*.cpp.
std::vector<Command> commands();

/// What to type for the name of a command that people try by habit: "catalog" for "list"; empty where nothing is known.
std::string_view familiar_command(std::string_view typed);

/// When the place of -o is looked at: `early` is before the work, together with the format, and no file that another
/// option names may stand there; `any_format` is the same for commands with formats of their own; `by_command` is for
/// commands that do so themselves.
enum class Place { early, any_format, by_command };
/// Adds the options that choose and write a format.
void add_output_options(Parser& app, Common& common, Place place = Place::early);

/// How an option of one command looks in its help.
struct OptionLook {
  std::string_view type{};   ///< "FILE"
  std::string_view group{};  ///< heading; that of most options where empty
  bool required = false;
};
/// Options of one command: a switch, a text, any number of texts. A name without dashes is positional.
void add_flag(Parser& app, const std::string& name, bool& value, const std::string& help, std::string_view group);
void add_text(
    Parser& app, const std::string& name, std::string& value, const std::string& help, const OptionLook& look = {});
void add_texts(
    Parser& app, const std::string& name, std::vector<std::string>& values, const std::string& help,
    const OptionLook& look = {});
/// Adds the options of a scenario: files, and one option per input, from the list of inputs.
void add_input_options(Parser& app, Common& common);
/// Adds the output options, those of results and those of a scenario.
void add_scenario_options(Parser& app, Common& common, Place place = Place::early);

/// Adds --detail and --assumptions, for commands that answer with a page.
void add_page_options(Parser& app, Common& common);
/// Adds --picture and what goes with it, for commands whose answers are drawn.
void add_picture_options(Parser& app, Common& common);

Catalog load_catalog(const Common& common);
/// What options and scenario file say. Throws BadInput.
Scenario read_scenario(const Common& common);
/// The same, where an option or a file may give several values for an input.
Study read_study(const Common& common);
/// A study with what the options say in place of what it says.
Study override_study(Study study, const Common& common);
/// The text of measured runs: of a CSV, or a folder of MLPerf Training results or JSON of InferenceX as one. Throws
/// BadInput.
std::string measured_text(const Common& common, const std::string& path);
/// Measured runs by the text of a CSV with what the scenario options say of all of them; tells of columns that are not
/// read. `path` names it. Throws BadInput.
std::vector<Measurement> measured_rows(
    const Common& common, const std::string& text, const std::string& path, const Catalog& catalog);
/// What tells a scenario of a study from the others: "dgx-h100", "tensor 8, pipeline 2"; empty where there is one.
std::string difference_of(const Study& study, const Scenario& scenario);
/// Where scenarios are named as arguments, --scenario has nothing to say. Throws BadInput: usage.
void refuse_second_scenario(const Common& common);
/// What a study is called in tables: its id, or its file without folder and ending.
std::string name_of(const std::string& study);
/// Results that a study names itself; `name` is its own in errors. Throws BadInput: data.
std::vector<const ResultRow*> results_of(const std::string& name, const Study& study);
/// Rows named by --results; the others where nothing is named.
std::vector<const ResultRow*> chosen_rows(const Common& common, std::vector<const ResultRow*> otherwise = {});

/// Every form of one answer; only the one that is asked for is made.
struct Forms {
  std::function<std::string(bool colour)> text;
  std::function<std::string()> markdown;
  std::function<Json()> json;
  std::function<Table()> table;
  std::function<std::string()> html{};  ///< pages alone
};
/// Says one sentence on standard error: "note: SENTENCE". Full or closed, that is no error.
void tell(const std::string& sentence);
/// Says why a command ends: "error: MESSAGE" and, on a line of its own, "  hint: HINT".
void complain(std::string_view message, std::string_view hint = {});
/// Writes to standard output, without control characters. Throws BadInput: file, when that is full or closed.
void print(const std::string& text);
/// Writes an answer in the chosen format to standard output or to the file.
void write(const Common& common, const Forms& forms);

/// Whether an answer goes to a file, not to standard output.
bool goes_to_file(const Common& common);
/// Throws BadInput where the format is none or the file of -o could not be written at the end. Changes nothing.
void require_place(const Common& common);
/// The same for a file beside that of -o.
void require_place(const Common& common, const std::string& path);
/// Writes a text to a file as answers are written: never half, and over another file with --force only.
void write_text(const Common& common, const std::string& path, const std::string& text);
/// Tables one after the other, each under its title.
std::string drawn(const std::vector<TitledTable>& tables, const std::function<std::string(const Table&)>& draw);

/// Says on a terminal how far a job of so many steps is, once it has taken a second.
std::function<void(std::size_t)> progress(const Common& common, std::size_t total);
/// A search that says on a terminal how far it is.
SearchOptions told(const Common& common);
/// A line for each finding, after an empty one; nothing where there is none.
std::string lines_of(const std::vector<FoundFinding>& findings);

/// Writes a table of answered scenarios and gives the exit code that --check asks for. `people` lays it out for people;
/// a picture draws the results that are `drawn`, all where none is named.
int finish(
    const Common& common, std::string_view command, const AnsweredRows& table, const Catalog& catalog,
    const std::function<std::vector<TitledTable>()>& people, const std::vector<const ResultRow*>& drawn = {});

/// How options ask a question.
Asking asking_of(const Common& common);

/// Writes an answered question as a page for people or as its document or table for programs. Gives the exit code that
/// --check asks for.
int finish(const Common& common, AnsweredQuestion answered);

/// Answers the question of this name about the scenario that the options say.
int answer(const Common& common, std::string_view question);

}  // namespace llmsize::cli
