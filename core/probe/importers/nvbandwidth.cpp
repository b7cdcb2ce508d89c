// SPDX-License-Identifier: Apache-2.0
// nvbandwidth -j: one matrix per test case, numbers as texts in GB/s, or ns for latencies.
#include "core/probe/importers/reading.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

using namespace importing;

struct CopyCase {
  std::string_view name, probe;
  bool together;
};
constexpr CopyCase copy_cases[] = {
    {"host_to_device_memcpy_ce", "h2d", false},
    {"device_to_host_memcpy_ce", "d2h", false},
    {"host_to_all_memcpy_ce", "h2d", true},
    {"all_to_host_memcpy_ce", "d2h", true},
};

bool is_nvbandwidth(std::string_view text) { return text.find("\"nvbandwidth\"") != std::string_view::npos; }

/// "NVIDIA H100 80GB HBM3" of "0: NVIDIA H100 80GB HBM3 (00000000:07:00)".
std::string device_name(std::string text) {
  if (const auto colon = text.find(": "); colon != std::string::npos) text.erase(0, colon + 2);
  if (const auto bracket = text.find(" ("); bracket != std::string::npos) text.erase(bracket);
  return text;
}

/// A cell of a matrix; nothing where "N/A" or 0 tells that nothing was measured.
std::optional<double> value_of(const Told& cell) {
  if (cell.json().is_number()) return cell.json().get<double>();
  const std::string text = cell.text();
  const auto value = number_of(text);
  if (!value && text != "N/A") cell.refuse("a number or N/A");
  return value;
}

void add_case(Imported& imported, const Told& test) {
  const std::string name = test.text("name");
  if (test.text("status") != "Passed") return;
  const bool latency = test.text("bandwidth_description").find("(ns)") != std::string::npos;
  std::size_t row_number = 0;
  for (const Told& row : test.list("bandwidth_matrix")) {
    std::size_t column = 0;
    for (const Told& cell : row.items()) {
      if (const auto value = value_of(cell); value && *value != 0) {
        Json params{{"gpu", column}, {"test", name}};
        std::string probe = "nvbandwidth";
        for (const CopyCase& known : copy_cases)
          if (name == known.name) {
            probe = known.probe;
            params["together"] = known.together;
          }
        if (name.rfind("device_to_device_memcpy_", 0) == 0) probe = "p2p";
        if (name.rfind("device_to_device", 0) == 0) params["peer"] = row_number;
        take(
            imported, printed(
                          "nvbandwidth", probe, params, latency ? "latency" : "bandwidth", latency ? "s" : "B/s",
                          {*value * (latency ? 1e-9 : 1e9)}));
      }
      ++column;
    }
    ++row_number;
  }
}

Imported read_nvbandwidth(std::string_view text, const std::string& source) {
  const Json json = json_in(text);
  Imported imported{source};
  if (json.is_object()) {
    const Told root = Told(json, source).object("nvbandwidth");
    for (const Told& test : root.list("testcases")) add_case(imported, test);
    std::vector<std::string> names;
    for (const Told& device : root.list("GPU Device list")) names.push_back(device_name(device.text()));
    Json gpus = gpus_named(names);
    if (const std::string driver = root.text("Driver Version"); !driver.empty())
      for (Json& gpu : gpus) gpu["driver"] = driver;
    if (!gpus.empty()) take_host(imported, "gpus", std::move(gpus));
  }
  if (imported.results.empty()) refuse_output(nvbandwidth_importer, source);
  return imported;
}

}  // namespace

const Importer nvbandwidth_importer{"nvbandwidth", "JSON of nvbandwidth -j", is_nvbandwidth, read_nvbandwidth};

}  // namespace llmsize
