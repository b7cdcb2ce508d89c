// SPDX-License-Identifier: Apache-2.0
// The Options page: which offer is recommended, what it takes, and the others beside it.
#include "core/pages/options.hpp"
#include "core/pages/pages.hpp"
#include "core/view/numbers.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace llmsize {
namespace {

constexpr std::string_view no_offers = "Add a model, a system and training tokens to the inputs.";

Figure row_figure(const OfferSet& offers, std::string label, ResultKey id, std::string qualifier = {}) {
  const Amount amount = offers.amount(id);
  const double value = amount.of(*offers.best);
  if (is_absent(value)) return unknown_figure(std::move(label), qualifier.empty() ? "not known" : std::move(qualifier));
  auto [number, unit] = value_and_unit(value, amount.unit());
  if (unit == "%") number += std::exchange(unit, {});
  Figure figure{std::move(label), number, unit, std::move(qualifier), source_in(*offers.best, amount)};
  if (!figure.source.name.empty()) figure.number = value;
  return figure;
}

Figure recommended_figure(const OfferSet& offers) {
  const double nodes = number_in(*offers.best, "planning.nodes");
  return {
      "Recommended", pretty(nodes, Unit::count), "× " + offers.system(*offers.best),
      offers.best->inputs ? degrees_words(offers.best->inputs->values) : std::string{}};
}

Figure capex_figure(const OfferSet& offers) {
  const std::string text = capex_text(*offers.best);
  if (text.empty()) return unknown_figure("CapEx", "no price known");
  const bool looked_up = input_word(*offers.best, "economics.prices") == "public";
  const char* prices = looked_up ? "public prices" : "at your prices";
  if (!is_publicly_priced(*offers.best)) return row_figure(offers, "CapEx", "economics.capex", prices);
  return worded("CapEx", text.substr(0, text.size() - 1), "public prices, all in");
}

void add_figures(const OfferSet& offers, Page& page) {
  if (!offers.best) {
    page.figures = {
        unknown_figure("Recommended", "no offer meets the goal"), unknown_figure("CapEx", "no offer meets the goal")};
    return;
  }
  page.figures = {recommended_figure(offers)};
  const AnsweredRow& best = *offers.best;
  if (offers.asked == Asked::training) {
    const std::string times = fmt::format(
        "P50 {}, P80 {}", pretty(number_in(best, "training.calendar_time"), Unit::seconds),
        pretty(time_at_p80(best), Unit::seconds));
    page.figures.push_back(
        is_absent(number_in(best, "goal.chance")) ? row_figure(offers, "Time to train", "training.calendar_time")
                                                  : row_figure(offers, "On time", "goal.chance", times));
  } else {
    page.figures.push_back(row_figure(
        offers, "Goodput", "serving.rate_at_limit",
        fmt::format(
            "TTFT {}, TPOT {}", pretty(number_in(best, "serving.ttft"), Unit::seconds),
            pretty(number_in(best, "serving.tpot"), Unit::seconds))));
  }
  page.figures.push_back(capex_figure(offers));
  page.figures.push_back(row_figure(
      offers, "Racks", "bom.racks", fmt::format("{} per rack", pretty(number_in(best, "power.rack"), Unit::watts))));
  page.figures.push_back(row_figure(
      offers, "IT power", "power.it",
      fmt::format("{} facility", pretty(number_in(best, "power.facility"), Unit::watts))));
}

/// "This scenario, 49 × DGX H100: 52% on time."
std::string own_sentence(const OfferSet& offers) {
  for (const AnsweredRow& row : offers.table.rows) {
    if (&row == offers.best || !offers.changes(row).empty()) continue;
    const double chance = number_in(row, "goal.chance");
    const std::string state = is_absent(chance) ? std::string(state_words(row)) : share_text(chance) + " on time";
    return fmt::format(" This scenario, {}: {}.", offers.offer(row), state);
  }
  return {};
}

void judge_offers(const OfferSet& offers, Page& page) {
  if (!offers.best) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = "No offer meets the goal";
    page.sentence = fmt::format(
        "None of {} is on time at the confidence asked.{}",
        counted_text(static_cast<double>(offers.table.rows.size()), "offer"), own_sentence(offers));
    return;
  }
  const double chance = number_in(*offers.best, "goal.chance");
  page.verdict = chance < sure_at_least ? Page::Verdict::just : Page::Verdict::good;
  page.verdict_label = is_absent(chance) ? "Meets the goal" : share_text(chance) + " on time";
  page.sentence = fmt::format("Recommended: {} ({}).{}", offers.offer(*offers.best), offers.why, own_sentence(offers));
}

void say_no_offers(Page& page) {
  page.verdict = Page::Verdict::incomplete;
  page.verdict_label = "No offers";
  page.sentence = no_offers;
  page.figures = {unknown_figure("Recommended", "needs a job")};
  page.charts = {
      {.id = "options.offers",
       .title = "Nothing to compare",
       .subtitle = {},
       .body = Plot{},
       .empty = std::string(no_offers)}};
}

}  // namespace

Page options_page(
    const std::string& title, const AnsweredRows& table, const Scenario& said, const StudyLook& look,
    const Catalog& catalog) {
  Page page;
  page.id = "options";
  page.title = title;
  if (table.rows.empty()) {
    say_no_offers(page);
    return page;
  }
  const OfferSet offers(table, said, catalog);
  page.subtitle = shared_words(table);
  add_figures(offers, page);
  judge_offers(offers, page);
  if (look.asked > 0) page.subtitle += fmt::format(" · {} of {} offers, stopped", table.rows.size(), look.asked);
  page.summary = page.sentence;
  page.charts = {offers_chart(offers), confidence_chart(offers)};
  return page;
}

namespace {

/// Without a window nobody waits for more than the own system and the next one.
Page next_option(const Subject& subject, const Catalog& catalog) {
  std::vector<std::string> systems = usual_systems(subject, catalog);
  systems.resize(std::min<std::size_t>(systems.size(), 1));
  AnsweredRows table = answered_offers(offers_of(subject, systems, catalog), catalog);
  look_from(table, subject.scenario, {});
  return options_page(title(case_of(subject, catalog)), table, subject.said, {}, catalog);
}

}  // namespace

const PageKind options_page_kind{
    .id = "options",
    .title = "Options",
    .group = "Buy",
    .summary = "Offers: time, chance, racks, power and price",
    .place = 95,
    .make = of_first<next_option>,
    .icon = R"(<path d="M3 5h6M3 10h10M3 15h8M13.500 4.500l1.500 1.500 2.500-3M15.500 10h1.500M13.500 15h3.500"/>)"};

}  // namespace llmsize
