// SPDX-License-Identifier: Apache-2.0
// llmsize validate: predictions beside measurements.
#include "cli/command.hpp"
#include "cli/picture.hpp"

#include "core/calibration/calibration.hpp"
#include "core/calibration/served_fit.hpp"
#include "core/validation/accuracy_report.hpp"
#include "core/validation/bom_report.hpp"
#include "core/validation/error_cells.hpp"
#include "core/validation/serving_report.hpp"

#include <fmt/format.h>

namespace llmsize::cli {
namespace {

constexpr std::size_t folds = 10, served_folds = 5;
constexpr std::uint32_t seed = 1;

struct Options : Common {
  std::string measurements;  ///< the first of the files
  std::vector<std::string> files, totals, storage, boms;
  bool cross_validate = false, plan = false;
};

/// Throws BadInput where no row of a file is compared: there would be nothing to say.
template <class Row>
void require_compared(bool any, const std::string& file, const std::vector<Row>& rows) {
  if (any) return;
  throw BadInput(
      BadInput::Kind::data, fmt::format(
                                "{}: no row can be compared; {}", file,
                                rows.empty() ? "there are none" : "the first: " + rows.front().reason));
}

TotalsReport totals(const Options& options, const Catalog& catalog) {
  TotalsReport report;
  for (const std::string& file : options.totals)
    for (TrainingTotal& row : read_totals(read_file(file), file, catalog)) report.rows.push_back(std::move(row));
  report.predicted = predict_totals(report.rows, catalog, progress(options, report.rows.size()));
  report.usual = complete({}, catalog);
  require_compared(!report.predicted.empty(), options.totals.front(), report.rows);
  return report;
}

StorageReport storage(const Options& options, const Catalog& catalog) {
  StorageReport report;
  for (const std::string& file : options.storage)
    for (StorageNumber& row : read_storage_numbers(read_file(file), file, catalog, read_scenario(options)))
      report.rows.push_back(std::move(row));
  report.predicted = predict_storage(report.rows, catalog, progress(options, report.rows.size()));
  require_compared(!report.predicted.empty(), options.storage.front(), report.rows);
  return report;
}

/// A report on its own: its page and tables, and its results and rows for programs.
int answer(
    const Options& options, std::string_view about, const std::vector<TitledTable>& tables, const Json& results,
    const Json& rows, const Table& columns) {
  write(
      options, {[&](bool colour) { return drawn(tables, [&](const Table& each) { return as_text(each, colour); }); },
                [&] { return std::string(about) + as_sections(tables); },
                [&] {
                  Json json = document("validate", nullptr, {}, rows);
                  json["results"] = results;
                  return json;
                },
                [&] { return columns; }});
  return 0;
}

int answer_boms(const Options& options) {
  const Catalog catalog = load_catalog(options);
  BomReport report;
  for (const std::string& file : options.boms)
    for (CountedPart& part : read_bom(read_file(file), file, catalog).parts) report.parts.push_back(std::move(part));
  if (report.parts.empty())
    throw BadInput(BadInput::Kind::data, fmt::format("{}: no column with a count", options.boms.front()));
  return answer(options, about_bom, bom_tables(report), bom_results(report), bom_rows(report), bom_columns(report));
}

int answer_without_measurements(const Options& options) {
  if (!options.boms.empty()) {
    if (options.totals.empty() && options.storage.empty() && !options.plan) return answer_boms(options);
    throw BadInput(BadInput::Kind::usage, "--bom: expected no other file of measurements");
  }
  if (options.plan) throw BadInput(BadInput::Kind::usage, "--plan: expected --measurements FILE, too");
  if (options.totals.empty() == options.storage.empty())
    throw BadInput(
        BadInput::Kind::usage,
        options.totals.empty() ? "expected --measurements FILE, --totals FILE, --storage-numbers FILE or --bom FILE"
                               : "--totals and --storage-numbers: expected one of them, or --measurements FILE, too");
  const Catalog catalog = load_catalog(options);
  if (options.totals.empty()) {
    const StorageReport report = storage(options, catalog);
    return answer(
        options, about_storage, storage_tables(report), storage_results(report), storage_rows(report),
        storage_columns(report));
  }
  const TotalsReport report = totals(options, catalog);
  return answer(
      options, about_totals, totals_tables(report), totals_results(report), totals_rows(report),
      totals_columns(report));
}

/// `first` is the text of the first file: a pipe is read once.
std::vector<ServedRow> served_rows(const Options& options, const std::string& first, const Catalog& catalog) {
  std::vector<ServedRow> all;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    const std::string& file = options.files[i];
    for (ServedRow& row :
         read_served_rows(i == 0 ? first : measured_text(options, file), file, catalog, read_scenario(options)))
      all.push_back(std::move(row));
  }
  return all;
}

/// Rows of served models, a number each.
int answer_served(const Options& options, const std::string& text) {
  if (options.plan)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("--plan: {} has rows of served models, expected training rows", options.measurements));
  if (!options.drawing.file.empty())
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("--picture: {} has rows of served models, expected training rows", options.measurements));
  const Catalog catalog = load_catalog(options);
  ServingReport report{served_rows(options, text, catalog), {}};
  report.predicted = predict_serving(report.rows, catalog, progress(options, report.rows.size()));
  require_compared(!report.predicted.empty(), options.measurements, report.rows);
  if (options.cross_validate)
    report.left_out = left_out_serving(report.predicted, catalog, served_folds, seed, progress(options, served_folds));
  return answer(
      options, about_serving, serving_tables(report), serving_results(report), serving_rows(report),
      serving_columns(report));
}

/// Rows of all files of training steps.
std::vector<Measurement> all_rows(const Options& options, const Catalog& catalog) {
  std::vector<Measurement> all;
  for (const std::string& file : options.files)
    for (Measurement& row : measured_rows(options, measured_text(options, file), file, catalog))
      all.push_back(std::move(row));
  return all;
}

AccuracyReport compare(const Options& options) {
  const Catalog catalog = load_catalog(options);
  AccuracyReport report;
  report.rows = all_rows(options, catalog);
  if (!options.totals.empty()) report.totals = totals(options, catalog);
  if (!options.storage.empty()) report.storage = storage(options, catalog);
  report.predicted = predictions(report.rows, progress(options, report.rows.size()));
  require_compared(!report.predicted.empty(), options.measurements, report.rows);
  if (options.plan) report.plans = plans_report(report.rows, catalog, progress(options, report.rows.size()));
  if (!options.cross_validate) return report;
  report.by_distance = left_out_by_distance(report.rows, report.predicted, catalog, folds, seed);
  report.left_out = report.by_distance.at(0).by_distance;
  report.other_source = report.by_distance.at(1).by_distance;
  report.null = null_times(report.rows, folds, seed);
  report.generic = generic_times(report.rows, catalog);
  if (!read_scenario(options).find("software.id")) {
    Options hidden = options;
    hidden.quiet = true;
    hidden.said.emplace_back("software.id", "typical");
    report.hidden_rows = all_rows(hidden, catalog);
    report.hidden = step_times(report.hidden_rows);
    report.hidden_left_out = left_out_hidden_times(report.rows, report.hidden_rows, catalog, folds, seed);
    borrow_ranges(report.hidden_left_out, report.hidden);
  }
  report.unseen = unseen_accelerator_times(report.rows, catalog);
  report.typical = fit_typical(report.rows, catalog);
  report.one_run = one_run_times(report.rows, catalog);
  return report;
}

int run(const Options& options) {
  if (options.measurements.empty()) return answer_without_measurements(options);
  if (!options.boms.empty()) throw BadInput(BadInput::Kind::usage, "--bom: expected no other file of measurements");
  const std::string text = measured_text(options, options.measurements);
  if (has_served_rows(text, options.measurements)) return answer_served(options, text);
  const AccuracyReport report = compare(options);
  const auto tables = [&] {
    std::vector<TitledTable> all = accuracy_tables(report);
    if (options.plan)
      for (TitledTable& each : plans_tables(report.plans)) all.push_back(std::move(each));
    if (!options.storage.empty())
      for (TitledTable& each : storage_tables(report.storage)) all.push_back(std::move(each));
    return all;
  };
  write_picture(options, [&] { return accuracy_picture(report); });
  write(
      options, {[&](bool colour) { return drawn(tables(), [&](const Table& each) { return as_text(each, colour); }); },
                [&] { return accuracy_page(report, options.drawing.file.substr(options.drawing.file.rfind('/') + 1)); },
                [&] { return accuracy_document(report); }, [&] { return accuracy_rows(report); }});
  return 0;
}

}  // namespace

Command validate_command() {
  return {
      .name = "validate",
      .summary = "Compare predictions with measurements",
      .usage = "--measurements FILE [OPTIONS]",
      .examples =
          {"llmsize validate --measurements measured-training.csv",
           "llmsize validate --measurements my-runs.csv --software nemo --json",
           "llmsize validate --totals run-totals.csv"},
      .topics =
          {{"Validation",
            {"--measurements", "--totals", "--storage-numbers", "--bom", "--cross-validate", "--plan", "--picture"}},
           {"Scenario", {"--software", "--calibration", "--set"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        const std::string group = "Validation";
        add_texts(
            app, "--measurements", options->files,
            "CSV of measured training steps (one row per run) or serving benchmarks (one row per value), folder of "
            "MLPerf Training results, or JSON of InferenceX. Repeatable.",
            {"FILE", group});
        add_texts(
            app, "--totals", options->totals, "CSV of training runs with GPU-hours, one row per run. Repeatable.",
            {"FILE", group});
        add_texts(
            app, "--storage-numbers", options->storage,
            "CSV of published storage numbers, one row per value. Repeatable.", {"FILE", group});
        add_texts(
            app, "--bom", options->boms, "CSV of published component tables, one row per cluster. Repeatable.",
            {"FILE", group});
        add_flag(
            app, "--cross-validate", options->cross_validate,
            "Add leave-one-out predictions by model and precision, source, accelerator and software, for serving by "
            "series",
            group);
        add_flag(
            app, "--plan", options->plan,
            "Add planned layouts of all measured configurations and compare them with the measured ones", group);
        add_text(
            app, "--picture", options->drawing.file, "Chart file of predicted vs. measured values: .svg, .png or .pdf",
            {"FILE", group});
        add_scenario_options(app, *options);
        return [options] {
          if (!options->files.empty()) options->measurements = options->files.front();
          return run(*options);
        };
      }};
}

}  // namespace llmsize::cli
