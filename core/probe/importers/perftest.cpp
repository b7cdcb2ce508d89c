// SPDX-License-Identifier: Apache-2.0
// perftest (ib_write_bw, ib_send_lat, …): tables of one row per message size. Its MB are 2^20 bytes; a latency is half
// a round trip.
#include "core/probe/importers/reading.hpp"

namespace llmsize {
namespace {

using namespace importing;

bool is_perftest(std::string_view text) {
  return text.find("#bytes") != std::string_view::npos &&
         (text.find("BW average[") != std::string_view::npos || text.find("t_typical[usec]") != std::string_view::npos);
}

/// What the heading of a table says: of which column, in which unit.
struct PerftestTable {
  std::size_t column = 0;  ///< counted in words of a row
  double unit = 0;         ///< base units of a printed 1; 0: no table yet
  bool latency = false;
};

PerftestTable table_under(const std::string& heading) {
  if (heading.find("t_typical[usec]") != std::string::npos) return {4, 1e-6, true};
  return {3, heading.find("Gb/sec") != std::string::npos ? 1e9 / 8 : mebibyte, false};
}

Imported read_perftest(std::string_view text, const std::string& source) {
  Imported imported{source};
  PerftestTable table;
  std::string test, device;
  for (const std::string& line : lines_of(text)) {
    if (const auto end = line.find(" Test"); end != std::string::npos && line.find(':') == std::string::npos)
      test = *after(line.substr(0, end), "");
    if (const auto named = after(line, "Device         :")) device = first_word(*named);
    if (line.find("#bytes") != std::string::npos) {
      table = table_under(line);
      continue;
    }
    const auto words = words_of(line);
    if (table.unit == 0 || words.size() <= table.column ||
        words.front().find_first_not_of("0123456789") != std::string::npos)
      continue;
    const auto bytes = number_of(words.front()), value = number_of(words[table.column]);
    if (!bytes || !value || *value == 0) continue;
    Json params{
        {"test", test},
        {"bytes", number_json(*bytes)},
        {"directions", test.find("Bidirectional") == std::string::npos ? 1 : 2}};
    if (!device.empty()) params["device"] = device;
    take(
        imported, printed(
                      "perftest", "rdma", params, table.latency ? "latency" : "bandwidth", table.latency ? "s" : "B/s",
                      {*value * table.unit}));
  }
  if (imported.results.empty()) refuse_output(perftest_importer, source);
  return imported;
}

}  // namespace

const Importer perftest_importer{
    "perftest", "the output of perftest (ib_write_bw, ib_send_lat, …)", is_perftest, read_perftest};

}  // namespace llmsize
