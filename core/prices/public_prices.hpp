// SPDX-License-Identifier: Apache-2.0
// What systems cost by public prices: dated offers and reports, none of them a quote.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace llmsize {

/// One public price of a system, in US dollars per node. A rack-scale system is one node.
struct PublicPrice {
  std::string system;  ///< its id in the catalog
  double low, high;    ///< both the typical price where no range is given
  std::string date;    ///< year, month and day as far as known: "2024-10"
  std::string source;
};

/// All that the catalog holds, by system and date.
std::span<const PublicPrice> public_prices();

/// Least and highest of all public prices of a system, and their first and last date.
struct PriceRange {
  double low, high;
  std::string first, last;
};
/// "2024-10", "2024-10 to 2026-05".
std::string dates_text(const PriceRange& range);
/// Absent where no public price is known.
std::optional<PriceRange> public_price_of(std::string_view system);

/// Price of a whole cluster over that of its nodes: network, storage, installation, service. A cluster of H200 servers
/// on InfiniBand costs 1.40 times its servers (server 71.4%: SemiAnalysis, AI Neocloud Playbook), one of GB200 racks
/// 1.26 times (rack 79%).
inline constexpr double all_in_low = 1.26, all_in_high = 1.40;
inline constexpr std::string_view all_in_source =
    "SemiAnalysis: a cluster of H200 servers costs 1.40 times its servers, one of GB200 racks 1.26 times its racks";

/// Least and most that so many nodes of a system cost with all around them; absent where no public price or no number
/// of nodes is known.
std::optional<std::pair<double, double>> public_capex(std::string_view system, double nodes);

}  // namespace llmsize
