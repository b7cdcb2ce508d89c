// SPDX-License-Identifier: Apache-2.0
// Latency over the request rate, from low load to saturation: the mean, percentiles, the SLO and the load.
#include "core/pages/serve.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr InputKey request_rate = "serving.rate";

/// A latency: its results and its SLO.
struct Latency {
  std::string_view chart, name, subtitle;
  ResultKey mean, p50, p95, p99, at_slo;
  InputKey slo;
  Hue hue;
};
constexpr Latency first_token{
    "serve.tail",
    "TTFT",
    "Time to first token (TTFT) vs. request rate, mean and percentiles",
    "serving.ttft",
    "serving.ttft_p50",
    "serving.ttft_p95",
    "serving.ttft_p99",
    "serving.ttft_limited",
    "serving.ttft_limit",
    Hue::network};
constexpr Latency each_token{
    "serve.tail_tpot",
    "TPOT",
    "Time per output token (TPOT) vs. request rate, mean and percentiles",
    "serving.tpot",
    "serving.tpot_p50",
    "serving.tpot_p95",
    "serving.tpot_p99",
    "serving.tpot_limited",
    "serving.tpot_limit",
    Hue::gpu};

constexpr Latency whole_request{
    "serve.tail_e2el",
    "E2EL",
    "End-to-end latency (E2EL) vs. request rate, mean and percentiles",
    "serving.request_latency",
    "serving.latency_p50",
    "serving.latency_p95",
    "serving.latency_p99",
    "serving.latency_limited",
    "serving.latency_limit",
    Hue::cpu};

struct TailLine {
  std::string title;
  ResultKey id;
  Plot::Stroke stroke;
  bool fades = false;
};

/// The slowest first; what the SLO is judged at is one of them.
std::vector<TailLine> tail_lines(const Latency& of, const std::string& judged) {
  std::vector<TailLine> lines{
      {"P99", of.p99, Plot::Stroke::dashed},
      {"P95", of.p95, Plot::Stroke::dash_dot},
      {"mean", of.mean, Plot::Stroke::solid},
      {"P50", of.p50, Plot::Stroke::solid, true}};
  const bool drawn = std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return line.title == judged; });
  if (!drawn) lines.push_back({judged, of.at_slo, Plot::Stroke::dash_dot, true});
  return lines;
}

/// From low load to saturation. A terminal lists the marked ones, up to the utilization at which the model holds.
Plot::Series tail_series(const Around& server, const TailLine& line, Hue hue) {
  Plot::Series series{line.title, hue, line.stroke, false, line.fades, {}};
  const double capacity = server.result("serving.capacity"), sound = server.input("serving.max_utilization");
  for (const double share : {0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95}) {
    const Moves moves{{request_rate, share * capacity}};
    Plot::Point point{share * capacity, server.result(line.id, moves)};
    if (is_absent(point.y)) continue;
    if (std::fmod(std::round(100 * share), 20) == 10 && share <= sound) point.mark = Plot::Mark::open;
    point.source = server.source(line.id, moves);
    series.points.push_back(std::move(point));
  }
  return series;
}

/// "Saturates at 32 req/s; 27 req/s within SLO".
std::string saturation_title(const Around& around) {
  return fmt::format(
      "Saturates at {} req/s; {} req/s {}", pretty(around.result("serving.capacity"), Unit::ratio),
      pretty(around.result("serving.rate_at_limit"), Unit::ratio),
      has_slo(around) ? "within SLO"
                      : fmt::format("at {} utilization", share_text(around.input("serving.max_utilization"))));
}

/// Both axes hold the lines and the SLO; a tail that grows without bound leaves the others legible.
void fit_tail(Plot& plot) {
  double low = absent, high = absent;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points) {
      low = is_absent(low) ? point.y : std::min(low, point.y);
      high = is_absent(high) ? point.y : std::max(high, point.y);
    }
  for (const Plot::Limit& limit : plot.limits)
    if (!limit.vertical) high = std::max(high, limit.at);
  plot.y.low = low / 2;
  plot.y.high = std::min(2 * high, 1e4 * low);
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
}

Chart tail_chart(const Around& around, const Latency& of) {
  Chart chart{std::string(of.chart), fmt::format("{} vs. request rate", of.name), std::string(of.subtitle), Plot{}};
  chart.empty = no_speed(around);
  if (!chart.empty.empty()) return chart;
  const Around server = unloaded(around);
  const std::string judged = slo_percentile(around);
  const double capacity = server.result("serving.capacity"), sound = around.input("serving.max_utilization"),
               load = around.input(request_rate);
  Plot plot;
  plot.x = {"request rate (req/s)", Unit::count, false, 0, capacity, {}};
  plot.y = {std::string(of.name), Unit::seconds, true, 1e-3, 1, {}};
  ResultKey at_load = of.mean;
  for (const TailLine& line : tail_lines(of, judged)) {
    if (line.title == judged) at_load = line.id;
    if (Plot::Series series = tail_series(server, line, of.hue); !series.points.empty())
      plot.series.push_back(std::move(series));
  }
  if (plot.series.empty()) {
    chart.empty = fmt::format("{} is not known at any request rate.", of.name);
    return chart;
  }
  if (load <= capacity && around.knows(at_load)) {
    Plot::Point here{load, around.result(at_load)};
    here.mark = Plot::Mark::filled;
    here.callout = fmt::format("{} req/s\n{} {} {}", pretty(load, Unit::ratio), of.name, judged, around.shown(at_load));
    here.source = around.source(at_load);
    plot.series.push_back({"this scenario", of.hue, Plot::Stroke::none, false, false, {here}});
  }
  // Without a load, at the most that is within the SLO.
  const bool loaded = plot.series.back().stroke == Plot::Stroke::none;
  const double rate = loaded ? load : around.result("serving.rate_at_limit");
  const double latency = loaded ? around.result(at_load) : server.result(at_load, {{request_rate, rate}});
  if (!is_absent(latency))
    chart.title =
        fmt::format("{} {} {} at {} req/s", of.name, judged, pretty(latency, Unit::seconds), pretty(rate, Unit::ratio));
  plot.limits.push_back(
      {"unreliable", sound * capacity, true, Hue::limit, fmt::format("above {} utilization", share_text(sound)), true});
  if (const double slo = around.input(of.slo); !is_absent(slo) && !has_classes(around))
    plot.limits.push_back(
        {fmt::format("SLO {}", slo_basis(around)), slo, false, Hue::limit, around.shown(of.slo), false,
         std::string(of.slo.text())});
  fit_tail(plot);
  chart.body = std::move(plot);
  return chart;
}

}  // namespace

Chart ttft_tail_chart(const Around& around) {
  Chart chart = tail_chart(around, first_token);
  if (chart.empty.empty()) chart.title = saturation_title(around);
  return chart;
}

Chart tpot_tail_chart(const Around& around) { return tail_chart(around, each_token); }

Chart latency_tail_chart(const Around& around) { return tail_chart(around, whole_request); }

}  // namespace llmsize
