// SPDX-License-Identifier: Apache-2.0
// The Offload page: tiers that hold a model, rows, marks and batches tell what the strip tells.
#include "core/planning/serving_layout.hpp"
#include "tests/unit/subjects.hpp"

#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::test {
namespace {

TEST_CASE("The Offload page names the first tier that holds the model", "[pages]") {
  const Page page = shown_page("offload", given_subject(bloom));
  CHECK(page.verdict == Page::Verdict::good);
  CHECK(speaks_of(page.sentence, "CPU memory is the fastest tier"));
  CHECK(page.figures[0].value == "–");
  CHECK(page.figures[0].qualifier == "GPU memory exceeded");
  CHECK(speaks_of(chart_of(page, "offload.nodes").title, "1 with CPU memory"));
  CHECK(shown_page("offload", planned()).verdict == Page::Verdict::just);  // late at P80
  const Page on_gpus = shown_page("offload", planned());
  const Chart& nodes = on_gpus.charts.front();
  CHECK(nodes.view == "Training states");
  REQUIRE(nodes.views.size() == 1);
  CHECK(view_of(nodes, "Weights only").title == "Weights fit in GPU memory of 1 node");
  CHECK(chart_of(page, "offload.nodes").views.empty());
}

TEST_CASE("Every target has a layout of its own, the same whoever asks", "[pages][offload]") {
  const Scenario said = scenario_of({{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h100"}});
  const std::vector<Scenario> targets = on_targets(said, built_in());
  REQUIRE(targets.size() == 4);
  const auto of = [&](std::size_t target, const char* id) { return result(complete(targets[target], built_in()), id); };
  // 16 bytes per parameter are 1.13 TB, one node has 0.68 TB: as it is typed it fits on no tier but with a layout.
  CHECK(of(0, "memory.gpu_total") > of(0, "memory.gpu_capacity"));
  for (const std::size_t target : {1u, 2u}) {
    CHECK(of(target, "memory.gpu_total") <= 0.94 * of(target, "memory.gpu_capacity"));
    CHECK(of(target, "offload.throughput") > 0);
  }
  CHECK(of(1, "offload.throughput") > of(2, "offload.throughput"));
  CHECK(targets[1].find("layout.tensor")->value.number != targets[0].find("layout.tensor")->value.number);
  // In the app the subject was planned for its other pages first.
  Subject in_app = planned("app", said, built_in());
  in_app.offload = OffloadPlan{targets};
  const Page typed = offload_page(offload_subject(as_said("typed", said), built_in()), built_in());
  const Page shown = offload_page(in_app, built_in());
  CHECK(shown.sentence == typed.sentence);
  CHECK(shown.title == typed.title);
  REQUIRE(shown.figures.size() == typed.figures.size());
  for (std::size_t i = 0; i < shown.figures.size(); ++i) CHECK(shown.figures[i].value == typed.figures[i].value);
}

TEST_CASE(
    "A layout that is said stands on every target; a served model that leaves it open gets one", "[pages][offload]") {
  const Scenario said = scenario_of(bloom + Said{{"layout.tensor", "4"}});
  for (const Scenario& target : on_targets(said, built_in())) {
    CHECK(target.find("layout.tensor")->value.number == 4);
    CHECK_FALSE(target.find("layout.pipeline"));
  }
  CHECK_FALSE(plans_targets(said, built_in()));
  CHECK(plans_targets(scenario_of(bloom), built_in()));
  for (const Scenario& target : on_targets(scenario_of(bloom), built_in())) {
    CHECK(target.find("layout.tensor")->value.number == 8);
    CHECK(target.find("memory.resident_share"));
  }
}

TEST_CASE("Every copy of a served model decodes some sequences, and plain values are left alone", "[pages][offload]") {
  const Said many{
      {"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "64"}, {"workload.mode", "infer"}};
  const Case plan = complete(unsearched({}, scenario_of(many), built_in()).scenario, built_in());
  CHECK(plan["serving.batch"] >= plan["layout.data"]);
  CHECK(answer(plan, {rows_of_rooms({"memory"})}).has_error() == false);
  CHECK_FALSE(serving_is_open(scenario_of(many + Said{{"layout.search", "plain"}}), built_in()));
}

TEST_CASE("A served model streams what does not fit, and nothing where all fits", "[offload]") {
  const auto pinned = [](const char* model) {
    Scenario said =
        scenario_of(bloom + Said{{"model", model}, {"serving.input_tokens", "16"}, {"serving.output_tokens", "16"}});
    return on_targets(said, built_in())[1].find("memory.resident_share")->value.number;
  };
  CHECK(pinned("bloom-7b1") == 1);
  CHECK(pinned("bloom-176b") > 0.5);
  CHECK(pinned("bloom-176b") < 1);
}

TEST_CASE("Nodes that hold a model are marked by their number, the model named once", "[pages]") {
  const Page page = shown_page("offload", planned());
  const Chart& nodes = chart_of(page, "offload.nodes");
  std::vector<std::string> labels;
  for (const Plot::Series& series : std::get<Plot>(nodes.body).series)
    for (const Plot::Point& point : series.points)
      if (!point.label.empty()) labels.push_back(point.label);
  CHECK(labels == std::vector<std::string>{"GPT-3 175B: 5 nodes", "2 nodes", "1 node"});
  CHECK(speaks_of(nodes.subtitle, "(16 bytes per parameter)"));
}

TEST_CASE("Rows of offload are models by name, the scenario's own first", "[pages]") {
  const Chart throughput = chart_of(shown_page("offload", given_subject(bloom)), "offload.throughput");
  const auto& rows = std::get<Dots>(throughput.body).rows;
  CHECK(rows.front().title == "BLOOM (176B)");
  CHECK_FALSE(rows.front().dull);
  CHECK(rows.front().instead == "GPU memory exceeded");
  REQUIRE(rows.size() > 1);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CHECK(rows[i].dull == (rows[i].title != "All weights streamed"));
    CHECK(std::any_of(rows[i].dots.begin(), rows[i].dots.end(), [](const Dots::Dot& dot) { return dot.value > 0; }));
  }
}

TEST_CASE("Parameters given by hand are no other model's", "[pages]") {
  const Said by_hand{
      {"model.parameters_given", "17B"},
      {"accelerator.id", "h100-sxm5-80gb"},
      {"cluster.gpus", "1"},
      {"software.at_utilisation", "yes"}};
  const Page page = shown_page("offload", given_subject(by_hand));
  const Chart& throughput = chart_of(page, "offload.throughput");
  CHECK(throughput.title == "The model fits in CPU memory");
  const auto& rows = std::get<Dots>(throughput.body).rows;
  REQUIRE(rows.size() == 1);
  CHECK(rows.front().title == "17B parameters");
  CHECK(rows.front().instead == "GPU memory exceeded");
  // The curve is of the tier that holds it.
  CHECK(speaks_of(chart_of(page, "offload.efficiency").subtitle, "CPU memory bandwidth per GPU"));
}

TEST_CASE("Where no tier holds a model nothing is drawn", "[pages]") {
  const Page page = shown_page("offload", given_subject(bloom + Said{{"serving.batch", "1000000"}}));
  CHECK(page.verdict_label == "Does not fit");
  const Chart& throughput = chart_of(page, "offload.throughput");
  CHECK(throughput.title == "The model fits in no tier of these nodes");
  CHECK(throughput.empty == "GPU memory exceeded on every tier.");
  const Chart& efficiency = chart_of(page, "offload.efficiency");
  CHECK(efficiency.title == "GPU efficiency vs. bandwidth");
  for (const Plot::Series& series : std::get<Plot>(efficiency.body).series)
    for (const Plot::Point& point : series.points) CHECK(point.mark == Plot::Mark::none);
  CHECK(chart_of(page, "offload.nodes").title.starts_with("Weights "));
}

TEST_CASE("Tiers stand in the efficiency chart as the strip tells them", "[pages]") {
  const Page page = shown_page("offload", planned());
  const Chart& chart = chart_of(page, "offload.efficiency");
  const Plot& plot = std::get<Plot>(chart.body);
  std::size_t marks = 0;
  for (const Plot::Series& series : plot.series) {
    if (series.stroke != Plot::Stroke::none) continue;
    ++marks;
    const Plot::Point& mark = series.points.front();
    CHECK(mark.x > plot.x.low);
    CHECK(mark.x < plot.x.high);
    for (const Figure& figure : page.figures)
      if (figure.hue == series.hue && speaks_of(figure.qualifier, "busy"))
        CHECK(speaks_of(figure.qualifier, mark.label));
  }
  CHECK(marks >= 2);
  // The curve is of such drives: it passes through their mark, within a line's width. On the curve nothing but the
  // drives limits, which makes computing a little faster too.
  constexpr double width = 0.005;
  const auto nvme =
      std::find_if(plot.series.begin(), plot.series.end(), [](const auto& series) { return series.title == "NVMe"; });
  REQUIRE(nvme != plot.series.end());
  const auto& curve = plot.series.front().points;
  const auto after =
      std::find_if(curve.begin(), curve.end(), [&](const auto& point) { return point.x > nvme->points.front().x; });
  REQUIRE(after != curve.begin());
  REQUIRE(after != curve.end());
  CHECK(std::prev(after)->y <= nvme->points.front().y + width);
  CHECK(after->y >= nvme->points.front().y - width);
  CHECK(speaks_of(chart.title, "reach"));
  CHECK_FALSE(speaks_of(chart.title, "82,351"));
}

TEST_CASE("Lines of batches that lie on each other are one", "[pages]") {
  for (const Page& page : {shown_page("offload", planned()), shown_page("offload", given_subject(bloom))}) {
    std::vector<const Plot::Series*> lines;
    const auto& all = std::get<Plot>(chart_of(page, "offload.efficiency").body).series;
    for (const Plot::Series& series : all)
      if (series.stroke != Plot::Stroke::none) lines.push_back(&series);
    for (std::size_t i = 1; i < lines.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        double apart = 0;
        for (std::size_t at = 0; at < lines[i]->points.size(); ++at)
          apart = std::max(apart, std::abs(lines[i]->points[at].y - lines[j]->points.at(at).y));
        CHECK(apart >= 0.005);
      }
  }
}

TEST_CASE("Serving assumes no batch of a training", "[pages]") {
  const Said deck{
      {"model", "bloom-7b1"},
      {"cluster.system", "dgx-a100-640"},
      {"cluster.nodes", "1"},
      {"storage.id", "ddn-ai400x2"},
      {"workload.mode", "infer"}};
  const Subject subject = unsearched({}, scenario_of(deck), built_in());
  const Page page = shown_page("offload", subject);
  CHECK(page.verdict == Page::Verdict::good);
  const Subject on_target = offload_subject(subject, built_in());
  REQUIRE(on_target.scenario.find("serving.batch"));
  const std::string batch = "batch " + on_target.scenario.find("serving.batch")->text;
  CHECK(std::get<Dots>(chart_of(page, "offload.throughput").body).rows.front().subtitle == batch);
  const auto says = [&](std::string_view words) {
    return std::any_of(page.findings.begin(), page.findings.end(), [&](const auto& each) {
      return speaks_of(each.first.message, words);
    });
  };
  CHECK_FALSE(says("four million tokens"));
}

}  // namespace
}  // namespace llmsize::test
