// SPDX-License-Identifier: Apache-2.0
// The numbers behind the Data page, and the guidelines for reading.
#include "core/pages/data_charts.hpp"

#include "core/quantity/print.hpp"
#include "core/tables/storage_rows.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

void add_set(const Around& around, Numbers& numbers) {
  numbers.group("Dataset");
  numbers.add("ingest.raw_size", "collected");
  numbers.add("ingest.text_size", fmt::format("{} per token", around.shown("data.raw_bytes_per_token")));
  numbers.add(
      "ingest.dataset_size",
      around.input("data.sample_bytes") > 0
          ? fmt::format("{} samples of {}", around.shown("data.samples"), around.shown("data.sample_bytes"))
          : fmt::format(
                "{} tokens of {}, {}", around.shown("data.tokens"), around.shown("data.bytes_per_token"),
                counted_text(around.input("data.epochs"), "epoch")));
}

void add_ingest(const Around& around, Numbers& numbers) {
  const double need = around.result("ingest.required_bandwidth");
  const auto times = [&](double offered) {
    return need > 0 && offered > 0 ? fmt::format("{}× headroom", factor_text(offered / need)) : std::string{};
  };
  numbers.group("Ingest");
  numbers.add("ingest.demand", fmt::format("{} per GPU", around.shown("ingest.demand_per_gpu")));
  if (around.result("ingest.hit_share") > 0) {
    numbers.add("ingest.hit_share", "from the second epoch");
    numbers.add("ingest.warm_bandwidth");
  }
  numbers.add("ingest.required_bandwidth");
  numbers.add("ingest.supply", times(around.result("ingest.supply")));
  numbers.add("ingest.appliances");
  numbers.add("ingest.rule_bandwidth", times(around.result("ingest.rule_bandwidth")));
  numbers.add("ingest.reads_per_second", "one per shuffled sequence or sample");
}

void add_rest(const Around& around, Numbers& numbers) {
  numbers.group("Model load for serving");
  numbers.add("load.weights", fmt::format("{} replicas", around.shown("serving.replicas")));
  numbers.add("load.local_rate", "local NVMe of all nodes");
  numbers.group("Power");
  if (around.knows("ingest.power_ratio"))
    numbers.add(
        "ingest.storage_power", fmt::format(
                                    "{} of the training nodes' {}", share_text(around.result("ingest.power_ratio")),
                                    around.shown("ingest.training_power")));
  numbers.group("Small-read latency");
  numbers.add("latency.read", fmt::format("{} of it software", share_text(around.result("latency.software_share"))));
  numbers.add("latency.iops", fmt::format("{} in flight", around.shown("latency.in_flight")));
}

/// The guidelines of the catalog, each as if it were the shared storage.
Chart reading_chart(const Around& around) {
  const std::vector<const ResultRow*> results{&result_row("tier.store_read_rate"), &result_row("ingest.supply_ratio")};
  Grid grid{{"", "Read", "Headroom (×)"}, {}};
  for (const AnsweredRow& row : guideline_rows(around.scenario(), around.catalog(), results).rows) {
    const Result *rate = row.answer.find("tier.store_read_rate"), *ratio = row.answer.find("ingest.supply_ratio");
    if (!row.inputs || !rate || is_absent(rate->value)) continue;
    const bool compared = ratio && !is_absent(ratio->value);
    grid.rows.push_back(
        {{{row.inputs->names.at("storage.id"), false, {}},
          {pretty(rate->value, Unit::bandwidth), true, {}},
          {compared ? factor_text(ratio->value) : std::string("–"), true, {}}}});
  }
  Chart chart{"data.guidelines", "Storage guidelines", "Guidelines for the same node count vs. training reads", grid};
  chart.wide = true;
  return chart;
}

}  // namespace

void add_data_numbers(const Subject& subject, const Around& around, Page& page) {
  const bool reads = !obstacle(subject, around, "ingest.required_bandwidth");
  if (reads)
    if (Chart chart = reading_chart(around); !std::get<Grid>(chart.body).rows.empty())
      page.charts.push_back(std::move(chart));
  // The latency of a drive alone is no page.
  if (!reads && !around.knows("ingest.dataset_size") && !around.knows("load.weights")) return;
  Numbers numbers(around);
  if (!serves(around)) add_set(around, numbers);
  if (reads) add_ingest(around, numbers);
  add_rest(around, numbers);
  std::move(numbers).add_to(page, "data.numbers", "Details", "Reads and their sources");
}

}  // namespace llmsize
