// SPDX-License-Identifier: Apache-2.0
// elbencho: the CSV of --csvfile or the JSON lines of --jsonfile, one row per phase. What counts is when the last
// thread was done.
#include "core/probe/importers/reading.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/csv.hpp"

#include <algorithm>
#include <map>

namespace llmsize {
namespace {

using namespace importing;

bool is_elbencho(std::string_view text) {
  return text.find("MiB/s [last]") != std::string_view::npos || (text.find("\"last_done\"") != std::string_view::npos &&
                                                                 text.find("\"first_done\"") != std::string_view::npos);
}

void add_phase(Imported& imported, const std::string& operation, StoragePoint point) {
  if (operation != "READ" && operation != "WRITE") return;
  point.write = operation == "WRITE";
  add_point(imported, "elbencho", point);
}

Imported read_elbencho_csv(std::string_view text, const std::string& source) {
  Imported imported;
  const Csv csv = parse_csv(text, source);
  std::map<std::string, std::size_t> columns;
  for (std::size_t i = 0; !csv.rows.empty() && i < csv.rows.front().cells.size(); ++i)
    columns[csv.rows.front().cells[i]] = i;
  for (std::size_t i = 1; i < csv.rows.size(); ++i) {
    const auto cell = [&](const char* name) {
      const auto found = columns.find(name);
      return found == columns.end() || found->second >= csv.rows[i].cells.size() ? std::string{}
                                                                                 : csv.rows[i].cells[found->second];
    };
    const auto number = [&](const char* name) { return number_of(cell(name)).value_or(0); };
    StoragePoint point;
    point.clients = std::max(1.0, number("hosts"));
    point.threads = number("threads");
    point.block = number("block size");
    point.random = number("random") > 0;
    point.bandwidth = number("MiB/s [last]") * mebibyte;
    point.operations = number("IOPS [last]");
    point.latency = number("IO lat us [avg]") * 1e-6;
    point.seconds = number("time ms [last]") * 1e-3;
    if (number("direct IO") == 0) point.flags.emplace_back("buffered");
    add_phase(imported, cell("operation"), point);
  }
  return imported;
}

/// Numbers and switches are texts in these documents.
double told_number(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return 0;
  if (found->is_number()) return found->get<double>();
  if (!found->is_string()) return 0;
  return *found == "true" ? 1 : number_of(found->get<std::string>()).value_or(0);
}

void take_document(Imported& imported, const Json& json) {
  const Json config = json.value("config", Json::object()), last = json.value("last_done", Json::object());
  StoragePoint point;
  point.clients = std::max(1.0, told_number(config, "hosts"));
  point.threads = told_number(config, "threads");
  point.block = told_number(config, "block_size");
  point.random = told_number(config, "random_offsets") > 0;
  point.bandwidth = told_number(last, "bytes/s");
  point.operations = told_number(last, "iops");
  point.seconds = told_number(last, "elapsed_time_ms") * 1e-3;
  if (last.contains("latency"))
    point.latency = told_number(last.at("latency").value("IO", Json::object()), "avg_us") * 1e-6;
  if (told_number(config, "direct_io") == 0) point.flags.emplace_back("buffered");
  const std::string operation = text_of(json, "phase_type");
  add_phase(imported, operation, point);
}

Imported read_elbencho(std::string_view text, const std::string& source) {
  Imported imported;
  if (text.find("MiB/s [last]") != std::string_view::npos) {
    imported = read_elbencho_csv(text, source);
  } else {
    for (const std::string& line : lines_of(text))
      if (const Json json = json_in(line); json.is_object()) take_document(imported, json);
  }
  if (imported.results.empty()) refuse_output(elbencho_importer, source);
  return imported;
}

}  // namespace

const Importer elbencho_importer{
    "elbencho", "CSV or JSON of elbencho with a row for READ or WRITE", is_elbencho, read_elbencho};

}  // namespace llmsize
