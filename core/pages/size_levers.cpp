// SPDX-License-Identifier: Apache-2.0
// What would help: every resource doubled, every uncertain input moved over its range.
#include "core/inputs/list.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

struct Resource {
  std::string_view title, limit;
  std::vector<InputKey> keys;       ///< doubled together; the first is shown
  std::optional<InputKey> count{};  ///< how many of them a node has
};

const std::vector<Resource>& resources() {
  static const std::vector<Resource> all{
      {"Tensor throughput", "compute", {"accelerator.peak", "accelerator.half_peak"}},
      {"GPU memory bandwidth", "GPU memory bandwidth", {"accelerator.memory_bandwidth"}},
      {"GPU links", "GPU links", {"node.scale_up_bandwidth"}},
      {"Network", "network", {"node.nic_rate"}, InputKey("node.compute_nics")},
      {"Host links", "host links", {"accelerator.host_link"}},
      {"CPU memory bandwidth", "CPU memory bandwidth", {"node.host_bandwidth"}},
      {"Local NVMe", "local NVMe", {"node.nvme_read", "node.nvme_write"}},
      {"Storage write", "storage", {"storage.write"}, InputKey("storage.count")},
      {"Storage read", "storage", {"storage.read"}, InputKey("storage.count")},
      {"GPU memory", "GPU memory", {"accelerator.memory"}},
      {"Reliability", "interruptions", {"reliability.gpu_mtbf"}},
  };
  return all;
}

constexpr std::size_t most_levers = 7, most_movers = 6;
/// Below this share of the time a lever does not help.
constexpr double worth = 0.01;

std::string doubling_title(const Around& around, const std::vector<Lever>& all, double time) {
  if (bubble_limits(around) && all.front().saved >= worth * time)
    return fmt::format(
        "Pipeline-bubble-bound ({} of step time): doubling {} saves {}", share_text(bubble_share(around)),
        lower_first(all.front().title), time_beside(all.front().saved, time));
  const double first = all.front().saved, second = all.size() > 1 ? all[1].saved : 0;
  if (first < worth * time) return "No single bottleneck: doubling any resource saves under 1%";
  const std::string_view start = all.front().limit == "compute" ? "Compute-bound: doubling" : "Doubling";
  std::string text = fmt::format("{} {} saves {}", start, lower_first(all.front().title), time_beside(first, time));
  if (second < first / 3) return text;
  return text + fmt::format(", {} {}", lower_first(all[1].title), time_beside(second, time));
}

/// What twice the memory would do for a model that does not fit, where time is not the question. Where the layout is
/// open, the memory of a GPU is not known yet.
std::string memory_doubled(const Subject& subject, const Around& around) {
  constexpr InputKey key = "accelerator.memory";
  const double full = around.result("memory.gpu_known"), capacity = around.result("memory.gpu_capacity");
  if (full > capacity && around.input("layout.open") != 1 && !is_absent(around.input(key))) {
    const Moves twice{{key, 2 * around.input(key)}};
    const bool holds = around.result("memory.gpu_known", twice) <= around.result("memory.gpu_capacity", twice);
    return fmt::format("The model does not fit. Doubling GPU memory {}.", holds ? "makes it fit" : "is not enough");
  }
  return once_it_fits(subject, around, "this chart shows the time saved by doubling one resource");
}

/// An input as its bar names it.
std::string mover_name(const InputAbout& about) {
  return about.key == "software.model_error" ? std::string("Step-time model error") : std::string(about.label);
}

/// A chart's axis around zero that holds all of some values.
Scale around_zero(std::string title, double low, double high) {
  const double room = 0.08 * (high - low);
  return with_ticks({std::move(title), Unit::seconds, false, low < 0 ? low - room : 0, high > 0 ? high + room : 0, {}});
}

}  // namespace

ResultKey whole_time(const Around& around) {
  return around.knows("training.calendar_time") ? ResultKey("training.calendar_time") : ResultKey("training.step_time");
}

std::vector<Lever> levers(const Around& around) {
  const ResultKey id = whole_time(around);
  const double time = around.result(id);
  std::vector<Lever> all;
  if (is_absent(time)) return all;
  for (const Resource& resource : resources()) {
    Lever lever{std::string(resource.title), std::string(resource.limit), {}, {}, 0};
    for (const InputKey key : resource.keys)
      if (!is_absent(around.input(key))) lever.moves.push_back({key, 2 * around.input(key)});
    if (lever.moves.empty() || lever.moves.front().key != resource.keys.front()) continue;
    lever.saved = time - around.result(id, lever.moves);
    if (is_absent(lever.saved)) continue;
    if (std::abs(lever.saved) < 1e-9 * time) lever.saved = 0;
    const double many = resource.count ? around.input(*resource.count) : 1;
    lever.note = fmt::format(
        "2 × {}{}", many == 1 ? "" : pretty(many, Unit::count) + " × ", around.shown(resource.keys.front()));
    all.push_back(std::move(lever));
  }
  std::stable_sort(all.begin(), all.end(), [](const Lever& a, const Lever& b) { return a.saved > b.saved; });
  return all;
}

double bubble_share(const Around& around) {
  return around.result("training.bubble_time") / around.result("training.step_time");
}

bool bubble_limits(const Around& around) {
  return around.result("training.bubble_time") > around.result("training.compute_time");
}

std::string limit_of(const Around& around) {
  if (around.result("memory.gpu_known") > around.result("memory.gpu_capacity")) return "GPU memory";
  // Memory, not time, set the number of nodes where one node less would not hold the states and the deadline is far.
  // One node less than one says nothing.
  const double nodes = around.input("cluster.nodes"), deadline = around.input("goal.deadline");
  if (nodes > 1 && around.result("capacity.nodes_states") >= nodes &&
      !(around.result("training.calendar_time") > 0.5 * deadline))
    return "GPU memory";
  if (bubble_limits(around)) return "pipeline bubble";
  const std::vector<Lever> all = levers(around);
  return all.empty() || !(all.front().saved > 0) ? std::string{} : all.front().limit;
}

Chart doubling_chart(const Subject& subject, const Around& around) {
  Chart chart{
      "size.doubling", "Time saved by doubling one resource", "Time saved by doubling one resource, same parallelism",
      Bars{}};
  chart.empty = obstacle(subject, around, "training.step_time").sentence;
  if (chart.empty.empty()) chart.empty = memory_doubled(subject, around);
  if (!chart.empty.empty()) return chart;
  const ResultKey id = whole_time(around);
  std::vector<Lever> all = levers(around);
  if (id == "training.step_time") chart.subtitle += ", per step";
  chart.subtitle += more_text(most_levers, all.size());
  if (all.size() > most_levers) all.erase(all.begin() + most_levers, all.end());
  Bars bars;
  for (const Lever& lever : all) {
    const bool first = bars.rows.empty() && lever.saved > 0;
    bars.rows.push_back(
        {lever.title,
         lever.note,
         0,
         lever.saved,
         signed_time_in(-lever.saved, around.result(id)),
         first ? Hue::gpu : Hue::waiting,
         first,
         {},
         around.source(id, lever.moves)});
  }
  bars.scale = around_zero(
      "time saved", std::min(0.0, all.back().saved), std::max(all.front().saved, worth * around.result(id)));
  chart.title = doubling_title(around, all, around.result(id));
  chart.body = std::move(bars);
  return chart;
}

Chart movers_chart(const Subject& subject, const Around& around) {
  Chart chart{"size.movers", "Largest uncertainties", "Change in time to train, each input at its P10 and P90", Bars{}};
  chart.wide = true;
  chart.empty = obstacle(subject, around, "training.step_time").sentence;
  if (chart.empty.empty())
    chart.empty = once_it_fits(subject, around, "this chart shows the uncertain inputs with the largest effect");
  if (!chart.empty.empty()) return chart;
  const ResultKey id = whole_time(around);
  const bool whole = id == "training.calendar_time";
  const double time = around.result(id);
  std::vector<Sensitivity> all = sensitivities(around.plan(), result_row(id));
  if (all.empty()) {
    chart.empty = "No uncertain input affects the time.";
    return chart;
  }
  const std::string more = more_text(most_movers, all.size());
  if (all.size() > most_movers) all.erase(all.begin() + most_movers, all.end());
  Bars bars;
  double least = 0, most = 0;
  for (const Sensitivity& each : all) {
    const InputAbout& about = about_of(each.key);
    const double spread = around.plan().spread(each.key), value = around.input(each.key);
    const double low = each.low - time, high = each.high - time;
    // Whichever end of the input it is: the bar goes from the shorter to the longer time.
    const double end = low < high ? z90 : -z90;
    bars.rows.push_back(
        {mover_name(about), spread_text(value, spread, about.unit), std::min(low, high), std::max(low, high),
         signed_time_in(std::max(low, high), time), Hue::nvme, bars.rows.empty(),
         signed_time_in(std::min(low, high), time), around.source(id, {{each.key, value * std::exp(end * spread)}})});
    least = std::min(least, std::min(low, high)), most = std::max(most, std::max(low, high));
  }
  bars.scale = around_zero(fmt::format("change from {}", pretty(time, Unit::seconds)), least, most);
  const auto label = [&](std::size_t i) { return lower_first(bars.rows[i].title); };
  chart.title = bars.rows.size() == 1 ? fmt::format("Largest uncertainty: {}", label(0))
                                      : fmt::format("Largest uncertainties: {}, {}", label(0), label(1));
  if (!whole) chart.subtitle = "Change in step time, each input at its P10 and P90";
  chart.subtitle += more;
  chart.body = std::move(bars);
  return chart;
}

}  // namespace llmsize
