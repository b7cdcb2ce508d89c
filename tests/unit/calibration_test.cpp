// SPDX-License-Identifier: Apache-2.0
// Measured rows are read as cases, efficiencies are fitted to them, errors are summed up, and calibration files are
// read back.
#include "tests/unit/measured.hpp"

#include "core/calibration/calibration.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>

namespace llmsize::test {
namespace {

using Catch::Contains;
using Cells = std::map<std::string, std::string>;
using Status = Measurement::Status;

/// A run that says all that is needed; tests change what they are about.
const Cells complete_row{
    {"id", "R1"},
    {"source", "my cluster"},
    {"gpu", "H100-SXM-80GB"},
    {"gpus", "16"},
    {"seq", "4096"},
    {"iteration_s", "2.5"},
    {"layers", "32"},
    {"hidden", "4096"},
    {"heads", "32"},
    {"vocab", "50304"},
    {"tp", "2"},
    {"pp", "1"},
    {"micro_batch", "2"},
    {"global_batch", "64"},
    {"software", "nemo"},
    {"kind", "measured"}};

Cells changed(Cells row, const Cells& changes) {
  for (const auto& [column, cell] : changes) row[column] = cell;
  return row;
}

/// A CSV of rows that all have the columns of the first.
std::string csv_of(const std::vector<Cells>& rows) {
  std::string text;
  const auto line = [&](const Cells& row, bool names) {
    std::vector<std::string> cells;
    for (const auto& [column, cell] : row) cells.push_back(names ? column : cell);
    text += fmt::format("{}\n", fmt::join(cells, ","));
  };
  line(rows.front(), true);
  for (const Cells& row : rows) line(row, false);
  return text;
}

std::vector<Measurement> read(const std::vector<Cells>& rows, const Scenario& over = {}) {
  return read_measurements(csv_of(rows), "runs.csv", built_in(), over);
}
Measurement read_one(const Cells& changes, const Scenario& over = {}) {
  return read({changed(complete_row, changes)}, over).front();
}

bool assumes(const Measurement& row, const std::string& start) {
  return std::any_of(
      row.assumed.begin(), row.assumed.end(), [&](const std::string& each) { return each.rfind(start, 0) == 0; });
}

TEST_CASE("a measured row is a case with a time", "[measurement]") {
  const Measurement row = read_one({});
  REQUIRE(row.status == Status::usable);
  CHECK(row.id == "R1");
  CHECK(row.source == "my cluster");
  CHECK(row.software == "nemo");
  CHECK(row.step_time == 2.5);
  CHECK(is_absent(row.memory));
  CHECK_FALSE(row.mixture());
  CHECK(given(*row.plan, "model.layers") == 32);
  CHECK(given(*row.plan, "cluster.gpus") == 16);
  CHECK(given(*row.plan, "layout.data") == 8);
  CHECK(row.plan->words.at("cluster.system").word == "dgx-h100");
  CHECK(origin(*row.plan, "model.layers").detail == "runs.csv: row 2");
}

TEST_CASE("what is read into a blank cell is told with its reason", "[measurement]") {
  const Measurement row = read_one({{"vocab", ""}});
  REQUIRE(row.status == Status::usable);
  CHECK(given(*row.plan, "model.vocabulary") == 51200);
  CHECK(assumes(row, "model.vocabulary = 51200: the padded vocabulary of GPT-2"));
  CHECK(row.plan->spread(key_named("model.vocabulary")) > 0);
  CHECK_FALSE(assumes(read_one({}), "model.vocabulary"));
  // NeMo interleaves stages of two layers.
  CHECK(given(*read_one({{"pp", "4"}}).plan, "layout.interleave") == 4);
  CHECK(given(*read_one({{"pp", "4"}, {"vpp", "2"}}).plan, "layout.interleave") == 2);
}

TEST_CASE("layers that nobody printed follow from the parameter count", "[measurement]") {
  const Measurement row = read_one({{"layers", ""}, {"params", "6700000000"}, {"pp", "4"}});
  REQUIRE(row.status == Status::usable);
  CHECK(given(*row.plan, "model.layers") == 32);
  CHECK(assumes(row, "model.layers = 32"));
}

TEST_CASE("a row that cannot be used says why", "[measurement]") {
  struct Row {
    Cells changes;
    Status status;
    const char* reason;
  };
  const Row rows[] = {
      {{{"kind", "published estimate"}}, Status::unusable, "no measurement"},
      {{{"notes", "CUDA_LAUNCH_BLOCKING=1"}}, Status::unusable, "debugging run"},
      {{{"hidden", ""}}, Status::unusable, "unknown model shape"},
      {{{"heads", ""}}, Status::unusable, "unknown model shape"},
      {{{"tp", ""}}, Status::unusable, "unknown TP or PP degree"},
      {{{"gpus", ""}}, Status::unusable, "unknown number of GPUs"},
      {{{"seq", ""}}, Status::unusable, "unknown sequence length"},
      {{{"iteration_s", ""}}, Status::unusable, "no time"},
      {{{"gpu", "TPU v5p"}}, Status::unpredicted, "torus"},
      {{{"gpu", "Abacus"}}, Status::unpredicted, "accelerator 'Abacus' is not in the rules"},
      {{{"tp", "3"}}, Status::unpredicted, "are not divisible by TP 3"},
      {{{"layers", "many"}}, Status::unpredicted, "runs.csv: row 2"},
      {{{"software", "nemesis"}}, Status::unpredicted, "nemesis"},
  };
  for (const auto& [changes, status, reason] : rows) {
    const Measurement row = read_one(changes);
    CAPTURE(reason, row.reason);
    CHECK(row.status == status);
    CHECK_THAT(row.reason, Contains(reason));
  }
}

TEST_CASE("one's own CSV needs no columns that only publications have", "[measurement]") {
  Cells own = complete_row;
  for (const char* column : {"kind", "software", "vocab"}) own.erase(column);
  const Measurement row = read({own}).front();
  CHECK(row.status == Status::usable);
  CHECK(row.software == "generic");
}

TEST_CASE("a column named after an input says that input", "[measurement]") {
  const Measurement row =
      read_one({{"software.data_exposed", "0.11"}, {"layout.zero", "2"}, {"memory.offload_optimizer", "cpu"}});
  REQUIRE(row.status == Status::usable);
  CHECK(given(*row.plan, "software.data_exposed") == 0.11);
  CHECK(row.plan->words.at("layout.zero").word == "2");
  CHECK(given(*row.plan, "memory.optimizer_tier") == 1);
}

TEST_CASE("what the command line says takes the place of what rows say", "[measurement]") {
  const Measurement row = read_one({}, scenario_of({{"software.id", "torchtitan"}, {"layout.micro_batch", "1"}}));
  CHECK(row.software == "torchtitan");
  CHECK(given(*row.plan, "layout.micro_batch") == 1);
}

TEST_CASE("a time is read from whatever the row prints of its speed", "[measurement]") {
  const double tokens = 64.0 * 4096;
  CHECK(read_one({{"iteration_s", ""}, {"tokens_per_s_per_gpu", "8192"}}).step_time == Approx(tokens / (8192 * 16)));
  const Measurement rate =
      read_one({{"iteration_s", ""}, {"tflops_per_gpu", "400"}, {"flops_convention", "hw96: 96*B*s*l*h^2"}});
  CHECK(rate.step_time == Approx(result(*rate.plan, "training.iteration_flop") / (400e12 * 16)));
  const Measurement causal =
      read_one({{"iteration_s", ""}, {"tflops_per_gpu", "400"}, {"flops_convention", "attention HALVED"}});
  CHECK(causal.step_time < rate.step_time);
  const Measurement counted =
      read_one({{"iteration_s", ""}, {"tflops_per_gpu", "400"}, {"flops_convention", "8*params"}});
  CHECK(counted.step_time == Approx(8 * result(*counted.plan, "model.parameters") * tokens / (400e12 * 16)));
  CHECK(read_one({{"iteration_s", ""}, {"tflops_per_gpu", "400"}}).status == Status::unusable);
}

TEST_CASE("memory is read in its unit and compared with what it measures", "[measurement]") {
  const Measurement allocated = read_one({{"memory_GB_per_gpu", "40"}, {"memory_kind", "max allocated GB"}});
  CHECK(allocated.memory == 40e9);
  CHECK(allocated.memory_metric == "memory.gpu_allocated");
  const Measurement total = read_one({{"memory_GB_per_gpu", "40"}, {"memory_kind", "nvidia-smi"}, {"iteration_s", ""}});
  CHECK(total.status == Status::usable);
  CHECK(total.memory == 40.0 * 1024 * 1024 * 1024);
  CHECK(total.memory_metric == "memory.gpu_total");
}

TEST_CASE("a CSV that holds no measurements is refused", "[measurement]") {
  const auto refusal = [](const std::string& text) {
    try {
      read_measurements(text, "runs.csv", built_in());
    } catch (const BadInput& error) {
      CHECK(error.kind() == BadInput::Kind::data);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refusal("") == "runs.csv: expected a header");
  Cells row = complete_row;
  row.erase("iteration_s");
  CHECK_THAT(refusal(csv_of({row})), Contains("runs.csv: ") && Contains("one of the columns iteration_s, "));
}

TEST_CASE("a micro-batch that nobody printed is the fastest that fits", "[measurement]") {
  const Measurement row = read_one({{"micro_batch", ""}});
  CHECK(given(*row.plan, "layout.micro_batch") > 1);
  CHECK(assumes(row, "layout.micro_batch = "));
  CHECK(row.plan->spread(key_named("layout.micro_batch")) > 0);
  // Printed as what a replica takes in a step: two tensor groups of eight share 16 GPUs.
  const Measurement local =
      read_one({{"micro_batch", "12"}, {"tp", "8"}, {"global_batch", ""}, {"notes", "local batch in the column"}});
  CAPTURE(local.reason);
  REQUIRE(local.plan);
  CHECK(given(*local.plan, "workload.global_batch") == 24);
}

TEST_CASE("a model that is cut short keeps its share of dense layers", "[measurement]") {
  const Cells cut{
      {"model", "deepseek-v3"},
      {"layers", "4"},
      {"hidden", ""},
      {"heads", ""},
      {"vocab", ""},
      {"gpus", "8"},
      {"tp", "1"},
      {"pp", "2"},
      {"ep", "4"},
      {"seq", "4096"}};
  const Measurement row = read_one(cut);
  REQUIRE(row.plan);
  CHECK(given(*row.plan, "model.layers") == 4);
  CHECK(given(*row.plan, "model.moe_layers") == 3);
}

TEST_CASE("the release of software is read wherever it is written", "[measurement]") {
  const auto release = [](const std::string& notes) { return NamedRow({"notes"}, {notes})["release"]; };
  CHECK(release("release v25.02.02; fine-tuning") == "25.02");
  CHECK(release("section 26.04 NeMo Container") == "26.04");
  CHECK(release("25.03 and 25.04") == "25.03");
  CHECK(release("312774 tokens/s, 24.13, 124.05").empty());
}

TEST_CASE("a file of one's own names inputs as the command line does", "[measurement]") {
  const auto own = read_measurements(
      "model,system,nodes,tp,pp,micro-batch,global_batch,sequence,software,zero,iteration_s\n"
      "llama-3-70b,dgx-h100,8,4,4,1,128,8192,nemo,1,14.2\n",
      "runs.csv", built_in());
  REQUIRE(own.front().status == Status::usable);
  CHECK(own.front().id == "row 2");
  CHECK(given(*own.front().plan, "cluster.gpus") == 64);
  CHECK(given(*own.front().plan, "model.hidden") == 8192);
  CHECK(given(*own.front().plan, "layout.sequence_parallel") == 1);
  // A sheet of a country with decimal commas.
  const auto commas = read_measurements(
      "model;system;nodes;tp;pp;global_batch;sequence;iteration_s\nllama-3-70b;dgx-h100;8;4;4;128;8192;14,2\n",
      "runs.csv", built_in());
  CHECK(commas.front().step_time == 14.2);
}

TEST_CASE("columns that are not read are told", "[measurement]") {
  const auto unread = unread_columns("model,micro_bacth,remark,iteration_s\n", "runs.csv", built_in());
  REQUIRE(unread.size() == 2);
  CHECK_THAT(unread.at(0), Contains("'micro_bacth' is not read") && Contains("micro_batch"));
  CHECK_THAT(unread.at(1), Contains("'remark' is not read"));
}

TEST_CASE("a reading rule applies where every column it names contains one of its texts", "[measurement]") {
  const NamedRow row({"source", "year", "vocab"}, {"NVIDIA NeMo docs", "2024"});
  const auto applies = [&](std::vector<std::pair<std::string, std::vector<std::string>>> when) {
    ReadingRule rule;
    rule.when = std::move(when);
    return rule.applies(row);
  };
  CHECK(applies({{"source", {"nemo"}}}));
  CHECK(applies({{"source", {"torchtitan", "NeMo"}}, {"year", {"=2024"}}}));
  CHECK_FALSE(applies({{"source", {"nemo"}}, {"year", {"=2023"}}}));
  CHECK_FALSE(applies({{"source", {"=NeMo"}}}));
  CHECK(applies({{"source", {"!torchtitan"}}}));
  CHECK_FALSE(applies({{"source", {"!nemo"}}}));
  CHECK(applies({{"vocab", {""}}, {"no such column", {""}}, {"year", {"*"}}}));
  CHECK_FALSE(applies({{"vocab", {"*"}}}));
}

const Entry& nemo() { return built_in().entry("software", "nemo"); }

/// Runs of GPTs of many shapes and lengths that say more, as long as a stack with these efficiencies takes for them.
std::vector<Measurement> runs_with(double gemm_efficiency, double attention_efficiency, const Cells& more = {}) {
  std::vector<Cells> rows;
  int number = 0;
  for (const int layers : {16, 32, 48, 64})
    for (const int sequence : {1024, 4096, 16384, 32768}) {
      const int hidden = 128 * layers;
      // Every model a series of its own, so that each run counts in full.
      const std::string id = fmt::format("run-{}", ++number);
      const Cells row = changed(complete_row, more);
      rows.push_back(changed(
          row, {{"id", id},
                {"layers", fmt::format("{}", layers)},
                {"model_name", id},
                {"hidden", fmt::format("{}", hidden)},
                {"heads", fmt::format("{}", hidden / 128)},
                {"seq", fmt::format("{}", sequence)},
                {"iteration_s", "3600"}}));
    }
  std::vector<Measurement> runs = read(rows);
  for (Measurement& run : runs)
    run.step_time = predicted_time(
        run, {{"nemo",
               {{"software.gemm_efficiency", {gemm_efficiency, 0}},
                {"software.attention_efficiency", {attention_efficiency, 0}}}}});
  return runs;
}

std::vector<const Measurement*> pointers(const std::vector<Measurement>& rows) {
  std::vector<const Measurement*> all;
  for (const Measurement& row : rows) all.push_back(&row);
  return all;
}

/// Everything that is fitted but the efficiencies of matrix products and attention, as the stack has it.
Cells all_but_two() {
  Cells cells{{"software.model_error", "1"}};
  for (const FitParameter& parameter : fit_parameters())
    if (parameter.key != "software.gemm_efficiency" && parameter.key != "software.attention_efficiency")
      cells[std::string(parameter.key)] = fmt::format("{}", *nemo().find(parameter.key)->number);
  return cells;
}

TEST_CASE(
    "the more runs there are, the closer a fit comes to the efficiencies that made their times", "[calibration]") {
  const double gemm = 0.9 * *nemo().find("software.gemm_efficiency")->number;
  const double attention = 0.75 * *nemo().find("software.attention_efficiency")->number;
  std::vector<Measurement> runs;
  // The priors speak against few runs: a step of 5 % is what publications of one configuration differ by.
  for (const auto& [batch, tolerance] : {std::pair{"64", 0.06}, {"128", 0.04}, {"256", 0.03}, {"512", 0.025}}) {
    for (Measurement& run :
         runs_with(gemm, attention, changed(all_but_two(), {{"global_batch", batch}, {"source", batch}})))
      runs.push_back(std::move(run));
    const StackFit fit = fit_runs(pointers(runs), built_in(), nemo());
    CAPTURE(runs.size());
    CHECK(fit.at("software.gemm_efficiency").value == Approx(gemm).epsilon(tolerance));
    CHECK(fit.at("software.attention_efficiency").value == Approx(attention).epsilon(tolerance));
    // What runs tell makes a value surer than it was before.
    CHECK(fit.at("software.gemm_efficiency").spread < 0.05);
    CHECK(fit.at("software.attention_efficiency").spread < 0.15);
  }
}

TEST_CASE("a fit of all values gives back the times", "[calibration]") {
  const auto runs = runs_with(0.88 * *nemo().find("software.gemm_efficiency")->number, 0.5);
  const StackFit fit = fit_runs(pointers(runs), built_in(), nemo());
  double before = 0, after = 0;
  for (const Measurement& run : runs) {
    before += std::abs(error_of(run)) / static_cast<double>(runs.size());
    after += std::abs(predicted_time(run, {{"nemo", fit}}) / run.step_time - 1) / static_cast<double>(runs.size());
  }
  CHECK(before > 0.04);
  CHECK(after < 0.025);
  CHECK(after < before / 2);
}

TEST_CASE("what a row says of itself is not fitted", "[calibration]") {
  auto runs = runs_with(0.8, 0.5);
  const auto said = read({changed(complete_row, {{"software.gemm_efficiency", "0.3"}})});
  CHECK(
      predicted_time(said.front(), {{"nemo", {{"software.gemm_efficiency", {0.9, 0}}}}}) ==
      result(*said.front().plan, "training.step_time"));
  CHECK(predicted_time(runs.front(), {{"nemo", {{"software.gemm_efficiency", {0.3, 0}}}}}) > runs.front().step_time);
}

TEST_CASE("a calibration starts from a stack, counts its rows, and leaves a model error", "[calibration]") {
  const auto runs = runs_with(0.8, 0.5);
  const Calibration found = calibrate(runs, built_in(), "nemo", "runs.csv");
  CHECK(found.software == "nemo");
  CHECK(found.rows == 16);
  CHECK(found.origin == "fitted to 16 rows of runs.csv");
  CHECK(found.values.contains("software.gemm_efficiency"));
  CHECK(found.values.at("software.model_error").spread >= 0.01);
  // Dense runs say nothing of experts, these of no context parallelism: what the stack has of them stays.
  CHECK_FALSE(found.values.contains("software.expert_penalty"));
  CHECK_THROWS_AS(
      calibrate(read({changed(complete_row, {{"iteration_s", ""}})}), built_in(), "nemo", "runs.csv"), BadInput);
}

TEST_CASE("one run is given back, as a factor on the whole step", "[calibration]") {
  for (const double slower : {0.7, 0.9, 1.2, 1.6}) {
    std::vector<Measurement> runs{read_one({})};
    runs.front().step_time = slower * result(*runs.front().plan, "training.step_time");
    const Calibration found = calibrate(runs, built_in(), "nemo", "runs.csv");
    CAPTURE(slower);
    REQUIRE(found.runs.size() == 1);
    CHECK(found.runs.front().before == Approx(runs.front().step_time / slower));
    CHECK(found.runs.front().after == Approx(runs.front().step_time).epsilon(0.01));
    CHECK_FALSE(found.runs.front().contradicts);
    CHECK(found.values.at("software.model_error").value == Approx(slower).epsilon(0.1));
    CHECK(found.origin == "fitted to 1 row of runs.csv");
  }
}

TEST_CASE("as runs grow, efficiencies take over from the factor", "[calibration]") {
  const double gemm = 0.85 * *nemo().find("software.gemm_efficiency")->number;
  const auto runs = runs_with(gemm, *nemo().find("software.attention_efficiency")->number);
  const Calibration few = calibrate({runs.front()}, built_in(), "nemo", "runs.csv"),
                    many = calibrate(runs, built_in(), "nemo", "runs.csv");
  const auto missed = [&](const Calibration& found) {
    return std::abs(found.values.at("software.gemm_efficiency").value / gemm - 1);
  };
  CHECK(missed(many) < missed(few));
}

TEST_CASE("a run that the others contradict is marked", "[calibration]") {
  auto runs = runs_with(*nemo().find("software.gemm_efficiency")->number, 0.5);
  for (const CalibratedRun& run : calibrate(runs, built_in(), "nemo", "runs.csv").runs) CHECK_FALSE(run.contradicts);
  runs.at(5).step_time *= 1.5;
  const Calibration found = calibrate(runs, built_in(), "nemo", "runs.csv");
  for (std::size_t i = 0; i < found.runs.size(); ++i) {
    CAPTURE(found.runs.at(i).id);
    CHECK(found.runs.at(i).contradicts == (i == 5));
  }
}

TEST_CASE("errors of predictions are summed up", "[calibration]") {
  const Measurement row = read_one({});
  const auto predicted = [&](double value, std::optional<double> p10 = {}, std::optional<double> p90 = {}) {
    return Prediction{{10, value, p10, p90}, &row, "training.step_time"};
  };
  const ErrorSummary of = summary({predicted(11, 9, 12), predicted(8, 7, 9), predicted(13), predicted(10)});
  CHECK(of.rows == 4);
  CHECK(of.mean == Approx(0.15));
  CHECK(of.median == Approx(0.15));
  CHECK(of.p90 == Approx(0.27));
  CHECK(of.max == Approx(0.3));
  CHECK(of.bias == Approx(0.05));
  CHECK(of.coverage == 0.5);
  CHECK(summary({}).rows == 0);
  CHECK(is_absent(summary({}).coverage));
  CHECK(is_absent(summary({predicted(11)}).coverage));
}

TEST_CASE("rows that are left out are all predicted once, whatever the number of groups", "[calibration]") {
  const auto runs = runs_with(0.8, 0.5);
  for (const std::size_t folds : {2u, 5u}) {
    const auto predicted = left_out_times(runs, built_in(), Together::model_and_precision, folds, 1);
    std::set<std::string> ids;
    for (const Prediction& each : predicted) ids.insert(each.row->id);
    CHECK(predicted.size() == runs.size());
    CHECK(ids.size() == runs.size());
  }
}

/// A calibration by hand.
Calibration by_hand() {
  return {
      "nemo",
      {{"software.gemm_efficiency", {0.812345678, 0.05}},
       {"software.data_exposed", {0.9, 0.5}},
       {"software.tensor_latency", {12e-6, 0}},
       {"software.layer_overhead", {83e-6, 0.3}}},
      12,
      "fitted to 12 rows of runs.csv"};
}

TEST_CASE("a calibration file is read back as it was", "[calibration][file]") {
  const Json json = write_calibration(by_hand());
  CHECK(json.at("schema") == "llmsize.calibration/1");
  CHECK(json.at("software") == "nemo");
  CHECK(json.at("values").at("software.gemm_efficiency").at("n") == 12);
  const auto facts = read_calibration(parse_json(json.dump(), "cal.json"), "cal.json");
  REQUIRE(facts.size() == by_hand().values.size());
  for (const Fact& fact : facts) {
    CAPTURE(fact.key);
    const FittedValue fitted = by_hand().values.at(fact.key);
    CHECK(*fact.number == Approx(fitted.value).epsilon(1e-5));
    CHECK(fact.spread == Approx(fitted.spread).epsilon(1e-4));
    CHECK(fact.source == "fitted to 12 rows of runs.csv");
    CHECK(fact.confidence == "measured");
  }
}

TEST_CASE("calibrated values take the place of the stack's, not of what the user says", "[calibration][file]") {
  Catalog catalog;
  catalog.calibrate(read_calibration(write_calibration(by_hand()), "cal.json"));
  const Case plan = complete(scenario_of(gpt3_on_128_dgx), catalog);
  CHECK(given(plan, "software.gemm_efficiency") == 0.812346);
  CHECK(origin(plan, "software.gemm_efficiency").kind == Origin::Kind::measured);
  CHECK(plan.spread(key_named("software.gemm_efficiency")) == Approx(0.05).epsilon(1e-4));
  CHECK(origin(plan, "software.tensor_exposed").kind == Origin::Kind::stack);
  const Case said = complete(scenario_of(gpt3_on_128_dgx + Said{{"software.gemm_efficiency", "0.5"}}), catalog);
  CHECK(given(said, "software.gemm_efficiency") == 0.5);
}

TEST_CASE("a stack with the values of a calibration keeps what was not fitted", "[calibration][file]") {
  const Entry fitted = as_stack(nemo(), by_hand());
  CHECK(*fitted.find("software.gemm_efficiency")->number == 0.8123);
  CHECK(fitted.find("software.gemm_efficiency")->source == "fitted to 12 rows of runs.csv");
  CHECK(*fitted.find("software.tensor_exposed")->number == *nemo().find("software.tensor_exposed")->number);
  CHECK(fitted.facts.size() == nemo().facts.size());
}

TEST_CASE("a broken calibration file is refused with one sentence", "[calibration][file]") {
  const auto values = [](const std::string& of) {
    return R"({"schema": "llmsize.calibration/1", "values": {)" + of + "}}";
  };
  struct Row {
    std::string text;
    const char* phrase;
  };
  const Row rows[] = {
      {"[]", "expected a calibration with schema llmsize.calibration/1"},
      {"{}", "a calibration with schema"},
      {R"({"schema": "llmsize.calibration/2", "values": {}})", "a calibration with schema"},
      {R"({"schema": 1, "values": {}})", "a calibration with schema"},
      {R"({"schema": "llmsize.calibration/1"})", "'values' is missing"},
      {R"({"schema": "llmsize.calibration/1", "values": [1]})", "'values' is missing"},
      {values(R"("software.gemm_eficiency": {"median": 0.8, "p10": 0.7, "p90": 0.9})"),
       "did you mean 'software.gemm_efficiency'?"},
      {values(R"("software.gemm_efficiency": 0.8)"), "software.gemm_efficiency has no 'median'"},
      {values(R"("software.gemm_efficiency": {"median": 0.8, "p10": 0.7})"), "software.gemm_efficiency has no 'p90'"},
      {values(R"("software.gemm_efficiency": {"median": 80, "p10": 0.7, "p90": 90})"), "expected a value from"},
      {values(R"("software.gemm_efficiency": {"median": "much", "p10": 0.7, "p90": 0.9})"), "'much'"},
      {values(R"("software.gemm_efficiency": {"median": 0.8, "p10": null, "p90": 0.9})"), "software.gemm_efficiency"},
      {values(R"("software.gemm_efficiency": {"median": 0.8, "p10": 0.9, "p90": 0.7})"), "not between p10 and p90"},
      {values(R"("software.id": {"median": "nemo", "p10": "nemo", "p90": "nemo"})"),
       "is not a measured or fitted input"},
      {values(R"("model.layers": {"median": 3, "p10": 3, "p90": 3})"),
       "model.layers is not a measured or fitted input"},
      {values(R"("cluster.nodes": {"median": 3, "p10": 3, "p90": 3})"),
       "cluster.nodes is not a measured or fitted input"},
      {values(R"("accelerator.memory_efficiency": {"median": 0.5, "p10": -5, "p90": 1})"), "expected a value above 0"},
      {values(R"("accelerator.memory_efficiency": {"median": 0.5, "p10": 0, "p90": 1})"), "expected a value above 0"},
      {values(R"("accelerator.memory_efficiency": {"median": 0.5, "p10": 1e-300, "p90": 1e300})"), "× p10"},
      {values(R"("node.host_bandwidth": {"median": 0, "p10": 0, "p90": 0})"), "invalid value 0 B/s"},
      {values(R"("node.host_bandwidth": {"median": 1e-300, "p10": 1e-300, "p90": 1e-300})"), "invalid value"},
  };
  for (const auto& [text, phrase] : rows) {
    CAPTURE(text);
    try {
      read_calibration(parse_json(text, "cal.json"), "cal.json");
      FAIL_CHECK("accepted");
    } catch (const BadInput& error) {
      CHECK(error.kind() == BadInput::Kind::data);
      CHECK_THAT(error.what(), Catch::StartsWith("cal.json: ") && Contains(phrase));
    }
  }
}

}  // namespace
}  // namespace llmsize::test
