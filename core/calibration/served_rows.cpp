// SPDX-License-Identifier: Apache-2.0
// Reads measured numbers of served models and predicts them.
#include "core/calibration/served_rows.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/measured_sheet.hpp"
#include "core/calibration/reading_rules.hpp"
#include "core/catalog/drafts.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace llmsize {
namespace {

/// A metric of a file: the result that predicts it, and what it is called in groups.
struct Metric {
  std::string_view name;
  ResultKey result;
  std::string_view group;
  bool follows = false;  ///< from other numbers of the same run
};
constexpr Metric metrics[] = {
    {"tpot_mean", "serving.tpot", "TPOT"},
    {"tpot_median", "serving.tpot", "median TPOT"},
    {"tpot_p99", "serving.tpot_p99", "TPOT P99"},
    {"ttft_mean", "serving.ttft", "mean TTFT"},
    {"ttft_median", "serving.ttft_p50", "median TTFT"},
    {"ttft_p99", "serving.ttft_p99", "TTFT P99"},
    {"ttft", "serving.prefill_time", "TTFT of one prompt"},
    {"throughput_output", "serving.throughput", "saturated throughput"},
    {"throughput_output_per_gpu", "serving.throughput_per_gpu", "saturated throughput"},
    {"latency_total", "serving.batch_latency", "static batch latency"},
    {"decode_rate", "serving.throughput", "experts on the CPU"},
    {"itl_p99", "serving.itl_p99", "ITL P99", true},
    {"e2e_mean", "serving.request_latency", "mean end-to-end latency", true},
    {"throughput_at_rate", "serving.throughput", "throughput at a request rate", true},
};

/// Units of their values; without one a value is in seconds or tokens per second.
constexpr std::string_view units[] = {"s", "ms", "ms/token", "tokens/s", "tokens/s/GPU"};

constexpr std::string_view throughput_in_flight = "throughput at fixed concurrency";

const Metric* find_metric(std::string_view name) {
  const auto found =
      std::find_if(std::begin(metrics), std::end(metrics), [&](const Metric& m) { return m.name == name; });
  return found == std::end(metrics) ? nullptr : &*found;
}

double served_number(const std::string& cell) { return parse(cell, Unit::count).value_or(absent); }

/// "about 294", "1024": the mean length; absent where there is none.
double length_of(const std::string& cell) {
  const std::string about = "about ";
  return served_number(cell.starts_with(about) ? cell.substr(about.size()) : cell);
}

/// The number that follows some words: 3 of "eagle3; drafts 3 (recipe)" behind "drafts "; absent without one.
double number_behind(const std::string& words, const std::string& text) {
  const std::size_t at = text.find(words);
  if (at == std::string::npos) return absent;
  const std::size_t first = at + words.size();
  return served_number(text.substr(first, text.find_first_not_of("0123456789.", first) - first));
}

/// Whether a run decoded with drafts.
bool has_drafts(const std::string& speculative) {
  constexpr std::string_view words[] = {"mtp", "eagle", "dspark", "draft"};
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
    return speculative.find(word) != std::string::npos;
  });
}

/// The release in what names one: "0.5.9" of "lmsysorg/sglang:v0.5.9-cu130". It stands at the front or behind one of
/// these, and images name those of drivers and libraries, too.
std::string release_in(const std::string& version) {
  constexpr std::string_view before[] = {":v", "-v", "sglang-", "atom", "release:", "v", ""};
  if (version.starts_with("MLPerf")) return {};
  for (const std::string_view front : before)
    for (std::size_t at = version.find(front); at != std::string::npos; at = version.find(front, at + 1)) {
      const std::size_t first = at + front.size();
      std::string number = version.substr(first, version.find_first_not_of("0123456789.", first) - first);
      while (number.ends_with('.')) number.pop_back();
      if (number.find('.', 1) != std::string::npos && number.front() != '.') return number;
      if (front.empty()) break;
    }
  return {};
}

/// "2026-05-18" as 2026.38; absent where it is no date.
double year_of(const std::string& date) {
  if (date.size() < 7 || date[4] != '-') return absent;
  const double day = date.size() < 10 ? 15 : served_number(date.substr(8, 2));
  return served_number(date.substr(0, 4)) + (served_number(date.substr(5, 2)) - 1 + day / 30.5) / 12;
}

/// Why a row cannot be used.
struct NotServed {
  std::string reason;
};

class ServedReader {
 public:
  ServedReader(
      const NamedRow& row, const ReadingRules& rules, const Catalog& catalog, const Scenario& over, std::string place)
      : row_(row), rules_(rules), catalog_(catalog), over_(over), place_(std::move(place)) {}

  ServedRow read() && {
    served_.id = row_["id"];
    served_.source = row_["source"];
    served_.series = row_["series"];
    served_.stack = row_["stack"];
    served_.hardware = row_["hardware"];
    served_.model = row_["model"];
    served_.metric = row_["metric"];
    served_.dtype = row_["dtype"];
    served_.release = release_in(row_["stack_version"]);
    try {
      take_value();
      for (const ReadingRule& rule : rules_.rules)
        if (rule.applies(row_) && !rule.unusable.empty()) throw NotServed{rule.unusable};
      const Metric* metric = find_metric(served_.metric);
      if (!metric) throw NotServed{fmt::format("no prediction for {}", in_quotes(served_.metric))};
      require_unit();
      say("workload.mode", "infer");
      take_columns();
      take_model();
      take_rules();
      take_drafts();
      take_lengths();
      take_split();
      take_batch();
      take_load();
      take_release();
      for (const auto& [key, said] : over_.all()) served_.scenario.set(key, said.value, said.text, said.giver);
      require_machine();
      const bool apart = !row_["decode_gpus"].empty();
      const bool rate_in_flight = served_.metric.starts_with("throughput") && said("serving.concurrency");
      served_.group =
          fmt::format("{}{}", apart ? "disaggregated, " : "", rate_in_flight ? throughput_in_flight : metric->group);
    } catch (const NotServed& why) {
      served_.reason = why.reason;
    } catch (const BadInput& error) {
      served_.reason = error.what();
    }
    return std::move(served_);
  }

 private:
  void say(const std::string& key, const std::string& text) {
    served_.scenario.set(key, text, {place_, BadInput::Kind::data});
  }
  bool said(std::string_view key) const { return served_.scenario.find(key) != nullptr; }

  void take_value() {
    const double value = served_number(row_["value"]);
    if (!(value > 0)) throw NotServed{fmt::format("{} is not a number above zero", in_quotes(row_["value"]))};
    served_.measured = row_["unit"].starts_with("ms") ? value / 1000 : value;
  }

  void require_unit() const {
    const std::string& unit = row_["unit"];
    if (!unit.empty() && std::find(std::begin(units), std::end(units), unit) == std::end(units))
      throw NotServed{fmt::format("invalid unit {}: expected one of {}", in_quotes(unit), fmt::join(units, ", "))};
  }

  void take_columns() {
    for (const auto& [column, key] : rules_.columns)
      if (!row_[column].empty()) say(key, row_[column]);
  }

  void take_model() {
    const auto ids = catalog_.ids("models");
    if (std::find(ids.begin(), ids.end(), row_["model"]) != ids.end()) say("model", row_["model"]);
  }

  void take_rules() {
    for (const ReadingRule& rule : rules_.rules)
      if (rule.applies(row_))
        for (const auto& [key, text] : rule.say)
          if (rule.over || !said(key)) say(key, text);
  }

  /// Drafts whose number is stated, with the tokens per step of the run or those that were published for the model.
  void take_drafts() {
    const std::string& speculative = row_["speculative"];
    if (!has_drafts(speculative)) return;
    const double drafts = number_behind("drafts ", speculative), tokens = number_behind("per step ", speculative);
    const Scenario::Said* model = served_.scenario.find("model");
    const bool published = model && catalog_.entry("models", model->value.word).drafts;
    if (!(drafts >= 1) || (is_absent(tokens) && !published))
      throw NotServed{"speculative decoding: drafted and accepted tokens are not stated"};
    say("serving.draft_tokens", exact(drafts));
    if (!is_absent(tokens)) say("serving.acceptance", exact(acceptance_giving(tokens, drafts)));
  }

  void take_lengths() {
    const double factor = row_["mean_length_factor"].empty() ? 1 : served_number(row_["mean_length_factor"]);
    const double input = length_of(row_["input_len"]), output = length_of(row_["output_len"]);
    if (factor <= 0 || input <= 0 || output <= 0) throw NotServed{"lengths are not above zero"};
    if (!is_absent(input) && !said("serving.input_tokens"))
      say("serving.input_tokens", exact(std::max(1.0, input * factor)));
    if (!is_absent(output) && !said("serving.output_tokens"))
      say("serving.output_tokens", exact(std::max(1.0, output * factor)));
    if (!said("serving.input_tokens") || !said("serving.output_tokens")) throw NotServed{"lengths are not stated"};
  }

  /// Decode workers print their GPUs as one degree, whatever of it is copies of attention; beside them one replica
  /// reads prompts.
  void take_split() {
    const double decoding = served_number(row_["decode_gpus"]);
    if (is_absent(decoding)) return;
    const double all = served_number(row_["tp"]),
                 copies = row_["dp_attention"].empty() ? 1 : served_number(row_["dp_attention"]);
    if (is_absent(all) || std::fmod(all, copies) != 0)
      throw NotServed{"parallelism of the decode workers is not stated"};
    say("layout.tensor", exact(all / copies));
    say("cluster.gpus", exact(decoding + all));
    say("serving.prefill_workers", "1");
    say("serving.prefill_gpus", exact(all));
  }

  void take_batch() {
    const double batch = served_number(row_["batch"]);
    if (!is_absent(batch) && !said("serving.concurrency") && !said("serving.rate")) say("serving.batch", exact(batch));
  }

  /// A rate, where one is stated, or clients. Those of a benchmark that does not print its requests send ten each, as
  /// most do; the first of them wait in means alone.
  void take_load() {
    const double clients = served_number(row_["concurrency"]), rate = served_number(row_["request_rate"]);
    if (!is_absent(rate) && is_absent(clients)) say("serving.rate", exact(rate));
    const bool mean = !served_.metric.ends_with("_median") && !served_.metric.ends_with("_p99");
    if (!is_absent(clients) && mean && !said("serving.requests")) say("serving.requests", exact(10 * clients));
  }

  /// Engines are run soon after they are released: the day of a run tells of the release.
  void take_release() {
    const double year = year_of(row_["date"]);
    if (!is_absent(year) && !said("engine.release_year")) say("engine.release_year", exact(year));
  }

  void require_machine() {
    if (!said("model") && !said("model.hidden")) throw NotServed{"unknown model"};
    if (!said("cluster.system") && !said("accelerator.id")) throw NotServed{"unknown system"};
    if (!said("cluster.gpus")) throw NotServed{"unknown number of GPUs"};
    if (!said("layout.tensor")) take_best_split();
  }

  /// Who does not print how replicas are split will have tried: the one with most tokens per second.
  void take_best_split() {
    const double gpus = served_number(row_["gpus"]);
    std::string best;
    double highest = 0;
    for (double degree = 1; degree <= std::min(gpus, 8.0); degree *= 2) {
      Scenario tried = served_.scenario;
      tried.set("layout.tensor", exact(degree), {place_, BadInput::Kind::data});
      const Case plan = complete(tried, catalog_);
      const double rate = result_row("serving.throughput").value(Once(plan.values, dependents()));
      if (!(rate > highest)) continue;
      highest = rate;
      best = exact(degree);
    }
    if (best.empty()) throw NotServed{"no tensor-parallel degree fits"};
    say("layout.tensor", best);
  }

  const NamedRow& row_;
  const ReadingRules& rules_;
  const Catalog& catalog_;
  const Scenario& over_;
  std::string place_;
  ServedRow served_{};
};

/// What a roofline with one efficiency, three fifths, says of a metric: a rule of thumb. Absent where it tells nothing.
double null_of(const std::string& metric, const Case& plan, const Once& values) {
  constexpr double efficiency = 0.6;
  const auto of = [&](ResultKey id) { return result_row(id).value(values); };
  const double gpus = plan["layout.tensor"] * plan["layout.pipeline"] * plan["layout.attention_data"];
  const double batch = of("serving.running_batch");
  const double bytes = of("memory.served_weights") + batch * of("model.kv_bytes_per_sequence");
  const double reading = bytes / (gpus * efficiency * of("serving.memory_rate"));
  const double computing = 2 * of("model.parameters_active") * batch / (gpus * efficiency * of("serving.half_rate"));
  const double step = std::max(reading, computing), per_gpu = batch / step / gpus;
  if (metric.starts_with("tpot")) return step;
  if (metric == "latency_total") return plan["serving.output_tokens"] * step;
  if (!metric.starts_with("throughput")) return absent;
  return metric.ends_with("per_gpu") ? per_gpu : per_gpu * plan["cluster.gpus"];
}

std::string copies_label(const Case& plan) {
  return plan["layout.attention_data"] > 1 ? "attention DP" : "attention TP";
}
std::string lengths_label(const Case& plan) {
  constexpr double heavy = 4;
  const double ratio = plan["serving.input_tokens"] / plan["serving.output_tokens"];
  return ratio >= heavy ? "prompt-heavy" : ratio <= 1 / heavy ? "decode-heavy" : "balanced";
}
std::string weights_label(const ServedRow& row) {
  const std::string format = row.dtype.substr(0, row.dtype.find_first_of(" ,"));
  return format == "bf16" || format == "fp16" ? "16 bits" : format;
}
std::string release_label(const ServedRow& row, const Case& plan) {
  return row.release.empty() ? "" : fmt::format("{} {}", plan.word("software.id"), row.release);
}
ServedLabels labels_of(const ServedRow& row, const Case& plan) {
  return {copies_label(plan),       lengths_label(plan),         weights_label(row),
          plan.word("software.id"), plan.word("accelerator.id"), release_label(row, plan)};
}

/// Weights that a token is multiplied with: rows of a separate input embedding are looked up.
double multiplied_weights(const Once& values) {
  const auto of = [&](ResultKey id) { return result_row(id).value(values); };
  const double looked_up = of("model.head_parameters") > 0 ? of("model.embedding_parameters") : 0;
  return of("model.parameters_active") - (std::isfinite(looked_up) ? looked_up : 0);
}

/// Seconds that a token takes at least: its active weights are read once at the peak bandwidth of a replica, for all of
/// the drafts that a step may accept. Absent where the CPU has part of the work.
double least_token_time(const Case& plan, const Once& values) {
  const auto of = [&](ResultKey id) { return result_row(id).value(values); };
  const double gpus = plan["layout.tensor"] * plan["layout.pipeline"] * plan["layout.attention_data"];
  const double read = of("memory.served_weights") * multiplied_weights(values) / of("model.parameters");
  return read / (gpus * of("serving.memory_rate") * (1 + plan["serving.draft_tokens"]));
}

/// Output tokens per second that the fastest units of all GPUs multiply at most.
double most_tokens(const Case& plan, const Once& values) {
  double peak = 0;
  for (const InputKey key :
       {InputKey("accelerator.peak_fp16"), InputKey("accelerator.peak_bf16"), InputKey("accelerator.peak_fp8"),
        InputKey("accelerator.peak_fp4"), InputKey("accelerator.peak_int8"), InputKey("accelerator.half_peak")})
    if (plan[key] > peak) peak = plan[key];
  if (peak == 0) return absent;
  return plan["cluster.gpus"] * peak / plan["accelerator.devices"] / (2 * multiplied_weights(values));
}

/// Why no server reaches a number: it is beyond the peak bandwidth or FLOP/s of its GPUs. Empty where one may.
std::string beyond_peak(const ServedRow& row, const Case& plan, const Once& values) {
  if (row.metric.starts_with("throughput")) {
    const double most = most_tokens(plan, values) / (row.metric.ends_with("per_gpu") ? plan["cluster.gpus"] : 1);
    if (!(row.measured > most)) return {};
    return fmt::format(
        "{} is more than the peak FLOP/s of its GPUs allow: expected at most {}",
        pretty(row.measured, Unit::tokens_per_second), pretty(most, Unit::tokens_per_second));
  }
  double tokens = 0;
  if (row.metric.starts_with("tpot")) tokens = 1;
  if (row.metric == "latency_total" || row.metric == "e2e_mean") tokens = plan["serving.output_tokens"];
  const double least = tokens * least_token_time(plan, values);
  if (!(row.measured < least)) return {};
  return fmt::format(
      "{} is less than the peak memory bandwidth of its GPUs allows: expected at least {}",
      pretty(row.measured, Unit::seconds), pretty(least, Unit::seconds));
}

PredictedServing predicted_row(ServedRow& row, const Catalog& catalog) {
  const Case plan = complete(row.scenario, catalog);
  const Once values(plan.values, dependents());
  if (const std::string why = beyond_peak(row, plan, values); !why.empty()) {
    row.impossible = true;
    throw BadInput(BadInput::Kind::data, why);
  }
  const ResultRow& result = result_of_metric(row.metric);
  PredictedServing of{{row.measured, result.value(values), {}, {}}, &row, null_of(row.metric, plan, values)};
  if (const auto ends = range(plan, result)) std::tie(of.p10, of.p90) = *ends;
  row.labels = labels_of(row, plan);
  row.group = fmt::format("{}, {}", plan["model.experts"] > 0 ? "MoE" : "dense", row.group);
  return of;
}

}  // namespace

const ResultRow& result_of_metric(std::string_view metric) { return result_row(find_metric(metric)->result); }

bool PredictedServing::follows() const { return find_metric(row->metric)->follows; }

bool PredictedServing::tells_constants() const {
  return !follows() && !row->metric.ends_with("_p99") && row->metric != "decode_rate" &&
         !row->group.ends_with(throughput_in_flight);
}

bool has_served_rows(std::string_view text, const std::string& source) {
  const WholeSheet csv = measured_sheet(text, source, std::array<std::string_view, 2>{"metric", "value"});
  if (csv.rows.empty()) return false;
  const std::vector<std::string>& header = csv.rows.front().cells;
  const auto has = [&](std::string_view column) {
    return std::find(header.begin(), header.end(), column) != header.end();
  };
  return has("metric") && has("value");
}

std::vector<ServedRow> read_served_rows(
    std::string_view text, const std::string& source, const Catalog& catalog, const Scenario& over) {
  ReadingRules rules = reading_rules(catalog, "inference");
  const WholeSheet sheet = measured_sheet(text, source, columns_of(rules));
  const std::vector<CsvRow>& rows = sheet.rows;
  if (rows.empty()) refuse_contents(source, "expected a header");
  const std::vector<std::string>& header = rows.front().cells;
  refuse_repeated(header, source);
  for (const std::string& column : header) {
    const bool read = std::find(rules.read.begin(), rules.read.end(), column) != rules.read.end();
    if (!read && !rules.columns.contains(column) && !key_of_column(column).empty())
      rules.columns.emplace(column, key_of_column(column));
  }
  std::vector<ServedRow> all;
  all.reserve(rows.size());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string place = fmt::format("{}: row {}", source, rows[i].number);
    std::vector<std::string> cells = rows[i].cells;
    if (sheet.separator == ';')
      for (std::string& cell : cells) cell = with_point(cell, place);
    NamedRow row(header, cells);
    if (row["id"].empty()) row.set("id", fmt::format("row {}", rows[i].number));
    if (row["source"].empty()) row.set("source", std::filesystem::path(source).filename().string());
    all.push_back(ServedReader(row, rules, catalog, over, place).read());
  }
  return all;
}

std::vector<PredictedServing> predict_serving(
    std::vector<ServedRow>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress) {
  std::vector<PredictedServing> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ServedRow& row = rows[i];
    if (row.reason.empty()) try {
        const PredictedServing found = predicted_row(row, catalog);
        if (std::isfinite(found.predicted) && found.predicted > 0)
          all.push_back(found);
        else
          row.reason = not_computed;
      } catch (const BadInput& error) {
        row.reason = error.what();
      }
    if (progress) progress(i + 1);
  }
  return all;
}

}  // namespace llmsize
