// SPDX-License-Identifier: Apache-2.0
#include "core/view/entry_columns.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/inputs/list.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace llmsize {
namespace {

struct Columns {
  std::string_view kind;
  std::vector<EntryColumn> columns;
};

/// A word of an entry, its name, or what it was fitted to.
std::string word_in(const Entry& entry, std::string_view word) {
  if (word == "name") return entry.name;
  const auto& to = entry.fitted;
  if (word == "rows") return to ? fmt::format("{}", to->rows) : std::string{};
  if (word == "models") return to ? fmt::format("{}", to->models.size()) : std::string{};
  return word_of(entry, word);
}

EntryCell number_of(const Case& alone, NumberId number) {
  if (const auto result = number.result()) {
    const ResultRow& row = result_row(*result);
    return {{}, row.value(Once(alone.values, dependents())), row.about->unit};
  }
  const InputKey input = *number.input();
  const bool assumed = alone.origin(input).kind == Origin::Kind::assumed;
  return {{}, assumed ? absent : alone[input], about_of(input).unit};
}

}  // namespace

const std::vector<EntryColumn>& entry_columns(std::string_view kind) {
  static const std::vector<Columns> all{
      {"models",
       {{"Vendor", "vendor"},
        {"Year", {}, NumberId("model.year")},
        {"Parameters", {}, NumberId("model.parameters")},
        {"Active parameters", {}, NumberId("model.parameters_active")},
        {"Weights", {}, NumberId("memory.served_weights")},
        {"Context", {}, NumberId("model.max_sequence")}}},
      {"systems",
       {{"Vendor", "vendor"},
        {"Year", "year"},
        {"GPUs", {}, NumberId("node.gpus")},
        {"GPU memory", {}, NumberId("memory.gpu_capacity")},
        {"Memory per node", {}, NumberId("capacity.gpu_bytes")},
        {"NICs", {}, NumberId("node.compute_nics")},
        {"Power", {}, NumberId("node.power")}}},
      {"accelerators",
       {{"Vendor", "vendor"},
        {"Year", "year"},
        {"BF16, dense", {}, NumberId("accelerator.peak_bf16")},
        {"Memory", {}, NumberId("accelerator.memory_label")},
        {"Bandwidth", {}, NumberId("accelerator.memory_bandwidth")},
        {"Power", {}, NumberId("accelerator.power")}}},
      {"networks",
       {{"Family", "family"},
        {"Rate", {}, NumberId("network.rate")},
        {"Latency", {}, NumberId("network.latency")},
        {"Efficiency", {}, NumberId("network.efficiency")},
        {"In-node efficiency", {}, NumberId("node.scale_up_efficiency")}}},
      {"storage",
       {{"Vendor", "vendor"},
        {"Read", {}, NumberId("storage.read")},
        {"Write", {}, NumberId("storage.write")},
        {"Capacity", {}, NumberId("storage.capacity")}}},
      {"software",
       {{"Name", "name"}, {"Newest measured run", "date"}, {"Measured runs", "rows"}, {"Models", "models"}}},
      {"traffic",
       {{"ISL", {}, NumberId("serving.input_tokens")},
        {"OSL", {}, NumberId("serving.output_tokens")},
        {"Turns", {}, NumberId("traffic.turns")},
        {"TTFT SLO", {}, NumberId("serving.ttft_limit")},
        {"TPOT SLO", {}, NumberId("serving.tpot_limit")}}},
      {"datasets",
       {{"Tokens", {}, NumberId("data.tokens")}, {"Bytes per token", {}, NumberId("data.raw_bytes_per_token")}}}};
  static const std::vector<EntryColumn> none;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Columns& each) { return each.kind == kind; });
  return found == all.end() ? none : found->columns;
}

std::vector<EntryCell> entry_cells(const Catalog& catalog, std::string_view kind, std::string_view id) {
  const Entry& entry = catalog.entry(kind, id);
  Scenario scenario;
  for (const Reference* reference : references())
    if (reference->kind == kind) scenario.set(reference->key, std::string(id), {"the catalog"});
  // Engines have words alone: no training is completed with one.
  std::optional<Case> alone;
  std::vector<EntryCell> cells;
  for (const EntryColumn& column : entry_columns(kind)) {
    if (!column.number) {
      cells.push_back({word_in(entry, column.word)});
      continue;
    }
    if (!alone) alone = complete(scenario, catalog);
    cells.push_back(number_of(*alone, *column.number));
    // A year is no quantity.
    if (EntryCell& last = cells.back(); column.number == NumberId("model.year") && !is_absent(last.value))
      last = {fmt::format("{:.0f}", last.value)};
  }
  return cells;
}

}  // namespace llmsize
