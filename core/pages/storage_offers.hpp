// SPDX-License-Identifier: Apache-2.0
// Storage that can be ordered for a rate that checkpoints need.
#pragma once

#include "core/catalog/catalog.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// So many units of an entry of the catalog, and what they write together.
struct StorageOffer {
  double units;
  std::string name, vendor;
  double rate;  ///< bytes per second
};

/// Up to three storage systems of the catalog that can be ordered in units and write so fast, fewest units first: one
/// of each vendor.
std::vector<StorageOffer> storage_offers(const Catalog& catalog, double needed);

/// "1 × DDN AI400X2 (65.0 GB/s); or 3 × … (67.5 GB/s)"; empty where there are none.
std::string offers_text(const std::vector<StorageOffer>& offers);

}  // namespace llmsize
