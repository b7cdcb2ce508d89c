// SPDX-License-Identifier: Apache-2.0
// Network, Data, Compare and Trends: every number is that of the registry, also after the changes that its source
// tells.
#include "tests/unit/cases.hpp"

#include "core/answer/explanation.hpp"
#include "core/inputs/list.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/project_stages.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/study.hpp"
#include "core/view/around.hpp"
#include "core/view/words.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace llmsize::test {
namespace {

constexpr std::string_view pages[] = {"network", "data", "compare", "trends"};

const Said gpt3_in_30_days{
    {"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "300B"}, {"goal.deadline", "30d"}};

Subject planned(std::string name, const Said& said) {
  const Scenario scenario = scenario_of(said);
  Subject subject{std::move(name), scenario, scenario};
  const LayoutPlan plan = plan_layout(scenario, built_in());
  REQUIRE(plan.found());
  subject.scenario = plan.with(plan.search.best.front());
  subject.chosen = TrainingPlan{std::make_shared<const LayoutPlan>(plan)};
  return subject;
}

/// The worked example, planned once, and the same with storage.
const Subject& worked_example() {
  static const Subject subject = planned("GPT-3", gpt3_in_30_days);
  return subject;
}
const Subject& with_storage() {
  static const Subject subject = planned("GPT-3 on DDN", gpt3_in_30_days + Said{{"storage.id", "ddn-ai400x2"}});
  return subject;
}

/// As the app shows it until the planner has an answer.
Subject unplanned(std::string name, const Scenario& scenario) {
  Subject subject = as_said(std::move(name), scenario);
  subject.chosen = Open{.pending = is_open(scenario) && layout_is_open(scenario)};
  return subject;
}

/// The first combination of a preset.
Subject preset(const std::string& id) {
  return unplanned(id, read_study(built_in().text("scenarios", id), id).scenarios().front());
}

const Subject& gpt3_on_dgx() {
  static const Subject subject = unplanned("GPT-3 on 128 DGX H100", scenario_of(gpt3_on_128_dgx));
  return subject;
}

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> all = [] {
    std::vector<Subject> found{worked_example(), with_storage(), gpt3_on_dgx()};
    for (const std::string_view id : built_in().ids("scenarios")) found.push_back(preset(std::string(id)));
    for (const auto& [name, said] : typical_cases()) found.push_back(unplanned(name, scenario_of(said)));
    return found;
  }();
  return all;
}

struct Number {
  double value;
  Source source;
};

struct Collect {
  std::vector<Number> numbers{};

  void operator()(const Plot& plot) {
    for (const Plot::Series& series : plot.series)
      for (const Plot::Point& point : series.points) numbers.push_back({point.y, point.source});
  }
  void operator()(const Stack& stack) {
    for (const Stack::Bar& bar : stack.bars)
      for (const Stack::Part& part : bar.parts) numbers.push_back({part.value, part.source});
  }
  void operator()(const Bars& bars) {
    for (const Bars::Row& row : bars.rows) numbers.push_back({row.to, row.source});
  }
  void operator()(const Dots& dots) {
    for (const Dots::Row& row : dots.rows)
      for (const Dots::Dot& dot : row.dots)
        if (!is_absent(dot.value)) numbers.push_back({dot.value, dot.source});
  }
  void operator()(const Heat& heat) {
    for (const Heat::Cell& cell : heat.cells)
      if (!is_absent(cell.value)) numbers.push_back({cell.value, cell.source});
  }
  void operator()(const Timeline& line) {
    for (const Timeline::Row& row : line.rows)
      for (const Timeline::Span& span : row.spans)
        if (!span.source.name.empty()) numbers.push_back({span.to - span.from, span.source});
  }
  void operator()(const Elevation& elevation) {
    for (const Elevation::Rack& rack : elevation.racks)
      if (rack.source.name == "power.rack") numbers.push_back({rack.power, rack.source});
  }
  void operator()(const Networks& networks) {
    const auto add = [this](const auto& part) {
      if (!part.source.name.empty()) numbers.push_back({part.count, part.source});
    };
    for (const Networks::Fabric& fabric : networks.fabrics) {
      for (const Networks::Tier& tier : fabric.tiers) add(tier);
      for (const Networks::Links& links : fabric.links) add(links);
      for (const Networks::Links& links : fabric.across) add(links);
    }
  }
  void operator()(const Grid& grid) {
    for (const Grid::Row& row : grid.rows)
      for (const Grid::Cell& cell : row.cells)
        if (cell.value) numbers.push_back({*cell.value, cell.source});
  }
};

std::vector<Number> numbers_of(const Chart& chart) {
  Collect collect;
  std::visit(collect, chart.body);
  return collect.numbers;
}

/// What a source explains.
double explained(const Subject& base, const Source& source) {
  const Case plan = complete(changed(base.scenario, source.changes), built_in());
  return explain(plan, source.name).value;
}

const Chart& chart_named(const Page& page, std::string_view id) {
  const auto found =
      std::find_if(page.charts.begin(), page.charts.end(), [&](const Chart& chart) { return chart.id == id; });
  if (found == page.charts.end()) throw std::out_of_range("no chart " + std::string(id));
  return *found;
}

const Figure& figure_named(const Page& page, std::string_view label) {
  const auto found =
      std::find_if(page.figures.begin(), page.figures.end(), [&](const Figure& each) { return each.label == label; });
  if (found == page.figures.end()) throw std::out_of_range("no figure " + std::string(label));
  return *found;
}

void check_figure(const Page& page, const Subject& subject, std::string_view label, std::string_view id) {
  CAPTURE(label, id);
  const Figure& figure = figure_named(page, label);
  const double value = result(complete(subject.scenario, built_in()), id);
  CHECK(figure.source.name == id);
  CHECK(figure.value == value_and_unit(value, row_of(id).about->unit).first);
  CHECK(same(explained(subject, figure.source), value));
  CHECK(same(figure.number.value_or(absent), value));
}

TEST_CASE("these pages have numbers, or say in a sentence what is missing, for every scenario", "[pages][long]") {
  for (const Subject& subject : subjects())
    for (const std::string_view id : pages) {
      CAPTURE(subject.name, id);
      const Page page = page_of(id, {subject, worked_example()}, built_in());
      CHECK(page.id == id);
      CHECK_FALSE(page.verdict_label.empty());
      CHECK(page.sentence.ends_with("."));
      CHECK(page.figures.size() <= 5);
      for (const Figure& figure : page.figures) {
        CAPTURE(figure.label, figure.value, figure.qualifier);
        CHECK_FALSE(figure.value.empty());
        CHECK((figure.value != "–" || !figure.qualifier.empty()));
        CHECK(
            (id == "compare" || figure.value == "–" || find_result(figure.source.name) ||
             find_input(figure.source.name)));
      }
      for (const Chart& chart : page.charts) {
        CAPTURE(chart.id, chart.title, chart.empty);
        CHECK(chart.id.starts_with(id));
        CHECK_FALSE(chart.title.empty());
        CHECK(chart.title.find("nan") == std::string::npos);
        CHECK(data_of(chart).rows.empty() != chart.empty.empty());
        CHECK((chart.empty.empty() || chart.empty.ends_with(".")));
        for (const Number& number : numbers_of(chart)) CHECK(std::isfinite(number.value));
      }
    }
}

TEST_CASE("every sourced number of a chart is explained after its changes", "[pages]") {
  const std::vector<Subject> some{
      with_storage(), gpt3_on_dgx(), preset("hpe-network-interfaces"), preset("hpe-slingshot-infiniband")};
  for (const Subject& subject : some)
    for (const std::string_view page : pages)
      for (const Chart& chart : page_of(page, {subject, worked_example()}, built_in()).charts)
        for (const Number& number : numbers_of(chart)) {
          if (number.source.name.empty()) continue;
          CAPTURE(subject.name, chart.id, number.source.name, number.source.changes);
          CHECK(explained(subject, number.source) == Approx(number.value).epsilon(1e-9));
        }
}

/// Numbers of a chart that somebody published: no formula of ours stands behind them.
std::ptrdiff_t published_points(const Chart& chart) {
  std::ptrdiff_t count = 0;
  if (const Plot* plot = std::get_if<Plot>(&chart.body))
    for (const Plot::Series& series : plot->series)
      if (series.title == "published") count += std::ssize(series.points);
  return count;
}

TEST_CASE("only what the catalog says and what others published has no source", "[pages]") {
  for (const std::string_view page : pages)
    for (const Chart& chart : page_of(page, {worked_example(), with_storage()}, built_in()).charts) {
      CAPTURE(chart.id);
      const std::vector<Number> numbers = numbers_of(chart);
      const auto unsourced =
          std::count_if(numbers.begin(), numbers.end(), [](const Number& each) { return each.source.name.empty(); });
      if (!chart.id.starts_with("trends.")) CHECK(unsourced == published_points(chart));
    }
}

TEST_CASE("the table of a chart has all its numbers", "[pages]") {
  for (const std::string_view page : pages)
    for (const Chart& chart : page_of(page, {with_storage(), worked_example()}, built_in()).charts) {
      if (std::holds_alternative<Grid>(chart.body)) continue;  // a table is its own
      CAPTURE(chart.id);
      const Table table = data_of(chart);
      for (const Number& number : numbers_of(chart)) {
        const std::string text = exact(number.value);
        CAPTURE(text);
        CHECK(std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
          return std::find(row.begin(), row.end(), text) != row.end();
        }));
      }
      for (const auto& row : table.rows) CHECK(row.size() == table.header.size());
    }
}

TEST_CASE("figures of the network are those of the registry", "[pages]") {
  for (const Subject& subject : {worked_example(), gpt3_on_dgx(), preset("hpe-network-interfaces")}) {
    CAPTURE(subject.name);
    const Page page = network_page(subject, built_in());
    check_figure(page, subject, "FLOP/s per GPU", "training.flop_rate_per_gpu");
    check_figure(page, subject, "Network per GPU", "training.network_rate");
    check_figure(page, subject, "DP communication", "training.data_time");
    CHECK(page.verdict != Page::Verdict::incomplete);
  }
}

TEST_CASE("rates over interfaces are those of the talk's scenarios, one line per fabric", "[pages]") {
  const Study study = read_study(built_in().text("scenarios", "hpe-network-interfaces"), "hpe-network-interfaces");
  const std::vector<Scenario> scenarios = study.scenarios();
  const Page page = network_page(unplanned("4 interfaces", scenarios[3]), built_in());
  const Plot& plot = std::get<Plot>(chart_named(page, "network.interfaces").body);
  REQUIRE(plot.series.size() >= 3);
  for (std::size_t i = 0; i < 4; ++i) {
    const double rate = result(complete(scenarios[i], built_in()), "training.flop_rate_per_gpu");
    const Plot::Point& point = plot.series.front().points.at(i);
    CHECK(point.x == double(i + 1));
    CHECK(point.y == Approx(rate).epsilon(1e-12));
    CHECK(point.mark == (i == 3 ? Plot::Mark::filled : Plot::Mark::open));
  }
  for (const Plot::Series& series : plot.series)
    for (std::size_t i = 1; i < series.points.size(); ++i) CHECK(series.points[i].y >= series.points[i - 1].y);
}

TEST_CASE("another fabric brings its own rate", "[pages]") {
  const Page page = network_page(preset("hpe-network-interfaces"), built_in());
  const Plot& plot = std::get<Plot>(chart_named(page, "network.interfaces").body);
  for (std::size_t i = 1; i < plot.series.size(); ++i) {
    if (plot.series[i].title == "published") continue;
    const auto& changes = plot.series[i].points.front().source.changes;
    REQUIRE(changes.front().first == "network.id");
    CAPTURE(changes.front().second);
    const Entry& entry = built_in().entry("networks", changes.front().second);
    const Case plan = complete(changed(preset("hpe-network-interfaces").scenario, changes), built_in());
    CHECK(given(plan, "node.nic_rate") == entry.find("network.rate")->number.value());
  }
}

TEST_CASE("the parts of a step add up for every number of interfaces", "[pages]") {
  const Page page = network_page(worked_example(), built_in());
  const Stack& stack = std::get<Stack>(chart_named(page, "network.step").body);
  CHECK(stack.bars.size() == 4);
  for (const Stack::Bar& bar : stack.bars) {
    double sum = 0;
    for (const Stack::Part& part : bar.parts) sum += part.value;
    CHECK(
        sum ==
        Approx(explained(worked_example(), {"training.step_time", bar.parts.front().source.changes})).epsilon(1e-9));
  }
}

TEST_CASE("only interfaces that a node is built with suffice", "[pages]") {
  // A tray of four GPUs has one, two or four; the eight GPUs of a server do not share six.
  const Subject racks = planned(
      "racks",
      {{"model", "gpt3-175b"}, {"cluster.system", "gb200-nvl72"}, {"cluster.nodes", "4"}, {"workload.tokens", "300B"}});
  const Page page = network_page(racks, built_in());
  for (const Plot::Point& point : std::get<Plot>(chart_named(page, "network.interfaces").body).series.front().points)
    CHECK(std::fmod(point.x, 18) == 0);
  for (const Stack::Bar& bar : std::get<Stack>(chart_named(page, "network.step").body).bars)
    CHECK(std::fmod(std::stod(bar.title), 18) == 0);
  const std::string title = chart_named(network_page(worked_example(), built_in()), "network.interfaces").title;
  CAPTURE(title);
  CHECK(title.find("8") != std::string::npos);
  for (const char* uneven : {"3 NICs", "5 NICs", "6 NICs", "7 NICs"}) CHECK(title.find(uneven) == std::string::npos);
}

TEST_CASE("figures of the data are those of the registry", "[pages]") {
  const Page page = data_page(with_storage(), built_in());
  check_figure(page, with_storage(), "Dataset", "ingest.dataset_size");
  check_figure(page, with_storage(), "Required", "ingest.required_bandwidth");
  check_figure(page, with_storage(), "Available", "ingest.supply");
  check_figure(page, with_storage(), "Model load", "load.time_direct");
  check_figure(page, with_storage(), "Raw data", "ingest.raw_size");
  CHECK(page.settled.state <= State::warning);
}

TEST_CASE("a store that is too slow for the data is told", "[pages]") {
  const Subject slow = unplanned("slow", changed(gpt3_on_dgx().scenario, {{"storage.read", "100kB/s"}}));
  const Page page = data_page(slow, built_in());
  CHECK(result(complete(slow.scenario, built_in()), "ingest.supply_ratio") < 1);
  CHECK(page.verdict == Page::Verdict::bad);
  CHECK(chart_named(page, "data.ingest").title.starts_with("Storage-bound"));
}

TEST_CASE("models load in every way that the registry knows", "[pages]") {
  const Case plan = complete(with_storage().scenario, built_in());
  const Page page = data_page(with_storage(), built_in());
  const Bars& bars = std::get<Bars>(chart_named(page, "data.load").body);
  REQUIRE(bars.rows.size() == 4);
  for (const Bars::Row& row : bars.rows) CHECK(same(row.to, result(plan, row.source.name)));
}

TEST_CASE("every stage of a project whose bandwidth is known is drawn", "[pages]") {
  const Case plan = complete(with_storage().scenario, built_in());
  const Page page = data_page(with_storage(), built_in());
  const Bars& bars = std::get<Bars>(chart_named(page, "data.stages").body);
  REQUIRE(bars.rows.size() == project_stages().size());
  for (std::size_t i = 0; i < bars.rows.size(); ++i)
    CHECK(same(bars.rows[i].to, result(plan, project_stages()[i].bandwidth_id)));
}

TEST_CASE("without storage the data page says what it needs", "[pages]") {
  const Page page = data_page(worked_example(), built_in());
  CHECK(page.verdict == Page::Verdict::incomplete);
  CHECK(figure_named(page, "Available").value == "–");
  CHECK(figure_named(page, "Available").qualifier == "needs shared storage");
  CHECK(chart_named(page, "data.load").empty == "Add shared storage to the inputs.");
}

TEST_CASE("scenarios are compared with the first", "[pages]") {
  const Subject faster = unplanned("faster", changed(worked_example().scenario, {{"accelerator.peak", "1500TFLOP/s"}}));
  const Page page = compare_page({worked_example(), faster}, built_in());
  check_figure(page, worked_example(), "GPT-3", "training.calendar_time");
  const Figure& figure = figure_named(page, "faster");
  CHECK(
      explained(worked_example(), figure.source) ==
      result(complete(faster.scenario, built_in()), "training.calendar_time"));
  const Grid& grid = std::get<Grid>(chart_named(page, "compare.differences").body);
  CHECK(grid.header == std::vector<std::string>{"", "GPT-3", "faster"});
  CHECK(grid.rows[0].cells.front().text == "Inputs");
  CHECK(grid.rows[1].cells.front().text == about_of("accelerator.peak").label);
  for (const Grid::Row& row : grid.rows) {
    REQUIRE(row.cells.size() == grid.header.size());
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      if (!row.cells[i].number) continue;
      const Source& source = row.cells[i].source;
      const ResultRow* about = find_result(source.name);
      CAPTURE(source.name, row.cells[i].text);
      const double value = explained(worked_example(), source);
      if (about && about->about->unit == Unit::ratio)
        CHECK(row.cells[i].text.starts_with(value_and_unit(value, Unit::ratio).first + "%"));
      else
        CHECK(row.cells[i].text.starts_with(pretty(value, about ? about->about->unit : find_input(source.name)->unit)));
    }
  }
  CHECK(std::get<Plot>(chart_named(page, "compare.time").body).series.size() == 2);
}

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

const Grid::Row& row_named(const Page& page, std::string_view title) {
  for (const Grid::Row& row : std::get<Grid>(chart_named(page, "compare.differences").body).rows)
    if (row.cells.front().text == title) return row;
  throw std::out_of_range(std::string(title));
}

TEST_CASE("a scenario that does not fit has no speed and no time, in the table as in the strip", "[pages]") {
  Subject small = gpt3_on_dgx();
  small.name = "small";
  for (const auto& [key, text] : Changes{{"cluster.nodes", "1"}, {"layout.tensor", "8"}, {"layout.pipeline", "1"}})
    small.scenario.set(key, text, {key});
  for (const bool first : {false, true}) {
    const std::vector<Subject> both =
        first ? std::vector{small, worked_example()} : std::vector{worked_example(), small};
    const std::size_t column = first ? 1 : 2;
    const Page page = compare_page(both, built_in());
    CHECK(figure_named(page, "small").qualifier == "does not fit");
    for (const char* title : {"Time to train (wall clock)", "Step time", "Training tokens per second"}) {
      CAPTURE(title, first);
      CHECK(row_named(page, title).cells[column].text == "does not fit");
      CHECK(row_named(page, title).cells[3 - column].text.find('(') == std::string::npos);
    }
    CHECK(row_named(page, "Peak GPU memory").cells[column].text != "does not fit");
    const Figure& runs = figure_named(page, "GPT-3");
    CHECK(page.sentence == "GPT-3 takes " + runs.value + " " + runs.unit + "; small does not fit.");
  }
}

TEST_CASE("differences are signed percentages, of shares points, and two are compared as two", "[pages]") {
  const Subject slower = unplanned("slower", changed(worked_example().scenario, {{"accelerator.peak", "300TFLOP/s"}}));
  const Page page = compare_page({worked_example(), slower}, built_in());
  CHECK(page.verdict == Page::Verdict::neutral);
  CHECK(says(page.sentence, "GPT-3 is faster: "));
  const std::string time = row_named(page, "Time to train (wall clock)").cells[2].text,
                    speed = row_named(page, "Training tokens per second").cells[2].text;
  CHECK(says(time, "(+"));
  CHECK(says(time, "%)"));
  CHECK(says(speed, "(\u2212"));
  CHECK(says(speed, "%)"));
  CHECK(says(row_named(page, "MFU (model FLOPs utilization)").cells[2].text, " points)"));
  CHECK(row_named(page, "Results").strong);
  CHECK(row_named(page, "Same in both").strong);
  CHECK(row_named(page, "Parameters").dull);
}

TEST_CASE("nodes and GPUs are listed once, as an input where every scenario states them", "[pages]") {
  const auto rows = [](const Page& page, std::string_view title) {
    const Grid& grid = std::get<Grid>(chart_named(page, "compare.differences").body);
    return std::count_if(
        grid.rows.begin(), grid.rows.end(), [&](const Grid::Row& row) { return row.cells.front().text == title; });
  };
  const auto sized = [](const char* nodes) {
    Subject subject = gpt3_on_dgx();
    subject.name = nodes;
    for (Scenario* each : {&subject.said, &subject.scenario}) each->set("cluster.nodes", nodes, Giver{nodes});
    return subject;
  };
  Subject planned = sized("160");
  planned.said.unset("cluster.nodes");
  const Page stated = compare_page({sized("128"), sized("160")}, built_in()),
             mixed = compare_page({sized("128"), planned}, built_in());
  for (const Page& page : {stated, mixed}) {
    CHECK(rows(page, "Nodes") == 1);
    CHECK(rows(page, "GPUs") <= 1);
  }
  CHECK(stated.charts.front().title == "1 input differs");
  CHECK(row_named(stated, "Nodes").cells[2].text == "160");
  CHECK(row_named(mixed, "Nodes").cells[2].text == "160 (+25%)");
}

TEST_CASE("scenarios that rest on other measurements are told apart", "[pages]") {
  auto measured = std::make_shared<Catalog>(built_in());
  measured->calibrate({Fact{"accelerator.sustained_16", 0.7, {}, "measured here on gpu-01, 2026-01-31", {}}});
  Subject here = worked_example();
  here.name = "here";
  here.catalog = measured;
  const Page page = compare_page({worked_example(), here}, built_in());
  CHECK(row_named(page, "Calibration").cells[1].text == "none");
  CHECK(row_named(page, "Calibration").cells[2].text == "1 input, measured here on gpu-01, 2026-01-31");
  CHECK(page.charts.front().title == "1 input differs");
}

TEST_CASE("one scenario has nothing to be compared with", "[pages]") {
  for (const std::vector<Subject>& few : {std::vector<Subject>{}, std::vector<Subject>{worked_example()}}) {
    const Page page = compare_page(few, built_in());
    CHECK(page.verdict == Page::Verdict::incomplete);
    for (const Chart& chart : page.charts) CHECK_FALSE(chart.empty.empty());
  }
}

TEST_CASE("a scenario is the same as itself", "[pages]") {
  const Page page = compare_page({worked_example(), worked_example()}, built_in());
  CHECK(page.charts.front().title == "All scenarios are identical");
  CHECK(page.figures.back().qualifier.ends_with(", same"));
}

TEST_CASE("figures of trends are those of the registry", "[pages]") {
  const Page page = trends_page(worked_example(), built_in());
  check_figure(page, worked_example(), "Parameters", "trend.parameters");
  check_figure(page, worked_example(), "GPUs needed", "trend.gpus");
  for (const Figure& figure : page.figures) CHECK(figure.source.name.starts_with("trend."));
  // The year has passed: what came is beside the trend.
  CHECK(page.verdict_label == "Trend not met in 2023");
  CHECK(page.figures.front().qualifier == "trend in 2023; largest model 179B");
  const Subject ahead = unplanned("2099", changed(worked_example().scenario, {{"trend.base_year", "2098"}}));
  CHECK(trends_page(ahead, built_in()).verdict_label == "Extrapolated");
}

TEST_CASE("lines of trends start in the base year and end in the year asked for", "[pages]") {
  const Subject subject = unplanned("2026", changed(worked_example().scenario, {{"trend.year", "2026"}}));
  const Page page = trends_page(subject, built_in());
  const Plot& plot = std::get<Plot>(chart_named(page, "trends.wall").body);
  CHECK(
      plot.series.back().points.back().y ==
      Approx(result(complete(subject.scenario, built_in()), "trend.gpus")).epsilon(1e-12));
  for (const Plot::Series& series : plot.series) {
    if (series.stroke == Plot::Stroke::none) continue;
    CHECK(series.stroke == Plot::Stroke::dashed);
    CHECK(series.points.front().x == 2020);
    CHECK(series.points.back().x == 2026);
    CHECK(series.points.back().y == Approx(explained(subject, series.points.back().source)).epsilon(1e-12));
  }
  CHECK(plot.y.logarithmic);
  CHECK(chart_named(page, "trends.wall").subtitle.find("2020") != std::string::npos);
}

TEST_CASE("no axis of a trend mixes two kinds of things", "[pages]") {
  const Page page = trends_page(worked_example(), built_in());
  const auto axis = [&](std::string_view id) { return std::get<Plot>(chart_named(page, id).body).y.title; };
  CHECK(axis("trends.wall") == "GPUs needed");
  CHECK(axis("trends.parameters") == "parameters");
  CHECK(axis("trends.memory").starts_with("GPU memory"));
  CHECK(chart_named(page, "trends.wall")
            .subtitle.starts_with("GPUs of 85.5 GB (H100 SXM5 80GB) for the training states"));
}

TEST_CASE("the catalog stands beside trends, the largest by name", "[pages]") {
  const Page page = trends_page(worked_example(), built_in());
  const auto labels = [&](std::string_view id) {
    std::vector<std::string> found;
    for (const Plot::Series& series : std::get<Plot>(chart_named(page, id).body).series)
      for (const Plot::Point& point : series.points)
        if (!point.label.empty()) found.push_back(point.label);
    return found;
  };
  const auto has = [](const std::vector<std::string>& all, std::string_view name) {
    return std::any_of(
        all.begin(), all.end(), [&](const std::string& each) { return each.find(name) != std::string::npos; });
  };
  const auto times = [](const std::vector<std::string>& all, std::string_view name) {
    return std::count_if(
        all.begin(), all.end(), [&](const std::string& each) { return each.find(name) != std::string::npos; });
  };
  CHECK(times(labels("trends.parameters"), "GPT-3 175B") == 1);
  CHECK(times(labels("trends.wall"), "GPT-3 175B") == 1);
  CHECK(has(labels("trends.wall"), "GPT-3 175B: 33"));
  CHECK(labels("trends.memory").size() <= 10);
  CHECK(labels("trends.parameters").size() <= 10);
}

TEST_CASE("a trend stands beside what came, counted alike", "[pages]") {
  const Page page = trends_page(worked_example(), built_in());
  CHECK(
      chart_named(page, "trends.wall").title ==
      "Trend from GPT-3 175B: 32,667 GPUs in 2023; largest model of 2023, Falcon-180B: 34");
  CHECK(
      chart_named(page, "trends.parameters").title ==
      "Trend: 175T parameters in 2023; largest model Falcon-180B: 179B");
  CHECK(chart_named(page, "trends.memory").title.starts_with("Trend: 428 GB per GPU in 2023; "));
  CHECK(chart_named(page, "trends.wall").subtitle.find("16 bytes per parameter") != std::string::npos);

  // Beside a model that serves, all points are of its weights.
  const Subject serving =
      unplanned("", scenario_of({{"model", "bloom-7b1"}, {"cluster.system", "dgx-h100"}, {"workload.mode", "infer"}}));
  const Page weights = trends_page(serving, built_in());
  const Chart& wall = chart_named(weights, "trends.wall");
  CHECK(wall.subtitle.find("for the weights of a model, 2 bytes per parameter") != std::string::npos);
  for (const Number& number : numbers_of(wall))
    CHECK(explained(serving, number.source) == Approx(number.value).epsilon(1e-9));

  const Page ahead =
      trends_page(unplanned("", changed(worked_example().scenario, {{"trend.base_year", "2030"}})), built_in());
  CHECK(chart_named(ahead, "trends.wall").title.starts_with("Trend from GPT-3 175B: 33 GPUs in 2030, "));
}

TEST_CASE("published rates stand beside those of the same model and accelerator", "[pages]") {
  const Said gpt3_on_a100{{"model", "gpt3-175b"},      {"cluster.system", "dgx-a100-640"},
                          {"cluster.nodes", "128"},    {"layout.tensor", "8"},
                          {"layout.pipeline", "16"},   {"workload.global_batch", "1536"},
                          {"layout.recompute", "full"}};
  const Page page = network_page(unplanned("A100", scenario_of(gpt3_on_a100)), built_in());
  const Plot& plot = std::get<Plot>(chart_named(page, "network.interfaces").body);
  const Plot::Series& published = plot.series.back();
  CHECK(published.title == "published");
  const auto is_known = [](const Plot::Point& point) {
    return point.x == 8 && point.y == 138e12 && !point.label.empty();
  };
  CHECK(std::any_of(published.points.begin(), published.points.end(), is_known));
  CHECK(chart_named(page, "network.interfaces").subtitle.find("published") != std::string::npos);
  const Page other = network_page(gpt3_on_dgx(), built_in());
  CHECK(std::get<Plot>(chart_named(other, "network.interfaces").body).series.back().title != "published");
}

TEST_CASE("trends go forward", "[pages]") {
  const Page page = trends_page(
      unplanned("", changed(worked_example().scenario, {{"trend.base_year", "2030"}, {"trend.year", "2025"}})),
      built_in());
  CHECK(page.verdict == Page::Verdict::incomplete);
  // Scaling laws know no years.
  for (const Chart& chart : page.charts)
    if (chart.id != "trends.numbers") CHECK_FALSE(chart.empty.empty());
}

TEST_CASE("an empty scenario is told what is missing", "[pages]") {
  for (const std::string_view id : pages) {
    CAPTURE(id);
    const Page page = page_of(id, {Subject{}}, built_in());
    CHECK(page.verdict == Page::Verdict::incomplete);
    CHECK_FALSE(page.sentence.empty());
    for (const Figure& figure : page.figures) {
      CHECK(figure.value == "–");
      CHECK(figure.qualifier.starts_with("needs "));
    }
    for (const Chart& chart : page.charts) CHECK_FALSE(chart.empty.empty());
  }
}

TEST_CASE("a scenario is compared also where the base says what the other leaves to its system", "[pages]") {
  const Subject base = preset("hpe-network-interfaces");
  for (const Chart& chart : compare_page({base, worked_example()}, built_in()).charts)
    for (const Number& number : numbers_of(chart)) {
      CAPTURE(chart.id, number.source.name);
      if (!number.source.name.empty()) CHECK(explained(base, number.source) == Approx(number.value).epsilon(1e-9));
    }
}

TEST_CASE("scenarios without a time are not compared in time", "[pages]") {
  const Page page = compare_page({Subject{}, Subject{}}, built_in());
  CHECK(page.verdict == Page::Verdict::incomplete);
}

TEST_CASE("it is told how to open a second scenario", "[pages]") {
  CHECK(compare_page({worked_example()}, built_in()).sentence.find("Ctrl+D") != std::string::npos);
}

TEST_CASE("trends say truly which grows faster", "[pages]") {
  const auto sentence = [](const char* models, const char* memory) {
    const Changes changes{{"trend.model_growth", models}, {"trend.memory_growth", memory}};
    return trends_page(unplanned("", changed(worked_example().scenario, changes)), built_in()).sentence;
  };
  CHECK(sentence("10", "1.71").ends_with("GPU memory grows more slowly than models."));
  CHECK(sentence("1.5", "2").ends_with("GPU memory grows as fast as models."));
}

TEST_CASE("every trend is dashed and states its base year", "[pages]") {
  for (const Chart& chart : trends_page(worked_example(), built_in()).charts) {
    CAPTURE(chart.id);
    const Plot* plot = std::get_if<Plot>(&chart.body);
    if (!plot) continue;
    CHECK(chart.subtitle.find("2020") != std::string::npos);
    for (const Plot::Series& series : plot->series)
      if (!series.points.front().source.name.empty()) CHECK(series.stroke != Plot::Stroke::solid);
  }
}

TEST_CASE("figures of data have no holes in their words", "[pages]") {
  const Said no_nvme{{"model", "gpt3-175b"},      {"accelerator.id", "a100-sxm4-80gb"},
                     {"node.gpus", "8"},          {"cluster.nodes", "16"},
                     {"layout.tensor", "8"},      {"layout.pipeline", "8"},
                     {"workload.tokens", "300B"}, {"storage.id", "ddn-ai400x2"}};
  for (const Figure& figure : data_page(unplanned("no NVMe", scenario_of(no_nvme)), built_in()).figures)
    CHECK((figure.value == "–" || figure.qualifier.find("–") == std::string::npos));
  const Page page = data_page(worked_example(), built_in());
  const Dots& dots = std::get<Dots>(chart_named(page, "data.ingest").body);
  CHECK(dots.rows.front().subtitle == "1 epoch");
}

void check_compared(const Subject& base, const Subject& other) {
  CAPTURE(base.name, other.name);
  const Page page = compare_page({base, other}, built_in());
  const Subject* both[] = {&base, &other};
  for (std::size_t i = 0; i < 2; ++i) {
    const Source& source = page.figures[i].source;
    if (!source.name.empty())
      CHECK(
          explained(base, source) ==
          Approx(explain(complete(both[i]->scenario, built_in()), source.name).value).epsilon(1e-9));
  }
}

TEST_CASE("scenarios can be compared, and no source tells another number", "[pages]") {
  const auto& all = subjects();
  for (std::size_t i = 0; i < all.size(); ++i) {
    check_compared(all[i], all[(i + 1) % all.size()]);
    check_compared(all[(i + 7) % all.size()], all[i]);
  }
}

TEST_CASE("services are compared by what they answer, not as trainings", "[pages]") {
  const auto on = [](const char* system) {
    const Said said{{"model", "llama-3.1-70b"},       {"cluster.system", system},   {"workload.mode", "infer"},
                    {"goal.request_rate", "40"},      {"serving.ttft_limit", "1s"}, {"serving.input_tokens", "1024"},
                    {"serving.output_tokens", "1024"}};
    return served(system, scenario_of(said), built_in());
  };
  const Subject base = on("dgx-h200"), other = on("dgx-b200");
  const Page page = compare_page({base, other}, built_in());
  REQUIRE(page.figures.size() == 2);
  CHECK(page.figures[0].unit == "req/s");
  CHECK(
      page.figures[0].value ==
      pretty(result(complete(base.scenario, built_in()), "serving.rate_at_limit"), Unit::ratio));
  CHECK(std::get<Plot>(chart_named(page, "compare.rate").body).series.size() == 2);
  const Grid& grid = std::get<Grid>(chart_named(page, "compare.differences").body);
  CHECK(std::any_of(grid.rows.begin(), grid.rows.end(), [](const Grid::Row& row) {
    return row.cells[0].text == "TPOT (time per output token)";
  }));
  CHECK(std::none_of(
      grid.rows.begin(), grid.rows.end(), [](const Grid::Row& row) { return row.cells[0].text == "Step time"; }));
  check_compared(base, other);
}

// Each with two others; with every other with LLMSIZE_LONG.
TEST_CASE("any two scenarios can be compared", "[pages][long]") {
  const std::vector<Subject>& all = subjects();
  const std::size_t others = std::getenv("LLMSIZE_LONG") ? all.size() : 3;
  for (std::size_t base = 0; base < all.size(); ++base)
    for (std::size_t away = 0; away < others; ++away) check_compared(all[base], all[(base + away) % all.size()]);
}

}  // namespace
}  // namespace llmsize::test
