// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/sheet_row.hpp"

#include "core/inputs/list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

void refuse_unknown_columns(const Batch& batch, const std::string& source, const OwnColumns& own) {
  const auto has_header = [&](std::string_view name) {
    return std::find(batch.header.begin(), batch.header.end(), name) != batch.header.end();
  };
  for (const BatchRow& row : batch.rows)
    for (const auto& [name, cell] : row.carried) {
      const std::string_view header = std::string_view(name).substr(2);
      if (cell.empty() && !has_header(header)) continue;  // an empty column without a name
      std::vector<std::string_view> candidates = scenario_keys();
      candidates.insert(candidates.end(), own.names.begin(), own.names.end());
      const std::string meant = did_you_mean(header, candidates);
      refuse_contents(
          source, fmt::format("unknown column {}", in_quotes(header)),
          meant.empty() ? "list inputs with 'llmsize catalog inputs'" : meant);
    }
}

}  // namespace

std::string_view OwnColumns::of(std::string_view header) const {
  std::string name(header);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const std::string_view unit : units)
    if (const std::string end = fmt::format(" ({})", unit); name.ends_with(end)) name.resize(name.size() - end.size());
  std::replace(name.begin(), name.end(), ' ', '_');
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::string_view{} : *found;
}

SheetRows::SheetRows(WholeSheet sheet, OwnColumns own, std::string_view thing)
    : own_(std::move(own)), separator_(sheet.separator) {
  const std::string source = sheet.source;
  batch_ = read_batch(std::move(sheet), [this](std::string_view header) { return !own_.of(header).empty(); });
  refuse_unknown_columns(batch_, source, own_);
  if (batch_.rows.empty()) refuse_contents(source, fmt::format("expected a row per {}, found none", thing));
  for (std::size_t i = 0; i < batch_.header.size(); ++i) {
    const std::string_view name = own_.of(batch_.header[i]);
    if (name.empty()) continue;
    if (const auto [first, fresh] = places_.emplace(name, i); !fresh)
      refuse_contents(
          source, fmt::format(
                      "column {} says the same as column {}", in_quotes(batch_.header[i]),
                      in_quotes(batch_.header[first->second])));
  }
}

std::string SheetRows::cell(const BatchRow& row, std::string_view own) const {
  const auto place = places_.find(own);
  return place == places_.end() ? std::string{} : row.cells[place->second];
}

std::string SheetRows::number(const BatchRow& row, std::string_view own) const {
  const std::string text = cell(row, own), place = giver(row, own).name;
  return separator_ == ';' ? with_point_for_comma(text, place) : with_point(text, place);
}

Giver SheetRows::giver(const BatchRow& row, std::string_view own) const {
  const auto place = places_.find(own);
  const std::string_view header = place == places_.end() ? own : std::string_view(batch_.header[place->second]);
  return {fmt::format("{}, column {}", row.place, in_quotes(header)), BadInput::Kind::data};
}

SheetRow SheetRows::row(BatchRow row, const Scenario& over) const {
  if (!row.error.empty()) throw BadInput(BadInput::Kind::data, row.error);
  for (const auto& [key, said] : over.all()) row.scenario.set(key, said.value, said.text, said.giver);
  if (!says_any(row.scenario, {"model"}))
    refuse_contents(row.place, "expected a model", "fill the column model, or set --model");
  SheetRow made{cell(row, "name"), row.place, std::move(row.scenario)};
  if (const Scenario::Said* model = made.scenario.find("model"); made.name.empty() && model) made.name = model->text;
  if (made.name.empty()) made.name = made.place.substr(made.place.rfind(": ") + 2);
  return made;
}

bool says_any(const Scenario& scenario, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(scenario.all().begin(), scenario.all().end(), [&](const auto& each) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
      return each.first.starts_with(beginning);
    });
  });
}

}  // namespace llmsize
