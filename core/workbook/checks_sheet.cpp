// SPDX-License-Identifier: Apache-2.0
// The sheet Checks: limits with their fix, and sums that have to agree.
#include "core/answer/sentence.hpp"
#include "core/view/words.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// Limits of one check: all of them have to hold.
struct NamedLimit {
  std::string name;
  std::vector<const LiveLimit*> limits;
};

std::vector<NamedLimit> named_limits(const Contents& contents) {
  std::vector<NamedLimit> all;
  for (const LiveLimit& limit : contents.limits) {
    const FindingAbout& about = *limit.about;
    const std::string name = upper_first(std::string(about.check.empty() ? about.brief : about.check));
    auto same = std::find_if(all.begin(), all.end(), [&](const NamedLimit& each) { return each.name == name; });
    if (same == all.end()) same = all.insert(all.end(), {name, {}});
    same->limits.push_back(&limit);
  }
  return all;
}

/// A sentence as a formula: what stands in braces is the id of a count.
std::string live_sentence(std::string_view sentence) {
  std::string formula = "\"";
  read_sentence(
      sentence, [&](std::string_view id) { formula += fmt::format("\"&IFERROR(ROUND({},0),\"?\")&\"", id); },
      [&](std::string_view text) { formula += in_formula(text); });
  return formula + "\"";
}

/// What a check says: as a formula, and at the plan.
struct Status {
  std::string formula, now = "OK";
};

/// FAIL where a limit of severity error is broken, WARN where only others are.
Status status_of(const NamedLimit& named) {
  std::vector<std::string_view> all, errors;
  Status status;
  for (const LiveLimit* limit : named.limits) {
    const bool error = limit->about->severity == Severity::error;
    all.push_back(limit->cell);
    if (error) errors.push_back(limit->cell);
    if (limit->margin < 0 && status.now != "FAIL") status.now = error ? "FAIL" : "WARN";
  }
  status.formula =
      fmt::format("IF(MIN({0})<0,\"WARN\",IF(COUNT({0})<{1},\"unknown\",\"OK\"))", fmt::join(all, ","), all.size());
  if (!errors.empty())
    status.formula = fmt::format("IF(MIN({})<0,\"FAIL\",{})", fmt::join(errors, ","), status.formula);
  return status;
}

/// Whether limits hold, and the fix for the first that does not: of severity error, where there is one.
void write_limit(Sheet& sheet, const NamedLimit& named, std::uint32_t row) {
  std::vector<const LiveLimit*> limits = named.limits;
  std::stable_partition(
      limits.begin(), limits.end(), [](const LiveLimit* limit) { return limit->about->severity == Severity::error; });
  std::string fixes = "\"\"", fix;
  for (auto limit = limits.rbegin(); limit != limits.rend(); ++limit) {
    fixes = fmt::format("IF(N({})<0,{},{})", (*limit)->cell, live_sentence((*limit)->about->remedy), fixes);
    if ((*limit)->margin < 0) fix = (*limit)->about->remedy;
  }
  const auto [status, now] = status_of(named);
  sheet.text({row, 0}, named.name);
  sheet.formula({row, 1}, status, now, Look::strong);
  sheet.formula({row, 2}, fixes, fix, Look::note);
}

/// Whether two cells are the same but for rounding.
void write_total(
    Sheet& sheet, const std::string& name, const std::string& parts, const std::string& whole, std::uint32_t row) {
  sheet.text({row, 0}, name);
  sheet.formula(
      {row, 1}, fmt::format("IF(ISNUMBER({1}),IF(ABS({0}-{1})<=1E-9*ABS({1}),\"OK\",\"FAIL\"),\"OK\")", parts, whole),
      std::string("OK"), Look::strong);
}

}  // namespace

CheckCount checks_at_plan(const Contents& contents) {
  const std::vector<NamedLimit> named = named_limits(contents);
  const auto is_broken = [](const NamedLimit& each) { return status_of(each).now != "OK"; };
  const auto broken = std::count_if(named.begin(), named.end(), is_broken);
  return {named.size() + 1, static_cast<std::size_t>(broken)};
}

void add_checks_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Checks", true);
  sheet.widths({44, 12, 90});
  sheet.heading("Checks", "All of them follow the inputs.");
  constexpr std::uint32_t header = 3;
  sheet.header({header, 0}, {"Check", "Status", "Fix"});
  std::uint32_t row = header + 1;
  for (const NamedLimit& each : named_limits(contents)) write_limit(sheet, each, row++);
  write_total(sheet, "Prices of the bill of materials add up", std::string(order_sum_cell), "bom.price", row++);
  sheet.warn({header + 1, 0}, {row - 1, 2}, fmt::format("OR($B{0}=\"FAIL\",$B{0}=\"WARN\")", header + 2));
  book.name(std::string(checks_range), sheet, {header + 1, 1}, {row - 1, 1});
  sheet.freeze(header + 1);
  sheet.protect();
}

}  // namespace llmsize
