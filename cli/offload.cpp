// SPDX-License-Identifier: Apache-2.0
// llmsize offload: the offload experiment, one row per target.
#include "cli/command.hpp"

#include "core/tables/storage_rows.hpp"

namespace llmsize::cli {
namespace {

AnsweredRows for_people(AnsweredRows table, bool chosen) {
  if (!chosen) table.results = view(Asked::slower_tiers, {Use::candidates});
  for (AnsweredRow& row : table.rows) {
    row.name = row.carried.front().second;
    row.carried.erase(row.carried.begin());
  }
  return table;
}

int run(const Common& common) {
  const Study study = read_study(common);
  const Catalog catalog = load_catalog(common);
  if (study.axes.empty())
    return finish(common, question_of_name("offload").ask(study.base, catalog, asking_of(common)));
  std::vector<Scenario> targets;
  for (const Scenario& scenario : study.scenarios())
    for (Scenario& target : on_targets(scenario, catalog)) targets.push_back(std::move(target));
  AnsweredRows table = offload_rows(
      targets, catalog, chosen_rows(common, view(Asked::slower_tiers, {Use::targets})), common.ranges,
      progress(common, targets.size()));
  for (const Axis& axis : study.axes) table.keys.push_back(axis.key);
  return finish(
      common, "offload", table, catalog, [&] { return rows_text(for_people(table, !common.results.empty())); });
}

}  // namespace

Command offload_command() {
  return {
      .name = "offload",
      .summary = "Offload weights and training states to CPU memory, NVMe or shared storage",
      .usage = "--model MODEL --system SYSTEM [OPTIONS]",
      .examples =
          {"llmsize offload --model bloom-176b --system dgx-a100-320 --storage ddn-ai400x2 --mode infer",
           "llmsize offload --model gpt3-175b --system dgx-h100 --nodes 2 --micro-batch 8 --recompute full",
           "llmsize offload --scenario ddn-bloom-176b --json"},
      .topics =
          {{"Model", {"--model", "--mode", "--batch", "--sequence", "--micro-batch", "--recompute", "--precision"}},
           {"Offload",
            {"--offload", "--offload-optimizer", "--offload-activations", "--resident-weights", "--path-efficiency",
             "--path-rate", "--gpudirect"}},
           {"Cluster", {"--system", "--nodes", "--storage", "--appliances", "--storage-nics"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
