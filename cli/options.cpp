// SPDX-License-Identifier: Apache-2.0
// Options shared by the commands; those of the scenario come from the list of inputs.
#include "cli/command.hpp"
#include "cli/memory_limit.hpp"
#include "cli/parser.hpp"
#include "core/calibration/inferencex.hpp"
#include "core/calibration/load_tests/load_test.hpp"
#include "core/calibration/mlperf_runs.hpp"

#include "core/catalog/weights/model.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/value.hpp"
#include "core/planning/goals.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/bare.hpp"
#include "core/tables/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace llmsize::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view hidden = "";

/// "Layout" of "layout.tensor": the heading in --help. Inputs without a short flag are left out there; `catalog inputs`
/// lists them.
std::string heading(std::string_view key) {
  if (options_of(key).size() == 1 && option_of(key).find('.') != std::string::npos) return std::string(hidden);
  std::string group(key.substr(0, key.find('.')));
  group[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(group[0])));
  return group;
}

std::string names(std::string_view key) {
  std::string joined;
  for (const std::string& option : all_options_of(key)) joined += (joined.empty() ? "" : ",") + option;
  return joined;
}

std::string words(const Choice& choice) {
  std::string joined;
  for (const Option& option : choice.options) joined += fmt::format("{}{}", joined.empty() ? "" : "|", option.word);
  return joined;
}

std::string with_default(std::string_view help, std::string_view value) {
  if (value.empty()) return std::string(help);
  if (help.ends_with('.')) help.remove_suffix(1);
  return fmt::format("{} [default: {}]", help, value);
}

/// Degrees and what else a planner chooses have no default of their own.
bool is_planned(std::string_view key) { return key.starts_with("layout.") && !key.starts_with("layout.search"); }

std::string help(const InputAbout& about) {
  // "Enable …": off by default
  if (!about.initial || (about.unit == Unit::flag && *about.initial == 0)) return std::string(about.help);
  // As one would type it: 3 GB, though a page says 2.79 GiB of it.
  const Unit typed = about.unit == Unit::memory ? Unit::bytes : about.unit;
  return with_default(about.help, is_planned(about.key) ? "planned" : pretty(*about.initial, typed));
}

std::string help(const Choice& choice) {
  return with_default(choice.help, is_planned(choice.key) ? "planned" : choice.initial);
}

/// What is typed for a kind of number.
std::string_view metavar(const InputAbout& about) {
  switch (base_kind(about.unit)) {
    case Unit::bytes: return "SIZE";
    case Unit::seconds: return "TIME";
    case Unit::bandwidth:
    case Unit::flop_rate:
    case Unit::per_second: return "RATE";
    case Unit::watts: return "POWER";
    case Unit::money: return "PRICE";
    case Unit::flop: return "FLOP";
    case Unit::year: return "YEAR";
    case Unit::ratio: return "F";
    default: return "N";
  }
}

void add_option(Parser& app, Common& common, std::string_view key, const std::string& text, const std::string& type) {
  if (!app.wants(all_options_of(key))) return;
  app.add_option_function<std::string>(
         names(key), [&common, key](const std::string& value) { common.said.emplace_back(key, value); }, text)
      ->type_name(type)
      ->group(heading(key));
}

void add_flag(Parser& app, Common& common, const InputAbout& about) {
  if (!app.wants(all_options_of(about.key))) return;
  app.add_flag(names(about.key), common.switches[std::string(about.key)], help(about))->group(heading(about.key));
}

/// Accepts any text but an empty one.
CLI::Validator something() {
  return {[](const std::string& text) { return text.empty() ? std::string("expected a value") : std::string(); }, ""};
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> items;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    if (comma > start) items.push_back(list.substr(start, comma - start));
    start = comma + 1;
  }
  return items;
}

template <class Value>
CLI::Option* add_own(
    Parser& app, const std::string& name, Value& value, const std::string& help, const OptionLook& look) {
  CLI::Option* option = app.add_option(name, value, help)->required(look.required);
  if (!look.type.empty()) option->type_name(std::string(look.type));
  if (!look.group.empty()) option->group(std::string(look.group));
  return option;
}

/// Whether a file is one of those that are read of the folder of a model.
bool is_read_in(const std::string& folder, const fs::path& file) {
  std::error_code ignored;
  const std::string name = file.filename().string();
  const fs::path beside = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return (name == "config.json" || name == "hf_quant_config.json" || is_of_weights(name)) &&
         fs::is_regular_file(file, ignored) && fs::is_directory(folder, ignored) &&
         fs::equivalent(folder, beside, ignored);
}

/// Throws BadInput where a file that is written is one that another option or argument names, itself or by its folder:
/// with --force it would be lost.
void refuse_own_input(const Parser& app, std::string_view writer, const std::string& output) {
  if (output.empty() || output == "-") return;
  for (const CLI::Option* option : app.get_options()) {
    if (option->check_name("--output") || option->check_name("--picture")) continue;
    for (const std::string& text : option->results()) {
      // "--set model=mine.json"
      const std::string file = option->check_name("--set") ? text.substr(text.find('=') + 1) : text;
      std::error_code ignored;
      const bool same = fs::is_regular_file(file, ignored) && fs::equivalent(file, output, ignored);
      if (same || is_read_in(file, output))
        throw BadInput(
            BadInput::Kind::usage,
            fmt::format("{}: {} is read by this command, expected another file", writer, output));
    }
  }
}

}  // namespace

void add_flag(Parser& app, const std::string& name, bool& value, const std::string& help, std::string_view group) {
  app.add_flag(name, value, help)->disable_flag_override()->group(std::string(group));
}

void add_text(
    Parser& app, const std::string& name, std::string& value, const std::string& help, const OptionLook& look) {
  add_own(app, name, value, help, look);
}

void add_texts(
    Parser& app, const std::string& name, std::vector<std::string>& values, const std::string& help,
    const OptionLook& look) {
  CLI::Option* option = add_own(app, name, values, help, look);
  // What follows the value of an option is an argument, as after any other option.
  if (name.starts_with('-')) option->allow_extra_args(false);
}

void add_output_options(Parser& app, Common& common, Place place) {
  const std::string group = "Output";
  const auto text = [&](const std::string& name, std::string& value, const std::string& help, const std::string& type) {
    return app.add_option(name, value, help)->type_name(type)->check(something())->group(group);
  };
  const auto flag = [&](const std::string& name, bool& value, const std::string& help) {
    return app.add_flag(name, value, help)->disable_flag_override()->group(group);
  };
  CLI::Option* format = text(
                            "--format", common.format,
                            "Format: table, json, csv, tsv, ndjson, md, html, xlsx (or set LLMSIZE_FORMAT)", "FORMAT")
                            ->envname("LLMSIZE_FORMAT");
  CLI::Option* json = flag("--json", common.json, "Same as --format json");
  CLI::Option* csv = flag("--csv", common.csv, "Same as --format csv");
  text("-o,--output", common.output_file, "Write to a file; its ending chooses the format", "FILE");
  flag("--force", common.force, "Overwrite the file");
  text("--color", common.colour, "Colors: auto, always, never [default: auto]", "WHEN");
  flag("--quiet", common.quiet, "Print no progress and no hints");
  text(
      "--catalog", common.catalog_folder,
      "Folder of entries that override the built-in catalog (or set LLMSIZE_CATALOG)", "DIR")
      ->envname("LLMSIZE_CATALOG");
  json->excludes(csv);
  if (std::getenv("LLMSIZE_FORMAT") == nullptr) format->excludes(json)->excludes(csv);
  if (place == Place::by_command) return;
  app.add_option_function<std::string>(
         "--memory-limit", hold_memory_limit,
         "Memory that an answer may take: more is refused before it begins [default: half of the memory]")
      ->type_name("SIZE")
      ->group(group);
  app.final_callback([&app, &common, place] {
    refuse_own_input(app, "-o", common.output_file);
    refuse_own_input(app, "--picture", common.drawing.file);
    if (place == Place::early)
      require_place(common);
    else if (goes_to_file(common))
      require_place(common, common.output_file);
  });
}

void add_scenario_options(Parser& app, Common& common, Place place) {
  add_output_options(app, common, place);
  app.add_option("--results", common.results, "Result IDs, or all, e.g. training.iteration_flop,model.parameters")
      ->type_name("ID,ID,...")
      ->check(something())
      ->group("Output");
  app.add_option("--findings", common.findings, "Findings: few (assumptions in one line), all (each with its source)")
      ->type_name("few|all")
      ->check([](const std::string& text) {
        if (text != "few" && text != "all") refuse_word("--findings", text, {"few", "all"});
        return std::string();
      })
      ->group("Output");
  app.add_flag("--check", common.check, "Exit with 1 if a limit is missed or the model does not fit")
      ->disable_flag_override()
      ->group("Output");
  app.add_flag("--range", common.ranges, "Add P10 and P90")->disable_flag_override()->group("Output");
  add_input_options(app, common);
}

void add_input_options(Parser& app, Common& common) {
  app.add_option(
         "--scenario", common.scenario_file, "Scenario: a *.llmsize file or a catalog ID. Options override its values.")
      ->type_name("FILE|ID")
      ->check(something())
      ->group("Scenario");
  app.add_option(
         "--calibration", common.calibration_file,
         "Calibration file of `llmsize calibrate`, with precedence over the catalog")
      ->type_name("FILE")
      ->check(something())
      ->group("Scenario");
  app.add_option("--set", common.settings, "Any input by its key, e.g. --set model.layers=96")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all()
      ->group("Scenario");
  app.add_option(
         "--as-of", common.as_of,
         fmt::format(
             "Date that the answer is for and that --deadline YYYY-MM-DD is counted from. Ranges are wider for a later "
             "date. Default {}.",
             data_date()))
      ->type_name("DATE")
      ->check(something())
      ->group("Scenario");
  for (const Reference* reference : references())
    add_option(app, common, reference->key, with_default(reference->help, reference->initial), "ID");
  for (const Choice* choice : choices()) add_option(app, common, choice->key, help(*choice), words(*choice));
  for (const InputAbout* about : numeric_inputs()) {
    if (about->unit == Unit::flag)
      add_flag(app, common, *about);
    else
      add_option(app, common, about->key, help(*about), std::string(metavar(*about)));
  }
}

void add_page_options(Parser& app, Common& common) {
  add_flag(app, "--detail", common.detail, "Show every chart and table", "Output");
  add_flag(app, "--assumptions", common.assumptions, "Show what was assumed, with its effect and origin", "Output");
}

Catalog load_catalog(const Common& common) { return user_catalog(common.catalog_folder, common.calibration_file); }

namespace {

/// Deadlines that are dates, with the date of --as-of that they are counted from; any other text as it is.
std::string dated(const Common& common, std::string_view key, const std::string& text) {
  if (common.as_of.empty()) return text;
  if (!parse_date(common.as_of))
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--as-of: {} is not a date such as 2026-12-01", in_quotes(common.as_of)));
  std::string all;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    all += fmt::format(
        "{}{}", start == 0 ? "" : ",",
        with_start(key, std::string_view(text).substr(start, comma - start), common.as_of));
    start = comma + 1;
  }
  return all;
}

/// Hands every key, text and giver of the command line to `say`; a key that is given twice is refused.
template <class Say>
void take_options(const Common& common, Say say) {
  std::map<std::string, std::string> givers;
  const auto take = [&](const std::string& key, const std::string& text, const std::string& giver) {
    say(key, dated(common, key, text), Giver{giver});
    if (const auto [first, fresh] = givers.emplace(key, giver); !fresh)
      throw BadInput(
          BadInput::Kind::usage, fmt::format("{}: {} is given more than once, first by {}", giver, key, first->second));
  };
  for (const auto& [key, text] : common.said) take(key, text, option_of(key));
  if (const auto day = parse_date(common.as_of)) take("software.as_of", exact(year_of(*day)), "--as-of");
  for (const auto& [key, text] : common.switches)
    if (!text.empty()) take(key, text, option_of(key));
  for (const std::string& setting : common.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) refuse_value("--set", setting, "KEY=VALUE");
    const std::string name = setting.substr(0, equals);
    take(std::string(current_id(name)), setting.substr(equals + 1), "--set " + name);
  }
}

}  // namespace

std::string measured_text(const Common& common, const std::string& path) {
  const auto as_text_of_csv = [](PublishedRows rows) { return as_csv({std::move(rows.header), std::move(rows.rows)}); };
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    // A pipe is read once, whoever asks again.
    static std::map<std::string, std::string, std::less<>> texts;
    auto known = texts.find(path);
    if (known == texts.end()) known = texts.emplace(path, read_file(path)).first;
    const std::string& text = known->second;
    if (load_test_tool("", text))
      refuse_contents(path, "expected measured rows, not the result of a load test", "llmsize import FILE -o rows.csv");
    return holds_json(text) ? as_text_of_csv(inferencex_rows(text, path, load_catalog(common))) : text;
  }
  return as_text_of_csv(mlperf_rows(path, load_catalog(common), [&](const std::string& sentence) {
    if (!common.quiet) tell(sentence);
  }));
}

std::vector<Measurement> measured_rows(
    const Common& common, const std::string& text, const std::string& path, const Catalog& catalog) {
  std::vector<Measurement> rows = read_measurements(text, path, catalog, read_scenario(common));
  if (!common.quiet)
    for (const std::string& sentence : unread_columns(text, path, catalog)) tell(sentence);
  return rows;
}

std::string difference_of(const Study& study, const Scenario& scenario) {
  std::string name;
  for (const Axis& axis : study.axes) {
    const Scenario::Said& said = *scenario.find(axis.key);
    const std::string field = axis.key.substr(axis.key.find('.') + 1);
    name += fmt::format(
        "{}{}", name.empty() ? "" : ", ", said.value.number ? fmt::format("{} {}", field, said.text) : said.text);
  }
  return name;
}

void refuse_second_scenario(const Common& common) {
  if (!common.scenario_file.empty())
    throw BadInput(
        BadInput::Kind::usage, "--scenario: scenarios are named as arguments", "options override what they hold");
}

std::string name_of(const std::string& study) {
  const fs::path path(study);
  return path.extension() == ".llmsize" ? path.stem().string() : path.filename().string();
}

Scenario read_scenario(const Common& common) {
  Study study = common.scenario_file.empty() ? Study{} : load_study(load_catalog(common), common.scenario_file);
  take_options(common, [&](const std::string& key, const std::string& text, const Giver& giver) {
    say_one(study, key, text, giver);
  });
  return only_scenario(study, common.scenario_file);
}

namespace {

/// A list such as "8,192" may be meant as one number.
void tell_of_separator(const Common& common, const Axis& axis, std::string_view text, const Giver& giver) {
  constexpr std::size_t size = 5;  // longer ones are usual lists: "16,128", "256,512"
  const std::string number = without_separators(text);
  if (common.quiet || text.size() != size || number.empty() || !find_input(axis.key)) return;
  tell(fmt::format(
      "{}: {} is a list of {} and {}; write {} for one number", giver.name, in_quotes(text), axis.values.front().text,
      axis.values.back().text, number));
}

}  // namespace

Study read_study(const Common& common) {
  return override_study(
      common.scenario_file.empty() ? Study{} : load_study(load_catalog(common), common.scenario_file), common);
}

Study override_study(Study study, const Common& common) {
  take_options(common, [&](const std::string& key, const std::string& text, const Giver& giver) {
    const auto same =
        std::find_if(study.axes.begin(), study.axes.end(), [&](const Axis& axis) { return axis.key == key; });
    if (is_several(key, text)) {
      Axis axis = read_axis(key, text, giver);
      tell_of_separator(common, axis, text, giver);
      study.base.unset(key);
      if (same != study.axes.end())
        *same = std::move(axis);
      else
        study.axes.push_back(std::move(axis));
      // Here already: many long axes would take the memory before anybody counts.
      study.points();
    } else {
      if (same != study.axes.end()) study.axes.erase(same);
      refuse_bare(key, text, giver);
      study.base.set(key, text, giver);
    }
  });
  return study;
}

std::vector<const ResultRow*> results_of(const std::string& name, const Study& study) {
  std::vector<const ResultRow*> rows;
  for (const std::string& id : study.results) {
    const ResultRow* row = find_result(id);
    if (!row) refuse_result(id, name + ": results", BadInput::Kind::data);
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

std::vector<const ResultRow*> chosen_rows(const Common& common, std::vector<const ResultRow*> otherwise) {
  if (common.results.empty()) return otherwise;
  const std::vector<std::string> ids = split(common.results);
  std::vector<const ResultRow*> rows = named_results(ids, "--results");
  if (rows.empty()) refuse_value("--results", common.results, "all or result IDs");
  return rows;
}

}  // namespace llmsize::cli
