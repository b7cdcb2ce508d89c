// SPDX-License-Identifier: Apache-2.0
// Rates of storage over threads: what was measured, the curve through it, and where it bends.
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/record/saturation.hpp"
#include "core/validation/calibration.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

constexpr double nearly_full = 0.9;  ///< of the ceiling: where a curve bends
constexpr std::string_view sweeps[] = {"fs.read", "fs.write", "nvme.read", "nvme.write"};
constexpr std::string_view random_sweeps[] = {
    "fs.random_read", "fs.random_write", "nvme.random_read", "nvme.random_write"};

/// All points of one probe on all nodes.
struct Sweep {
  std::string title;
  Hue hue;
  bool writes;
  std::map<double, std::vector<double>> rates{};  ///< repeats of all nodes by threads
  double block = 0;
  std::string refused{};  ///< why no input rests on it, in a few words; empty where one may
  std::optional<SaturationFit> fit{};
  double spread = 0;  ///< relative, between repeats and nodes

  double least() const { return rates.begin()->first; }
  double most() const { return rates.rbegin()->first; }
  /// Whether the fewest threads that were measured fill it already.
  bool flat() const { return fit && fit->at(least()) >= nearly_full * fit->xmax; }
  /// Threads that reach nine tenths of the ceiling, or absent where none that were measured do, or all.
  double knee() const {
    if (!fit || flat() || !(fit->at(fit->best) >= nearly_full * fit->xmax)) return absent;
    double low = least(), high = fit->best;
    for (int i = 0; i < 60; ++i)
      (fit->at(std::sqrt(low * high)) < nearly_full * fit->xmax ? low : high) = std::sqrt(low * high);
    return std::ceil(high - 1e-9);
  }
};

Sweep sweep_of(const Measured& measured, std::string_view probe, std::string_view unit) {
  Sweep sweep{storage_label(probe), probe.starts_with("fs") ? Hue::shared : Hue::nvme, probe.ends_with("write")};
  for (const ProbeRecord& record : measured.records)
    for (const ProbeResult& result : record.results) {
      const auto threads = result.params.find("threads");
      if (result.probe != probe || result.unit != unit || !result.valid() || threads == result.params.end() ||
          !threads->is_number())
        continue;
      if (sweep.refused.empty()) sweep.refused = not_taken(result, sweep.writes);
      auto& all = sweep.rates[threads->get<double>()];
      all.insert(all.end(), result.raw.begin(), result.raw.end());
      if (const auto block = result.params.find("block_bytes"); block != result.params.end() && block->is_number())
        sweep.block = block->get<double>();
    }
  if (!sweep.refused.empty()) return sweep;
  std::vector<SaturationPoint> points;
  std::vector<double> widths;
  for (const auto& [threads, rates] : sweep.rates) {
    for (const double rate : rates) points.push_back({threads, rate});
    const Repeats in_short = repeats(rates);
    if (in_short.n > 1) widths.push_back(std::log(in_short.p90 / in_short.p10) / (2 * z90));
  }
  sweep.fit = fit_saturation(std::string(probe), std::string(unit), points);
  if (sweep.fit) sweep.spread = std::hypot(sweep.fit->rms, widths.empty() ? 0 : median(widths));
  return sweep;
}

Plot::Series curve_of(const Sweep& sweep) {
  Plot::Series line{sweep.title, sweep.hue, sweep.writes ? Plot::Stroke::dashed : Plot::Stroke::solid,
                    false,       false,     {}};
  const double knee = sweep.knee(), from = sweep.least(), to = std::max(sweep.fit->best, from);
  const auto add = [&](double threads) -> Plot::Point& {
    const double rate = sweep.fit->at(threads), factor = std::exp(z90 * sweep.spread);
    return line.points.emplace_back(Plot::Point{threads, rate, rate / factor, rate * factor});
  };
  constexpr int steps_per_doubling = 6;
  const int steps = std::max(1, static_cast<int>(std::ceil(std::log2(to / from) * steps_per_doubling)));
  for (int i = 0; i <= steps; ++i) {
    const double threads = from * std::pow(to / from, static_cast<double>(i) / steps);
    if (!line.points.empty() && line.points.back().x < knee && knee <= threads) add(knee).mark = Plot::Mark::filled;
    if (threads != knee) add(threads);
  }
  return line;
}

Plot::Series points_of(const Sweep& sweep) {
  const bool taken = sweep.refused.empty();
  Plot::Series marks{
      sweep.title + (taken ? ", measured" : ", not used"),
      taken ? sweep.hue : Hue::waiting,
      Plot::Stroke::none,
      false,
      false,
      {}};
  for (const auto& [threads, rates] : sweep.rates) {
    const Repeats in_short = repeats(rates);
    Plot::Point point{threads, in_short.median, in_short.p10, in_short.p90};
    point.mark = sweep.writes && taken ? Plot::Mark::dot : Plot::Mark::open;
    marks.points.push_back(std::move(point));
  }
  return marks;
}

/// "Knee at 38 threads", and what is reached there.
void call_out(Plot& plot, const Sweep& sweep, Unit unit) {
  for (Plot::Series& series : plot.series)
    for (Plot::Point& point : series.points)
      if (series.title == sweep.title && point.mark == Plot::Mark::filled)
        point.callout = fmt::format(
            "Knee at {:.0f} threads\n{} of {}", point.x, share_text(nearly_full), pretty(sweep.fit->xmax, unit));
}

void fit_thread_axes(Plot& plot) {
  double most = 1, highest = 0;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points) {
      most = std::max(most, point.x);
      highest = std::max({highest, point.y, point.high});
    }
  plot.x.low = 0.8, plot.x.high = most * 1.08;
  for (double threads = 1; threads <= most; threads *= 2)
    plot.x.ticks.push_back({threads, fmt::format("{:.0f}", threads)});
  plot.y.high = highest * 1.06;
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
}

std::string threads_text(double threads) { return threads == 1 ? "one thread" : counted_text(threads, "thread"); }

/// A comparison where both storages were read, else what one of them reaches.
std::string sweeps_title(const std::vector<Sweep>& all, Unit unit) {
  const auto fitted = [&](std::string_view title) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Sweep& each) { return each.title == title && each.fit; });
    return found == all.end() ? nullptr : &*found;
  };
  const std::string random = unit == Unit::iops ? "random " : "";
  const Sweep *shared = fitted("shared " + random + "read"), *local = fitted("local " + random + "read");
  if (shared && local) {
    const double ratio = shared->fit->xmax / local->fit->xmax;
    const bool more = ratio >= 1;
    const std::string factor = fmt::format("{:.2g}", more ? ratio : 1 / ratio);
    if (std::max(ratio, 1 / ratio) < 1.1)
      return fmt::format("Shared storage and local NVMe: equal {}read rates", random);
    return fmt::format(
        "{}: {}reads {}× as fast as {}", more ? "Shared storage" : "Local NVMe", random, factor,
        more ? "local NVMe" : "shared storage");
  }
  const Sweep& first = shared ? *shared : local ? *local : all.front();
  const std::string name = upper_first(first.title);
  if (!first.fit) return fmt::format("{} reaches {}", name, pretty(median(first.rates.rbegin()->second), unit));
  if (first.flat())
    return fmt::format("{} reaches {} with {}", name, pretty(first.fit->xmax, unit), threads_text(first.least()));
  const double knee = first.knee();
  if (is_absent(knee)) return fmt::format("{} is not saturated with {:.0f} threads", name, first.most());
  return fmt::format(
      "{} reaches {}, {} of it from {:.0f} threads on", name, pretty(first.fit->xmax, unit), share_text(nearly_full),
      knee);
}

/// "; gray: not used, short writes may have gone to a cache", or nothing where all is taken.
std::string refused_words(const std::vector<Sweep>& all) {
  for (const Sweep& sweep : all)
    if (!sweep.refused.empty()) return fmt::format("; gray: not used, {}", sweep.refused);
  return {};
}

template <class Probes>
std::optional<Chart> sweeps_chart(
    const Measured& measured, const Probes& probes, std::string_view unit, std::string view) {
  const Unit kind = unit == "B/s" ? Unit::bandwidth : Unit::iops;
  std::vector<Sweep> all;
  for (const std::string_view probe : probes)
    if (Sweep sweep = sweep_of(measured, probe, unit); !sweep.rates.empty()) all.push_back(std::move(sweep));
  if (all.empty()) return {};
  Plot plot;
  plot.x = {"threads", Unit::count, true, 0, 1, {}, {}, {}, "thread"};
  plot.y = {kind == Unit::bandwidth ? "" : "IOPS", kind, false, 0, 1, {}};
  for (const Sweep& sweep : all)
    if (sweep.fit) plot.series.push_back(curve_of(sweep));
  for (const Sweep& sweep : all) plot.series.push_back(points_of(sweep));
  const auto bent = std::find_if(all.begin(), all.end(), [](const Sweep& each) { return !is_absent(each.knee()); });
  if (bent != all.end()) call_out(plot, *bent, kind);
  fit_thread_axes(plot);
  const bool banded = std::any_of(all.begin(), all.end(), [](const Sweep& each) { return each.fit.has_value(); });
  Chart chart{
      "calibration.saturation", sweeps_title(all, kind),
      fmt::format(
          "Measured {} per node vs. threads{}{}{}", kind == Unit::bandwidth ? "GB/s" : "IOPS",
          all.front().block > 0 ? fmt::format(", blocks of {}", pretty(all.front().block, Unit::memory)) : "",
          banded ? "; fitted curves with P10–P90" : "", refused_words(all)),
      std::move(plot)};
  chart.wide = true;
  chart.view = std::move(view);
  return chart;
}

}  // namespace

std::string storage_label(std::string_view probe) {
  const auto dot = probe.find('.');
  if (dot == probe.npos) return {};
  const std::string_view room = probe.substr(0, dot);
  std::string where = room.starts_with("fs") ? "shared" : room.starts_with("nvme") ? "local" : "";
  if (where.empty()) return {};
  std::string work(probe.substr(dot + 1));
  std::replace(work.begin(), work.end(), '_', ' ');
  if (room.ends_with("-sustained")) work = "long " + work;
  if (room.ends_with("-clients")) work += ", several nodes";
  return where + " " + work;
}

std::vector<Chart> saturation_charts(const Measured& measured) {
  auto rates = sweeps_chart(measured, sweeps, "B/s", "Bandwidth");
  auto operations = sweeps_chart(measured, random_sweeps, "1/s", "IOPS");
  if (rates && operations) rates->views.push_back(std::move(*operations));
  if (rates) return {std::move(*rates)};
  return operations ? std::vector<Chart>{std::move(*operations)} : std::vector<Chart>{};
}

}  // namespace llmsize
