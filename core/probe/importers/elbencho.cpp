// SPDX-License-Identifier: Apache-2.0
// elbencho: the CSV of --csvfile or the JSON lines of --jsonfile, one row per phase. What counts is when the last
// thread was done.
#include "core/probe/importers/reading.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/csv.hpp"

#include <fmt/format.h>

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
  Imported imported{source};
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

void take_document(Imported& imported, const Told& document) {
  const Told config = document.object("config"), last = document.object("last_done");
  const auto number = [](const Told& told, const char* key) { return told.printed_number(key).value_or(0); };
  StoragePoint point;
  point.clients = std::max(1.0, number(config, "hosts"));
  point.threads = number(config, "threads");
  point.block = number(config, "block_size");
  point.random = number(config, "random_offsets") > 0;
  point.bandwidth = number(last, "bytes/s");
  point.operations = number(last, "iops");
  point.seconds = number(last, "elapsed_time_ms") * 1e-3;
  point.latency = number(last.object("latency").object("IO"), "avg_us") * 1e-6;
  if (number(config, "direct_io") == 0) point.flags.emplace_back("buffered");
  add_phase(imported, document.text("phase_type"), point);
}

Imported read_elbencho(std::string_view text, const std::string& source) {
  Imported imported{source};
  if (!is_elbencho(text)) refuse_output(elbencho_importer, source);
  if (text.find("MiB/s [last]") != std::string_view::npos) {
    imported = read_elbencho_csv(text, source);
  } else {
    std::size_t number = 0;
    for (const std::string& line : lines_of(text)) {
      ++number;
      // What the program said on its own way stands between the documents.
      if (first_word(line).rfind('{', 0) != 0) continue;
      const std::string place = fmt::format("{}: line {}", source, number);
      const Json json = json_in(line);
      if (!json.is_object()) refuse_contents(place, "expected a whole JSON document");
      take_document(imported, Told(json, place));
    }
  }
  if (imported.results.empty()) refuse_output(elbencho_importer, source);
  return imported;
}

}  // namespace

const Importer elbencho_importer{
    "elbencho", "CSV or JSON of elbencho with a row for READ or WRITE", is_elbencho, read_elbencho};

}  // namespace llmsize
