// SPDX-License-Identifier: Apache-2.0
// Trends: lines from a base year, beside what the catalog and publications tell.
#include "tests/unit/page_subjects.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/view/around.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

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
  const Plot& plot = std::get<Plot>(chart_of(page, "trends.wall").body);
  CHECK(
      plot.series.back().points.back().y ==
      Approx(result(complete(subject.scenario, built_in()), "trend.gpus")).epsilon(1e-12));
  for (const Plot::Series& series : plot.series) {
    if (series.stroke == Plot::Stroke::none) continue;
    CHECK(series.stroke == Plot::Stroke::dashed);
    CHECK(series.points.front().x == 2020);
    CHECK(series.points.back().x == 2026);
    CHECK(series.points.back().y == Approx(explained(subject.scenario, series.points.back().source)).epsilon(1e-12));
  }
  CHECK(plot.y.logarithmic);
  CHECK(chart_of(page, "trends.wall").subtitle.find("2020") != std::string::npos);
}

TEST_CASE("no axis of a trend mixes two kinds of things", "[pages]") {
  const Page page = trends_page(worked_example(), built_in());
  const auto axis = [&](std::string_view id) { return std::get<Plot>(chart_of(page, id).body).y.title; };
  CHECK(axis("trends.wall") == "GPUs needed");
  CHECK(axis("trends.parameters") == "parameters");
  CHECK(axis("trends.memory").starts_with("GPU memory"));
  CHECK(chart_of(page, "trends.wall").subtitle.starts_with("GPUs of 85.5 GB (H100 SXM5 80GB) for the training states"));
}

TEST_CASE("the catalog stands beside trends, the largest by name", "[pages]") {
  const Page page = trends_page(worked_example(), built_in());
  const auto labels = [&](std::string_view id) {
    std::vector<std::string> found;
    for (const Plot::Series& series : std::get<Plot>(chart_of(page, id).body).series)
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
      chart_of(page, "trends.wall").title ==
      "Trend from GPT-3 175B: 32,667 GPUs in 2023; largest model of 2023, Falcon-180B: 34");
  CHECK(chart_of(page, "trends.parameters").title == "Trend: 175T parameters in 2023; largest model Falcon-180B: 179B");
  CHECK(chart_of(page, "trends.memory").title.starts_with("Trend: 428 GB per GPU in 2023; "));
  CHECK(chart_of(page, "trends.wall").subtitle.find("16 bytes per parameter") != std::string::npos);

  // Beside a model that serves, all points are of its weights.
  const Subject serving =
      unplanned("", scenario_of({{"model", "bloom-7b1"}, {"cluster.system", "dgx-h100"}, {"workload.mode", "infer"}}));
  const Page weights = trends_page(serving, built_in());
  const Chart& wall = chart_of(weights, "trends.wall");
  CHECK(wall.subtitle.find("for the weights of a model, 2 bytes per parameter") != std::string::npos);
  for (const ShownNumber& number : numbers_of(wall))
    CHECK(explained(serving.scenario, number.source) == Approx(number.value).epsilon(1e-9));

  const Page ahead =
      trends_page(unplanned("", changed(worked_example().scenario, {{"trend.base_year", "2030"}})), built_in());
  CHECK(chart_of(ahead, "trends.wall").title.starts_with("Trend from GPT-3 175B: 33 GPUs in 2030, "));
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

}  // namespace
}  // namespace llmsize::test
