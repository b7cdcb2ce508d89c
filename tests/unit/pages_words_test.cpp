// SPDX-License-Identifier: Apache-2.0
// The sentences of pages fit their numbers, findings come with what mends them, and gaps are said, never thrown.
#include "tests/unit/subjects.hpp"

#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize::test {
namespace {

TEST_CASE("The Size page says whether the deadline is met, just met or missed", "[pages]") {
  const auto size = [](const char* deadline) {
    return shown_page("size", planned_with({{"goal.deadline", deadline}}));
  };
  const Page fits = size("60d"), misses = size("20d"), just = size("29.5d");
  CHECK(fits.verdict == Page::Verdict::good);
  CHECK(speaks_of(chart_of(fits, "size.time").title, " early"));
  CHECK(speaks_of(fits.sentence, " early, P80 "));
  CHECK(misses.verdict == Page::Verdict::bad);
  CHECK(speaks_of(chart_of(misses, "size.time").title, " late"));
  CHECK(speaks_of(misses.sentence, " late."));
  const double time = result(complete(planned().scenario, built_in()), "training.calendar_time");
  const Page close = shown_page("size", planned_with({{"goal.deadline", exact(time * 1.01) + "s"}}));
  CHECK(close.verdict == Page::Verdict::just);
  CHECK(speaks_of(chart_of(close, "size.time").title, " early, P80 "));
  Subject free = planned();
  free.scenario.unset("goal.deadline");
  CHECK(speaks_of(chart_of(shown_page("size", free), "size.time").title, " to train"));
  CHECK(just.verdict != Page::Verdict::incomplete);
}

TEST_CASE("One node is not many for its memory: what takes the time is its bottleneck", "[pages]") {
  Subject small = given_subject(
      {{"model", "llama-3.3-70b"},
       {"cluster.system", "dgx-h100"},
       {"cluster.nodes", "1"},
       {"workload.tokens", "100M"},
       {"workload.mode", "finetune"},
       {"workload.adapter", "lora"}});
  const LayoutPlan plan = plan_layout(small.said, built_in());
  small.scenario = plan.with(plan.search.best.front());
  small.chosen = TrainingPlan{std::make_shared<const LayoutPlan>(plan)};
  const Page page = shown_page("size", small);
  CAPTURE(page.sentence);
  CHECK(page.figures.back().value == "Compute");
  CHECK(speaks_of(chart_of(page, "size.doubling").title, "Compute-bound"));
}

TEST_CASE("Memory that does not fit is said, with what mends it", "[pages]") {
  const Subject full =
      given_subject(gpt3_on_128_dgx + Said{{"layout.micro_batch", "12"}, {"layout.recompute", "none"}});
  const Page page = shown_page("size", full);
  CHECK(page.verdict == Page::Verdict::bad);
  const Chart& memory = chart_of(page, "size.memory");
  CHECK(speaks_of(memory.title, "GPU memory exceeded"));
  CHECK(speaks_of(std::get<Stack>(memory.body).bars.front().over, "over"));
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

TEST_CASE("A batch that the copies do not divide has a neighbour that they do", "[pages]") {
  const Page page = shown_page("size", given_subject(gpt3_on_128_dgx + Said{{"workload.global_batch", "1537"}}));
  const auto& [finding, remedies] = page.findings.front();
  CHECK(finding.id == "layout.indivisible");
  REQUIRE(!remedies.empty());
  CHECK(remedies.front().label == "Try batch 1,536");
  CHECK(
      remedies.front().apply.changes ==
      std::vector<std::pair<std::string, std::string>>{{"workload.global_batch", "1536"}});
}

TEST_CASE("The chart of sizes marks the chosen one and crosses out what a given layout cannot be", "[pages]") {
  // A GPU that the layout just fits: on fewer nodes, which shard less, it does not.
  Scenario given = planned().scenario;
  const double needed = result(complete(given, built_in()), "memory.gpu_total");
  given.set("accelerator.memory", exact(1.01 * needed), Giver{"test"});
  const Page page = shown_page("size", Subject{"given", given, given});
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
  CHECK(plot.limits.front().words() == "deadline 30.0 days");
  for (const auto& point : plot.series.front().points) {
    CHECK(point.low < point.y);
    CHECK(point.high > point.y);
  }
}

TEST_CASE("Every size that the page speaks of is a mark with the layout that is planned on it", "[pages]") {
  Subject subject = planned();
  find_certain_nodes(subject, built_in());
  find_sizes(subject, built_in());
  const Page page = shown_page("size", subject);
  const auto& plot = std::get<Plot>(chart_of(page, "size.time").body);
  const double chosen = subject.plan()->nodes;
  REQUIRE(plot.series.size() == 1);
  const auto& points = plot.series.front().points;
  const auto at = [&](double nodes) {
    return std::find_if(points.begin(), points.end(), [&](const auto& point) { return point.x == nodes; });
  };
  REQUIRE(at(chosen) != points.end());
  CHECK(at(chosen)->mark == Plot::Mark::filled);
  REQUIRE(at(subject.certain().p90) != points.end());
  for (const CertainNodes::Sized& each : subject.certain().sizes) {
    const auto point = at(each.nodes);
    REQUIRE(point != points.end());
    // A usual layout may be a little slower than the fastest.
    CHECK(point->y == Approx(each.time).epsilon(0.02));
    CHECK(point->low < point->y);
    CHECK(point->high > point->y);
  }
  for (std::size_t i = 1; i < points.size(); ++i) CHECK(points[i].y <= points[i - 1].y * (1 + 1e-9));
  CHECK(std::any_of(plot.x.ticks.begin(), plot.x.ticks.end(), [&](const Tick& tick) { return tick.at == chosen; }));
}

TEST_CASE("A job that uses some GPUs of each node is drawn as it is", "[pages]") {
  const Subject given = given_subject(
      {{"model", "gpt3-175b"},
       {"cluster.system", "gb200-nvl72"},
       {"workload.tokens", "300B"},
       {"cluster.nodes", "2"},
       {"cluster.gpus", "128"},
       {"layout.search", "plain"},
       {"layout.tensor", "8"},
       {"layout.pipeline", "4"},
       {"layout.data", "4"},
       {"workload.global_batch", "1536"}});
  const Page page = shown_page("size", given);
  const auto& points = std::get<Plot>(chart_of(page, "size.time").body).series.front().points;
  const auto chosen = std::find_if(points.begin(), points.end(), [](const auto& point) { return point.x == 2; });
  REQUIRE(chosen != points.end());
  CHECK(chosen->mark == Plot::Mark::filled);
  CHECK(chosen->y == result(complete(given.scenario, built_in()), "training.calendar_time"));
}

TEST_CASE("The sizes around the plan say why it has its nodes", "[pages]") {
  Subject subject = planned();
  find_certain_nodes(subject, built_in());
  find_sizes(subject, built_in());
  const Page page = shown_page("size", subject);
  const Chart& ladder = chart_of(page, page.asked.chart);
  CHECK(page.asked.words == fmt::format("Why {} nodes?", subject.plan()->nodes));
  CHECK(speaks_of(ladder.title, " late"));
  const auto& rows = std::get<Grid>(ladder.body).rows;
  const auto chosen = std::find_if(rows.begin(), rows.end(), [](const Grid::Row& row) { return row.strong; });
  REQUIRE(chosen != rows.end());
  REQUIRE(chosen != rows.begin());
  CHECK(chosen->apply.changes.empty());
  CHECK(speaks_of(chosen->cells.back().text, "fewest that meet 30.0 days at P50"));
  CHECK(speaks_of((chosen - 1)->cells.back().text, "late at P50"));
  std::size_t certain = 0;
  for (const Grid::Row& row : rows) {
    if (&row == &*chosen) continue;
    // Taking a row leads to its numbers.
    REQUIRE(row.apply.changes.size() == 1);
    certain += row.apply.changes.front().first == "goal.certainty";
  }
  CHECK(certain == 2);
  Scenario taken = subject.said;
  for (const auto& [key, text] : std::prev(rows.end())->apply.changes) taken.set(key, text, {});
  const LayoutPlan plan = plan_layout(taken, built_in());
  CHECK(
      pretty(
          result(complete(plan.with(plan.search.best.front()), built_in()), "training.calendar_time"), Unit::seconds) ==
      std::prev(rows.end())->cells[2].text);
}

TEST_CASE("Where no layout fits the nodes, the sizes that fit are shown instead", "[pages]") {
  Subject subject = llmsize::planned("three", scenario_of(gpt3 + Said{{"cluster.nodes", "3"}}), built_in());
  find_sizes(subject, built_in());
  REQUIRE(is_unplanned(subject));
  const Page page = shown_page("size", subject);
  const Chart& time = chart_of(page, "size.time");
  CHECK(time.empty.empty());
  CHECK(speaks_of(time.title, "3 nodes do not fit"));
  for (const auto& point : std::get<Plot>(time.body).series.front().points) CHECK(point.x > 3);
}

TEST_CASE("A date is one on the calendar: steps, operation and interruptions", "[pages]") {
  const Case plan = complete(planned().scenario, built_in());
  const double steps = result(plan, "training.total_step_time"), calendar = result(plan, "training.calendar_time");
  REQUIRE(calendar > steps);
  const Page page = shown_page("size", planned());
  CHECK(page.figures[1].source.name == "training.calendar_time");
  CHECK(
      page.figures[3].qualifier ==
      "nameplate; " + pretty(result(plan, "power.facility"), Unit::watts) + " facility power");
  CHECK(result(plan, "economics.energy") == Approx(result(plan, "economics.facility_power") * calendar));
  const Page late = shown_page("size", planned_with({{"goal.deadline", exact((steps + calendar) / 2) + "s"}}));
  CHECK(late.verdict == Page::Verdict::bad);
  CHECK(late.verdict_label == "Misses the deadline");
}

TEST_CASE(
    "Where stages wait longer than they compute, the pipeline bubble limits, and a larger batch mends it", "[pages]") {
  Subject waiting = given_subject(gpt3_on_128_dgx + Said{{"workload.global_batch", "8"}, {"layout.micro_batch", "1"}});
  waiting.scenario.unset("goal.deadline");
  const double mfu = result(complete(waiting.scenario, built_in()), "training.mfu");
  for (const char* id : {"size", "layout", "network"}) {
    CAPTURE(id);
    const Page page = shown_page(id, waiting);
    CHECK(page.figures.back().value == "Pipeline bubble");
    CHECK(page.verdict == Page::Verdict::just);
    const auto bubble = std::find_if(page.findings.begin(), page.findings.end(), [](const auto& found) {
      return found.first.id == "layout.bubble";
    });
    REQUIRE(bubble != page.findings.end());
    REQUIRE(bubble->second.size() == 1);
    Scenario larger = waiting.scenario;
    for (const auto& [key, text] : bubble->second.front().apply.changes) larger.set(key, text, {key});
    CHECK(result(complete(larger, built_in()), "training.mfu") > 5 * mfu);
  }
  CHECK(speaks_of(chart_of(shown_page("size", waiting), "size.step").title, " pipeline bubble, "));
}

TEST_CASE("Of a model that does not fit, memory is the limit and speed is told as if it fitted", "[pages]") {
  const Subject full =
      given_subject(gpt3_on_128_dgx + Said{{"layout.micro_batch", "12"}, {"layout.recompute", "none"}});
  const Page layout = shown_page("layout", full), size = shown_page("size", full);
  CHECK(layout.figures.back().value == "GPU memory");
  CHECK(size.figures.back().value == "GPU memory");
  CHECK(layout.figures[1].qualifier == "ignoring the memory limit");
  CHECK(layout.figures[2].qualifier == "ignoring the memory limit");
  CHECK(speaks_of(chart_of(size, "size.step").title, "ignoring the memory limit"));
  CHECK(speaks_of(chart_of(size, "size.doubling").empty, "Doubling GPU memory"));
}

TEST_CASE("Where one GPU is full of states, only what helps is said", "[pages]") {
  const Page page = shown_page(
      "size",
      given_subject({{"model.parameters_given", "17B"}, {"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "1"}}));
  const auto& [finding, remedies] = page.findings.front();
  CHECK(finding.message == "GPU memory exceeded: 253 GiB needed, 79.6 GiB available. Add GPUs or offload.");
  // Nobody said how much the CPU memory beside it holds.
  CHECK(remedies.empty());
}

TEST_CASE("A warning stands beside the verdict", "[pages]") {
  Subject weights = given_subject(
      gpt3_on_128_dgx +
      Said{{"memory.recipe", "weights16"}, {"workload.tokens", "300B"}, {"workload.run_overhead", "none"}});
  const Page page = shown_page("size", weights);
  REQUIRE(page.findings.front().first.severity == Severity::warning);
  CHECK(page.verdict == Page::Verdict::just);
  CHECK(page.verdict_label == "Meets the deadline, with warnings");
}

TEST_CASE("Uncertain inputs move the time in one unit, named for people", "[pages]") {
  const Page page = shown_page("size", planned());
  const auto& rows = std::get<Bars>(chart_of(page, "size.movers").body).rows;
  REQUIRE(!rows.empty());
  for (const auto& row : rows) {
    CAPTURE(row.title, row.shown, row.shown_from);
    CHECK(row.title != "Training model error");
    CHECK(row.shown.ends_with(" days"));
    CHECK(row.shown_from.ends_with(" days"));
  }
  CHECK(signed_time_in(-761, 30 * 86400) == "\u22120.01 days");
}

TEST_CASE("The card of time switches to what the training costs", "[pages]") {
  const Case plan = complete(planned().scenario, built_in());
  const Page page = shown_page("size", planned());
  const Chart& time = chart_of(page, "size.time");
  CHECK(time.view == "Time");
  REQUIRE(time.views.size() == 1);
  const Chart& energy = view_of(time, "Energy");
  CHECK(energy.id == time.id);
  CHECK(speaks_of(energy.title, "Energy " + pretty(result(plan, "economics.energy"), Unit::joules)));
  CHECK(speaks_of(std::get<Plot>(energy.body).y.words(), "MWh"));
  const Subject priced = planned_with({{"economics.rental_price", "2.5"}});
  const Page priced_page = shown_page("size", priced);
  const Chart& cost = chart_of(priced_page, "size.time").views.front();
  CHECK(cost.view == "Cost");
  const double paid = result(complete(priced.scenario, built_in()), "economics.run_cost");
  CHECK(speaks_of(cost.title, "Training cost " + pretty(paid, Unit::money)));
  for (const auto& series : std::get<Plot>(cost.body).series)
    for (const auto& point : series.points)
      if (point.mark == Plot::Mark::filled) CHECK(point.y == paid);
}

TEST_CASE("A cloud of what was tried lies behind the fastest layouts", "[pages]") {
  const Page page = shown_page("layout", planned());
  const auto& plot = std::get<Plot>(chart_of(page, "layout.front").body);
  std::size_t dots = 0;
  for (const auto& series : plot.series)
    for (const auto& point : series.points) {
      if (point.mark != Plot::Mark::dot) continue;
      ++dots;
      CHECK(series.hue == Hue::waiting);
      // Unusual layouts and batches further from the recipe gain little.
      CHECK(point.y * 1.03 * 1.1 >= plot.series.back().points.back().y);
    }
  CHECK(dots > 30);
  CHECK(dots <= 1500);
}

TEST_CASE("The best layout of the plan is applied from its row", "[pages]") {
  const Page page = shown_page("layout", planned());
  const Chart& ranked = chart_of(page, "layout.ranked");
  const auto& rows = std::get<Grid>(ranked.body).rows;
  const std::size_t best = planned().plan()->search.best.size();
  REQUIRE(rows.size() == best + planned().plan()->search.too_large.size());
  for (std::size_t i = best; i < rows.size(); ++i) {
    CHECK(rows[i].dull);
    CHECK(rows[i].apply.changes.empty());
    CHECK(rows[i].cells.back().text.ends_with("over"));
  }
  for (std::size_t i = 0; i < best; ++i) {
    Scenario applied = planned().said;
    for (const auto& [key, text] : rows[i].apply.changes) applied.set(key, text, {key});
    CHECK(
        result(complete(applied, built_in()), "training.step_time") ==
        Approx(planned().plan()->search.best[i].step_time).epsilon(1e-9));
  }
  CHECK(speaks_of(chart_of(page, "layout.front").title, "days early"));
  const Said plain = gpt3_on_128_dgx + Said{{"layout.search", "plain"}};
  CHECK(speaks_of(chart_of(shown_page("layout", given_subject(plain)), "layout.ranked").empty, "layout is set by you"));
}

TEST_CASE("The Checkpoint page judges storage", "[pages]") {
  const Page fast = shown_page("checkpoint", planned());
  CHECK(fast.settled == Verdict{State::warning, {"goal.at_risk"}});
  CHECK(speaks_of(chart_of(fast, "checkpoint.bandwidth").title, "Checkpoint write bandwidth: "));
  const Page slow =
      shown_page("checkpoint", planned_with({{"checkpoint.interval_given", "5min"}, {"storage.write", "2GB/s"}}));
  CHECK(is_bad(slow.settled.state));
  CHECK(speaks_of(chart_of(slow, "checkpoint.bandwidth").title, "too slow"));
  Subject bare = given_subject(gpt3_on_128_dgx);
  bare.scenario.unset("storage.id");
  const Page open = shown_page("checkpoint", bare);
  CHECK(open.verdict == Page::Verdict::incomplete);
  CHECK(open.verdict_label == "No storage selected");
  CHECK(speaks_of(open.sentence, "Checkpoints of 2.44 TB at the optimal interval require 2.48 GB/s"));
  CHECK(open.figures.front().value == "2.44");
  const auto& lines = std::get<Plot>(chart_of(fast, "checkpoint.lost").body).series;
  CHECK(lines.size() == 3);
  const auto& limits = std::get<Plot>(chart_of(fast, "checkpoint.bandwidth").body).limits;
  CHECK(
      std::any_of(limits.begin(), limits.end(), [](const auto& limit) { return limit.words() == "Better 40.0 GB/s"; }));
}

/// The filled marks of a plot.
std::vector<Plot::Point> chosen_in(const Chart& chart) {
  std::vector<Plot::Point> found;
  for (const auto& series : std::get<Plot>(chart.body).series)
    for (const auto& point : series.points)
      if (point.mark == Plot::Mark::filled) found.push_back(point);
  return found;
}

TEST_CASE(
    "The interval that a scenario saves at is marked on the curve of its mode, however much it loses", "[pages]") {
  const Subject often = planned_with({{"checkpoint.interval_given", "2min"}, {"checkpoint.mode", "direct"}});
  const Case plan = complete(often.scenario, built_in());
  const Page page = shown_page("checkpoint", often);
  const Chart& lost = chart_of(page, "checkpoint.lost");
  const auto& plot = std::get<Plot>(lost.body);
  const double share = 1 - result(plan, "reliability.goodput");
  const auto chosen = chosen_in(lost);
  REQUIRE(chosen.size() == 1);
  CHECK(chosen.front().x == 120);
  CHECK(chosen.front().y == Approx(share).epsilon(1e-9));
  CHECK(chosen.front().callout == "every 2.00 min\n" + share_text(share) + " lost");
  CHECK(share < plot.y.high);
  CHECK(plot.x.low < 120);
  CHECK(speaks_of(lost.title, "Direct checkpoints every 2.00 min lose " + share_text(share) + " of the time; "));
  const auto& direct = plot.series.front();
  CHECK(direct.title == "Direct");
  CHECK(std::any_of(
      direct.points.begin(), direct.points.end(), [](const auto& point) { return point.mark == Plot::Mark::open; }));
  // Where the interval is the best one, its mark is that of the scenario.
  const auto best = chosen_in(chart_of(shown_page("checkpoint", planned()), "checkpoint.lost"));
  REQUIRE(best.size() == 1);
  CHECK(best.front().x == result(complete(planned().scenario, built_in()), "checkpoint.interval"));
}

TEST_CASE("The bandwidth that checkpoints need is a mark among the lines", "[pages]") {
  const Case plan = complete(planned().scenario, built_in());
  const auto chosen = chosen_in(chart_of(shown_page("checkpoint", planned()), "checkpoint.bandwidth"));
  REQUIRE(chosen.size() == 1);
  CHECK(chosen.front().x == result(plan, "checkpoint.interval"));
  CHECK(chosen.front().y == result(plan, "checkpoint.required_bandwidth"));
  CHECK(speaks_of(chosen.front().callout, pretty(chosen.front().y, Unit::bandwidth) + " required"));
}

TEST_CASE("What is missing is said on one card each, and in few words in the strip", "[pages]") {
  const Page page = shown_page("checkpoint", given_subject({{"model", "gpt3-175b"}}));
  std::map<std::string, std::string> empty;
  for (const Chart& chart : page.charts)
    if (!chart.empty.empty()) empty[chart.empty] += chart.id;
  CHECK(
      empty == std::map<std::string, std::string>{
                   {"Add a system and shared storage to the inputs.", "checkpoint.lost"},
                   {"Add shared storage to the inputs.", "checkpoint.restart"}});
  for (std::size_t i = 1; i < page.figures.size(); ++i) CHECK(page.figures[i].qualifier == "needs a system");
}

TEST_CASE("What is kept lies on shared storage", "[pages]") {
  const Page page = shown_page("checkpoint", planned());
  for (const Bars::Row& row : std::get<Bars>(chart_of(page, "checkpoint.capacity").body).rows)
    CHECK(row.hue == Hue::shared);
}

TEST_CASE("The Network page tells how many interfaces are needed", "[pages]") {
  const Page page = shown_page("network", planned());
  CHECK(page.figures[0].unit == "× 400 Gb/s");
  CHECK(std::get<Plot>(chart_of(page, "network.interfaces").body).series.size() >= 3);
  const Page one = shown_page(
      "network", given_subject(
                     {{"model", "bloom-7b1"},
                      {"cluster.system", "dgx-h100"},
                      {"cluster.nodes", "1"},
                      {"layout.tensor", "8"},
                      {"workload.global_batch", "64"}}));
  CHECK(chart_of(one, "network.interfaces").title == "One node does not use the network");
  CHECK(speaks_of(chart_of(one, "network.interfaces").empty, "over its GPU links"));
  CHECK(one.verdict_label == "No network needed");
  const auto& lines = std::get<Plot>(chart_of(page, "network.interfaces").body).series;
  for (std::size_t i = 1; i < lines.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (lines[i].stroke != Plot::Stroke::none) CHECK(lines[i].hue != lines[j].hue);
  const Page slow = shown_page(
      "network", given_subject(gpt3_on_128_dgx + Said{{"node.compute_nics", "1"}, {"node.nic_rate", "100Gb/s"}}));
  CHECK(slow.verdict != Page::Verdict::good);
  CHECK(speaks_of(chart_of(slow, "network.interfaces").title, " adds "));
}

TEST_CASE("The Data page compares demand with supply", "[pages]") {
  CHECK(shown_page("data", planned()).settled == Verdict{State::warning, {"goal.at_risk"}});
  const Page wait = shown_page("data", planned_with({{"storage.read", "100kB/s"}}));
  CHECK(wait.verdict == Page::Verdict::bad);
  CHECK(speaks_of(chart_of(wait, "data.ingest").title, "Storage-bound"));
}

TEST_CASE("A bandwidth axis marks every decade in the prefix of its size", "[pages]") {
  const Page page = shown_page("data", planned());
  for (const Scale& scale :
       {std::get<Dots>(chart_of(page, "data.ingest").body).scale,
        std::get<Bars>(chart_of(page, "data.stages").body).scale}) {
    CHECK(scale.words().ends_with(", B/s"));
    REQUIRE(scale.ticks.size() >= 3);
    CHECK(scale.ticks.front().at < 10 * scale.low);
    CHECK(scale.ticks.back().at > scale.high / 10);
    for (std::size_t i = 1; i < scale.ticks.size(); ++i) CHECK(scale.ticks[i].at == Approx(10 * scale.ticks[i - 1].at));
    for (const Tick& tick : scale.ticks) {
      if (tick.at == 1e5) CHECK(tick.label == "100 k");
      if (tick.at == 1e6) CHECK(tick.label == "1 M");
      if (tick.at == 1e10) CHECK(tick.label == "10 G");
    }
  }
}

TEST_CASE("Ways to read that are one are one row, and stages say what they read and write", "[pages]") {
  const Page once = shown_page("data", planned());
  const auto& ways = std::get<Dots>(chart_of(once, "data.ingest").body).rows;
  CHECK(std::none_of(ways.begin(), ways.end(), [](const auto& row) { return row.title == "Single epoch"; }));
  const Page cached = shown_page("data", planned_with({{"data.epochs", "2"}, {"data.cache", "1TB"}}));
  const auto& more = std::get<Dots>(chart_of(cached, "data.ingest").body).rows;
  CHECK(std::any_of(more.begin(), more.end(), [](const auto& row) { return row.title == "Single epoch"; }));
  const Chart& stages = chart_of(once, "data.stages");
  const Case plan = complete(planned().scenario, built_in());
  CHECK(
      stages.title ==
      "Peak demand: checkpoint, " + pretty(result(plan, "checkpoint.required_bandwidth"), Unit::bandwidth));
  for (const Bars::Row& row : std::get<Bars>(stages.body).rows) {
    CHECK((speaks_of(row.shown, " read") || speaks_of(row.shown, " write")));
    CHECK(speaks_of(row.shown, "all available bandwidth") == row.source.name.starts_with("tier."));
  }
}

TEST_CASE("Figures, verdict and chart of the data each say something else", "[pages]") {
  const Page page = shown_page("data", planned());
  const double ratio = result(complete(planned().scenario, built_in()), "ingest.supply_ratio");
  CHECK(page.figures[0].qualifier == "300B tokens × 2 bytes");
  CHECK(page.figures[2].qualifier == factor_text(ratio) + "× headroom");
  CHECK(
      page.sentence.starts_with("Training reads use " + share_text(1 / ratio) + " of the shared-storage bandwidth. "));
  CHECK(page.sentence.ends_with(": checkpoints size the storage."));
  CHECK(speaks_of(chart_of(page, "data.ingest").title, "rule of thumb"));
  CHECK(speaks_of(chart_of(page, "data.load").title, fmt::format("{:.0f} nodes load in", planned().plan()->nodes)));
  CHECK(speaks_of(
      chart_of(shown_page("data", planned_with({{"serving.replicas", "3"}})), "data.load").title,
      "3 replicas load in"));
  CHECK(factor_text(166894) == "167,000");
  CHECK(factor_text(1.4567) == "1.46");
}

TEST_CASE("An empty scenario yields pages that say what is missing", "[pages]") {
  for (const PageKind& kind : page_kinds()) {
    // What is known of machines and published runs needs no scenario.
    if (kind.id == "calibration") continue;
    INFO(kind.id);
    const Page page = shown_page(kind.id, Subject{});
    CHECK(page.verdict == Page::Verdict::incomplete);
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
        Said{{"model.parameters_given", "17B"}, {"accelerator.id", "h100-sxm5-80gb"}},
        Said{{"storage.id", "ddn-ai400x2"}},
        Said{
            {"model", "mixtral-8x7b"},
            {"cluster.system", "dgx-h100"},
            {"software.utilisation", "0.4"},
            {"workload.tokens", "1T"}}})
    for (const PageKind& kind : page_kinds()) CHECK_NOTHROW(shown_page(kind.id, given_subject(part)));
  CHECK_THROWS_AS(shown_page("serving", Subject{}), BadInput);
}

TEST_CASE("While the planner is at work a page says so", "[pages]") {
  Subject planning = given_subject(gpt3);
  planning.chosen = Open{.pending = true};
  const Page page = shown_page("size", planning);
  CHECK(page.verdict == Page::Verdict::incomplete);
  CHECK(page.verdict_label == "Planning");
  CHECK(page.figures[1].qualifier == "planning");
  CHECK(page.figures[2].value != "–");
  CHECK(speaks_of(chart_of(page, "size.time").empty, "planner"));
}

TEST_CASE("Where no layout fits, the smallest number of nodes that does is named", "[pages]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "2"}}), {}};
  tight.scenario = tight.said;
  tight.chosen = TrainingPlan{std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()))};
  REQUIRE(!tight.plan()->found());
  const Page page = shown_page("size", tight);
  CHECK(page.verdict == Page::Verdict::bad);
  CHECK(page.figures[0].qualifier == "no layout fits 2 nodes");
  const auto& [finding, remedies] = page.findings.front();
  CHECK(finding.severity == Severity::error);
  REQUIRE(!remedies.empty());
  const double fewest = tight.plan()->fitting_nodes;
  CHECK(remedies.front().label == "Use " + pretty(fewest, Unit::count) + " nodes to fit");
  CHECK(
      remedies.front().apply.changes ==
      std::vector<std::pair<std::string, std::string>>{{"cluster.nodes", exact(fewest)}});
  Scenario mended = tight.said;
  mended.unset("goal.deadline");
  mended.set("cluster.nodes", exact(fewest), {"test"});
  CHECK(plan_layout(mended, built_in()).found());
  mended.set("cluster.nodes", exact(fewest - 1), {"test"});
  CHECK(!plan_layout(mended, built_in()).found());
}

TEST_CASE("Where the states are too many for CPU memory, too, no remedy moves them there", "[pages]") {
  // Five nodes hold it all where stages may be uneven.
  const Said even = gpt3 + Said{{"cluster.nodes", "1"}, {"software.uneven_stages", "0"}};
  Subject tight{"tight", scenario_of(even), {}};
  tight.scenario = tight.said;
  tight.chosen = TrainingPlan{std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()))};
  const Page page = shown_page("size", tight);
  const auto& remedies = page.findings.front().second;
  REQUIRE(remedies.size() == 2);
  const auto& moved = remedies.back().apply.changes;
  CHECK(moved == std::vector<std::pair<std::string, std::string>>{{"memory.offload", "nvme"}});
  Scenario mended = tight.said;
  for (const auto& [key, text] : moved) mended.set(key, text, {key});
  CHECK(plan_layout(mended, built_in()).found());
  const Case plan = complete(tight.scenario, built_in());
  CHECK(
      page.sentence == "No layout fits 1 node. Model states need " +
                           pretty(result(plan, "capacity.nodes_states"), Unit::count) + " nodes, " +
                           pretty(tight.plan()->fitting_nodes, Unit::count) + " with activations.");
}

TEST_CASE("A bar far beyond the memory is cut and says how long it is", "[pages]") {
  const Page page = shown_page("layout", planned());
  const auto& stack = std::get<Stack>(chart_of(page, "layout.memory").body);
  CHECK(stack.scale.high <= 1.5 * stack.limits.front().at);
  CHECK(stack.bars.back().title == "TP 4 · PP 1");
  CHECK(stack.bars.back().over.ends_with(" over"));
  CHECK(stack.bars[1].title.starts_with("TP "));
}

TEST_CASE("Where no layout fits, the memory of the nearest one shows by how much", "[pages]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "2"}}), {}};
  tight.scenario = tight.said;
  tight.chosen = TrainingPlan{std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()))};
  REQUIRE(tight.plan()->nearest);
  const Case nearest = complete(tight.plan()->with(*tight.plan()->nearest), built_in());
  const double over = result(nearest, "memory.gpu_total") - result(nearest, "memory.gpu_capacity");
  CHECK(over > 0);
  for (const char* id : {"size.memory", "layout.memory"}) {
    CAPTURE(id);
    const Page page = shown_page(std::string_view(id).substr(0, std::string_view(id).find('.')), tight);
    const Chart& memory = chart_of(page, id);
    CHECK(memory.empty.empty());
    CHECK(speaks_of(memory.title, pretty(over, Unit::memory) + " over"));
    CHECK(speaks_of(memory.subtitle, "nearest"));
    const Stack& stack = std::get<Stack>(memory.body);
    CHECK(speaks_of(stack.bars.front().over, "over"));
    CHECK(stack.limits.front().at == result(nearest, "memory.gpu_capacity"));
  }
}

TEST_CASE("No page calls anything fast enough for a model that does not fit", "[pages]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "2"}}), {}};
  tight.scenario = tight.said;
  tight.chosen = TrainingPlan{std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()))};
  const Subject given =
      given_subject(gpt3_on_128_dgx + Said{{"layout.micro_batch", "12"}, {"layout.recompute", "none"}});
  const Subject shapeless =
      given_subject({{"model.parameters_given", "17B"}, {"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "1"}});
  const Subject states = given_subject(
      {{"model.parameters_given", "530B"},
       {"cluster.system", "dgx-h100"},
       {"cluster.nodes", "2"},
       {"software.at_utilisation", "yes"}});
  for (const Subject& subject : {tight, given, shapeless, states})
    for (const char* id : {"size", "layout", "network", "checkpoint", "data"}) {
      CAPTURE(subject.name, id);
      const Page page = shown_page(id, subject);
      CHECK(page.verdict == Page::Verdict::bad);
      CHECK(page.verdict_label == "Does not fit");
      CHECK(!speaks_of(page.sentence, "enough"));
    }
  CHECK(speaks_of(shown_page("network", given).sentence, " over."));
}

TEST_CASE("A model whose shape is open overflows by its known parts", "[pages]") {
  const Page page = shown_page(
      "size",
      given_subject({{"model.parameters_given", "17B"}, {"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "1"}}));
  const Chart& memory = chart_of(page, "size.memory");
  CHECK(memory.empty.empty());
  CHECK(memory.title == "GPU memory exceeded: at least 253 of 79.6 GiB, 174 GiB over");
  CHECK(speaks_of(memory.subtitle, "activations unknown"));
  CHECK(page.findings.front().first.id == "memory.gpu_overflow");
}

TEST_CASE("Offloading is weighed also where the GPUs are too few", "[pages]") {
  Subject tight{"tight", scenario_of(gpt3 + Said{{"cluster.nodes", "4"}}), {}};
  tight.scenario = tight.said;
  tight.chosen = TrainingPlan{std::make_shared<const LayoutPlan>(plan_layout(tight.said, built_in()))};
  REQUIRE(!tight.plan()->found());
  const Page page = shown_page("offload", tight);
  CHECK(page.figures[0].qualifier == "GPU memory exceeded");
  CHECK(page.figures[1].value != "–");
  CHECK(page.settled.state == State::does_not_fit);
}

TEST_CASE("A search that did not come to an end says how to start it again", "[pages]") {
  Subject stopped = given_subject(gpt3 + Said{{"cluster.nodes", "28"}});
  stopped.scenario.set("software.at_utilisation", "yes", {"plan"});
  const Page page = shown_page("layout", stopped);
  CHECK(speaks_of(chart_of(page, "layout.ranked").empty, "Press F5"));
  CHECK(speaks_of(chart_of(page, "layout.front").empty, "Press F5"));
}

}  // namespace
}  // namespace llmsize::test
