// SPDX-License-Identifier: Apache-2.0
// llmsize import: the config.json of a Hugging Face model as an entry of the catalog.
#include "cli/command.hpp"

#include "core/catalog/hugging_face.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::string file;
};

Entry read_config(const Options& options, const Catalog& catalog) {
  const Json json = parse_json(read_file(options.file), options.file);
  if (!is_hugging_face_config(json))
    throw BadInput(BadInput::Kind::data, fmt::format("{}: not the config.json of a Hugging Face model", options.file));
  Entry entry = read_hugging_face(json, catalog, options.file);
  if (!options.output_file.empty() && options.output_file != "-") entry.id = std::filesystem::path(options.output_file).stem().string();
  return entry;
}

/// The model alone, without a machine.
Case case_of(const Entry& entry, const Catalog& catalog) {
  Scenario scenario;
  for (const Fact& fact : entry.facts) scenario.set(fact.key, {fact.number, fact.word}, fact.word, fact.source);
  return complete(scenario, catalog);
}

std::string shown(const Fact& fact) { return fact.number ? pretty(*fact.number, find_input(fact.key)->unit) : fact.word; }

std::string label(const Fact& fact) {
  const InputAbout* about = find_input(fact.key);
  return std::string(about ? about->label : find_choice(fact.key)->label);
}

Page page_of(const Options& options, const Entry& entry, const Answer& found) {
  Section results{"Model", {}}, read{"Read from the file and its type", {}};
  for (const Result& result : found.results)
    results.lines.push_back({std::string(result.row->about->title), pretty(result.value, result.row->about->unit)});
  for (const Fact& fact : entry.facts) read.lines.push_back({label(fact), shown(fact), fact.source});
  const std::string footer =
      options.quiet ? "" : fmt::format("Sized on a machine: llmsize memory --model {} --system dgx-h100", options.file);
  return {entry.name, entry.notes, {}, {results, read}, found.findings, footer};
}

Table table_of(const Entry& entry) {
  Table table{{"key", "value", "source"}, {}};
  for (const Fact& fact : entry.facts) table.rows.push_back({fact.key, fact.number ? exact(*fact.number) : fact.word, fact.source});
  return table;
}

int run(const Options& options) {
  const Catalog catalog = load_catalog(options);
  const Entry entry = read_config(options, catalog);
  const std::vector<const ResultRow*> rows{
      find_result("model.parameters"), find_result("model.parameters_active"), find_result("model.kv_bytes_per_token")};
  const Answer found = answer(case_of(entry, catalog), {rows, {"model"}});
  const Page page = page_of(options, entry, found);
  write(
      options, {[&](bool colour) { return as_text(page, colour); }, [&] { return as_markdown(page); }, [&] { return write_entry(entry); },
                [&] { return table_of(entry); }});
  return 0;
}

}  // namespace

Command import_command() {
  return {
      "import", "What does the config.json of a Hugging Face model say, and how large is the model?",
      "  llmsize import Qwen3-30B-A3B/config.json\n"
      "  llmsize import Qwen3-30B-A3B/config.json -o my-model.json\n"
      "  llmsize import Qwen3-30B-A3B/config.json --json\n",
      [](CLI::App& app) {
        auto options = std::make_shared<Options>();
        add_text(
            app, "FILE", options->file, "The config.json; --model takes it as well, and the entry that -o my-model.json writes.",
            {.required = true});
        add_output_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
