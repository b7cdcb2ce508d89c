// SPDX-License-Identifier: Apache-2.0
// llmsize probe: measures this node and writes a record.
#include "cli/command.hpp"
#include "cli/probe_page.hpp"
#include "cli/probe_progress.hpp"
#include "cli/stop_signals.hpp"

#include "cli/gemm_shapes.hpp"
#include "core/probe/launch.hpp"
#include "core/probe/run.hpp"
#include "core/probe/storage/storage.hpp"
#include "core/quantity/parse.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace llmsize::cli {
namespace {

constexpr int nothing_measured = 6;

struct Options : Common {
  std::vector<std::string> names;
  std::string preset = "standard", directory, max_bytes, max_time, library_folder, model, tensor, progress = "auto";
  bool force_gpu = false, dry_run = false, name = false, remove_leftovers = false;
};

double quantity(const std::string& option, const std::string& text, Unit unit) {
  if (text.empty()) return 0;
  const auto value = parse(text, unit);
  if (!value || *value <= 0) refuse_value(option, text, accepted(unit));
  return *value;
}

std::vector<GemmShape> shapes_of(const Options& options) {
  if (options.model.empty()) {
    if (!options.tensor.empty()) throw BadInput(BadInput::Kind::usage, "--tp: expected a model, too: --model");
    return {};
  }
  Scenario scenario;
  scenario.set("model", options.model, Giver{"--model"});
  if (!options.tensor.empty()) scenario.set("layout.tensor", options.tensor, Giver{"--tp"});
  return gemm_shapes(complete(scenario, load_catalog(options)));
}

/// The record tells how a probe was asked for.
void require_readable(const std::string& option, const std::string& text) {
  if (printable(text) != text) refuse_value(option, text, "UTF-8 without control characters");
}

ProbeOptions probe_options(const Options& said) {
  require_readable("--dir", said.directory);
  require_readable("--lib-dir", said.library_folder);
  ProbeOptions options;
  options.probes = said.names;
  options.preset = preset_of(said.preset);
  options.directory = said.directory;
  options.max_bytes = quantity("--max-bytes", said.max_bytes, Unit::bytes);
  options.max_time = quantity("--max-time", said.max_time, Unit::seconds);
  options.library_folder = said.library_folder;
  options.force = said.force_gpu;
  options.shapes = shapes_of(said);
  options.launch = find_launch();
  return options;
}

/// What the record tells of how it was asked for; where it was written to stays with the user.
std::vector<std::string> args_of(const Options& options) {
  std::vector<std::string> args = options.names;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) args.insert(args.end(), {option, value});
  };
  add("--preset", options.preset);
  add("--dir", options.directory);
  add("--max-bytes", options.max_bytes);
  add("--max-time", options.max_time);
  add("--model", options.model);
  add("--tp", options.tensor);
  if (options.force_gpu) args.push_back("--force-gpu");
  return args;
}

void write_plan(Options options, const ProbePlan& plan, const ProbeOptions& asked) {
  options.output_file.clear();  // nothing on the disk changes
  write(
      options, {[&](bool colour) { return as_text(plan_page(plan, asked), colour); },
                [&] { return as_markdown(plan_page(plan, asked)); }, [&] { return plan_json(plan, asked); },
                [&] { return plan_table(plan); }});
}

void write_answer(const Options& options, const ProbeRecord& record, double seconds) {
  const bool kept = !options.output_file.empty() && options.output_file != "-";
  Page page = record_page(record, seconds, kept ? options.output_file : "");
  if (options.quiet) page.hint.clear();
  const Forms forms{
      [&](bool colour) { return as_text(page, colour); }, [&] { return as_markdown(page); },
      [&] { return write_record(record); }, [&] { return record_table(record); }};
  write(options, forms);
  if (!kept || options.quiet || record.launch.size > 1 || !isatty(STDOUT_FILENO)) return;
  Common seen = options;  // somebody looks on
  seen.output_file.clear();
  seen.json = seen.csv = false;
  seen.format = "table";
  write(seen, forms);
}

/// A record goes to a file as JSON unless its ending says otherwise.
Options prepared(const Options& said, const Launch& launch) {
  Options options = said;
  options.output_file = file_of_rank(said.output_file, launch);
  const bool plain = std::filesystem::path(options.output_file).extension().empty();
  if (!options.output_file.empty() && options.output_file != "-" && plain && options.format.empty() && !options.csv)
    options.json = true;
  return options;
}

/// Nothing was measured where something was asked for by its name.
bool came_to_nothing(const Options& options, const ProbeRecord& record) {
  const bool all =
      options.names.empty() || std::find(options.names.begin(), options.names.end(), "all") != options.names.end();
  return !all && record.results.empty() && !record.errors.empty();
}

/// Tells what runs that died left in the folder, or removes it where that was asked for.
void look_for_leftovers(const Options& options) {
  if (options.directory.empty()) return;
  const bool remove = options.remove_leftovers && !options.dry_run;
  for (const std::string& each :
       remove ? remove_storage_leftovers(options.directory) : storage_leftovers(options.directory))
    tell(each + (remove ? "" : "; --remove-leftovers removes it"));
}

int run(const Options& said) {
  const ProbeOptions asked = probe_options(said);
  const Options options = prepared(said, asked.launch);
  const auto asked_form = ProbeProgress::form_of(options.progress);
  const auto form = options.quiet ? ProbeProgress::Form::none : asked_form;
  const StopSignals signals;  // outlives the plan, whose end removes what lies on the disk
  const ProbePlan plan = plan_probes(asked);
  look_for_leftovers(options);
  if (options.dry_run) return write_plan(options, plan, asked), 0;
  require_place(options);
  ProbeRecord record = begin_record(asked, args_of(options), options.name);
  const auto start = std::chrono::steady_clock::now();
  ProbeProgress progress(form, plan);
  run_probes(plan, asked, StopSignals::asked(), progress.watch(), record);
  progress.end(record.truncated);
  if (StopSignals::asked() < 0) return StopSignals::exit_code();
  signals.let_readers_leave();
  write_answer(options, record, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (record.truncated) return StopSignals::exit_code();
  if (!came_to_nothing(options, record)) return 0;
  const ProbeError& first = record.errors.front();
  complain(fmt::format("{}: {}", first.probe, first.message));
  return nothing_measured;
}

void add_options(Parser& app, Options& options) {
  const std::string what = "Probes", safety = "Safety";
  add_texts(app, "NAME", options.names, "gpu, storage, host, all, or names of probes [default: all]");
  add_text(
      app, "--preset", options.preset, "quick (1 min), standard (10 min) or full [default: standard]", {"WORD", what});
  add_text(app, "--dir", options.directory, "Folder for storage probes (its test files are removed)", {"DIR", what});
  add_text(app, "--model", options.model, "Measure the GEMMs of this model as well", {"ID", what});
  add_text(app, "--tp", options.tensor, "Tensor parallelism of these GEMMs", {"N", what});
  add_text(app, "--lib-dir", options.library_folder, "Folder to search first for vendor libraries", {"DIR", what});
  add_flag(
      app, "--dry-run", options.dry_run, "Print the steps, times, bytes and commands without running them", safety);
  add_text(app, "--max-bytes", options.max_bytes, "Max bytes that storage probes write", {"SIZE", safety});
  add_text(app, "--max-time", options.max_time, "Time limit (the least important steps are skipped)", {"TIME", safety});
  add_flag(
      app, "--remove-leftovers", options.remove_leftovers, "Remove leftovers of aborted runs from the folder first",
      safety);
  add_flag(app, "--force-gpu", options.force_gpu, "Measure GPUs that are in use", safety);
  add_output_options(app, options, Place::by_command);
  add_text(
      app, "--progress", options.progress, "Progress on standard error: auto (bar on a terminal), bar, json, none",
      {"FORM", "Output"});
  add_flag(app, "--name", options.name, "Include the host name in the record, instead of a salted hash", "Output");
}

}  // namespace

Command probe_command() {
  return {
      .name = "probe",
      .summary = "Benchmark this node's GPUs, memory and storage",
      .usage = "[NAME…] [OPTIONS]",
      .examples =
          {"llmsize probe --dir . --dry-run", "llmsize probe host",
           "llmsize probe all --dir . --preset quick --max-bytes 1GB --max-time 20s -o node.json"},
      .topics =
          {{"Probes", {"NAME", "--preset", "--dir", "--model", "--tp", "--lib-dir"}},
           {"Safety", {"--dry-run", "--max-bytes", "--max-time", "--remove-leftovers", "--force-gpu"}},
           {"Record", {"--output", "--force", "--progress", "--name"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        add_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
