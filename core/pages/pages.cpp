// SPDX-License-Identifier: Apache-2.0
// Composes the pages.
#include "core/pages/pages.hpp"

#include "core/pages/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// The slowest tier that may hold the model, in words.
std::string target(const Reader& read) {
  const std::string word = read.word("memory.offload");
  return word == "gpu" ? "GPU memory" : word == "cpu" ? "CPU memory" : word == "nvme" ? "local NVMe" : "shared storage";
}

std::string gpus(const Reader& read) {
  return fmt::format("{} GPU{}", read.shown("cluster.gpus"), read.input("cluster.gpus") == 1 ? "" : "s");
}

Section gpu_section(const Reader& read) {
  const double scale = std::max(read.result("memory.gpu_total"), read.result("memory.gpu_capacity"));
  const double longest = is_absent(scale) ? read.result("memory.gpu_total") : scale;
  Section section{"Memory of the fullest GPU", {}};
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "memory.weights", "memory.gradients", "memory.optimizer", "memory.activations", "memory.gpu_allocated",
           "memory.buffers", "memory.gpu_total", "memory.gpu_capacity"}) {
    Line line = read.line(id);
    if (longest > 0 && !is_absent(read.result(id))) line.bar = read.result(id) / longest;
    line.strong = id == "memory.gpu_allocated" || id == "memory.gpu_total" || id == "memory.gpu_capacity";
    section.lines.push_back(std::move(line));
  }
  section.lines.back().note = read.note("memory.gpu_capacity", "as " + read.word("accelerator.memory_basis"));
  return section;
}

Section tier_section(const Reader& read) {
  Section section{"Slower tiers", {}};
  for (const auto& [used, has] :
       {std::pair{ResultKey("memory.cpu_total"), NumberId("capacity.host_bytes")},
        std::pair{ResultKey("memory.nvme_total"), NumberId("node.nvme_capacity")},
        std::pair{ResultKey("memory.shared_total"), NumberId("capacity.shared_bytes")}}) {
    if (read.result(used) == 0) continue;
    section.lines.push_back(read.line(used, fmt::format("of {}", read.shown(has))));
  }
  return section;
}

Section job_section(const Reader& read) {
  const std::string bytes =
      fmt::format("{} per parameter, {}", read.shown("memory.bytes_per_parameter"), read.word("memory.recipe"));
  Section section{"Whole job", {read.line("model.parameters"), read.line("memory.model_states", bytes)}};
  if (read.result("model.parameters_active") < read.result("model.parameters"))
    section.lines.insert(section.lines.begin() + 1, read.line("model.parameters_active"));
  section.lines.push_back(
      read.line("capacity.nodes_weights", fmt::format("2 bytes per parameter, down to {}", target(read))));
  section.lines.push_back(read.line("capacity.nodes_states", "activations come on top"));
  return section;
}

}  // namespace

Page memory_page(const Scenario& scenario, const Case& plan, const Answer& answer) {
  const Reader read(plan, answer);
  return {
      title(plan),
      layout_line(plan),
      {},
      {gpu_section(read), tier_section(read), job_section(read)},
      answer.findings,
      explain_line("memory.gpu_total", scenario)};
}

/// What decides the number of nodes, in one sentence.
std::string verdict(const Reader& read, const PlannedSize& planned) {
  const double states = read.result("capacity.nodes_states");
  if (is_absent(states)) return "The number of nodes is open: " + read.note("capacity.nodes_states");
  const std::string holding = fmt::format(
      "{} hold{} the model states", counted(read.shown("capacity.nodes_states"), "node"), states == 1 ? "s" : "");
  if (!planned.layout.empty()) {
    const double time = read.result("training.time"), deadline = read.input("goal.deadline");
    if (is_absent(time) || is_absent(deadline))
      return fmt::format("{}; {} with the best layout below.", holding, counted(read.shown("cluster.nodes"), "node"));
    if (time > deadline)
      return fmt::format("{} do not finish by the deadline.", counted(read.shown("cluster.nodes"), "node"));
    return fmt::format(
        "{} decides: {} finish by the deadline, {}.", read.input("cluster.nodes") > states ? "Time" : "Memory",
        counted(read.shown("cluster.nodes"), "node"), holding);
  }
  const double deadline = read.result("capacity.nodes_deadline");
  if (is_absent(deadline))
    return fmt::format("{}; time sets no limit: it {}.", holding, read.note("capacity.nodes_deadline"));
  return fmt::format(
      "{} decides: {} nodes for the deadline, {} to hold the model states.", deadline > states ? "Time" : "Memory",
      read.shown("capacity.nodes_deadline"), read.shown("capacity.nodes_states"));
}

std::string goal_line(const Reader& read) {
  std::string text = fmt::format(
      "{} · {} · {} tokens a sequence", gpus(read), read.word("workload.precision"), read.shown("workload.sequence"));
  if (!is_absent(read.input("workload.tokens")))
    text += fmt::format(" · {} training tokens", read.shown("workload.tokens"));
  if (!is_absent(read.input("goal.deadline"))) text += fmt::format(" · deadline {}", read.shown("goal.deadline"));
  return text;
}

Page size_page(const Scenario& scenario, const Case& plan, const Answer& answer, const PlannedSize& planned) {
  const Reader read(plan, answer);
  const auto ranged = [&](ResultKey id) { return read.line(id, read.range(id)); };
  Section nodes{"Nodes", {}};
  if (planned.layout.empty()) {
    nodes.lines = {ranged("capacity.nodes"), ranged("capacity.nodes_deadline")};
  } else {
    const std::string safer = is_absent(planned.nodes_p90)
                                  ? std::string{}
                                  : fmt::format("{} meet the deadline at P90", pretty(planned.nodes_p90, Unit::count));
    nodes.lines = {
        {"Nodes needed", read.shown("cluster.nodes"), safer},
        {"Best layout", counted(read.shown("cluster.gpus"), "GPU"), planned.layout}};
  }
  nodes.lines.front().strong = true;
  nodes.lines.push_back(read.line(
      "capacity.nodes_states",
      fmt::format("{} of model states, down to {}", read.shown("memory.model_states"), target(read))));
  nodes.lines.push_back(read.line("capacity.nodes_weights", "for inference or fine-tuning of adapters"));
  Line gpu_time = ranged("training.gpu_seconds");
  if (!is_absent(read.result("training.gpu_seconds")))
    gpu_time.value =
        fmt::format("{} GPU-hours", pretty(std::floor(read.result("training.gpu_seconds") / 3600), Unit::count));
  if (!is_absent(read.result("training.gpu_seconds"))) gpu_time.note.clear();
  Section time{
      fmt::format("Time on {} nodes", read.shown("cluster.nodes")),
      {ranged("training.time"), ranged("training.tokens_per_second"), gpu_time, ranged("training.flop_rate_per_gpu")}};
  time.lines.front().strong = true;
  if (read.input("software.at_utilisation") == 1)
    time.lines.push_back(
        {"Utilisation (HFU)", read.shown("software.utilisation"), text(plan.origin("software.utilisation"))});
  else
    time.lines.push_back(read.line("training.hfu", "of this layout"));
  Section data{
      "Model and checkpoint",
      {read.line("model.parameters"),
       read.line("memory.model_states", read.shown("memory.bytes_per_parameter") + " per parameter"),
       read.line("checkpoint.size", "weights, master weights and moments")}};
  Section cost{"Power and cost", {}};
  const auto where_known = [&](ResultKey id, const std::string& note) {
    if (!is_absent(read.result(id))) cost.lines.push_back(read.line(id, note));
  };
  where_known("economics.power", "rated, without cooling");
  where_known("economics.racks", fmt::format("of {} units", read.shown("economics.rack_height")));
  where_known(
      "economics.energy", is_absent(read.input("economics.pue")) ? std::string("without cooling: no --pue is given")
                                                                 : fmt::format("PUE {}", read.shown("economics.pue")));
  where_known("economics.capex", "at your prices");
  where_known("economics.tco", fmt::format("over {}", read.shown("economics.lifetime")));
  where_known(
      "economics.cost_per_gpu_hour",
      fmt::format("GPUs used {} of the time", percent(read.input("economics.utilisation"))));
  where_known("economics.run_cost", "this training");
  const std::string footer =
      planned.layout.empty() ? explain_line("capacity.nodes", scenario) : explain_line("training.time", scenario);
  return {title(plan), goal_line(read), verdict(read, planned), {nodes, time, data, cost}, answer.findings, footer};
}

Page results_page(const Scenario& scenario, const Case& plan, const Answer& answer) {
  const Reader read(plan, answer);
  Page page{title(plan), layout_line(plan), {}, {{"Results", {}}}, answer.findings, {}};
  for (const Result& result : answer.results) {
    const ResultKey id = result.row->key;
    std::string note(id.text());
    if (result.p10) note += "  " + read.range(id);
    page.sections.front().lines.push_back(read.line(id, note));
  }
  if (!answer.results.empty()) page.footer = explain_line(answer.results.front().row->key, scenario);
  return page;
}

}  // namespace llmsize
