// SPDX-License-Identifier: Apache-2.0
// fio --output-format=json of the user's own runs. Jobs of one group ran at the same time and are added up.
#include "core/probe/importers/reading.hpp"

#include "core/quantity/parse.hpp"

#include <fmt/format.h>

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
  Json global, own;

  std::string text(const char* key) const {
    if (std::string said = text_of(own, key); !said.empty()) return said;
    return text_of(global, key);
  }
  double number(const char* key, double otherwise) const { return number_of(text(key)).value_or(otherwise); }
  bool has(const char* key) const { return own.contains(key) || global.contains(key); }
  /// "1M" is 2^20 bytes.
  double block() const {
    const std::string said = text("bs");
    const double count = number_of(said).value_or(4);
    if (said.empty()) return 4 * kibibyte;
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

double json_number(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

void take_job(StoragePoint& point, const FioOptions& options, const Json& side) {
  const double operations = json_number(side, "iops");
  point.threads += (options.has("group_reporting") ? options.number("numjobs", 1) : 1) * options.number("iodepth", 1);
  point.bandwidth +=
      json_number(side, "bw_bytes") > 0 ? json_number(side, "bw_bytes") : json_number(side, "bw") * kibibyte;
  point.operations += operations;
  const auto latency = side.find("lat_ns");
  if (latency != side.end() && latency->is_object()) point.latency += json_number(*latency, "mean") * 1e-9 * operations;
  point.seconds = std::max(point.seconds, json_number(side, "runtime") * 1e-3);
  point.block = options.block();
  point.random = options.text("rw").rfind("rand", 0) == 0 || options.text("readwrite").rfind("rand", 0) == 0;
  const bool direct = options.number("direct", 0) > 0;
  if (!direct && point.flags.empty()) point.flags.emplace_back("buffered");
}

Imported read_fio_jobs(std::string_view text, const std::string& source) {
  const Json json = json_in(text);
  if (!json.is_object() || !json.contains("jobs") || !json.at("jobs").is_array()) refuse_output(fio_importer, source);
  std::map<std::pair<double, bool>, StoragePoint> groups;
  for (const Json& job : json.at("jobs")) {
    if (!job.is_object() || json_number(job, "error") != 0) continue;
    const FioOptions options{json.value("global options", Json::object()), job.value("job options", Json::object())};
    for (const bool write : {false, true}) {
      const Json side = job.value(write ? "write" : "read", Json::object());
      if (!(json_number(side, "io_bytes") > 0)) continue;
      StoragePoint& point =
          groups.try_emplace({json_number(job, "groupid"), write}, StoragePoint{.write = write, .threads = 0})
              .first->second;
      take_job(point, options, side);
    }
  }
  Imported imported;
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
