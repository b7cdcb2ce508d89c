// SPDX-License-Identifier: Apache-2.0
// A user's own prices: a sheet of items becomes an entry of the catalog, and its prices stand before public ones.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/files/sheet_file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// Whether a text heads a column of prices, so that titles above their header are known.
bool is_price_heading(std::string_view text);
/// Whether a header names prices of items.
bool is_price_list(const std::vector<std::string>& header);

/// The entry "price-lists" of a sheet with the columns item and price, and perhaps currency, date and source. An item
/// is a system, switch or storage system of the catalog, or a price of llmsize: "cable", "switch", "electricity".
/// Prices are in one currency; the date is the oldest one. Throws BadInput: data or unknown_id, naming the row.
Entry read_price_list(const std::string& path, const Catalog& catalog);

/// What a list says of an item of the catalog: "dgx-b200".
std::optional<double> listed_price(const Entry& list, std::string_view id);

}  // namespace llmsize
