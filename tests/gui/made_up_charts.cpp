// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/made_up_charts.hpp"

#include "core/formula/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

using Mark = Plot::Mark;
using Stroke = Plot::Stroke;

constexpr double day = 86400, hour = 3600, minute = 60, giga = 1e9;

Scale scale(std::string title, Unit unit, bool logarithmic, double low, double high) {
  return {.title = std::move(title), .unit = unit, .logarithmic = logarithmic, .low = low, .high = high};
}

Source result(std::string name) { return {.name = std::move(name), .changes = {}}; }

Chart time_against_nodes() {
  Plot plot{
      .x = scale("nodes (DGX H100)", Unit::count, true, 14, 140),
      .y = scale("", Unit::seconds, true, 8 * day, 90 * day),
      .series = {}};
  for (const double nodes : {16, 24, 32, 48, 64, 96, 128})
    plot.x.ticks.push_back({nodes, fmt::format("{:.0f}", nodes)});
  Plot::Series line{.title = "", .points = {}};
  for (const double nodes : {14.0, 16.0, 24.0, 32.0, 40.0, 48.0, 64.0, 96.0, 128.0, 140.0}) {
    const double y = 24.6 * day * std::pow(48 / nodes, 0.94);
    Plot::Point point{
        .x = nodes,
        .y = y,
        .low = y * 0.93,
        .high = y * 1.08,
        .source = {"training.total_step_time", {{"cluster.nodes", fmt::format("{}", nodes)}}}};
    if (nodes > 14 && nodes < 140) point.mark = Mark::open;
    if (nodes == 40) {
      point.mark = Mark::cross;
      point.label = "40 cannot be split";
    }
    if (nodes == 48) {
      point.mark = Mark::filled;
      point.callout = "48 nodes\n24.6 days (22.9–26.5)";
    }
    line.points.push_back(point);
  }
  plot.series.push_back(line);
  plot.limits.push_back({.label = "deadline 30 days", .at = 30 * day});
  return {
      .id = "size.time",
      .title = "48 nodes finish 5.4 days before the deadline",
      .subtitle = "Training time against nodes; open marks are sizes the batch can be split over",
      .body = plot};
}

std::vector<Stack::Part> memory_parts(double factor) {
  const auto part = [factor](const char* title, double gb, Hue hue, Fill fill, const char* note) {
    return Stack::Part{
        .title = title,
        .value = gb * factor * giga,
        .hue = hue,
        .fill = fill,
        .shown = fmt::format("{:.1f} GB", gb * factor),
        .note = note,
        .source = result("memory.weights")};
  };
  return {
      part("Weights", 10.9, Hue::gpu, Fill::solid, "2 bytes × 5.46 billion"),
      part("Gradients", 10.9, Hue::gpu, Fill::tint, "2 bytes × 5.46 billion"),
      part("Optimizer", 5.5, Hue::cpu, Fill::solid, "12 bytes × 5.46 billion ÷ 12"),
      part("Activations", 10.3, Hue::nvme, Fill::solid, "selective recompute, 4 in flight"),
      part("Buffers", 6.0, Hue::waiting, Fill::solid, "communication, workspace")};
}

Chart memory_per_gpu() {
  Stack stack{
      .scale = scale("", Unit::bytes, false, 0, 90 * giga),
      .bars = {{.title = "", .parts = memory_parts(1), .total = "43.6 of 80 GB"}},
      .limits = {{.label = "GPU memory 80 GB", .at = 80 * giga, .vertical = true}}};
  return {
      .id = "size.memory",
      .title = "43.6 of 80 GB used on the fullest GPU",
      .subtitle = "Memory per GPU, first pipeline stage, TP 8 · PP 4 · DP 12",
      .body = stack};
}

Chart memory_overflow() {
  Stack stack{
      .scale = scale("", Unit::bytes, false, 0, 120 * giga),
      .bars = {{.title = "", .parts = memory_parts(2.5), .total = "109, 29 over"}},
      .limits = {{.label = "GPU memory 80 GB", .at = 80 * giga, .vertical = true}}};
  return {.id = "size.overflow", .title = "109 GB do not fit 80 GB", .subtitle = "Memory per GPU", .body = stack};
}

Chart one_step() {
  const auto part = [](const char* title, double s, Hue hue, Fill fill) {
    return Stack::Part{
        .title = title,
        .value = s,
        .hue = hue,
        .fill = fill,
        .shown = fmt::format("{:.2f} s", s),
        .note = fmt::format("{:.0f} %", s / 21.75 * 100),
        .source = result("training.step_time")};
  };
  Stack stack{
      .scale = scale("", Unit::seconds, false, 0, 21.75),
      .bars = {
          {.title = "",
           .parts =
               {part("Compute", 14.38, Hue::gpu, Fill::solid), part("Recompute", 1.10, Hue::gpu, Fill::hatch),
                part("Tensor parallel", 2.97, Hue::network, Fill::solid),
                part("Data parallel", 0.8, Hue::network, Fill::tint), part("Pipeline", 0.4, Hue::network, Fill::hatch),
                part("Bubble", 0.45, Hue::waiting, Fill::solid), part("Stragglers", 1.2, Hue::waiting, Fill::hatch),
                part("Optimizer", 0.45, Hue::cpu, Fill::solid)},
           .total = "21.8 s"}}};
  return {
      .id = "size.step",
      .title = "66 % of a 21.8 s step is useful matrix work",
      .subtitle = "Exposed time of one step; parts add up to the whole",
      .body = stack};
}

Chart twice_as_much() {
  Bars bars{.scale = scale("", Unit::seconds, false, 0, 9 * day), .rows = {}};
  const auto row = [&](const char* title, const char* note, double days, const char* shown, bool strong = false) {
    bars.rows.push_back(
        {.title = title,
         .note = note,
         .from = 0,
         .to = days * day,
         .shown = shown,
         .hue = strong ? Hue::gpu : Hue::waiting,
         .strong = strong,
         .source = result("training.total_step_time")});
  };
  row("Tensor cores", "2 × 989 TFLOP/s", 8.5, "−8.5 d", true);
  row("NVLink", "2 × 450 GB/s", 1.6, "−1.6 d");
  row("InfiniBand", "2 × 8 × 400 Gb/s", 0.7, "−0.7 d");
  row("Reliability", "2 × 50 700 h", 0.2, "−0.2 d");
  row("Storage write", "2 × 20 GB/s", 0.2, "−0.2 d");
  row("GPU memory", "2 × 80 GB", 0, "0");
  return {
      .id = "size.twice",
      .title = "Only faster tensor cores would help much",
      .subtitle = "Days saved if one resource were doubled",
      .body = bars};
}

Chart tornado() {
  Bars bars{
      .scale = scale("", Unit::seconds, false, -3 * day, 3 * day),
      .rows = {},
      .limits = {{.label = "24.6 days", .at = 0, .vertical = true}}};
  const auto row = [&](const char* title, double from, double to) {
    bars.rows.push_back(
        {.title = title,
         .note = "",
         .from = from * day,
         .to = to * day,
         .shown = fmt::format("+{:.1f}", to),
         .hue = Hue::gpu,
         .shown_from = fmt::format("−{:.1f}", -from),
         .source = result("training.total_step_time")});
  };
  row("Tokens ±10 %", -2.5, 2.5);
  row("Matmul efficiency", -1.7, 1.9);
  row("Stragglers", -0.5, 0.7);
  row("Tensor-parallel link", -0.3, 0.5);
  row("Failures per GPU", -0.1, 0.3);
  row("Storage write", -0.1, 0.2);
  return {
      .id = "size.sensitivity",
      .title = "Tokens and matmul efficiency move the date most",
      .subtitle = "Change in days when one input moves over its range",
      .body = bars};
}

Chart nodes_against_parameters() {
  Plot plot{
      .x = scale("parameters", Unit::count, true, 1e9, 1e14),
      .y = scale("", Unit::count, true, 0.8, 12000),
      .series = {}};
  plot.x.ticks = {{1e9, "1 B"}, {1e10, "10 B"}, {1e11, "100 B"}, {1e12, "1 T"}, {1e13, "10 T"}, {1e14, "100 T"}};
  const auto line = [&](const char* title, Hue hue, Stroke stroke, double bytes,
                        std::vector<std::pair<double, const char*>> marks) {
    Plot::Series series{.title = title, .hue = hue, .stroke = stroke, .steps = true, .points = {}};
    for (double n = 1e9; n <= 1.0001e14; n *= 1.06) {
      Plot::Point point{
          .x = n, .y = std::max(1.0, std::ceil(n * 20 / bytes)), .source = result("capacity.nodes_states")};
      for (const auto& [at, label] : marks)
        if (n <= at && at < n * 1.06) {
          point.mark = Mark::filled;
          point.label = label;
        }
      series.points.push_back(point);
    }
    plot.series.push_back(series);
  };
  line(
      "GPU memory", Hue::gpu, Stroke::solid, 640e9,
      {{7.1e9, "BLOOM-7B1: 1"}, {176e9, "BLOOM-176B: 6"}, {1.2e12, "1.2 T: 38"}, {24e12, "24 T: 755"}});
  line("+ CPU memory", Hue::cpu, Stroke::dashed, 2640e9, {});
  line("+ local NVMe", Hue::nvme, Stroke::dash_dot, 33.3e12, {{24e12, "24 T: 15"}});
  line("+ shared, 1 PB", Hue::shared, Stroke::solid, 1e16, {});
  return {
      .id = "offload.nodes",
      .title = "24 T parameters need 755 nodes of GPU memory, or 15 with local NVMe",
      .subtitle =
          "DGX needed to hold training states against model size, per deepest memory tier used (20 bytes per "
          "parameter)",
      .body = plot,
      .wide = true};
}

Chart throughput_per_tier() {
  Dots dots{.scale = scale("tokens/s (higher is better)", Unit::count, true, 1e-3, 3e5), .rows = {}};
  const auto row = [&](const char* title, const char* subtitle, double nvme, double shared, double cpu, double gpu,
                       const char* instead) {
    const auto dot = [](double value, Hue hue, const char* name) {
      return Dots::Dot{
          .value = value,
          .hue = hue,
          .series = name,
          .shown = fmt::format("{:.3g} tokens/s", value),
          .source = result("offload.throughput")};
    };
    dots.rows.push_back(
        {.title = title,
         .subtitle = subtitle,
         .dots =
             {dot(nvme, Hue::nvme, "NVMe"), dot(shared, Hue::shared, "shared"), dot(cpu, Hue::cpu, "CPU"),
              dot(gpu, Hue::gpu, "GPU")},
         .instead = instead});
  };
  row("7.1 B", "batch 32", 110, 220, 780, 35000, "");
  row("176 B", "batch 16", 2.3, 4.5, 15.9, 730, "");
  row("1.2 T", "batch 8", 0.16, 0.32, 1.1, absent, "GPU memory full");
  row("24 T", "batch 2", absent, 0.004, absent, absent, "only shared storage holds 48 TB");
  return {
      .id = "offload.throughput",
      .title = "Shared storage doubles local NVMe at every size",
      .subtitle = "Inference throughput of one node per tier",
      .body = dots};
}

Chart efficiency_per_batch() {
  Plot plot{
      .x = scale("per GPU", Unit::bandwidth, true, 0.5 * giga, 200 * giga),
      .y = scale("", Unit::ratio, false, 0, 1),
      .series = {}};
  for (const auto& [batch, half] : {std::pair(128, 1.5), std::pair(32, 6.0), std::pair(8, 25.0)}) {
    Plot::Series series{
        .title = fmt::format("batch {}", batch),
        .stroke = batch == 32  ? Stroke::dashed
                  : batch == 8 ? Stroke::dash_dot
                               : Stroke::solid,
        .points = {}};
    for (double b = 0.5; b <= 201; b *= 1.08)
      series.points.push_back({.x = b * giga, .y = b / (b + half), .source = result("training.mfu")});
    plot.series.push_back(series);
  }
  plot.limits = {
      {.label = "NVMe", .at = 6.25 * giga, .vertical = true, .hue = Hue::nvme},
      {.label = "shared", .at = 12.5 * giga, .vertical = true, .hue = Hue::shared},
      {.label = "CPU", .at = 44 * giga, .vertical = true, .hue = Hue::cpu}};
  return {
      .id = "offload.efficiency",
      .title = "Batch 128 keeps GPUs 89 % busy from shared",
      .subtitle = "GPU efficiency against bandwidth per GPU, training",
      .body = plot};
}

Chart lost_time() {
  Plot plot{
      .x = scale("time between saves", Unit::seconds, true, 5 * minute, 24 * hour),
      .y = scale("", Unit::ratio, false, 0, 0.08),
      .series = {}};
  const auto line = [&](const char* title, Hue hue, Stroke stroke, double stall, double base, const char* label) {
    Plot::Series series{.title = title, .hue = hue, .stroke = stroke, .points = {}};
    const double best = std::sqrt(2 * stall * 160 * hour);
    for (double t = 5 * minute; t <= 24.1 * hour; t *= 1.05) {
      Plot::Point point{.x = t, .y = base + stall / t + t / (2 * 160 * hour), .source = result("checkpoint.lost")};
      if (t <= best && best < t * 1.05) {
        point.mark = Mark::filled;
        point.label = label;
      }
      series.points.push_back(point);
    }
    plot.series.push_back(series);
  };
  line("Direct", Hue::shared, Stroke::solid, 122, 0.003, "3.0 h, 2.5 %");
  line("NVMe first", Hue::nvme, Stroke::solid, 31, 0.003, "1.5 h, 1.4 %");
  line("Asynchronous", Hue::cpu, Stroke::dashed, 3, 0.003, "28 min, 0.6 %");
  return {
      .id = "checkpoint.interval",
      .title = "Saving to NVMe first nearly halves the time lost",
      .subtitle = "Time lost to stalls, rework and restarts; marks show the best interval",
      .body = plot};
}

Chart bandwidth_needed() {
  Plot plot{
      .x = scale("time between saves", Unit::seconds, true, 10 * minute, 12 * hour),
      .y = scale("", Unit::bandwidth, true, 0.05 * giga, 1000 * giga),
      .series = {}};
  const auto line = [&](const char* title, Hue hue, Stroke stroke, double at_ten_minutes) {
    Plot::Series series{.title = title, .hue = hue, .stroke = stroke, .points = {}};
    for (double t = 10 * minute; t <= 12.01 * hour; t *= 1.104)
      series.points.push_back({.x = t, .y = at_ten_minutes * giga * 10 * minute / t});
    plot.series.push_back(series);
  };
  line("direct, stall 1 %", Hue::shared, Stroke::solid, 400);
  line("stall 5 %", Hue::shared, Stroke::dashed, 81);
  line("NVMe first", Hue::nvme, Stroke::solid, 4);
  plot.areas = {{.upper = 0, .lower = 1}};
  plot.limits = {
      {.label = "Best 62", .at = 62 * giga, .hue = Hue::waiting},
      {.label = "Better 20", .at = 20 * giga},
      {.label = "Good 7", .at = 7 * giga, .hue = Hue::waiting}};
  return {
      .id = "checkpoint.bandwidth",
      .title = "Direct needs Better, NVMe first needs Good",
      .subtitle = "Shared write GB/s needed, against the SuperPOD levels",
      .body = plot};
}

Chart one_save() {
  Timeline timeline{.scale = scale("", Unit::seconds, false, -15, 170), .rows = {}};
  const auto row = [&](const char* title, Hue hue, double stall, const char* label, const char* drain) {
    Timeline::Row line{
        .title = title,
        .spans = {
            {.from = -15, .to = 0, .label = "", .hue = Hue::gpu, .fill = Fill::tint},
            {.from = stall, .to = 170, .label = "", .hue = Hue::gpu, .fill = Fill::tint},
            {.from = 0, .to = stall, .label = label, .hue = hue, .source = result("checkpoint.stall")}}};
    if (*drain)
      line.spans.push_back(
          {.from = stall, .to = stall + 122, .label = drain, .hue = hue, .fill = Fill::hatch, .below = true});
    timeline.rows.push_back(line);
  };
  row("Direct", Hue::shared, 122, "stall 122 s", "");
  row("NVMe first", Hue::nvme, 31, "stall 31 s, then training goes on", "drain to shared storage 122 s");
  row("Asynchronous", Hue::cpu, 3, "stall 3 s, then training goes on", "drain from CPU memory 122 s");
  return {
      .id = "checkpoint.save",
      .title = "One save: training waits 122 s, 31 s or 3 s",
      .subtitle = "Time line of one save; hatched parts run behind training",
      .body = timeline,
      .wide = true};
}

Chart layouts_tried() {
  Plot plot{
      .x = scale("nodes", Unit::count, true, 7, 150),
      .y = scale("", Unit::seconds, true, 7 * day, 200 * day),
      .series = {}};
  Plot::Series cloud{.title = "", .hue = Hue::waiting, .stroke = Stroke::none, .points = {}},
      front{.title = "fastest layout per size", .points = {}};
  for (const double n : {8, 12, 16, 24, 32, 48, 64, 96, 128}) {
    plot.x.ticks.push_back({n, fmt::format("{:.0f}", n)});
    const double y = 24.6 * day * std::pow(48 / n, 0.97);
    for (int i = 1; i < 12; ++i)
      cloud.points.push_back({.x = n * (1 + 0.01 * ((i * 7) % 5 - 2)), .y = y * (1 + 0.035 * i), .mark = Mark::dot});
    Plot::Point point{
        .x = n,
        .y = y,
        .mark = n == 48 ? Mark::filled : Mark::open,
        .source = {"training.total_step_time", {{"cluster.nodes", fmt::format("{}", n)}}}};
    if (n == 48) point.callout = "48 nodes, TP 8 · PP 4 · DP 12\n24.6 days, smallest that fits";
    front.points.push_back(point);
  }
  plot.series = {cloud, front};
  plot.limits = {{.label = "deadline 30 days", .at = 30 * day}};
  return {
      .id = "layout.front",
      .title = "48 nodes are the fewest that meet the deadline",
      .subtitle = "Every layout the planner tried: time against nodes",
      .body = plot};
}

Chart memory_of_the_best() {
  Stack stack{
      .scale = scale("", Unit::bytes, false, 0, 140 * giga),
      .bars = {},
      .limits = {{.label = "GPU memory 80 GB", .at = 80 * giga, .vertical = true}}};
  const auto bar = [&](const char* title, double gb, bool strong = false) {
    stack.bars.push_back(
        {.title = title,
         .parts = memory_parts(gb / 43.6),
         .total = gb > 80 ? "109, 29 over" : fmt::format("{:.1f}", gb),
         .strong = strong});
  };
  bar("TP 8 · PP 4 · DP 12", 43.6, true);
  bar("TP 8 · PP 8 · DP 6", 33.1);
  bar("TP 4 · PP 8 · DP 12", 53.8);
  bar("TP 8 · PP 2 · DP 24", 65.4);
  bar("TP 4 · PP 4 · DP 24", 75.6);
  bar("TP 4 · PP 16 · DP 6", 43.0);
  bar("TP 8 · PP 1 · DP 48", 109);
  return {
      .id = "layout.memory",
      .title = "Without pipeline stages 109 GB do not fit",
      .subtitle = "Memory per GPU of the best layouts, GB",
      .body = stack};
}

Chart ranked_layouts() {
  Grid grid{
      .header = {"#", "TP", "PP", "DP", "Interleave", "Step", "MFU", "Memory", "Tokens/s", "Verdict"}, .rows = {}};
  const auto row = [&](std::vector<std::string> texts, bool strong = false, bool dull = false, Hue hue = Hue::gpu) {
    Grid::Row line{.cells = {}, .strong = strong, .dull = dull, .apply = {}, .hue = hue};
    for (std::size_t i = 0; i < texts.size(); ++i)
      line.cells.push_back({.text = texts[i], .number = i + 1 < texts.size()});
    if (!dull) line.apply.changes = {{"layout.tensor", texts[1]}, {"layout.pipeline", texts[2]}};
    grid.rows.push_back(line);
  };
  row({"1", "8", "4", "12", "6", "21.75 s", "41.0 %", "43.6 GB", "144 631", "best"}, true);
  row({"2", "8", "8", "6", "3", "22.11 s", "40.3 %", "33.1 GB", "142 276", "fits"});
  row({"3", "4", "8", "12", "3", "22.40 s", "39.8 %", "53.8 GB", "140 434", "fits"});
  row({"4", "8", "2", "24", "12", "22.92 s", "38.9 %", "65.4 GB", "137 248", "fits, 82 % full"});
  row({"5", "4", "4", "24", "6", "23.28 s", "38.3 %", "75.6 GB", "135 125", "fits, 94 % full"}, false, false,
      Hue::limit);
  row({"6", "4", "16", "6", "1", "23.41 s", "38.1 %", "43.0 GB", "134 375", "fits"});
  row({"–", "8", "1", "48", "–", "–", "–", "109.2 GB", "–", "29 GB too much: raise PP"}, false, true, Hue::error);
  return {
      .id = "layout.ranked",
      .title = "Ranked layouts for 48 nodes",
      .subtitle = "Arrow keys move the choice; Enter makes it the scenario's layout",
      .body = grid,
      .wide = true};
}

Chart saturation() {
  Plot plot{
      .x = scale("threads", Unit::count, true, 0.8, 330),
      .y = scale("", Unit::bandwidth, false, 0, 45 * giga),
      .series = {}};
  for (int i = 0; i < 9; ++i) plot.x.ticks.push_back({std::pow(2.0, i), fmt::format("{}", 1 << i)});
  const auto line = [&](const char* title, Hue hue, Stroke stroke, double top, double half) {
    Plot::Series series{.title = title, .hue = hue, .stroke = stroke, .points = {}};
    for (int i = 0; i < 35; ++i) {
      const double t = 0.8 * std::pow(2.0, i * 0.25), y = top * giga * t / (t + half);
      Plot::Point point{.x = t, .y = y, .low = y * 0.95, .high = y * 1.05, .source = result("storage.read")};
      if (i % 4 == 1) point.mark = Mark::filled;
      if (i == 22 && half > 4) point.callout = "Knee at 38 threads\n90 % of 40 GB/s";
      series.points.push_back(point);
    }
    plot.series.push_back(series);
  };
  line("shared read", Hue::shared, Stroke::solid, 40, 4.2);
  line("shared write", Hue::shared, Stroke::dashed, 19, 3.6);
  line("local write", Hue::nvme, Stroke::dashed, 9.6, 2.4);
  line("local read", Hue::nvme, Stroke::solid, 7.8, 1.1);
  return {
      .id = "calibration.saturation",
      .title = "Shared storage reads five times faster than local NVMe from 16 threads on",
      .subtitle = "Measured GB/s per node against threads, 4 MiB blocks; fitted curve with P10–P90",
      .body = plot,
      .wide = true};
}

Chart parity() {
  Plot plot{
      .x = scale("measured", Unit::flop_rate, true, 20e12, 1000e12),
      .y = scale("", Unit::flop_rate, true, 20e12, 1000e12),
      .series = {}};
  Plot::Series ideal{.title = "±20 %", .hue = Hue::waiting, .stroke = Stroke::dashed, .points = {}},
      runs{.title = "", .stroke = Stroke::none, .points = {}};
  for (double v = 20e12; v <= 1001e12; v *= 1.216)
    ideal.points.push_back({.x = v, .y = v, .low = v * 0.8, .high = v * 1.2});
  for (int i = 0; i < 70; ++i) {
    const double v = 36e12 * std::pow(17.0, i / 70.0);
    runs.points.push_back(
        {.x = v,
         .y = v * (1 + 0.15 * std::sin(i * 2.3)),
         .mark = Mark::dot,
         .source = result("training.flop_rate_per_gpu")});
  }
  plot.series = {ideal, runs};
  return {
      .id = "calibration.parity",
      .title = "Predictions are within 20 % of published runs",
      .subtitle = "TFLOP/s per GPU, predicted (up) against measured, 70 runs",
      .body = plot};
}

Chart efficiencies() {
  Grid grid{.header = {"Efficiency", "Default", "Measured", "P10 – P90"}, .rows = {}};
  const auto row = [&](const char* a, const char* b, const char* c, const char* d) {
    grid.rows.push_back(
        {.cells =
             {{.text = a},
              {.text = b, .number = true},
              {.text = c, .number = true, .source = result("software.efficiency")},
              {.text = d, .number = true}},
         .dull = *c == '\xE2',
         .apply = {}});
  };
  row("Matmul, BF16", "0.62", "0.64", "0.63 – 0.65");
  row("HBM bandwidth", "0.85", "0.89", "0.88 – 0.90");
  row("NVLink all-reduce", "0.75", "0.79", "0.78 – 0.81");
  row("CPU to GPU, all at once", "0.70", "0.61", "0.58 – 0.63");
  row("InfiniBand all-reduce", "0.80", "–", "0.72 – 0.88");
  row("Stragglers", "0.94", "–", "0.90 – 0.97");
  return {
      .id = "calibration.efficiencies",
      .title = "Four of six efficiencies are measured",
      .subtitle = "What the model used before and uses now",
      .body = grid};
}

Chart load_time() {
  Bars bars{.scale = scale("", Unit::seconds, false, 0, 60), .rows = {}};
  bars.rows = {
      {.title = "Direct, 16 nodes read",
       .note = "",
       .from = 0,
       .to = 56,
       .shown = "56 s",
       .hue = Hue::shared,
       .source = result("load.direct")},
      {.title = "Staged on local NVMe", .note = "", .from = 0, .to = 6.4, .shown = "6.4 s", .hue = Hue::nvme},
      {.title = "Peer to peer", .note = "", .from = 0, .to = 3.9, .shown = "3.9 s", .hue = Hue::gpu}};
  return {
      .id = "serving.load",
      .title = "Peers load 16 nodes 14 times faster",
      .subtitle = "Time to load the weights on 16 nodes, 40 GB/s shared read",
      .body = bars};
}

Chart ingest() {
  Bars bars{
      .scale = scale("read", Unit::bandwidth, true, 1e6, 100 * giga),
      .rows = {},
      .limits = {{.label = "offered 40 GB/s", .at = 40 * giga, .vertical = true}},
      .dots = true};
  bars.rows = {
      {.title = "Text, single epoch",
       .note = "",
       .to = 4e6,
       .shown = "4 MB/s",
       .hue = Hue::shared,
       .source = result("data.ingest")},
      {.title = "Images", .note = "", .to = 1.2 * giga, .shown = "1.2 GB/s", .hue = Hue::shared},
      {.title = "Video, staged", .note = "", .to = 22 * giga, .shown = "22 GB/s", .hue = Hue::nvme}};
  return {
      .id = "data.ingest",
      .title = "Reading needs 0.01 % of what storage offers",
      .subtitle = "Bandwidth needed per kind of data",
      .body = bars};
}

Chart nothing() {
  return {
      .id = "layout.none",
      .title = "No layout fits 8 nodes",
      .subtitle = "Every layout the planner tried",
      .body = Plot{},
      .empty = "No layout fits 8 nodes. The smallest number that fits is 24."};
}

Chart memory_over_two_degrees() {
  Heat heat{
      .scale = scale("memory per GPU", Unit::bytes, true, 40 * giga, 90 * giga),
      .down = "tensor parallel",
      .across = "pipeline parallel",
      .rows = {"2", "4", "8"},
      .columns = {"8", "16", "32", "64"},
      .cells = {}};
  for (const double tensor : {2, 4, 8})
    for (const double pipeline : {8, 16, 32, 64}) {
      const double bytes = 20 * giga + 4500 * giga / (tensor * pipeline * 4);
      Heat::Cell cell{
          .value = bytes, .shown = fmt::format("{:.1f} GB", bytes / giga), .source = result("memory.gpu_total")};
      cell.impossible = bytes > 80 * giga;
      if (tensor * pipeline > 256) cell = {.value = absent};
      heat.cells.push_back(cell);
    }
  return {
      .id = "study.memory",
      .title = "Memory per GPU from 24.4 GB to 55.2 GB",
      .subtitle = "Memory per GPU over tensor parallel and pipeline parallel",
      .body = heat};
}

}  // namespace

std::vector<Chart> made_up_charts() {
  return {
      time_against_nodes(),
      memory_per_gpu(),
      one_step(),
      twice_as_much(),
      tornado(),
      memory_overflow(),
      nodes_against_parameters(),
      throughput_per_tier(),
      efficiency_per_batch(),
      lost_time(),
      bandwidth_needed(),
      one_save(),
      layouts_tried(),
      memory_of_the_best(),
      ranked_layouts(),
      saturation(),
      efficiencies(),
      parity(),
      load_time(),
      ingest(),
      memory_over_two_degrees(),
      nothing()};
}

Chart made_up_chart(const std::string& id) {
  for (Chart& chart : made_up_charts())
    if (chart.id == id) return chart;
  return {};
}

}  // namespace llmsize::gui
