// SPDX-License-Identifier: Apache-2.0
// The Size and Checkpoint pages where nothing is trained.
#include "core/pages/offload_charts.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serving.hpp"
#include "core/pages/serving_charts.hpp"
#include "core/pages/size_charts.hpp"
#include "core/planning/held.hpp"
#include "core/quantity/print.hpp"
#include "core/view/settled.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// "GPU memory", "shared storage": where the weights live.
std::string home_of_weights(const Around& around) {
  const double tier = around.input("memory.parameters_tier");
  const std::string title(tier_looks[is_absent(tier) ? 0 : static_cast<std::size_t>(tier)].title);
  return lower_first(title);
}

Figure nodes_figure(const Around& around) {
  Figure nodes = figure(around, "Nodes", "cluster.nodes");
  if (!nodes.known) return nodes;
  if (const std::string system = around.name("cluster.system"); !system.empty()) nodes.unit = "× " + system;
  nodes.qualifier =
      fmt::format("{}, weights in {}", counted_text(around.input("cluster.gpus"), "GPU"), home_of_weights(around));
  return nodes;
}

/// What is needed of a GPU, as far as it is known.
Figure serving_memory_figure(const Subject& subject, const Around& around) {
  const ResultKey id = around.knows("memory.gpu_total") ? ResultKey("memory.gpu_total") : ResultKey("memory.gpu_known");
  if (is_estimated(around)) return unknown_figure("GPU memory", "needs a layout");
  return figure_of(
      subject, around, "GPU memory", id,
      fmt::format(
          "{}of {}, most-loaded GPU", id == "memory.gpu_known" ? "at least, " : "",
          around.shown("memory.gpu_capacity")));
}

Figure throughput_figure(const Subject& subject, const Around& around) {
  if (const std::string why = misfit(subject, around); !why.empty())
    return unknown_figure("Throughput", "does not fit");
  if (is_estimated(around)) return unknown_figure("Throughput", "needs a layout");
  return figure_of(
      subject, around, "Throughput", "offload.throughput",
      fmt::format(
          "batch {}, GPU efficiency {}", around.shown("serving.batch"),
          share_text(around.result("offload.gpu_efficiency"))));
}

bool is_on_gpu(const Around& around) { return !(around.input("memory.parameters_tier") > 0); }

/// The memory tiers that weights may fill: "GPU and CPU memory".
std::string_view memories_of_weights(const Around& around) {
  constexpr std::string_view names[] = {
      "GPU memory", "GPU and CPU memory", "GPU memory, CPU memory and NVMe",
      "GPU memory, CPU memory, NVMe and shared storage"};
  const double tier = around.input("memory.parameters_tier");
  return names[is_absent(tier) ? 0 : static_cast<std::size_t>(tier)];
}

/// " Weights need 18 nodes (GPU and CPU memory).": the lower bound of the number of nodes.
std::string least_nodes(const Around& around) {
  const double nodes = around.result("capacity.nodes_weights"), cache = around.result("memory.kv_cache");
  if (is_absent(nodes)) return {};
  std::string text = fmt::format(" Weights need {}", counted_text(nodes, "node"));
  if (around.input("memory.activations_tier") == 0 && cache > nodes * around.result("capacity.gpu_bytes"))
    text += fmt::format("; the KV cache of {} needs more", pretty(cache, Unit::memory));
  else if (nodes < around.input("cluster.nodes"))
    text += fmt::format(" ({})", memories_of_weights(around));
  return text + ".";
}

/// Weights against memory, where nothing is known of a model but its parameters.
std::string weights_against_memory(const Around& around) {
  const double gpu = around.result("memory.gpu_capacity"), weights = around.result("memory.model_states");
  const double nodes = around.input("cluster.nodes");
  if (!is_on_gpu(around) || is_absent(gpu))
    return fmt::format(
        "Weights {}: {} ({}).", pretty(weights, Unit::memory), counted_text(nodes, "node"),
        memories_of_weights(around));
  return fmt::format(
      "Weights {}: at least {} of {}; {} {} {}.", pretty(weights, Unit::memory),
      counted_text(std::ceil(weights / gpu), "GPU"), pretty(gpu, Unit::memory), counted_text(nodes, "node"),
      nodes == 1 ? "has" : "have", pretty(gpu * around.input("cluster.gpus"), Unit::memory));
}

void judge_serving(const Subject& subject, const Around& around, Page& page) {
  if (is_misfit(subject, around, page)) {
    page.sentence += least_nodes(around);
    return;
  }
  if (is_estimated(around) && around.knows("capacity.nodes_weights")) {
    page.verdict_label = "Weights fit";
    page.sentence = weights_against_memory(around) + " Choose a model for layout, KV cache and throughput.";
    return;
  }
  if (is_absent(around.result("capacity.nodes_weights")) && around.knows("memory.model_states")) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "No system selected";
    page.sentence =
        fmt::format("Weights: {}. Choose a system to get the node count.", around.shown("memory.model_states"));
    return;
  }
  if (is_open_question(subject, around, "memory.gpu_total", page)) return;
  const double total = around.result("memory.gpu_total"), capacity = around.result("memory.gpu_capacity");
  page.verdict = total > 0.9 * capacity ? Page::Verdict::just : Page::Verdict::good;
  page.verdict_label = total > 0.9 * capacity ? "Fits, little free memory" : "Fits";
  page.sentence =
      is_absent(capacity)
          ? fmt::format("Peak GPU memory {} (weights and KV cache).", pretty(total, Unit::memory))
          : fmt::format(
                "Weights in {} and the KV cache of batch {} leave {} GPU memory free.", home_of_weights(around),
                around.shown("serving.batch"), used_text(capacity - total, capacity, Unit::memory));
  page.sentence += least_nodes(around);
}

/// "1 × DGX A100 320GB · 352 GB of weights · 12.8 GB per GPU · 4.09 tok/s · 8.70 kW"
std::string serving_summary(const std::vector<Figure>& figures) {
  constexpr std::string_view ends[] = {"", " of weights", " per GPU", "", ""};
  std::string text;
  for (std::size_t i = 0; i < figures.size(); ++i)
    if (figures[i].known)
      text += fmt::format(
          "{}{} {}{}", text.empty() ? "" : " · ", figures[i].value,
          i == 0 && figures[i].unit.empty() ? "nodes" : figures[i].unit, ends[i]);
  return text;
}

constexpr std::string_view no_size_of_training = "Time to train and steps are not shown.";

/// The Serve page as an answer to how large a machine has to be.
Page served_size_page(const Subject& subject, const Around& around) {
  Page page = serve_page(subject, around.catalog());
  page.id = "size";
  page.findings.push_back(serving_finding(around, no_size_of_training));
  return page;
}

}  // namespace

std::pair<FoundFinding, std::vector<Remedy>> serving_finding(const Around& around, std::string_view left_out) {
  Changes changes{{"workload.mode", "train"}};
  // Weights alone would be counted for a training, too.
  if (around.word("memory.recipe").starts_with("weights")) changes.emplace_back("memory.recipe", "adam16");
  FoundFinding finding = found(serves_now, {std::string(left_out)});
  finding.fields = {"workload.mode"};
  std::vector<Remedy> remedies{{"Set the mode to training", {{}, std::move(changes)}}};
  return {std::move(finding), std::move(remedies)};
}

Page serving_size_page(const Subject& subject, const Around& around) {
  if (is_served_from_gpus(complete(without_degrees(subject.said), around.catalog())))
    return served_size_page(subject, around);
  Page page;
  page.id = "size";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  Figure weights = figure(around, "Weights", "memory.model_states");
  if (weights.known && around.knows("memory.bytes_per_parameter"))
    weights.qualifier =
        fmt::format("{} × {}", around.shown("memory.bytes_per_parameter"), around.shown("model.parameters"));
  page.figures = {
      nodes_figure(around), std::move(weights), serving_memory_figure(subject, around),
      throughput_figure(subject, around), it_power_figure(around)};
  page.findings = findings_of(subject, around, {"memory.model_states", "memory.gpu_total", "offload.throughput"});
  page.findings.push_back(serving_finding(around, no_size_of_training));
  judge_serving(subject, around, page);
  page.summary = serving_summary(page.figures);
  page.charts = {batch_chart(subject, around), memory_chart(subject, around), weights_chart(around)};
  offer_explanation(page, "memory.gpu_total", subject.scenario);
  settle_verdict(page);
  return page;
}

Page serving_checkpoint_page(const Subject& subject, const Around& around) {
  Page page;
  page.id = "checkpoint";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.figures = {
      unknown_figure("Checkpoint", "no checkpoints"), figure(around, "Weights", "load.weights"),
      figure(around, "Model load", "load.time_direct", fmt::format("{} replicas", around.shown("serving.replicas")))};
  if (around.input("serving.replicas") == 1 && page.figures[2].known) page.figures[2].qualifier = "one replica";
  page.verdict = Page::Verdict::incomplete;
  page.verdict_label = "No checkpoints";
  page.sentence =
      "Inference writes no checkpoints; shared storage only loads the model. Set the mode to training to size "
      "checkpoints.";
  page.findings.push_back(serving_finding(around, "Checkpoints, restarts and goodput are not shown."));
  Chart load = load_chart(subject, around);
  load.id = "checkpoint.load";
  load.wide = true;
  page.charts = {std::move(load)};
  if (page.figures[2].known)
    page.summary =
        fmt::format("no checkpoints · {} loads in {}", around.shown("load.weights"), around.shown("load.time_direct"));
  settle_verdict(page);
  return page;
}

}  // namespace llmsize
