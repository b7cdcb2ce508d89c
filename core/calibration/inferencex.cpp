// SPDX-License-Identifier: Apache-2.0
// Takes the fields of InferenceX's results apart into rows.
#include "core/calibration/inferencex.hpp"

#include "core/files/document.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <vector>

namespace llmsize {
namespace {

/// A published number, its column "metric", and its unit: latencies are in seconds.
struct PublishedMetric {
  const char *field, *metric, *unit;
};
constexpr PublishedMetric published_metrics[] = {
    {"mean_tpot", "tpot_mean", "s"},
    {"median_tpot", "tpot_median", "s"},
    {"p99_tpot", "tpot_p99", "s"},
    {"mean_ttft", "ttft_mean", "s"},
    {"median_ttft", "ttft_median", "s"},
    {"p99_ttft", "ttft_p99", "s"},
    {"output_tput_per_gpu", "throughput_output_per_gpu", "tokens/s/GPU"},
};

const std::vector<std::string> served_columns = {
    "id",    "source",      "series",    "model",      "hardware",           "stack",       "stack_version",
    "date",  "gpus",        "tp",        "ep",         "dp_attention",       "decode_gpus", "concurrency",
    "dtype", "speculative", "input_len", "output_len", "mean_length_factor", "metric",      "value",
    "unit"};

/// Letters and digits in lower case: "Kimi-K2.5" is "kimik25".
std::string plain(std::string_view text) {
  std::string word;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)))
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

std::string word_in(const Json& pairs, std::string_view name) {
  const std::string word = plain(name);
  for (const Json& pair : pairs)
    if (word.find(pair.at(0).get<std::string>()) != std::string::npos) return pair.at(1).get<std::string>();
  return std::string(name);
}

/// The first of these fields as a text; empty where the run has none.
std::string first_of(const Json& run, std::initializer_list<const char*> fields) {
  for (const char* field : fields)
    if (const auto found = run.find(field); found != run.end()) {
      if (found->is_string()) return found->get<std::string>();
      if (found->is_number()) return exact(found->get<double>());
      if (found->is_boolean()) return found->get<bool>() ? "true" : "false";
    }
  return {};
}

/// The runs of a document: itself, its array, or the array in one of its fields.
std::vector<const Json*> runs_of(const Json& document) {
  std::vector<const Json*> runs;
  const auto is_run = [](const Json& json) {
    return json.is_object() && (json.contains("hw") || json.contains("hardware") || json.contains("device"));
  };
  const auto add = [&](const Json& array) {
    for (const Json& each : array)
      if (is_run(each)) runs.push_back(&each);
  };
  if (is_run(document))
    runs.push_back(&document);
  else if (document.is_array())
    add(document);
  else
    for (const char* field : {"rows", "data", "benchmarks", "results"})
      if (document.is_object() && document.contains(field) && document.at(field).is_array()) add(document.at(field));
  return runs;
}

bool is_yes(const std::string& word) { return word == "true" || word == "True" || word == "1"; }

std::map<std::string, std::string, std::less<>> cells_of(const Json& run, const Json& words) {
  std::map<std::string, std::string, std::less<>> row;
  row["model"] = word_in(words.at("models"), first_of(run, {"infmax_model_prefix", "model"}));
  row["hardware"] = word_in(words.at("hardware"), first_of(run, {"hw", "hardware", "device"}));
  row["stack"] = word_in(words.at("engines"), first_of(run, {"framework"}));
  row["stack_version"] = first_of(run, {"image"});
  row["date"] = first_of(run, {"date"}).substr(0, 10);
  row["concurrency"] = first_of(run, {"conc", "concurrency"});
  row["input_len"] = first_of(run, {"isl"});
  row["output_len"] = first_of(run, {"osl"});
  row["mean_length_factor"] = words.at("mean_length_factor").get<std::string>();
  row["dtype"] = first_of(run, {"precision"});
  for (const Json& format : words.at("formats"))
    if (format.at(0) == row["model"] && format.at(1) == row["dtype"]) row["dtype"] = format.at(2).get<std::string>();
  const std::string drafts = first_of(run, {"spec_decoding", "spec_method"});
  const bool plain_decoding = drafts.empty() || drafts == "none" || drafts == "false";
  row["speculative"] = plain_decoding ? "none" : fmt::format("mtp: {}; acceptance unknown", drafts);
  row["tp"] = first_of(run, {"tp", "decode_tp"});
  row["ep"] = first_of(run, {"ep", "decode_ep"});
  // Copies of attention are printed as the degree of tensor parallelism that they take the place of.
  const bool copies = is_yes(first_of(run, {"dp_attention", "decode_dp_attention"}));
  if (is_yes(first_of(run, {"disagg"}))) {
    row["decode_gpus"] = first_of(run, {"num_decode_gpu"});
    if (copies) row["dp_attention"] = row["tp"];
  } else {
    row["gpus"] = row["tp"];
    if (copies) {
      row["dp_attention"] = row["tp"];
      row["tp"] = "1";
    }
  }
  row["series"] = fmt::format(
      "inferencex:{}/{}/{}/{}/{}-{}/{}", row["model"], row["hardware"], row["stack"], row["dtype"], row["input_len"],
      row["output_len"], row["date"]);
  return row;
}

}  // namespace

bool holds_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '[' || text[first] == '{');
}

PublishedRows inferencex_rows(std::string_view text, const std::string& source, const Catalog& catalog) {
  const Json document = parse_json(text, source);
  const std::optional<Json> words = catalog.document("measurements", "inferencex");
  if (!words) throw BadInput(BadInput::Kind::unknown_id, "measurements: unknown rules 'inferencex'");
  PublishedRows table{served_columns, {}};
  std::size_t number = 0;
  for (const Json* run : runs_of(document)) {
    ++number;
    const Json& measured = run->contains("metrics") && run->at("metrics").is_object() ? run->at("metrics") : *run;
    auto row = cells_of(*run, *words);
    for (const PublishedMetric& each : published_metrics) {
      const auto value = measured.find(each.field);
      // What is beside GPUs of prefill counts other GPUs in each version of the form.
      if (value == measured.end() || !value->is_number()) continue;
      if (!row["decode_gpus"].empty() && each.unit == std::string_view("tokens/s/GPU")) continue;
      row["id"] = fmt::format("run {}, {}", number, each.metric);
      row["metric"] = each.metric;
      row["value"] = exact(value->get<double>());
      row["unit"] = each.unit;
      std::vector<std::string> cells;
      cells.reserve(served_columns.size());
      for (const std::string& column : served_columns) cells.push_back(row[column]);
      table.rows.push_back(std::move(cells));
    }
  }
  if (table.rows.empty())
    refuse_contents(source, "no results of InferenceX: expected runs with hw or hardware, model, conc and times");
  return table;
}

}  // namespace llmsize
