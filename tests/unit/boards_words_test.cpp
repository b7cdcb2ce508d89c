// SPDX-License-Identifier: Apache-2.0
// The sentences of pages fit their numbers, findings come with what mends them, and gaps are said, never thrown.
#include "tests/unit/subjects.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

TEST_CASE("The Size page says whether the deadline is met, just met or missed", "[boards]") {
  const auto size = [](const char* deadline) { return board("size", planned_with({{"goal.deadline", deadline}})); };
  const Board fits = size("60d"), misses = size("20d"), just = size("29.5d");
  CHECK(fits.verdict == Board::Verdict::good);
  CHECK(speaks_of(chart_of(fits, "size.time").title, "before the deadline"));
  CHECK(speaks_of(fits.sentence, "to spare at the median"));
  CHECK(misses.verdict == Board::Verdict::bad);
  CHECK(speaks_of(chart_of(misses, "size.time").title, "after the deadline"));
  CHECK(speaks_of(misses.sentence, "late at the median"));
  const double time = result(complete(planned().scenario, built_in()), "training.time");
  const Board close = board("size", planned_with({{"goal.deadline", exact(time * 1.01) + "s"}}));
  CHECK(close.verdict == Board::Verdict::just);
  CHECK(speaks_of(chart_of(close, "size.time").title, "but P90 is"));
  Subject free = planned();
  free.scenario.unset("goal.deadline");
  CHECK(speaks_of(chart_of(board("size", free), "size.time").title, "train in"));
  CHECK(just.verdict != Board::Verdict::incomplete);
}

TEST_CASE("Memory that does not fit is said, with what mends it", "[boards]") {
  const Subject full = given_subject(gpt3_on_128_dgx + Said{{"layout.micro_batch", "12"}, {"layout.recompute", "none"}});
  const Board page = board("size", full);
  CHECK(page.verdict == Board::Verdict::bad);
  const Chart& memory = chart_of(page, "size.memory");
  CHECK(speaks_of(memory.title, "do not fit"));
  CHECK(speaks_of(std::get<Stack>(memory.body).bars.front().total, "over"));
  const auto& [finding, remedies] = page.findings.front();
  CHECK(finding.id == "memory.gpu_overflow");
  REQUIRE(!remedies.empty());
  for (const Remedy& remedy : remedies) {
    Scenario mended = full.scenario;
    for (const auto& [key, text] : remedy.apply.changes) mended.set(key, text, {key});
    const Case plan = complete(mended, built_in());
    INFO(remedy.label);
    CHECK(result(plan, "memory.gpu_total") <= result(plan, "memory.gpu_capacity"));
  }
}

TEST_CASE("A batch that the copies do not divide has a neighbour that they do", "[boards]") {
  const Board page = board("size", given_subject(gpt3_on_128_dgx + Said{{"workload.global_batch", "1537"}}));
  const auto& [finding, remedies] = page.findings.front();
  CHECK(finding.id == "layout.indivisible");
  REQUIRE(!remedies.empty());
  CHECK(remedies.front().label == "Try batch 1,536");
  CHECK(remedies.front().apply.changes == std::vector<std::pair<std::string, std::string>>{{"workload.global_batch", "1536"}});
}

TEST_CASE("The chart of sizes marks the chosen one and crosses out what cannot be", "[boards]") {
  const Board page = board("size", planned());
  const auto& plot = std::get<Plot>(chart_of(page, "size.time").body);
  std::size_t chosen = 0, crosses = 0;
  for (const auto& series : plot.series)
    for (const auto& point : series.points) {
      chosen += point.mark == Plot::Mark::filled;
      if (point.mark != Plot::Mark::cross) continue;
      ++crosses;
      CHECK(!point.label.empty());
    }
  CHECK(chosen == 1);
  CHECK(crosses > 0);
  CHECK(plot.limits.front().label == "deadline 30.0 days");
  for (const auto& point : plot.series.front().points) {
    CHECK(point.low < point.y);
    CHECK(point.high > point.y);
  }
}

TEST_CASE("The card of time switches to what the training costs", "[boards]") {
  const Case plan = complete(planned().scenario, built_in());
  const Board page = board("size", planned());
  const Chart& time = chart_of(page, "size.time");
  CHECK(time.view == "Time");
  REQUIRE(time.views.size() == 1);
  const Chart& energy = view_of(time, "Energy");
  CHECK(energy.id == time.id);
  CHECK(speaks_of(energy.title, "use " + pretty(result(plan, "economics.energy"), Unit::joules)));
  CHECK(speaks_of(std::get<Plot>(energy.body).y.title, "MWh"));
  const Subject priced = planned_with({{"economics.rental_price", "2.5"}});
  const Board priced_page = board("size", priced);
  const Chart& cost = chart_of(priced_page, "size.time").views.front();
  CHECK(cost.view == "Cost");
  const double paid = result(complete(priced.scenario, built_in()), "economics.run_cost");
  CHECK(speaks_of(cost.title, "The training costs " + pretty(paid, Unit::money)));
  for (const auto& series : std::get<Plot>(cost.body).series)
    for (const auto& point : series.points)
      if (point.mark == Plot::Mark::filled) CHECK(point.y == paid);
}

TEST_CASE("A cloud of what was tried lies behind the fastest layouts", "[boards]") {
  const Board page = board("layout", planned());
  const auto& plot = std::get<Plot>(chart_of(page, "layout.front").body);
  std::size_t dots = 0;
  for (const auto& series : plot.series)
    for (const auto& point : series.points) {
      if (point.mark != Plot::Mark::dot) continue;
      ++dots;
      CHECK(series.hue == Hue::waiting);
      CHECK(point.y >= 0.999 * plot.series.back().points.back().y);
    }
  CHECK(dots > 30);
  CHECK(dots <= 1500);
}

TEST_CASE("The best layout of the plan is applied from its row", "[boards]") {
  const Board page = board("layout", planned());
  const Chart& ranked = chart_of(page, "layout.ranked");
  const auto& rows = std::get<Grid>(ranked.body).rows;
  const std::size_t best = planned().plan->search.best.size();
  REQUIRE(rows.size() == best + planned().plan->search.too_large.size());
  for (std::size_t i = best; i < rows.size(); ++i) {
    CHECK(rows[i].dull);
    CHECK(rows[i].apply.changes.empty());
    CHECK(rows[i].cells.back().text.ends_with("over"));
  }
  for (std::size_t i = 0; i < best; ++i) {
    Scenario applied = planned().said;
    for (const auto& [key, text] : rows[i].apply.changes) applied.set(key, text, {key});
    CHECK(result(complete(applied, built_in()), "training.step_time") == Approx(planned().plan->search.best[i].step_time).epsilon(1e-9));
  }
  CHECK(speaks_of(chart_of(page, "layout.front").title, "are the fewest that meet the deadline"));
  CHECK(speaks_of(chart_of(board("layout", given_subject(gpt3_on_128_dgx)), "layout.ranked").empty, "layout is given"));
}

TEST_CASE("The Checkpoint page judges storage", "[boards]") {
  const Board fast = board("checkpoint", planned());
  CHECK(fast.verdict == Board::Verdict::good);
  CHECK(speaks_of(chart_of(fast, "checkpoint.bandwidth").title, "Checkpoints need"));
  const Board slow = board("checkpoint", planned_with({{"checkpoint.interval_given", "5min"}, {"storage.write", "2GB/s"}}));
  CHECK(slow.verdict == Board::Verdict::bad);
  CHECK(speaks_of(chart_of(slow, "checkpoint.bandwidth").title, "too slow"));
  Subject bare = given_subject(gpt3_on_128_dgx);
  bare.scenario.unset("storage.id");
  const Board open = board("checkpoint", bare);
  CHECK(open.verdict == Board::Verdict::incomplete);
  CHECK(speaks_of(open.sentence, "shared storage"));
  CHECK(open.figures.front().value == "2.44");
  const auto& lines = std::get<Plot>(chart_of(fast, "checkpoint.lost").body).series;
  CHECK(lines.size() == 3);
  const auto& limits = std::get<Plot>(chart_of(fast, "checkpoint.bandwidth").body).limits;
  CHECK(std::any_of(limits.begin(), limits.end(), [](const auto& limit) { return limit.label == "Better 20.0 GB/s"; }));
}

TEST_CASE("The Offload page names the first tier that holds the model", "[boards]") {
  const Board page = board("offload", given_subject(bloom));
  CHECK(page.verdict == Board::Verdict::just);
  CHECK(speaks_of(page.sentence, "CPU memory is the first tier"));
  CHECK(page.figures[0].value == "–");
  CHECK(page.figures[0].qualifier == "GPU memory full");
  CHECK(speaks_of(chart_of(page, "offload.nodes").title, "or 1 with CPU memory"));
  CHECK(board("offload", planned()).verdict == Board::Verdict::good);
  const Board on_gpus = board("offload", planned());
  const Chart& nodes = on_gpus.charts.front();
  CHECK(nodes.view == "Training states");
  REQUIRE(nodes.views.size() == 1);
  CHECK(view_of(nodes, "Weights only").title == "174.6B parameters fit the GPU memory of one node");
  CHECK(chart_of(page, "offload.nodes").views.empty());
}

TEST_CASE("The Network page tells how many interfaces are needed", "[boards]") {
  const Board page = board("network", planned());
  CHECK(page.figures[0].unit == "× 400 Gb/s");
  CHECK(std::get<Plot>(chart_of(page, "network.interfaces").body).series.size() >= 3);
  const Board one = board(
      "network", given_subject(
                     {{"model", "bloom-7b1"},
                      {"cluster.system", "dgx-h100"},
                      {"cluster.nodes", "1"},
                      {"layout.tensor", "8"},
                      {"workload.global_batch", "64"}}));
  CHECK(chart_of(one, "network.interfaces").title == "One node does not use the network");
  CHECK(one.verdict_label == "No network needed");
  const Board slow = board("network", given_subject(gpt3_on_128_dgx + Said{{"node.compute_nics", "1"}, {"node.nic_rate", "100Gb/s"}}));
  CHECK(slow.verdict != Board::Verdict::good);
  CHECK(speaks_of(chart_of(slow, "network.interfaces").title, "would add"));
}

TEST_CASE("The Data page compares demand with supply", "[boards]") {
  CHECK(board("data", planned()).verdict == Board::Verdict::good);
  const Board wait = board("data", planned_with({{"storage.read", "100kB/s"}}));
  CHECK(wait.verdict == Board::Verdict::bad);
  CHECK(speaks_of(chart_of(wait, "data.ingest").title, "GPUs wait"));
}

TEST_CASE("An empty scenario yields pages that say what is missing", "[boards]") {
  for (const BoardKind& kind : board_kinds()) {
    // What is known of machines and published runs needs no scenario.
    if (kind.id == "calibration") continue;
    INFO(kind.id);
    const Board page = board(kind.id, Subject{});
    CHECK(page.verdict == Board::Verdict::incomplete);
    CHECK(!page.sentence.empty());
    for (const Figure& figure : page.figures) {
      CHECK(figure.value == "–");
      CHECK(!figure.qualifier.empty());
    }
    for (const Chart& chart : page.charts) {
      CHECK(!chart.empty.empty());
      CHECK_NOTHROW(data_of(chart));
    }
  }
  for (const Said& part :
       {Said{{"model", "gpt3-175b"}}, Said{{"cluster.system", "dgx-h100"}},
        Said{{"model.parameters_given", "17B"}, {"accelerator.id", "h100-sxm5-80gb"}}, Said{{"storage.id", "ddn-ai400x2"}},
        Said{{"model", "mixtral-8x7b"}, {"cluster.system", "dgx-h100"}, {"software.utilisation", "0.4"}, {"workload.tokens", "1T"}}})
    for (const BoardKind& kind : board_kinds()) CHECK_NOTHROW(board(kind.id, given_subject(part)));
  CHECK_THROWS_AS(board("serving", Subject{}), BadInput);
}

TEST_CASE("While the planner is at work a page says so", "[boards]") {
  const Board page = board("size", given_subject(gpt3));
  CHECK(page.verdict == Board::Verdict::incomplete);
  CHECK(page.verdict_label == "Planning");
  CHECK(page.figures[1].qualifier == "being planned");
  CHECK(page.figures[2].value != "–");
  CHECK(speaks_of(chart_of(page, "size.time").empty, "planner"));
}

TEST_CASE("Where no layout fits, the smallest number of nodes that does is named", "[boards]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "2"}}), {}};
  tight.scenario = tight.said;
  tight.plan = std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()));
  REQUIRE(!tight.plan->found());
  const Board page = board("size", tight);
  CHECK(page.verdict == Board::Verdict::bad);
  CHECK(page.figures[0].qualifier == "no layout fits 2 nodes");
  const auto& [finding, remedies] = page.findings.front();
  CHECK(finding.severity == Severity::error);
  REQUIRE(!remedies.empty());
  const double fewest = tight.plan->fitting_nodes;
  CHECK(remedies.front().label == pretty(fewest, Unit::count) + " nodes hold it");
  CHECK(remedies.front().apply.changes == std::vector<std::pair<std::string, std::string>>{{"cluster.nodes", exact(fewest)}});
  Scenario mended = tight.said;
  mended.unset("goal.deadline");
  mended.set("cluster.nodes", exact(fewest), {"test"});
  CHECK(plan_layout(mended, built_in()).found());
  mended.set("cluster.nodes", exact(fewest - 1), {"test"});
  CHECK(!plan_layout(mended, built_in()).found());
}

TEST_CASE("Where no layout fits, the memory of the nearest one shows by how much", "[boards]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "2"}}), {}};
  tight.scenario = tight.said;
  tight.plan = std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()));
  REQUIRE(tight.plan->nearest);
  const Case nearest = complete(with_layout(tight.plan->scenario, *tight.plan->nearest, 0), built_in());
  const double over = result(nearest, "memory.gpu_total") - result(nearest, "memory.gpu_capacity");
  CHECK(over > 0);
  for (const char* id : {"size.memory", "layout.memory"}) {
    CAPTURE(id);
    const Board page = board(std::string_view(id).substr(0, std::string_view(id).find('.')), tight);
    const Chart& memory = chart_of(page, id);
    CHECK(memory.empty.empty());
    CHECK(speaks_of(memory.title, pretty(over, Unit::bytes) + " over"));
    CHECK(speaks_of(memory.subtitle, "nearest"));
    const Stack& stack = std::get<Stack>(memory.body);
    CHECK(speaks_of(stack.bars.front().total, "over"));
    CHECK(stack.limits.front().at == result(nearest, "memory.gpu_capacity"));
  }
}

TEST_CASE("No page calls anything fast enough for a model that does not fit", "[boards]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "2"}}), {}};
  tight.scenario = tight.said;
  tight.plan = std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()));
  const Subject given = given_subject(gpt3_on_128_dgx + Said{{"layout.micro_batch", "12"}, {"layout.recompute", "none"}});
  const Subject shapeless = given_subject({{"model.parameters_given", "17B"}, {"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "1"}});
  const Subject states = given_subject(
      {{"model.parameters_given", "530B"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "2"}, {"software.at_utilisation", "yes"}});
  for (const Subject& subject : {tight, given, shapeless, states})
    for (const char* id : {"size", "layout", "network", "checkpoint", "data"}) {
      CAPTURE(subject.name, id);
      const Board page = board(id, subject);
      CHECK(page.verdict == Board::Verdict::bad);
      CHECK(page.verdict_label == "Does not fit");
      CHECK(!speaks_of(page.sentence, "enough"));
    }
  CHECK(speaks_of(board("network", given).sentence, " over."));
}

TEST_CASE("A model whose shape is open overflows by its known parts", "[boards]") {
  const Board page =
      board("size", given_subject({{"model.parameters_given", "17B"}, {"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "1"}}));
  const Chart& memory = chart_of(page, "size.memory");
  CHECK(memory.empty.empty());
  CHECK(memory.title == "At least 272 GB do not fit a GPU of 85.5 GB: 186 GB over");
  CHECK(speaks_of(memory.subtitle, "activations are not known"));
  CHECK(page.findings.front().first.id == "memory.gpu_overflow");
}

TEST_CASE("Offloading is weighed also where the GPUs are too few", "[boards]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "4"}}), {}};
  tight.scenario = tight.said;
  tight.plan = std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()));
  REQUIRE(!tight.plan->found());
  const Board page = board("offload", tight);
  CHECK(page.figures[0].qualifier == "GPU memory full");
  CHECK(page.figures[1].value != "–");
  CHECK(page.verdict == Board::Verdict::just);
}

TEST_CASE("A search that did not come to an end says how to start it again", "[boards]") {
  Subject stopped = given_subject(gpt3 + Said{{"cluster.nodes", "28"}});
  stopped.scenario.set("software.at_utilisation", "yes", {"plan"});
  const Board page = board("layout", stopped);
  CHECK(speaks_of(chart_of(page, "layout.ranked").empty, "press F5"));
  CHECK(speaks_of(chart_of(page, "layout.front").empty, "press F5"));
}

}  // namespace
}  // namespace llmsize::test
