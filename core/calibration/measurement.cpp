// SPDX-License-Identifier: Apache-2.0
// Reads measured rows: shape and layout become a scenario, and whatever the row prints of its speed a time per step.
#include "core/calibration/measurement.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::array<std::string_view, 6> required_columns{"id", "source", "gpu", "gpus", "seq", "iteration_s"};

double number(const std::string& cell) { return parse(cell, Unit::count).value_or(absent); }

double input(const Case& plan, InputKey key) { return plan[key]; }

double result(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }

/// Why a row cannot be used.
struct Unusable {
  std::string reason;
};

class RowReader {
 public:
  RowReader(
      const NamedRow& row, const ReadingRules& rules, const Catalog& catalog, const Scenario& over, std::string place)
      : row_(row), catalog_(catalog), over_(over), place_(std::move(place)) {
    for (const ReadingRule& rule : rules.rules)
      if (rule.applies(row)) rules_.push_back(&rule);
    columns_ = rules.columns;
    for (const ReadingRule* rule : rules_)
      for (const auto& [column, key] : rule->columns) columns_[column] = key;
  }

  Measurement read() && {
    Measurement& m = measurement_;
    m.id = row_["id"];
    m.source = row_["source"];
    m.model = row_["model_name"];
    m.accelerator = row_["gpu"];
    m.step_time = m.memory = absent;
    try {
      refuse_by_rule();
      take_columns();
      take_rules();
      complete_row();
      take_memory();
      take_time();
      if (is_absent(m.step_time) && is_absent(m.memory) && !m.out_of_memory)
        throw Unusable{"no time: neither a time, nor a rate with batch and convention"};
    } catch (const Unusable& why) {
      m.status = Measurement::Status::unusable;
      m.reason = why.reason;
    } catch (const BadInput& error) {
      m.status = Measurement::Status::unpredicted;
      m.reason = error.what();
    }
    return std::move(m);
  }

 private:
  void refuse_by_rule() {
    for (const ReadingRule* rule : rules_) {
      if (!rule->unusable.empty()) throw Unusable{rule->unusable};
      if (!rule->unpredicted.empty() && unpredicted_.empty()) unpredicted_ = rule->unpredicted;
    }
  }

  void say(const std::string& key, const std::string& text) {
    measurement_.scenario.set(key, text, {place_, BadInput::Kind::data});
  }

  void take_columns() {
    for (const auto& [column, key] : columns_)
      if (!row_[column].empty()) say(key, row_[column]);
  }

  void take_rules() {
    for (const ReadingRule* rule : rules_)
      for (const auto& [key, text] : rule->say) {
        if (!rule->over && measurement_.scenario.find(key)) continue;
        say(key, text);
        if (rule->spread > 0) spreads_.emplace_back(key, rule->spread);
        if (!rule->because.empty())
          measurement_.assumed.push_back(fmt::format("{} = {}: {}", key, text, rule->because));
      }
  }

  bool said(std::string_view key) const { return measurement_.scenario.find(key) != nullptr; }
  double said_number(std::string_view key) const {
    const Scenario::Said* said = measurement_.scenario.find(key);
    return said && said->value.number ? *said->value.number : absent;
  }

  /// Layers that a parameter count and a width imply, as many per stage.
  void derive_layers() {
    const double parameters = number(row_["params"]), hidden = said_number("model.hidden"),
                 stages = said_number("layout.pipeline");
    const double layers = stages * std::round(parameters / (12 * hidden * hidden) / stages);
    if (is_absent(layers) || layers < 1) throw Unusable{"the shape of the model is not known"};
    say("model.layers", exact(layers));
    measurement_.assumed.push_back(
        fmt::format("model.layers = {}: parameters over 12·h², as many per stage", exact(layers)));
  }

  /// Two layers per virtual stage where that divides, one otherwise: what published Megatron-Core runs use.
  void assume_interleave() {
    const double layers = said_number("model.layers"), stages = said_number("layout.pipeline");
    if (said("layout.interleave") || !(stages > 1) || is_absent(layers)) return;
    const bool interleaves =
        measurement_.software.rfind("nemo", 0) == 0 || measurement_.software.rfind("megatron-bridge", 0) == 0;
    if (!interleaves) return;
    const double run = std::floor(layers / stages);
    const double interleave = std::fmod(layers / stages, 2) == 0 ? run / 2 : run;
    if (interleave < 1) return;
    say("layout.interleave", exact(interleave));
    measurement_.assumed.push_back(
        fmt::format("layout.interleave = {}: one or two layers per virtual stage", exact(interleave)));
  }

  /// What a run does not say of its work is the least, and 16 bit: how the model was once trained says nothing of it.
  void assume_work() {
    const bool batch = said("workload.global_batch") || said("workload.accumulation");
    if (!batch) say("workload.accumulation", "1");
    if (!said("workload.precision")) say("workload.precision", "bf16");
  }

  /// A model of the catalog cut down to the row's layers loses MoE layers first.
  void cut_model() {
    const double layers = said_number("model.layers");
    if (!said("model") || is_absent(layers) || said("model.moe_layers")) return;
    const Entry& model = catalog_.entry("models", measurement_.scenario.find("model")->value.word);
    const Fact* all = model.find("model.layers");
    const Fact* mixtures = model.find("model.moe_layers");
    if (all && mixtures && layers < *all->number)
      say("model.moe_layers", exact(std::max(0.0, *mixtures->number - (*all->number - layers))));
  }

  void complete_row() {
    Measurement& m = measurement_;
    for (const auto& [key, said] : over_.all()) m.scenario.set(key, said.value, said.text, said.giver);
    m.software = m.scenario.find("software.id") ? m.scenario.find("software.id")->value.word : "generic";
    if (!said("model") && !said("model.hidden")) throw Unusable{"the shape of the model is not known"};
    if (!said("layout.tensor") || !said("layout.pipeline")) throw Unusable{"tensor or pipeline degree is not known"};
    if (!said("cluster.gpus")) throw Unusable{"the number of GPUs is not known"};
    if (!said("workload.sequence")) throw Unusable{"the sequence length is not known"};
    if (!said("model") && !said("model.layers")) derive_layers();
    if (!said("model") && !said("model.heads")) throw Unusable{"the shape of the model is not known"};
    if (!unpredicted_.empty()) throw BadInput(BadInput::Kind::data, unpredicted_);
    if (!said("cluster.system") && !said("accelerator.id"))
      throw BadInput(
          BadInput::Kind::data,
          fmt::format("accelerator {} is not among those that the rules know", in_quotes(m.accelerator)));
    cut_model();
    assume_interleave();
    assume_work();
    m.plan = complete(m.scenario, catalog_);
    for (const auto& [key, spread] : spreads_)
      if (const auto input = InputKey::find(key)) m.plan->spreads[input->slot()] = spread;
    m.series = fmt::format("{}|{}|{}|{}", m.software, m.source, m.model, m.accelerator);
  }

  void take_memory() {
    Measurement& m = measurement_;
    m.tells_recomputation = !row_["recompute"].empty() && row_["recompute"].find("not stated") == std::string::npos;
    m.out_of_memory = row_["notes"].find("OOM on") != std::string::npos || row_["notes"].rfind("OOM", 0) == 0;
    m.memory = number(row_["memory_GB_per_gpu"]);
    if (is_absent(m.memory)) return;
    const std::string& kind = row_["memory_kind"];
    m.memory *= kind.find("GiB") != std::string::npos || kind.find("nvidia-smi") != std::string::npos
                    ? 1024.0 * 1024 * 1024
                    : 1e9;
    m.memory_metric = kind.find("allocated") != std::string::npos ? "memory.gpu_allocated" : "memory.gpu_total";
  }

  /// Work that the row's FLOP convention counts for one step.
  double counted_work() const {
    const Case& plan = *measurement_.plan;
    for (const ReadingRule* rule : rules_) {
      if (rule->work.per_parameter > 0)
        return rule->work.per_parameter * result(plan, "model.parameters") * input(plan, "workload.global_batch") *
               input(plan, "workload.sequence");
      if (!rule->work.result) continue;
      Scenario counted = measurement_.scenario;
      counted.set("software.attention_count", rule->work.attention, {place_, BadInput::Kind::data});
      return result(complete(counted, catalog_), *rule->work.result);
    }
    return absent;
  }

  /// One time per row: printed, else from tokens per second, else from a rate with its convention, else from the
  /// utilisation.
  void take_time() {
    Measurement& m = measurement_;
    const double gpus = input(*m.plan, "cluster.gpus");
    const double tokens = input(*m.plan, "workload.global_batch") * input(*m.plan, "workload.sequence");
    m.step_time = number(row_["iteration_s"]);
    if (is_absent(m.step_time)) m.step_time = tokens / (number(row_["tokens_per_s_per_gpu"]) * gpus);
    if (is_absent(m.step_time)) m.step_time = counted_work() / (number(row_["tflops_per_gpu"]) * 1e12 * gpus);
    if (is_absent(m.step_time))
      m.step_time = counted_work() / (number(row_["mfu_pct"]) / 100 * result(*m.plan, "training.gpu_peak") * gpus);
  }

  const NamedRow& row_;
  const Catalog& catalog_;
  const Scenario& over_;
  std::string place_;
  std::vector<const ReadingRule*> rules_;
  std::map<std::string, std::string, std::less<>> columns_;
  std::vector<std::pair<std::string, double>> spreads_;
  std::string unpredicted_;
  Measurement measurement_;
};

}  // namespace

bool Measurement::has_time() const { return status == Status::usable && step_time > 0; }

std::vector<const Measurement*> timed_rows(const std::vector<Measurement>& rows) {
  std::vector<const Measurement*> all;
  for (const Measurement& row : rows)
    if (row.has_time()) all.push_back(&row);
  return all;
}

bool Measurement::mixture() const { return plan && input(*plan, "model.experts") > 0; }

std::vector<Measurement> read_measurements(
    std::string_view text, const std::string& source, const Catalog& catalog, const Scenario& over) {
  const Csv csv = parse_csv(text, source);
  if (csv.rows.empty()) throw BadInput(BadInput::Kind::data, fmt::format("{}: a header is expected", source));
  std::vector<std::string> header = csv.rows.front().cells;
  for (const std::string_view column : required_columns)
    if (std::find(header.begin(), header.end(), column) == header.end())
      throw BadInput(
          BadInput::Kind::data,
          fmt::format("{}: measurements of training steps have a column {}", source, in_quotes(column)));
  ReadingRules rules = reading_rules(catalog, "training");
  // A column named after an input says that input.
  for (const std::string& column : header)
    if (!rules.columns.contains(column) && column.find('.') != std::string::npos && !key_of_column(column).empty())
      rules.columns.emplace(column, key_of_column(column));
  std::vector<Measurement> all;
  for (std::size_t i = 1; i < csv.rows.size(); ++i) {
    const NamedRow row(header, csv.rows[i].cells);
    all.push_back(RowReader(row, rules, catalog, over, fmt::format("{}: row {}", source, csv.rows[i].number)).read());
  }
  return all;
}

}  // namespace llmsize
