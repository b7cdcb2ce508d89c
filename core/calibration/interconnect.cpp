// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/interconnect.hpp"

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>
#include <vector>

namespace llmsize {
namespace {

constexpr double fastest_port = 50e9;  // 400 Gb/s: above, a rate is that of several

bool contains(const std::string& text, const char* pattern) {
  return std::regex_search(text, std::regex(pattern, std::regex::icase));
}

std::vector<std::string> parts_of(std::string_view text) {
  static const std::regex between(R"([,;+]| and )");
  const std::string all(text);
  return {std::sregex_token_iterator(all.begin(), all.end(), between, -1), {}};
}

std::optional<Ports> ports_in(const std::string& part, double accelerators_per_node, double ports_per_node) {
  static const std::regex rate_form(R"((\d+(?:\.\d+)?) ?(Gb/s|Gbps|Gbit/s|GB/s))");
  static const std::regex count_form(R"((\d+) ?x)");
  std::smatch rate, count;
  if (!std::regex_search(part, rate, rate_form)) return {};
  const double bytes = std::stod(rate[1]) * (rate[2] == "GB/s" ? 1e9 : 1e9 / 8);
  if (contains(part, "per GPU")) return Ports{accelerators_per_node, bytes};
  if (std::regex_search(part, count, count_form) && count.position() < rate.position())
    return Ports{std::stod(count[1]), bytes};
  if (contains(part, R"(\b(EDR|HDR|NDR|XDR)\b)")) return Ports{ports_per_node, bytes};
  const double ports = std::ceil(bytes / fastest_port);
  return Ports{ports, bytes / ports};
}

}  // namespace

std::optional<Ports> ports_of(std::string_view text, double accelerators_per_node, double ports_per_node) {
  std::vector<std::string> parts = parts_of(text);
  std::stable_partition(parts.begin(), parts.end(), [](const std::string& part) {
    return contains(part, R"(compute|east-west|\bEW\b)");
  });
  for (const std::string& part : parts) {
    if (contains(part, R"(storage|north-south|\bNS\b|PCIe|NVLink|management|\bBMC\b|\bDPU\b|in-band)")) continue;
    if (const auto ports = ports_in(part, accelerators_per_node, ports_per_node)) return ports;
  }
  return {};
}

}  // namespace llmsize
