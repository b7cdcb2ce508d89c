// SPDX-License-Identifier: Apache-2.0
// Reads measured rows: shape and layout become a scenario, and whatever the row prints of its speed a time per step.
#include "core/calibration/measurement.hpp"

#include "core/calibration/interconnect.hpp"
#include "core/calibration/measured_sheet.hpp"
#include "core/calibration/recipes.hpp"
#include "core/catalog/entry_words.hpp"
#include "core/catalog/release.hpp"
#include "core/files/lowered.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <regex>

namespace llmsize {
namespace {

/// Columns of which one at least says what was measured.
constexpr std::array<std::string_view, 5> measured_columns{
    "iteration_s", "tokens_per_s_per_gpu", "tflops_per_gpu", "mfu_pct", "memory_GB_per_gpu"};

/// In place of a memory that its log prints without a unit.
constexpr std::string_view cell_of_log = "log";

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
      NamedRow row, const ReadingRules& rules, const Recipes& recipes, const Catalog& catalog, const Scenario& over,
      std::string place)
      : row_(std::move(row)), recipes_(recipes), catalog_(catalog), over_(over), place_(std::move(place)) {
    // Which software ran comes first in the rules; later ones rest on it.
    if (const auto ids = catalog.ids("software"); std::find(ids.begin(), ids.end(), row_["software"]) != ids.end())
      row_.set("stack", row_["software"]);
    for (const ReadingRule& rule : rules.rules) {
      if (!rule.applies(row_)) continue;
      rules_.push_back(&rule);
      for (const auto& [key, text] : rule.say)
        if (key == "software.id" && row_["stack"].empty()) row_.set("stack", text);
    }
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
    m.release = row_["release"];
    m.step_time = m.memory = absent;
    try {
      refuse_by_rule();
      refuse_cells();
      take_columns();
      take_local_batch();
      take_recomputed_layers();
      take_stack();
      take_rules(false);
      take_recipe();
      take_rules(true);
      take_interconnect();
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

  [[noreturn]] void refuse_cell(std::string_view column, std::string_view expected) {
    throw Unusable{fmt::format(
        "{}, column {}: invalid value {}: expected {}", place_, in_quotes(column), in_quotes(row_[column]), expected)};
  }

  /// What was measured is a number above zero: another column of the row does not replace a cell that is none.
  void refuse_cells() {
    for (const std::string_view column : measured_columns) {
      if (row_[column].empty() || row_[column] == cell_of_log) continue;
      const double value = number(row_[column]);
      const bool share = column == "mfu_pct";
      if (!(value > 0 && std::isfinite(value)) || (share && value > 100))
        refuse_cell(column, share ? "a percentage from 0 to 100" : "a number above zero, such as 1.5");
    }
  }

  /// The precision of a row that no rule reads: one that the cell names, "amp_bf16", else bf16, where it has none.
  std::string usual_precision() {
    const std::string& cell = row_["dtype"];
    if (cell.empty() || cell.find("bfloat16") != std::string::npos) return "bf16";
    std::vector<std::string_view> words;
    for (const Option& option : find_choice("workload.precision")->options)
      if (option.word != "best") words.push_back(option.word);
    const auto named = std::find_if(words.begin(), words.end(), [&](std::string_view word) {
      return lowered(cell).find(word) != std::string::npos;
    });
    if (named == words.end()) refuse_cell("dtype", any_of(words));
    return std::string(*named);
  }

  void say(const std::string& key, const std::string& text) {
    measurement_.scenario.set(key, text, {place_, BadInput::Kind::data});
  }

  /// Some print what a replica takes per step in the column of the micro-batch, and say so.
  bool prints_local_batch() const {
    // torchtitan's local batch holds the micro-batches of its pipeline.
    const bool pipelined = row_["stack"] == "torchtitan" && number(row_["pp"]) > 1;
    return pipelined || row_["notes"].find("local batch") != std::string::npos;
  }

  void take_columns() {
    for (const auto& [column, key] : columns_)
      if (!row_[column].empty() && !(column == "micro_batch" && prints_local_batch())) say(key, row_[column]);
    // Publications print nodes beside GPUs, which say all.
    if (!said("cluster.gpus") && !said("cluster.nodes") && !row_["nodes"].empty()) say("cluster.nodes", row_["nodes"]);
  }

  /// "full, 21 of 80 layers".
  void take_recomputed_layers() {
    static const std::regex part(R"(full, (\d{1,4}) of (\d{1,4}) layers)");
    std::smatch layers;
    if (!std::regex_match(row_["recompute"], layers, part)) return;
    say("layout.recompute_fraction", exact(std::stod(layers[1]) / std::stod(layers[2])));
    say("layout.recompute_core", "0");
  }

  void take_local_batch() {
    if (!prints_local_batch() || said("workload.global_batch")) return;
    const auto degree = [&](const char* column) { return row_[column].empty() ? 1 : number(row_[column]); };
    const double batch =
        number(row_["micro_batch"]) * number(row_["gpus"]) / (degree("tp") * degree("pp") * degree("cp"));
    if (!is_absent(batch)) say("workload.global_batch", exact(batch));
  }

  /// A name of software that neither the catalog nor a rule knows is refused as an unknown id.
  void take_stack() {
    if (row_["stack"].empty() || row_["stack"] == row_["software"])
      if (!row_["software"].empty()) say("software.id", row_["software"]);
  }

  /// What the recipe turns on that the run followed, where neither the row nor a rule says it.
  void take_recipe() {
    const Scenario::Said* const stack = measurement_.scenario.find("software.id");
    if (!stack || !recipes_.are_of(std::string(base_of_release(stack->value.word)))) return;
    const auto word = [&](std::string_view key) {
      const Scenario::Said* said = measurement_.scenario.find(key);
      return said ? said->value.word : std::string{};
    };
    const bool adapts = word("workload.adapter") == "lora";
    const bool tunes = row_["text"].find("SFT") != std::string::npos;
    RecipeQuestion run{
        row_["release"],
        word("model"),
        row_["gpu"],
        word("workload.precision"),
        adapts  ? "lora"
        : tunes ? "sft"
                : "pretrain",
        {}};
    if (run.precision.empty()) run.precision = "bf16";
    for (const char* degree : {"tp", "pp", "cp", "ep", "vpp"}) run.layout.emplace(degree, row_[degree]);
    const auto found = recipes_.followed(run);
    const auto says = found ? found->say : is_mixture() ? recipes_.usual(run) : Recipe{}.say;
    const std::string because =
        found ? fmt::format("recipe of release {} for {} on {}", found->release, found->model, found->gpu)
              : "most recipes of mixtures for this accelerator";
    const auto take = [&](const std::string& key, const std::string& text) {
      if (said(key)) return;
      say(key, text);
      measurement_.assumed.push_back(fmt::format("{} = {}: {}", key, text, because));
    };
    for (const auto& [key, text] : says) take(key, text);
    if (!found || row_["pp"].empty()) return;
    const auto pipeline = found->layout.find("pp"), interleave = found->layout.find("vpp");
    if (pipeline != found->layout.end() && pipeline->second == row_["pp"] && interleave != found->layout.end())
      take("layout.interleave", interleave->second);
  }

  /// Whether the row or the model that it names has experts.
  bool is_mixture() const {
    if (said("model.experts")) return true;
    return said("model") &&
           catalog_.entry("models", measurement_.scenario.find("model")->value.word).find("model.experts") != nullptr;
  }

  /// The ports that the row prints instead of those of its system. Its node may be a part of the system's: trays of a
  /// rack.
  void take_interconnect() {
    // The patterns that read it take stack for every character.
    constexpr std::size_t longest = 500;
    if (row_["interconnect"].size() > longest)
      throw Unusable{fmt::format("interconnect: expected a text of at most {} bytes", longest)};
    if (row_["interconnect"].empty() || !said("cluster.system") || said("node.compute_nics") || said("node.nic_rate"))
      return;
    const Entry& system = catalog_.entry("systems", measurement_.scenario.find("cluster.system")->value.word);
    const auto of_node = [&](const char* key) {
      const Fact* fact = system.find(key);
      return fact && fact->number ? *fact->number : 1;
    };
    const double whole = of_node("node.accelerators"), all_ports = of_node("node.compute_nics");
    const double printed = number(row_["gpus"]) / number(row_["nodes"]);
    const double own = printed > 0 && printed < whole ? printed : whole;
    auto ports = ports_of(row_["interconnect"], own, all_ports * own / whole);
    if (!ports) return;
    ports->count *= whole / own;
    // What is so much slower than the system's own network is another one.
    constexpr double least = 0.1;
    if (ports->count * ports->rate < least * all_ports * of_node("node.nic_rate")) {
      measurement_.assumed.push_back(fmt::format(
          "node.nic_rate: that of the system, as {} is below a tenth of it", in_quotes(row_["interconnect"])));
      return;
    }
    say("node.compute_nics", exact(ports->count));
    say("node.nic_rate", fmt::format("{}Gb/s", exact(ports->rate * 8 / 1e9)));
  }

  void take_rules(bool last) {
    for (const ReadingRule* rule : rules_) {
      if (rule->last != last) continue;
      for (const auto& [key, text] : rule->say) {
        if (!rule->over && measurement_.scenario.find(key)) continue;
        say(key, text);
        if (rule->spread > 0) spreads_.emplace_back(key, rule->spread);
        if (!rule->because.empty())
          measurement_.assumed.push_back(fmt::format("{} = {}: {}", key, text, rule->because));
      }
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
    if (is_absent(layers) || layers < 1) throw Unusable{"unknown model shape"};
    say("model.layers", exact(layers));
    measurement_.assumed.push_back(
        fmt::format("model.layers = {}: parameters over 12·h², as many per stage", exact(layers)));
  }

  /// What a run does not say of its work is the least, and 16 bit: how the model was once trained says nothing of it.
  void assume_work() {
    const bool batch = said("workload.global_batch") || said("workload.accumulation");
    if (!batch) say("workload.accumulation", "1");
    if (!said("workload.precision")) say("workload.precision", usual_precision());
  }

  /// The micro-batch that nobody printed: the fastest of those that fit, as whoever ran it will have tried. Where
  /// several fit, that is a guess.
  void assume_micro_batch() {
    constexpr double largest = 32, guessed = 0.35;
    if (said("layout.micro_batch") || !said("workload.global_batch")) return;
    Scenario tried = measurement_.scenario;
    const Case bare = complete(tried, catalog_);
    const double of_rank = input(bare, "workload.global_batch") / input(bare, "layout.data");
    double best = absent, least = absent;
    int fitting = 0;
    for (double size = 1; size <= std::min(of_rank, largest); size *= 2) {
      if (std::fmod(of_rank, size) != 0) break;
      tried.set("layout.micro_batch", exact(size), {place_, BadInput::Kind::data});
      const Case plan = complete(tried, catalog_);
      if (!(result(plan, "memory.gpu_total") <= result(plan, "memory.gpu_capacity"))) break;
      ++fitting;
      const double time = result(plan, "training.step_time");
      if (is_absent(least) || time < least) best = size, least = time;
    }
    if (is_absent(best)) best = 1;
    say("layout.micro_batch", exact(best));
    if (fitting > 1) spreads_.emplace_back("layout.micro_batch", guessed);
    measurement_.assumed.push_back(fmt::format("layout.micro_batch = {}: the fastest that fits", exact(best)));
  }

  /// A model of the catalog cut down to the row's layers keeps its share of dense ones, one where it has any.
  void cut_model() {
    const double layers = said_number("model.layers");
    if (!said("model") || is_absent(layers) || said("model.moe_layers")) return;
    const Entry& model = catalog_.entry("models", measurement_.scenario.find("model")->value.word);
    const Fact* all = model.find("model.layers");
    const Fact* mixtures = model.find("model.moe_layers");
    if (!all || !mixtures || layers >= *all->number) return;
    const double dense = *all->number - *mixtures->number;
    const double kept = dense > 0 ? std::max(1.0, std::round(dense * layers / *all->number)) : 0;
    say("model.moe_layers", exact(std::max(0.0, layers - kept)));
  }

  /// When it was measured, as a year with a fraction: the month of its release, else the middle of its year, else now.
  double date_of_row() const {
    const std::string& release = row_["release"];
    if (release.size() == 5) return 2000 + number(release.substr(0, 2)) + number(release.substr(3)) / 12;
    const double year = number(row_["year"]);
    return is_absent(year) ? about_of(InputKey("software.as_of")).initial.value_or(2026) : year + 0.5;
  }

  void complete_row() {
    Measurement& m = measurement_;
    for (const auto& [key, said] : over_.all()) m.scenario.set(key, said.value, said.text, said.giver);
    m.software = m.scenario.find("software.id") ? m.scenario.find("software.id")->value.word : "generic";
    if (const std::string mixtures = word_of(catalog_.entry("software", m.software), "mixtures");
        !mixtures.empty() && is_mixture() && !row_["software"].starts_with(m.software)) {
      m.software = mixtures;
      say("software.id", mixtures);
    }
    if (const std::string release = at_release(catalog_, m.software, row_["release"]); release != m.software) {
      m.software = release;
      say("software.id", release);
    }
    if (!said("software.as_of")) say("software.as_of", exact(date_of_row()));
    if (!said("model") && !said("model.hidden")) throw Unusable{"unknown model shape"};
    if (!said("layout.tensor") || !said("layout.pipeline")) throw Unusable{"unknown TP or PP degree"};
    if (!said("cluster.gpus") && !said("cluster.nodes")) throw Unusable{"unknown number of GPUs"};
    if (!said("workload.sequence")) throw Unusable{"unknown sequence length"};
    if (!said("model") && !said("model.layers")) derive_layers();
    if (!said("model") && !said("model.heads")) throw Unusable{"unknown model shape"};
    if (!unpredicted_.empty()) throw BadInput(BadInput::Kind::data, unpredicted_);
    if (!said("cluster.system") && !said("accelerator.id"))
      throw BadInput(BadInput::Kind::data, fmt::format("accelerator {} is not in the rules", in_quotes(m.accelerator)));
    cut_model();
    assume_work();
    assume_micro_batch();
    m.plan = complete(m.scenario, catalog_);
    // Typical software is a stack of the accelerator.
    if (m.software == usual_software) m.software = m.plan->word("software.id");
    if (m.model.empty()) m.model = m.plan->name(WordKey("model"));
    if (m.accelerator.empty()) m.accelerator = m.plan->name(WordKey("accelerator.id"));
    for (const auto& [key, spread] : spreads_)
      if (const auto input = InputKey::find(key)) m.plan->spreads[input->slot()] = spread;
    m.series = fmt::format("{}|{}|{}|{}", m.software, m.source, m.model, m.accelerator);
  }

  void take_memory() {
    Measurement& m = measurement_;
    m.tells_recomputation = !row_["recompute"].empty() && row_["recompute"].find("not stated") == std::string::npos;
    const std::string& notes = row_["notes"];
    m.out_of_memory = notes.starts_with("OOM") || notes.find("OOM on") != std::string::npos ||
                      notes.find("OOM: does-not-fit") != std::string::npos;
    m.memory = number(row_["memory_GB_per_gpu"]);
    if (is_absent(m.memory)) return;
    double unit = 1e9;
    m.memory_metric = "memory.gpu_total";
    for (const ReadingRule* rule : rules_) {
      if (rule->memory_unit > 0) unit = rule->memory_unit;
      if (rule->memory) m.memory_metric = rule->memory->text();
    }
    m.memory *= unit;
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
    if (!is_absent(m.step_time) && !(m.step_time > 0 && std::isfinite(m.step_time)))
      throw Unusable{"expected a time or a rate above zero"};
    require_possible();
  }

  /// No step is shorter than its model FLOPs take at peak; of attention the half that causal kernels compute counts.
  void require_possible() {
    Measurement& m = measurement_;
    Once values(m.plan->values, dependents());
    values.change(InputKey("software.attention_share"), 0.5);
    const double gpus = input(*m.plan, "cluster.gpus");
    const double least =
        result_row("training.model_flop").value(values) / (gpus * result(*m.plan, "training.gpu_peak"));
    if (!(m.step_time < least)) return;
    m.impossible = true;
    throw Unusable{fmt::format(
        "a step of {} is faster than the peak FLOP/s of {} allow: expected at least {}",
        pretty(m.step_time, Unit::seconds), gpus == 1 ? "1 GPU" : fmt::format("{} GPUs", exact(gpus)),
        pretty(least, Unit::seconds))};
  }

  NamedRow row_;
  const Recipes& recipes_;
  const Catalog& catalog_;
  const Scenario& over_;
  std::string place_;
  std::vector<const ReadingRule*> rules_;
  std::map<std::string, std::string, std::less<>> columns_;
  std::vector<std::pair<std::string, double>> spreads_;
  std::string unpredicted_;
  Measurement measurement_;
};

void require_measured_column(const std::vector<std::string>& header, const std::string& source) {
  for (const std::string_view column : measured_columns)
    if (std::find(header.begin(), header.end(), column) != header.end()) return;
  throw BadInput(
      BadInput::Kind::data, fmt::format(
                                "{}: expected one of the columns {} for training step measurements", source,
                                fmt::join(measured_columns, ", ")));
}

/// Columns that are read of a training's row.
std::vector<std::string_view> columns_of_training(const ReadingRules& rules) {
  std::vector<std::string_view> columns = columns_of(rules);
  columns.insert(columns.end(), measured_columns.begin(), measured_columns.end());
  return columns;
}

/// Throws BadInput: unknown_id, for hardware and software that options name and the catalog does not have: no row can
/// be compared with them.
void require_entries(const Scenario& over, const Catalog& catalog) {
  for (const Reference* reference : references()) {
    const Scenario::Said* said = over.find(reference->key);
    if (!said || said->value.word == usual_software) continue;
    if (reference->kind == "software")
      catalog.entry(reference->kind, base_of_release(said->value.word));
    else if (reference->kind == "systems" || reference->kind == "accelerators")
      catalog.entry(reference->kind, said->value.word);
  }
}

bool is_read(const ReadingRules& rules, const std::string& column) {
  return std::find(rules.read.begin(), rules.read.end(), column) != rules.read.end();
}

/// Whether cells of a column are numbers.
bool is_number(const ReadingRules& rules, const std::string& column) {
  const auto found = rules.columns.find(column);
  return found != rules.columns.end()
             ? find_input(found->second) != nullptr
             : std::find(measured_columns.begin(), measured_columns.end(), column) != measured_columns.end();
}

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
  require_entries(over, catalog);
  ReadingRules rules = reading_rules(catalog, "training");
  const WholeSheet csv = measured_sheet(text, source, columns_of_training(rules));
  if (csv.rows.empty()) throw BadInput(BadInput::Kind::data, fmt::format("{}: expected a header", source));
  const std::vector<std::string>& header = csv.rows.front().cells;
  refuse_repeated(header, source);
  require_measured_column(header, source);
  const Recipes recipes(catalog);
  for (const std::string& column : header)
    if (!rules.columns.contains(column) && !is_read(rules, column) && !key_of_column(column).empty())
      rules.columns.emplace(column, key_of_column(column));
  std::vector<Measurement> all;
  for (std::size_t i = 1; i < csv.rows.size(); ++i) {
    const std::string place = fmt::format("{}: row {}", source, csv.rows[i].number);
    std::vector<std::string> cells = csv.rows[i].cells;
    if (csv.separator == ';')
      for (std::size_t at = 0; at < std::min(cells.size(), header.size()); ++at)
        if (is_number(rules, header[at])) cells[at] = with_point(cells[at], place);
    NamedRow row(header, cells);
    if (row["id"].empty()) row.set("id", fmt::format("row {}", csv.rows[i].number));
    if (row["source"].empty()) row.set("source", std::filesystem::path(source).filename().string());
    all.push_back(RowReader(std::move(row), rules, recipes, catalog, over, place).read());
  }
  return all;
}

std::vector<std::string> unread_columns(std::string_view text, const std::string& source, const Catalog& catalog) {
  const ReadingRules rules = reading_rules(catalog, "training");
  const WholeSheet csv = measured_sheet(text, source, columns_of_training(rules));
  std::vector<std::string> known = rules.read;
  for (const auto& [column, key] : rules.columns) known.push_back(column);
  for (const std::string_view key : scenario_keys()) known.emplace_back(key);
  std::vector<std::string> sentences = csv.notes;
  if (csv.rows.empty()) return sentences;
  for (const std::string& column : csv.rows.front().cells)
    if (!column.empty() && std::find(known.begin(), known.end(), column) == known.end() &&
        key_of_column(column).empty()) {
      const std::string hint = did_you_mean(column, {known.begin(), known.end()});
      sentences.push_back(
          fmt::format("{}: column {} is not read{}{}", source, in_quotes(column), hint.empty() ? "" : "; ", hint));
    }
  return sentences;
}

}  // namespace llmsize
