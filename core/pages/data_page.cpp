// SPDX-License-Identifier: Apache-2.0
// The page of training data, model loading and the stages of a project.
#include "core/pages/pages.hpp"
#include "core/pages/reader.hpp"

namespace llmsize {
namespace {

Section dataset_section(const Reader& read) {
  Section section{"Data set", {}};
  if (!is_absent(read.result("ingest.raw_size"))) section.lines.push_back(read.line("ingest.raw_size", "collected"));
  if (!is_absent(read.result("ingest.text_size")))
    section.lines.push_back(
        read.line("ingest.text_size", fmt::format("{} per token", read.shown("data.raw_bytes_per_token"))));
  section.lines.push_back(read.line(
      "ingest.dataset_size",
      read.input("data.sample_bytes") > 0
          ? fmt::format("{} samples of {}", read.shown("data.samples"), read.shown("data.sample_bytes"))
          : fmt::format(
                "{} tokens of {}, {} epochs", read.shown("data.tokens"), read.shown("data.bytes_per_token"),
                read.shown("data.epochs"))));
  return section;
}

Section ingest_section(const Reader& read) {
  Section section{
      "Ingest", {read.line("ingest.demand", fmt::format("{} per GPU", read.shown("ingest.demand_per_gpu")))}};
  if (read.result("ingest.hit_share") > 0) {
    section.lines.push_back(read.line("ingest.hit_share", "from the second epoch on"));
    section.lines.back().value = percent(read.result("ingest.hit_share"));
  }
  section.lines.push_back(read.line("ingest.required_bandwidth"));
  section.lines.back().strong = true;
  const double ratio = read.result("ingest.supply_ratio");
  section.lines.push_back(read.line(
      "ingest.supply",
      is_absent(ratio) ? read.note("ingest.supply_ratio") : fmt::format("{} times what is needed", times(ratio))));
  if (!is_absent(read.result("ingest.appliances"))) section.lines.push_back(read.line("ingest.appliances"));
  const double rule = read.result("ingest.rule_bandwidth"), need = read.result("ingest.required_bandwidth");
  section.lines.push_back(read.line(
      "ingest.rule_bandwidth",
      need > 0 && rule > 0 ? fmt::format("{} times what is needed", times(rule / need)) : std::string{}));
  section.lines.push_back(read.line("ingest.reads_per_second", "one per shuffled sequence or sample"));
  return section;
}

Section data_guidelines(const AnsweredRows& table) {
  Section section{"Beside the guidelines", {}};
  for (const AnsweredRow& row : table.rows) {
    const double rate = value_of(row, "tier.store_read_rate"), ratio = value_of(row, "ingest.supply_ratio");
    if (!row.plan || is_absent(rate)) continue;
    section.lines.push_back(
        {row.plan->words.at("storage.id").word, pretty(rate, Unit::bandwidth),
         is_absent(ratio) ? std::string{} : fmt::format("{} times what is needed", times(ratio))});
  }
  return section;
}

Section load_section(const Reader& read) {
  return {
      "Loading the model for serving",
      {read.line(
           "load.time_direct",
           fmt::format(
               "{} copies of {} from shared storage", read.shown("serving.replicas"), read.shown("load.weights"))),
       read.line(
           "load.time_staged",
           fmt::format("once into every node, then from local NVMe: {} in all", read.shown("load.local_rate"))),
       read.line("load.time_peer", "handed on whole, from node to node"),
       read.line("load.time_chain", "handed on in chunks")}};
}

Section stages_section(const std::vector<ProjectStage>& stages, const Reader& read) {
  Section section{"Stages of the project", {}};
  for (const ProjectStage& stage : stages) {
    if (is_absent(read.result(stage.bytes_id))) continue;
    const std::string at = is_absent(read.result(stage.bandwidth_id))
                               ? std::string{}
                               : fmt::format(" at {}", read.shown(stage.bandwidth_id));
    section.lines.push_back(
        {std::string(stage.name), read.shown(stage.bytes_id), fmt::format("{}{}", stage.direction, at)});
  }
  return section;
}

Section power_section(const Reader& read) {
  if (is_absent(read.result("ingest.power_ratio"))) return {"Power", {}};
  return {
      "Power",
      {read.line(
          "ingest.storage_power", fmt::format(
                                      "{} of the training nodes' {}", percent(read.result("ingest.power_ratio")),
                                      read.shown("ingest.training_power")))}};
}

Section latency_section(const Reader& read) {
  return {
      "A small read",
      {read.line("latency.read", fmt::format("{} of it software", percent(read.result("latency.software_share")))),
       read.line("latency.iops", fmt::format("{} in flight", read.shown("latency.in_flight")))}};
}

std::string data_verdict(const Reader& read) {
  const double ratio = read.result("ingest.supply_ratio");
  if (is_absent(read.result("ingest.required_bandwidth")))
    return fmt::format("What GPUs consume is open: it {}.", read.note("ingest.required_bandwidth"));
  const std::string need = fmt::format("GPUs need {} of data", read.shown("ingest.required_bandwidth"));
  if (is_absent(ratio)) return need + ".";
  return fmt::format("{}; shared storage delivers {} times that.", need, times(ratio));
}

}  // namespace

Page data_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& guidelines) {
  const Reader read(plan, answer);
  return {
      title(plan),
      fmt::format(
          "{} GPUs · {} · data {}", read.shown("cluster.gpus"), read.word("workload.precision"),
          read.word("data.kind")),
      data_verdict(read),
      {dataset_section(read), ingest_section(read), data_guidelines(guidelines), load_section(read),
       stages_section(project_stages(), read), power_section(read), latency_section(read)},
      answer.findings,
      explain_line("ingest.required_bandwidth", scenario)};
}

}  // namespace llmsize
