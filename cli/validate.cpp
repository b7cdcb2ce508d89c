// SPDX-License-Identifier: Apache-2.0
// llmsize validate: predictions beside measurements.
#include "cli/command.hpp"

#include "core/pages/accuracy_report.hpp"

#include <fmt/format.h>

namespace llmsize::cli {
namespace {

constexpr std::size_t folds = 10;
constexpr std::uint32_t seed = 1;

struct Options : Common {
  std::string measurements, totals, picture;
  bool cross_validate = false, plan = false;
};

TotalsReport totals(const Options& options, const Catalog& catalog) {
  TotalsReport report{read_totals(read_file(options.totals), options.totals, catalog), {}};
  report.predicted = predict_totals(report.rows, catalog, progress(options, report.rows.size()));
  if (report.predicted.empty())
    throw BadInput(
        BadInput::Kind::data, fmt::format(
                                  "{}: no row can be compared; {}", options.totals,
                                  report.rows.empty() ? "there are none" : "the first: " + report.rows.front().reason));
  return report;
}

int answer_totals(const Options& options) {
  const TotalsReport report = totals(options, load_catalog(options));
  write(
      options, {[&](bool colour) {
                  return drawn(totals_tables(report), [&](const Table& each) { return as_text(each, colour); });
                },
                [&] { return drawn(totals_tables(report), static_cast<std::string (*)(const Table&)>(as_markdown)); },
                [&] {
                  Json json = document("validate", nullptr, {}, totals_rows(report));
                  json["results"] = totals_results(report);
                  return json;
                },
                [&] { return totals_columns(report); }});
  return 0;
}

AccuracyReport compare(const Options& options) {
  const Catalog catalog = load_catalog(options);
  AccuracyReport report{
      read_measurements(read_file(options.measurements), options.measurements, catalog, read_scenario(options)),
      {},
      {},
      {},
      {},
      {},
      {}};
  if (!options.totals.empty()) report.totals = totals(options, catalog);
  report.predicted = predictions(report.rows, progress(options, report.rows.size()));
  if (report.predicted.empty())
    throw BadInput(
        BadInput::Kind::data, fmt::format(
                                  "{}: no row can be compared; {}", options.measurements,
                                  report.rows.empty() ? "there are none" : "the first: " + report.rows.front().reason));
  if (options.plan) report.plans = plans_report(report.rows, catalog, progress(options, report.rows.size()));
  if (!options.cross_validate) return report;
  report.left_out = left_out_times(report.rows, catalog, folds, seed, progress(options, folds));
  borrow_ranges(report.left_out, report.predicted);
  report.null = null_times(report.rows, folds, seed);
  report.generic = generic_times(report.rows, catalog);
  return report;
}

int run(const Options& options) {
  if (options.measurements.empty()) {
    if (options.totals.empty())
      throw BadInput(BadInput::Kind::usage, "--measurements FILE or --totals FILE is expected");
    if (options.plan)
      throw BadInput(BadInput::Kind::usage, "--plan: --measurements FILE is expected, whose rows are planned");
    return answer_totals(options);
  }
  if (!options.picture.empty()) require_place(options, options.picture);
  const AccuracyReport report = compare(options);
  const auto tables = [&] {
    std::vector<TitledTable> all = accuracy_tables(report);
    if (options.plan)
      for (TitledTable& each : plans_tables(report.plans)) all.push_back(std::move(each));
    return all;
  };
  if (!options.picture.empty()) write_text(options, options.picture, accuracy_picture(report));
  write(
      options, {[&](bool colour) { return drawn(tables(), [&](const Table& each) { return as_text(each, colour); }); },
                [&] { return accuracy_page(report, options.picture.substr(options.picture.rfind('/') + 1)); },
                [&] { return accuracy_document(report); }, [&] { return accuracy_rows(report); }});
  return 0;
}

}  // namespace

Command validate_command() {
  return {
      "validate", "How far are predictions from published or own measurements?",
      "  llmsize validate --measurements measured-training.csv\n"
      "  llmsize validate --measurements my-runs.csv --software nemo --json\n"
      "  llmsize validate --measurements measured-training.csv --plan --json\n"
      "  llmsize validate --totals run-totals.csv\n"
      "  llmsize validate --measurements measured-training.csv --cross-validate --format md --picture accuracy.svg -o "
      "accuracy.md\n",
      [](CLI::App& app) {
        auto options = std::make_shared<Options>();
        const std::string group = "Validation";
        add_text(
            app, "--measurements", options->measurements, "CSV of measured training steps: one row per run.",
            {"FILE", group});
        add_text(
            app, "--totals", options->totals, "CSV of whole trainings and their GPU-hours: one row per training.",
            {"FILE", group});
        add_flag(
            app, "--cross-validate", options->cross_validate,
            "Also predict every series by a fit that has not seen it.", group);
        add_flag(
            app, "--plan", options->plan,
            "Also plan every measured configuration, as if nobody had said its layout: was what a plan promises "
            "enough?",
            group);
        add_text(app, "--picture", options->picture, "Write predicted against measured as SVG.", {"FILE", group});
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
