// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/load_tests/rows.hpp"

#include "core/calibration/load_tests/checks.hpp"
#include "core/catalog/drafts.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace llmsize {
namespace {

/// The columns that rows of published serving have for inputs. Any other input is a column by its key.
struct InputColumn {
  std::string_view key, column;
};
constexpr InputColumn input_columns[] = {
    {"model", "model"},
    {"cluster.gpus", "gpus"},
    {"layout.tensor", "tp"},
    {"layout.pipeline", "pp"},
    {"layout.expert", "ep"},
    {"serving.concurrency", "concurrency"},
    {"serving.rate", "request_rate"},
    {"serving.requests", "requests"},
    {"serving.input_tokens", "input_len"},
    {"serving.output_tokens", "output_len"},
};
const std::vector<std::string> first_columns = {
    "id",   "source",      "model",        "hardware",      "dtype",       "gpus",       "tp",     "pp",
    "ep",   "concurrency", "request_rate", "requests",      "input_len",   "output_len", "metric", "value",
    "unit", "date",        "stack",        "stack_version", "speculative", "notes"};

/// What the file holds: another value would be of another run.
constexpr ScenarioKey measured_keys[] = {
    "serving.rate", "serving.concurrency", "serving.requests", "serving.input_tokens", "serving.output_tokens"};

using Cells = std::map<std::string, std::string, std::less<>>;

std::string word_in(const Scenario& scenario, ScenarioKey key) {
  const Scenario::Said* found = scenario.find(key);
  return found ? found->value.word : std::string{};
}

double number_in(const Scenario& scenario, ScenarioKey key, double otherwise) {
  const Scenario::Said* found = scenario.find(key);
  return found && found->value.number ? *found->value.number : otherwise;
}

void require_said(const Scenario& said, const std::string& source) {
  for (const ScenarioKey key : measured_keys)
    if (const Scenario::Said* found = said.find(key))
      throw BadInput(BadInput::Kind::usage, fmt::format("{}: already in {}", found->giver, source));
  const bool hardware = said.find("cluster.system") || said.find("accelerator.id");
  if (hardware && said.find("layout.tensor")) return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format("{}: load tests do not contain {}", source, hardware ? "the layout" : "hardware and layout"),
      hardware ? "set --tp, and --pp or --ep if used" : "set --system (or --accelerator) and --tp");
}

bool is_in_catalog(const std::string& model, const Catalog& catalog) {
  const auto known = catalog.ids("models");
  return std::find(known.begin(), known.end(), model) != known.end();
}

/// The id of the model that the user states, or that a run names.
std::string model_of(const LoadTestRun& run, const Scenario& said, const Catalog& catalog) {
  if (const std::string stated = word_in(said, "model"); !stated.empty()) {
    std::string id = catalog.id_of("models", stated);
    if (!is_in_catalog(id, catalog)) {
      catalog.entry("models", stated);  // refuses an unknown name with the nearest
      refuse_value("--model", stated, "a model ID of the catalog");
    }
    return id;
  }
  if (run.models.size() == 1)
    if (std::string id = catalog.id_of("models", run.models.front()); is_in_catalog(id, catalog)) return id;
  const std::string what = run.models.empty()       ? "the model is not in the file"
                           : run.models.size() == 1 ? "unknown model " + in_quotes(run.models.front())
                                                    : "more than one model";
  throw BadInput(
      BadInput::Kind::unknown_id, fmt::format("{}: {}", run.place, what), "set --model, e.g. --model llama-3.1-70b");
}

/// What ran, as the case that its rows are compared with.
class RunScenario {
 public:
  RunScenario(const LoadTestRun& run, const Scenario& said, const Catalog& catalog) : run_(run), scenario_(said) {
    set("workload.mode", "infer");
    scenario_.set("model", model_of(run, said, catalog), giver());
    if (!run.engine.empty()) set("software.id", run.engine);
    set("serving.input_tokens", std::max(1.0, run.input.mean));
    set("serving.output_tokens", std::max(1.0, run.output.mean));
    set("serving.input_cv2", run.input.cv2);
    set("serving.output_cv2", run.output.cv2);
    set("serving.requests", run.completed);
    take_load();
    take_gpus();
    take_drafts();
  }

  Scenario take() && { return std::move(scenario_); }

 private:
  Giver giver() const { return {run_.place, BadInput::Kind::data}; }
  bool said(ScenarioKey key) const { return scenario_.find(key) != nullptr; }
  void set(ScenarioKey key, std::string_view text) {
    if (!said(key)) scenario_.set(key, text, giver());
  }
  void set(ScenarioKey key, double value) {
    if (!is_absent(value)) set(key, exact(value));
  }

  void take_load() {
    if (run_.has_clients()) return set("serving.concurrency", run_.concurrency);
    if (run_.is_burst()) return;
    set("serving.rate", run_.rate);
    // Constant arrivals have no variation; the input has a least value.
    constexpr double least_cv2 = 0.01;
    if (run_.arrival_cv2 != 1) set("serving.arrival_cv2", std::max(least_cv2, run_.arrival_cv2));
  }

  /// One replica, where neither GPUs nor nodes are stated.
  void take_gpus() {
    if (said("cluster.gpus") || said("cluster.nodes")) return;
    double gpus = 1;
    for (const ScenarioKey key :
         {ScenarioKey("layout.tensor"), ScenarioKey("layout.pipeline"), ScenarioKey("layout.attention_data")})
      gpus *= number_in(scenario_, key, 1);
    set("cluster.gpus", gpus);
  }

  void take_drafts() {
    const double drafts = number_in(scenario_, "serving.draft_tokens", 0);
    if (drafts > 0 && run_.accepted > 1) set("serving.acceptance", acceptance_giving(run_.accepted, drafts));
  }

  const LoadTestRun& run_;
  Scenario scenario_;
};

/// The name of an engine in rows of published serving.
std::string stack_of(const std::string& software) { return software == "tensorrt-llm" ? "trtllm" : software; }

/// What all rows of a run have in common.
Cells common_cells(
    const LoadTestRun& run, const Scenario& scenario, const Case& plan, const std::vector<std::string>& notes) {
  Cells cells;
  for (const auto& [key, said] : scenario.all()) {
    if (key == "workload.mode") continue;
    const auto* column = std::find_if(
        std::begin(input_columns), std::end(input_columns), [&](const InputColumn& each) { return each.key == key; });
    cells[column == std::end(input_columns) ? key : std::string(column->column)] = said.text;
  }
  cells["gpus"] = exact(plan["cluster.gpus"]);
  if (scenario.find("cluster.system")) cells["hardware"] = plan.word("cluster.system");
  if (cells["dtype"] = word_in(scenario, "serving.weight_dtype"); !cells["dtype"].empty())
    cells["serving.kv_dtype"] =
        plan.word("serving.kv_dtype");  // rules of published rows would infer it from the weights
  if (scenario.find("software.id")) cells["stack"] = stack_of(plan.word("software.id"));
  cells["date"] = run.date;
  if (run.is_burst()) cells["request_rate"] = "inf";
  if (run.accepted > 1 && number_in(scenario, "serving.draft_tokens", 0) == 0)
    cells["speculative"] = fmt::format("draft tokens not stated; accepted {} per step", exact(run.accepted));
  cells["notes"] = fmt::format("{}", fmt::join(notes, "; "));
  return cells;
}

struct MeasuredNumber {
  std::string_view metric;
  double value;
  std::string_view unit;
};

/// The numbers of a run that something is predicted for.
std::vector<MeasuredNumber> numbers_of(const LoadTestRun& run) {
  const bool at_rate = !run.has_clients() && !run.is_burst();
  std::vector<MeasuredNumber> all{
      {"ttft_mean", run.ttft.mean, "s"},
      {"ttft_median", run.ttft.median, "s"},
      {"ttft_p99", run.ttft.p99, "s"},
      {"tpot_mean", run.tpot.mean, "s"},
      {"tpot_median", run.tpot.median, "s"},
      {"tpot_p99", run.tpot.p99, "s"},
      {"itl_p99", run.itl.p99, "s"},
      {"e2e_mean", run.latency.mean, "s"},
      {at_rate ? "throughput_at_rate" : "throughput_output", run.output_throughput, "tokens/s"}};
  std::erase_if(all, [](const MeasuredNumber& each) { return !(each.value > 0); });
  return all;
}

LoadTestLimits limits_of(const Case& plan) {
  const Once values(plan.values, dependents());
  return {result_row("serving.max_concurrency").value(values), result_row("serving.utilisation").value(values)};
}

PublishedRows table_of(const std::vector<Cells>& rows) {
  PublishedRows table{first_columns, {}};
  std::set<std::string> further;
  for (const Cells& row : rows)
    for (const auto& [column, cell] : row)
      if (std::find(first_columns.begin(), first_columns.end(), column) == first_columns.end()) further.insert(column);
  table.header.insert(table.header.end(), further.begin(), further.end());
  for (const Cells& row : rows) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const std::string& column : table.header) {
      const auto found = row.find(column);
      cells.push_back(found == row.end() ? std::string{} : found->second);
    }
  }
  return table;
}

}  // namespace

LoadTestRows load_test_rows(
    const LoadTestTool& tool, std::string_view text, const std::string& source, const Scenario& said,
    const Catalog& catalog) {
  LoadTestRows all{read_load_test(tool, text, source), {}, {}};
  require_said(said, source);
  const std::string file = std::filesystem::path(source).filename().string();
  std::vector<Cells> rows;
  for (const LoadTestRun& run : all.runs) {
    const Scenario scenario = RunScenario(run, said, catalog).take();
    const Case plan = complete(scenario, catalog);
    all.notes.push_back(load_test_notes(run, limits_of(plan)));
    const Cells common = common_cells(run, scenario, plan, all.notes.back());
    for (const MeasuredNumber& each : numbers_of(run)) {
      Cells& row = rows.emplace_back(common);
      row["id"] = fmt::format("run {}, {}", all.notes.size(), each.metric);
      row["source"] = file;
      row["metric"] = each.metric;
      row["value"] = exact(each.value);
      row["unit"] = each.unit;
    }
  }
  all.table = table_of(rows);
  return all;
}

}  // namespace llmsize
