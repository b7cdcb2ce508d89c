// SPDX-License-Identifier: Apache-2.0
// One save, one restart, and what is kept.
#include "core/inputs/list.hpp"
#include "core/pages/checkpoint_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::string save_title(const std::vector<std::string>& stalls) {
  std::string text = "Stall per checkpoint: ";
  for (std::size_t i = 0; i < stalls.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == stalls.size() ? " or " : ", ", stalls[i]);
  return text;
}

Timeline::Row save_row(const SavingMode& mode, double end) {
  const double stall = mode.around.result("checkpoint.stall"), durable = mode.around.result("checkpoint.durable_time");
  Timeline::Row row{mode.title, {}};
  row.spans.push_back({-0.08 * end, 0, {}, Hue::gpu, Fill::tint, false, {}});
  row.spans.push_back(
      {0, stall, "stall", mode.hue, Fill::solid, false, mode.around.source("checkpoint.stall"), time_text(stall)});
  row.spans.push_back({stall, end, "training continues", Hue::gpu, Fill::tint, false, {}});
  if (durable > stall) {
    const std::string_view from = mode.word == "async" ? "CPU memory" : "NVMe";
    row.spans.push_back(
        {stall, durable, fmt::format("drain from {}", from), mode.hue, Fill::hatch, true,
         mode.around.source("checkpoint.drain_time"), time_text(durable - stall)});
  }
  return row;
}

/// Readers in words, by the option of `checkpoint.restart`.
std::string reader_title(std::string_view word) {
  if (word == "all") return "Every DP replica reads the full checkpoint";
  if (word == "broadcast") return "One DP replica reads and broadcasts";
  return "Sharded read (each rank its shard)";
}

std::string restart_title(const Around& around, double least, const std::string& least_word) {
  const double time = around.result("restart.time"), reading = around.result("restart.read_time");
  if (least_word != around.word("checkpoint.restart") && least < 0.7 * reading)
    return fmt::format(
        "{} cuts the checkpoint load from {} to {}",
        least_word == "broadcast" ? "Read once and broadcast" : "Sharded read", time_text(reading), time_text(least));
  return fmt::format("A restart takes {}, {} of it loading the checkpoint", time_text(time), time_text(reading));
}

}  // namespace

std::vector<SavingMode> saving_modes(const Around& around) {
  struct Look {
    std::string_view word, title;
    Hue hue;
    Plot::Stroke stroke;
  };
  constexpr Look looks[] = {
      {"direct", "Direct", Hue::shared, Plot::Stroke::solid},
      {"hierarchical", "Hierarchical", Hue::nvme, Plot::Stroke::dash_dot},
      {"async", "Asynchronous", Hue::cpu, Plot::Stroke::dashed}};
  std::vector<SavingMode> modes;
  for (const Look& look : looks)
    modes.push_back(
        {std::string(look.word), std::string(look.title), look.hue, look.stroke,
         around.with({{"checkpoint.mode", std::string(look.word)}}), around.word("checkpoint.mode") == look.word});
  return modes;
}

Chart one_save_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes) {
  Chart chart{
      "checkpoint.save", "One checkpoint", "Timeline of one checkpoint; hatched: in the background", Timeline{}};
  chart.wide = true;
  chart.empty = obstacle(subject, around, "checkpoint.durable_time").sentence;
  if (!chart.empty.empty()) return chart;
  double end = 0;
  for (const SavingMode& mode : modes)
    if (mode.around.knows("checkpoint.durable_time"))
      end = std::max(end, 1.05 * mode.around.result("checkpoint.durable_time"));
  Timeline timeline;
  std::vector<std::string> stalls;
  for (const SavingMode& mode : modes) {
    if (!mode.around.knows("checkpoint.durable_time")) continue;
    timeline.rows.push_back(save_row(mode, end));
    stalls.push_back(time_text(mode.around.result("checkpoint.stall")));
  }
  timeline.scale = with_ticks({"", Unit::seconds, false, 0, end, {}});
  timeline.scale.low = -0.08 * end;
  if (!timeline.scale.ticks.empty()) timeline.scale.ticks.front().label = "checkpoint starts";
  chart.title = save_title(stalls);
  chart.body = std::move(timeline);
  return chart;
}

Chart restart_chart(const Subject& subject, const Around& around) {
  Chart chart{"checkpoint.restart", "Checkpoint load at restart", "Checkpoint load time by restart mode", Bars{}};
  chart.empty = obstacle(subject, around, "restart.read_time").sentence;
  if (!chart.empty.empty()) return chart;
  Bars bars;
  double longest = 0, least = absent;
  std::string least_word;
  for (const Option& option : find_choice("checkpoint.restart")->options) {
    const std::string word(option.word);
    const Around reading = around.with({{"checkpoint.restart", word}});
    const double time = reading.result("restart.read_time");
    if (is_absent(time)) continue;
    const bool own = word == around.word("checkpoint.restart");
    bars.rows.push_back(
        {reader_title(word),
         reading.shown("restart.read_volume"),
         0,
         time,
         time_text(time),
         own ? Hue::shared : Hue::waiting,
         own,
         {},
         reading.source("restart.read_time")});
    longest = std::max(longest, time);
    if (!(least <= time)) least = time, least_word = word;
  }
  bars.scale = with_ticks({"", Unit::seconds, false, 0, 1.05 * longest, {}});
  chart.title = restart_title(around, least, least_word);
  chart.body = std::move(bars);
  return chart;
}

Chart kept_chart(const Subject& subject, const Around& around) {
  Chart chart{"checkpoint.capacity", "Checkpoint capacity", "Shared storage for retained checkpoints", Bars{}};
  chart.empty = obstacle(subject, around, "checkpoint.capacity").sentence;
  if (!chart.empty.empty()) return chart;
  const double total = around.result("checkpoint.purchased_capacity"), there = around.result("capacity.shared_bytes");
  Bars bars;
  const auto add = [&](std::string title, std::string note, ResultKey id, const Moves& moves, bool strong = false) {
    const double bytes = around.result(id, moves);
    bars.rows.push_back(
        {std::move(title),
         std::move(note),
         0,
         bytes,
         pretty(bytes, Unit::bytes),
         Hue::shared,
         strong,
         {},
         around.source(id, moves)});
  };
  constexpr InputKey kept[] = {"checkpoint.kept_recent", "checkpoint.kept_milestones", "checkpoint.kept_exports"};
  constexpr std::string_view names[] = {"Recent", "Milestones", "Exports"};
  for (std::size_t i = 0; i < 3; ++i) {
    Moves alone;
    for (const InputKey key : kept)
      if (key != kept[i]) alone.push_back({key, 0});
    if (around.input(kept[i]) > 0)
      add(std::string(names[i]), fmt::format("{} retained", around.shown(kept[i])), "checkpoint.capacity", alone);
  }
  add("Total", {}, "checkpoint.capacity", {});
  add("Provisioned", "with free space", "checkpoint.purchased_capacity", {}, true);
  const std::string needed = pretty(total, Unit::bytes);
  double longest = total;
  // A store of many times the size would leave no bar to see.
  if (there < 4 * total) {
    bars.limits.push_back({"shared storage", there, true, Hue::limit, pretty(there, Unit::bytes)});
    longest = std::max(longest, there);
  }
  bars.scale = with_ticks({"", Unit::bytes, false, 0, 1.05 * longest, {}});
  chart.title =
      is_absent(there) ? fmt::format("Retained checkpoints: {}", needed)
      : total > there
          ? fmt::format("Retained checkpoints: {}, {} more than available", needed, pretty(total - there, Unit::bytes))
          : fmt::format("Retained checkpoints: {} of {}", needed, pretty(there, Unit::bytes));
  chart.body = std::move(bars);
  return chart;
}

}  // namespace llmsize
