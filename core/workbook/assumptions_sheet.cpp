// SPDX-License-Identifier: Apache-2.0
// The sheet Assumptions: uncertain inputs, their spread and effect.
#include "core/inputs/list.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace llmsize {
namespace {

struct AssumptionCol {
  enum : std::uint16_t { label, value, unit, origin, source, spread, planned, ratio, key, first_share };
};

/// Inputs that move a shown range, or that are assumed though a shown result reads them.
std::vector<InputKey> uncertain_inputs(const Contents& contents) {
  std::map<InputKey, double> weight;
  for (const RangedResult& ranged : contents.ranged)
    for (const auto& [moving, share] : ranged.shares) weight[moving] = std::max(weight[moving], share);
  for (const InputNumber& input : contents.numbers.inputs())
    if (contents.plan.origin(input.key).kind == Origin::Kind::assumed) weight.try_emplace(input.key, 0);
  std::vector<InputKey> keys;
  for (const auto& [moving, share] : weight)
    if (contents.numbers.holds(moving)) keys.push_back(moving);
  std::stable_sort(keys.begin(), keys.end(), [&](InputKey a, InputKey b) { return weight[a] > weight[b]; });
  return keys;
}

std::string leaf_name(InputKey input) {
  Node leaf{Node::Kind::input};
  leaf.input = &about_of(input);
  return cell_name(leaf);
}

void write_assumption(Sheet& sheet, const Contents& contents, InputKey input, std::uint32_t row) {
  const InputAbout& about = about_of(input);
  const double number = contents.plan[input];
  const ReadUnit read = reading(number, about);
  const Origin& from = contents.plan.origin(input);
  sheet.text({row, AssumptionCol::label}, std::string(about.label));
  sheet.formula({row, AssumptionCol::value}, read.of(leaf_name(input)), read.of(number), read.format);
  read.write(sheet, {row, AssumptionCol::unit}, leaf_name(input), number);
  sheet.text({row, AssumptionCol::origin}, llmsize::text(from));
  sheet.text({row, AssumptionCol::source}, from.source.empty() ? std::string(about.source) : from.source, Look::note);
  sheet.number({row, AssumptionCol::spread}, contents.plan.spread(input), "0.0%", Look::given);
  sheet.number({row, AssumptionCol::planned}, contents.plan.spread(input), "0.0%", Look::note);
  const std::string now = Sheet::here({row, AssumptionCol::spread}), then = Sheet::here({row, AssumptionCol::planned});
  sheet.formula(
      {row, AssumptionCol::ratio}, fmt::format("IF(N({1})>0,(N({0})/{1})^2,0)", now, then),
      contents.plan.spread(input) > 0 ? 1 : 0, "0.00", Look::note);
  sheet.text({row, AssumptionCol::key}, std::string(about.key), Look::note);
}

/// One column per result with a range: shares of its variance, and above them the exponent of its range.
void write_shares(
    Book& book, Sheet& sheet, const RangedResult& ranged, const std::vector<InputKey>& inputs, std::uint32_t header,
    std::uint16_t column) {
  sheet.text({header, column}, std::string(ranged.row->about->title), Look::tall_header);
  const std::uint32_t first = header + 1, last = header + static_cast<std::uint32_t>(inputs.size());
  for (std::uint32_t row = first; row <= last; ++row)
    if (const auto share = ranged.shares.find(inputs[row - first]); share != ranged.shares.end())
      sheet.number({row, column}, share->second, "0%");
  sheet.formula(
      {header - 1, column},
      fmt::format(
          "SQRT(SUMPRODUCT({}:{},{}:{}))", Sheet::here({first, column}), Sheet::here({last, column}),
          Sheet::here({first, AssumptionCol::ratio}), Sheet::here({last, AssumptionCol::ratio})),
      1, "0.00", Look::note);
  book.name(spread_cell(ranged.row->key), sheet, {header - 1, column});
}

}  // namespace

void add_assumptions_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Assumptions", true);
  std::vector<double> widths{42, 13, 12, 26, 60, 10, 10, 8, 32};
  widths.insert(widths.end(), contents.ranged.size(), 12);
  sheet.widths(widths);
  sheet.heading(
      "Assumptions",
      "Spreads are relative standard deviations and are editable. P10 and P90 of all results follow, linearized at the "
      "plan. Columns right of the keys: contribution of an input to the variance of each result.");
  const std::vector<InputKey> inputs = uncertain_inputs(contents);
  constexpr std::uint32_t header = 4;
  sheet.header(
      {header, AssumptionCol::label},
      {"Input", "Value", "Unit", "Origin", "Source or reason", "Spread", "Planned", "Ratio²", "Key"}, {1, 5, 6, 7});
  sheet.freeze(header + 1, 1);
  std::uint32_t row = header + 1;
  for (const InputKey input : inputs) write_assumption(sheet, contents, input, row++);
  if (inputs.empty()) sheet.text({row, AssumptionCol::label}, "All inputs behind the results are certain.");
  if (!contents.ranged.empty()) sheet.text({header - 1, AssumptionCol::key}, "spread vs. planned", Look::note);
  sheet.height(header, 44);
  sheet.print_to({row, AssumptionCol::key});
  std::uint16_t column = AssumptionCol::first_share;
  for (const RangedResult& ranged : contents.ranged) write_shares(book, sheet, ranged, inputs, header, column++);
}

}  // namespace llmsize
