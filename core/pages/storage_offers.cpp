// SPDX-License-Identifier: Apache-2.0
#include "core/pages/storage_offers.hpp"

#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace llmsize {
namespace {

std::string word_in(const Entry& entry, std::string_view key) {
  const auto found =
      std::find_if(entry.words.begin(), entry.words.end(), [&](const auto& word) { return word.first == key; });
  return found == entry.words.end() ? std::string{} : found->second;
}

/// Enough of an entry; nothing where it is somebody's whole system, or nobody published how fast it writes.
std::optional<StorageOffer> enough_of(const Entry& entry, double needed) {
  if (word_in(entry, "ordered_in").empty()) return {};
  const auto write = std::find_if(
      entry.facts.begin(), entry.facts.end(), [](const Fact& fact) { return fact.key == "storage.write"; });
  if (write == entry.facts.end() || !write->number) return {};
  const double units = std::max(1.0, std::ceil(needed / *write->number));
  return StorageOffer{units, entry.name, word_in(entry, "vendor"), units * *write->number};
}

}  // namespace

std::vector<StorageOffer> storage_offers(const Catalog& catalog, double needed) {
  constexpr std::size_t most = 3;
  std::vector<StorageOffer> all, offers;
  for (const std::string_view id : catalog.ids("storage"))
    if (auto offer = enough_of(catalog.entry("storage", id), needed)) all.push_back(std::move(*offer));
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.units < b.units; });
  for (StorageOffer& each : all) {
    const bool known = std::any_of(
        offers.begin(), offers.end(), [&](const StorageOffer& other) { return other.vendor == each.vendor; });
    if (!known && offers.size() < most) offers.push_back(std::move(each));
  }
  return offers;
}

std::string offers_text(const std::vector<StorageOffer>& offers) {
  std::string text;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const StorageOffer& each = offers[i];
    text += fmt::format(
        "{}{} × {} ({})",
        i == 0                   ? ""
        : i + 1 == offers.size() ? "; or "
                                 : "; ",
        pretty(each.units, Unit::count), each.name, pretty(each.rate, Unit::bandwidth));
  }
  return text;
}

}  // namespace llmsize
