// SPDX-License-Identifier: Apache-2.0
#include "core/prices/public_prices.hpp"

#include "core/catalog/embedded.hpp"
#include "core/files/document.hpp"
#include "core/quantity/absent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace llmsize {
namespace {

PublicPrice read_price(const Json& json) {
  const auto end_of = [&](const char* name, const char* other) {
    return json.value(name, json.contains("typical") ? json.at("typical").get<double>() : json.value(other, 0.0));
  };
  return {json.at("system"), end_of("low", "high"), end_of("high", "low"), json.at("date"), json.value("source", "")};
}

std::vector<PublicPrice> read_prices() {
  std::vector<PublicPrice> prices;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.starts_with("hardware-db/prices/")) continue;
    const Json json = parse_json(file.text, std::string(file.path));
    for (const Json& each : json.at("prices")) prices.push_back(read_price(each));
  }
  return prices;
}

}  // namespace

std::span<const PublicPrice> public_prices() {
  static const std::vector<PublicPrice> prices = read_prices();
  return prices;
}

std::optional<PriceRange> public_price_of(std::string_view system) {
  std::optional<PriceRange> range;
  for (const PublicPrice& each : public_prices()) {
    if (each.system != system) continue;
    if (!range) range = PriceRange{each.low, each.high, each.date, each.date};
    range->low = std::min(range->low, each.low);
    range->high = std::max(range->high, each.high);
    range->first = std::min(range->first, each.date);
    range->last = std::max(range->last, each.date);
  }
  return range;
}

std::string dates_text(const PriceRange& range) {
  return range.first == range.last ? range.first : fmt::format("{} to {}", range.first, range.last);
}

std::optional<std::pair<double, double>> public_capex(std::string_view system, double nodes) {
  const std::optional<PriceRange> each = public_price_of(system);
  if (!each || is_absent(nodes)) return std::nullopt;
  return std::pair{nodes * each->low * all_in_low, nodes * each->high * all_in_high};
}

}  // namespace llmsize
