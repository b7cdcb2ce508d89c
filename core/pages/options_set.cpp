// SPDX-License-Identifier: Apache-2.0
// Offers as the Options page compares them.
#include "core/answer/certainties.hpp"
#include "core/catalog/entry_words.hpp"
#include "core/pages/options.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// How sure a scenario asks its proposals to be.
Surely confidence_asked(const Scenario& said) {
  const Scenario::Said* certainty = said.find("goal.certainty");
  return {certainty ? certainty_of(certainty->value.word).chance : sure_at_least};
}

/// Of rows with the same size of the same system the scenario's own, else the one that may be proposed, for the higher
/// confidence.
std::vector<std::size_t> each_size_once(const AnsweredRows& all, const Scenario& said, Surely surely) {
  std::vector<std::size_t> places;
  places.reserve(all.rows.size());
  const auto value = [&](std::size_t place) {
    const AnsweredRow& row = all.rows[place];
    return changes_to(said, row.scenario).empty() ? 2 : is_sure(row, surely) ? 1 : 0;
  };
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    const auto same = std::find_if(places.begin(), places.end(), [&](std::size_t other) {
      return number_in(all.rows[other], "planning.nodes") == number_in(all.rows[i], "planning.nodes") &&
             input_word(all.rows[other], "cluster.system") == input_word(all.rows[i], "cluster.system");
    });
    if (same == places.end())
      places.push_back(i);
    else if (value(i) >= value(*same))
      *same = i;
  }
  return places;
}

AnsweredRows rows_at(const AnsweredRows& all, const std::vector<std::size_t>& places) {
  AnsweredRows part{all.keys, all.results, {}};
  part.rows.reserve(places.size());
  for (const std::size_t place : places) part.rows.push_back(all.rows[place]);
  return part;
}

}  // namespace

OfferSet::OfferSet(const AnsweredRows& all, const Scenario& said, const Catalog& catalog)
    : table(),
      places(each_size_once(all, said, confidence_asked(said))),
      said(said),
      catalog(catalog),
      asked(asked_of(said)),
      surely(confidence_asked(said)) {
  table = rows_at(all, places);
  if (const Scenario::Said* system = said.find("cluster.system")) own = system->value.word;
  deadline = input_value(table.rows.back(), "goal.deadline");
  if (const auto proposed = proposed_offer(asked, table, surely)) {
    best = &table.rows[proposed->row];
    why = proposed->why;
  }
}

std::string OfferSet::system(const AnsweredRow& row) const {
  const std::string id = input_word(row, "cluster.system");
  if (id.empty()) return word_in(row, "accelerator.id");
  std::string name = offered_system(row);
  if (const std::string vendor = word_of(catalog.entry("systems", id), "vendor"); name.starts_with(vendor + " "))
    name.erase(0, vendor.size() + 1);
  return name.substr(0, name.find(" / "));
}

std::string OfferSet::offer(const AnsweredRow& row) const {
  const double gpus = input_value(row, "cluster.gpus");
  if (input_word(row, "cluster.system").empty() && !is_absent(gpus))
    return fmt::format("{} × {}", pretty(gpus, Unit::count), system(row));
  return offer_text(row, system(row));
}

}  // namespace llmsize
