// SPDX-License-Identifier: Apache-2.0
// fio --output-format=json of the user's own runs. Jobs of one group ran at the same time and are added up.
#include "core/probe/importers/reading.hpp"

#include <algorithm>
#include <map>

namespace llmsize {
namespace {

using namespace importing;

bool is_fio(std::string_view text) {
  return text.find("\"fio version\"") != std::string_view::npos && text.find("\"jobs\"") != std::string_view::npos;
}

/// Options of a job over those of all.
struct FioOptions {
  Told global, own;

  const Told& with(const char* key) const { return own.has(key) ? own : global; }
  std::string text(const char* key) const { return with(key).text(key); }
  double number(const char* key, double otherwise) const { return with(key).printed_number(key).value_or(otherwise); }
  bool has(const char* key) const { return own.has(key) || global.has(key); }
  /// "1M" is 2^20 bytes; 0 where it cannot be told.
  double block() const {
    if (!has("bs")) return 4 * kibibyte;
    const std::string said = text("bs");
    const double count = number_of(said).value_or(0);
    switch (said.find_first_of("kKmMgG") == std::string::npos ? ' ' : said[said.find_first_of("kKmMgG")]) {
      case 'k':
      case 'K': return count * kibibyte;
      case 'm':
      case 'M': return count * mebibyte;
      case 'g':
      case 'G': return count * gibibyte;
      default: return count;
    }
  }
};

void take_job(StoragePoint& point, const FioOptions& options, const Told& side) {
  const auto number = [&](const char* key) { return side.number(key).value_or(0); };
  const double operations = number("iops");
  point.threads += (options.has("group_reporting") ? options.number("numjobs", 1) : 1) * options.number("iodepth", 1);
  point.bandwidth += number("bw_bytes") > 0 ? number("bw_bytes") : number("bw") * kibibyte;
  point.operations += operations;
  point.latency += side.object("lat_ns").number("mean").value_or(0) * 1e-9 * operations;
  point.seconds = std::max(point.seconds, number("runtime") * 1e-3);
  point.block = options.block();
  point.random = options.text("rw").rfind("rand", 0) == 0 || options.text("readwrite").rfind("rand", 0) == 0;
  const bool direct = options.number("direct", 0) > 0;
  if (!direct && point.flags.empty()) point.flags.emplace_back("buffered");
}

Imported read_fio_jobs(std::string_view text, const std::string& source) {
  const Json json = json_in(text);
  if (!json.is_object()) refuse_output(fio_importer, source);
  const Told document(json, source);
  std::map<std::pair<double, bool>, StoragePoint> groups;
  for (const Told& job : document.list("jobs")) {
    if (job.number("error").value_or(0) != 0) continue;
    const FioOptions options{document.object("global options"), job.object("job options")};
    for (const bool write : {false, true}) {
      const Told side = job.object(write ? "write" : "read");
      if (!(side.number("io_bytes").value_or(0) > 0)) continue;
      const std::pair group{job.number("groupid").value_or(0), write};
      take_job(groups.try_emplace(group, StoragePoint{.write = write}).first->second, options, side);
    }
  }
  Imported imported{source};
  for (auto& [group, point] : groups) {
    if (point.operations > 0) point.latency /= point.operations;
    // A cache of this machine took what it was not asked to pass on: no measure of storage.
    if (point.write && !point.flags.empty()) point.flags.emplace_back("invalid");
    add_point(imported, "fio", point);
  }
  if (imported.results.empty()) refuse_output(fio_importer, source);
  return imported;
}

}  // namespace

const Importer fio_importer{"fio", "JSON of fio --output-format=json", is_fio, read_fio_jobs};

}  // namespace llmsize
