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

void add_case(Imported& imported, const Json& test) {
  const std::string name = text_of(test, "name");
  if (text_of(test, "status") != "Passed" || !test.contains("bandwidth_matrix") ||
      !test.at("bandwidth_matrix").is_array())
    return;
  const bool latency = text_of(test, "bandwidth_description").find("(ns)") != std::string::npos;
  std::size_t row_number = 0;
  for (const Json& row : test.at("bandwidth_matrix")) {
    std::size_t column = 0;
    for (const Json& cell : row) {
      const auto value = cell.is_string()   ? number_of(cell.get<std::string>())
                         : cell.is_number() ? std::optional(cell.get<double>())
                                            : std::nullopt;
      if (value && *value > 0) {
        Json params{{"gpu", column}, {"test", name}};
        std::string probe = "nvbandwidth";
        for (const CopyCase& known : copy_cases)
          if (name == known.name) {
            probe = known.probe;
            params["together"] = known.together;
          }
        if (name.rfind("device_to_device_memcpy_", 0) == 0) probe = "p2p";
        if (name.rfind("device_to_device", 0) == 0) params["peer"] = row_number;
        imported.results.push_back(printed(
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
  Imported imported;
  if (json.is_object() && json.contains("nvbandwidth") && json.at("nvbandwidth").is_object()) {
    const Json& root = json.at("nvbandwidth");
    for (const Json& test : root.value("testcases", Json::array())) add_case(imported, test);
    std::vector<std::string> names;
    for (const Json& device : root.value("GPU Device list", Json::array()))
      if (device.is_string()) names.push_back(device_name(device.get<std::string>()));
    if (!names.empty()) imported.host["gpus"] = gpus_named(names);
    if (const std::string driver = text_of(root, "Driver Version"); !driver.empty() && imported.host.contains("gpus"))
      for (Json& gpu : imported.host["gpus"]) gpu["driver"] = driver;
  }
  if (imported.results.empty()) refuse_output(nvbandwidth_importer, source);
  return imported;
}

}  // namespace

const Importer nvbandwidth_importer{"nvbandwidth", "JSON of nvbandwidth -j", is_nvbandwidth, read_nvbandwidth};

}  // namespace llmsize
