// SPDX-License-Identifier: Apache-2.0
// The tables of the Checkpoint page: one checkpoint, interval, restart, storage demand, modes and guidelines.
#include "core/pages/checkpoint_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/storage_rows.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

void add_content(const Around& around, Numbers& numbers) {
  const double per_parameter = around.input("checkpoint.weight_bytes") + around.input("checkpoint.optimizer_bytes");
  numbers.group("Checkpoint");
  numbers.add(
      "checkpoint.size", is_absent(around.input("checkpoint.size_given"))
                             ? fmt::format("{} per parameter", pretty(per_parameter, Unit::bytes))
                             : std::string("set by you"));
  numbers.add(
      "checkpoint.writers", fmt::format(
                                "of {}, on {}", counted_text(around.input("cluster.gpus"), "GPU"),
                                counted_text(around.result("checkpoint.writer_nodes"), "node")));
  numbers.add("checkpoint.largest_rank_bytes");
  numbers.add("checkpoint.files");
}

void add_save(const Around& around, Numbers& numbers) {
  const bool local = around.result("checkpoint.local_bytes") > 0;
  numbers.group(fmt::format("One checkpoint, {}", around.word("checkpoint.mode")));
  numbers.add("checkpoint.copy_time");
  if (local || around.input("checkpoint.first_tier") == 2) numbers.add("checkpoint.local_time");
  if (around.result("checkpoint.send_time") > 0) numbers.add("checkpoint.send_time");
  numbers.add("checkpoint.store_time", fmt::format("at {}", around.shown("tier.store_write_rate")));
  numbers.add("checkpoint.stall", "training is blocked");
  numbers.add("checkpoint.durable_time", "on shared storage");
  if (around.result("checkpoint.host_memory") > 0)
    numbers.add("checkpoint.host_memory", fmt::format("of {}", around.shown("capacity.host_bytes")));
  if (local) numbers.add("checkpoint.local_bytes", fmt::format("of {}", around.shown("node.nvme_capacity")));
}

void add_interval(const Around& around, Numbers& numbers) {
  numbers.group("Interval and goodput");
  numbers.add_ranged("reliability.job_mtbf");
  numbers.add(
      "checkpoint.optimal_interval",
      fmt::format(
          "Young {}, Daly {}", around.shown("checkpoint.young_interval"), around.shown("checkpoint.daly_interval")));
  numbers.add(
      "checkpoint.interval", around.knows("checkpoint.interval_steps")
                                 ? fmt::format("every {} steps", around.shown("checkpoint.interval_steps"))
                                 : std::string{});
  numbers.add("checkpoint.overhead");
  numbers.add_ranged("reliability.goodput");
  numbers.add(
      "training.calendar_time", fmt::format(
                                    "{} step time, {} interruptions", around.shown("training.total_step_time"),
                                    around.shown("reliability.interruptions")));
}

void add_restart(const Around& around, Numbers& numbers) {
  numbers.group("Restart");
  numbers.add(
      "restart.read_volume",
      around.result("checkpoint.copies") == 1
          ? std::string("one DP replica")
          : fmt::format("{} DP replicas, {}", around.shown("checkpoint.copies"), around.word("checkpoint.restart")));
  numbers.add("restart.read_time", fmt::format("at {}", around.shown("tier.store_read_rate")));
  numbers.add("restart.time", "detection, restart, loading");
}

void add_demand(const Around& around, Numbers& numbers) {
  numbers.group("Shared storage demand");
  const double ratio = around.result("checkpoint.supply_ratio");
  numbers.add(
      "checkpoint.required_bandwidth",
      is_absent(ratio) ? std::string{} : fmt::format("{}× headroom", factor_text(ratio)));
  numbers.add("checkpoint.appliances");
  numbers.add("checkpoint.bytes_per_day");
  numbers.add(
      "checkpoint.capacity",
      fmt::format(
          "{} recent, {} milestones, {} exports; {} provisioned", around.shown("checkpoint.kept_recent"),
          around.shown("checkpoint.kept_milestones"), around.shown("checkpoint.kept_exports"),
          around.shown("checkpoint.purchased_capacity")));
  numbers.add("checkpoint.drive_writes");
  if (around.result("checkpoint.local_drive_writes") > 0) numbers.add("checkpoint.local_drive_writes");
}

Chart modes_chart(const std::vector<SavingMode>& modes) {
  Grid grid{{"", "Stall", "Time to durable", "Interval", "Goodput"}, {}};
  for (const SavingMode& mode : modes) {
    if (!mode.around.knows("checkpoint.stall")) continue;
    Grid::Row row{{{mode.title, false, {}}}, mode.own};
    for (const ResultKey id : std::initializer_list<ResultKey>{
             "checkpoint.stall", "checkpoint.durable_time", "checkpoint.interval", "reliability.goodput"})
      row.cells.push_back(number_cell(mode.around, id));
    grid.rows.push_back(std::move(row));
  }
  Chart chart{"checkpoint.modes", "Checkpoint modes", "Each mode at its own interval, on the same storage", grid};
  chart.wide = true;
  return chart;
}

/// The guidelines of the catalog, each as if it were the shared storage, at the interval of the scenario.
Chart guidelines_chart(const Around& around) {
  Scenario held = around.scenario();
  // The optimum for a save in no time is below what an interval may be: then each guideline has its own.
  if (const double interval = around.result("checkpoint.interval"); is_settable_interval(interval))
    held.set("checkpoint.interval_given", exact(interval) + "s", Giver{"guidelines"});
  const std::vector<const ResultRow*> results{
      &result_row("tier.store_write_rate"), &result_row("checkpoint.required_bandwidth"),
      &result_row("checkpoint.supply_ratio"), &result_row("checkpoint.stall")};
  Grid grid{{"", "Write", "Required", "Headroom (×)", "Stall"}, {}};
  for (const AnsweredRow& row : guideline_rows(held, around.catalog(), results).rows) {
    const auto value = [&](ResultKey id) {
      const Result* found = row.answer.find(id);
      return found ? found->value : absent;
    };
    if (!row.inputs || is_absent(value("checkpoint.supply_ratio"))) continue;
    const auto cell = [&](ResultKey id) { return Grid::Cell{pretty(value(id), result_row(id).about->unit), true, {}}; };
    grid.rows.push_back(
        {{{row.inputs->names.at("storage.id"), false, {}},
          cell("tier.store_write_rate"),
          cell("checkpoint.required_bandwidth"),
          {factor_text(value("checkpoint.supply_ratio")), true, {}},
          cell("checkpoint.stall")}});
  }
  Chart chart{
      "checkpoint.guidelines", "Storage guidelines", "Guidelines for the same node count and checkpoint interval",
      grid};
  chart.wide = true;
  return chart;
}

}  // namespace

void add_checkpoint_numbers(
    const Subject& subject, const Around& around, const std::vector<SavingMode>& modes, Page& page) {
  if (obstacle(subject, around, "checkpoint.size")) return;
  const bool saves = !obstacle(subject, around, "checkpoint.stall");
  if (saves) {
    for (Chart chart : {modes_chart(modes), guidelines_chart(around)})
      if (!std::get<Grid>(chart.body).rows.empty()) page.charts.push_back(std::move(chart));
  }
  Numbers numbers(around);
  add_content(around, numbers);
  if (saves) {
    add_save(around, numbers);
    add_interval(around, numbers);
    add_restart(around, numbers);
    add_demand(around, numbers);
  }
  std::move(numbers).add_to(page, "checkpoint.numbers", "Details", "Checkpoints and restarts of this scenario");
}

}  // namespace llmsize
