// SPDX-License-Identifier: Apache-2.0
#include "cli/probe_page.hpp"

#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/view/listing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::cli {
namespace {

/// The kind of a number in a record, whose units are the symbols of ours.
Unit unit_of(const std::string& symbol) {
  constexpr std::pair<std::string_view, Unit> units[] = {
      {"B", Unit::memory},
      {"B/s", Unit::bandwidth},
      {"FLOP/s", Unit::flop_rate},
      {"s", Unit::seconds},
      {"1/s", Unit::iops}};
  for (const auto& [name, unit] : units)
    if (name == symbol) return unit;
  return Unit::count;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string number_or_text(const Json& value, Unit unit) {
  if (value.is_number()) return pretty(value.get<double>(), unit);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// "block 1 MiB", "8 threads", "direct", "bf16", "m 8,192".
std::string setting_of(const std::string& key, const Json& value) {
  constexpr std::string_view bytes = "_bytes";
  if (ends_with(key, bytes))
    return fmt::format("{} {}", key.substr(0, key.size() - bytes.size()), number_or_text(value, Unit::memory));
  if (key == "threads" && value == 1) return "1 thread";
  if (key == "threads") return number_or_text(value, Unit::count) + " threads";
  if (value.is_boolean()) return value.get<bool>() ? key : "not " + key;
  if (value.is_string() && key != "numa" && key.rfind("gpu", 0) != 0) return value.get<std::string>();
  return fmt::format("{} {}", key, number_or_text(value, Unit::count));
}

/// "8 threads · block 1 MiB": the setting of a result in the words of its keys.
std::string setting_of(const Json& params) {
  std::string text;
  for (const auto& [key, value] : params.items()) text += (text.empty() ? "" : " · ") + setting_of(key, value);
  return printable(text);
}

/// What is the same in all settings, taken out of them; nothing where there is one only.
Json take_shared(std::vector<Json>& settings) {
  Json shared = Json::object();
  if (settings.size() < 2) return shared;
  for (const auto& [key, value] : settings.front().items())
    if (std::all_of(settings.begin(), settings.end(), [&](const Json& each) {
          return each.contains(key) && each.at(key) == value;
        }))
      shared[key] = value;
  for (const auto& item : shared.items())
    for (Json& each : settings) each.erase(item.key());
  return shared;
}

double threads_of(const ProbeResult* result) {
  const auto found = result->params.find("threads");
  return found != result->params.end() && found->is_number() ? found->get<double>() : 0;
}

std::string joined(const std::vector<std::string>& words) {
  return printable(fmt::format("{}", fmt::join(words, ", ")));
}

/// "from 10 to 12 GB/s · burst".
std::string note_of(const ProbeResult& result) {
  const Repeats all = repeats(result.raw);
  const Unit unit = unit_of(result.unit);
  std::string note =
      all.n > 1 ? fmt::format("{}–{} of {}", pretty(all.min, unit), pretty(all.max, unit), all.n) : "once";
  if (!result.flags.empty()) note += " · " + joined(result.flags);
  return note;
}

/// Results of one probe and what they have in common, by number of threads.
Chart section_of(const std::string& title, std::vector<const ProbeResult*> results) {
  std::stable_sort(
      results.begin(), results.end(), [](const auto* a, const auto* b) { return threads_of(a) < threads_of(b); });
  std::vector<Json> settings;
  settings.reserve(results.size());
  for (const ProbeResult* result : results) settings.push_back(result->params);
  const std::string shared = setting_of(take_shared(settings));
  std::vector<Listed> rows;
  for (std::size_t at = 0; at < results.size(); ++at) {
    const ProbeResult& result = *results[at];
    rows.push_back({setting_of(settings[at]), pretty(median(result.raw), unit_of(result.unit)), note_of(result)});
  }
  return listing(title + (shared.empty() ? "" : " · " + shared), rows);
}

std::vector<Chart> measured(const ProbeRecord& record) {
  std::vector<std::pair<std::string, std::vector<const ProbeResult*>>> groups;
  for (const ProbeResult& result : record.results) {
    const std::string title = result.probe + " " + result.metric;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.first == title; });
    if (group == groups.end()) group = groups.insert(group, {title, {}});
    group->second.push_back(&result);
  }
  std::vector<Chart> charts;
  charts.reserve(groups.size());
  for (const auto& [title, results] : groups) charts.push_back(section_of(printable(title), results));
  return charts;
}

Chart fitted(const ProbeRecord& record) {
  std::vector<Listed> rows;
  for (const SaturationFit& fit : record.fits) {
    const Unit unit = unit_of(fit.unit);
    std::string note =
        fmt::format("one thread {}, sharpness {:.2f}, residual {:.1f}%", pretty(fit.x1, unit), fit.p, 100 * fit.rms);
    if (!fit.flags.empty()) note += " · " + joined(fit.flags);
    rows.push_back({fit.probe, pretty(fit.xmax, unit), note});
  }
  return listing("Thread scaling fit", rows);
}

Chart missing(const std::vector<ProbeError>& errors) {
  std::vector<Listed> rows;
  rows.reserve(errors.size());
  for (const ProbeError& error : errors) rows.push_back({error.probe, "–", printable(error.message)});
  return listing("Not measured", rows);
}

std::string machine_of(const Json& host) {
  const Json cpu = host.value("cpu", Json::object());
  return printable(fmt::format(
      "{} × {} · {} cores · {} memory · {} GPUs", cpu.value("sockets", 1), cpu.value("model", "unknown CPU"),
      cpu.value("cores", 0), pretty(host.value("mem_bytes", 0.0), Unit::bytes),
      host.value("gpus", Json::array()).size()));
}

std::string next_step(const ProbeRecord& record, const std::string& file) {
  if (record.results.empty()) return "";
  if (!file.empty())
    return fmt::format("Next: llmsize calibrate {} -o cal.json, then --calibration cal.json on any command", file);
  return "Record not saved. To save and use it: -o record.json, then llmsize calibrate record.json -o cal.json";
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}
/// Every program that is started, as it could be started by hand.
std::string commands_of(const ProbePlan& plan) {
  std::string text;
  for (const ProbeStep& step : plan.steps)
    if (!step.command.empty())
      text += fmt::format("\n  # {}: {}\n  {}\n", step.probe, step.what, fmt::join(step.command, " "));
  return text.empty() ? text : "Programs\n" + text;
}

std::string seconds_text(double seconds) { return pretty(seconds, Unit::seconds); }

/// The GEMMs of the model's layer: the products of one GPU of its tensor-parallel group.
std::vector<Listed> gemms_of(const ProbeOptions& options) {
  std::vector<Listed> gemms;
  gemms.reserve(options.shapes.size());
  for (const GemmShape& shape : options.shapes)
    gemms.push_back(
        {shape.name,
         fmt::format(
             "{} × {} × {}", pretty(shape.m, Unit::count), pretty(shape.n, Unit::count), pretty(shape.k, Unit::count)),
         pretty(2 * shape.m * shape.n * shape.k, Unit::flop)});
  return gemms;
}

}  // namespace

Page record_page(const ProbeRecord& record, double seconds, const std::string& file) {
  Page page;
  page.verdict = Page::Verdict::neutral;
  page.title = "Measured on this node" + std::string(record.truncated ? ", stopped before the end" : "");
  page.subtitle = machine_of(record.host);
  page.sentence = record.results.empty()
                      ? "No measurements."
                      : fmt::format(
                            "{} in {}, preset {}: median and range of the repeats.",
                            counted(record.results.size(), "result"), seconds_text(seconds), record.preset);
  page.charts = measured(record);
  if (!record.fits.empty()) page.charts.push_back(fitted(record));
  if (!record.errors.empty()) page.charts.push_back(missing(record.errors));
  page.hint = next_step(record, file);
  return page;
}

Table record_table(const ProbeRecord& record) {
  Table table{
      {"probe", "params", "metric", "unit", "median", "min", "p10", "p90", "max", "n", "verified", "flags"}, {}};
  for (const ProbeResult& result : record.results) {
    const Repeats all = repeats(result.raw);
    table.rows.push_back(
        {result.probe, result.params.dump(), result.metric, result.unit, exact(all.median), exact(all.min),
         exact(all.p10), exact(all.p90), exact(all.max), fmt::format("{}", all.n), result.verified ? "true" : "false",
         joined(result.flags)});
  }
  return table;
}

Page plan_page(const ProbePlan& plan, const ProbeOptions& options) {
  Page page;
  page.verdict = Page::Verdict::neutral;
  page.title = fmt::format("{}, about {}", counted(plan.steps.size(), "step"), seconds_text(plan.seconds()));
  page.subtitle = fmt::format("preset {} · dry run", word(options.preset));
  if (plan.bytes_written() > 0)
    page.sentence = fmt::format(
        "Writes at most {} in {}, at most {} at a time.", pretty(plan.bytes_written(), Unit::bytes),
        printable(options.directory), pretty(plan.bytes_kept(), Unit::bytes));
  std::vector<std::pair<std::string, std::vector<Listed>>> probes;
  for (const ProbeStep& step : plan.steps) {
    auto own = std::find_if(probes.begin(), probes.end(), [&](const auto& each) { return each.first == step.probe; });
    if (own == probes.end()) own = probes.insert(own, {step.probe, {}});
    const std::string note = step.bytes_written > 0 ? "writes " + pretty(step.bytes_written, Unit::bytes) : "";
    own->second.push_back({step.what, seconds_text(step.seconds), note});
  }
  for (const auto& [probe, steps] : probes) page.charts.push_back(listing(probe, steps));
  if (!options.shapes.empty()) page.charts.push_back(listing("GEMMs of a layer (m × n × k)", gemms_of(options)));
  if (plan.left_out > 0)
    page.charts.push_back(listing("Skipped by --max-time", {{"steps", fmt::format("{}", plan.left_out), ""}}));
  if (!plan.errors.empty()) page.charts.push_back(missing(plan.errors));
  page.hint = commands_of(plan);
  return page;
}

Json plan_json(const ProbePlan& plan, const ProbeOptions& options) {
  Json json{
      {"seconds", number_json(plan.seconds())},
      {"bytes_kept", number_json(plan.bytes_kept())},
      {"bytes_written", number_json(plan.bytes_written())},
      {"left_out", plan.left_out},
      {"steps", Json::array()},
      {"gemms", Json::array()},
      {"errors", Json::array()}};
  for (const GemmShape& shape : options.shapes)
    json["gemms"].push_back({{"name", shape.name}, {"m", shape.m}, {"n", shape.n}, {"k", shape.k}});
  for (const ProbeStep& step : plan.steps)
    json["steps"].push_back(
        {{"probe", step.probe},
         {"what", step.what},
         {"seconds", number_json(step.seconds)},
         {"bytes_kept", number_json(step.bytes_kept)},
         {"bytes_written", number_json(step.bytes_written)},
         {"command", step.command}});
  for (const ProbeError& error : plan.errors)
    json["errors"].push_back({{"probe", error.probe}, {"message", error.message}, {"missing", error.missing}});
  return json;
}

Table plan_table(const ProbePlan& plan) {
  Table table{{"probe", "what", "seconds", "bytes_kept", "bytes_written", "command"}, {}};
  for (const ProbeStep& step : plan.steps)
    table.rows.push_back(
        {step.probe, step.what, exact(step.seconds), exact(step.bytes_kept), exact(step.bytes_written),
         fmt::format("{}", fmt::join(step.command, " "))});
  return table;
}

}  // namespace llmsize::cli
