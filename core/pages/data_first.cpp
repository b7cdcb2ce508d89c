// SPDX-License-Identifier: Apache-2.0
// The first screen of data: what training reads, what storage delivers, how fast models load.
#include "core/pages/data_charts.hpp"
#include "core/pages/first_lines.hpp"
#include "core/quantity/print.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {

FirstScreen data_first(const Subject& subject, const Around& around) {
  FirstScreen first;
  first.headline = title(around.plan());
  const bool reads = !serves(around) && !obstacle(subject, around, "ingest.required_bandwidth");
  if (reads && around.knows("ingest.required_bandwidth"))
    first.headline += fmt::format(": training reads {}", around.shown("ingest.required_bandwidth"));
  if (reads && around.knows("ingest.supply"))
    first.headline += fmt::format(", shared storage delivers {}", around.shown("ingest.supply"));
  if (!around.name("model").empty() && !serves(around)) first.assumed = recipe_words(around);
  FirstLines lines;
  lines.add(
      "Dataset", {if_known(around, "ingest.dataset_size", "{} tokenized"),
                  if_known(around, "ingest.text_size", "{} text"), if_known(around, "ingest.raw_size", "{} raw")});
  if (reads)
    lines.add(
        "Training reads",
        {if_known(around, "ingest.required_bandwidth"), if_known(around, "ingest.demand_per_gpu", "{} per GPU"),
         if_known(around, "ingest.reads_per_second", "{} random reads")});
  lines.add(
      "Rule of thumb", {if_known(around, "ingest.rule_bandwidth"),
                        if_known(around, "data.rule_per_gpu", "{} per GPU, for large samples such as images")});
  if (around.knows("load.time_direct")) {
    lines.add(
        "Model load", {if_known(around, "load.weights"), fmt::format("{} replicas", around.shown("serving.replicas"))});
    lines.add("", {if_known(around, "load.time_direct", "direct from shared storage {}")});
    lines.add("", {if_known(around, "load.time_staged", "read once, spread by peers, local NVMe {}")});
    lines.add("", {if_known(around, "load.time_chain", "peer-to-peer chain, pipelined {}")});
  }
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize
