// SPDX-License-Identifier: Apache-2.0
// llmsize import: the config.json of a Hugging Face model, a sheet of prices or a request trace as an entry of the
// catalog, the output of a measuring tool as a probe record, the result of a load generator as measured rows.
#include "cli/import_entry.hpp"
#include "cli/import_load_test.hpp"
#include "cli/import_trace.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/catalog/hugging_face.hpp"
#include "core/catalog/weights/model.hpp"
#include "core/files/sheet_file.hpp"
#include "core/prices/price_list.hpp"
#include "core/probe/importers/importer.hpp"
#include "core/quantity/print.hpp"
#include "core/write/write.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::string file;
  ImportOptions record;  ///< of the output of a tool
};

std::string tools() {
  std::string names;
  for (const Importer* each : importers()) names += fmt::format("{}{}", names.empty() ? "" : ", ", each->tool);
  return names;
}

/// The document of a text that begins as one; null for any other text.
Json json_in(const std::string& text, const std::string& file) {
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string::npos && (text[first] == '{' || text[first] == '[');
  return is_json ? parse_python_json(text, file) : Json();
}

Entry read_config(const Options& options, const Catalog& catalog, const Json& json) {
  if (!is_hugging_face_config(json)) {
    throw BadInput(
        BadInput::Kind::data,
        fmt::format("{}: expected the config.json of a Hugging Face model or the output of {}", options.file, tools()),
        is_named_as_sheet(options.file) ? fmt::format("to answer the rows of a sheet: llmsize run {}", options.file)
                                        : "");
  }
  return read_hugging_face(with_quantisation_beside(json, options.file), catalog, options.file);
}

/// The model alone, without a machine.
Case case_of(const Entry& entry, const Catalog& catalog) {
  Scenario scenario;
  for (const Fact& fact : entry.facts) scenario.set(fact.key, {fact.number, fact.word}, fact.word, fact.source);
  return complete(scenario, catalog);
}

Page page_of(const Options& options, const Entry& entry, const Answer& found) {
  std::vector<Listed> results;
  results.reserve(found.results.size());
  for (const Result& result : found.results)
    results.push_back({std::string(result.row->about->title), pretty(result.value, result.row->about->unit), {}});
  Page page;
  page.title = entry.name;
  page.subtitle = entry.notes;
  page.verdict = Page::Verdict::neutral;
  page.charts = {listing("Model", results), listing("Read from the file and its type", listed_facts(entry))};
  for (const FoundFinding& finding : found.findings) page.findings.emplace_back(finding, std::vector<Remedy>{});
  if (!options.quiet)
    page.hint = fmt::format("Memory on a system: llmsize memory --model {} --system dgx-h100", options.file);
  return page;
}

/// The setting of a result: "threads 8 · block_bytes 1048576".
std::string setting_of(const ProbeResult& result) {
  std::string text;
  for (const auto& [name, value] : result.params.items())
    text += fmt::format(
        "{}{} {}", text.empty() ? "" : " · ", name, value.is_string() ? value.get<std::string>() : value.dump());
  return text;
}

Unit unit_named(const std::string& symbol_text) {
  for (const Unit unit : {Unit::bandwidth, Unit::flop_rate, Unit::iops, Unit::seconds})
    if (symbol(unit) == symbol_text) return unit;
  return Unit::count;
}

Table results_table(const ProbeRecord& record, bool for_people) {
  Table table{{"probe", "metric", for_people ? "value" : "median", "unit", "n", "setting", "flags"}, {}};
  if (for_people) table.header.erase(table.header.begin() + 3);
  for (const ProbeResult& result : record.results) {
    const Repeats told = repeats(result.raw);
    std::vector<std::string> row{
        result.probe,
        result.metric,
        for_people ? pretty(told.median, unit_named(result.unit)) : exact(told.median),
        result.unit,
        fmt::format("{}", told.n),
        setting_of(result),
        fmt::format("{}", fmt::join(result.flags, " "))};
    if (for_people) row.erase(row.begin() + 3);
    table.rows.push_back(std::move(row));
  }
  return table;
}

int run_tool(const Options& options, const std::string& text) {
  ImportOptions how = options.record;
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  how.created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now);
  const ProbeRecord record = import_record(text, options.file, how);
  const std::string title = fmt::format("{} results of {}", record.results.size(), record.args.back());
  const std::string hint = options.quiet ? "" : "\nUse them: -o record.json, then llmsize calibrate record.json …\n";
  write(
      options, {[&](bool colour) { return title + "\n\n" + as_text(results_table(record, true), colour) + hint; },
                [&] { return title + "\n\n" + as_markdown(results_table(record, true)); },
                [&] { return write_record(record); }, [&] { return results_table(record, false); }});
  return 0;
}

/// A text that --as says to be, or that looks like, the output of a tool.
bool is_of_tool(const Options& options, const std::string& text) {
  if (!options.record.tool.empty()) return options.record.tool != "hugging-face";
  const auto all = importers();
  return std::any_of(all.begin(), all.end(), [&](const Importer* each) { return each->recognises(text); });
}

int run_model(const Options& options, const Catalog& catalog, Entry entry) {
  name_by_output(options, entry);
  const std::vector<const ResultRow*> rows{
      &result_row("model.parameters"), &result_row("model.parameters_active"), &result_row("model.kv_bytes_per_token")};
  const Answer found = answer(case_of(entry, catalog), {rows});
  const Page page = page_of(options, entry, found);
  write(
      options, {[&](bool colour) { return as_text(page, colour); }, [&] { return as_markdown(page); },
                [&] { return write_entry(entry); }, [&] { return facts_table(entry); }});
  return 0;
}

Table prices_table(const Entry& list, bool for_people) {
  Table table{{"item", "price", "source"}, {}};
  if (const std::string items = word_of(list, "items"); !items.empty()) {
    const Json prices = parse_json(items, list.id);
    for (const auto& [id, price] : prices.items()) {
      const double amount = price.get<double>();
      table.rows.push_back({id, for_people ? pretty(amount, Unit::money) : exact(amount), {}});
    }
  }
  for (const Fact& fact : list.facts)
    table.rows.push_back({fact.key, for_people ? pretty(*fact.number, Unit::money) : exact(*fact.number), fact.source});
  return table;
}

int run_prices(const Options& options, const Entry& list) {
  const std::string currency = word_of(list, "currency"), date = word_of(list, "date");
  const Table shown = prices_table(list, true);
  const std::string title = fmt::format(
      "{} price{}{}{}", shown.rows.size(), shown.rows.size() == 1 ? "" : "s", currency.empty() ? "" : " in " + currency,
      date.empty() ? "" : ", " + date);
  const std::string hint = options.quiet ? "" : "\nUse them: -o prices.json, then --price-list prices.json\n";
  write(
      options, {[&](bool colour) { return title + "\n\n" + as_text(shown, colour) + hint; },
                [&] { return title + "\n\n" + as_markdown(shown); }, [&] { return write_entry(list); },
                [&] { return prices_table(list, false); }});
  return 0;
}

/// Whether a file is a sheet of prices.
bool has_prices(const Options& options) {
  if (!options.record.tool.empty()) return false;
  if (!is_named_as_sheet(options.file)) return false;
  const auto header = SheetFile(options.file, options.file, {is_price_heading, {}}).next();
  return header && is_price_list(header->cells);
}

/// Only the output of a tool was measured on a node.
void refuse_record_options(const Options& options, std::string_view what, const std::string& instead = {}) {
  const ImportOptions& record = options.record;
  const char* stated = !record.node.empty() ? "--node" : !record.gpu.empty() ? "--gpu" : record.local ? "--local" : "";
  if (*stated) throw BadInput(BadInput::Kind::usage, fmt::format("{}: {} is {}", stated, options.file, what), instead);
}

int run(const Options& options) {
  if (has_prices(options)) {
    refuse_scenario(options, options.file);
    Entry list = read_price_list(options.file, load_catalog(options));
    name_by_output(options, list);
    return run_prices(options, list);
  }
  if (is_of_weights(options.file)) {
    refuse_scenario(options, options.file);
    const Catalog catalog = load_catalog(options);
    return run_model(options, catalog, read_weights(options.file, catalog));
  }
  // Before the file is read as a whole: a trace may be larger than what is read so.
  if (const TraceFormat* format = trace_format(options.record.tool, options.file)) {
    refuse_record_options(options, "a request trace");
    refuse_scenario(options, options.file);
    return run_trace(options, *format, options.file);
  }
  const std::string text = read_file(options.file);
  if (const LoadTestTool* tool = load_test_tool(options.record.tool, text)) {
    refuse_record_options(options, "the result of a load test", "set --system or --accelerator");
    return run_load_test(options, *tool, text, options.file);
  }
  const bool of_tool = is_of_tool(options, text);
  // A load test that was cut off is recognized by no tool. Its syntax error comes before that of the options.
  const Json json = of_tool ? Json() : json_in(text, options.file);
  refuse_scenario(options, options.file);
  if (of_tool) return run_tool(options, text);
  const Catalog catalog = load_catalog(options);
  return run_model(options, catalog, read_config(options, catalog, json));
}

}  // namespace

Command import_command() {
  return {
      .name = "import",
      .summary = "Import a model config, prices, a trace or benchmark output",
      .usage = "FILE [OPTIONS]",
      .examples =
          {"llmsize import Qwen3-30B-A3B/config.json -o my-model.json",
           "llmsize import nvbandwidth.json --node gpu-01 -o record.json",
           "llmsize import vllm-bench.json --model llama-3.1-70b --system dgx-h100 --tp 4 -o rows.csv"},
      .topics =
          {{"Input", {"FILE"}},
           {"Output of a tool", {"--as", "--node", "--gpu", "--local"}},
           {"Load test", {"--model", "--system", "--accelerator", "--tp", "--pp", "--ep", "--gpus", "--software"}},
           {"Result", {"--output", "--force"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        add_text(
            app, "FILE", options->file,
            "Hugging Face config.json, model folder, model.safetensors.index.json, GGUF file, sheet of prices (columns "
            "item, price, currency, date, source), request trace (Azure, BurstGPT, Mooncake, Bailian) or benchmark "
            "output. Results of load tests become measured rows for validate and calibrate, traces a traffic class.",
            {.required = true});
        const std::string group = "Benchmark output";
        add_text(
            app, "--as", options->record.tool,
            fmt::format(
                "Benchmark tool or trace format of the file: {}, {}, {}. Default: detected.", tools(),
                load_test_names(), trace_names()),
            {"TOOL", group});
        add_text(app, "--node", options->record.node, "Name of the measured node", {"NAME", group});
        add_text(
            app, "--gpu", options->record.gpu, "GPU model of the node. Default: from the output.", {"NAME", group});
        add_flag(app, "--local", options->record.local, "Mark the measured storage as local", group);
        add_output_options(app, *options);
        add_input_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
