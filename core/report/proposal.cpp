// SPDX-License-Identifier: Apache-2.0
// The proposal: what to buy, for how much, how sure that is, what can go wrong, what has to be confirmed.
#include "core/answer/certainties.hpp"
#include "core/order/order.hpp"
#include "core/pages/order.hpp"
#include "core/pages/pages.hpp"
#include "core/quantity/print.hpp"
#include "core/report/chapters.hpp"
#include "core/report/sections.hpp"
#include "core/view/public_price.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace llmsize {
namespace {

std::string prepared_text(const Reported& reported, const ReportOptions& options) {
  std::vector<std::string> parts;
  if (!options.prepared_for.empty()) parts.push_back("prepared for " + options.prepared_for);
  if (!options.prepared_by.empty()) parts.push_back("by " + options.prepared_by);
  if (options.date) parts.push_back(fmt::format("{:%Y-%m-%d}", *options.date));
  if (!reported.plan.currency.empty())
    parts.push_back("amounts in " + reported.plan.currency);
  else if (reported.around.knows("economics.capex"))
    parts.push_back("prices without a currency");
  return upper_first(fmt::format("{}", fmt::join(parts, " · ")));
}

Document::Table table_of_lines(const std::vector<FirstScreen::Line>& lines) {
  Document::Table table{{}, {}, {{}, {}}};
  for (const FirstScreen::Line& line : lines) table.rows.push_back({{{line.label}, {line.text}}});
  return table;
}

/// What is not known is told by what is missing, not by a dash.
void drop_unknown(Page& page) {
  std::erase_if(page.figures, [](const Figure& figure) { return !figure.known; });
}

/// The answer as the page gives it, sizes by confidence, its first chart: a sheet of its own.
Document::Section answer_section(const Reported& reported) {
  Page page = reported.answer;
  page.findings.clear();
  drop_unknown(page);
  const FirstScreen first = page.first;
  if (page.charts.size() > 1) page.charts.erase(page.charts.begin() + 1, page.charts.end());
  std::vector<std::string> told;
  Document::Section section = section_of({"answer", "Answer", std::move(page)}, nullptr, told);
  const auto after_figures = std::find_if(section.blocks.begin(), section.blocks.end(), [](const auto& block) {
    return !std::holds_alternative<Document::Judgement>(block) && !std::holds_alternative<Document::Figures>(block);
  });
  if (!first.table.rows.empty())
    section.blocks.insert(after_figures, table_of(Chart{"first", "Sizes by confidence", {}, first.table}));
  return section;
}

/// Layout, batch, time and what it takes, a line each, and what nobody stated.
Document::Section configuration_section(const Reported& reported) {
  Document::Section section{"configuration", "Configuration"};
  const FirstScreen& first = reported.answer.first;
  if (!first.lines.empty()) section.blocks.emplace_back(table_of_lines(first.lines));
  if (!first.assumed.empty()) section.blocks.emplace_back(Document::Paragraph{"Assumed: " + first.assumed});
  return section;
}

Document::Section offers_section(const TitledTable& offers) {
  Document::Section section{"options", "Options"};
  if (!offers.title.empty()) section.blocks.emplace_back(Document::Paragraph{offers.title});
  Document::Table table{};
  for (const std::string& title : offers.table.header) table.columns.push_back({title, table.columns.size() > 0});
  // What is best is said above the table; beside it stands only why an offer cannot be taken.
  const bool has_reasons = std::any_of(offers.table.rows.begin(), offers.table.rows.end(), [&](const auto& cells) {
    return offers.title.find(upper_first(cells.back())) == std::string::npos;
  });
  if (has_reasons)
    table.columns.back().number = false;
  else
    table.columns.pop_back();
  for (const auto& cells : offers.table.rows) {
    Document::Row row;
    for (std::size_t i = 0; i < table.columns.size(); ++i) row.cells.push_back({cells[i]});
    table.rows.push_back(std::move(row));
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

/// Rows without a price in a sum that has one, and what no row stands for.
std::string not_priced(const Reported& reported) {
  const Around& around = reported.around;
  if (!around.knows("economics.capex")) return {};
  const std::string never = "tax, freight, support contracts and software licenses";
  if (around.input("economics.other_share") > 0)
    return fmt::format(
        "Other purchases stand for network, storage, installation and service. Not included: {}, and electricity.",
        never);
  std::vector<std::string> items;
  for (const OrderRow& row : order_of(reported.plan)) {
    if (!row.unit_price || row.only_priced || !row.count || !(around.number(*row.count) > 0)) continue;
    if (is_absent(around.number(NumberId(*row.unit_price)))) items.push_back(lower_first(row.item));
  }
  return fmt::format(
      "Not priced: {}{}, installation.", items.empty() ? "" : fmt::format("{}, ", fmt::join(items, ", ")), never);
}

Document::Section order_section(const Reported& reported, const Catalog& catalog, std::vector<std::string>& told) {
  Page page = order_page(reported.subject, catalog);
  drop_unknown(page);
  // Networks and sums by kind of part are in the annex.
  std::erase_if(page.charts, [](const Chart& chart) {
    return chart.id != "order.items" && (chart.id != "order.racks" || !chart.empty.empty());
  });
  for (Chart& chart : page.charts)
    if (chart.id == "order.items") chart.title.clear(), chart.subtitle.clear();
  page.verdict_label.clear();
  const std::string sentence = std::move(page.sentence);
  page.sentence.clear();
  Document::Section section = section_of({"order", "Bill of materials", std::move(page)}, nullptr, told);
  section.blocks.insert(section.blocks.begin(), Document::Paragraph{sentence});
  if (const std::string text = not_priced(reported); !text.empty())
    section.blocks.emplace_back(Document::Paragraph{text});
  if (const std::string price = public_capex_text(reported.around); !price.empty())
    section.blocks.emplace_back(Document::Paragraph{price + ". Not a quote: see 'llmsize catalog prices'."});
  return section;
}

/// What storage has to do for a training, where some is named.
Document::Section storage_section(const Reported& reported, const Catalog& catalog, std::vector<std::string>& told) {
  Page page = checkpoint_page(reported.subject, catalog);
  if (page.charts.size() > 1) page.charts.erase(page.charts.begin() + 1, page.charts.end());
  return section_of({"storage", "Checkpoint storage", std::move(page)}, nullptr, told);
}

/// Where the model lives and how fast that is; the arithmetic stands in the annex.
Document::Section offload_section(const Reported& reported, const Catalog& catalog, std::vector<std::string>& told) {
  Page page = offload_page(offload_subject(reported.subject, catalog), catalog);
  drop_unknown(page);
  constexpr std::size_t charts = 2;
  if (page.charts.size() > charts) page.charts.erase(page.charts.begin() + charts, page.charts.end());
  return section_of({"offload", "Offload", std::move(page)}, nullptr, told);
}

struct Risk {
  std::string what, effect, remedy, price;
};

std::string money_text(const Reported& reported, double amount) {
  return with_unit(pretty(amount, Unit::money), reported.plan.currency);
}

/// Nodes that make the deadline safer than what is proposed, and what they cost.
void add_deadline_risk(const Reported& reported, std::vector<Risk>& risks) {
  const auto& sizes = reported.subject.certain().sizes;
  const double nodes = reported.around.result("planning.nodes"), chance = llmsize::chance(reported.plan);
  if (sizes.empty() || is_absent(chance)) return;
  Risk risk{"Training ends after the deadline", share_text(1 - chance) + " probability", {}, {}};
  for (const CertainNodes::Sized& each : sizes) {
    if (!(each.nodes > nodes)) continue;
    risk.remedy = fmt::format(
        "{} nodes instead of {} for {} probability of meeting it", pretty(each.nodes, Unit::count),
        pretty(nodes, Unit::count), share_text(certainty_of(each.certainty).chance));
    const double own = reported.around.result("economics.capex");
    if (!is_absent(each.price) && !is_absent(own)) risk.price = "+" + money_text(reported, each.price - own);
    break;
  }
  risks.push_back(std::move(risk));
}

/// One node less than there are: what a service still keeps.
void add_node_risk(const Reported& reported, std::vector<Risk>& risks) {
  const Around& around = reported.around;
  const double nodes = around.result("planning.nodes_used"), rate = around.result("serving.rate_at_limit");
  const double goal = around.input("goal.request_rate"), target = is_absent(goal) ? around.input("serving.rate") : goal;
  if (!reported.is_service || is_absent(rate) || !(target > 0) || !(nodes >= 1)) return;
  const double left = rate * (nodes - 1) / nodes;
  if (around.result("planning.spares") > 0 || left >= target) return;
  Risk risk{
      "A node fails",
      fmt::format("{} req/s of {} req/s", pretty(left, Unit::count), pretty(target, Unit::count)),
      "one spare node (--spare-nodes 1)",
      {}};
  if (const double price = reported.plan["economics.node_price"]; !is_absent(price))
    risk.price = "+" + money_text(reported, price);
  risks.push_back(std::move(risk));
}

/// All links of a plane on one switch.
void add_switch_risk(const Reported& reported, std::vector<Risk>& risks) {
  if (reported.around.result("planning.nodes") > 1 && reported.around.result("fabric.is_one_switch") > 0)
    risks.push_back({"The only switch of a plane fails", "all nodes stop", "a pair of leaves (--attachment pair)", {}});
}

void add_failure_risk(const Reported& reported, std::vector<Risk>& risks) {
  const Around& around = reported.around;
  if (reported.is_service || !(around.result("reliability.interruptions") > 0)) return;
  Risk risk{
      "Failures during training",
      fmt::format(
          "{} interruptions, {} lost", pretty(around.result("reliability.interruptions"), Unit::count),
          around.shown("training.interruption_time")),
      around.result("planning.spares") > 0
          ? fmt::format("{} included", counted_text(around.result("planning.spares"), "spare node"))
          : std::string("checkpoints as configured; spare nodes (--spare-nodes) shorten repairs"),
      {}};
  risks.push_back(std::move(risk));
}

void add_delivery_risk(const Reported& reported, std::vector<Risk>& risks) {
  const Case& plan = reported.plan;
  const InputKey key = "economics.delivery_time";
  if (is_absent(plan[key])) return;
  const std::string effect =
      plan.spread(key) > 0 ? spread_text(plan[key], plan.spread(key), Unit::seconds) : pretty(plan[key], Unit::seconds);
  risks.push_back(
      {"Late delivery", "delivery after " + effect, "delivery dates and penalties in the contract (--delivery)", {}});
}

/// What somebody can do about an uncertain input.
std::string remedy_of(const Reported& reported, InputKey key) {
  if (key.text().starts_with("engine.")) return "load test on a node of the offer (docs/serving.md)";
  if (key.text().starts_with("software.")) return "run one node of the offer (docs/one-node.md)";
  return reported.plan.origin(key).kind == Origin::Kind::user ? "narrow the given range" : "confirm the assumption";
}

constexpr std::size_t most_uncertain = 4;

void add_uncertainties(const Reported& reported, const ResultRow& row, std::vector<Risk>& risks) {
  std::size_t told = 0;
  for (const Sensitivity& each : sensitivities(reported.plan, row)) {
    if (told++ == most_uncertain || each.share < 0.02) break;
    const auto [low, high] = std::minmax(each.low, each.high);
    risks.push_back(
        {std::string(about_of(each.key).label),
         fmt::format("{} {}", lower_first(std::string(row.about->title)), range_text(low, high, row.about->unit)),
         remedy_of(reported, each.key),
         {}});
  }
}

/// Findings that ask for something to be done, and options that move nothing; notes stand in the annex.
Findings pressing(const Findings& all, const Findings& unused) {
  Findings findings = unused;
  for (const auto& each : all)
    if (each.first.severity != Severity::info && each.first.id != "input.unused") findings.push_back(each);
  return findings;
}

Document::Section risks_section(
    const Reported& reported, const ReportOptions& options, std::vector<std::string>& told) {
  Document::Section section{"risks", "Risks"};
  std::vector<Risk> risks;
  add_deadline_risk(reported, risks);
  if (const std::vector<ResultKey> results = reported.judged(); !results.empty())
    add_uncertainties(reported, result_row(results.front()), risks);
  add_node_risk(reported, risks);
  add_switch_risk(reported, risks);
  add_failure_risk(reported, risks);
  add_delivery_risk(reported, risks);
  const bool priced = std::any_of(risks.begin(), risks.end(), [](const Risk& each) { return !each.price.empty(); });
  Document::Table table{{}, {}, {{"Risk"}, {"Effect"}, {"Remedy"}}};
  if (priced) table.columns.push_back({"Price", true});
  for (Risk& each : risks) {
    Document::Row row{{{std::move(each.what)}, {std::move(each.effect)}, {std::move(each.remedy)}}};
    if (priced) row.cells.push_back({std::move(each.price)});
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  Page page = reported.answer;
  page.findings = pressing(page.findings, options.findings);
  if (Findings fresh = new_findings(page, told); !fresh.empty()) section.blocks.emplace_back(std::move(fresh));
  return section;
}

/// A time at P80 from its range; absent where it has none.
double at_p80(const Around& around, ResultKey id) {
  const auto ends = around.range(id);
  return ends ? at_certainty(certainties[1], around.result(id), ends->second) : absent;
}

Document::Section timeline_section(const Reported& reported, const ReportOptions& options) {
  Document::Section section{"timeline", "Timeline"};
  Document::Table table{
      {},
      options.date ? std::string("Dates if ordered on the date of this proposal; medians, and P80") : std::string(),
      {{"Milestone"}, {"After order", true}, {"P80", true}}};
  if (options.date) table.columns.insert(table.columns.end(), {{"Date", true}, {"P80", true}});
  const Around& around = reported.around;
  const auto date = [&](double after) {
    if (is_absent(after)) return std::string{};
    const auto days = std::chrono::days(std::lround(after / 86400));
    return fmt::format("{:%Y-%m-%d}", *options.date + days);
  };
  const auto add = [&](std::string name, double median, double p80) {
    Document::Row row{
        {{std::move(name)},
         {pretty(median, Unit::seconds)},
         {is_absent(p80) ? std::string{} : pretty(p80, Unit::seconds)}}};
    if (options.date) row.cells.insert(row.cells.end(), {{date(median)}, {date(p80)}});
    table.rows.push_back(std::move(row));
  };
  const InputKey delivery = "economics.delivery_time";
  const double delivered = reported.plan[delivery];
  if (is_absent(delivered)) return section;
  add("Delivery complete", delivered, delivered * std::exp(certainties[1].deviations * reported.plan.spread(delivery)));
  add("Cluster tested, first job", around.result("economics.ready_time"), at_p80(around, "economics.ready_time"));
  if (!reported.is_service && around.knows("economics.finish_time"))
    add("Training complete", around.result("economics.finish_time"), at_p80(around, "economics.finish_time"));
  if (reported.around.input("goal.deadline") > 0)
    table.note = fmt::format("The deadline of {} counts from the first job.", reported.around.shown("goal.deadline"));
  section.blocks.emplace_back(std::move(table));
  return section;
}

/// Who can confirm an input, by its subject.
std::string_view confirmed_by(InputKey key) {
  struct Subject {
    std::string_view prefix, who;
  };
  constexpr Subject subjects[] = {
      {"workload.overhead_share", "operations"},
      {"economics.", "procurement"},
      {"switch.", "supplier"},
      {"goal.", "procurement"},
      {"power.", "data center"},
      {"room.", "data center"},
      {"bom.", "supplier"},
      {"fabric.", "supplier"},
      {"storage.", "storage supplier"},
      {"tier.", "storage supplier"},
      {"checkpoint.", "model team"},
      {"workload.", "model team"},
      {"model.", "model team"},
      {"layout.", "model team"},
      {"serving.", "model team"},
      {"software.", "model team"},
      {"load.", "model team"},
      {"reliability.", "operations"},
      {"restart.", "operations"},
      {"accelerator.", "supplier"},
      {"node.", "supplier"},
      {"network.", "supplier"},
  };
  for (const Subject& each : subjects)
    if (key.text().starts_with(each.prefix)) return each.who;
  return "model team";
}

/// An uncertain input and the largest part of the variance of a result that it has.
struct Moving {
  InputKey key;
  double share;
};

/// Uncertain inputs that nobody stated and that move what is judged.
std::vector<Moving> moving_inputs(const Reported& reported) {
  constexpr double least_share = 0.02;
  std::vector<Moving> moving;
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "training.calendar_time", "serving.rate_at_limit", "economics.finish_time", "economics.ready_time",
           "power.facility", "economics.capex", "economics.tco", "checkpoint.write_time"}) {
    if (!reported.around.knows(id)) continue;
    for (const Sensitivity& each : sensitivities(reported.plan, result_row(id))) {
      const Origin::Kind kind = reported.plan.origin(each.key).kind;
      if (kind == Origin::Kind::user || kind == Origin::Kind::measured || each.share < least_share) continue;
      const auto same = [&](const Moving& known) { return known.key == each.key; };
      if (const auto known = std::find_if(moving.begin(), moving.end(), same); known != moving.end())
        known->share = std::max(known->share, each.share);
      else
        moving.push_back({each.key, each.share});
    }
  }
  return moving;
}

/// Whether a value is fitted to published runs: nobody of the buyer can confirm it.
bool is_fitted(const Moving& each) {
  constexpr std::string_view fitted[] = {"software.", "engine.", "accelerator.", "scaling."};
  return std::any_of(
      std::begin(fitted), std::end(fitted), [&](std::string_view group) { return each.key.text().starts_with(group); });
}

std::vector<Document::Cell> cells_of(const Reported& reported, const Moving& each) {
  const Origin& origin = reported.plan.origin(each.key);
  return {
      {std::string(about_of(each.key).label)},
      {spread_text(reported.plan[each.key], reported.plan.spread(each.key), about_of(each.key).unit)},
      {origin.source.empty() ? text(origin) : origin.source}};
}

Document::Section confirm_section(const Reported& reported, const std::vector<Moving>& moving) {
  Document::Section section{"confirm", "To confirm"};
  Document::Table table{{}, {}, {{"Assumption"}, {"Value", true}, {"Basis"}, {"Confirm with"}}};
  constexpr std::size_t most = 10;
  for (const Moving& each : moving) {
    if (is_fitted(each) || table.rows.size() == most) continue;
    Document::Row row{cells_of(reported, each)};
    row.cells.push_back({std::string(confirmed_by(each.key))});
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  return section;
}

/// How accurate the answer is, and by which measurements.
Document::Section accuracy_section(const Reported& reported, const std::vector<Moving>& moving) {
  Document::Section section{"accuracy", "Accuracy"};
  Document::Table table{
      {}, "Constants fitted to published runs, the strongest first", {{"Input"}, {"Value", true}, {"Basis"}}};
  constexpr std::size_t most = 5;
  for (const Moving& each : moving)
    if (is_fitted(each) && table.rows.size() < most) table.rows.push_back({cells_of(reported, each)});
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  return section;
}

Document::Section signature_section(const Reported& reported, const Catalog& catalog, const ReportOptions& options) {
  Document::Section section{"origin", "Basis of this proposal"};
  if (!options.annex.empty())
    section.blocks.emplace_back(
        Document::Paragraph{fmt::format("Inputs, derivations, sources: annex {}.", options.annex)});
  section.blocks.emplace_back(Document::Paragraph{
      "P50 is the median: half of the outcomes are better. P80 is met with 80% probability. P10–P90 "
      "holds 80% of the outcomes."});
  section.blocks.emplace_back(Document::Paragraph{fmt::format("Made by {}. Command:", made_by(catalog))});
  section.blocks.emplace_back(Document::Paragraph{"llmsize " + reported.command, true});
  return section;
}

}  // namespace

Document proposal_of(const Subject& given, const Catalog& catalog, const ReportOptions& options) {
  const Reported reported(given, catalog, options);
  const Page& answer = reported.answer;
  Document proposal{title(reported.plan), prepared_text(reported, options), answer.summary, {}, made_by(catalog)};
  const auto add = [&](Document::Section section) {
    if (!section.blocks.empty()) proposal.sections.push_back(std::move(section));
  };
  std::vector<std::string> told;
  add(answer_section(reported));
  if (options.offers) add(offers_section(*options.offers));
  if (reported.around.input("memory.target_tier") > 0) add(offload_section(reported, catalog, told));
  add(configuration_section(reported));
  add(order_section(reported, catalog, told));
  const bool trains = reported.around.input("workload.trains") > 0;
  if (trains && !reported.is_service && !reported.around.word("storage.id").empty())
    add(storage_section(reported, catalog, told));
  add(risks_section(reported, options, told));
  add(timeline_section(reported, options));
  const std::vector<Moving> moving = moving_inputs(reported);
  add(confirm_section(reported, moving));
  add(accuracy_section(reported, moving));
  add(signature_section(reported, catalog, options));
  add(glossary_section(proposal, catalog));
  if (proposal.sections.size() > 1) proposal.sections[1].on_new_page = true;
  return proposal;
}

}  // namespace llmsize
