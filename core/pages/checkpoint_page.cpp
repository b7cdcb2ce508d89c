// SPDX-License-Identifier: Apache-2.0
// The page of checkpoints, restarts and goodput.
#include "core/pages/pages.hpp"
#include "core/pages/reader.hpp"

namespace llmsize {
namespace {

std::string word(const AnsweredRow& row, WordKey key) { return row.plan->word(key); }

/// A share as a percentage.
Line share(Line line, double value) {
  line.value = percent(value);
  return line;
}
Line strong(Line line) {
  line.strong = true;
  return line;
}

Section content_section(const Reader& read) {
  const double per_parameter = read.input("checkpoint.weight_bytes") + read.input("checkpoint.optimizer_bytes");
  const std::string bytes = is_absent(read.input("checkpoint.size_given"))
                                ? fmt::format("{} per parameter", pretty(per_parameter, Unit::bytes))
                                : std::string("as given");
  return {
      "Checkpoint",
      {strong(read.line("checkpoint.size", bytes)),
       read.line(
           "checkpoint.writers", fmt::format(
                                     "of {}, on {}", counted(read.shown("cluster.gpus"), "GPU"),
                                     counted(read.shown("checkpoint.writer_nodes"), "node"))),
       read.line("checkpoint.largest_rank_bytes"), read.line("checkpoint.files")}};
}

Section saving_section(const Reader& read) {
  const double first = read.input("checkpoint.first_tier");
  Section section{"One save, " + read.word("checkpoint.mode"), {read.line("checkpoint.copy_time")}};
  if (first == 2 || read.result("checkpoint.local_bytes") > 0)
    section.lines.push_back(read.line("checkpoint.local_time"));
  if (read.result("checkpoint.send_time") > 0) section.lines.push_back(read.line("checkpoint.send_time"));
  section.lines.push_back(read.line("checkpoint.store_time", "at " + read.shown("tier.store_write_rate")));
  section.lines.push_back(strong(read.line("checkpoint.stall", "training waits")));
  section.lines.push_back(strong(read.line("checkpoint.durable_time", "on shared storage")));
  if (read.result("checkpoint.host_memory") > 0)
    section.lines.push_back(
        read.line("checkpoint.host_memory", fmt::format("of {}", read.shown("capacity.host_bytes"))));
  if (read.result("checkpoint.local_bytes") > 0)
    section.lines.push_back(
        read.line("checkpoint.local_bytes", fmt::format("of {}", read.shown("node.nvme_capacity"))));
  return section;
}

Section goodput_section(const Reader& read) {
  Section section{"Interval and goodput", {}};
  section.lines.push_back(read.line("reliability.job_mtbf", read.range("reliability.job_mtbf")));
  section.lines.push_back(read.line(
      "checkpoint.optimal_interval",
      fmt::format(
          "Young {}, Daly {}", read.shown("checkpoint.young_interval"), read.shown("checkpoint.daly_interval"))));
  const double steps = read.result("checkpoint.interval_steps");
  section.lines.push_back(strong(read.line(
      "checkpoint.interval",
      is_absent(steps) ? std::string{} : fmt::format("every {} steps", pretty(steps, Unit::count)))));
  section.lines.push_back(share(read.line("checkpoint.overhead"), read.result("checkpoint.overhead")));
  section.lines.push_back(strong(
      share(read.line("reliability.goodput", read.range("reliability.goodput")), read.result("reliability.goodput"))));
  if (!is_absent(read.result("reliability.wall_time")))
    section.lines.push_back(read.line(
        "reliability.wall_time", fmt::format(
                                     "{} without interruptions, {} interruptions", read.shown("training.time"),
                                     read.shown("reliability.interruptions"))));
  return section;
}

Section restart_section(const Reader& read) {
  const std::string copies =
      read.result("checkpoint.copies") == 1
          ? std::string("one copy of the model")
          : fmt::format("{} copies of the model, {}", read.shown("checkpoint.copies"), read.word("checkpoint.restart"));
  return {
      "Restart",
      {read.line("restart.read_volume", copies),
       read.line("restart.read_time", "at " + read.shown("tier.store_read_rate")),
       read.line("restart.time", "noticed, started, read")}};
}

Section storage_section(const Reader& read) {
  Section section{"What shared storage has to do", {}};
  const std::string supply =
      is_absent(read.result("checkpoint.supply_ratio"))
          ? std::string{}
          : fmt::format("it takes in {} times that", times(read.result("checkpoint.supply_ratio")));
  section.lines.push_back(read.line("checkpoint.required_bandwidth", supply));
  if (!is_absent(read.result("checkpoint.appliances"))) section.lines.push_back(read.line("checkpoint.appliances"));
  section.lines.push_back(read.line("checkpoint.bytes_per_day"));
  section.lines.push_back(read.line(
      "checkpoint.capacity", fmt::format(
                                 "{} recent, {} milestones, {} exports; {} to buy",
                                 read.shown("checkpoint.kept_recent"), read.shown("checkpoint.kept_milestones"),
                                 read.shown("checkpoint.kept_exports"), read.shown("checkpoint.purchased_capacity"))));
  if (!is_absent(read.result("checkpoint.drive_writes"))) section.lines.push_back(read.line("checkpoint.drive_writes"));
  if (read.result("checkpoint.local_drive_writes") > 0)
    section.lines.push_back(read.line("checkpoint.local_drive_writes"));
  return section;
}

/// The rows of one storage: the three modes beside each other.
Section modes_section(const AnsweredRows& table) {
  Section section{"Three ways to save", {}};
  for (std::size_t i = 0; i < 3 && i < table.rows.size(); ++i) {
    const AnsweredRow& row = table.rows[i];
    if (!row.plan || is_absent(value_of(row, "checkpoint.stall"))) continue;
    std::string note = fmt::format("stall; durable after {}", shown_of(row, "checkpoint.durable_time"));
    if (!is_absent(value_of(row, "checkpoint.interval")))
      note += fmt::format(
          "; every {}, goodput {}", shown_of(row, "checkpoint.interval"),
          percent(value_of(row, "reliability.goodput")));
    section.lines.push_back({word(row, "checkpoint.mode"), shown_of(row, "checkpoint.stall"), std::move(note)});
  }
  return section;
}

/// What the guidelines supply to as many nodes, beside the demand of this interval.
Section checkpoint_guidelines(const AnsweredRows& table) {
  Section section{"Beside the guidelines", {}};
  for (std::size_t i = 3; i < table.rows.size(); ++i) {
    const AnsweredRow& row = table.rows[i];
    if (!row.plan || is_absent(value_of(row, "checkpoint.supply_ratio"))) continue;
    section.lines.push_back(
        {word(row, "storage.id"), shown_of(row, "tier.store_write_rate"),
         fmt::format(
             "{} times the {} that are needed; stall {}", times(value_of(row, "checkpoint.supply_ratio")),
             shown_of(row, "checkpoint.required_bandwidth"), shown_of(row, "checkpoint.stall"))});
  }
  return section;
}

std::string checkpoint_verdict(const Reader& read) {
  if (is_absent(read.result("checkpoint.stall")))
    return fmt::format("How long a save takes is open: it {}.", read.note("checkpoint.stall"));
  if (is_absent(read.result("reliability.goodput")))
    return fmt::format("A save stops training for {}.", read.shown("checkpoint.stall"));
  return fmt::format(
      "A save stops training for {}; saved every {}, {} of the time goes into training.",
      read.shown("checkpoint.stall"), read.shown("checkpoint.interval"), percent(read.result("reliability.goodput")));
}

}  // namespace

Page checkpoint_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& rows) {
  const Reader read(plan, answer);
  return {
      title(plan),
      layout_line(plan),
      checkpoint_verdict(read),
      {content_section(read), saving_section(read), goodput_section(read), restart_section(read), storage_section(read),
       modes_section(rows), checkpoint_guidelines(rows)},
      answer.findings,
      explain_line("checkpoint.stall", scenario)};
}

}  // namespace llmsize
