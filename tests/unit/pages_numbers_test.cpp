// SPDX-License-Identifier: Apache-2.0
// The pages of memory, of a training and of named results, and the tables of numbers at the end of pages.
#include "tests/unit/subjects.hpp"

#include "core/write/write.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

namespace llmsize::test {
namespace {

Said on_128_nodes() {
  return gpt3_on_128_dgx + Said{{"workload.tokens", "300B"}, {"goal.deadline", "30d"}, {"storage.id", "ddn-ai400x2"}};
}

/// Ids of the numbers that figures and tables of a page show.
std::set<std::string> sources_of(const Page& page) {
  std::set<std::string> ids;
  for (const Figure& figure : page.figures) ids.insert(figure.source.name);
  for (const Chart& chart : page.charts) {
    if (const auto* grid = std::get_if<Grid>(&chart.body))
      for (const auto& row : grid->rows)
        for (const auto& cell : row.cells) ids.insert(cell.source.name);
    if (const auto* stack = std::get_if<Stack>(&chart.body))
      for (const auto& bar : stack->bars)
        for (const auto& part : bar.parts) ids.insert(part.source.name);
    if (const auto* bars = std::get_if<Bars>(&chart.body))
      for (const auto& row : bars->rows) ids.insert(row.source.name);
  }
  return ids;
}

void check_shows(const Page& page, const std::vector<std::string>& ids) {
  const std::set<std::string> shown = sources_of(page);
  for (const std::string& id : ids) {
    INFO(page.id << " " << id);
    CHECK(shown.count(id) == 1);
  }
}

TEST_CASE("The page of memory shows every byte and the nodes that hold them", "[pages]") {
  const Subject subject = given_subject(on_128_nodes());
  const Page page = memory_page(subject, built_in());
  CHECK(page.settled.state <= State::warning);
  CHECK(page.subtitle.starts_with("1,024 GPUs of 80 GB: TP 8 · PP 16 · DP 8 · micro-batch "));
  CHECK(page.hint.starts_with("Explain a number: llmsize explain memory.gpu_total --model gpt3-175b"));
  check_shows(
      page, {"memory.weights", "memory.gradients", "memory.optimizer", "memory.activations", "memory.gpu_allocated",
             "memory.buffers", "memory.gpu_total", "memory.gpu_capacity", "model.parameters", "memory.model_states",
             "capacity.nodes_weights", "capacity.nodes_states"});
  const Case plan = complete(subject.scenario, built_in());
  CHECK(page.figures[0].value + " " + page.figures[0].unit == pretty(result(plan, "memory.gpu_total"), Unit::memory));
}

TEST_CASE("Memory that overflows is the verdict, slower tiers are bars", "[pages]") {
  const Page full = memory_page(given_subject(on_128_nodes() + Said{{"layout.pipeline", "1"}}), built_in());
  CHECK(full.verdict == Page::Verdict::bad);
  CHECK(full.verdict_label == "Does not fit");
  const Page slow = memory_page(given_subject(bloom), built_in());
  CHECK(std::get<Bars>(chart_of(slow, "memory.tiers").body).rows.size() >= 1);
}

TEST_CASE("What nobody plans is taken as it stands", "[pages]") {
  const Subject open = given_subject({{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "2"}});
  CHECK(memory_page(open, built_in()).verdict_label == "Does not fit");
  CHECK(training_page(open, built_in()).verdict_label == "Does not fit");
  const Page nothing = memory_page({}, built_in());
  CHECK(nothing.verdict == Page::Verdict::incomplete);
  CHECK(training_page({}, built_in()).verdict == Page::Verdict::incomplete);
}

TEST_CASE("The page of a training shows its step, rates, time and hours", "[pages]") {
  const Subject subject = given_subject(on_128_nodes() + Said{{"workload.run_overhead", "none"}});
  const Page page = training_page(subject, built_in());
  CHECK(page.verdict == Page::Verdict::good);
  CHECK(speaks_of(page.sentence, "Compute takes "));
  check_shows(
      page, {"training.step_time", "training.compute_time", "training.tensor_time", "training.tokens_per_second",
             "training.tokens_per_second_per_gpu", "training.flop_rate_per_gpu", "training.aggregate_flop_rate",
             "training.mfu", "training.hfu", "training.total_step_time", "training.overhead_time",
             "training.interruption_time", "training.calendar_time", "training.steps", "training.gpu_seconds",
             "training.work", "memory.gpu_total"});
  for (const std::size_t ranged : {0u, 1u, 3u}) CHECK(speaks_of(page.figures[ranged].qualifier, "–"));
  CHECK(speaks_of(as_text(page, false), "GPU-hours"));
  CHECK(training_page(given_subject(bloom), built_in()).verdict_label == "Inference only");
}

TEST_CASE("Named results are figures with their ids and ranges", "[pages]") {
  const Page page = results_page(
      given_subject(on_128_nodes()), built_in(), {&row_of("training.total_step_time"), &row_of("training.mfu")});
  REQUIRE(page.figures.size() == 2);
  CHECK(page.figures[0].qualifier.starts_with("training.total_step_time, "));
  CHECK(speaks_of(page.figures[0].qualifier, "P10–P90 "));
  CHECK(page.figures[1].source.name == "training.mfu");
  CHECK(page.verdict_label.empty());
  const Page unknown = results_page({}, built_in(), {&row_of("training.total_step_time")});
  CHECK(unknown.figures[0].value == "–");
  CHECK(speaks_of(unknown.figures[0].qualifier, "training.total_step_time, needs "));
}

TEST_CASE("Pages end with the numbers that the terminal told", "[pages]") {
  const Subject given = given_subject(on_128_nodes());
  check_shows(
      shown_page("size", given),
      {"capacity.nodes_states", "capacity.nodes_weights", "training.gpu_seconds", "training.hfu", "bom.racks",
       "power.facility", "economics.energy", "checkpoint.size"});
  check_shows(
      shown_page("checkpoint", given),
      {"checkpoint.writers", "checkpoint.files", "checkpoint.optimal_interval", "reliability.job_mtbf", "restart.time",
       "checkpoint.overhead", "checkpoint.drive_writes", "checkpoint.bytes_per_day", "checkpoint.capacity"});
  CHECK(speaks_of(as_text(shown_page("checkpoint", given), false), "Young "));
  check_shows(
      shown_page("data", given),
      {"ingest.demand", "ingest.reads_per_second", "ingest.rule_bandwidth", "latency.read", "latency.iops"});
  check_shows(
      shown_page("offload", given), {"offload.read_bytes", "offload.write_bytes", "offload.required_bandwidth",
                                     "offload.goal_bandwidth", "capacity.nodes_states", "capacity.nodes_weights"});
  check_shows(shown_page("trends", given), {"trend.gpus", "trend.memory_wall", "scaling.model_loss"});
  const std::string layout = as_text(shown_page("layout", planned()), false);
  for (const char* part : {"Runner-up", "Layouts considered", "Layouts evaluated", "Bottleneck", "Did not fit"})
    CHECK(speaks_of(layout, part));
}

TEST_CASE("A budget alone has its scaling laws told", "[pages]") {
  const Page page = shown_page("trends", given_subject({{"scaling.budget", "1e24"}}));
  CHECK(page.verdict == Page::Verdict::neutral);
  CHECK(page.figures.size() == 3);
  CHECK(speaks_of(as_text(page, false), "Scaling laws"));
}

}  // namespace
}  // namespace llmsize::test
