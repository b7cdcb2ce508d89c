// SPDX-License-Identifier: Apache-2.0
// The Data page: what GPUs read, how fast models load, what a project moves.
#include "core/pages/data_charts.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/project_stages.hpp"
#include "core/pages/serving.hpp"
#include "core/quantity/print.hpp"
#include "core/view/settled.hpp"
#include "core/view/state.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace llmsize {
namespace {

std::string rate(double value) { return pretty(value, Unit::bandwidth); }

Figure dataset_figure(const Around& around) {
  return figure(
      around, "Dataset", "ingest.dataset_size",
      fmt::format("{} tokens × {} bytes", around.shown("data.tokens"), exact(around.input("data.bytes_per_token"))));
}

Figure supply_figure(const Subject& subject, const Around& around) {
  const double ratio =
      !obstacle(subject, around, "ingest.supply_ratio") ? around.result("ingest.supply_ratio") : absent;
  return figure(
      around, "Available", "ingest.supply",
      is_absent(ratio) ? std::string("shared-storage read") : fmt::format("{}× headroom", factor_text(ratio)));
}

std::string ingest_title(const Around& around) {
  const double need = around.result("ingest.required_bandwidth"), ratio = around.result("ingest.supply_ratio");
  if (is_absent(ratio)) return fmt::format("Training reads {}", rate(need));
  if (ratio < 1)
    return fmt::format(
        "Storage-bound: training reads {}, shared storage delivers {}", rate(need), around.shown("ingest.supply"));
  if (ratio < 1.25)
    return fmt::format(
        "No headroom: shared storage delivers {}, training reads {}", around.shown("ingest.supply"), rate(need));
  if (!around.knows("ingest.rule_bandwidth")) return fmt::format("Training reads {}", rate(need));
  return fmt::format("Training reads {}; rule of thumb {}", rate(need), around.shown("ingest.rule_bandwidth"));
}

/// A way to read the data, as moves of cache and epochs.
struct Reading {
  std::string title, note;
  Moves moves;
};

std::vector<Reading> readings(const Around& around) {
  std::vector<Reading> all{
      {"Current", counted_text(around.input("data.epochs"), "epoch"), {}},
      {"Single epoch", "no cache hits", {{"data.cache", 0}}}};
  // Where nothing is cached, or data are read once anyway, this is one way.
  constexpr ResultKey need = "ingest.warm_bandwidth";
  if (around.result(need, all[1].moves) == around.result(need)) all.pop_back();
  const double twice = std::max(2.0, around.input("data.epochs"));
  for (const auto& [title, key] :
       {std::pair{"Cached in CPU memory", InputKey("node.host_memory")},
        std::pair{"Staged on local NVMe", InputKey("node.nvme_capacity")}})
    if (!is_absent(around.input(key)))
      all.push_back(
          {title,
           fmt::format("{} per node", around.shown(key)),
           {{"data.cache", around.input(key)}, {"data.epochs", twice}}});
  return all;
}

/// A logarithmic axis of bandwidth with every decade marked, each in the prefix of its size: "100 k", "1 M", "10 M".
Scale bandwidth_scale(std::string title, double low, double high) {
  constexpr double room = 2;
  Scale scale{std::move(title), Unit::bandwidth, true, low / room, high * room, {}, {}, "B/s"};
  constexpr std::string_view prefixes[] = {"", "k", "M", "G", "T", "P"};
  for (double power = std::ceil(std::log10(scale.low)); std::pow(10, power) <= scale.high; ++power) {
    const auto thousands =
        static_cast<std::size_t>(std::clamp(std::floor(power / 3), 0.0, double(std::size(prefixes) - 1)));
    const std::string number = exact(std::pow(10, power - 3 * double(thousands)));
    scale.ticks.push_back(
        {std::pow(10, power), fmt::format("{}{}{}", number, thousands == 0 ? "" : " ", prefixes[thousands])});
  }
  return scale;
}

Chart ingest_chart(const Subject& subject, const Around& around) {
  Chart chart{
      "data.ingest", "Ingest demand vs. supply",
      "Shared-storage read bandwidth by cache tier; the first epoch reads everything", Dots{}};
  chart.empty = obstacle(subject, around, "ingest.required_bandwidth").sentence;
  if (!chart.empty.empty()) return chart;
  constexpr ResultKey need_id = "ingest.warm_bandwidth", supply_id = "ingest.supply", rule_id = "ingest.rule_bandwidth";
  Dots dots;
  double low = absent, high = absent;
  const auto dot = [&](ResultKey id, std::string series, Hue hue, const Moves& moves) {
    double value = around.result(id, moves);
    const std::string shown = value == 0 ? std::string("0") : rate(value);
    if (value == 0) value = absent;
    if (!is_absent(value)) low = low <= value ? low : value, high = high >= value ? high : value;
    return Dots::Dot{value, hue, std::move(series), shown, around.source(id, moves)};
  };
  for (const Reading& reading : readings(around)) {
    Dots::Row row{reading.title, reading.note, {dot(need_id, "required", Hue::gpu, reading.moves)}, {}};
    if (is_absent(row.dots.front().value)) row.instead = "no further reads from shared storage";
    if (around.knows(supply_id)) row.dots.push_back(dot(supply_id, "available", Hue::shared, {}));
    dots.rows.push_back(std::move(row));
  }
  if (around.knows(rule_id))
    dots.rows.push_back(
        {"Rule of thumb",
         fmt::format("{} per GPU", around.shown("data.rule_per_gpu")),
         {dot(rule_id, "rule", Hue::waiting, {})},
         {}});
  dots.scale = bandwidth_scale("read bandwidth", low, high);
  chart.title = ingest_title(around);
  chart.body = std::move(dots);
  return chart;
}

Chart stages_chart(const Subject& subject, const Around& around) {
  Chart chart{"data.stages", "Project stages", "Shared-storage bandwidth and volume per stage", Bars{}};
  chart.wide = true;
  if (is_unplanned(subject)) chart.empty = obstacle(subject, around, "training.step_time").sentence;
  if (!chart.empty.empty()) return chart;
  Bars bars;
  bars.dots = true;
  double low = absent, high = absent;
  std::string most_title;
  double most = 0;
  for (const ProjectStage& stage : project_stages()) {
    const double bandwidth = around.result(stage.bandwidth_id), bytes = around.result(stage.bytes_id);
    if (!(bandwidth > 0) || is_absent(bytes)) continue;
    const std::string title = upper_first(std::string(stage.name));
    // Some stages need a rate, the others go as fast as storage lets them.
    const bool is_full = stage.bandwidth_id.starts_with("tier.");
    bars.rows.push_back(
        {title,
         pretty(bytes, Unit::bytes),
         0,
         bandwidth,
         fmt::format("{} {}{}", rate(bandwidth), stage.direction, is_full ? ", all available bandwidth" : ""),
         stage.direction == "read" ? Hue::shared : Hue::nvme,
         false,
         {},
         around.source(stage.bandwidth_id)});
    low = low <= bandwidth ? low : bandwidth, high = high >= bandwidth ? high : bandwidth;
    if (!is_full && bandwidth > most) most = bandwidth, most_title = stage.name;
  }
  if (bars.rows.empty()) {
    chart.empty = missing_sentence(named({"workload.tokens"}));
    return chart;
  }
  bars.scale = bandwidth_scale("bandwidth", low, high);
  if (!most_title.empty()) chart.title = fmt::format("Peak demand: {}, {}", most_title, rate(most));
  chart.body = std::move(bars);
  return chart;
}

void judge_loading(const Around& around, Page& page) {
  if (!around.knows("load.time_direct")) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Missing inputs";
    page.sentence = missing_sentence(around.needs("load.time_direct"));
    return;
  }
  page.verdict_label = fmt::format("Loads in {}", around.shown("load.time_direct"));
  page.sentence = fmt::format(
      "Model load: {} of weights to {}. Inference reads no training data.", around.shown("load.weights"),
      around.input("serving.replicas") == 1 ? std::string("one replica")
                                            : around.shown("serving.replicas") + " replicas");
}

/// "Training data are read at 992 kB/s, checkpoints written at 130 MB/s: checkpoints size the storage." Empty where one
/// of the rates is not known.
std::string reads_beside_writes(const Subject& subject, const Around& around) {
  constexpr ResultKey read_id = "ingest.required_bandwidth", write_id = "checkpoint.required_bandwidth";
  if (obstacle(subject, around, read_id) || obstacle(subject, around, write_id)) return {};
  return fmt::format(
      "Training reads {}, checkpoints write {}: {} the storage.", around.shown(read_id), around.shown(write_id),
      around.result(read_id) > around.result(write_id) ? "reads size" : "checkpoints size");
}

void judge_without_storage(const Subject& subject, const Around& around, Page& page) {
  page.verdict = Page::Verdict::incomplete;
  page.verdict_label = "No storage selected";
  page.sentence = reads_beside_writes(subject, around);
  if (page.sentence.empty()) page.sentence = missing_sentence(around.needs("ingest.supply_ratio"));
}

void judge_data(const Subject& subject, const Around& around, Page& page) {
  if (is_misfit(subject, around, page)) return;
  if (is_open_question(subject, around, "ingest.required_bandwidth", page)) return;
  const double ratio = around.result("ingest.supply_ratio");
  if (is_absent(ratio)) return judge_without_storage(subject, around, page);
  page.sentence = ratio < 1
                      ? fmt::format("Shared storage delivers {} of the required read bandwidth.", share_text(ratio))
                      : fmt::format("Training reads use {} of the shared-storage bandwidth.", share_text(1 / ratio));
  if (const std::string both = reads_beside_writes(subject, around); !both.empty()) page.sentence += " " + both;
  page.verdict = ratio < 1 ? Page::Verdict::bad : ratio < 1.25 ? Page::Verdict::just : Page::Verdict::good;
  page.verdict_label = ratio < 1      ? "GPUs wait for data"
                       : ratio < 1.25 ? "Storage sufficient, no headroom"
                                      : "Storage sufficient";
}

}  // namespace

Chart load_chart(const Subject& subject, const Around& around) {
  Chart chart{"data.load", "Model load for serving", "Time until every replica has loaded the model", Bars{}};
  chart.empty = obstacle(subject, around, "load.time_direct").sentence;
  if (!chart.empty.empty()) return chart;
  struct Way {
    ResultKey id;
    std::string_view title, note;
    Hue hue;
  };
  constexpr Way ways[] = {
      {"load.time_direct", "Direct", "every replica reads shared storage", Hue::shared},
      {"load.time_staged", "Staged", "read once, spread by peers, local NVMe", Hue::nvme},
      {"load.time_peer", "Peer tree", "store-and-forward broadcast", Hue::network},
      {"load.time_chain", "Peer chain", "pipelined broadcast (chunked)", Hue::network}};
  Bars bars;
  double longest = 0, best = absent;
  std::string_view best_title;
  for (const Way& way : ways) {
    const double time = around.result(way.id);
    if (is_absent(time)) continue;
    bars.rows.push_back(
        {std::string(way.title),
         std::string(way.note),
         0,
         time,
         pretty(time, Unit::seconds),
         way.hue,
         false,
         {},
         around.source(way.id)});
    longest = std::max(longest, time);
    if (!(best <= time)) best = time, best_title = way.title;
  }
  bars.scale = with_ticks({"", Unit::seconds, false, 0, 1.05 * longest, {}});
  const std::string copies = around.shown("serving.replicas"), direct = around.shown("load.time_direct");
  // Unless it is said otherwise every node loads a copy, however training is split.
  const bool one_each = is_absent(around.input("cluster.nodes"))
                            ? false
                            : around.input("serving.replicas") == around.input("cluster.nodes");
  const std::string loaded =
      copies == "1" ? "One replica loads" : fmt::format("{} {} load", copies, one_each ? "nodes" : "replicas");
  if (one_each) chart.subtitle = "Time until every node has loaded the model";
  chart.title = best_title == "Direct" ? fmt::format("{} in {} directly from shared storage (fastest)", loaded, direct)
                                       : fmt::format(
                                             "{} in {}, by {} in {}", loaded, direct,
                                             lower_first(std::string(best_title)), pretty(best, Unit::seconds));
  chart.body = std::move(bars);
  return chart;
}

namespace {

/// What a training and a service have in common: figures and findings before the verdict.
Page begun_data_page(const Subject& subject, const Around& around) {
  Page page;
  page.id = "data";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.figures = {
      dataset_figure(around),
      figure_of(
          subject, around, "Required", "ingest.required_bandwidth",
          fmt::format("{} per GPU", around.shown("ingest.demand_per_gpu"))),
      supply_figure(subject, around),
      figure(
          around, "Model load", "load.time_direct",
          around.knows("load.time_staged") ? fmt::format("{} staged", around.shown("load.time_staged"))
                                           : std::string()),
      figure(
          around, "Raw data", "ingest.raw_size", fmt::format("{} after cleaning", around.shown("ingest.text_size")))};
  page.findings = findings_of(
      subject, around,
      {"ingest.required_bandwidth", "ingest.supply", "project.read_demand", "ingest.reads_per_second",
       "ingest.opens_per_second", "ingest.cache_supply"});
  page.summary = summary_of(page.figures);
  page.first = data_first(subject, around);
  return page;
}

Page ended_data_page(const Subject& subject, const Around& around, Page page) {
  say_once(page.charts);
  add_data_numbers(subject, around, page);
  offer_explanation(page, "ingest.required_bandwidth", subject.scenario);
  settle_verdict(page);
  return page;
}

Page trained_data_page(const Subject& subject, const Around& around) {
  Page page = begun_data_page(subject, around);
  judge_data(subject, around, page);
  page.charts = {ingest_chart(subject, around), load_chart(subject, around), stages_chart(subject, around)};
  return ended_data_page(subject, around, std::move(page));
}

Page serving_data_page(const Subject& subject, const Around& around) {
  Page page = begun_data_page(subject, around);
  page.findings.push_back(serving_finding(around, "Training reads are not shown."));
  if (!is_misfit(subject, around, page)) judge_loading(around, page);
  page.charts = {load_chart(subject, around), stages_chart(subject, around)};
  return ended_data_page(subject, around, std::move(page));
}

}  // namespace

Page data_page(const Subject& subject, const Catalog& catalog) {
  return by_mode<trained_data_page, serving_data_page>(subject, catalog);
}

const PageKind data_page_kind{
    .id = "data",
    .title = "Data",
    .group = "Store",
    .summary = "Training reads and model load",
    .place = 60,
    .make = of_first<data_page>,
    .inputs = "model goal storage data",
    .decisions =
        {.training =
             {"model", "data.id", "workload.tokens", "data.epochs", "cluster.system", "storage.id", "data.cache"},
         .service = {}},
    .keys = "data.",
    .icon =
        R"(<ellipse cx="10" cy="5" rx="6.500" ry="2.300"/><path d="M3.500 5v10c0 1.300 2.900 2.300 6.500 2.300s6.500-1 6.500-2.300V5
            M3.500 10c0 1.300 2.900 2.300 6.500 2.300s6.500-1 6.500-2.300"/>)"};

}  // namespace llmsize
