// SPDX-License-Identifier: Apache-2.0
// Says which claims hold together, with which hidden rates, and which is odd.
#include "core/validation/audit_report.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace llmsize {
namespace {

Unit unit_of_claim(const Claim& claim) { return claim.under ? Unit::ratio : unit_of(claim.over); }

/// Whether a number was claimed in percent: "offload.gpu_efficiency=85%+-5%".
bool is_percent(const Claim& claim) {
  const std::string_view number = std::string_view(claim.text).substr(claim.text.find('=') + 1);
  return number.substr(0, number.find("+-")).ends_with('%');
}

/// Ratios of two results as factors, what was claimed in percent in percent.
std::string claim_text(const Claim& claim, double value) {
  if (is_percent(claim)) return share_text(value);
  return claim.under ? fmt::format("{:.3g}", value) : pretty(value, unit_of_claim(claim));
}

/// "-99%", "0%".
std::string error_text(double error) {
  const double percent = std::round(100 * error);
  return percent == 0 ? "0%" : fmt::format("{:+.0f}%", percent);
}

bool in_set(const Settled& set, std::size_t claim) {
  return std::find(set.claims.begin(), set.claims.end(), claim) != set.claims.end();
}

std::string hidden_text(const AuditReport& report, const Settled& set) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < report.hidden.size(); ++i) {
    const InputAbout& about = *find_input(report.hidden[i].key.text());
    parts.push_back(fmt::format("{} {}", lower_first(std::string(about.label)), pretty(set.hidden[i], about)));
  }
  return listed(parts);
}

std::string head(const AuditReport& report) {
  const std::size_t all = report.claims.size();
  const auto& sets = report.found.sets;
  if (sets.empty())
    return all == 1 ? std::string("The claim is not consistent") : fmt::format("None of {} claims is consistent", all);
  const std::string with = hidden_text(report, sets.front());
  if (all == 1) return fmt::format("The claim is consistent with {}", with);
  if (sets.front().claims.size() == all) return fmt::format("All {} claims are consistent with {}", all, with);
  return fmt::format("{} of {} claims are consistent with {}", sets.front().claims.size(), all, with);
}

TitledTable claims_table(const AuditReport& report) {
  const Settled& best = report.found.best();
  TitledTable table{head(report), {{"claim", "claimed", "tolerance", "computed", "error", "holds"}, {}}};
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    const Claim& claim = report.claims[i];
    const double value = best.values[i];
    table.table.rows.push_back(
        {claim.text.substr(0, claim.text.find('=')), claim_text(claim, claim.claimed), share_text(claim.tolerance),
         claim_text(claim, value), error_text(value / claim.claimed - 1), holds(claim, value) ? "yes" : "no"});
  }
  return table;
}

TitledTable hidden_table(const AuditReport& report) {
  const auto& sets = report.found.sets;
  TitledTable table{"Unpublished inputs", {{"input", "tried"}, {}}};
  const std::size_t shown = std::max<std::size_t>(1, sets.size());
  for (std::size_t set = 0; set < shown; ++set)
    table.table.header.push_back(sets.empty() ? std::string("best fit") : fmt::format("set {}", set + 1));
  for (std::size_t i = 0; i < report.hidden.size(); ++i) {
    const InputAbout& about = *find_input(report.hidden[i].key.text());
    std::vector<std::string> row{
        std::string(about.key),
        fmt::format("{} to {}", pretty(report.hidden[i].low, about), pretty(report.hidden[i].high, about))};
    for (std::size_t set = 0; set < shown; ++set)
      row.push_back(pretty((sets.empty() ? report.found.together : sets[set]).hidden[i], about));
    table.table.rows.push_back(std::move(row));
  }
  return table;
}

TitledTable sets_table(const AuditReport& report) {
  TitledTable table{"Consistent sets of claims", {{"claim"}, {}}};
  for (std::size_t set = 0; set < report.found.sets.size(); ++set)
    table.table.header.push_back(fmt::format("set {}", set + 1));
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    std::vector<std::string> row{report.claims[i].text};
    for (const Settled& set : report.found.sets)
      row.push_back((in_set(set, i) ? "✓ " : "✗ ") + claim_text(report.claims[i], set.values[i]));
    table.table.rows.push_back(std::move(row));
  }
  return table;
}

TitledTable sensitivity_table(const AuditReport& report) {
  TitledTable table{"Sensitivity: percent change of a claim per percent of an input", {{"claim"}, {}}};
  for (const Hidden& hidden : report.hidden) table.table.header.emplace_back(hidden.key.text());
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    std::vector<std::string> row{report.claims[i].text};
    for (const double slope : report.found.sensitivities[i])
      row.push_back(is_absent(slope) ? "–" : fmt::format("{:+.2f}", slope + 0.0));
    table.table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<TitledTable> audit_tables(const AuditReport& report) {
  std::vector<TitledTable> tables{claims_table(report), hidden_table(report)};
  if (report.found.sets.size() > 1) tables.push_back(sets_table(report));
  tables.push_back(sensitivity_table(report));
  return tables;
}

Json audit_results(const AuditReport& report) {
  const auto number = [](double value) { return Json{{"value", number_json(value)}, {"unit", "1"}}; };
  const auto& sets = report.found.sets;
  Json results{
      {"audit.claims", number(double(report.claims.size()))},
      {"audit.together", number(sets.empty() ? 0 : double(sets.front().claims.size()))}};
  return results;
}

Json audit_rows(const AuditReport& report) {
  const Settled& best = report.found.best();
  Json rows = Json::array();
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    const Claim& claim = report.claims[i];
    Json slopes = Json::object();
    for (std::size_t j = 0; j < report.hidden.size(); ++j)
      slopes[std::string(report.hidden[j].key.text())] = number_json(report.found.sensitivities[i][j]);
    rows.push_back(
        {{"claim", claim.text},
         {"claimed", claim.claimed},
         {"tolerance", claim.tolerance},
         {"predicted", number_json(best.values[i])},
         {"holds", holds(claim, best.values[i])},
         {"sensitivities", std::move(slopes)}});
  }
  for (std::size_t j = 0; j < report.hidden.size(); ++j)
    rows.push_back(
        {{"hidden", report.hidden[j].key.text()},
         {"low", report.hidden[j].low},
         {"high", report.hidden[j].high},
         {"value", best.hidden[j]}});
  for (const Settled& set : report.found.sets) {
    Json together = Json::array();
    for (const std::size_t each : set.claims) together.push_back(report.claims[each].text);
    Json values = Json::object();
    for (std::size_t j = 0; j < report.hidden.size(); ++j)
      values[std::string(report.hidden[j].key.text())] = set.hidden[j];
    rows.push_back({{"together", std::move(together)}, {"values", std::move(values)}});
  }
  return rows;
}

Table audit_columns(const AuditReport& report) {
  Table table{{"claim", "claimed", "tolerance_ratio", "predicted", "holds"}, {}};
  for (const Hidden& hidden : report.hidden)
    table.header.push_back(column(hidden.key.text(), find_input(hidden.key.text())->unit));
  const Settled& best = report.found.best();
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    const Claim& claim = report.claims[i];
    table.rows.push_back(
        {claim.text, exact(claim.claimed), exact(claim.tolerance), exact(best.values[i]),
         holds(claim, best.values[i]) ? "1" : "0"});
    for (const double value : best.hidden) table.rows.back().push_back(exact(value));
  }
  return table;
}

}  // namespace llmsize
