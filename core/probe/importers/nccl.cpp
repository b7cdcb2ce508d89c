// SPDX-License-Identifier: Apache-2.0
// nccl-tests and rccl-tests: the table that they print, or the JSON of -J. Times in microseconds, rates in GB/s.
#include "core/probe/importers/reading.hpp"

#include "core/quantity/absent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace llmsize {
namespace {

using namespace importing;

/// GPUs of one node that can be, before a list of them is made.
constexpr double most_gpus = 1024;

/// Who took part.
struct Ranks {
  std::vector<std::string> gpus;  ///< of the node that is listed first: a record is about one node
  std::set<std::string> hosts;
  double count = 0;

  /// A host without a name is the only one.
  void take(const std::string& host, const std::string& gpu) {
    if (hosts.empty()) first_ = host;
    if (!host.empty()) hosts.insert(host);
    if (host == first_) gpus.push_back(gpu);
    ++count;
  }

 private:
  std::string first_;
};

struct CollectiveRow {
  double bytes = 0, time = 0, algorithm_rate = 0, bus_rate = 0;  ///< base units
  bool checked = false, wrong = false;
};

bool is_nccl(std::string_view text) {
  return (text.find("\"out_of_place\"") != std::string_view::npos &&
          text.find("\"bus_bw\"") != std::string_view::npos) ||
         (text.find("busbw") != std::string_view::npos && text.find("algbw") != std::string_view::npos);
}

/// "all_reduce" of "…/all_reduce_perf_mpi".
std::string collective_named(std::string program) {
  program.erase(0, program.find_last_of('/') + 1);
  if (const auto end = program.find("_perf"); end != std::string::npos) program.erase(end);
  return program;
}

/// An all-reduce is the only one whose bus rate is above its algorithm's; else it cannot be told.
std::string collective_by_rates(const std::vector<CollectiveRow>& rows, double ranks) {
  for (const CollectiveRow& row : rows)
    if (ranks > 2 && row.algorithm_rate > 1e9 &&
        std::abs(row.bus_rate / row.algorithm_rate - 2 * (ranks - 1) / ranks) < 0.02)
      return "all_reduce";
  return "collective";
}

Imported collected(
    const std::vector<CollectiveRow>& rows, std::string collective, const Ranks& ranks, const std::string& source) {
  Imported imported{source};
  if (collective.empty()) collective = collective_by_rates(rows, ranks.count);
  const bool local = ranks.hosts.size() < 2;
  for (const CollectiveRow& row : rows) {
    Json params{{"collective", collective}, {"bytes", number_json(row.bytes)}};
    if (ranks.count > 0) params["ranks"] = number_json(ranks.count);
    if (!ranks.hosts.empty()) params["nodes"] = ranks.hosts.size();
    const auto add = [&](const char* metric, const char* unit, double value) {
      if (value == 0 || std::isnan(value)) return;
      ProbeResult result = printed("nccl-tests", local ? "coll-local" : "coll-multi", params, metric, unit, {value});
      result.verified = row.checked && !row.wrong;
      if (row.wrong) result.flags.emplace_back("invalid");
      take(imported, std::move(result));
    };
    add("bus_bandwidth", "B/s", row.bus_rate);
    add("time", "s", row.time);
  }
  if (!ranks.gpus.empty()) take_host(imported, "gpus", gpus_named(ranks.gpus));
  if (ranks.hosts.size() == 1) take_host(imported, "name", *ranks.hosts.begin());
  return imported;
}

/// "#  Rank  0 Group  0 Pid  41 on  gpu-01 device  0 [0000:07:00] NVIDIA H100 80GB HBM3"
void take_rank(Ranks& ranks, const std::string& line) {
  const auto words = words_of(line);
  const auto on = std::find(words.begin(), words.end(), "on");
  const auto bracket = line.find(']');
  if (on == words.end() || on + 1 == words.end() || bracket == std::string::npos) return;
  ranks.take(*(on + 1), *after(line, "]"));
}

/// Where the times of a row begin, counted from its end: some versions leave cells blank that stand between the size
/// and the times. 0: no heading yet.
std::ptrdiff_t cells_from_time(const std::vector<std::string>& heading) {
  return heading.end() - std::find(heading.begin(), heading.end(), "time");
}

Imported read_table(std::string_view text, const std::string& source) {
  std::ptrdiff_t from_time = 0;
  std::vector<CollectiveRow> rows;
  Ranks ranks;
  std::string collective;
  for (const std::string& line : lines_of(text)) {
    auto words = words_of(line);
    if (words.empty()) continue;
    if (const auto program = after(line, "Collective test starting:")) collective = collective_named(*program);
    if (line.find(" Rank ") != std::string::npos && line.find(" device ") != std::string::npos) take_rank(ranks, line);
    if (words.size() > 3 && words[0] == "#" && words[1] == "size") from_time = cells_from_time(words);
    if (from_time == 0 || words[0].front() == '#' || !number_of(words[0])) continue;
    const auto first = static_cast<std::ptrdiff_t>(words.size()) - from_time;
    if (first < 1 || first + 3 >= static_cast<std::ptrdiff_t>(words.size())) continue;
    const auto cell = [&](std::ptrdiff_t column) { return number_of(words[static_cast<std::size_t>(first + column)]); };
    const auto time = cell(0), algorithm = cell(1), bus = cell(2), wrong = cell(3);
    if (!time || !algorithm || !bus) continue;
    rows.push_back(
        {*number_of(words[0]), *time * 1e-6, *algorithm * 1e9, *bus * 1e9, wrong.has_value(), wrong && *wrong != 0});
  }
  return collected(rows, collective, ranks, source);
}

/// One process may drive several GPUs and list only its first.
void add_own_gpus(Ranks& ranks, const Told& config) {
  const double own = config.number("ngpus").value_or(absent) * config.number("nthreads").value_or(absent);
  if (!(own > ranks.count) || ranks.hosts.size() > 1) return;
  if (own > most_gpus || own != std::floor(own))
    config.refuse(fmt::format("a whole number of ngpus × nthreads up to {}, the GPUs of one node,", most_gpus));
  if (!ranks.gpus.empty()) ranks.gpus.resize(static_cast<std::size_t>(own), std::string(ranks.gpus.front()));
  ranks.count = own;
}

Imported read_document(const Told& document, const std::string& source) {
  std::vector<CollectiveRow> rows;
  for (const Told& row : document.list("results")) {
    const Told measured = row.object(row.has("out_of_place") ? "out_of_place" : "in_place");
    const auto bytes = row.number("size");
    if (!bytes) row.refuse("a 'size'");
    const auto number = [&](const char* key) { return measured.number(key).value_or(absent); };
    const double wrong = number("nwrong");
    rows.push_back(
        {*bytes, number("time") * 1e-6, number("alg_bw") * 1e9, number("bus_bw") * 1e9, wrong >= 0, wrong > 0});
  }
  Ranks ranks;
  const Told config = document.object("config");
  for (const Told& device : config.list("devices")) {
    ranks.take(device.text("hostname"), device.text("device_info"));
  }
  add_own_gpus(ranks, config);
  const std::vector<Told> args = document.list("args");
  return collected(rows, args.empty() ? std::string{} : collective_named(args.front().text()), ranks, source);
}

Imported read_nccl(std::string_view text, const std::string& source) {
  const Json json = json_in(text);
  Imported imported = json.is_object() ? read_document(Told(json, source), source) : read_table(text, source);
  if (imported.results.empty()) refuse_output(nccl_importer, source);
  return imported;
}

}  // namespace

const Importer nccl_importer{"nccl-tests", "the table or JSON of nccl-tests or rccl-tests", is_nccl, read_nccl};

}  // namespace llmsize
