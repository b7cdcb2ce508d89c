// SPDX-License-Identifier: Apache-2.0
// Prices of equipment: of a list, or public ones.
#include "core/scenario/completion.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/prices/price_list.hpp"
#include "core/prices/public_prices.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

void take_currency(Filling& filling, const std::string& own, const std::string& giver) {
  if (own.empty()) return;
  if (!filling.plan.currency.empty() && filling.plan.currency != own)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("{} is in {}, other prices are in {}; expected one currency", giver, own, filling.plan.currency));
  filling.plan.currency = own;
}

}  // namespace

void take_listed_prices(Filling& filling, const Entry& list) {
  struct Priced {
    std::string_view word;
    InputKey price;
  };
  constexpr Priced priced[] = {
      {"cluster.system", "economics.node_price"},
      {"switch.id", "economics.switch_price"},
      {"storage.id", "economics.storage_price"}};
  for (const auto& [word, price] : priced)
    if (const auto named = filling.plan.words.find(word); named != filling.plan.words.end())
      if (const auto amount = listed_price(list, named->second.word))
        filling.fill(price, *amount, {Origin::Kind::user, list.id, "your price list"});
  if (const auto year = year_of_text(llmsize::word_of(list, "date")))
    filling.fill("economics.price_date", *year, {Origin::Kind::derived, "date of the price list"});
  if (filling.tells()) take_currency(filling, llmsize::word_of(list, "currency"), list.id);
}

void take_public_price(Filling& filling) {
  const auto prices = filling.plan.words.find("economics.prices");
  if (prices == filling.plan.words.end() || prices->second.word != "public") return;
  const auto system = filling.plan.words.find("cluster.system");
  if (system == filling.plan.words.end() || filling.plan.has("economics.node_price")) return;
  const auto range = public_price_of(system->second.word);
  if (!range || !(filling.plan.currency.empty() || filling.plan.currency == "USD")) return;
  const auto middle = [&](InputKey key, double low, double high, std::string_view source) {
    filling.fill(key, std::sqrt(low * high), {Origin::Kind::assumed, {}, source}, std::log(high / low) / (2 * z90));
  };
  const std::string source = fmt::format("public prices of {}", dates_text(*range));
  middle("economics.node_price", range->low, range->high, source);
  if (const auto year = year_of_text(range->last))
    filling.fill("economics.price_date", *year, {Origin::Kind::derived, "newest public price"});
  // The share stands for all but the nodes: none of it where somebody prices a part.
  constexpr InputKey parts[] = {
      "economics.network_price", "economics.storage_price", "economics.switch_price", "economics.cable_price",
      "economics.transceiver_price"};
  if (std::none_of(std::begin(parts), std::end(parts), [&](InputKey part) { return filling.plan.has(part); }))
    middle("economics.other_share", all_in_low - 1, all_in_high - 1, all_in_source);
  if (filling.tells()) filling.plan.currency = "USD";
}

}  // namespace llmsize
