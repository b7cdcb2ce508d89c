// SPDX-License-Identifier: Apache-2.0
// llmsize calibrate: efficiencies from measured step times, and inputs from what probes measured.
#include "cli/command.hpp"

#include "core/calibration/measurable.hpp"
#include "core/calibration/records.hpp"
#include "core/calibration/served_fit.hpp"
#include "core/files/write_file.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/validation/calibrated_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::string measurements;  ///< the first of the files
  std::string stacks;
  std::vector<std::string> files, records;
};

Table table_of(const Calibration& calibration, const Catalog& catalog, bool for_people) {
  const Entry& base = catalog.entry("software", calibration.software);
  Table table{{"key", "median", "p10", "p90", "n", for_people ? "stack " + base.id : "stack"}, {}};
  for (const auto& [key, fitted] : calibration.values) {
    const Unit unit = find_input(key)->unit;
    const auto shown = [&](double value) { return for_people ? pretty(value, unit) : exact(value); };
    const Fact* before = base.find(key);
    table.rows.push_back(
        {key, shown(fitted.value), shown(fitted.p10()), shown(fitted.p90()), fmt::format("{}", calibration.rows),
         before && before->number ? shown(*before->number) : std::string{}});
  }
  return table;
}

/// The stack that most rows name, unless one is said.
std::string base_of(const std::vector<Measurement>& rows) {
  std::map<std::string, std::size_t> counts;
  for (const Measurement& row : rows)
    if (row.status == Measurement::Status::usable) ++counts[row.software];
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? "generic" : most->first;
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

int write_stacks(const Options& options, const std::vector<Measurement>& rows, const Catalog& catalog) {
  // What the stacks are called is known at the end alone; whether the folder takes files is known now.
  llmsize::require_place(fmt::format("{}/stack.json", options.stacks), IfThere::replace);
  for (const Calibration& calibration :
       calibrate_stacks(rows, catalog, file_name(options.measurements), progress(options, calibration_steps))) {
    Entry stack = as_stack(catalog.entry_of_own("software", calibration.software), calibration);
    write_text(options, fmt::format("{}/{}.json", options.stacks, stack.id), write_entry(stack).dump(2) + "\n");
  }
  return 0;
}

/// What a scenario is predicted to take with some values in place of those of data sheets.
struct Told {
  std::string label;
  double seconds;
  std::optional<double> p10, p90;
};

/// Everything that the records say.
struct FromRecords {
  MergedRecords merged;
  Case before;                    ///< the scenario without them, on the accelerator that they name
  std::vector<Told> predictions;  ///< empty where no step can be predicted
  std::optional<Calibration> fitted{};
  std::map<std::string, std::string> files{};  ///< of nodes that have no name
};

std::vector<ProbeRecord> read_records(const Options& options) {
  std::vector<ProbeRecord> records;
  records.reserve(options.records.size());
  for (const std::string& path : options.records)
    records.push_back(read_record(parse_json(read_file(path), path), path));
  return records;
}

/// The catalog with measured facts before those of a calibration that was named, too.
Catalog with_facts(Catalog catalog, const MergedRecords& merged) {
  std::vector<Fact> facts = facts_of(merged);
  for (const Fact& fact : catalog.calibration())
    if (std::none_of(facts.begin(), facts.end(), [&](const Fact& each) { return each.key == fact.key; }))
      facts.push_back(fact);
  catalog.calibrate(std::move(facts));
  return catalog;
}

Scenario on_measured(Scenario scenario, const MergedRecords& merged) {
  if (!merged.accelerator.empty() && !scenario.find("accelerator.id") && !scenario.find("cluster.system"))
    scenario.set("accelerator.id", merged.accelerator, {"probe record"});
  return scenario;
}

void predict(std::vector<Told>& predictions, std::string label, const Scenario& scenario, const Catalog& catalog) {
  const ResultRow* step_time = &result_row("training.step_time");
  const Case plan = complete(scenario, catalog);
  const Answer found = answer(plan, {{step_time}, true, {}, false});
  const Result& time = found.results.front();
  if (!is_absent(time.value)) predictions.push_back({std::move(label), time.value, time.p10, time.p90});
}

std::string nodes_of(std::size_t count) { return fmt::format("{} node{}", count, count == 1 ? "" : "s"); }

std::vector<Told> predictions_of(
    const MergedRecords& merged, const std::vector<ProbeRecord>& records, const Catalog& catalog,
    const Scenario& scenario) {
  std::vector<Told> predictions;
  predict(predictions, "by data sheets", scenario, catalog);
  predict(predictions, "as measured on " + nodes_of(merged.nodes.size()), scenario, with_facts(catalog, merged));
  const std::vector<std::string> slow = merged.slow_nodes();
  const std::vector<ProbeRecord> others = without_nodes(records, slow);
  if (slow.empty() || others.empty() || predictions.empty()) return predictions;
  Scenario fewer = scenario;
  const std::size_t left = merged.nodes.size() - slow.size();
  fewer.set("cluster.nodes", fmt::format("{}", left), {"nodes that are left"});
  const MergedRecords rest = merge_records(others, catalog, fewer);
  predict(predictions, fmt::format("without {}", fmt::join(slow, ", ")), scenario, with_facts(catalog, rest));
  return predictions;
}

/// Shares of another machine's data sheet would be nobody's.
void require_same_machine(const Scenario& said, const Catalog& catalog, const std::string& measured) {
  if (measured.empty() || !(said.find("cluster.system") || said.find("accelerator.id"))) return;
  const Case plan = complete(said, catalog);
  const auto own = plan.words.find("accelerator.id");
  if (own != plan.words.end() && own->second.word != measured)
    throw BadInput(
        BadInput::Kind::data,
        fmt::format(
            "the records are of {}, the scenario has {}: expected the measured system", measured, own->second.word));
}

FromRecords merge(const Options& options, const Catalog& catalog) {
  const std::vector<ProbeRecord> records = read_records(options);
  const Scenario said = read_scenario(options);
  FromRecords all{merge_records(records, catalog, said), {}, {}};
  require_same_machine(said, catalog, all.merged.accelerator);
  for (std::size_t at = 0; at < records.size(); ++at)
    if (!records[at].host.contains("name")) all.files[records[at].node()] = options.records[at];
  const Scenario scenario = on_measured(said, all.merged);
  all.before = complete(scenario, catalog);
  all.predictions = predictions_of(all.merged, records, catalog, scenario);
  return all;
}

/// Runs of another accelerator than the records are of would be judged by rates that are not theirs.
void require_same_accelerator(
    const std::vector<Measurement>& rows, const MergedRecords& merged, const std::string& source) {
  for (const Measurement& row : rows) {
    if (!row.plan || merged.accelerator.empty()) continue;
    const auto own = row.plan->words.find("accelerator.id");
    if (own != row.plan->words.end() && own->second.word != merged.accelerator)
      throw BadInput(
          BadInput::Kind::data, fmt::format(
                                    "{}: row {} ran on {}, the records are of {}: calibrate them one after the other",
                                    source, row.id, own->second.word, merged.accelerator));
  }
}

Table inputs_table(const FromRecords& all, bool for_people) {
  Table table{{"input", "data sheet or stack", "measured", "P10–P90", "nodes", "how"}, {}};
  if (!for_people) table.header = {"key", "before", "median", "p10", "p90", "n", "rule", "flags", "origin"};
  for (const MeasuredInput& input : all.merged.inputs) {
    const Unit unit = find_input(input.key)->unit;
    const InputKey key = InputKey::find(input.key).value();
    const double before = all.before[key];
    const FittedValue& fitted = input.fitted;
    const std::string flags = fmt::format("{}", fmt::join(input.flags, for_people ? ", " : " ")),
                      n = fmt::format("{}", input.nodes);
    if (!for_people) {
      table.rows.push_back(
          {input.key, is_absent(before) ? "" : exact(before), exact(fitted.value), exact(fitted.p10()),
           exact(fitted.p90()), n, input.rule, flags, all.merged.origin});
      continue;
    }
    const std::string from =
        is_absent(before) ? "–" : fmt::format("{} ({})", pretty(before, unit), text(all.before.origin(key)));
    table.rows.push_back(
        {input.key, from, pretty(fitted.value, unit),
         fmt::format("{}–{}", pretty(fitted.p10(), unit), pretty(fitted.p90(), unit)), n,
         flags.empty() ? input.rule : fmt::format("{}; {}", input.rule, flags)});
  }
  return table;
}

std::vector<TitledTable> tables_of(const FromRecords& all, const Catalog& catalog) {
  const std::string device = all.merged.accelerator.empty() ? "" : " with " + all.merged.accelerator;
  std::vector<TitledTable> tables{
      {fmt::format("{}{}: {}", nodes_of(all.merged.nodes.size()), device, all.merged.origin), inputs_table(all, true)}};
  if (!all.merged.stragglers.empty()) {
    Table slow{{"node", "GPU", "input", "measured", "median", "behind"}, {}};
    for (const Straggler& each : all.merged.stragglers) {
      const Unit unit = find_input(each.key)->unit;
      const auto file = all.files.find(each.node);
      slow.rows.push_back(
          {file == all.files.end() ? each.node : fmt::format("{} ({})", each.node, file->second),
           each.gpu.empty() ? "–" : each.gpu, each.key, pretty(each.value, unit), pretty(each.median, unit),
           pretty(std::abs(each.value / each.median - 1), Unit::ratio)});
    }
    tables.push_back({"Slower than the others: drain these nodes", slow});
  }
  if (!all.predictions.empty()) {
    Table steps{{"step time", "", "P10–P90"}, {}};
    for (const Told& told : all.predictions)
      steps.rows.push_back(
          {told.label, pretty(told.seconds, Unit::seconds),
           told.p10 ? fmt::format("{}–{}", pretty(*told.p10, Unit::seconds), pretty(*told.p90, Unit::seconds)) : ""});
    tables.push_back({"A training step", steps});
  }
  if (all.fitted) {
    tables.push_back({fmt::format("Efficiencies, {}", all.fitted->origin), table_of(*all.fitted, catalog, true)});
    tables.push_back(calibrated_runs_table(*all.fitted));
  }
  if (!all.merged.notes.empty()) {
    Table notes{{"Notes"}, {}};
    for (const Note& note : all.merged.notes) notes.rows.push_back({note.sentence()});
    tables.push_back({"", notes});
  }
  return tables;
}

Json file_of(const FromRecords& all) {
  Json json = write_calibration(all.merged, all.fitted ? &*all.fitted : nullptr);
  json["predictions"] = Json::array();
  for (const Told& told : all.predictions) {
    Json each{{"label", told.label}, {"training.step_time", told.seconds}};
    if (told.p10) each.update({{"p10", *told.p10}, {"p90", *told.p90}});
    json["predictions"].push_back(std::move(each));
  }
  return json;
}

constexpr std::string_view use_it =
    "\nUse it: llmsize calibrate … -o cal.json, then --calibration cal.json on any command\n";

/// Says which rows are left out because nothing can have run so fast: the first of them, and how many there are.
template <class Row>
void warn_impossible(const Options& options, const std::vector<Row>& rows) {
  const auto is_impossible = [](const Row& row) { return row.impossible; };
  const auto first = std::find_if(rows.begin(), rows.end(), is_impossible);
  if (options.quiet || first == rows.end()) return;
  const auto count = std::count_if(rows.begin(), rows.end(), is_impossible);
  tell(fmt::format(
      "{} row{} left out; {}: {}", count, count == 1 ? " is" : "s are", printable(first->id), first->reason));
}

/// Rows of all files of training steps.
std::vector<Measurement> rows_of_files(const Options& options, const Catalog& catalog) {
  std::vector<Measurement> all;
  for (const std::string& file : options.files)
    for (Measurement& row : measured_rows(options, measured_text(options, file), file, catalog))
      all.push_back(std::move(row));
  if (!timed_rows(all).empty()) warn_impossible(options, all);
  return all;
}

/// A file that no command would read helps nobody. Throws BadInput: data.
void require_plausible(const Calibration& calibration, const Options& options) {
  for (const auto& [key, fitted] : calibration.values) {
    const Measurable* input = find_measurable(key);
    const std::string why = input ? implausible(*input, fitted.value, fitted.p10(), fitted.p90()) : std::string{};
    if (!why.empty())
      throw BadInput(
          BadInput::Kind::data, fmt::format("{}: by its rows {}: {}", options.measurements, key, why),
          "check the units and the models of the rows");
  }
}

void warn(const Calibration& calibration, const Options& options) {
  if (options.quiet) return;
  for (const std::string& sentence : contradictions(calibration)) tell(sentence);
}

int run_records(const Options& options, const Catalog& catalog) {
  FromRecords all = merge(options, catalog);
  if (!options.measurements.empty()) {
    // Step times are fitted with what was measured in place, so that nothing is counted twice.
    const Catalog measured = with_facts(catalog, all.merged);
    const auto rows = rows_of_files(options, measured);
    require_same_accelerator(rows, all.merged, options.measurements);
    all.fitted = calibrate(rows, measured, base_of(rows), file_name(options.measurements));
    require_plausible(*all.fitted, options);
    warn(*all.fitted, options);
  }
  const auto draw = [&](const auto& as) { return drawn(tables_of(all, catalog), as); };
  write(
      options, {[&](bool colour) {
                  return draw([&](const Table& each) { return as_text(each, colour); }) +
                         (options.quiet ? "" : std::string(use_it));
                },
                [&] { return draw([](const Table& each) { return as_markdown(each); }); }, [&] { return file_of(all); },
                [&] { return inputs_table(all, false); }});
  return 0;
}

int run(const Options& options) {
  const Catalog catalog = load_catalog(options);
  if (options.records.empty() && options.measurements.empty())
    throw BadInput(BadInput::Kind::usage, "expected probe records or --measurements FILE");
  if (!options.records.empty() && !options.stacks.empty())
    throw BadInput(BadInput::Kind::usage, "--stacks: expected --measurements only, no records");
  if (!options.records.empty()) return run_records(options, catalog);
  const std::string source = file_name(options.measurements);
  const std::string text = measured_text(options, options.measurements);
  const auto fitted = [&] {
    if (has_served_rows(text, options.measurements)) {
      if (!options.stacks.empty())
        throw BadInput(BadInput::Kind::usage, "--stacks: expected training rows, these are of served models");
      std::vector<ServedRow> served = read_served_rows(text, options.measurements, catalog, read_scenario(options));
      Calibration calibration = calibrate_serving(served, catalog, source);
      warn_impossible(options, served);
      return std::optional(std::move(calibration));
    }
    const auto rows = rows_of_files(options, catalog);
    if (!options.stacks.empty()) return write_stacks(options, rows, catalog), std::optional<Calibration>();
    return std::optional(calibrate(rows, catalog, base_of(rows), source));
  }();
  if (!fitted) return 0;
  const Calibration& calibration = *fitted;
  require_plausible(calibration, options);
  warn(calibration, options);
  const std::vector<TitledTable> tables{
      {fmt::format(
           "{} row{} of {}, starting from stack {}", calibration.rows, calibration.rows == 1 ? "" : "s", source,
           calibration.software),
       table_of(calibration, catalog, true)},
      calibrated_runs_table(calibration)};
  write(
      options, {[&](bool colour) {
                  return drawn(tables, [&](const Table& each) { return as_text(each, colour); }) +
                         (options.quiet ? "" : std::string(use_it));
                },
                [&] { return drawn(tables, [](const Table& each) { return as_markdown(each); }); },
                [&] { return write_calibration(calibration); }, [&] { return table_of(calibration, catalog, false); }});
  return 0;
}

}  // namespace

Command calibrate_command() {
  return {
      .name = "calibrate",
      .summary = "Calibrate the model with your own measurements",
      .usage = "[RECORD…] [--measurements FILE] -o FILE",
      .examples =
          {"llmsize calibrate records/*.json -o cal.json",
           "llmsize calibrate records/*.json --model llama-3-70b --system dgx-h100 --nodes 8 --tp 8",
           "llmsize calibrate --measurements my-runs.csv --software nemo -o nemo.json"},
      .topics =
          {{"Calibration", {"RECORD", "--measurements", "--stacks", "--output", "--force"}},
           {"Scenario", {"--model", "--system", "--nodes", "--tp", "--software", "--calibration"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        const std::string group = "Calibration";
        add_texts(
            app, "RECORD", options->records, "Records of llmsize probe or llmsize import, one file per node",
            {.type = "RECORD"});
        add_texts(
            app, "--measurements", options->files,
            "CSV of measured training steps (one row per run) or serving benchmarks (one row per value). Repeatable "
            "for training.",
            {"FILE", group});
        add_text(
            app, "--stacks", options->stacks, "Output folder of a joint fit of all catalog software stacks",
            {"DIR", group});
        add_scenario_options(app, *options);
        return [options] {
          if (!options->files.empty()) options->measurements = options->files.front();
          return run(*options);
        };
      }};
}

}  // namespace llmsize::cli
