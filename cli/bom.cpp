// SPDX-License-Identifier: Apache-2.0
// llmsize bom: nodes, switches, cables, racks, power.
#include "cli/command.hpp"

namespace llmsize::cli {

Command bom_command() {
  return {
      .name = "bom",
      .summary = "List what to order: nodes, switches, cables, racks, power",
      .usage = "--system SYSTEM --nodes N [OPTIONS]",
      .examples =
          {"llmsize bom --system dgx-h100 --nodes 127 --fabric superpod-h100",
           "llmsize bom --system dgx-b200 --nodes 64 --oversubscription 2 --rack-power 40kW",
           "llmsize bom --model llama-3.1-70b --system dgx-h100 --tokens 15T --deadline 60d"},
      .topics =
          {{"Cluster", {"--system", "--nodes", "--spare-nodes", "--storage", "--appliances"}},
           {"Fabric",
            {"--fabric", "--switch", "--network", "--attachment", "--oversubscription", "--spine-oversubscription",
             "--planes", "--tiers", "--nodes-per-leaf", "--scalable-unit"}},
           {"Racks and power",
            {"--rack-power", "--rack-height", "--nodes-per-rack", "--air-limit", "--management-nodes", "--pue",
             "--climate", "--prices"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "bom"); };
      }};
}

}  // namespace llmsize::cli
