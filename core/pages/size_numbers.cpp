// SPDX-License-Identifier: Apache-2.0
// The numbers behind the Size page.
#include "core/inputs/list.hpp"
#include "core/pages/offload_charts.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/calendar_numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

void add_nodes(const Subject& subject, const Around& around, Numbers& numbers) {
  numbers.group("Nodes");
  add_certain_nodes(subject, around, numbers);
  const double tier = around.input("memory.target_tier");
  const std::string home = lower_first(std::string(tier_looks[is_absent(tier) ? 0 : std::size_t(tier)].title));
  numbers.add(
      "capacity.nodes_states", fmt::format("{} of model states in {}", around.shown("memory.model_states"), home));
  numbers.add("capacity.nodes_weights", "for inference or adapter fine-tuning");
}

void add_time(const Subject& subject, const Around& around, Numbers& numbers) {
  numbers.group(misfit(subject, around).empty() ? "Time" : "Time, ignoring the memory limit");
  add_calendar(around, numbers);
  numbers.add_ranged("training.tokens_per_second");
  if (const double seconds = around.result("training.gpu_seconds"); !is_absent(seconds))
    numbers.say(
        "GPU-hours", fmt::format("{} GPU-hours", pretty(std::floor(seconds / 3600), Unit::count)), {},
        around.source("training.gpu_seconds"));
  numbers.add_ranged("training.flop_rate_per_gpu");
  if (around.input("software.at_utilisation") == 1)
    numbers.add("software.utilisation", text(around.plan().origin("software.utilisation")));
  else
    numbers.add("training.hfu", "this layout");
}

void add_model(const Around& around, Numbers& numbers) {
  numbers.group("Model and checkpoint");
  numbers.add("model.parameters");
  numbers.add("memory.model_states", fmt::format("{} per parameter", around.shown("memory.bytes_per_parameter")));
  numbers.add("checkpoint.size", "weights, master weights, moments");
}

void add_cost(const Around& around, Numbers& numbers) {
  numbers.group("Power and cost");
  numbers.add("power.it", "nodes, network, storage, management; nameplate");
  numbers.add("power.facility", fmt::format("peak PUE {}", around.shown("power.pue")));
  numbers.add(
      "bom.racks", fmt::format(
                       "{} per rack of nodes, {}", counted_text(around.result("bom.nodes_per_rack"), "node"),
                       around.shown("power.rack")));
  numbers.add(
      "economics.energy", fmt::format(
                              "at {} of IT power, annual PUE {}", share_text(around.input("economics.load")),
                              around.shown("power.annual_pue")));
  numbers.add("economics.emissions", fmt::format("{} kg CO2e per kWh", around.shown("economics.grid_carbon")));
  numbers.add("economics.capex", price_note(around));
  numbers.add("economics.tco", fmt::format("over {}", around.shown("economics.lifetime")));
  numbers.add(
      "economics.cost_per_gpu_hour",
      fmt::format("GPU utilization {}", share_text(around.input("economics.utilisation"))));
  numbers.add("economics.run_cost", "this training");
}

}  // namespace

void add_size_numbers(const Subject& subject, const Around& around, Page& page) {
  if (is_pending(subject, around) || is_unplanned(subject)) return;
  Numbers numbers(around);
  add_nodes(subject, around, numbers);
  add_time(subject, around, numbers);
  add_model(around, numbers);
  add_cost(around, numbers);
  std::move(numbers).add_to(page, "size.numbers", "Details", "All results with P10–P90");
}

}  // namespace llmsize
